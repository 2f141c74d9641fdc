//! Constraints without a name of their own that go by what they constrain.

use super::Reader;
use crate::change::Change;
use crate::schema::{Constraint, ConstraintKind, KeyColumn, SqlText, Table};
use crate::syntax::lookup::{Unnamed, What};

impl Reader<'_> {
    /// The constraint that is looked up; where the catalog has none, one of which no more is known.
    pub(super) fn drop_unnamed(&mut self, unnamed: &Unnamed) {
        let table = self.catalog.as_written(unnamed.table.clone());
        if let What::Default(column) = &unnamed.what {
            let known = self.catalog.column(&table, column).and_then(|column| column.default.as_ref());
            let name = known.and_then(|default| default.name.clone());
            return self.push(Change::DropDefault { table, column: column.clone(), name });
        }
        let known = self.catalog.table(&table).and_then(|table| found(table, &unnamed.what)).cloned();
        let constraint = Box::new(known.unwrap_or_else(|| unknown(&unnamed.what)));
        self.push(Change::DropConstraint { table, constraint });
    }
}

/// The constraint of a table; of several, one without a name.
fn found<'a>(table: &'a Table, what: &What) -> Option<&'a Constraint> {
    let is_it = |constraint: &&Constraint| match (&constraint.kind, what) {
        (ConstraintKind::Key { primary, columns: keys, .. }, What::Key { primary: wanted, columns }) => {
            primary == wanted && keys.iter().map(|key| &key.name).eq(columns)
        }
        (
            ConstraintKind::ForeignKey { columns: own, references: target, .. },
            What::ForeignKey { columns, references },
        ) => own == columns && target == references,
        (ConstraintKind::Check { .. } | ConstraintKind::Opaque(_), What::Check) => constraint.name.is_none(),
        _ => false,
    };
    let mut all: Vec<_> = table.constraints.iter().filter(is_it).collect();
    all.sort_by_key(|constraint| constraint.name.is_some());
    all.first().copied()
}

fn unknown(what: &What) -> Constraint {
    let kind = match what {
        What::Key { primary, columns } => {
            let columns = columns.iter().map(|name| KeyColumn { name: name.clone(), descending: false }).collect();
            let (options, storage) = (Vec::new(), None);
            ConstraintKind::Key { primary: *primary, clustered: None, hash: false, columns, options, storage }
        }
        What::ForeignKey { columns, references } => ConstraintKind::ForeignKey {
            columns: columns.clone(),
            references: references.clone(),
            referenced: Vec::new(),
            on_delete: None,
            on_update: None,
            not_for_replication: false,
        },
        What::Default(_) | What::Check => ConstraintKind::Opaque(SqlText::default()),
    };
    Constraint { name: None, kind, not_trusted: false, disabled: false }
}
