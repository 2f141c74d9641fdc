//! What `diff` tells of a database and its files: drift, what is pending, and which is which.

use serde_json::Value;

use crate::drift::{SCHEMA, applied, by_hand, diff};
use crate::process::{on_file, write};

#[test]
fn a_database_that_was_applied_does_not_differ_from_its_files() {
    let dir = applied(&[SCHEMA]);
    assert_eq!(diff(&dir, &["--from", "db"]).0, 0);
    assert_eq!(diff(&dir, &[]).0, 0, "the database is the first side where one is named");
    assert_eq!(diff(&dir, &["--from", "migrations", "--to", "db"]).0, 0);
    write(&dir, "migrations/V2__pending.sql", "ALTER TABLE dbo.doc ADD extra INT NULL");
    let (code, text) = diff(&dir, &["--format", "sql"]);
    assert!(code == 2 && text.contains("ADD extra int"), "what is pending is what is between them: {code} {text}");
    by_hand(&dir, &["CREATE SCHEMA audit", "CREATE TABLE audit.t (id INT NOT NULL)"]);
    assert!(diff(&dir, &[]).1.contains("audit.t"));
    write(&dir, "ragsql.toml", "[drift]\nignore = ['audit', 'audit.*']\n");
    let (_, text) = diff(&dir, &[]);
    assert!(!text.contains("audit") && text.contains("dbo.doc"), "{text}");
}

#[test]
fn drift_and_what_is_pending_are_told_apart() {
    let dir = applied(&[SCHEMA]);
    by_hand(
        &dir,
        &[
            "ALTER TABLE dbo.doc ADD extra INT NULL",
            "ALTER TABLE dbo.other ADD both INT NULL",
            "ALTER VIEW dbo.shown AS SELECT id FROM dbo.doc",
        ],
    );
    write(
        &dir,
        "migrations/V2__next.sql",
        "ALTER TABLE dbo.doc ADD next INT NULL; ALTER TABLE dbo.other ADD both INT NULL;
         GO
         ALTER VIEW dbo.shown AS SELECT title FROM dbo.doc;",
    );
    let (code, text) = diff(&dir, &[]);
    assert_eq!(code, 2);
    let (drift, pending) = text.split_once("\nPending: ").expect("two parts");
    assert!(drift.starts_with("Drift: ") && drift.contains("- column extra"), "{text}");
    let overtaken = "Drifted, and pending files change it as well: + dbo.other.both (add-column)";
    assert!(drift.contains(overtaken) && drift.contains("change it as well: ~ dbo.shown (alter-module)"), "{text}");
    assert!(pending.contains("+ column next") && pending.contains("~ module"), "{text}");
    assert!(!text.contains("column both") && !pending.contains("extra") && !drift.contains("next"), "{text}");
    let causes = |args: &[&str]| {
        let (_, text, _) = on_file(&dir, &[&["diff", "--format", "json"], args].concat());
        let document: Value = serde_json::from_str(&text).expect("one document");
        let changes = document["changes"].as_array().expect("a list").iter();
        let mut causes: Vec<String> =
            changes.map(|change| format!("{} {} {}", change["cause"], change["kind"], change["object"])).collect();
        causes.sort();
        (causes.join(", ").replace('"', ""), document["drift"]["changes"].as_array().map(Vec::len))
    };
    let forth = "drift drop-column dbo.doc.extra, pending add-column dbo.doc.next, pending alter-module dbo.shown";
    assert_eq!(causes(&[]), (forth.to_owned(), Some(3)));
    let back = "drift add-column dbo.doc.extra, pending alter-module dbo.shown, pending drop-column dbo.doc.next";
    assert_eq!(causes(&["--from", "migrations", "--to", "db"]), (back.to_owned(), Some(3)));
    assert_eq!(causes(&["--from", "db", "--to", "empty"]).1, None, "only between a database and its files");
    let (_, script) = diff(&dir, &["--format", "sql"]);
    assert!(
        script.contains("DROP COLUMN extra") && script.contains("ADD next") && !script.contains("both"),
        "{script}"
    );
    for format in ["markdown", "html"] {
        let (_, shown) = diff(&dir, &["--format", format]);
        let at = |text: &str| shown.find(text).unwrap_or_else(|| panic!("{format} lacks {text}: {shown}"));
        assert!(at("Drift: what") < at("extra int NULL") && at("extra int NULL") < at("Pending: what"), "{shown}");
    }
}

#[test]
fn drift_that_pending_files_lead_to_is_still_told() {
    let dir = applied(&[SCHEMA]);
    by_hand(&dir, &["ALTER TABLE dbo.doc ADD extra INT NULL"]);
    write(&dir, "migrations/V2__next.sql", "ALTER TABLE dbo.doc ADD extra INT NULL");
    let (code, text) = diff(&dir, &[]);
    assert_eq!(code, 2);
    assert!(text.contains("change it as well: + dbo.doc.extra (add-column)"), "{text}");
    assert!(text.contains("no difference: db and migrations say the same, which is not what the applied"), "{text}");
}
