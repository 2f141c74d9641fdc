//! The way to a change is no difference: what goes and comes again meaning the same, however it is spelt.

use std::mem::{Discriminant, discriminant};

use crate::catalog::{Catalog, Entry};
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::normal;
use crate::schema::{Constraint, ConstraintKind, Permission, Table};

/// Two catalogs in their normal form; empty where nothing differs.
pub(super) struct Detours {
    expected: Catalog,
    found: Catalog,
}

impl Detours {
    /// For the changes that lead from one to the other.
    pub(super) fn between(expected: &Catalog, found: &Catalog, changes: &[Change]) -> Self {
        let of = |catalog: &Catalog| match changes.is_empty() {
            true => Catalog::default(),
            false => normal::catalog(&normal::settled(catalog)),
        };
        Self { expected: of(expected), found: of(found) }
    }

    /// Whether both sides have what a change makes or drops, and say the same of it.
    pub(super) fn has(&self, change: &Change) -> bool {
        self.of_part(change).or_else(|| self.of_object(change)).unwrap_or(false)
    }

    /// The same of both sides, and there.
    fn same<'a, T: PartialEq>(&'a self, of: impl Fn(&'a Catalog) -> Option<T>) -> Option<bool> {
        let (expected, found) = (of(&self.expected), of(&self.found));
        Some(expected.is_some() && expected == found)
    }

    fn of_part(&self, change: &Change) -> Option<bool> {
        match change {
            Change::AddColumn { table, column } => self.same(|side| side.column(table, &column.name)),
            Change::DropColumn { table, column } => self.same(|side| side.column(table, column)),
            Change::AlterColumn { table, to, .. } => self.same(|side| side.column(table, &to.name)),
            Change::AddDefault { table, column, .. } | Change::DropDefault { table, column, .. } => {
                self.same(|side| side.column(table, column)?.default.as_ref())
            }
            Change::AddConstraint { table, constraint } | Change::DropConstraint { table, constraint } => {
                self.same_constraint(table, constraint)
            }
            Change::CreateIndex { table, index, .. } | Change::DropIndex { table, index } => {
                self.same(|side| side.index(table, &index.name))
            }
            Change::CreateStatistics { table, name, .. } | Change::DropStatistics { table, name } => {
                self.same(|side| side.statistics.get(table)?.get(name))
            }
            Change::SetPeriod { table, .. } => self.same(|side| side.table(table).map(|table| &table.period)),
            Change::SetVersioning { table, .. } => self.same(|side| side.table(table).map(|table| &table.versioned)),
            _ => None,
        }
    }

    /// A constraint without a name of its own is known by what it says.
    fn same_constraint(&self, table: &Name, constraint: &Constraint) -> Option<bool> {
        let unnamed = |table: &Table| -> Vec<Constraint> {
            let like = |one: &&Constraint| one.name.is_none() && kind(one) == kind(constraint);
            table.constraints.iter().filter(like).cloned().collect()
        };
        match &constraint.name {
            Some(name) => self.same(|side| side.table(table)?.constraint(name)),
            None => self.same(|side| side.table(table).map(unnamed)),
        }
    }

    fn of_object(&self, change: &Change) -> Option<bool> {
        match change {
            Change::CreateTable { name, .. } | Change::DropTable { name } => self.same(|side| side.table(name)),
            Change::CreateModule { name, .. } | Change::AlterModule { name, .. } | Change::DropModule { name, .. } => {
                self.same(|side| defined(side.modules.get(name)))
            }
            Change::SwitchTrigger { trigger, .. } => self.same(|side| Some(side.disabled_triggers.contains(trigger))),
            Change::CreatePolicy { name, .. } | Change::AlterPolicy { name, .. } | Change::DropPolicy { name } => {
                self.same(|side| defined(side.policies.get(name)))
            }
            Change::CreateType { name, .. } | Change::DropType { name } => {
                self.same(|side| defined(side.types.get(name)))
            }
            Change::CreateSequence { name, .. } | Change::DropSequence { name } => {
                self.same(|side| defined(side.sequences.get(name)))
            }
            Change::CreateSynonym { name, .. } | Change::DropSynonym { name } => {
                self.same(|side| defined(side.synonyms.get(name)))
            }
            Change::CreatePrincipal { name, .. } | Change::DropPrincipal { name } => self.same_principal(name),
            Change::Grant(permission) | Change::Revoke(permission) => self.same_permissions(permission),
            _ => None,
        }
    }

    fn same_principal(&self, name: &Ident) -> Option<bool> {
        self.same(|side| defined(side.principals.get(name)))
    }

    /// What one of them may do on a thing.
    fn same_permissions(&self, of: &Permission) -> Option<bool> {
        self.same(|side| {
            let held = side.permissions.get(&of.securable)?;
            let same = |one: &&Permission| one.principal == of.principal && one.permission == of.permission;
            Some(held.iter().filter(same).collect::<Vec<_>>()).filter(|held| !held.is_empty())
        })
    }
}

fn defined<T>(entry: Option<&Entry<T>>) -> Option<&T> {
    entry.map(|entry| &*entry.definition)
}

fn kind(constraint: &Constraint) -> Discriminant<ConstraintKind> {
    discriminant(&constraint.kind)
}
