//! Input that is no SQL, or SQL that nobody would write: the linter answers with findings that lie in the
//! file, or says why it has none, and never panics.

use proptest::prelude::*;
use proptest::sample::select;
use ragsql::lint::{self, Options, Report};
use ragsql::report;
use ragsql::source::{self, Project};

/// What is repeated, and the rule that has to speak of many of them.
const REPEATED: [(&str, &str, &str); 16] = [
    ("SELECT '", "a", "unterminated"),
    ("/* ", "/* a ", "unterminated"),
    ("SELECT [", "[", "unterminated"),
    ("SELECT \"", "b ", "unterminated"),
    ("SELECT ", "(", "unbalanced"),
    ("SELECT 1 ", ")", "unbalanced"),
    ("", "BEGIN ", "unbalanced"),
    ("", "END ", "unbalanced"),
    ("", "ELSE ", "unbalanced"),
    ("", "IF 1 = 1 ", "unbalanced"),
    ("", "BEGIN TRY ", "unbalanced"),
    ("", "END\nGO\n", "unbalanced"),
    ("", "GO;\n", "batch-separator"),
    ("", ":r x\n", "sqlcmd-script"),
    ("", "EXEC('", "unbalanced"),
    ("", "USE a;", "use-database"),
];

fn judge(text: &str) -> Report {
    lint::lint(&Project::from_texts([("migrations/V1__x.sql", text)]), &Options::default())
}

/// Every finding lies in its file, and every format can show it.
fn is_sound(report: &Report) {
    for finding in &report.findings {
        let file = report.file(finding.place);
        assert!(finding.place.span.end as usize <= file.text().len(), "{finding:?} lies in the file");
        assert!(file.text().is_char_boundary(finding.place.span.start as usize), "{finding:?} starts at a character");
    }
    assert!(report::json::render(report).ends_with('\n') || !report.findings.is_empty());
    assert!(!report::text::render(report, false).is_empty());
}

#[test]
fn much_of_the_same_is_told_with_a_place() {
    for (start, piece, code) in REPEATED {
        let text = format!("{start}{}", piece.repeat(1100));
        let report = judge(&text);
        let codes: Vec<_> = report.findings.iter().map(|finding| finding.rule).collect();
        assert!(codes.contains(&code), "{start}{piece}…: {codes:?}");
        assert!(!codes.contains(&"policy-and-vector-index"), "{start}{piece}…");
        is_sound(&report);
    }
}

#[test]
fn problems_without_end_are_told_up_to_a_thousand_and_say_so() {
    for (piece, code) in [("END ", "unbalanced"), ("END\nGO\n", "unbalanced"), ("GO;\n", "batch-separator")] {
        let report = judge(&piece.repeat(5000));
        let of_rule: Vec<_> = report.findings.iter().filter(|finding| finding.rule == code).collect();
        assert_eq!(of_rule.len(), 1000, "{piece}");
        assert!(
            of_rule[999].message.ends_with("; 4000 or more others in this file are not told"),
            "{}",
            of_rule[999].message
        );
    }
    let placeholders: String = (0..6000).map(|at| format!("SELECT ${{p{at}}}; ")).collect();
    let report = judge(&format!("{placeholders}SELECT 'open"));
    assert!(report.findings.iter().any(|finding| finding.rule == "unterminated"), "it is not among those left out");
}

#[test]
fn bytes_that_are_no_text_are_told_where_they_are() {
    for (bytes, line) in [
        (&b"SELECT 1;\nSELECT '\xe9';"[..], 2),
        (&b"\0\0\0\0"[..], 1),
        (&b"\xff\xfeS\0E\0\n\0\x00\xd8"[..], 2),
        (&b"\x7fELF\x02\x01\x01\xff\xfe\xfd"[..], 1),
    ] {
        let file = source::bytes("x.sql", bytes.to_vec());
        let report = lint::lint(&Project::loose([file]), &Options { partial: true, ..Options::default() });
        let finding = report.findings.first().unwrap_or_else(|| panic!("{bytes:?} is told"));
        assert_eq!(finding.rule, "unreadable-file", "{bytes:?}");
        let position = report.file(finding.place).position(finding.place.span.start);
        assert_eq!(position.line, line, "{bytes:?}");
    }
}

fn piece() -> impl Strategy<Value = &'static str> {
    const PIECES: [&str; 40] = [
        "'",
        "\"",
        "[",
        "]",
        "(",
        ")",
        "/*",
        "*/",
        "--",
        "\n",
        "\r",
        "\nGO\n",
        "\nGO;\n",
        ";",
        ",",
        ".",
        "@s",
        "N'",
        "$(x)",
        "${x}",
        "é",
        "\u{0}",
        "\u{202e}",
        " BEGIN ",
        " END ",
        " IF EXISTS (SELECT 1) ",
        " SELECT ",
        " EXEC('",
        " DROP TABLE t ",
        " ALTER TABLE t ADD c INT ",
        " CREATE TABLE t (id INT) ",
        " CREATE VECTOR INDEX v ON t (e) WITH (METRIC = 'cosine') ",
        " CREATE SECURITY POLICY p ADD FILTER PREDICATE f(a) ON t ",
        " DELETE FROM t ",
        " INSERT t VALUES (1) ",
        " TRUNCATE TABLE t ",
        " EXEC sp_rename 'a.b', 'c' ",
        " BEGIN TRAN ",
        " COMMIT ",
        "\n-- ragsql: allow drop-table x\n",
    ];
    select(&PIECES[..])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_heap_of_pieces_is_judged(pieces in prop::collection::vec(piece(), 0..120)) {
        is_sound(&judge(&pieces.concat()));
    }

    #[test]
    fn any_bytes_are_judged(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let file = source::bytes("x.sql", bytes);
        is_sound(&lint::lint(&Project::loose([file]), &Options { partial: true, ..Options::default() }));
    }
}
