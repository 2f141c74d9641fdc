//! The health checks, by the real binary on the embedded engine: a healthy corpus passes, and each way to break one is
//! found by the checks that are about it and by no other.
#![cfg(feature = "sandbox")]

#[path = "sandbox/client.rs"]
#[allow(dead_code, reason = "not every test target asks for everything")]
mod client;
#[path = "verify/broken.rs"]
mod broken;
#[path = "verify/engines.rs"]
mod engines;
#[path = "verify/forms.rs"]
mod forms;
#[path = "verify/lab.rs"]
mod lab;
#[path = "verify/plain.rs"]
mod plain;
#[path = "verify/script.rs"]
mod script;

use lab::{CHECKS, Lab};

#[test]
fn a_healthy_corpus_passes_every_check() {
    let lab = Lab::new();
    let (code, report, stderr) = lab.verify(&[]);
    assert_eq!(code, 0, "{report:#}\n{stderr}");
    let outcomes = lab::outcomes(&report);
    assert_eq!(outcomes, CHECKS.map(|name| (name.to_owned(), "passed".to_owned())), "{report:#}");
}

#[test]
fn what_is_asked_changes_nothing() {
    let lab = Lab::new();
    let before = lab.state();
    assert_eq!(lab.verify(&[]).0, 0);
    assert_eq!(lab.state(), before);
}

#[test]
fn tables_are_found_by_what_they_hold() {
    let names = ["--schema", "rag", "--documents", "articles", "--chunks", "parts"];
    let lab = Lab::called(&names, "rag");
    let (code, report, stderr) = lab.verify(&[]);
    assert_eq!(code, 0, "{report:#}\n{stderr}");
    assert!(report.to_string().contains("rag.parts.embedding") && !report.to_string().contains("dbo."), "{report:#}");
    lab.run("UPDATE rag.parts SET embed_model = N'another' WHERE chunk_id % 2 = 0;");
    assert_eq!(lab.unwell(), ["provenance failed"]);
}

#[test]
fn checks_are_chosen_by_name_and_bounded() {
    let lab = Lab::new();
    let chosen = ["--check", "hash", "--check", "provenance"];
    let (code, report, _) = lab.verify(&chosen);
    assert_eq!(code, 0);
    assert_eq!(lab::outcomes(&report).into_iter().map(|(name, _)| name).collect::<Vec<_>>(), ["provenance", "hash"]);
    let (code, _, stderr) = lab.verify(&["--check", "hashes"]);
    assert!(code == 64 && stderr.contains("no check `hashes`") && stderr.contains("search-filter"), "{code} {stderr}");

    lab.run("UPDATE dbo.document_chunks SET chunk_text = N'changed by hand' WHERE chunk_id = 1;");
    let (code, report, _) = lab.verify(&["--check", "hash", "--sample", "50"]);
    assert_eq!(code, 0, "the first chunk is not among the last");
    let found = "0 of 50 hashes disagree with their text (of the last 50 chunks only)";
    assert_eq!(report["checks"][0]["found"], found);
    let (code, report, _) = lab.verify(&["--check", "hash", "--sample", "1000"]);
    assert_eq!((code, &report["checks"][0]["passed"]), (1, &false.into()), "{report:#}");
}

#[test]
fn an_empty_corpus_proves_nothing() {
    let lab = Lab::empty();
    let (code, report, _) = lab.verify(&[]);
    assert_eq!(code, 1);
    let outcomes = lab::outcomes(&report);
    let of = |check: &str| outcomes.iter().find(|(name, _)| name == check).map(|(_, outcome)| outcome.as_str());
    assert_eq!(of("provenance"), Some("not-checked"), "{report:#}");
    assert_eq!(of("search-filter"), Some("not-checked"));
    assert_eq!(of("policy-blocks-insert"), Some("not-checked"));
    assert_eq!(of("vector-index"), Some("not-applicable"), "it waits for its rows");
    assert_eq!(of("policy-enabled"), Some("passed"));
}

#[test]
fn a_project_without_chunks_has_nothing_to_verify() {
    let lab = Lab::of("CREATE TABLE dbo.plain (id INT NOT NULL PRIMARY KEY);");
    let (code, stdout, stderr) = lab.ragsql(&["verify"]);
    assert!(code == 64 && stdout.is_empty() && stderr.contains("no table of chunks"), "{code} {stdout} {stderr}");
}
