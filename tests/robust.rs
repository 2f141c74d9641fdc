//! Laws of reading that hold for any text: no panic, places inside the text, order, bounded nesting.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use ragsql::source;
use ragsql::syntax::Problem;
use ragsql::syntax::ast::{Kind, Statement};
use ragsql::text::Span;

/// Texts to start from: every fixture of the reader and every migration of this project.
fn seeds() -> Vec<String> {
    let folders = ["tests/tree", "tests/batch", "migrations", "post-load"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(Path::new(folder)).expect("the folder is there"));
    let mut paths: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("is readable")).collect()
}

/// A change of a text.
#[derive(Debug, Clone)]
enum Mutation {
    Cut(Index),
    Remove(Index, usize),
    Repeat(Index, usize),
    Insert(Index, &'static str),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    const PIECES: [&str; 30] = [
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
        ";",
        ":",
        ".",
        ",",
        "@s",
        "N'",
        "$(x)",
        "é",
        "\u{0}",
        " BEGIN ",
        " END ",
        " ELSE ",
        " IF ",
        " CASE ",
        " SELECT ",
        " EXEC(",
        " WITH a AS (",
        " CREATE VIEW v AS ",
    ];
    prop_oneof![
        any::<Index>().prop_map(Mutation::Cut),
        (any::<Index>(), 1..40_usize).prop_map(|(at, length)| Mutation::Remove(at, length)),
        (any::<Index>(), 1..200_usize).prop_map(|(at, length)| Mutation::Repeat(at, length)),
        (any::<Index>(), select(&PIECES[..])).prop_map(|(at, piece)| Mutation::Insert(at, piece)),
    ]
}

fn mutated(seed: &str, mutations: &[Mutation]) -> String {
    let mut chars: Vec<char> = seed.chars().collect();
    for mutation in mutations {
        let place = |at: &Index, chars: &[char]| at.index(chars.len() + 1);
        match mutation {
            Mutation::Cut(at) => chars.truncate(place(at, &chars)),
            Mutation::Remove(at, length) => {
                let start = place(at, &chars);
                chars.drain(start..(start + length).min(chars.len()));
            }
            Mutation::Repeat(at, length) => {
                let start = place(at, &chars);
                let copy = chars[start..(start + length).min(chars.len())].to_vec();
                chars.splice(start..start, copy);
            }
            Mutation::Insert(at, piece) => {
                let start = place(at, &chars);
                chars.splice(start..start, piece.chars());
            }
        }
    }
    chars.into_iter().collect()
}

/// Reads a text in full and checks every place in what comes of it.
fn check(text: &str) {
    let file = source::text("migrations/V1__x.sql", text);
    let parsed = file.parse();
    let whole = Span::new(0, text.len());
    let mut end = 0;
    for batch in &parsed.batches {
        assert!(batch.span.start >= end && !batch.span.is_empty(), "batches are in order");
        lies_in(text, batch.span, whole);
        end = batch.span.end;
        assert!(!batch.statements.is_empty() || text[batch.span.range()].contains(';'), "a batch has statements");
        list(text, &batch.statements, batch.span, 0);
    }
    parsed.problems.iter().for_each(|problem: &Problem| lies_in(text, problem.span, whole));
}

fn lies_in(text: &str, span: Span, outer: Span) {
    assert!(outer.start <= span.start && span.end <= outer.end, "{span:?} is not in {outer:?}");
    assert!(text.get(span.range()).is_some(), "{span:?} cuts a character");
}

/// Statements are in order, apart from each other and inside what holds them.
fn list(text: &str, statements: &[Statement], outer: Span, depth: usize) {
    let mut end = outer.start;
    for statement in statements {
        assert!(statement.span.start >= end, "statements are in order");
        lies_in(text, statement.span, outer);
        assert!(!statement.span.is_empty(), "a statement has text");
        end = statement.span.end;
        inside(text, statement, depth + 1);
    }
}

fn inside(text: &str, statement: &Statement, depth: usize) {
    assert!(depth <= 210, "nesting is bounded");
    match &statement.kind {
        // Text of EXEC may come from anywhere in the file, in any order.
        Kind::Dynamic { statements: Some(inner), .. } => {
            for statement in inner {
                lies_in(text, statement.span, Span::new(0, text.len()));
                inside(text, statement, depth + 1);
            }
        }
        Kind::Module { statements, .. } => list(text, statements, statement.span, depth),
        Kind::TryCatch { body, handler } => {
            list(text, body, statement.span, depth);
            list(text, handler, statement.span, depth);
        }
        _ => {
            for inner in statement.children() {
                list(text, std::slice::from_ref(inner), statement.span, depth);
            }
        }
    }
}

#[test]
fn fixtures_obey_the_laws() {
    seeds().iter().for_each(|seed| check(seed));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_sql_obeys_the_laws(seed in select(seeds()), mutations in prop::collection::vec(mutation(), 1..12)) {
        check(&mutated(&seed, &mutations));
    }

    #[test]
    fn any_text_obeys_the_laws(text in ".{0,400}") {
        check(&text);
    }
}

/// Every opening that could make a reader recurse or look back, many times over, on a small stack.
#[test]
fn endless_openings_end() {
    let openings = [
        "BEGIN ",
        "IF 1=1 ",
        "IF a ELSE ",
        "WHILE 1=1 ",
        "BEGIN TRY ",
        "(",
        "[",
        "'",
        "\"",
        "/*",
        "*/",
        "CASE ",
        "CASE WHEN ",
        "END ",
        "ELSE ",
        "WITH a AS (",
        "WITH a (b",
        "SELECT (",
        "EXEC (",
        "EXEC('",
        "EXEC(N'a'+",
        "a.",
        ".",
        ",",
        ";",
        "a:",
        "{",
        "INSERT INTO a (",
        "MERGE ",
        "GRANT ",
        "ALTER TABLE ",
        "CREATE VIEW v AS ",
        "CREATE SCHEMA s ",
        "CREATE TABLE t (a int, ",
        "CREATE PROCEDURE p AS BEGIN ",
        "UPDATE ",
        "DECLARE @a int = (",
        "SET @a = @a + @a ",
        "SELECT @a = @a + N'x' ",
        "GO\n",
        "\nGO 'a",
        "\n:r x\n",
        "-- ragsql: allow a b\n",
        "SELECT -- ragsql: allow a b\n1,",
        "$(",
        "é",
        "N",
        "0x",
        "1e",
        "x AND ",
        "IF x SET @a = N'a' ",
        "IF @a = 1 (SELECT ",
        "EXEC p @a OUTPUT, ",
        "CAST(",
        "1 + ",
        "UNION ALL SELECT ",
    ];
    let read = move || {
        for opening in openings {
            check(&opening.repeat(5_000));
            check(&format!("DECLARE @a nvarchar(max) = N'x' {}", opening.repeat(5_000)));
        }
    };
    let small = std::thread::Builder::new().stack_size(2 << 20).spawn(read).expect("a thread starts");
    assert!(small.join().is_ok());
}

/// Text in text in text, each with the quotes that it needs.
#[test]
fn nested_text_is_bounded() {
    let mut text = "BEGIN ".repeat(150) + "SELECT 1";
    for _ in 0..8 {
        text = format!("{}EXEC('{}')", "BEGIN ".repeat(60), text.replace('\'', "''"));
        check(&text);
    }
}
