//! Extended properties: they are set, and go, move and are renamed with what they are on.

use super::Edit;
use crate::catalog::Catalog;
use crate::change::Change;
use crate::change::journal::Cell;
use crate::name::{Ident, Name};
use crate::schema::{Levels, ModuleKind};

/// The classes of objects in schemas.
const CLASSES: [&str; 8] = ["TABLE", "VIEW", "PROCEDURE", "FUNCTION", "SEQUENCE", "SYNONYM", "TYPE", "SECURITY POLICY"];

impl Edit<'_> {
    /// Gives something a property, another value of it, or none.
    pub(super) fn set_property(&mut self, on: &Levels, name: &Ident, value: Option<&str>) {
        self.note(&Cell::Properties(on.clone()));
        let held = self.catalog.properties.entry(on.clone()).or_default();
        match value {
            Some(value) => drop(held.insert(name.clone(), value.into())),
            None => drop(held.remove(name)),
        }
        if held.is_empty() {
            self.catalog.properties.remove(on);
        }
    }

    /// Takes properties along with a change that was carried out.
    pub(super) fn properties_follow(&mut self, change: &Change) {
        if self.catalog.properties.is_empty() {
            return;
        }
        match change {
            Change::DropModule { kind: ModuleKind::Trigger, name } => {
                triggers(self.catalog, name).iter().for_each(|on| self.forget_properties(on));
            }
            Change::DropTable { name }
            | Change::DropModule { name, .. }
            | Change::DropType { name }
            | Change::DropSequence { name }
            | Change::DropSynonym { name }
            | Change::DropPolicy { name } => objects(name).iter().for_each(|on| self.forget_properties(on)),
            Change::DropSchema { name } => self.forget_properties(&Levels::outside("SCHEMA", name)),
            Change::DropPrincipal { name } => self.forget_properties(&Levels::outside("USER", name)),
            Change::AlterPrincipal { name, to, .. } => {
                self.move_properties(&Levels::outside("USER", name), &Levels::outside("USER", to));
            }
            Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } => {
                self.move_object_properties(from, to);
            }
            _ => self.part_properties_follow(change),
        }
    }

    fn part_properties_follow(&mut self, change: &Change) {
        match change {
            Change::DropColumn { table, column } => self.forget_part(table, "COLUMN", column),
            Change::RenameColumn { table, from, to } => self.rename_part(table, "COLUMN", from, to),
            Change::DropIndex { table, index } => self.forget_part(table, "INDEX", &index.name),
            Change::RenameIndex { table, from, to } => self.rename_part(table, "INDEX", from, to),
            Change::DropDefault { table, name: Some(name), .. } => self.forget_part(table, "CONSTRAINT", name),
            Change::DropConstraint { table, constraint } => {
                if let Some(name) = &constraint.name {
                    self.forget_part(table, "CONSTRAINT", name);
                    self.forget_part(table, "INDEX", name);
                }
            }
            Change::RenameConstraint { table, from, to } => {
                self.rename_part(table, "CONSTRAINT", from, to);
                self.rename_part(table, "INDEX", from, to);
            }
            _ => {}
        }
    }

    fn forget_part(&mut self, of: &Name, class: &str, part: &Ident) {
        owners(of).into_iter().for_each(|on| self.forget_properties(&on.part(class, part)));
    }

    fn rename_part(&mut self, of: &Name, class: &str, from: &Ident, to: &Ident) {
        for on in owners(of) {
            self.move_properties(&on.clone().part(class, from), &on.part(class, to));
        }
    }

    fn move_object_properties(&mut self, from: &Name, to: &Name) {
        for on in triggers(self.catalog, from) {
            let mut moved = on.clone();
            moved.0.pop();
            self.move_properties(&on, &moved.part("TRIGGER", &to.object));
        }
        for (from, to) in objects(from).iter().zip(&objects(to)) {
            self.move_properties(from, to);
        }
    }

    fn forget_properties(&mut self, whole: &Levels) {
        for on in within(self.catalog, whole) {
            self.note(&Cell::Properties(on.clone()));
            self.catalog.properties.remove(&on);
        }
    }

    fn move_properties(&mut self, from: &Levels, to: &Levels) {
        for on in within(self.catalog, from) {
            let mut moved = to.clone();
            moved.0.extend(on.0.iter().skip(from.0.len()).cloned());
            self.note(&Cell::Properties(on.clone()));
            self.note(&Cell::Properties(moved.clone()));
            if let Some(held) = self.catalog.properties.remove(&on) {
                self.catalog.properties.insert(moved, held);
            }
        }
    }
}

/// An object, whatever its class.
fn objects(name: &Name) -> [Levels; 8] {
    CLASSES.map(|class| Levels::object(class, name))
}

/// What has columns and indexes.
fn owners(name: &Name) -> [Levels; 2] {
    ["TABLE", "VIEW"].map(|class| Levels::object(class, name))
}

/// Something and its parts that have properties.
fn within(catalog: &Catalog, whole: &Levels) -> Vec<Levels> {
    let from_there = catalog.properties.range(whole.clone()..).map(|(on, _)| on);
    from_there.take_while(|on| on.is_in(whole)).cloned().collect()
}

/// A trigger that has properties, below its table.
fn triggers(catalog: &Catalog, name: &Name) -> Vec<Levels> {
    let of_schema = within(catalog, &Levels::outside("SCHEMA", &name.schema)).into_iter();
    let is_it = |on: &Levels| on.0.get(2).is_some_and(|(class, part)| &**class == "TRIGGER" && *part == name.object);
    of_schema.filter(is_it).collect()
}
