//! What the reports for pipelines share: paths from the root of the repository, regions, and the words
//! of a finding.

use std::path::{Component, Path, PathBuf};

use crate::catalog::Place;
use crate::lint::{Diagnostic, Level, Report};
use crate::text::Position;

/// What a report for a pipeline needs besides the findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// The root of the repository: pipelines name files from there.
    pub root: PathBuf,
    /// The folder from which the paths of a report start: the project, or the working directory.
    pub base: PathBuf,
    /// Where the pages of the rules are published, with `{rule}` in place of the code.
    pub docs_url: Option<String>,
    /// The level from which findings fail the run.
    pub fail_on: Level,
}

/// A place as pipelines name it.
pub(super) struct Region {
    /// From the root of the repository, with forward slashes.
    pub path: String,
    /// The first character.
    pub start: Position,
    /// The place after the last character.
    pub end: Position,
}

impl Context {
    /// A path from the root of the repository, with forward slashes. What lies elsewhere, or is no file
    /// (`<stdin>`), stays as it is shown.
    pub(super) fn path(&self, shown: &str) -> String {
        if shown.starts_with('<') {
            return shown.to_owned();
        }
        let whole = normal(&self.base.join(shown));
        let path = whole.strip_prefix(&self.root).unwrap_or(Path::new(shown));
        path.to_string_lossy().replace('\\', "/")
    }

    pub(super) fn region(&self, report: &Report, place: Place) -> Region {
        let file = report.file(place);
        Region {
            path: self.path(file.path()),
            start: file.position(place.span.start),
            end: file.position(place.span.end),
        }
    }

    /// Where the page of a rule is published.
    pub(super) fn docs(&self, rule: &str) -> Option<String> {
        self.docs_url.as_ref().map(|url| url.replace("{rule}", rule))
    }

    /// What a finding says, line by line: what happens, the server's numbers, what to do, other places.
    pub(super) fn lines(&self, report: &Report, finding: &Diagnostic) -> Vec<String> {
        let mut lines = vec![finding.message.clone()];
        if !finding.engine_errors.is_empty() {
            lines.push(format!("the server answers with Msg {}", numbers(&finding.engine_errors)));
        }
        lines.extend(finding.help.iter().map(|help| format!("help: {help}")));
        for related in &finding.related {
            let region = self.region(report, related.place);
            lines.push(format!("{}:{}: {}", region.path, region.start.line, related.message));
        }
        lines
    }
}

/// Error numbers in a sentence.
pub(super) fn numbers(numbers: &[u32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A path without `.` and `..`, as far as the path itself tells.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(normal.pop()),
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(root: &str, base: &str) -> Context {
        Context { root: root.into(), base: base.into(), docs_url: None, fail_on: Level::Error }
    }

    #[test]
    fn paths_start_at_the_root_of_the_repository() {
        let inside = context("/repo", "/repo/db");
        assert_eq!(inside.path("migrations/V1__a.sql"), "db/migrations/V1__a.sql");
        assert_eq!(inside.path("./q.sql"), "db/q.sql");
        assert_eq!(inside.path("../q.sql"), "q.sql");
        assert_eq!(inside.path("/repo/x/q.sql"), "x/q.sql");
    }

    #[test]
    fn what_lies_elsewhere_stays_as_it_is_shown() {
        let inside = context("/repo", "/repo/db");
        assert_eq!(inside.path("/tmp/q.sql"), "/tmp/q.sql");
        assert_eq!(inside.path("../../q.sql"), "../../q.sql");
        assert_eq!(inside.path("<stdin>"), "<stdin>");
    }
}
