//! What changes inside the definition of a table along with one of its parts.

use crate::name::Ident;
use crate::schema::{Column, Constraint, ConstraintKind, Table};

impl Table {
    /// Renames a column in everything of this table that names it by identity. Expressions keep
    /// their text, as the engine refuses to rename what they use (Msg 15336).
    pub(super) fn rename_column(&mut self, from: &Ident, to: &Ident) {
        let rename = |name: &mut Ident| {
            if name == from {
                *name = to.clone();
            }
        };
        self.columns.iter_mut().for_each(|column| rename(&mut column.name));
        for index in &mut self.indexes {
            index.keys.iter_mut().for_each(|key| rename(&mut key.name));
            index.included.iter_mut().for_each(rename);
        }
        for constraint in &mut self.constraints {
            match &mut constraint.kind {
                ConstraintKind::Key { columns, .. } => columns.iter_mut().for_each(|key| rename(&mut key.name)),
                ConstraintKind::ForeignKey { columns, .. } => columns.iter_mut().for_each(rename),
                ConstraintKind::Check { .. } | ConstraintKind::Opaque(_) => {}
            }
        }
        if let Some(period) = &mut self.period {
            rename(&mut period.start);
            rename(&mut period.end);
        }
    }

    /// The columns of a primary key that goes stay NOT NULL, also where only the key said so.
    pub(super) fn keep_not_null(&mut self, key: Option<&Ident>) {
        let is_it = |constraint: &Constraint| match &constraint.kind {
            ConstraintKind::Key { primary: true, columns, .. } if constraint.name.as_ref() == key => {
                Some(columns.clone())
            }
            _ => None,
        };
        let Some(keys) = self.constraints.iter().find_map(is_it) else { return };
        let in_key = |column: &&mut Column| keys.iter().any(|key| key.name == column.name);
        let columns = self.columns.iter_mut().filter(in_key);
        let plain = columns.filter(|column| column.computed.is_none());
        plain.for_each(|column| column.nullable = column.nullable.or(Some(false)));
    }

    pub(super) fn rename_constraint(&mut self, from: &Ident, to: &Ident) {
        let constraints = self.constraints.iter_mut().filter_map(|constraint| constraint.name.as_mut());
        let defaults = self.columns.iter_mut().filter_map(|column| column.default.as_mut()?.name.as_mut());
        for name in constraints.chain(defaults).filter(|name| *name == from) {
            *name = to.clone();
        }
    }
}
