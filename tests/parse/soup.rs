//! Properties of the typed parsers over token soup: they never panic, and stay linear and flat.

use proptest::prelude::*;
use ragsql::syntax::lexer::lex;
use ragsql::syntax::parse::{Leaf, module, opaque_clauses, statement};
use ragsql::text::Span;

/// Beginnings that lead into each parser.
const STARTS: [&str; 24] = [
    "CREATE TABLE t (a",
    "CREATE TABLE t (a int) WITH",
    "ALTER TABLE t",
    "ALTER TABLE t ADD",
    "ALTER TABLE t DROP",
    "CREATE INDEX i ON t (a)",
    "CREATE VECTOR INDEX i ON t (a) WITH (",
    "ALTER INDEX i ON t",
    "DROP INDEX",
    "CREATE SECURITY POLICY p",
    "ALTER SECURITY POLICY p",
    "CREATE TYPE t",
    "CREATE SEQUENCE s",
    "CREATE USER u",
    "GRANT",
    "REVOKE",
    "CREATE EXTERNAL MODEL m WITH (",
    "CREATE DATABASE SCOPED CREDENTIAL c WITH",
    "DROP",
    "SET",
    "DECLARE @a",
    "EXEC sp_rename",
    "CREATE PROCEDURE p",
    "CREATE TRIGGER x ON t FOR",
];

/// Words and symbols that mean something to some parser.
const WORDS: &str = "( ( ) ) , , . = ; :: - a [b] \"c\" @v 'text' N'x' 1 int varchar ADD ALTER DROP COLUMN CONSTRAINT \
    DEFAULT CHECK PRIMARY KEY UNIQUE FOREIGN REFERENCES ON DELETE UPDATE CASCADE WITH AS CASE END NULL NOT IDENTITY \
    COLLATE INDEX INCLUDE WHERE ORDER TO FROM SELECT JOIN INTO EXEC FOR NEXT VALUE PREDICATE FILTER BLOCK AFTER INSERT \
    STATE OFF RETURNS TABLE BEGIN RETURN OUTPUT IF EXISTS ALL SECRET IDENTITY PASSWORD GENERATED ALWAYS MASKED HASH";

fn soup() -> impl Strategy<Value = String> {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let start = prop::sample::select(&STARTS[..]);
    (start, prop::collection::vec(prop::sample::select(words), 0..40))
        .prop_map(|(start, words)| format!("{start} {}", words.join(" ")))
}

/// Gives a text to every entry and touches what comes out.
fn parse_all(source: &str) {
    let tokens = lex(source, Span::new(0, source.len())).tokens;
    let leaf = Leaf { source, tokens: &tokens };
    if let Some(kind) = statement(&leaf) {
        let _ = opaque_clauses(&kind);
    }
    for body_at in [0, tokens.len() / 2, tokens.len(), tokens.len() + 1] {
        let _ = module(&leaf, body_at);
    }
}

proptest! {
    #[test]
    fn token_soup_never_panics(source in soup()) {
        parse_all(&source);
    }

    #[test]
    fn any_text_never_panics(source in "\\PC{0,60}") {
        parse_all(&source);
    }
}

/// Quadratic work or recursion would not end, or would overflow the stack, at this size.
#[test]
fn long_and_deep_statements_take_linear_time() {
    const TIMES: usize = 30_000;
    let deep = |open: &str, close: &str| format!("{}a{}", open.repeat(TIMES), close.repeat(TIMES));
    let long = |item: &str| item.repeat(TIMES);
    for source in [
        format!("CREATE TABLE t (a int DEFAULT {})", deep("(", ")")),
        format!("CREATE TABLE t (a int {})", long("DEFAULT + ")),
        format!("CREATE TABLE t (a int {})", long("DEFAULT CASE ")),
        format!("CREATE TABLE t ({})", long("a int, ")),
        format!("CREATE TABLE t {}", "(".repeat(TIMES)),
        format!("CREATE TABLE {}", long("a.")),
        format!("CREATE TABLE t (a int) {}", long("PARTITIONED ")),
        format!("CREATE INDEX i ON t (a) {}", long("WITH WITH, ")),
        format!("CREATE INDEX i ON t (a) WITH {}", deep("(", ")")),
        format!("ALTER TABLE t ADD {}", long("CONSTRAINT c CHECK (a), ")),
        format!("ALTER TABLE t DROP {}", long("COLUMN a, ")),
        format!("CREATE SECURITY POLICY p {}", long("ADD FILTER PREDICATE f(a) ON t, ")),
        format!("GRANT {} TO u", long("SELECT (a), ")),
        format!("CREATE PROCEDURE p AS {}", long("SELECT * FROM (a, (b JOIN c)) UPDATE TOP (1) d SET e = f.g(1) ")),
        format!("CREATE PROCEDURE p AS {}", deep("SELECT 1 FROM (", ")")),
        format!("CREATE PROCEDURE p AS {}", long("UPDATE TOP ( FROM ( , ")),
        format!("CREATE PROCEDURE p AS {}", long(", x AS ( ")),
        format!("EXEC p {}", long("@a = 'x', ")),
    ] {
        let tokens = lex(&source, Span::new(0, source.len())).tokens;
        let leaf = Leaf { source: &source, tokens: &tokens };
        let _ = statement(&leaf);
        let _ = module(&leaf, 4);
    }
}
