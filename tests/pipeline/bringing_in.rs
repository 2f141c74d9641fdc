//! `ragsql ingest`: the same way every time, and nothing that has not changed is written.

use serde_json::json;

use crate::place::Place;

const STORED: &str = "SELECT d.document_id, d.source, d.title, d.updated_at, c.chunk_id, c.ordinal, c.chunk_text, \
    c.embedded_at FROM dbo.documents AS d LEFT JOIN dbo.document_chunks AS c ON c.document_id = d.document_id \
    ORDER BY d.document_id, c.ordinal";
const TEXTS: &str = "SELECT c.chunk_text FROM dbo.documents AS d JOIN dbo.document_chunks AS c \
    ON c.document_id = d.document_id ORDER BY d.source, c.ordinal";
const INGEST: [&str; 4] = ["ingest", "docs", "--tenant", "1"];

/// The numbers of a report's documents that are not zero.
fn documents(report: &serde_json::Value) -> Vec<(String, i64)> {
    let all = report["documents"].as_object().expect("numbers").iter();
    let counts = all.map(|(name, count)| (name.clone(), count.as_i64().expect("a number")));
    counts.filter(|(_, count)| *count > 0).collect()
}

fn counts(expected: &[(&str, i64)]) -> Vec<(String, i64)> {
    expected.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

fn filled() -> Place {
    let place = Place::local();
    place.cut_at(30);
    place.write("docs/a.md", "# Größe\n\nIt's 日本 😀.\n\n# Zwei\n\na\\\nb");
    place.write("docs/sub/page.html", "<title>x</title><h1>A page</h1><p>One &amp; two.<script>no</script>");
    place.write("docs/empty.txt", "");
    place.write("docs/.hidden.md", "not this");
    place
}

#[test]
fn a_folder_that_is_brought_in_twice_is_written_once() {
    let place = filled();
    let report = place.json(0, &INGEST);
    assert_eq!(documents(&report), counts(&[("added", 3), ("without_text", 1)]));
    assert_eq!(report["chunks"], json!({ "added": 3, "changed": 0, "removed": 0, "vectors_taken_over": 0 }));
    let stored = place.rows(STORED);
    assert_eq!(stored.len(), 4, "{stored:?}");
    assert_eq!(
        place.rows(TEXTS),
        [
            r##"[Text("# Größe\n\nIt's 日本 😀.")]"##,
            r##"[Text("# Zwei\n\na\\\nb")]"##,
            r##"[Text("# A page\n\nOne & two.")]"##
        ]
    );
    let again = place.json(0, &INGEST);
    assert_eq!(documents(&again), counts(&[("unchanged", 3), ("without_text", 1)]));
    assert_eq!(place.rows(STORED), stored, "nothing was written, times included");
}

#[test]
fn what_changed_is_written_what_became_shorter_loses_chunks_and_what_is_gone_goes_when_asked() {
    let place = filled();
    place.json(0, &INGEST);
    place.json(0, &["embed"]);
    place.write("docs/a.md", "# Größe\n\nIt's 日本 😀.");
    place.write("docs/empty.txt", "no longer");
    place.remove("docs/sub/page.html");
    let rehearsed = place.json(0, &[&INGEST[..], &["--prune", "--dry-run"]].concat());
    assert_eq!(documents(&rehearsed), counts(&[("changed", 2), ("removed", 1)]));
    assert_eq!(place.rows(TEXTS).len(), 3, "a rehearsal writes nothing");

    let report = place.json(0, &INGEST);
    assert_eq!(documents(&report), counts(&[("changed", 2)]));
    assert_eq!(report["chunks"], json!({ "added": 1, "changed": 0, "removed": 1, "vectors_taken_over": 0 }));
    assert_eq!((place.rows(TEXTS).len(), place.pending()), (3, 1), "the file that is gone stays, unasked");

    place.write("other/b.md", "from elsewhere");
    place.json(0, &["ingest", "other", "--tenant", "1"]);
    let report = place.json(0, &[&INGEST[..], &["--prune"]].concat());
    assert_eq!(documents(&report), counts(&[("unchanged", 2), ("removed", 1)]));
    assert_eq!(place.rows(TEXTS).len(), 3, "other/ was not named, so nothing of it is gone");
}

#[test]
fn tenants_do_not_meet() {
    let place = filled();
    place.json(0, &INGEST);
    let report = place.json(0, &["ingest", "docs", "--tenant", "2", "--prune"]);
    assert_eq!(documents(&report), counts(&[("added", 3), ("without_text", 1)]));
    place.remove("docs/a.md");
    place.json(0, &["ingest", "docs", "--tenant", "2", "--prune"]);
    let left = "SELECT CAST(COUNT(*) AS INT) AS n FROM dbo.document_chunks WHERE tenant_id =";
    assert_eq!([1, 2].map(|tenant| place.number(&format!("{left} {tenant}"))), [3, 1]);
}

#[test]
fn what_is_no_text_is_refused_by_name_and_the_rest_goes_on() {
    let place = filled();
    place.write("docs/image.png", [0x89, b'P']);
    place.write("docs/latin.txt", [b'a', 0xE9, b'b']);
    place.write("docs/zero.txt", "a\0b");
    let report = place.json(1, &INGEST);
    let refused = report["refused"].as_array().expect("a list");
    let files: Vec<_> = refused.iter().map(|one| one["file"].as_str().expect("a file")).collect();
    assert_eq!(files, ["docs/image.png", "docs/latin.txt", "docs/zero.txt"]);
    assert!(refused[0]["why"].as_str().is_some_and(|why| why.contains("only Markdown")), "{refused:?}");
    assert!(refused[1]["why"].as_str().is_some_and(|why| why.contains("byte 1")), "{refused:?}");
    assert_eq!(documents(&report), counts(&[("added", 3), ("without_text", 1)]));
    let report = place.json(1, &[&INGEST[..], &["--skip-others"]].concat());
    assert_eq!((&report["skipped"], report["refused"].as_array().map(Vec::len)), (&json!(1), Some(2)));
    assert!(place.refused(64, &["ingest", "nowhere", "--tenant", "1"]).contains("nowhere"));
}

#[test]
fn files_are_cut_as_the_corpus_records_until_all_of_it_is_cut_anew() {
    let place = Place::local();
    let long = "Words and more words. ".repeat(200);
    place.write("docs/long.txt", &long);
    place.json(0, &INGEST);
    place.json(0, &["ingest", "docs", "--tenant", "2"]);
    let before = place.rows(TEXTS);
    place.settings(|settings| settings + "\n[chunking]\nsize = 300\noverlap = 0\n");
    let said = place.refused(4, &INGEST);
    assert!(said.contains("1200 characters, 10 % overlap") && said.contains("300 characters, 0 % overlap"), "{said}");
    assert_eq!(place.rows(TEXTS), before);

    let report = place.json(0, &["ingest", "--rechunk"]);
    assert_eq!(documents(&report), counts(&[("rechunked", 2)]), "of both tenants");
    let recorded = "SELECT chunker, chunk_size, CAST(chunk_overlap AS INT) FROM dbo.corpus";
    assert_eq!(place.rows(recorded), [r#"[Text("ragsql-sections"), Int(300), Int(0)]"#]);
    assert!(place.rows(TEXTS).len() > 2 * before.len());
    assert_eq!(documents(&place.json(0, &INGEST)), counts(&[("unchanged", 1)]), "a file is cut as the stored text was");

    place.rows("UPDATE dbo.corpus SET chunker = N'ragsql-sections, cutting anew and not done'; SELECT 1");
    assert!(place.refused(4, &INGEST).contains("cutting anew and not done"), "a run that was stopped is seen");
    assert_eq!(documents(&place.json(0, &["ingest", "--rechunk"])), counts(&[]), "and the next goes on");
    place.json(0, &INGEST);
}

#[test]
fn names_that_init_was_given_are_found_again() {
    let names = ["--schema", "rag", "--documents", "articles", "--chunks", "parts"];
    let place = Place::new(&[&names[..], &["--model", "ragsql-local-demo", "--dims", "64"]].concat());
    place.write("docs/a.md", "# One\n\nThe vector index.");
    place.json(0, &INGEST);
    assert_eq!(place.json(0, &["embed"])["embedded"], 1, "by the model in the database");
    let found = place.json(0, &["search", "vector", "--tenant", "1"]);
    assert_eq!(found["chunks"][0]["citation"], "docs/a.md#0");
    place.settings(|settings| settings.replace("schema = \"rag\"", "schema = \"dbo\""));
    assert!(place.refused(4, &INGEST).contains("dbo.corpus is not there"));
}
