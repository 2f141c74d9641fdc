//! Keys that an UPDATE moves: the engine judges them when the statement ends, SQLite row by row.

use super::Binder;
use super::target::Target;
use crate::name::Ident;
use crate::sandbox::query::physical;
use crate::sandbox::query::plan::{Action, Apply};
use crate::schema::{ConstraintKind, IndexKind, Table};
use crate::syntax::lexer;
use crate::text::Span;

impl Binder<'_> {
    /// A step that takes the old keys of the rows that change out of the way, by values that no row has:
    /// `SET ordinal = ordinal + 1` meets no neighbour then. `None` where no assigned column is in a unique
    /// key, or where one is in a foreign key or a condition, which would judge those values.
    pub(super) fn cleared_keys(&self, target: &Target, columns: &[Ident], pending: &str, only: &str) -> Option<Apply> {
        let moved: Vec<Ident> = columns.iter().filter(|column| in_unique_key(&target.table, column)).cloned().collect();
        if moved.is_empty() || moved.iter().any(|column| self.is_judged(target, column)) {
            return None;
        }
        let sets: Vec<String> =
            moved.iter().map(|name| format!("{} = t_no_key(_rowid_)", physical::column(name))).collect();
        let text = format!(
            "UPDATE {} SET {} WHERE _rowid_ IN (SELECT \"row\" FROM {pending}{only})",
            target.physical,
            sets.join(", ")
        );
        Some(Apply { action: Action::Update, columns: moved, sql: self.sql(text) })
    }

    /// Whether a foreign key, a CHECK or an index's condition looks at the column.
    fn is_judged(&self, target: &Target, column: &Ident) -> bool {
        let here = target.table.constraints.iter().any(|constraint| match &constraint.kind {
            ConstraintKind::ForeignKey { columns, .. } => columns.contains(column),
            ConstraintKind::Check { condition, .. } => mentions(condition.as_str(), column),
            _ => false,
        });
        let referenced = self.scope.catalog.tables.values().any(|other| {
            other.definition.constraints.iter().any(|constraint| match &constraint.kind {
                ConstraintKind::ForeignKey { references, .. } => *references == target.name,
                _ => false,
            })
        });
        let in_primary_key = target.table.constraints.iter().any(|constraint| match &constraint.kind {
            ConstraintKind::Key { columns, .. } => columns.iter().any(|key| key.name == *column),
            _ => false,
        });
        let filtered = target.table.indexes.iter().filter_map(|index| index.filter.as_ref());
        here || referenced && in_primary_key || filtered.into_iter().any(|filter| mentions(filter.as_str(), column))
    }
}

fn in_unique_key(table: &Table, column: &Ident) -> bool {
    let constraints = table.constraints.iter().filter_map(|constraint| match &constraint.kind {
        ConstraintKind::Key { columns, .. } => Some(columns),
        _ => None,
    });
    let indexes = table.indexes.iter().filter_map(|index| match index.kind {
        IndexKind::Rowstore { unique: true, .. } => Some(&index.keys),
        _ => None,
    });
    constraints.chain(indexes).any(|keys| keys.iter().any(|key| key.name == *column))
}

/// Whether a text names the column.
fn mentions(text: &str, column: &Ident) -> bool {
    let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
    tokens.iter().any(|token| column.is(&lexer::identifier_text(token.text(text))))
}
