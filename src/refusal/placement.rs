//! Where a statement may stand: modules and CREATE SCHEMA start their batch (Learn, "Batches").

use super::{Refusal, table};
use crate::schema::ModuleKind;
use crate::syntax::ast::{Kind, Statement};
use crate::text::Span;

/// Goes through one batch, the first statement of which may be anything.
pub(super) fn batch(statements: &[Statement], found: &mut Vec<(Span, Refusal)>) {
    for (at, statement) in statements.iter().enumerate() {
        if at > 0
            && let Some(word) = starts_batch(&statement.kind)
        {
            found.push((statement.span, table::NOT_FIRST.plain(&[&word])));
        }
        inside(statement, found);
    }
}

/// What stands inside a statement: known dynamic text is a batch of its own, the rest is inside a
/// block or branch.
fn inside(statement: &Statement, found: &mut Vec<(Span, Refusal)>) {
    match &statement.kind {
        Kind::CreateSchema { .. } => {}
        // The body of a module goes on to the end of the batch.
        Kind::Module { statements, .. } => {
            for inner in statements {
                if let Some(word) = starts_batch(&inner.kind) {
                    found.push((inner.span, table::NOT_FIRST.plain(&[&word])));
                }
                inside(inner, found);
            }
        }
        Kind::Dynamic { statements, .. } => batch(statements.as_deref().unwrap_or_default(), found),
        _ => {
            for inner in statement.children() {
                if let Some(word) = starts_batch(&inner.kind) {
                    let keyword = word.rsplit(' ').next().unwrap_or(word);
                    found.push((inner.span, table::INSIDE_A_BLOCK.plain(&[&keyword])));
                }
                inside(inner, found);
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
