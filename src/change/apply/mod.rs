//! Carrying out a change on a catalog: names must be free or taken as the change needs it; what
//! refers by identity follows renames and transfers. Whether the engine would refuse for other
//! reasons is not judged here.

mod history;
mod index;
mod kind;
mod object;
mod principal;
mod property;
mod relocate;
mod shape;
mod table;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::journal::{Cell, Journal};
use super::{ApplyError, Change};
use crate::catalog::{Catalog, Entry, Note, Origin, Part, Place, Presence};
use crate::name::Name;
use crate::schema::{IndexOption, Table};
use crate::syntax::ast::ObjectClass;
use kind::{Policies, Sequences, Synonyms, Tables};

impl Catalog {
    /// Carries out a change.
    ///
    /// # Errors
    /// When a name is taken, or what is to be changed is not there. The catalog then is as it was.
    pub fn apply(&mut self, change: &Change) -> Result<(), ApplyError> {
        Edit::new(self, None, None).apply(change)
    }

    /// Carries out a change that stands at a place of the files, and that nothing will undo.
    ///
    /// # Errors
    /// As [`Catalog::apply`].
    pub fn apply_for_good(&mut self, change: &Change, place: Place) -> Result<(), ApplyError> {
        Edit::new(self, None, Some(place)).apply(change)
    }
}

/// One change being carried out.
pub(super) struct Edit<'a> {
    catalog: &'a mut Catalog,
    journal: Option<&'a mut Journal>,
    place: Option<Place>,
}

type Applied = Result<(), ApplyError>;

impl<'a> Edit<'a> {
    pub(super) fn new(catalog: &'a mut Catalog, journal: Option<&'a mut Journal>, place: Option<Place>) -> Self {
        Self { catalog, journal, place }
    }

    pub(super) fn apply(mut self, change: &Change) -> Applied {
        self.carry_out(change)?;
        self.note_referrers(change);
        self.properties_follow(change);
        Ok(())
    }

    /// Notes what the change, which was carried out, lets refer to what.
    fn note_referrers(&mut self, change: &Change) {
        let referrers = &mut self.catalog.referrers;
        match change {
            Change::CreateTable { name, table } => referrers.note_table(name, table),
            Change::AddConstraint { table, constraint } => referrers.note_constraint(table, constraint),
            Change::SetVersioning { table, versioned: Some(Some(history)) } => referrers.note(table, [history]),
            Change::CreateModule { name, module } | Change::AlterModule { name, to: module, .. } => {
                referrers.note_module(name, module);
            }
            Change::CreatePolicy { name, policy } | Change::AlterPolicy { name, to: policy, .. } => {
                referrers.note_policy(name, policy);
            }
            Change::CreateSynonym { name, base } => referrers.note(name, [base]),
            _ => {}
        }
    }

    fn carry_out(&mut self, change: &Change) -> Applied {
        match change {
            Change::CreateSchema { .. }
            | Change::DropSchema { .. }
            | Change::SetSchemaOwner { .. }
            | Change::CreatePrincipal { .. }
            | Change::AlterPrincipal { .. }
            | Change::DropPrincipal { .. }
            | Change::RoleMember { .. }
            | Change::Grant(_)
            | Change::Revoke(_) => self.principal(change),
            Change::SetProperty { on, name, to, .. } => {
                self.set_property(on, name, to.as_deref());
                Ok(())
            }
            Change::Rename { class, from, to } => self.relocate(class, from, to),
            Change::Transfer { class, from, to } => self.transfer(class, from, to),
            Change::CreateIndex { .. }
            | Change::DropIndex { .. }
            | Change::AlterIndex { .. }
            | Change::RenameIndex { .. }
            | Change::CreateStatistics { .. }
            | Change::DropStatistics { .. } => self.index(change),
            Change::CreateTable { .. }
            | Change::DropTable { .. }
            | Change::Truncate { .. }
            | Change::SetPeriod { .. }
            | Change::SetVersioning { .. }
            | Change::SetTableOption { .. }
            | Change::SwitchPartition { .. } => self.table(change),
            Change::AddColumn { .. }
            | Change::DropColumn { .. }
            | Change::AlterColumn { .. }
            | Change::RenameColumn { .. }
            | Change::AddDefault { .. }
            | Change::DropDefault { .. }
            | Change::AddConstraint { .. }
            | Change::DropConstraint { .. }
            | Change::SwitchConstraint { .. }
            | Change::RenameConstraint { .. } => self.table_part(change),
            _ => self.object(change),
        }
    }

