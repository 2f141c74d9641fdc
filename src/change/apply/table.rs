//! Tables, their columns and their constraints.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::kind::{Policies, Tables};
use super::{Applied, Edit, set_option};
use crate::catalog::{Entry, Part, Presence};
use crate::change::error::PartKind;
use crate::change::journal::Cell;
use crate::change::{ApplyError, Change};
use crate::name::{Ident, Name};
use crate::schema::{Column, Constraint, DefaultValue, HISTORY_RETENTION, Policy, Table};
use crate::syntax::ast::ObjectClass;

impl Edit<'_> {
    pub(super) fn table(&mut self, change: &Change) -> Applied {
        match change {
            Change::CreateTable { name, table } => self.create_table(name, table),
            Change::DropTable { name } => {
                self.known_table(name)?;
                self.take_table(name);
                Ok(())
            }
            Change::Truncate { table } | Change::SwitchPartition { table, .. } => self.known_table(table).map(drop),
            Change::SetPeriod { table, period } => self.set(table, |table| table.period = period.clone()),
            Change::SetVersioning { table, versioned } => self.set(table, |table| {
                table.versioned = versioned.clone();
                if versioned.is_none() {
                    table.options.retain(|option| &*option.name != HISTORY_RETENTION);
                }
            }),
            Change::SetTableOption { table, option } if &*option.name == "REBUILD" => self.known_table(table).map(drop),
            Change::SetTableOption { table, option } => self.set(table, |table| set_option(&mut table.options, option)),
            _ => Ok(()),
        }
    }

    fn set(&mut self, name: &Name, change: impl FnOnce(&mut Table)) -> Applied {
        self.known_table(name)?;
        if let Some(edit) = self.table_mut(name) {
            change(edit.table);
        }
        Ok(())
    }

    fn create_table(&mut self, name: &Name, table: &Table) -> Applied {
        self.check_free(name)?;
        let constraints = self.claim_constraints(names_of_constraints(name, table))?;
        self.make_room(name);
        for constraint in constraints {
            self.own_constraint(constraint, name);
        }
        let mut entry = self.made(table.clone());
        entry.uncertain = table.columns.is_empty();
        self.put::<Tables>(name, entry);
        Ok(())
    }

    /// Makes sure that constraints of these names can be made, each once.
    pub(super) fn claim_constraints(&self, names: Vec<Name>) -> Result<BTreeSet<Name>, ApplyError> {
        let mut claimed = BTreeSet::new();
        for name in names {
            self.claim_constraint(&name)?;
            if !claimed.insert(name.clone()) {
                return Err(ApplyError::Exists { existing: ObjectClass::Other("CONSTRAINT".into()), name });
            }
        }
        Ok(claimed)
    }

    /// Takes a table out with everything that lives and dies with it.
    pub(super) fn take_table(&mut self, name: &Name) {
        if let Some(entry) = self.take::<Tables>(name) {
            for constraint in names_of_constraints(name, &entry.definition) {
                self.disown_constraint(&constraint, name);
            }
        }
        self.take_statistics(name);
        self.take_permissions(name);
        for trigger in self.triggers_on(name) {
            self.take_module(&trigger);
        }
        self.drop_predicates_on(name);
    }

    /// The triggers of a table or view.
    pub(super) fn triggers_on(&self, table: &Name) -> Vec<Name> {
        let on = |entry: &Entry<crate::schema::Module>| entry.definition.trigger_on.as_ref() == Some(table);
        let referrers = self.catalog.referrers.of(table);
        referrers.filter(|name| self.catalog.modules.get(name).is_some_and(on)).cloned().collect()
    }

    /// A policy that is not schema-bound loses its predicates on a table that goes (one that is
    /// bound keeps the table from going).
    fn drop_predicates_on(&mut self, table: &Name) {
        for name in self.policies_that_refer_to(table) {
            if let Some(entry) = self.entry::<Policies>(&name) {
                Arc::make_mut(&mut entry.definition).predicates.retain(|predicate| &predicate.target != table);
                entry.parts.retain(|part, _| !matches!(part, Part::Predicate { target, .. } if target == table));
            }
        }
    }

    /// The policies that guard a table or call a function.
    pub(super) fn policies_that_refer_to(&self, target: &Name) -> Vec<Name> {
        let refers = |entry: &Entry<Policy>| entry.definition.refers_to(target);
        let referrers = self.catalog.referrers.of(target);
        referrers.filter(|name| self.catalog.policies.get(name).is_some_and(refers)).cloned().collect()
    }

    pub(super) fn own_constraint(&mut self, constraint: Name, table: &Name) {
        self.note(&Cell::ConstraintName(constraint.clone()));
        self.catalog.constraint_names.insert(constraint, table.clone());
    }

    pub(super) fn disown_constraint(&mut self, constraint: &Name, table: &Name) {
        if self.catalog.constraint_names.get(constraint) == Some(table) {
            self.note(&Cell::ConstraintName(constraint.clone()));
            self.catalog.constraint_names.remove(constraint);
        }
    }

    pub(super) fn table_part(&mut self, change: &Change) -> Applied {
        self.part(change)?;
        self.history_follows(change);
        Ok(())
    }

    fn part(&mut self, change: &Change) -> Applied {
        match change {
            Change::AddColumn { table, column } => self.add_column(table, column),
            Change::DropColumn { table, column } => self.drop_column(table, column),
            Change::AlterColumn { table, to, .. } => {
                self.known_column(table, &to.name)?;
                self.set_column(table, &to.name, |column| {
                    let (name, default) = (std::mem::take(&mut column.name), column.default.take());
                    *column = Column { name, default, ..(**to).clone() };
                });
                Ok(())
            }
            Change::RenameColumn { table, from, to } => self.rename_column(table, from, to),
            Change::AddDefault { table, column, default, .. } => self.add_default(table, column, default),
            Change::DropDefault { table, column, .. } => self.drop_default(table, column),
            Change::AddConstraint { table, constraint } => self.add_constraint(table, constraint),
            Change::DropConstraint { table, constraint } => self.drop_constraint(table, constraint),
            Change::SwitchConstraint { table, name, enable, trusted } => {
                self.known_constraint(table, name)?;
                self.set_constraint(table, name, |constraint| {
                    constraint.disabled = !enable;
                    constraint.not_trusted = !trusted;
                });
                Ok(())
            }
            Change::RenameConstraint { table, from, to } => self.rename_constraint(table, from, to),
            _ => Ok(()),
        }
    }

    fn add_column(&mut self, table: &Name, column: &Column) -> Applied {
        let known = self.known_table(table)?;
        let part = Part::Column(column.name.clone());
        let there = known.definition.column(&column.name).is_some();
        if there && known.presence_of(&part) == Presence::Certain {
            return Err(part_exists(PartKind::Column, &column.name, table));
        }
        let default = column.default.as_ref().and_then(|default| default.name.as_ref());
        let default = default.map(|name| Name { schema: table.schema.clone(), object: name.clone() });
        if let Some(default) = default {
            self.claim_constraint(&default)?;
            self.own_constraint(default, table);
        }
        if let Some(mut edit) = self.table_mut(table) {
            if there {
                edit.table.columns.retain(|there| there.name != column.name);
            }
            edit.table.columns.push(column.clone());
            edit.made(part);
        }
        Ok(())
    }

    fn drop_column(&mut self, table: &Name, column: &Ident) -> Applied {
        let known = self.known_column(table, column)?;
        let default = known.default.as_ref().and_then(|default| default.name.clone());
        if let Some(default) = &default {
            self.disown_constraint(&Name { schema: table.schema.clone(), object: default.clone() }, table);
        }
        if let Some(edit) = self.table_mut(table) {
            edit.table.columns.retain(|there| &there.name != column);
            edit.parts.remove(&Part::Column(column.clone()));
            if let Some(default) = default {
                edit.parts.remove(&Part::Constraint(default));
            }
        }
        Ok(())
    }

    fn known_column(&self, table: &Name, column: &Ident) -> Result<&Column, ApplyError> {
        let known = &self.known_table(table)?.definition;
        known.column(column).ok_or_else(|| part_missing(PartKind::Column, column, table))
    }

    fn known_constraint(&self, table: &Name, name: &Ident) -> Result<&Constraint, ApplyError> {
        let known = &self.known_table(table)?.definition;
        known.constraint(name).ok_or_else(|| part_missing(PartKind::Constraint, name, table))
    }

    fn set_column(&mut self, table: &Name, name: &Ident, change: impl FnOnce(&mut Column)) {
        let edit = self.table_mut(table);
        if let Some(column) = edit.and_then(|edit| edit.table.columns.iter_mut().find(|column| &column.name == name)) {
            change(column);
        }
    }

    fn set_constraint(&mut self, table: &Name, name: &Ident, change: impl FnOnce(&mut Constraint)) {
        let Some(edit) = self.table_mut(table) else { return };
        if let Some(constraint) = edit.table.constraints.iter_mut().find(|there| there.name.as_ref() == Some(name)) {
            change(constraint);
        }
    }

    fn rename_column(&mut self, table: &Name, from: &Ident, to: &Ident) -> Applied {
        self.known_column(table, from)?;
        if from != to && self.known_table(table)?.definition.column(to).is_some() {
            return Err(part_exists(PartKind::Column, to, table));
        }
        if let Some(mut edit) = self.table_mut(table) {
            edit.table.rename_column(from, to);
            edit.renamed(&Part::Column(from.clone()), Part::Column(to.clone()));
        }
        self.rename_column_elsewhere(table, from, to);
        Ok(())
    }

    fn add_default(&mut self, table: &Name, column: &Ident, default: &DefaultValue) -> Applied {
        if self.known_column(table, column)?.default.is_some() {
            return Err(part_exists(PartKind::Default, column, table));
        }
        if let Some(name) = &default.name {
            let name = Name { schema: table.schema.clone(), object: name.clone() };
            self.claim_constraint(&name)?;
            self.own_constraint(name, table);
        }
        self.set_column(table, column, |column| column.default = Some(default.clone()));
        if let (Some(name), Some(mut edit)) = (&default.name, self.table_mut(table)) {
            edit.made(Part::Constraint(name.clone()));
        }
        Ok(())
    }

    fn drop_default(&mut self, table: &Name, column: &Ident) -> Applied {
        let Some(default) = self.known_column(table, column)?.default.clone() else {
            return Err(part_missing(PartKind::Default, column, table));
        };
        self.set_column(table, column, |column| column.default = None);
        if let Some(name) = default.name {
            self.disown_constraint(&Name { schema: table.schema.clone(), object: name.clone() }, table);
            if let Some(edit) = self.table_mut(table) {
                edit.parts.remove(&Part::Constraint(name));
            }
        }
        Ok(())
    }

    fn add_constraint(&mut self, table: &Name, constraint: &Constraint) -> Applied {
        self.known_table(table)?;
        if let Some(name) = &constraint.name {
            let name = Name { schema: table.schema.clone(), object: name.clone() };
            self.claim_constraint_on(&name, table)?;
            self.own_constraint(name, table);
        }
        if let Some(mut edit) = self.table_mut(table) {
            edit.table.constraints.retain(|there| there.name.is_none() || there.name != constraint.name);
            edit.table.constraints.push(constraint.clone());
            if let Some(name) = &constraint.name {
                edit.made(Part::Constraint(name.clone()));
            }
        }
        Ok(())
    }

    /// As [`Edit::claim_constraint`], but one that the table itself may have gives way.
    fn claim_constraint_on(&self, name: &Name, table: &Name) -> Applied {
        let part = Part::Constraint(name.object.clone());
        let own = self.catalog.constraint_names.get(name) == Some(table);
        match self.catalog.tables.get(table) {
            Some(entry) if own && entry.presence_of(&part) == Presence::Possible => Ok(()),
            _ => self.claim_object_for_constraint(name),
        }
    }

    fn claim_object_for_constraint(&self, name: &Name) -> Applied {
        match self.catalog.object_kind(name) {
            Some(existing) => Err(ApplyError::Exists { existing, name: name.clone() }),
            None => self.claim_constraint(name),
        }
    }

    fn drop_constraint(&mut self, table: &Name, constraint: &Constraint) -> Applied {
        let known = self.known_table(table)?;
        match &constraint.name {
            Some(name) => {
                self.known_constraint(table, name)?;
                self.disown_constraint(&Name { schema: table.schema.clone(), object: name.clone() }, table);
            }
            None if known.definition.constraints.contains(constraint) => {}
            None => return Err(part_missing(PartKind::Constraint, &Ident::default(), table)),
        }
        if let Some(edit) = self.table_mut(table) {
            edit.table.keep_not_null(constraint.name.as_ref());
            let constraints = &mut edit.table.constraints;
            match &constraint.name {
                Some(name) => {
                    constraints.retain(|there| there.name.as_ref() != Some(name));
                    edit.parts.remove(&Part::Constraint(name.clone()));
                }
                None => {
                    if let Some(at) = constraints.iter().position(|there| there == constraint) {
                        constraints.remove(at);
                    }
                }
            }
        }
        Ok(())
    }

    fn rename_constraint(&mut self, table: &Name, from: &Ident, to: &Ident) -> Applied {
        let known = &self.known_table(table)?.definition;
        if known.constraint(from).is_none() && known.column_of_default(from).is_none() {
            return Err(part_missing(PartKind::Constraint, from, table));
        }
        let in_schema = |name: &Ident| Name { schema: table.schema.clone(), object: name.clone() };
        if from != to {
            self.claim_object_for_constraint(&in_schema(to))?;
        }
        self.disown_constraint(&in_schema(from), table);
        self.own_constraint(in_schema(to), table);
        if let Some(mut edit) = self.table_mut(table) {
            edit.table.rename_constraint(from, to);
            edit.renamed(&Part::Constraint(from.clone()), Part::Constraint(to.clone()));
        }
        Ok(())
    }
}

/// The names of a table's constraints, in its schema.
pub(super) fn names_of_constraints(name: &Name, table: &Table) -> Vec<Name> {
    let names = table.constraint_names();
    names.map(|constraint| Name { schema: name.schema.clone(), object: constraint.clone() }).collect()
}

pub(super) fn part_exists(kind: PartKind, name: &Ident, of: &Name) -> ApplyError {
    ApplyError::PartExists { kind, name: name.clone(), of: of.clone() }
}

pub(super) fn part_missing(kind: PartKind, name: &Ident, of: &Name) -> ApplyError {
    ApplyError::PartMissing { kind, name: name.clone(), of: of.clone() }
}
