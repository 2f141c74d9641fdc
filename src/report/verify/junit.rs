//! Health checks as test results, which every pipeline shows: what was not checked is an error, what does not apply is
//! skipped.

use quick_junit::{NonSuccessKind, Report as Results, TestCase, TestCaseStatus, TestSuite};

use super::line;
use crate::report::junit::{classed, document};
use crate::text::printable_lines;
use crate::verify::{Checked, Outcome, Report};

/// The document: one suite, a case for each check.
#[must_use]
pub fn render(report: &Report) -> String {
    let mut suite = TestSuite::new("ragsql verify");
    suite.add_test_cases(report.checks.iter().map(case));
    let mut results = Results::new("ragsql verify");
    results.add_test_suite(suite);
    document(&results)
}

fn case(checked: &Checked) -> TestCase {
    let check = checked.check;
    let found = checked.answers.iter().map(line).collect::<Vec<_>>().join("\n");
    let found = printable_lines(&found).into_owned();
    let said = format!("{found}\nexpected: {}\nwhy: {}\ninstead: {}", check.expected, check.why, check.help);
    let decisive = printable_lines(&checked.found()).into_owned();
    let status = match checked.outcome() {
        Outcome::Passed => {
            let mut case = TestCase::new(check.name, TestCaseStatus::success());
            case.set_system_out(found);
            return classed(case, "ragsql.verify");
        }
        Outcome::NotApplicable => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(decisive);
            status
        }
        outcome @ (Outcome::Failed | Outcome::NotChecked) => {
            let kind = if outcome == Outcome::Failed { NonSuccessKind::Failure } else { NonSuccessKind::Error };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_message(decisive).set_type(outcome.as_str()).set_description(said);
            status
        }
    };
    classed(TestCase::new(check.name, status), "ragsql.verify")
}
