//! Files that could not be judged: a finding each, never silence.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::{Diagnostic, Options, Report, Rule, rules};
use crate::catalog::Place;
use crate::source::SourceError;
use crate::text::{SourceFile, Span};

/// Adds the files that could not be used to a report.
pub(super) fn add(report: &mut Report, problems: &[SourceError], options: &Options) {
    let paths = report.files.iter().enumerate().map(|(at, file)| (file.path().to_owned(), at));
    let mut known: BTreeMap<String, usize> = paths.collect();
    for problem in problems {
        let rule: &'static Rule = match problem {
            SourceError::FileName { .. } | SourceError::Subfolder(_) => &rules::FILE_NAME,
            SourceError::DuplicateVersion { .. } => &rules::DUPLICATE_VERSION,
            SourceError::MissingFolder(_)
            | SourceError::Unreadable { .. }
            | SourceError::Encoding { .. }
            | SourceError::NotAFile { .. }
            | SourceError::TooLarge(_) => &rules::UNREADABLE_FILE,
        };
        let at = if let SourceError::Encoding { line, column, .. } = problem { (*line, *column) } else { (1, 1) };
        let mut place = |path: &Path, at| self::place(report, &mut known, path, at);
        let place_of_it = place(problem.path(), at);
        let first = match problem {
            SourceError::DuplicateVersion { first, .. } => Some(place(first, (1, 1))),
            _ => None,
        };
        let level = options.level_in(report.file(place_of_it).path(), rule);
        let mut finding = Diagnostic::new(rule, level, place_of_it, problem.to_string());
        finding.related(first, "the other file");
        report.findings.push(finding);
    }
}

/// A line and column, from 1, of a file, which joins the report's files when it is not among them. All that is known
/// of the text then is that so many lines and characters are in it.
fn place(
    report: &mut Report,
    known: &mut BTreeMap<String, usize>,
    path: &Path,
    (line, column): (usize, usize),
) -> Place {
    let file = *known.entry(shown(path)).or_insert_with_key(|shown| {
        let text = "\n".repeat(line - 1) + &" ".repeat(column - 1);
        report.files.push(Arc::new(SourceFile::new(shown, text)));
        report.files.len() - 1
    });
    let start = report.files[file].line_start(line as u32) as usize + column - 1;
    Place { file: file as u32, span: Span::new(start, start) }
}

/// The path as other findings show it: from the folder of the phase on.
pub(super) fn shown(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let from = ["migrations/", "post-load/"].iter().find_map(|folder| {
        let at = text.rfind(folder)?;
        (at == 0 || text.as_bytes()[at - 1] == b'/').then_some(at)
    });
    text[from.unwrap_or(0)..].to_owned()
}
