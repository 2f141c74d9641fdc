//! Where a statement may stand: modules and CREATE SCHEMA start their batch (Learn, "Batches"). And that a
//! MERGE ends in a semicolon (Learn, MERGE).

use super::{Refusal, table};
use crate::schema::ModuleKind;
use crate::syntax::ast::{DmlVerb, Kind, Statement};
use crate::syntax::lexer::Lexer;
use crate::text::Span;

/// Goes through one batch, the first statement of which may be anything. `text` is what spans are offsets into;
/// `None` for text that is executed, whose own text is not at hand.
pub(super) fn batch(statements: &[Statement], text: Option<&str>, found: &mut Vec<(Span, Refusal)>) {
    for (at, statement) in statements.iter().enumerate() {
        if at > 0
            && let Some(word) = starts_batch(&statement.kind)
        {
            found.push((statement.span, table::NOT_FIRST.plain(&[&word])));
        }
        look(statement, text, found);
    }
}

/// 10713.
fn merge(statement: &Statement, text: Option<&str>, found: &mut Vec<(Span, Refusal)>) {
    let Some(text) = text.filter(|_| matches!(statement.kind, Kind::Dml { verb: DmlVerb::Merge, .. })) else { return };
    let next = Lexer::new(text, Span::new(statement.span.end as usize, text.len())).tokens().next();
    if !next.is_some_and(|token| token.is_symbol(text, ";")) {
        found.push((statement.span, table::MERGE_WITHOUT_END.plain(&[])));
    }
}

/// A statement and what stands inside it: known dynamic text is a batch of its own, the rest is inside a
/// block or branch.
fn look(statement: &Statement, text: Option<&str>, found: &mut Vec<(Span, Refusal)>) {
    merge(statement, text, found);
    match &statement.kind {
        Kind::CreateSchema { .. } => {}
        // The body of a module goes on to the end of the batch.
        Kind::Module { statements, .. } => {
            for inner in statements {
                if let Some(word) = starts_batch(&inner.kind) {
                    found.push((inner.span, table::NOT_FIRST.plain(&[&word])));
                }
                look(inner, text, found);
            }
        }
        Kind::Dynamic { statements, .. } => batch(statements.as_deref().unwrap_or_default(), None, found),
        _ => {
            for inner in statement.children() {
                if let Some(word) = starts_batch(&inner.kind) {
                    let keyword = word.rsplit(' ').next().unwrap_or(word);
                    found.push((inner.span, table::INSIDE_A_BLOCK.plain(&[&keyword])));
                }
                look(inner, text, found);
            }
        }
    }
}

/// The words of a statement that has to start its batch.
fn starts_batch(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::CreateSchema { .. } => Some("CREATE SCHEMA"),
        Kind::Module { module, .. } => Some(match module.kind {
            ModuleKind::Procedure => "CREATE/ALTER PROCEDURE",
            ModuleKind::Function => "CREATE/ALTER FUNCTION",
            ModuleKind::View => "CREATE/ALTER VIEW",
            ModuleKind::Trigger => "CREATE/ALTER TRIGGER",
        }),
        _ => None,
    }
}