    /// Writes down what a cell holds before it is changed.
    fn note(&mut self, cell: &Cell) {
        if let Some(journal) = &mut self.journal {
            journal.note(self.catalog, cell);
        }
    }

    /// A new entry, made at the place of this change.
    fn made<T>(&self, definition: T) -> Entry<T> {
        Entry { origin: Origin(self.place), ..Entry::certain(definition) }
    }

    /// What is known of a part that is made now.
    fn note_of_part(&self) -> Note {
        Note { origin: Origin(self.place), ..Note::default() }
    }

    /// Makes sure that an object of this name can be made, and room for it. What only may have the
    /// name is then known to be gone.
    fn claim(&mut self, name: &Name) -> Applied {
        self.check_free(name)?;
        self.make_room(name);
        Ok(())
    }

    /// That the schema of a name is there and no object or constraint has the name for certain.
    fn check_free(&self, name: &Name) -> Applied {
        if !self.catalog.has_schema(&name.schema) {
            return Err(ApplyError::MissingSchema(name.schema.clone()));
        }
        match self.catalog.object_kind(name) {
            Some(existing) if self.catalog.object_presence(name) == Some(Presence::Certain) => {
                Err(ApplyError::Exists { existing, name: name.clone() })
            }
            _ => self.claim_constraint(name),
        }
    }

    /// Takes out what only may have a name.
    fn make_room(&mut self, name: &Name) {
        while let Some(existing) = self.catalog.object_kind(name) {
            self.forget(&existing, name);
        }
    }

    /// Makes sure that a constraint of this name can be made.
    fn claim_constraint(&self, name: &Name) -> Applied {
        match self.catalog.constraint_names.get(name).and_then(|table| self.catalog.tables.get(table)) {
            Some(table) if table.presence == Presence::Certain => {
                let existing = ObjectClass::Other("CONSTRAINT".into());
                Err(ApplyError::Exists { existing, name: name.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Takes an object out, whatever it is.
    fn forget(&mut self, class: &ObjectClass, name: &Name) {
        match class {
            ObjectClass::Table => self.take_table(name),
            ObjectClass::Policy => drop(self.take::<Policies>(name)),
            ObjectClass::Sequence => drop(self.take::<Sequences>(name)),
            ObjectClass::Synonym => drop(self.take::<Synonyms>(name)),
            _ => self.take_module(name),
        }
    }

    /// The entry of a table, to look at.
    fn known_table(&self, name: &Name) -> Result<&Entry<Table>, ApplyError> {
        self.catalog.tables.get(name).ok_or_else(|| self.missing(ObjectClass::Table, name))
    }

    /// A table to change. That it is changed shows that it is there.
    fn table_mut(&mut self, name: &Name) -> Option<TableEdit<'_>> {
        let note = self.note_of_part();
        let entry = self.entry::<Tables>(name)?;
        Some(TableEdit { table: Arc::make_mut(&mut entry.definition), parts: &mut entry.parts, note })
    }

    /// That an object is not there, or is something else.
    fn missing(&self, wanted: ObjectClass, name: &Name) -> ApplyError {
        match self.catalog.object_kind(name) {
            Some(found) => ApplyError::WrongClass { wanted, found, name: name.clone() },
            None => ApplyError::Missing { class: wanted, name: name.clone() },
        }
    }
}

/// A table being changed.
struct TableEdit<'a> {
    table: &'a mut Table,
    parts: &'a mut BTreeMap<Part, Note>,
    note: Note,
}

impl TableEdit<'_> {
    /// Notes that a part was made just now.
    fn made(&mut self, part: Part) {
        self.parts.insert(part, self.note);
    }

    /// Moves what is known of a part to its new name.
    fn renamed(&mut self, from: &Part, to: Part) {
        if let Some(note) = self.parts.remove(from) {
            self.parts.insert(to, note);
        }
    }
}

/// Sets an option in a list, by name.
fn set_option(options: &mut Vec<IndexOption>, option: &IndexOption) {
    match options.iter_mut().find(|there| there.name == option.name) {
        Some(there) => there.value = option.value.clone(),
        None => options.push(option.clone()),
    }
}
