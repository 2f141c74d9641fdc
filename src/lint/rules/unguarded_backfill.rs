//! A file without a transaction that may be run again, and rows that are inserted each time.

use crate::catalog::Place;
use crate::lint::loose::is_loose;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile, Phase};
use crate::syntax::ast::{DmlVerb, Kind, Statement};
use crate::syntax::lexer::lex;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "unguarded-backfill",
    summary: "inserts rows again when a file that asks first is run again",
    docs: include_str!("unguarded_backfill.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::File(check)],
};

fn check(index: usize, migration: &Migration, parsed: &ParsedFile, findings: &mut Findings) {
    let in_transaction = migration.phase == Phase::Migrations && migration.header.no_transaction.is_none();
    if in_transaction || is_loose(migration) {
        return;
    }
    let text = migration.file.text();
    let statements = || parsed.batches.iter().filter(|batch| batch.repeat == 1).flat_map(|batch| &batch.statements);
    let Some(asks) = statements().find(|statement| defines_when_missing(statement)) else { return };
    for statement in statements() {
        let Kind::Dml { verb, target: Some(target) } = &statement.kind else { continue };
        let is_temporary = target.object().as_str().starts_with(['#', '@']);
        let repeats = match verb {
            DmlVerb::Insert => !asks_itself(text, statement.span),
            DmlVerb::Update => is_relative(text, statement.span),
            _ => false,
        };
        if is_temporary || !repeats {
            continue;
        }
        let what = if *verb == DmlVerb::Insert { "inserts its rows" } else { "adds to the same values" };
        let place = |span| Place { file: index as u32, span };
        findings
            .add(place(statement.span), format!("when the file is run again after an interruption, this {what} a second time: it runs in no transaction, and asks nothing"))
            .table(target.to_name())
            .related(Some(place(asks.span)), "this asks whether it is still to be done")
            .help("add a condition that leaves out what is done, such as WHERE NOT EXISTS (…); or move it to a file that runs in a transaction");
    }
}

/// A change of the schema under a condition.
fn defines_when_missing(statement: &Statement) -> bool {
    let mut defines = false;
    statement.walk(&mut |inner| {
        defines |= matches!(
            inner.kind,
            Kind::CreateTable { .. }
                | Kind::AlterTable { .. }
                | Kind::CreateIndex { .. }
                | Kind::CreateSchema { .. }
                | Kind::Sequence { .. }
        );
    });
    matches!(statement.kind, Kind::If { .. }) && defines
}

/// Whether an INSERT leaves out what is there already.
fn asks_itself(text: &str, span: Span) -> bool {
    const ASKS: [&str; 4] = ["EXISTS", "EXCEPT", "IN", "LEFT"];
    let tokens = lex(text, span).tokens;
    tokens.iter().any(|token| ASKS.iter().any(|word| token.is_word(text, word)))
}

/// Whether an UPDATE of every row makes values of themselves: `SET n = n + 1`, `SET n += 1`.
fn is_relative(text: &str, span: Span) -> bool {
    let tokens = lex(text, span).tokens;
    if tokens.iter().any(|token| token.is_word(text, "WHERE")) {
        return false;
    }
    let compound = tokens.iter().any(|token| matches!(token.text(text), "+=" | "-=" | "*=" | "/="));
    let own = tokens
        .windows(3)
        .any(|words| words[1].is_symbol(text, "=") && words[0].text(text).eq_ignore_ascii_case(words[2].text(text)));
    compound || own
}
