//! Schemas, policies, modules, types, sequences, synonyms, principals, permissions, models.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Context, Meaning, Reader, meaning};
use crate::catalog::{Entry, Principal};
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::schema::{ExternalModel, IndexOption, Module, Permission, Policy, Predicate, Securable, Sequence, SqlText};
use crate::syntax::ast::{AlterPolicy, Kind, ModuleVerb, ObjectClass, ObjectName, PropertyVerb, Statement};
use crate::text::Span;

impl Reader<'_> {
    pub(super) fn object(&mut self, kind: &Kind) {
        match kind {
            Kind::CreateSchema { name, owner, elements } => self.create_schema(name, owner.as_ref(), elements),
            Kind::CreatePolicy { name, policy, .. } => self.create_policy(name, policy),
            Kind::AlterPolicy { name, actions, state, not_for_replication } => {
                self.alter_policy(name, actions, *state, *not_for_replication);
            }
            Kind::Module { verb, name, module, .. } => self.module(*verb, name, module),
            Kind::SwitchTrigger { enable, triggers, table } => self.switch_named(*enable, triggers, table.as_ref()),
            Kind::CreateType { name, definition } => {
                let definition = definition.clone();
                self.create(name, |name| Change::CreateType { name, definition });
            }
            Kind::Sequence { alter, name, sequence, restart } => {
                self.sequence(*alter, name, sequence, restart.as_ref());
            }
            Kind::CreateSynonym { name, base } => {
                let base = self.synonym_base(base);
                self.create(name, |name| Change::CreateSynonym { name, base });
            }
            Kind::NamedObject { alter, class, name, definition } => {
                self.other(*alter, class, name, definition.clone());
            }
            Kind::ScopedConfiguration { name, value, secondary } => self.configuration(name, value, *secondary),
            _ => self.principal(kind),
        }
    }

    fn principal(&mut self, kind: &Kind) {
        match kind {
            Kind::CreatePrincipal { class, name, options, .. } => {
                let (class, options) = (class.clone(), options.clone());
                let principal = Principal { class, options, member_of: BTreeSet::new() };
                self.push(Change::CreatePrincipal { name: name.clone(), principal });
            }
            Kind::AlterPrincipal { class, name, new_name, options, .. } => {
                self.alter_principal(class, name, new_name.as_ref(), options);
            }
            Kind::Authorization { securable, owner } => self.authorization(securable, owner.as_ref()),
            Kind::RoleMember { role, member, add } => {
                self.push(Change::RoleMember { role: role.clone(), member: member.clone(), add: *add });
            }
            Kind::ExtendedProperty { verb, name, value, on } => {
                let from = self.catalog.properties.get(on).and_then(|held| held.get(name)).cloned();
                let to = (*verb != PropertyVerb::Drop).then(|| value.clone());
                self.push(Change::SetProperty { on: on.clone(), name: name.clone(), from, to });
            }
            Kind::Permission { revoke, permissions, .. } => self.permissions(*revoke, permissions),
            Kind::ExternalModel { alter, name, model } => self.external_model(*alter, name, model),
            Kind::Credential { alter: false, name, credential, .. } => {
                self.push(Change::CreateCredential { name: name.clone(), credential: credential.clone() });
            }
            Kind::Credential { alter: true, name, credential, .. } => {
                let from = known(self.catalog.credentials.get(name));
                let to = credential.clone();
                self.push(Change::AlterCredential { name: name.clone(), from: Box::new(from), to });
            }
            _ => {}
        }
    }

    fn create(&mut self, name: &ObjectName, change: impl FnOnce(Name) -> Change) {
        if let Some(name) = self.here(name) {
            self.push(change(name));
        }
    }

    /// What stands in the statement after the schema lives in it; permissions there are on it.
    fn create_schema(&mut self, name: &Ident, owner: Option<&Ident>, elements: &[Statement]) {
        self.push(Change::CreateSchema { name: name.clone(), owner: owner.cloned() });
        let cx = Context { default_schema: name.clone(), ..self.cx.clone() };
        for element in elements {
            match meaning(element, self.catalog, &cx) {
                Meaning::Nothing => {}
                Meaning::Changes(changes) => {
                    let made =
                        self.changes.iter().filter_map(|(change, _)| change.object().cloned()).collect::<Vec<_>>();
                    self.changes.extend(changes.into_iter().map(|(change, span)| (inside_schema(change, &made), span)));
                }
                Meaning::Unknown { touches, changes } => {
                    self.changes.extend(changes);
                    self.unknown.get_or_insert_default().extend(touches);
                }
            }
        }
    }

    fn create_policy(&mut self, name: &ObjectName, policy: &Policy) {
        let mut policy = policy.clone();
        policy.predicates.iter_mut().for_each(|predicate| predicate.target = self.table_of(&predicate.target));
        self.create(name, |name| Change::CreatePolicy { name, policy: Box::new(policy) });
    }

    fn alter_policy(
        &mut self,
        name: &ObjectName,
        actions: &[(AlterPolicy, Span)],
        state: Option<bool>,
        not_for_replication: bool,
    ) {
        let Some(name) = self.here(name) else { return };
        let from = known(self.catalog.policies.get(&name));
        let mut to = from.clone();
        for (action, _) in actions {
            self.alter_predicates(&mut to.predicates, action);
        }
        to.state = state.or(to.state);
        to.not_for_replication |= not_for_replication;
        self.push(Change::AlterPolicy { name, from: Box::new(from), to: Box::new(to) });
    }

    fn alter_predicates(&self, predicates: &mut Vec<Predicate>, action: &AlterPolicy) {
        match action {
            AlterPolicy::Add(predicate) | AlterPolicy::Alter(predicate) => {
                let target = self.table_of(&predicate.target);
                let predicate = Predicate { target, ..predicate.clone() };
                match predicates.iter_mut().find(|there| same_place(there, &predicate)) {
                    Some(there) => *there = predicate,
                    None => predicates.push(predicate),
                }
            }
            AlterPolicy::Drop { kind, target, operation } => {
                let target = self.table_of(target);
                let on_target = |there: &Predicate| there.kind == *kind && there.target == target;
                let exact = |there: &Predicate| on_target(there) && there.operation == *operation;
                // Learn's grammar has no operation here: without one, whatever is there is meant.
                let any = operation.is_none() && !predicates.iter().any(exact);
                predicates.retain(|there| if any { !on_target(there) } else { !exact(there) });
            }
        }
    }

    /// The table that a predicate is on, synonyms followed.
    fn table_of(&self, target: &Name) -> Name {
        self.catalog.as_written(self.catalog.resolve(target))
    }

    fn module(&mut self, verb: ModuleVerb, written: &ObjectName, module: &Module) {
        let Some(mut name) = self.here(written) else { return };
        if let (1, Some(table)) = (written.parts.len(), &module.trigger_on) {
            name.schema = table.schema.clone();
        }
        let settings = self.cx.settings;
        let to = Box::new(Module {
            quoted_identifier: settings.quoted_identifier,
            ansi_nulls: settings.ansi_nulls,
            ..module.clone()
        });
        let from = self.catalog.modules.get(&name).map(|entry| Box::new((*entry.definition).clone()));
        self.push(match (verb, from) {
            (ModuleVerb::Create, _) | (ModuleVerb::CreateOrAlter, None) => Change::CreateModule { name, module: to },
            (_, Some(from)) => Change::AlterModule { name, from, to },
            (ModuleVerb::Alter, None) => Change::AlterModule { name, from: to.clone(), to },
        });
    }

    fn switch_named(&mut self, enable: bool, triggers: &[ObjectName], table: Option<&ObjectName>) {
        let table = table.and_then(|table| self.target(table));
        let names = triggers.iter().filter_map(|trigger| {
            let mut name = self.here(trigger)?;
            if let (1, Some(table)) = (trigger.parts.len(), &table) {
                name.schema = table.schema.clone();
            }
            Some(name)
        });
        let names = names.collect();
        self.switch_triggers(names, table.as_ref(), enable);
    }

    /// Switches these triggers; none stands for all of a table.
    pub(super) fn switch_triggers(&mut self, names: Vec<Name>, table: Option<&Name>, enable: bool) {
        let all = || {
            let on = self
                .catalog
                .modules
                .iter()
                .filter(|(_, entry)| table.is_some() && entry.definition.trigger_on.as_ref() == table);
            on.map(|(name, _)| name.clone()).collect()
        };
        let names: Vec<Name> = if names.is_empty() { all() } else { names };
        names.into_iter().for_each(|trigger| self.push(Change::SwitchTrigger { trigger, enable }));
    }

    fn sequence(&mut self, alter: bool, name: &ObjectName, said: &Sequence, restart: Option<&SqlText>) {
        let Some(name) = self.here(name) else { return };
        if !alter {
            return self.push(Change::CreateSequence { name, sequence: Box::new(said.clone()) });
        }
        let from = known(self.catalog.sequences.get(&name));
        let said = said.clone();
        let to = Sequence {
            data_type: said.data_type.or_else(|| from.data_type.clone()),
            start: said.start.or_else(|| from.start.clone()),
            increment: said.increment.or_else(|| from.increment.clone()),
            min: said.min.or_else(|| from.min.clone()),
            max: said.max.or_else(|| from.max.clone()),
            cycle: said.cycle.or(from.cycle),
            cache: said.cache.or_else(|| from.cache.clone()).filter(|cache| cache.as_deref() != Some("")),
        };
        let (from, to) = (Box::new(from), Box::new(to));
        self.push(Change::AlterSequence { name, from, to, restart: restart.cloned() });
    }

    /// What a synonym stands for; all parts in one text when it lives in another database.
    fn synonym_base(&self, base: &ObjectName) -> Name {
        if base.parts.len() <= 2 {
            return self.name(base);
        }
        let parts: Vec<String> = base.parts.iter().map(Ident::to_string).collect();
        Name::bare(Ident::new(parts.join(".")))
    }

    /// What comes from elsewhere (a login, a database) is altered by nothing that a catalog knows.
    fn other(&mut self, alter: bool, class: &ObjectClass, name: &ObjectName, definition: Option<SqlText>) {
        let Some(name) = self.here(name) else { return };
        let class = class.clone();
        match alter {
            false => self.push(Change::CreateOther { class, name, definition }),
            true if self.catalog.others.contains_key(&(class.clone(), name.clone())) => {
                self.push(Change::AlterOther { class, name, definition });
            }
            true => {}
        }
    }

    fn configuration(&mut self, name: &str, value: &SqlText, secondary: bool) {
        if name == "CLEAR PROCEDURE_CACHE" {
            return;
        }
        let name = if secondary { format!("{name} FOR SECONDARY") } else { name.to_owned() };
        self.push(Change::SetConfiguration { name: name.into(), value: value.as_str().into() });
    }

    fn alter_principal(&mut self, class: &str, name: &Ident, new_name: Option<&Ident>, options: &[SqlText]) {
        let mut principal = known(self.catalog.principals.get(name));
        principal.class = class.into();
        for option in options {
            principal.options.retain(|there| option_word(there) != option_word(option));
            principal.options.push(option.clone());
        }
        let to = new_name.unwrap_or(name).clone();
        self.push(Change::AlterPrincipal { name: name.clone(), to, principal });
    }

    fn authorization(&mut self, securable: &Securable, owner: Option<&Ident>) {
        if let ("SCHEMA", [name]) = (&*securable.class, securable.name.as_slice()) {
            self.push(Change::SetSchemaOwner { name: name.clone(), owner: owner.cloned() });
        }
    }

    fn permissions(&mut self, revoke: bool, permissions: &[Permission]) {
        for permission in permissions {
            let permission = permission.clone();
            self.push(if revoke { Change::Revoke(permission) } else { Change::Grant(permission) });
        }
    }

    fn external_model(&mut self, alter: bool, name: &Ident, model: &ExternalModel) {
        let name = name.clone();
        if !alter {
            return self.push(Change::CreateExternalModel { name, model: Box::new(model.clone()) });
        }
        let from = known(self.catalog.external_models.get(&name));
        let mut to = from.clone();
        model.options.iter().for_each(|option| set(&mut to.options, option));
        self.push(Change::AlterExternalModel { name, from: Box::new(from), to: Box::new(to) });
    }
}

