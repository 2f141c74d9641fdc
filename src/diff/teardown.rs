//! What goes: first what is bound to others, then what others were bound to.

use std::collections::BTreeSet;

use super::disturbed::Disturbed;
use super::parts;
use super::table::{same_constraint, same_default, same_index};
use super::work::Work;
use crate::catalog::Entry;
use crate::change::Change;
use crate::emit;
use crate::name::{Ident, Name};
use crate::normal;
use crate::schema::{Column, Constraint, ConstraintKind, Index, Policy, Table};

impl Work<'_> {
    /// Takes down what is gone, and what cannot stay while something else changes.
    pub(super) fn tear_down(&mut self, disturbed: &Disturbed) {
        self.each_table(|work, name, table| work.drop_vector_indexes(name, table, disturbed));
        self.drop_policies(disturbed);
        self.each_table(|work, name, table| work.drop_foreign_keys(name, table, disturbed));
        self.drop_view_indexes(disturbed);
        let of_tables = self.functions_of_tables(disturbed);
        self.drop_modules(disturbed, |name| !of_tables.contains(name));
        self.each_table(|work, name, table| work.drop_parts(name, table, disturbed));
        self.drop_modules(disturbed, |_| true);
        self.each_table(|work, name, table| work.drop_table_or_columns(name, table, disturbed));
        self.drop_plain_objects(disturbed);
    }

    fn each_table(&mut self, mut visit: impl FnMut(&mut Self, &Name, &Table)) {
        let tables: Vec<_> =
            self.state.tables.iter().map(|(name, entry)| (name.clone(), entry.definition.clone())).collect();
        for (name, table) in tables {
            visit(self, &name, &table);
        }
    }

    /// Whether a table is to be what it is, and nothing that it stands on is in the way.
    fn stays(&self, name: &Name, table: &Table, disturbed: &Disturbed) -> bool {
        let alone =
            !disturbed.columns.contains_key(name) && disturbed.changed.is_empty() && disturbed.modules.is_empty();
        alone && !disturbed.goes(self.to, name) && self.is_same(name, table) && self.same_statistics(name)
    }

    fn same_statistics(&self, name: &Name) -> bool {
        self.state.statistics.get(name) == self.to.statistics.get(name)
    }

    fn drop_index(&mut self, table: &Name, index: &Index) {
        self.push(Change::DropIndex { table: table.clone(), index: Box::new(index.clone()) });
    }

    fn drop_vector_indexes(&mut self, name: &Name, table: &Table, disturbed: &Disturbed) {
        if self.stays(name, table, disturbed) {
            return;
        }
        let columns = disturbed.columns_of(name);
        let key_goes = table.constraints.iter().any(|constraint| {
            matches!(constraint.kind, ConstraintKind::Key { .. })
                && self.constraint_goes(name, table, constraint, disturbed)
        });
        for index in table.indexes.iter().filter(|index| index.is_vector()) {
            if key_goes || self.index_goes(name, index, &columns, disturbed) {
                self.drop_index(name, index);
            }
        }
    }

    fn drop_policies(&mut self, disturbed: &Disturbed) {
        let goes = |(name, entry): &(&Name, &Entry<Policy>)| {
            let policy = &*entry.definition;
            let bound = policy.schema_bound != Some(false);
            let same_binding = |wanted: &Entry<Policy>| (wanted.definition.schema_bound != Some(false)) == bound;
            let meets = policy.predicates.iter().any(|predicate| {
                let function = &predicate.function;
                let moved = bound && (disturbed.changed.contains(function) || disturbed.modules.contains(function));
                let target = &predicate.target;
                moved
                    || (self.state.tables.contains_key(target) && disturbed.goes(self.to, target))
                    || (bound
                        && disturbed
                            .columns
                            .get(target)
                            .is_some_and(|columns| parts::policy_uses(policy, target, columns)))
            });
            meets || !self.to.policies.get(name).is_some_and(same_binding)
        };
        let names: Vec<Name> = self.state.policies.iter().filter(goes).map(|(name, _)| name.clone()).collect();
        for name in names {
            if self.to.policies.contains_key(&name) {
                self.note(format!(
                    "policy {name} goes and comes again, since what it is bound to changes: its tables are unprotected in between"
                ));
            }
            self.push(Change::DropPolicy { name });
        }
    }

    /// Foreign keys that are gone, or that stand on columns or keys that go.
    fn drop_foreign_keys(&mut self, name: &Name, table: &Table, disturbed: &Disturbed) {
        for constraint in &table.constraints {
            let ConstraintKind::ForeignKey { references, .. } = &constraint.kind else { continue };
            if self.constraint_goes(name, table, constraint, disturbed)
                || self.target_goes(constraint, references, disturbed)
            {
                self.push(Change::DropConstraint { table: name.clone(), constraint: Box::new(constraint.clone()) });
            }
        }
    }

    /// Whether what a foreign key refers to goes: the table, a column, or the key.
    fn target_goes(&self, key: &Constraint, target: &Name, disturbed: &Disturbed) -> bool {
        let Some(columns) = parts::stands_on(key, target) else { return false };
        let Some(table) = self.state.table(target) else { return false };
        let touched = disturbed.columns_of(target);
        if disturbed.goes(self.to, target) || columns.iter().any(|column| touched.contains(column)) {
            return true;
        }
        let goes = |name: Option<&Ident>| {
            let constraint = table.constraints.iter().find(|found| found.name.as_ref() == name);
            let index = name.and_then(|name| table.index(name));
            constraint.is_some_and(|found| self.constraint_goes(target, table, found, disturbed))
                || index.is_some_and(|found| self.index_goes(target, found, &touched, disturbed))
        };
        let unique = parts::unique_columns(table, goes);
        let named: BTreeSet<Ident> = columns.iter().cloned().collect();
        unique.iter().any(|columns| named.is_empty() || *columns == named)
    }

    /// Whether a constraint is not wanted as it is, or stands on what goes.
    fn constraint_goes(&self, name: &Name, table: &Table, constraint: &Constraint, disturbed: &Disturbed) -> bool {
        let is_check = matches!(constraint.kind, ConstraintKind::Check { .. });
        let wanted = |wanted: &Table| {
            let one = normal::constraint(&self.state, table, constraint);
            let mut named = wanted.constraints.iter().filter(|other| other.name == constraint.name);
            named.any(|other| same_constraint(&one, &normal::constraint(self.to, wanted, other)))
        };
        disturbed.goes(self.to, name)
            || parts::constraint_uses(constraint, &disturbed.columns_of(name))
            || (is_check && parts::constraint_uses(constraint, &disturbed.names))
            || !(self.is_same(name, table) || self.to.table(name).is_some_and(wanted))
    }

    fn index_goes(&self, name: &Name, index: &Index, columns: &BTreeSet<Ident>, disturbed: &Disturbed) -> bool {
        let wanted = self.to.table(name).and_then(|table| table.index(&index.name));
        disturbed.goes(self.to, name)
            || parts::index_uses(index, columns)
            || !wanted.is_some_and(|wanted| same_index(index, wanted))
    }

    /// Indexes of views that are altered, which would lose them, or that differ.
    fn drop_view_indexes(&mut self, disturbed: &Disturbed) {
        for (view, indexes) in self.state.view_indexes.clone() {
            let wanted = self.to.view_indexes.get(&view);
            for index in &indexes {
                let same = |wanted: &Vec<Index>| {
                    wanted.iter().any(|other| other.name == index.name && same_index(index, other))
                };
                let stays = !disturbed.changed.contains(&view) && wanted.is_some_and(same);
                if !stays && !disturbed.modules.contains(&view) {
                    self.drop_index(&view, index);
                }
            }
        }
    }

    /// The modules among those that go which parts of tables call.
    fn functions_of_tables(&self, disturbed: &Disturbed) -> BTreeSet<Name> {
        let mut called = BTreeSet::new();
        if disturbed.modules.is_empty() {
            return called;
        }
        for entry in self.state.tables.values() {
            called.extend(emit::calls_of(&entry.definition));
        }
        called.retain(|name| disturbed.modules.contains(name));
        called
    }

    /// Drops modules that go, those that stand on others first.
    fn drop_modules(&mut self, disturbed: &Disturbed, wanted: impl Fn(&Name) -> bool) {
        let names: BTreeSet<Name> = disturbed.modules.iter().filter(|name| wanted(name)).cloned().collect();
        let sorted: Vec<Name> =
            emit::sorted(&self.state, names.iter()).into_iter().filter(|name| names.contains(name)).cloned().collect();
        for name in sorted.into_iter().rev() {
            if let Some(entry) = self.state.modules.get(&name) {
                self.push(Change::DropModule { kind: entry.definition.kind, name });
            }
        }
    }

    /// Constraints, indexes, statistics and defaults that go, and computed columns.
    fn drop_parts(&mut self, name: &Name, table: &Table, disturbed: &Disturbed) {
        if disturbed.goes(self.to, name) || self.stays(name, table, disturbed) {
            return;
        }
        let columns = disturbed.columns_of(name);
        for index in table.indexes.iter().filter(|index| !index.is_vector()) {
            if self.index_goes(name, index, &columns, disturbed) {
                self.drop_index(name, index);
            }
        }
        let is_key = |constraint: &&Constraint| !constraint.is_foreign_key();
        for constraint in table.constraints.iter().filter(is_key) {
            if self.constraint_goes(name, table, constraint, disturbed) {
                self.push(Change::DropConstraint { table: name.clone(), constraint: Box::new(constraint.clone()) });
            }
        }
        self.drop_statistics(name, &columns);
        for column in &table.columns {
            self.drop_default(name, column, disturbed);
        }
        let computed =
            table.columns.iter().filter(|column| column.computed.is_some() && columns.contains(&column.name));
        computed.for_each(|column| self.push(Change::DropColumn { table: name.clone(), column: column.name.clone() }));
    }

    fn drop_statistics(&mut self, table: &Name, columns: &BTreeSet<Ident>) {
        let wanted = self.to.statistics.get(table);
        let there = self.state.statistics.get(table).cloned().unwrap_or_default();
        for (name, of) in there {
            let same =
                wanted.and_then(|wanted| wanted.get(&name)).map(normal::statistics) == Some(normal::statistics(&of));
            if !same || parts::statistics_use(&of, columns) {
                self.push(Change::DropStatistics { table: table.clone(), name });
            }
        }
    }

    fn drop_default(&mut self, table: &Name, column: &Column, disturbed: &Disturbed) {
        let Some(default) = &column.default else { return };
        let wanted = self.to.column(table, &column.name);
        let same = wanted.is_some_and(|wanted| same_default(column, wanted));
        let moved = disturbed.columns_of(table).contains(&column.name);
        if !same || moved || parts::mentions(default.value.as_str(), &disturbed.names) {
            let (table, name) = (table.clone(), default.name.clone());
            self.push(Change::DropDefault { table, column: column.name.clone(), name });
        }
    }

    /// A table that goes, or the columns of one that stays.
    fn drop_table_or_columns(&mut self, name: &Name, table: &Table, disturbed: &Disturbed) {
        if self.stays(name, table, disturbed) {
            return;
        }
        let goes = disturbed.goes(self.to, name);
        let wanted = self.to.table(name);
        let keeps_time = !goes && wanted.is_some_and(|wanted| same_time(table, wanted));
        if table.versioned.is_some() && !keeps_time {
            self.push(Change::SetVersioning { table: name.clone(), versioned: None });
        }
        if goes {
            return self.push(Change::DropTable { name: name.clone() });
        }
        if table.period.is_some() && !wanted.is_some_and(|wanted| wanted.period == table.period) {
            self.push(Change::SetPeriod { table: name.clone(), period: None });
        }
        for column in table.columns.iter().filter(|column| column.computed.is_none()) {
            if self.column_goes(name, table, column) {
                self.push(Change::DropColumn { table: name.clone(), column: column.name.clone() });
            }
        }
    }

    /// Whether a column is gone, or comes again as another.
    fn column_goes(&self, name: &Name, table: &Table, column: &Column) -> bool {
        let Some(wanted) = self.to.table(name) else { return true };
        let Some(found) = wanted.column(&column.name) else { return true };
        let (now, then) = (normal::column(&self.state, table, column), normal::column(self.to, wanted, found));
        super::column::way(&now, &then) == super::column::Way::Replace
    }
}

/// Whether two tables keep the same history.
fn same_time(one: &Table, other: &Table) -> bool {
    one.versioned == other.versioned && one.period == other.period
}
