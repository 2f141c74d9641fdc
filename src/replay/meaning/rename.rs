//! `sp_rename` and `ALTER SCHEMA … TRANSFER`.

use super::{Reader, class_or};
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::syntax::ast::{ObjectClass, ObjectName};

impl Reader<'_> {
    pub(super) fn transfer(&mut self, to: &Ident, class: &str, name: &ObjectName) {
        let Some(from) = self.here(name) else { return };
        let class = match class {
            "OBJECT" => class_or(self.catalog, &from, ObjectClass::Table),
            "TYPE" => ObjectClass::Type,
            other => ObjectClass::Other(other.into()),
        };
        let to = Name { schema: to.clone(), object: from.object.clone() };
        self.push(Change::Transfer { class, from, to });
    }

    pub(super) fn rename(&mut self, old: &ObjectName, new: &Ident, class: Option<&str>) {
        match class {
            None | Some("OBJECT") => self.rename_object(old, new),
            Some("COLUMN") => {
                self.rename_part(old, |table, from| Change::RenameColumn { table, from, to: new.clone() })
            }
            Some("INDEX") => self.rename_part(old, |table, from| Change::RenameIndex { table, from, to: new.clone() }),
            Some("STATISTICS") => self.rename_statistics(old, new),
            Some("USERDATATYPE") => {
                let Some(from) = self.here(old) else { return };
                let to = Name { schema: from.schema.clone(), object: new.clone() };
                self.push(Change::Rename { class: ObjectClass::Type, from, to });
            }
            Some(_) => {
                let name = self.here(old);
                self.not_understood(name);
            }
        }
    }

    /// A constraint is an object too: its name stands in the schema of its table.
    fn rename_object(&mut self, old: &ObjectName, new: &Ident) {
        let Some(from) = self.here(old) else { return };
        if self.catalog.object_kind(&from).is_none()
            && let Some(table) = self.catalog.constraint_names.get(&from)
        {
            let (table, from) = (table.clone(), from.object);
            return self.push(Change::RenameConstraint { table, from, to: new.clone() });
        }
        if self.catalog.object_kind(&from).is_none()
            && let Some(change) = self.rename_of_part(old, new)
        {
            return self.push(change);
        }
        let class = class_or(self.catalog, &from, ObjectClass::Table);
        let to = Name { schema: from.schema.clone(), object: new.clone() };
        self.push(Change::Rename { class, from, to });
    }

    /// Without a class, a name that is no object's may be a column's or an index's.
    fn rename_of_part(&self, old: &ObjectName, new: &Ident) -> Option<Change> {
        let (table, from) = split_part(old)?;
        let (table, to) = (self.target(&table)?, new.clone());
        if self.catalog.column(&table, &from).is_some() {
            return Some(Change::RenameColumn { table, from, to });
        }
        self.catalog.index(&table, &from).is_some().then_some(Change::RenameIndex { table, from, to })
    }

    /// A column, index or the like: the last part, of the table before it.
    fn rename_part(&mut self, old: &ObjectName, change: impl FnOnce(Name, Ident) -> Change) {
        match split_part(old) {
            Some((table, part)) => self.on(&table, |table| change(table, part)),
            None => self.not_understood(None),
        }
    }

    fn rename_statistics(&mut self, old: &ObjectName, new: &Ident) {
        let found = split_part(old).and_then(|(table, name)| Some((self.target(&table)?, name)));
        let Some((table, name)) = found else { return self.not_understood(None) };
        let statistics = self.catalog.statistics.get(&table).and_then(|there| there.get(&name)).cloned();
        self.push(Change::DropStatistics { table: table.clone(), name });
        if let Some(statistics) = statistics {
            let statistics = Box::new(statistics);
            self.push(Change::CreateStatistics { table, name: new.clone(), statistics });
        }
    }
}

/// The table and the last part of a name of several parts.
fn split_part(name: &ObjectName) -> Option<(ObjectName, Ident)> {
    let (part, table) = name.parts.split_last()?;
    let table = ObjectName { parts: table.to_vec(), span: name.span };
    (!table.parts.is_empty()).then(|| (table, part.clone()))
}
