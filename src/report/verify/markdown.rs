//! Health checks as a comment for a pull request, or the summary of a job.

use super::{line, summary};
use crate::report::markdown::escaped;
use crate::text::printable_lines;
use crate::verify::{Checked, Report};

/// The first line: what finds the comment again, so that it is updated in place.
pub const MARKER: &str = "<!-- ragsql-verify -->";

/// The marker, a heading, and a table of checks.
#[must_use]
pub fn render(report: &Report) -> String {
    let rows: String = report.checks.iter().map(row).collect();
    let (place, summary) = (escaped(&printable_lines(&report.place())), summary(report));
    format!(
        "{MARKER}\n### ragsql verify: {summary}\n\n{place}\n\n| outcome | check | found |\n| --- | --- | --- |\n{rows}"
    )
}

fn row(checked: &Checked) -> String {
    let (outcome, check) = (checked.outcome(), checked.check);
    let mut lines: Vec<String> =
        checked.answers.iter().map(|answer| escaped(&printable_lines(&line(answer)))).collect();
    if !outcome.is_well() {
        let told = [("Expected", check.expected), ("Why", check.why), ("Instead", check.help)];
        lines.extend(told.map(|(word, text)| format!("**{word}:** {}", escaped(text))));
    }
    let word = if outcome.is_well() { outcome.as_str().to_owned() } else { format!("**{}**", outcome.as_str()) };
    format!("| {word} | `{}` | {} |\n", check.name, lines.join("<br>"))
}
