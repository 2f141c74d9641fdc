//! What of a table stands on its columns, on keys of other tables and on functions.

use std::collections::BTreeSet;

use crate::name::{Ident, Name};
use crate::schema::{Column, Constraint, ConstraintKind, Index, IndexKind, Policy, Statistics, Table};
use crate::syntax::lexer::{self, identifier_text};
use crate::text::Span;

/// The names in a text: every identifier in it, whatever it stands for.
pub(super) fn words(text: &str) -> BTreeSet<Ident> {
    let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
    let names = tokens.iter().filter(|token| token.kind.is_name());
    names.map(|token| Ident::new(identifier_text(token.text(text)))).collect()
}

/// Whether a text names one of these.
pub(super) fn mentions(text: &str, names: &BTreeSet<Ident>) -> bool {
    !names.is_empty() && !words(text).is_disjoint(names)
}

/// Whether a constraint stands on one of these columns, or on an object of one of these names.
pub(super) fn constraint_uses(constraint: &Constraint, names: &BTreeSet<Ident>) -> bool {
    match &constraint.kind {
        ConstraintKind::Key { columns, .. } => columns.iter().any(|key| names.contains(&key.name)),
        ConstraintKind::ForeignKey { columns, .. } => columns.iter().any(|column| names.contains(column)),
        ConstraintKind::Check { condition, .. } => mentions(condition.as_str(), names),
        ConstraintKind::Opaque(text) => mentions(text.as_str(), names),
    }
}

/// Whether an index stands on one of these columns.
pub(super) fn index_uses(index: &Index, names: &BTreeSet<Ident>) -> bool {
    let filter = index.filter.as_ref().is_some_and(|filter| mentions(filter.as_str(), names));
    let ordered = match &index.kind {
        IndexKind::Columnstore { order, .. } => order.iter().any(|column| names.contains(column)),
        _ => false,
    };
    let every = matches!(index.kind, IndexKind::Columnstore { clustered: true, .. }) && !names.is_empty();
    let key = index.keys.iter().any(|key| names.contains(&key.name));
    key || filter || ordered || every || index.included.iter().any(|column| names.contains(column))
}

/// Whether statistics stand on one of these columns.
pub(super) fn statistics_use(statistics: &Statistics, names: &BTreeSet<Ident>) -> bool {
    let filter = statistics.filter.as_ref().is_some_and(|filter| mentions(filter.as_str(), names));
    filter || statistics.columns.iter().any(|column| names.contains(column))
}

/// Whether a computed column stands on one of these columns or functions.
pub(super) fn computed_uses(column: &Column, names: &BTreeSet<Ident>) -> bool {
    column.computed.as_ref().is_some_and(|computed| mentions(computed.expression.as_str(), names))
}

/// Whether a predicate of a policy on a table is given one of these columns.
pub(super) fn policy_uses(policy: &Policy, table: &Name, names: &BTreeSet<Ident>) -> bool {
    let on_table = policy.predicates.iter().filter(|predicate| &predicate.target == table);
    on_table.flat_map(|predicate| &predicate.arguments).any(|argument| mentions(argument.as_str(), names))
}

/// The columns of a foreign key's other table that it stands on; all of them when it names none.
pub(super) fn stands_on<'a>(key: &'a Constraint, target: &Name) -> Option<&'a [Ident]> {
    match &key.kind {
        ConstraintKind::ForeignKey { references, referenced, .. } if references == target => Some(referenced),
        _ => None,
    }
}

/// The columns of every key and unique index of a table whose part is among these.
pub(super) fn unique_columns(table: &Table, goes: impl Fn(Option<&Ident>) -> bool) -> Vec<BTreeSet<Ident>> {
    let keys = table.constraints.iter().filter_map(|constraint| match &constraint.kind {
        ConstraintKind::Key { columns, .. } if goes(constraint.name.as_ref()) => Some(columns),
        _ => None,
    });
    let indexes = table.indexes.iter().filter_map(|index| match index.kind {
        IndexKind::Rowstore { unique: true, .. } if goes(Some(&index.name)) => Some(&index.keys),
        _ => None,
    });
    keys.chain(indexes).map(|keys| keys.iter().map(|key| key.name.clone()).collect()).collect()
}
