//! Modules and CREATE SCHEMA start their batch.

use crate::lint::fix::go_between;
use crate::lint::{BOTH, Check, Fix, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::Kind;
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

/// GO behind the statement before it. Not where the batch runs several times: GO would end that, too.
pub(in crate::lint) fn fix(span: Span, file: &Migration, parsed: &ParsedFile) -> Option<Fix> {
    let once = parsed.batches.iter().filter(|batch| batch.repeat == 1);
    let mut pairs = once.flat_map(|batch| batch.statements.windows(2));
    let [before, _] = pairs.find(|pair| pair[1].span == span && starts_batch(&pair[1].kind))? else { return None };
    Some(go_between(file.file.text(), before.span, span))
}

/// Whether it is what starts its batch, and no EXEC of a text that has it.
fn starts_batch(kind: &Kind) -> bool {
    matches!(kind, Kind::Module { .. } | Kind::CreateSchema { .. })
}
