//! Findings as annotations of GitHub Actions: workflow commands on stdout.

use std::cmp::Reverse;

use super::{Context, printable, text};
use crate::lint::{Diagnostic, Level, Report};

/// One command for each finding, the gravest first, since GitHub shows ten of a kind; then the summary.
#[must_use]
pub fn render(report: &Report, context: &Context) -> String {
    let report = &*printable::safe(report);
    let mut findings: Vec<&Diagnostic> = report.findings.iter().collect();
    findings.sort_by_key(|finding| Reverse(finding.level));
    let commands: String = findings.into_iter().map(|finding| command(report, context, finding)).collect();
    format!("{commands}{}\n", text::summary(report))
}

fn command(report: &Report, context: &Context, finding: &Diagnostic) -> String {
    let name = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info | Level::Off => "notice",
    };
    let region = context.region(report, finding.place);
    let mut properties =
        format!("file={},line={},endLine={}", property(&region.path), region.start.line, region.end.line);
    // Columns are for places in one line only.
    if region.start.line == region.end.line {
        properties += &format!(",col={},endColumn={}", region.start.column, region.end.column);
    }
    let message = context.lines(report, finding).join("\n");
    format!("::{name} {properties},title={}::{}\n", property(finding.rule), data(&message))
}

/// Text in a message.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Text in a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
