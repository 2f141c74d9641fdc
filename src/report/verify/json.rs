//! Health checks as one JSON document, `ragsql.verify/1`.

use serde_json::{Value, json};

use super::COUNTED;
use crate::verify::{Checked, Outcome, Report};

/// The document, with a line end.
#[must_use]
pub fn render(report: &Report) -> String {
    let count = |outcome: Outcome| (outcome.as_str().replace(' ', "_"), Value::from(report.count(outcome)));
    let document = json!({
        "schema": "ragsql.verify/1",
        "database": report.database,
        "server": report.server,
        "checks": report.checks.iter().map(check).collect::<Vec<_>>(),
        "summary": COUNTED.into_iter().map(count).collect::<serde_json::Map<_, _>>(),
    });
    format!("{document:#}\n")
}

/// `passed` is null where nothing is known: what was not checked is no success, and no failure either.
fn check(checked: &Checked) -> Value {
    let outcome = checked.outcome();
    let passed = match outcome {
        Outcome::Passed => Some(true),
        Outcome::Failed => Some(false),
        Outcome::NotChecked | Outcome::NotApplicable => None,
    };
    json!({
        "check": checked.check.name,
        "outcome": outcome,
        "passed": passed,
        "found": checked.found(),
        "expected": checked.check.expected,
        "why": checked.check.why,
        "help": checked.check.help,
        "detail": checked.answers,
    })
}
