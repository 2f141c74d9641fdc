//! Policies, modules, types, sequences, synonyms, external models, credentials, and what is known by
//! name only.

use std::sync::Arc;

use super::kind::{Credentials, ExternalModels, Modules, Policies, Sequences, Synonyms, Types};
use super::{Applied, Edit};
use crate::catalog::Part;
use crate::change::journal::Cell;
use crate::change::{ApplyError, Change};
use crate::name::Name;
use crate::schema::{Module, Policy, SqlText};
use crate::syntax::ast::ObjectClass;

impl Edit<'_> {
    pub(super) fn object(&mut self, change: &Change) -> Applied {
        match change {
            Change::CreatePolicy { name, policy } => {
                self.claim(name)?;
                self.create::<Policies>(name, (**policy).clone())
            }
            Change::AlterPolicy { name, to, .. } => self.alter_policy(name, to),
            Change::DropPolicy { name } => self.remove::<Policies>(name),
            Change::CreateModule { name, module } => {
                if let Some(table) = &module.trigger_on {
                    self.known_owner(table)?;
                }
                self.claim(name)?;
                self.create::<Modules>(name, (**module).clone())
            }
            Change::AlterModule { name, to, .. } => self.alter_module(name, to),
            Change::DropModule { kind, name } => {
                let known = self.catalog.modules.get(name).map(|entry| entry.definition.kind);
                if known != Some(*kind) {
                    return Err(self.missing(kind.class(), name));
                }
                self.take_module(name);
                Ok(())
            }
            Change::SwitchTrigger { trigger, enable } => {
                self.known::<Modules>(trigger)?;
                self.switch_trigger(trigger, *enable);
                Ok(())
            }
            _ => self.plain_object(change),
        }
    }

    /// Sequences and synonyms.
    fn plain_object(&mut self, change: &Change) -> Applied {
        match change {
            Change::CreateSequence { name, sequence } => {
                self.claim(name)?;
                self.create::<Sequences>(name, (**sequence).clone())
            }
            Change::AlterSequence { name, to, .. } => self.replace::<Sequences>(name, (**to).clone()),
            Change::DropSequence { name } => {
                self.take_permissions(name);
                self.remove::<Sequences>(name)
            }
            Change::CreateSynonym { name, base } => {
                self.claim(name)?;
                self.create::<Synonyms>(name, base.clone())
            }
            Change::DropSynonym { name } => {
                self.take_permissions(name);
                self.remove::<Synonyms>(name)
            }
            _ => self.object_outside(change),
        }
    }

    /// Objects that do not share the name space of tables.
    fn object_outside(&mut self, change: &Change) -> Applied {
        match change {
            Change::CreateType { name, definition } => {
                if !self.catalog.has_schema(&name.schema) {
                    return Err(ApplyError::MissingSchema(name.schema.clone()));
                }
                self.create::<Types>(name, (**definition).clone())
            }
            Change::DropType { name } => self.remove::<Types>(name),
            Change::CreateExternalModel { name, model } => self.create::<ExternalModels>(name, (**model).clone()),
            Change::AlterExternalModel { name, to, .. } => self.replace::<ExternalModels>(name, (**to).clone()),
            Change::DropExternalModel { name } => self.remove::<ExternalModels>(name),
            Change::CreateCredential { name, credential } => self.create::<Credentials>(name, (**credential).clone()),
            Change::AlterCredential { name, to, .. } => self.replace::<Credentials>(name, (**to).clone()),
            Change::DropCredential { name } => self.remove::<Credentials>(name),
            Change::SetConfiguration { name, value } => {
                self.note(&Cell::Configuration(name.clone()));
                self.catalog.configurations.insert(name.clone(), value.clone());
                Ok(())
            }
            Change::CreateOther { class, name, definition } => self.create_other(class, name, definition.as_ref()),
            Change::AlterOther { class, name, definition } => self.alter_other(class, name, definition.as_ref()),
            Change::DropOther { class, name } => self.drop_other(class, name),
            _ => Ok(()),
        }
    }

    fn alter_policy(&mut self, name: &Name, to: &Policy) -> Applied {
        self.known::<Policies>(name)?;
        let note = self.note_of_part();
        let Some(entry) = self.entry::<Policies>(name) else { return Ok(()) };
        let before = std::mem::replace(&mut entry.definition, Arc::new(to.clone()));
        for predicate in to.predicates.iter().filter(|predicate| !before.predicates.contains(predicate)) {
            entry.parts.insert(Part::predicate(predicate), note);
        }
        let kept = |part: &Part| to.predicates.iter().any(|predicate| Part::predicate(predicate) == *part);
        entry.parts.retain(|part, _| kept(part));
        Ok(())
    }

    fn alter_module(&mut self, name: &Name, to: &Module) -> Applied {
        if self.catalog.modules.get(name).is_none_or(|entry| entry.definition.kind != to.kind) {
            return Err(self.missing(to.kind.class(), name));
        }
        let made = self.made(to.clone());
        self.put::<Modules>(name, made);
        Ok(())
    }

    /// Takes a module out with its permissions, a view's indexes and triggers too.
    pub(super) fn take_module(&mut self, name: &Name) {
        self.take::<Modules>(name);
        self.take_view_indexes(name);
        self.take_statistics(name);
        self.take_permissions(name);
        self.switch_trigger(name, true);
        for trigger in self.triggers_on(name) {
            self.take_module(&trigger);
        }
    }

    pub(super) fn switch_trigger(&mut self, trigger: &Name, enable: bool) {
        if self.catalog.disabled_triggers.contains(trigger) != enable {
            return;
        }
        self.note(&Cell::DisabledTrigger(trigger.clone()));
        if enable {
            self.catalog.disabled_triggers.remove(trigger);
        } else {
            self.catalog.disabled_triggers.insert(trigger.clone());
        }
    }

    fn create_other(&mut self, class: &ObjectClass, name: &Name, definition: Option<&SqlText>) -> Applied {
        let key = (class.clone(), name.clone());
        if self.catalog.others.contains_key(&key) {
            return Err(ApplyError::Exists { existing: key.0, name: key.1 });
        }
        self.note(&Cell::Other(class.clone(), name.clone()));
        self.catalog.others.insert(key, definition.into_iter().cloned().collect());
        Ok(())
    }

    /// What is altered in a way that is not told is known by its name only.
    fn alter_other(&mut self, class: &ObjectClass, name: &Name, definition: Option<&SqlText>) -> Applied {
        self.note(&Cell::Other(class.clone(), name.clone()));
        let Some(there) = self.catalog.others.get_mut(&(class.clone(), name.clone())) else {
            return Err(self.missing(class.clone(), name));
        };
        match definition.filter(|_| !there.is_empty()) {
            Some(definition) => there.push(definition.clone()),
            None => there.clear(),
        }
        Ok(())
    }

    fn drop_other(&mut self, class: &ObjectClass, name: &Name) -> Applied {
        self.note(&Cell::Other(class.clone(), name.clone()));
        match self.catalog.others.remove(&(class.clone(), name.clone())) {
            Some(_) => Ok(()),
            None => Err(self.missing(class.clone(), name)),
        }
    }
}
