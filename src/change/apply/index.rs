//! Indexes of tables and views, and statistics.

use std::collections::BTreeMap;

use super::table::{part_exists, part_missing};
use super::{Applied, Edit, set_option};
use crate::catalog::{Part, Presence};
use crate::change::Change;
use crate::change::error::PartKind;
use crate::change::journal::Cell;
use crate::name::{Ident, Name};
use crate::schema::{Index, IndexOption, Statistics};
use crate::syntax::ast::ObjectClass;

/// Options of `ALTER INDEX` that stay with the index; the others say how it is rebuilt.
const LASTING: [&str; 11] = [
    "BUCKET_COUNT",
    "FILLFACTOR",
    "PAD_INDEX",
    "IGNORE_DUP_KEY",
    "STATISTICS_NORECOMPUTE",
    "ALLOW_ROW_LOCKS",
    "ALLOW_PAGE_LOCKS",
    "OPTIMIZE_FOR_SEQUENTIAL_KEY",
    "DATA_COMPRESSION",
    "XML_COMPRESSION",
    "COMPRESSION_DELAY",
];

impl Edit<'_> {
    pub(super) fn index(&mut self, change: &Change) -> Applied {
        match change {
            Change::CreateIndex { table, index, drop_existing } => self.create_index(table, index, *drop_existing),
            Change::DropIndex { table, index } => self.drop_index(table, &index.name),
            Change::AlterIndex { table, index, action, options } => {
                self.alter_index(table, index.as_ref(), action, options)
            }
            Change::RenameIndex { table, from, to } => self.rename_index(table, from, to),
            Change::CreateStatistics { table, name, statistics } => self.create_statistics(table, name, statistics),
            Change::DropStatistics { table, name } => self.drop_statistics(table, name),
            _ => Ok(()),
        }
    }

    /// That a table or view is there, to have indexes, statistics or triggers.
    pub(super) fn known_owner(&self, name: &Name) -> Applied {
        let known = self.catalog.tables.contains_key(name) || self.catalog.object_kind(name) == Some(ObjectClass::View);
        if known { Ok(()) } else { Err(self.missing(ObjectClass::Table, name)) }
    }

    fn create_index(&mut self, table: &Name, index: &Index, drop_existing: bool) -> Applied {
        self.known_owner(table)?;
        let part = Part::Index(index.name.clone());
        let presence = self.catalog.tables.get(table).map(|entry| entry.presence_of(&part));
        let there = self.catalog.index(table, &index.name).is_some();
        if there && !drop_existing && presence != Some(Presence::Possible) {
            return Err(part_exists(PartKind::Index, &index.name, table));
        }
        self.change_indexes(table, |indexes| {
            match indexes.iter_mut().find(|found| found.name == index.name) {
                Some(found) => *found = index.clone(),
                None => indexes.push(index.clone()),
            };
        });
        if self.catalog.tables.contains_key(table)
            && let Some(mut edit) = self.table_mut(table)
        {
            edit.made(part);
        }
        Ok(())
    }

    fn drop_index(&mut self, table: &Name, index: &Ident) -> Applied {
        self.known_owner(table)?;
        self.known_index(table, index)?;
        self.change_indexes(table, |indexes| indexes.retain(|found| &found.name != index));
        if let Some(edit) = self.table_mut(table) {
            edit.parts.remove(&Part::Index(index.clone()));
        }
        Ok(())
    }

    fn known_index(&self, table: &Name, index: &Ident) -> Applied {
        let found = self.catalog.index(table, index).is_some();
        if found { Ok(()) } else { Err(part_missing(PartKind::Index, index, table)) }
    }

    /// Whether a key constraint of the table has this name: its index can be altered too.
    fn is_constraint(&self, table: &Name, name: &Ident) -> bool {
        self.catalog.table(table).is_some_and(|table| table.constraint(name).is_some())
    }

    fn alter_index(&mut self, table: &Name, index: Option<&Ident>, action: &str, options: &[IndexOption]) -> Applied {
        self.known_owner(table)?;
        if let Some(index) = index {
            if self.is_constraint(table, index) {
                return Ok(());
            }
            self.known_index(table, index)?;
        }
        self.change_indexes(table, |indexes| {
            let chosen = indexes.iter_mut().filter(|found| index.is_none_or(|index| &found.name == index));
            chosen.for_each(|found| alter(found, action, options));
        });
        Ok(())
    }

    fn rename_index(&mut self, table: &Name, from: &Ident, to: &Ident) -> Applied {
        self.known_owner(table)?;
        if self.is_constraint(table, from) {
            return self.table_part(&Change::RenameConstraint {
                table: table.clone(),
                from: from.clone(),
                to: to.clone(),
            });
        }
        self.known_index(table, from)?;
        if from != to && self.catalog.index(table, to).is_some() {
            return Err(part_exists(PartKind::Index, to, table));
        }
        self.change_indexes(table, |indexes| {
            for index in indexes.iter_mut().filter(|index| &index.name == from) {
                index.name = to.clone();
            }
        });
        if let Some(mut edit) = self.table_mut(table) {
            edit.renamed(&Part::Index(from.clone()), Part::Index(to.clone()));
        }
        Ok(())
    }

    /// Changes the list of a table's or a view's indexes.
    fn change_indexes(&mut self, owner: &Name, change: impl FnOnce(&mut Vec<Index>)) {
        if self.catalog.tables.contains_key(owner) {
            if let Some(edit) = self.table_mut(owner) {
                change(&mut edit.table.indexes);
            }
            return;
        }
        self.note(&Cell::ViewIndexes(owner.clone()));
        let indexes = self.catalog.view_indexes.entry(owner.clone()).or_default();
        change(indexes);
        if indexes.is_empty() {
            self.catalog.view_indexes.remove(owner);
        }
    }

    pub(super) fn take_view_indexes(&mut self, view: &Name) -> Option<Vec<Index>> {
        if !self.catalog.view_indexes.contains_key(view) {
            return None;
        }
        self.note(&Cell::ViewIndexes(view.clone()));
        self.catalog.view_indexes.remove(view)
    }

    pub(super) fn take_statistics(&mut self, table: &Name) -> Option<BTreeMap<Ident, Statistics>> {
        if !self.catalog.statistics.contains_key(table) {
            return None;
        }
        self.note(&Cell::Statistics(table.clone()));
        self.catalog.statistics.remove(table)
    }

    fn create_statistics(&mut self, table: &Name, name: &Ident, statistics: &Statistics) -> Applied {
        self.known_owner(table)?;
        if self.catalog.statistics.get(table).is_some_and(|there| there.contains_key(name)) {
            return Err(part_exists(PartKind::Statistics, name, table));
        }
        self.note(&Cell::Statistics(table.clone()));
        self.catalog.statistics.entry(table.clone()).or_default().insert(name.clone(), statistics.clone());
        Ok(())
    }

    fn drop_statistics(&mut self, table: &Name, name: &Ident) -> Applied {
        if self.catalog.statistics.get(table).is_none_or(|there| !there.contains_key(name)) {
            return Err(part_missing(PartKind::Statistics, name, table));
        }
        self.note(&Cell::Statistics(table.clone()));
        if let Some(there) = self.catalog.statistics.get_mut(table) {
            there.remove(name);
            if there.is_empty() {
                self.catalog.statistics.remove(table);
            }
        }
        Ok(())
    }
}

fn alter(index: &mut Index, action: &str, options: &[IndexOption]) {
    match action {
        "DISABLE" => index.disabled = true,
        "REBUILD" => index.disabled = false,
        _ => {}
    }
    if matches!(action, "REBUILD" | "SET") {
        let lasting = options.iter().filter(|option| LASTING.contains(&&*option.name));
        lasting.for_each(|option| set_option(&mut index.options, option));
    }
}
