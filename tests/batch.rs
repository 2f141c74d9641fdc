//! Files cut at their GO lines: `tests/batch/*.sql`, and what people reported about other tools.

use std::fs;

use ragsql::syntax::batch::{self, Split};
use ragsql::text::SourceFile;

#[test]
fn files_are_cut_at_go() {
    insta::with_settings!({
        snapshot_path => "../snapshots/batch", prepend_module_to_snapshot => false, omit_expression => true
    }, {
        insta::glob!("batch/*.sql", |path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy();
            insta::assert_snapshot!(render(&SourceFile::new(name, fs::read_to_string(path).expect("is readable"))));
        });
    });
}

fn render(file: &SourceFile) -> String {
    let split = batch::split(file.text());
    let place = |offset: u32| {
        let position = file.position(offset);
        format!("{}:{}", position.line, position.column)
    };
    let mut lines = vec![format!("header comments: {}, others: {}", split.header.len(), split.comments.len())];
    for batch in &split.batches {
        lines.push(format!("--- {} to {} × {}", place(batch.span.start), place(batch.span.end), batch.repeat));
        lines.push(file.slice(batch.span).to_owned());
    }
    for problem in &split.problems {
        let text = file.slice(problem.span).trim_end();
        lines.push(format!("--- {} {}: `{text}`", place(problem.span.start), problem.kind.code()));
        lines.push(problem.message.clone());
    }
    lines.join("\n")
}

fn texts<'a>(text: &'a str, split: &Split) -> Vec<&'a str> {
    split.batches.iter().map(|batch| &text[batch.span.range()]).collect()
}

/// Inputs that made other tools split wrong, with the batches that they have.
#[test]
fn reported_inputs_are_cut_right() {
    let cases: [(&str, &[&str]); 16] = [
        (
            "IF EXISTS (SELECT 1 WHERE N'assigned' <> N'as') PRINT N'as is'\nGO\nSELECT 1",
            &["IF EXISTS (SELECT 1 WHERE N'assigned' <> N'as') PRINT N'as is'", "SELECT 1"],
        ),
        (
            "CREATE FUNCTION dbo.f() RETURNS INT AS BEGIN\n/* outer /* inner ( */ ) */\nRETURN 1 END\nGO\nSELECT dbo.f()",
            &[
                "CREATE FUNCTION dbo.f() RETURNS INT AS BEGIN\n/* outer /* inner ( */ ) */\nRETURN 1 END",
                "SELECT dbo.f()",
            ],
        ),
        (
            "/*\nDROP TABLE dbo.old\nGO\n*/\nCREATE TABLE dbo.n(id INT)",
            &["/*\nDROP TABLE dbo.old\nGO\n*/\nCREATE TABLE dbo.n(id INT)"],
        ),
        ("SELECT 1\nGO--done\nSELECT 2", &["SELECT 1", "SELECT 2"]),
        ("GO\nCREATE TABLE dbo.x(id INT)", &["CREATE TABLE dbo.x(id INT)"]),
        (
            "/* it's the header */\nCREATE PROCEDURE dbo.p AS SELECT 1\nGO\nSELECT 2",
            &["/* it's the header */\nCREATE PROCEDURE dbo.p AS SELECT 1", "SELECT 2"],
        ),
        (
            "INSERT dbo.doc(body) VALUES (N'step 1\nGO\nstep 2')\nGO",
            &["INSERT dbo.doc(body) VALUES (N'step 1\nGO\nstep 2')"],
        ),
        (
            "CREATE PROCEDURE dbo.p(@begin INT) AS SELECT @begin;\nGO\nCREATE TABLE dbo.t(c INT);",
            &["CREATE PROCEDURE dbo.p(@begin INT) AS SELECT @begin;", "CREATE TABLE dbo.t(c INT);"],
        ),
        ("BEGIN DISTRIBUTED TRAN;\nCOMMIT;\nGO\nSELECT 1", &["BEGIN DISTRIBUTED TRAN;\nCOMMIT;", "SELECT 1"]),
        (
            "SET PARSEONLY ON\nGO\nDROP TABLE dbo.t\nGO\nSET PARSEONLY OFF\nGO",
            &["SET PARSEONLY ON", "DROP TABLE dbo.t", "SET PARSEONLY OFF"],
        ),
        ("GO\nCREATE VIEW dbo.v AS SELECT 1 AS a;\nGO", &["CREATE VIEW dbo.v AS SELECT 1 AS a;"]),
        ("SELECT 1\rGO\rSELECT 2", &["SELECT 1", "SELECT 2"]),
        ("SELECT 1\r\nGO\r\nSELECT 2", &["SELECT 1", "SELECT 2"]),
        ("PRINT 'C:\\\\data\\x'\nGO\nSELECT 1", &["PRINT 'C:\\\\data\\x'", "SELECT 1"]),
        ("\u{feff}GO\nSELECT 1", &["SELECT 1"]),
        ("-- nothing\nGO\n\nGO\n", &[]),
    ];
    for (text, expected) in cases {
        let split = batch::split(text);
        assert_eq!(texts(text, &split), expected, "{text:?}");
        assert_eq!(split.problems, [], "{text:?}");
    }
}

