//! Health checks for people: each with what was found; what is not well also with what was expected, why, and what to do.

use super::{line, summary};
use crate::verify::{Checked, Report};

/// Every check, then the summary.
#[must_use]
pub fn render(report: &Report) -> String {
    let checks: String = report.checks.iter().map(check).collect();
    format!("{}\n\n{checks}\n{}\n", report.place(), summary(report))
}

fn check(checked: &Checked) -> String {
    let outcome = checked.outcome();
    let mut text = format!("{:<15} {}\n", outcome.as_str(), checked.check.name);
    for answer in &checked.answers {
        let word = if answer.outcome == outcome { String::new() } else { format!("{}: ", answer.outcome.as_str()) };
        text += &format!("    {word}{}\n", line(answer));
    }
    if !outcome.is_well() {
        let check = checked.check;
        text += &format!("    expected: {}\n    why: {}\n    instead: {}\n", check.expected, check.why, check.help);
    }
    text
}
