//! SARIF, GitLab, JUnit: what the documents hold, and that fingerprints stay when lines move.

use std::collections::BTreeSet;

use quick_junit::{Report as Results, TestCaseStatus};
use ragsql::lint;
use ragsql::report::{gitlab, junit, sarif};
use ragsql::source::Project;
use serde_json::Value;

use super::sample::{context, policy, report, report_of};

/// The document without the pages of the rules, which are another test's business.
pub fn without_pages(document: &str) -> String {
    let mut document: Value = serde_json::from_str(document).expect("JSON");
    for rule in document["runs"][0]["tool"]["driver"]["rules"].as_array_mut().expect("rules") {
        for text in ["/shortDescription/text", "/fullDescription/text", "/help/text", "/help/markdown"] {
            *rule.pointer_mut(text).expect("each rule has it") = "…".into();
        }
    }
    format!("{document:#}\n")
}

fn run() -> Value {
    let document: Value = serde_json::from_str(&sarif::render(&report(), &context())).expect("JSON");
    document["runs"][0].clone()
}

#[test]
fn sarif_has_the_pages_of_the_rules_that_found_something() {
    let run = run();
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let ids: Vec<_> = rules.iter().map(|rule| rule["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["file-name", "missing-object", "preview-features", "use-database"]);
    for rule in rules {
        let known = lint::rule(rule["id"].as_str().expect("an id")).expect("a rule");
        assert_eq!(rule["help"]["markdown"], known.docs);
        let problem = rule["fullDescription"]["text"].as_str().expect("a description");
        assert!(known.docs.contains(problem) && !problem.is_empty() && !problem.contains("##"), "{problem}");
        assert_eq!(rule["helpUri"], format!("https://example.com/rules/{}.html", known.code));
    }
}

#[test]
fn sarif_points_at_its_rules_and_into_the_repository() {
    let run = run();
    for result in run["results"].as_array().expect("results") {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
        let related = result["relatedLocations"].as_array().expect("an array");
        for location in result["locations"].as_array().expect("an array").iter().chain(related) {
            let place = &location["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().expect("a URI");
            assert!(uri.starts_with("my%20db/") && uri.is_ascii(), "{uri}");
            let region = |key: &str| place["region"][key].as_u64().expect("a number");
            assert!(region("startLine") >= 1 && region("startColumn") >= 1, "{place}");
            let (start, end) = ((region("startLine"), region("startColumn")), (region("endLine"), region("endColumn")));
            assert!(start <= end, "{place}");
        }
    }
}

fn sarif_fingerprints(text: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(&sarif::render(&report_of(text), &context())).expect("JSON");
    let results = document["runs"][0]["results"].as_array().expect("results").clone();
    let known = results.iter().map(|result| &result["partialFingerprints"]["primaryLocationLineHash"]);
    known.map(|known| known.as_str().expect("a fingerprint").to_owned()).collect()
}

#[test]
fn fingerprints_are_unique_and_stay_when_lines_move_and_spaces_change() {
    let before = sarif_fingerprints(policy());
    assert_eq!(before.iter().collect::<BTreeSet<_>>().len(), before.len(), "{before:?}");
    assert_eq!(before, sarif_fingerprints(&format!("-- a line above\n{}", policy())));
    assert_eq!(before, sarif_fingerprints(&policy().replace('\n', "\r\n")), "line ends");
    assert_eq!(before, sarif_fingerprints(&policy().replace("USE\n  ", "USE /* why */ ")), "comments");
    let of_next = |known: &str| known.split_once(':').map(|(hash, _)| format!("{hash}:2"));
    assert_eq!(Some(&before[1]), of_next(&before[0]).as_ref(), "the same statement twice is counted");
}

#[test]
fn fingerprints_of_other_text_differ() {
    let mut report = report();
    let known = |report: &lint::Report| {
        let issues: Value = serde_json::from_str(&gitlab::render(report, &context())).expect("JSON");
        issues[2]["fingerprint"].as_str().expect("a fingerprint").to_owned()
    };
    let before = known(&report);
    report.findings[2].place.span.end -= 1;
    assert_ne!(before, known(&report));
}

#[test]
fn gitlab_gets_what_it_asks_for() {
    let issues: Value = serde_json::from_str(&gitlab::render(&report(), &context())).expect("JSON");
    let issues = issues.as_array().expect("an array");
    assert_eq!(issues.len(), report().findings.len());
    let mut known = BTreeSet::new();
    for issue in issues {
        let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).expect("text").to_owned();
        text(&issue["description"]);
        assert!(lint::rule(&text(&issue["check_name"])).is_some());
        assert!(known.insert(text(&issue["fingerprint"])), "each fingerprint is there once");
        assert!(["info", "minor", "major", "critical", "blocker"].contains(&&*text(&issue["severity"])));
        let path = text(&issue["location"]["path"]);
        assert!(path.starts_with("my db/"), "relative, without ./: {path}");
        assert!(issue["location"]["lines"]["begin"].as_u64().expect("a number") >= 1);
    }
}

#[test]
fn junit_fails_what_fails_the_run() {
    for (fail_on, failures) in [(lint::Level::Error, 3), (lint::Level::Warning, 4), (lint::Level::Info, 5)] {
        let context = ragsql::report::Context { fail_on, ..context() };
        let results = Results::deserialize_from_str(&junit::render(&report(), &context)).expect("JUnit");
        assert_eq!((results.failures, results.tests), (failures, 6), "five findings, and a file without any");
        let cases: Vec<_> = results.test_suites.iter().flat_map(|suite| &suite.test_cases).collect();
        let names: BTreeSet<_> = cases.iter().map(|case| (case.classname.clone(), case.name.clone())).collect();
        assert_eq!(names.len(), cases.len(), "each case has a name of its own");
        let passed = cases.iter().filter(|case| matches!(case.status, TestCaseStatus::Success { .. })).count();
        assert_eq!(passed, 6 - failures);
    }
}

#[test]
fn junit_is_xml_whatever_stands_in_the_source() {
    let text = "SELECT N'\u{fffe}\u{ffff}\u{1}'; USE [\u{ffff}];";
    let project = Project::from_texts([("migrations/V1__use.sql", text)]);
    let report = lint::lint(&project, &lint::Options::default());
    let document = junit::render(&report, &context());
    assert!(document.contains('\u{fffd}') && document.contains("use-database"), "{document}");
    assert!(!document.contains(['\u{fffe}', '\u{ffff}', '\u{1}']), "{document}");
}
