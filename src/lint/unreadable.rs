//! Files that could not be judged: a finding each, never silence.

use std::path::Path;
use std::sync::Arc;

use super::{Diagnostic, Options, Report, Rule, rules};
use crate::catalog::Place;
use crate::source::SourceError;
use crate::text::{SourceFile, Span};

/// Adds the files that could not be used to a report.
pub(super) fn add(report: &mut Report, problems: &[SourceError], options: &Options) {
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
        let place = place(report, problem.path());
        let first = match problem {
            SourceError::DuplicateVersion { first, .. } => Some(self::place(report, first)),
            _ => None,
        };
        let level = options.level_in(report.file(place).path(), rule);
        let mut finding = Diagnostic::new(rule, level, place, problem.to_string());
        finding.related(first, "the other file");
        report.findings.push(finding);
    }
}

/// The beginning of a file, which joins the report's files when it is not among them.
fn place(report: &mut Report, path: &Path) -> Place {
    let shown = shown(path);
    let known = report.files.iter().position(|file| file.path() == shown);
    let file = known.unwrap_or_else(|| {
        report.files.push(Arc::new(SourceFile::new(shown, "")));
        report.files.len() - 1
    });
    Place { file: file as u32, span: Span::default() }
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
