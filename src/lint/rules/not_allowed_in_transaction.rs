//! Statements that no user transaction may hold.

use crate::lint::{BOTH, Check, Fix, Level, Levels, Rule, line_end};
use crate::source::{Migration, ParsedFile};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "not-allowed-in-transaction",
    summary: "has a statement that cannot run in a transaction",
    docs: include_str!("not_allowed_in_transaction.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal("put it in a file of its own with the header line -- ragsql: no-transaction")],
};

/// The header line, where the statement is alone in its file.
pub(in crate::lint) fn fix(span: Span, file: &Migration, parsed: &ParsedFile) -> Option<Fix> {
    let [batch] = &parsed.batches[..] else { return None };
    let [statement] = &batch.statements[..] else { return None };
    let is_alone = statement.span == span && batch.repeat == 1 && file.header.no_transaction.is_none();
    let line = format!("-- ragsql: no-transaction{}", line_end(file.file.text()));
    is_alone.then(|| Fix { span: Span::default(), text: line })
}
