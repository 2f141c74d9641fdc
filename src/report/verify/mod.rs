//! Health checks in each form: one file for each.

pub mod json;
pub mod junit;
pub mod markdown;
pub mod sql;
pub mod text;

use crate::verify::{Answer, Outcome, Report};

/// The outcomes in the order in which a summary counts them.
const COUNTED: [Outcome; 4] = [Outcome::Failed, Outcome::NotChecked, Outcome::Passed, Outcome::NotApplicable];

/// One line: how many checks came to what.
pub(super) fn summary(report: &Report) -> String {
    let counts = COUNTED.into_iter().filter(|outcome| report.count(*outcome) > 0);
    let counts: Vec<String> = counts.map(|outcome| format!("{} {}", report.count(outcome), outcome.as_str())).collect();
    format!("{} of {} checks", counts.join(", "), report.checks.len())
}

/// An answer with what it is about.
fn line(answer: &Answer) -> String {
    match answer.subject.as_str() {
        "" => answer.found.clone(),
        subject => format!("{subject}: {}", answer.found),
    }
}
