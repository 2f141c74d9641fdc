//! Findings as a code quality report of GitLab.

use serde_json::{Value, json};

use super::Context;
use super::fingerprint::fingerprints;
use crate::lint::{Diagnostic, Level, Report};

/// The document, with a line end: an array, empty when nothing was found.
#[must_use]
pub fn render(report: &Report, context: &Context) -> String {
    let known = fingerprints(report, context);
    let findings = report.findings.iter().zip(known);
    let issues = findings.map(|(finding, fingerprint)| issue(report, context, finding, &fingerprint)).collect();
    format!("{:#}\n", Value::Array(issues))
}

fn issue(report: &Report, context: &Context, finding: &Diagnostic, fingerprint: &str) -> Value {
    let region = context.region(report, finding.place);
    let severity = match finding.level {
        Level::Error => "critical",
        Level::Warning => "minor",
        Level::Info | Level::Off => "info",
    };
    json!({
        "description": context.lines(report, finding).join("\n"),
        "check_name": finding.rule,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {
            "path": region.path,
            "lines": { "begin": region.start.line, "end": region.end.line },
        },
    })
}
