//! Modules, policies, types, sequences, synonyms, models and settings.

use std::collections::BTreeSet;

use super::disturbed::{Disturbed, is_of};
use super::work::Work;
use crate::catalog::Entry;
use crate::change::Change;
use crate::emit;
use crate::name::Name;
use crate::normal;
use crate::schema::{Column, DataType, ModuleKind, Sequence, UserType};

impl Work<'_> {
    /// Sequences and synonyms that are gone, and types too that come again as others. A type that is gone for good stays
    /// until columns of it have become something else.
    pub(super) fn drop_plain_objects(&mut self, disturbed: &Disturbed) {
        let synonyms = self.state.synonyms.iter().filter(|(name, entry)| {
            self.to.synonyms.get(name).is_none_or(|wanted| wanted.definition != entry.definition)
        });
        let synonyms: Vec<Name> = synonyms.map(|(name, _)| name.clone()).collect();
        synonyms.into_iter().for_each(|name| self.push(Change::DropSynonym { name }));
        let of = |names: Vec<&Name>| -> Vec<Name> {
            names.into_iter().filter(|name| disturbed.changed.contains(*name)).cloned().collect()
        };
        for name in of(self.state.sequences.keys().collect()) {
            self.push(Change::DropSequence { name });
        }
        let types = of(self.state.types.keys().filter(|name| self.to.types.contains_key(*name)).collect());
        self.leave_types(&types.iter().cloned().collect());
        let is_table = |name: &Name| {
            self.state.types.get(name).is_some_and(|entry| matches!(*entry.definition, UserType::Table(_)))
        };
        let (tables, others): (Vec<_>, Vec<_>) = types.into_iter().partition(is_table);
        tables.into_iter().chain(others).for_each(|name| self.push(Change::DropType { name }));
    }

    /// Columns of types that come again as others are of what those stand for in between (Msg 3732).
    fn leave_types(&mut self, types: &BTreeSet<Name>) {
        let mut changes = Vec::new();
        for (name, entry) in &self.state.tables {
            let table = &*entry.definition;
            for column in table.columns.iter().filter(|column| is_of(column.data_type.as_ref(), types)) {
                let Some(base) = self.base(column) else { continue };
                let nullable = Some(self.state.is_nullable(table, column));
                let to = Column { data_type: Some(base), nullable, ..column.clone() };
                let (table, from, to) = (name.clone(), Box::new(column.clone()), Box::new(to));
                changes.push(Change::AlterColumn { table, from, to });
            }
        }
        changes.into_iter().for_each(|change| self.push(change));
    }

    /// The system type that a column's alias type stands for.
    fn base(&self, column: &Column) -> Option<DataType> {
        let Some(DataType::User(name)) = &column.data_type else { return None };
        match &*self.state.types.get(name)?.definition {
            UserType::Alias { base, .. } => Some(base.clone()),
            _ => None,
        }
    }

    /// Types that are gone for good.
    pub(super) fn drop_types(&mut self) {
        let gone = self.state.types.keys().filter(|name| !self.to.types.contains_key(*name));
        for name in gone.cloned().collect::<Vec<_>>() {
            self.push(Change::DropType { name });
        }
    }

    /// Types, sequences, synonyms, models, credentials and settings that come or change.
    pub(super) fn plain_objects(&mut self) {
        let to = self.to;
        let is_table = |entry: &Entry<UserType>| matches!(*entry.definition, UserType::Table(_));
        let (tables, others): (Vec<_>, Vec<_>) = to.types.iter().partition(|(_, entry)| is_table(entry));
        for (name, entry) in others.into_iter().chain(tables) {
            if !self.state.types.contains_key(name) {
                let definition = Box::new((*entry.definition).clone());
                self.push(Change::CreateType { name: name.clone(), definition });
            }
        }
        for (name, entry) in &to.sequences {
            self.sequence(name, &entry.definition);
        }
        for (name, entry) in &to.synonyms {
            if !self.state.synonyms.contains_key(name) {
                self.push(Change::CreateSynonym { name: name.clone(), base: (*entry.definition).clone() });
            }
        }
        self.credentials();
        self.models();
        self.settings();
    }

    fn sequence(&mut self, name: &Name, wanted: &Sequence) {
        let there = self.state.sequences.get(name).map(|entry| (*entry.definition).clone());
        let (name, sequence) = (name.clone(), Box::new(wanted.clone()));
        match there {
            None => self.push(Change::CreateSequence { name, sequence }),
            Some(from) if normal::sequence(&from) != normal::sequence(wanted) => {
                let to = Box::new(normal::sequence(wanted));
                self.push(Change::AlterSequence { name, from: Box::new(from), to, restart: None });
            }
            Some(_) => {}
        }
    }

    fn credentials(&mut self) {
        let to = self.to;
        for (name, entry) in &to.credentials {
            let there = self.state.credentials.get(name).map(|entry| entry.definition.clone());
            let (name, credential) = (name.clone(), Box::new((*entry.definition).clone()));
            match there {
                None => self.push(Change::CreateCredential { name, credential }),
                Some(from) if from.identity != credential.identity => {
                    let from = Box::new((*from).clone());
                    self.push(Change::AlterCredential { name, from, to: credential });
                }
                Some(_) => {}
            }
        }
    }

    fn models(&mut self) {
        let to = self.to;
        for (name, entry) in &to.external_models {
            let there = self.state.external_models.get(name).map(|entry| entry.definition.clone());
            let (name, model) = (name.clone(), Box::new((*entry.definition).clone()));
            let Some(from) = there else {
                self.push(Change::CreateExternalModel { name, model });
                continue;
            };
            let (now, then) = (normal::external_model(&from), normal::external_model(&model));
            let keeps = now.options.iter().all(|option| then.options.iter().any(|other| other.name == option.name));
            if now == then {
                continue;
            }
            if keeps && now.owner == then.owner {
                self.push(Change::AlterExternalModel { name, from: Box::new((*from).clone()), to: model });
            } else {
                self.push(Change::DropExternalModel { name: name.clone() });
                self.push(Change::CreateExternalModel { name, model });
            }
        }
    }

    fn settings(&mut self) {
        let to = self.to;
        for (name, value) in &to.configurations {
            let there = self.state.configurations.get(name);
            if there.map(|there| normal::configuration(there)) != Some(normal::configuration(value)) {
                self.push(Change::SetConfiguration { name: name.clone(), value: value.clone() });
            }
        }
        let gone: Vec<_> =
            self.state.configurations.keys().filter(|name| !to.configurations.contains_key(*name)).cloned().collect();
        for name in gone {
            self.note(format!("the setting {name} is made in the first schema only; nothing sets it back"));
        }
    }

    /// Tables and modules, each after what it needs, then foreign keys.
    pub(super) fn tables_and_modules(&mut self) {
        let to = self.to;
        let first = emit::sorted(to, to.tables.keys());
        for name in &first {
            if to.tables.contains_key(*name) { self.table(name) } else { self.module(name) }
        }
        to.tables.keys().for_each(|name| self.foreign_keys(name));
        let done: BTreeSet<&Name> = first.into_iter().collect();
        let kinds = [ModuleKind::Function, ModuleKind::View, ModuleKind::Procedure, ModuleKind::Trigger];
        let of_kind = |kind| to.modules.iter().filter(move |(_, entry)| entry.definition.kind == kind);
        let wanted = kinds.into_iter().flat_map(of_kind).map(|(name, _)| name);
        for name in emit::sorted(to, wanted).into_iter().filter(|name| !done.contains(name)) {
            self.module(name);
        }
        self.triggers();
    }

    fn module(&mut self, name: &Name) {
        let Some(wanted) = self.to.modules.get(name).map(|entry| &entry.definition) else { return };
        let there = self.state.modules.get(name).map(|entry| entry.definition.clone());
        let (own, module) = (name.clone(), Box::new((**wanted).clone()));
        match there {
            None => self.push(Change::CreateModule { name: own, module }),
            Some(from) if normal::module(name, &from) != normal::module(name, wanted) => {
                self.push(Change::AlterModule { name: own, from: Box::new((*from).clone()), to: module });
            }
            Some(_) => {}
        }
        if let Some(indexes) = self.to.view_indexes.get(name) {
            self.indexes(name, indexes);
        }
        self.statistics(name);
    }

    /// Triggers that are to be on or off.
    fn triggers(&mut self) {
        let (on, off) = (&self.to.disabled_triggers, self.state.disabled_triggers.clone());
        let there = |name: &&Name| self.to.modules.contains_key(*name);
        let changes: Vec<_> =
            on.symmetric_difference(&off).filter(there).map(|name| (name.clone(), off.contains(name))).collect();
        changes.into_iter().for_each(|(trigger, enable)| self.push(Change::SwitchTrigger { trigger, enable }));
    }

    /// Policies, once their tables and functions are there.
    pub(super) fn policies(&mut self) {
        let to = self.to;
        for (name, entry) in &to.policies {
            let there = self.state.policies.get(name).map(|entry| entry.definition.clone());
            let (own, policy) = (name.clone(), Box::new((*entry.definition).clone()));
            match there {
                None => self.push(Change::CreatePolicy { name: own, policy }),
                Some(from) if normal::policy(&from) != normal::policy(&policy) => {
                    self.push(Change::AlterPolicy { name: own, from: Box::new((*from).clone()), to: policy });
                }
                Some(_) => {}
            }
        }
    }
}

/// Whether a sequence is dropped and made anew: ALTER changes neither its type nor where it began.
pub(super) fn is_made_anew(from: &Sequence, to: &Sequence) -> bool {
    let (from, to) = (normal::sequence(from), normal::sequence(to));
    from.data_type != to.data_type || from.start != to.start
}
