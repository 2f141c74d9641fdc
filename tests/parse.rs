//! The typed parsers: every fixture's nodes as snapshots, and facts about single statements.

#[path = "parse/render.rs"]
mod render;

use std::fs;

use ragsql::schema::VectorBase;
use ragsql::syntax::ast::{Kind, Statement};
use ragsql::syntax::parse::opaque_clauses;
use ragsql::syntax::{batch, tree};

/// Every top-level statement of a file, in order.
fn statements(text: &str) -> Vec<Statement> {
    let batches = batch::split(text).batches;
    batches.into_iter().flat_map(|batch| tree::statements(text, batch.span).statements).collect()
}

/// The one statement of a text.
fn one(text: &str) -> Kind {
    let mut statements = statements(text);
    assert_eq!(statements.len(), 1, "{text}: {statements:#?}");
    statements.remove(0).kind
}

/// A statement's text and its node.
fn describe(text: &str, statement: &Statement) -> String {
    let words: Vec<&str> = text[statement.span.range()].split_whitespace().collect();
    let shown: String = words.join(" ").chars().take(160).collect();
    let opaque = match opaque_clauses(&statement.kind) {
        0 => String::new(),
        count => format!("opaque clauses: {count}\n"),
    };
    format!("-- {shown}\n{}{opaque}", render::render(&statement.kind))
}

#[test]
fn fixtures() {
    insta::with_settings!({
        snapshot_path => "../snapshots/parse",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::glob!("parse/*.sql", |path| {
            let text = fs::read_to_string(path).unwrap();
            let described: Vec<String> = statements(&text).iter().map(|one| describe(&text, one)).collect();
            insta::assert_snapshot!(described.join("\n"));
        });
    });
}

#[test]
fn spellings_of_the_vector_type() {
    let cases = [
        ("[vector](1536) NOT NULL", 1536, VectorBase::Float32),
        ("sys.vector(3)", 3, VectorBase::Float32),
        ("VECTOR(1024)", 1024, VectorBase::Float32),
        ("Vector ( 1024 )", 1024, VectorBase::Float32),
        ("vector(1024, float32)", 1024, VectorBase::Float32),
        ("VECTOR(3072,FLOAT16) NULL", 3072, VectorBase::Float16),
        ("VECTOR(2560)", 2560, VectorBase::Float32),
        ("vector(0)", 0, VectorBase::Float32),
    ];
    for (written, dimensions, base) in cases {
        let Kind::CreateTable { table, .. } = one(&format!("CREATE TABLE dbo.c (id INT, e {written})")) else {
            panic!("{written} is no table")
        };
        assert_eq!(table.columns[1].vector(), Some((dimensions, base)), "{written}");
    }
}