/// A permission on what was made just now is on that, though the parser takes its schema for `dbo`.
fn inside_schema(change: Change, made: &[Name]) -> Change {
    let Change::Grant(mut permission) = change else { return change };
    if let Some(Securable { class, name }) = &mut permission.securable
        && let ("OBJECT", [schema, object]) = (&**class, name.as_mut_slice())
        && let Some(found) = made.iter().find(|made| made.object == *object)
    {
        *schema = found.schema.clone();
    }
    Change::Grant(permission)
}

/// The definition of an entry, an empty one where there is none.
fn known<T: Clone + Default>(entry: Option<&Entry<T>>) -> T {
    entry.map(|entry| (*Arc::clone(&entry.definition)).clone()).unwrap_or_default()
}

/// Whether two predicates are the same one: of one kind, on one table, for one operation.
fn same_place(one: &Predicate, other: &Predicate) -> bool {
    one.kind == other.kind && one.target == other.target && one.operation == other.operation
}

/// What an option of a principal is about: its text before `=`, upper case.
fn option_word(option: &SqlText) -> String {
    option.as_str().split('=').next().unwrap_or_default().trim().to_uppercase()
}

fn set(options: &mut Vec<IndexOption>, option: &IndexOption) {
    match options.iter_mut().find(|there| there.name == option.name) {
        Some(there) => there.value = option.value.clone(),
        None => options.push(option.clone()),
    }
}
