//! Tables that come, and what existing ones gain.

use std::collections::BTreeMap;

use super::column::{Way, way};
use super::work::Work;
use crate::change::Change;
use crate::emit;
use crate::name::{Ident, Name};
use crate::normal;
use crate::schema::{Column, Constraint, HISTORY_RETENTION, Index, IndexOption, SqlText, Table};

/// Options that a table has from its making on.
const FIXED: [&str; 4] = ["MEMORY_OPTIMIZED", "DURABILITY", "LEDGER", "DATA_DELETION"];

impl Work<'_> {
    /// Makes a table, or gives an existing one what it lacks; foreign keys and vector indexes come later.
    pub(super) fn table(&mut self, name: &Name) {
        let Some(wanted) = self.to.table(name) else { return };
        if self.is_done(name, wanted) {
            return self.statistics(name);
        }
        if self.state.tables.contains_key(name) {
            self.columns(name, wanted);
            self.keep_time(name, wanted);
            self.how_it_is_stored(name, wanted);
            self.table_options(name, wanted, |option| option != HISTORY_RETENTION);
        } else {
            self.create_table(name, wanted);
        }
        self.constraints(name, wanted);
        self.indexes(name, &wanted.indexes);
        self.statistics(name);
        self.versioning(name, wanted);
    }

    fn create_table(&mut self, name: &Name, wanted: &Table) {
        let constraints = wanted.constraints.iter().filter(|one| emit::stands_inside(one)).cloned().collect();
        let indexes = emit::inline_indexes(wanted).into_iter().cloned().collect();
        let table = Table { constraints, indexes, ..wanted.clone() };
        self.push(Change::CreateTable { name: name.clone(), table: Box::new(table) });
    }

    fn columns(&mut self, name: &Name, wanted: &Table) {
        let Some(table) = self.state.tables.get(name).map(|entry| entry.definition.clone()) else { return };
        for column in &wanted.columns {
            match table.column(&column.name) {
                None => {
                    let column = Box::new(said(column, &normal::column(self.to, wanted, column)));
                    self.push(Change::AddColumn { table: name.clone(), column });
                }
                Some(there) => self.column(name, &table, there, wanted, column),
            }
        }
        let order = |table: &Table| table.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
        let now = self.state.table(name).map(order).unwrap_or_default();
        if now.len() == wanted.columns.len() && now != order(wanted) {
            self.note(format!("the columns of {name} stand in another order, which no statement changes"));
        }
    }

    fn column(&mut self, name: &Name, table: &Table, there: &Column, wanted: &Table, column: &Column) {
        let from = normal::column(&self.state, table, there);
        let to = normal::column(self.to, wanted, column);
        match way(&from, &to) {
            Way::Type | Way::Grow | Way::Property => {
                let to = Column { default: there.default.clone(), ..said(column, &to) };
                self.push(Change::AlterColumn { table: name.clone(), from: Box::new(there.clone()), to: Box::new(to) });
            }
            Way::None => self.note(format!(
                "column {} of {name} differs in what only a new table can have: make it anew and move the rows",
                column.name
            )),
            Way::Same | Way::Replace => {}
        }
        let has_default = self.state.column(name, &column.name).is_some_and(|column| column.default.is_some());
        if let Some(default) = column.default.clone().filter(|_| !has_default) {
            let (table, column) = (name.clone(), column.name.clone());
            self.push(Change::AddDefault { table, column, default, with_values: false });
        }
    }

    /// The period, once its columns are there.
    fn keep_time(&mut self, name: &Name, wanted: &Table) {
        let now = self.state.table(name).and_then(|table| table.period.clone());
        if wanted.period.is_some() && now != wanted.period {
            self.push(Change::SetPeriod { table: name.clone(), period: wanted.period.clone() });
        }
    }

    /// System versioning, once the key is there.
    fn versioning(&mut self, name: &Name, wanted: &Table) {
        let now = self.state.table(name).and_then(|table| table.versioned.clone());
        if wanted.versioned.is_some() && now != wanted.versioned {
            self.push(Change::SetVersioning { table: name.clone(), versioned: wanted.versioned.clone() });
        }
        self.table_options(name, wanted, |option| option == HISTORY_RETENTION);
    }

    fn how_it_is_stored(&mut self, name: &Name, wanted: &Table) {
        let Some(table) = self.state.table(name) else { return };
        let (from, to) = (normal::table(&self.state, table), normal::table(self.to, wanted));
        let place =
            |table: &Table| (table.storage.clone(), table.lob_storage.clone(), table.filestream_storage.clone());
        if place(&from) != place(&to) || from.graph != to.graph || from.opaque != to.opaque {
            self.note(format!("{name} differs in where or how it is stored: make it anew and move the rows"));
        }
    }

    /// Options of a table, those among them that are asked for.
    fn table_options(&mut self, name: &Name, wanted: &Table, asked: impl Fn(&str) -> bool) {
        let Some(table) = self.state.table(name) else { return };
        let (from, to) = (normal::table(&self.state, table), normal::table(self.to, wanted));
        let values = |options: &[IndexOption]| -> BTreeMap<Box<str>, SqlText> {
            options
                .iter()
                .filter(|option| asked(&option.name))
                .map(|option| (option.name.clone(), option.value.clone()))
                .collect()
        };
        let (from, to) = (values(&from.options), values(&to.options));
        let gone = from.keys().filter(|option| !to.contains_key(*option));
        let back = gone.filter_map(|option| Some((option.clone(), SqlText::new(normal::default_option(option)?))));
        let set: Vec<_> = to
            .iter()
            .filter(|(option, value)| from.get(*option) != Some(*value))
            .map(|(option, value)| (option.clone(), value.clone()))
            .chain(back)
            .collect();
        for (option, value) in set {
            if FIXED.contains(&&*option) {
                self.note(format!("{name} differs in {option}, which a table has from its making on"));
            } else {
                self.push(Change::SetTableOption { table: name.clone(), option: IndexOption { name: option, value } });
            }
        }
    }

    /// Keys and checks; foreign keys come later.
    fn constraints(&mut self, name: &Name, wanted: &Table) {
        let is_here = |constraint: &&Constraint| !constraint.is_foreign_key();
        for constraint in wanted.constraints.iter().filter(is_here) {
            self.constraint(name, wanted, constraint);
        }
    }

    /// Foreign keys, once every table is there.
    pub(super) fn foreign_keys(&mut self, name: &Name) {
        let Some(wanted) = self.to.table(name).filter(|wanted| !self.is_done(name, wanted)) else { return };
        wanted.constraints.iter().filter(|one| one.is_foreign_key()).for_each(|key| self.constraint(name, wanted, key));
    }

    fn is_done(&self, name: &Name, wanted: &Table) -> bool {
        self.state.table(name).is_some_and(|table| table == wanted)
    }

    fn constraint(&mut self, name: &Name, wanted: &Table, constraint: &Constraint) {
        let to = normal::constraint(self.to, wanted, constraint);
        let there = self.state.table(name).and_then(|table| {
            let same = |found: &&Constraint| same_constraint(&normal::constraint(&self.state, table, found), &to);
            table.constraints.iter().filter(|found| found.name == constraint.name).find(same).cloned()
        });
        match (there, &constraint.name) {
            (None, _) => {
                let constraint = Box::new(constraint.clone());
                self.push(Change::AddConstraint { table: name.clone(), constraint });
            }
            (Some(there), Some(own)) if switches(&there) != switches(constraint) => {
                self.push(Change::SwitchConstraint {
                    table: name.clone(),
                    name: own.clone(),
                    enable: !constraint.disabled,
                    trusted: !constraint.not_trusted,
                })
            }
            _ => {}
        }
    }

    /// Indexes of a table or view, vector indexes aside.
    pub(super) fn indexes(&mut self, owner: &Name, wanted: &[Index]) {
        wanted.iter().filter(|index| !index.is_vector()).for_each(|index| self.index(owner, index));
    }

    pub(super) fn index(&mut self, owner: &Name, wanted: &Index) {
        match self.state.index(owner, &wanted.name).map(|index| index.disabled) {
            None => {
                let index = Box::new(wanted.clone());
                self.push(Change::CreateIndex { table: owner.clone(), index, drop_existing: false });
            }
            Some(disabled) if disabled != wanted.disabled => {
                let action = if wanted.disabled { "DISABLE" } else { "REBUILD" }.into();
                let (table, index) = (owner.clone(), Some(wanted.name.clone()));
                self.push(Change::AlterIndex { table, index, action, options: Vec::new() });
            }
            Some(_) => {}
        }
    }

    pub(super) fn statistics(&mut self, owner: &Name) {
        for (name, statistics) in self.to.statistics.get(owner).into_iter().flatten() {
            if !self.state.statistics.get(owner).is_some_and(|there| there.contains_key(name)) {
                let (table, name, statistics) = (owner.clone(), name.clone(), Box::new(statistics.clone()));
                self.push(Change::CreateStatistics { table, name, statistics });
            }
        }
    }

    /// Vector indexes, which come when everything else is there.
    pub(super) fn vector_indexes(&mut self) {
        let to = self.to;
        for (name, entry) in &to.tables {
            entry.definition.indexes.iter().filter(|index| index.is_vector()).for_each(|index| self.index(name, index));
        }
    }
}

/// A column that says whether it takes NULL: beside a key that comes later it would say something else.
fn said(column: &Column, normal: &Column) -> Column {
    Column { nullable: column.nullable.or(normal.nullable), ..column.clone() }
}

/// Whether two constraints in their normal form demand the same under one name, be they switched on or
/// not; those without a name are the same when they demand the same.
pub(super) fn same_constraint(one: &Constraint, other: &Constraint) -> bool {
    let switched = one.name.is_some() || switches(one) == switches(other);
    one.name == other.name && one.kind == other.kind && switched
}

fn switches(constraint: &Constraint) -> (bool, bool) {
    (constraint.disabled, constraint.not_trusted)
}

/// Whether two indexes are the same, be they disabled or not.
pub(super) fn same_index(one: &Index, other: &Index) -> bool {
    let form = |index: &Index| Index { disabled: false, ..normal::index(index) };
    one == other || form(one) == form(other)
}

/// Whether two columns have the same default constraint.
pub(super) fn same_default(one: &Column, other: &Column) -> bool {
    let form = |column: &Column| -> Option<(Option<Ident>, String)> {
        let default = column.default.as_ref()?;
        Some((default.name.clone(), normal::expression(default.value.as_str())))
    };
    form(one) == form(other)
}
