//! Modules and CREATE SCHEMA start their batch.

use crate::lint::behind::behind_query;
use crate::lint::fix::go_between;
use crate::lint::{BOTH, Check, Fix, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::{Kind, Statement};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "module-not-first",
    summary: "has a module or CREATE SCHEMA that does not start its batch",
    docs: include_str!("module_not_first.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "put GO before it; where it must be conditional, use CREATE OR ALTER, or EXEC with the text",
    )],
};

/// GO behind the statement before it. Not where the batch runs several times: GO would end that, too. Not
/// where something else would run than before: behind the module, in a transaction, after a RETURN.
pub(in crate::lint) fn fix(span: Span, file: &Migration, parsed: &ParsedFile) -> Option<Fix> {
    let text = file.file.text();
    let once = parsed.batches.iter().filter(|batch| batch.repeat == 1);
    let mut batches = once.filter_map(|batch| batch.statements.split_last());
    let (module, earlier) = batches.find(|(last, _)| last.span == span)?;
    let is_certain = starts_batch(&module.kind) && is_all(text, module) && earlier.iter().all(goes_on);
    let before = earlier.last().filter(|_| is_certain)?;
    Some(go_between(text, before.span, span))
}

/// Whether nothing that is meant to stand behind a module is in it.
fn is_all(text: &str, module: &Statement) -> bool {
    let has_one_statement = match &module.kind {
        Kind::Module { statements, .. } => statements.len() <= 1,
        _ => true,
    };
    has_one_statement && behind_query(text, module).is_none()
}

/// Whether what follows a statement runs in any case, and in no transaction that the statement begins.
fn goes_on(statement: &Statement) -> bool {
    let mut goes_on = true;
    statement.walk(&mut |inner| {
        let leaves = match &inner.kind {
            Kind::Transaction(_) => true,
            Kind::Other(word) => matches!(&**word, "RETURN" | "GOTO" | "LABEL"),
            _ => false,
        };
        goes_on &= !leaves;
    });
    goes_on
}

/// Whether it is what starts its batch, and no EXEC of a text that has it.
fn starts_batch(kind: &Kind) -> bool {
    matches!(kind, Kind::Module { .. } | Kind::CreateSchema { .. })
}
