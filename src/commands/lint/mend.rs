//! `ragsql lint --fix`: makes the edits that are certain.

use std::collections::BTreeMap;
use std::path::PathBuf;

use similar::TextDiff;

use super::look;
use super::scope::Scope;
use crate::cli::Lint;
use crate::commands::{Cx, Failure, output};
use crate::lint::{self, Fix, Report};
use crate::source::{self, Migration};

/// How often files are mended before the rest is left for the next run: a fix may bring another finding
/// to light.
const ROUNDS: usize = 10;

/// Mends what can be mended, and gives what is left then.
pub(super) fn mend(cx: &Cx<'_>, args: &Lint, paths: &[PathBuf]) -> Result<(Scope, Report), Failure> {
    if paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Failure::usage("--fix edits files, and standard input is none"));
    }
    let (mut scope, mut report) = look(cx, args, paths)?;
    let mut made: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let fixes = fixes(&report);
        if fixes.is_empty() {
            break;
        }
        for file in scope.project.files() {
            let Some(fixes) = fixes.get(file.file.path()) else { continue };
            *made.entry(file.file.path().to_owned()).or_default() += edit(cx, file, fixes)?;
        }
        if cx.global.dry_run {
            return Ok((scope, report));
        }
        (scope, report) = look(cx, args, paths)?;
    }
    for (path, count) in made {
        output::note(cx, &format!("{path}: {count} fixed"));
    }
    Ok((scope, report))
}

/// The fixes for each file, by its path.
fn fixes(report: &Report) -> BTreeMap<&str, Vec<&Fix>> {
    let path = |finding: &lint::Diagnostic| report.files[finding.place.file as usize].path();
    let mut fixes: BTreeMap<&str, Vec<&Fix>> = BTreeMap::new();
    for finding in &report.findings {
        if let Some(fix) = &finding.fix {
            fixes.entry(path(finding)).or_default().push(fix);
        }
    }
    fixes
}

/// Makes the fixes of a file, or shows them, and counts them.
fn edit(cx: &Cx<'_>, file: &Migration, fixes: &[&Fix]) -> Result<usize, Failure> {
    let before = file.file.text();
    let (after, count) = lint::fixed(before, fixes.iter().copied());
    if cx.global.dry_run {
        let path = file.file.path();
        let diff = TextDiff::from_lines(before, &after);
        output::note(cx, diff.unified_diff().header(path, path).to_string().trim_end());
        return Ok(count);
    }
    source::rewrite(&file.location, &after)
        .map_err(|error| Failure::io(format!("while mending {}", file.location.display()), error))?;
    Ok(count)
}
