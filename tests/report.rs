//! Reports: the JSON document by its facts, the text by what a reader needs, and both over broken input.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use ragsql::lint::{self, Options, Report};
use ragsql::report;
use ragsql::source::Project;
use serde_json::Value;

const PAIR: &str = "-- file: migrations/V1__chunks.sql
CREATE TABLE dbo.chunks (id INT NOT NULL CONSTRAINT pk_chunks PRIMARY KEY, vec VECTOR(3) NULL);
GO
CREATE SECURITY POLICY dbo.guard
    ADD FILTER PREDICATE dbo.mine(id) ON dbo.chunks WITH (STATE = ON);
-- file: post-load/V1__vi.sql
/* é */ CREATE VECTOR INDEX vi ON dbo.Chunks (vec)
    WITH (METRIC = 'cosine');
-- file: post-load/V2__allowed.sql
-- ragsql: allow use-database The tool that runs this knows no other way
USE master;
";

fn lint(text: &str) -> Report {
    lint::lint(&Project::fixture(text), &Options::default())
}

fn json(report: &Report) -> Value {
    serde_json::from_str(&report::json::render(report)).expect("one JSON document")
}

#[test]
fn json_is_the_contract() {
    let document = json(&lint(PAIR));
    assert_eq!(document["schema"], "ragsql.lint/1");
    assert_eq!(document["engine"], "azure");
    assert_eq!(document["files"], 3);
    let pair = |finding: &&Value| finding["rule"] == "policy-and-vector-index";
    let findings = document["findings"].as_array().expect("a list");
    let finding = findings.iter().find(pair).expect("the pair is told");
    assert_eq!(finding["level"], "error");
    assert_eq!(finding["file"], "post-load/V1__vi.sql");
    // Columns count characters: é is one.
    assert_eq!((&finding["line"], &finding["column"]), (&1.into(), &9.into()));
    assert_eq!((&finding["end_line"], &finding["end_column"]), (&2.into(), &29.into()));
    assert_eq!(finding["table"], "dbo.chunks");
    assert_eq!(finding["engine_errors"], serde_json::json!([37579, 42244]));
    assert_eq!(finding["related"][0]["file"], "migrations/V1__chunks.sql");
    assert_eq!((&finding["related"][0]["line"], &finding["related"][0]["column"]), (&3.into(), &1.into()));
    for key in ["message", "help", "docs"] {
        assert!(finding[key].as_str().is_some_and(|text| !text.is_empty()), "{key} is said");
    }
    assert_eq!(document["summary"], serde_json::json!({"errors": 1, "warnings": 1, "infos": 0, "allowed": 1}));
}

#[test]
fn text_says_where_what_and_what_to_do() {
    let text = report::text::render(&lint(PAIR), false);
    for part in [
        "error[policy-and-vector-index]: ",
        "--> post-load/V1__vi.sql:1:9",
        "--> migrations/V1__chunks.sql:3:1",
        "= note: the server answers with Msg 37579, 42244",
        "= help: ",
        "1 error, 1 warning, 1 allowed in 3 files (engine: azure)",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no escape sequences without colour");
    assert!(report::text::render(&lint(PAIR), true).contains('\u{1b}'), "some with colour");
}

#[test]
fn nothing_found_is_said() {
    assert_eq!(report::text::render(&lint("PRINT 'a';"), false), "no findings in 1 file (engine: azure)\n");
}

#[test]
fn long_lines_are_cut_and_bare_carriage_returns_end_lines() {
    let far = format!("{}USE master; {}", "PRINT 1; ".repeat(5_000), "PRINT 2; ".repeat(5_000));
    let text = report::text::render(&lint(&far), false);
    assert!(text.len() < 1_000, "a line of 90,000 characters is not shown whole");
    assert!(text.contains("--> migrations/V1__fixture.sql:1:45001") && text.contains("USE master"), "{text}");
    let document = json(&lint("PRINT 1;\rUSE master;\rPRINT 2;"));
    assert_eq!((&document["findings"][0]["line"], &document["findings"][0]["column"]), (&2.into(), &1.into()));
}

#[test]
fn the_same_project_gives_the_same_report() {
    assert_eq!(report::json::render(&lint(PAIR)), report::json::render(&lint(PAIR)));
}

/// Every fixture of the linter in one list, to be broken.
fn fixtures() -> Vec<String> {
    let mut texts = Vec::new();
    for folder in ["tests/lint", "tests/policy-and-vector-index"] {
        let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("the folder is there");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
        paths.sort();
        texts.extend(paths.iter().map(|path| fs::read_to_string(path).expect("readable")));
    }
    texts
}

/// What holds for every report: places lie in their files, both forms can be written.
fn is_sound(report: &Report) {
    for finding in &report.findings {
        let places = std::iter::once(finding.place).chain(finding.related.iter().map(|related| related.place));
        for place in places {
            let text = report.file(place).text();
            assert!(text.get(place.span.range()).is_some(), "{place:?} lies in a text of {} bytes", text.len());
        }
    }
    assert!(json(report)["findings"].is_array());
    assert!(report::text::render(report, false).ends_with(")\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A piece of one fixture is put into another one.
    #[test]
    fn broken_projects_are_judged_all_the_same(
        one in 0usize..1000, other in 0usize..1000, at in 0.0f64..1.0, from in 0.0f64..1.0, length in 0usize..200,
    ) {
        let texts = fixtures();
        let (one, other) = (&texts[one % texts.len()], &texts[other % texts.len()]);
        let boundary = |text: &str, share: f64| {
            let wanted = (text.len() as f64 * share) as usize;
            (0..=wanted).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
        };
        let (at, from) = (boundary(one, at), boundary(other, from));
        let piece: String = other[from..].chars().take(length).collect();
        is_sound(&lint(&format!("{}{piece}{}", &one[..at], &one[at..])));
    }

    #[test]
    fn any_text_is_judged(text in "\\PC{0,200}") {
        is_sound(&lint(&text));
    }
}
