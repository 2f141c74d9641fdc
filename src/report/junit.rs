//! Findings as test results, which every pipeline shows: a suite for each file, a case for each finding.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Report as Results, TestCase, TestCaseStatus, TestSuite};

use super::{Context, printable, text};
use crate::lint::{Diagnostic, Report};

/// The document. A finding that fails the run is a failure, any other a case that passes and says
/// something; a file without findings is a case that passes.
#[must_use]
pub fn render(report: &Report, context: &Context) -> String {
    let report = &*printable::safe(report);
    let mut results = Results::new("ragsql lint");
    let mut by_file: BTreeMap<usize, Vec<&Diagnostic>> = BTreeMap::new();
    for finding in &report.findings {
        by_file.entry(finding.place.file as usize).or_default().push(finding);
    }
    for (index, file) in report.files.iter().enumerate() {
        let path = context.path(file.path());
        let mut suite = TestSuite::new(path.clone());
        let findings = by_file.remove(&index).unwrap_or_default();
        suite.add_test_cases(findings.into_iter().map(|finding| case(report, context, finding, &path)));
        if suite.test_cases.is_empty() {
            suite.add_test_case(classed(TestCase::new("no findings", TestCaseStatus::success()), &path));
        }
        results.add_test_suite(suite);
    }
    document(&results)
}

/// Results as text that every reader takes.
pub(super) fn document(results: &Results) -> String {
    let document = results.to_string().expect("text in memory takes everything");
    let skipped: usize = results.test_suites.iter().map(|suite| suite.skipped).sum();
    // The schema of the readers knows no such count at the root.
    document.replacen(&format!(" skipped=\"{skipped}\""), "", 1).replace(is_no_xml, "\u{fffd}")
}

/// Whether no XML document may hold a character (XML 1.0, "Characters").
fn is_no_xml(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

fn case(report: &Report, context: &Context, finding: &Diagnostic, path: &str) -> TestCase {
    let at = context.region(report, finding.place).start;
    let name = format!("{} at {}:{}", finding.rule, at.line, at.column);
    let shown = text::finding(report, finding);
    if finding.level < context.fail_on {
        let mut case = TestCase::new(name, TestCaseStatus::success());
        case.set_system_out(shown);
        return classed(case, path);
    }
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(finding.message.clone()).set_type(finding.level.as_str()).set_description(shown);
    classed(TestCase::new(name, status), path)
}

pub(super) fn classed(mut case: TestCase, path: &str) -> TestCase {
    case.set_classname(path);
    case
}
