//! The table of refusals, played as an engine does it: a statement that is refused changes nothing.
//!
//! `-- refused: 2714, 1750` above a statement names the first error and what is sent after it; every
//! other statement has to be accepted.

use std::fs;
use std::path::Path;

use ragsql::catalog::Catalog;
use ragsql::change::{Change, Journal};
use ragsql::name::{Ident, Name};
use ragsql::refusal::{self, Profile, Refusal, Situation};
use ragsql::replay::{Context, meaning};
use ragsql::source;
use ragsql::syntax::ast::{Kind, Statement, Transaction};

/// An engine with a schema and no rows.
struct Engine<'a> {
    text: &'a str,
    profile: Profile,
    catalog: Catalog,
    journal: Journal,
    context: Context,
    in_transaction: bool,
}

impl Engine<'_> {
    /// Runs a statement: what refuses it, or nothing when its changes are carried out.
    fn run(&mut self, statement: &Statement) -> Option<Refusal> {
        match &statement.kind {
            Kind::Transaction(Transaction::Begin(_)) => self.in_transaction = true,
            Kind::Transaction(_) => self.in_transaction = false,
            Kind::SetOption { names, value } => self.context.settings = self.context.settings.with(names, value),
            _ => {}
        }
        let text = &self.text[statement.span.range()];
        let first =
            self.judge(|situation, catalog| refusal::refusals_of_statement(statement, text, catalog, situation));
        if first.is_some() {
            return first;
        }
        let mark = self.journal.mark();
        for (change, _) in meaning(statement, &self.catalog, &self.context).changes() {
            if let Some(refusal) = self.change(change) {
                self.journal.undo(&mut self.catalog, mark);
                return Some(refusal);
            }
        }
        None
    }

    fn change(&mut self, change: &Change) -> Option<Refusal> {
        let first = self.judge(|situation, catalog| refusal::refusals(change, catalog, situation));
        if first.is_none() && !change.is_temporary() {
            self.journal.apply(&mut self.catalog, change, None).unwrap_or_else(|error| panic!("{change:?}: {error}"));
        }
        first
    }

    fn judge(&self, refusals: impl Fn(&Situation, &Catalog) -> Vec<Refusal>) -> Option<Refusal> {
        let vectors = |table: &Name, _: &Ident| if table.object.is("few") { 99 } else { 100 };
        let situation = Situation {
            profile: self.profile,
            in_transaction: self.in_transaction,
            settings: self.context.settings,
            vectors: Some(&vectors),
            database: Some("ragdb"),
            ..Situation::default()
        };
        refusals(&situation, &self.catalog).into_iter().next()
    }
}

/// The numbers above a statement.
fn expected(text: &str, statement: &Statement) -> Vec<u32> {
    let before = text[..statement.span.start as usize].trim_end();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let numbers = line.trim().strip_prefix("-- refused: ");
    numbers.map(|list| list.split(", ").map(|number| number.parse().expect("a number")).collect()).unwrap_or_default()
}

fn numbers(refusal: Option<&Refusal>) -> Vec<u32> {
    let then = |refusal: &Refusal| refusal.then.map(|(number, _)| number);
    refusal.map(|refusal| std::iter::once(refusal.number).chain(then(refusal)).collect()).unwrap_or_default()
}

fn play(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refusal").join(name);
    let text = fs::read_to_string(path).expect("readable");
    let engine = text.split('\n').find_map(|line| line.strip_prefix("-- engine: ")).unwrap_or("azure");
    let mut engine = Engine {
        text: &text,
        profile: engine.parse().expect("an engine"),
        catalog: Catalog::default(),
        journal: Journal::default(),
        context: Context::default(),
        in_transaction: false,
    };
    let parsed = source::text(name, &text).parse();
    let mut wrong = Vec::new();
    for statement in parsed.batches.iter().flat_map(|batch| &batch.statements) {
        let (expected, refusal) = (expected(&text, statement), engine.run(statement));
        if numbers(refusal.as_ref()) != expected {
            wrong.push(format!("{}\n  expected {expected:?}, got {refusal:?}", &text[statement.span.range()]));
        }
    }
    assert!(parsed.problems.is_empty() && wrong.is_empty(), "{:?}{}", parsed.problems, wrong.join("\n"));
}

#[test]
fn vectors() {
    play("vectors.sql");
}

#[test]
fn objects() {
    play("objects.sql");
}

#[test]
fn statements() {
    play("statements.sql");
}

#[test]
fn sql_server_2025() {
    play("sql2025.sql");
}

#[test]
fn batches() {
    let numbers = |text: &str| {
        let parsed = source::text("b.sql", text).parse();
        let found = refusal::refusals_of_batch(&parsed.batches[0].statements, text);
        found.iter().map(|(_, refusal)| refusal.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers("/* c */ CREATE VIEW v AS SELECT 1 AS a"), [0; 0]);
    assert_eq!(numbers("SELECT 1; CREATE VIEW v AS SELECT 1 AS a"), [111]);
    assert_eq!(numbers("IF 1 = 1 CREATE SCHEMA s"), [156]);
    assert_eq!(numbers("PRINT 1; EXEC ('CREATE SCHEMA s')"), [0; 0]);
    assert_eq!(numbers("EXEC ('PRINT 1; CREATE SCHEMA s')"), [111]);
    let merge = "MERGE t USING s ON t.a = s.a WHEN MATCHED THEN DELETE";
    assert_eq!(numbers(&format!("{merge} /* c */ ; SELECT 1")), [0; 0]);
    assert_eq!(numbers(&format!("{merge} SELECT 1;")), [10713]);
    assert_eq!(numbers(&format!("CREATE PROCEDURE p AS BEGIN {merge} END;")), [10713]);
    assert_eq!(numbers(&format!("EXEC ('{merge};')")), [0; 0]);
}