#[test]
fn a_count_repeats() {
    let split = batch::split("SELECT 1\nGO 5\nSELECT 2\nGO\nSELECT 3\ngo 2147483647");
    let repeats: Vec<_> = split.batches.iter().map(|batch| batch.repeat).collect();
    assert_eq!(repeats, [5, 1, 2_147_483_647]);
}

/// GO lines that tools disagree on separate, are reported where they stand, and are part of no batch.
#[test]
fn a_go_line_with_anything_else_is_a_problem() {
    for line in
        ["GO;", "GO 1;", "GO SELECT 1", "/*c*/GO", "GO 0", "GO -1", "GO 1.5", "go x", "/* c\n*/ GO", "GO 'a\nb'"]
    {
        let text = format!("SELECT 1\n{line}\nSELECT 2");
        let split = batch::split(&text);
        let codes: Vec<_> = split.problems.iter().map(|problem| problem.kind.code()).collect();
        assert_eq!(codes, ["go-line"], "{line}");
        let at = split.problems[0].span.start as usize;
        assert!(text[at..].to_uppercase().starts_with("GO"), "{line}: {}", &text[at..]);
        let batches = texts(&text, &split);
        assert_eq!(batches.len(), 2, "{line}: {batches:?}");
        assert_eq!(batches[1], "SELECT 2", "{line}");
        assert!(batches[0].starts_with("SELECT 1") && !batches[0].to_uppercase().contains("GO"), "{line}: {batches:?}");
    }
}

#[test]
fn what_has_no_end_is_told_once_where_it_starts() {
    for (open, what) in
        [("'", "string"), ("N'", "string"), ("[", "bracketed name"), ("\"", "quoted name"), ("/*", "comment")]
    {
        let text = format!("SELECT 1\nGO\nSELECT {open}abc\nGO\nSELECT 2");
        let split = batch::split(&text);
        assert_eq!(split.batches.len(), 2, "{open}");
        assert_eq!(split.problems.len(), 1, "{open}");
        assert_eq!(split.problems[0].span.start, 19, "{open}");
        assert!(split.problems[0].message.contains(what), "{open}: {}", split.problems[0].message);
    }
}

#[test]
fn variables_of_sqlcmd_are_reported_outside_strings_only() {
    let reported = |text: &str| batch::split(text).problems.iter().map(|p| p.message.clone()).collect::<Vec<_>>();
    assert!(reported("CREATE TABLE [$(S)].t (id INT)")[0].starts_with("$(S) is a variable of sqlcmd"));
    assert_eq!(reported("SELECT $(a), \"x$(b-c)\"").len(), 2);
    for text in ["N'Dear ${customer}, $(link)'", "N'$2y$13$abc'", "N'P&P'", "[$(]", "[a $() b]", "$1.5", "[$(a b)]"] {
        assert_eq!(reported(&format!("SELECT {text}")), [""; 0], "{text}");
    }
}

/// 50,000 lines with a GO every 100, and one line of 5 MB.
#[test]
fn large_files_are_cut() {
    let lines: String = (1..=50_000)
        .map(|n| format!("INSERT dbo.t VALUES ({n}, N'it''s')\n{}", if n % 100 == 0 { "GO\n" } else { "" }))
        .collect();
    assert_eq!(batch::split(&lines).batches.len(), 500);
    let line = format!("INSERT dbo.t VALUES (0x{})", "0123456789abcdef".repeat(320_000));
    let split = batch::split(&line);
    assert_eq!(split.batches.len(), 1);
    assert_eq!(split.batches[0].span.range(), 0..line.len());
}
