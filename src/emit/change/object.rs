//! Changes of everything but tables.

use super::super::{object, permission, property};
use super::{Statements, policy};
use crate::catalog::{Catalog, Principal};
use crate::change::Change;
use crate::name::{DEFAULT_SCHEMA, Ident, Name};
use crate::normal;
use crate::schema::{ExternalModel, Module, ModuleKind, Sequence, SqlText};
use crate::syntax::spell;

/// What is said where a secret must be put in.
const SECRET: &str = "The secret is not known here: put it in before this runs.";

/// The statements of a change; `None` for one of tables.
pub(super) fn change(change: &Change, before: &Catalog) -> Option<Statements> {
    Some(match change {
        Change::CreateModule { name, module } => module_text(name, module, false),
        Change::AlterModule { name, to, .. } => module_text(name, to, true),
        Change::DropModule { kind, name } => Statements::one(drop_module(before, *kind, name)),
        Change::SwitchTrigger { trigger, enable } => Statements::one(switch_trigger(before, trigger, *enable)),
        Change::CreatePolicy { name, policy } => Statements::one(object::policy(name, policy)),
        Change::AlterPolicy { name, from, to } => Statements::one(policy::alter(name, from, to)),
        Change::DropPolicy { name } => drop("SECURITY POLICY", &spell::name(name)),
        Change::CreateType { name, definition } => Statements::one(object::user_type(name, definition)),
        Change::DropType { name } => drop("TYPE", &spell::name(name)),
        Change::CreateSequence { name, sequence } => Statements::one(object::sequence(name, sequence)),
        Change::AlterSequence { name, to, restart, .. } => Statements::one(alter_sequence(name, to, restart.as_ref())),
        Change::DropSequence { name } => drop("SEQUENCE", &spell::name(name)),
        Change::CreateSynonym { name, base } => Statements::one(object::synonym(name, base)),
        Change::DropSynonym { name } => drop("SYNONYM", &spell::name(name)),
        Change::CreateOther { class, name, definition: Some(definition) } => {
            Statements::one(object::other("CREATE", class, name, definition))
        }
        Change::AlterOther { class, name, definition: Some(definition) } => {
            Statements::one(object::other("ALTER", class, name, definition))
        }
        Change::CreateOther { class, name, .. } | Change::AlterOther { class, name, .. } => {
            Statements::note(&format!("No more is known of the {} {} than its name.", class.words(), spell::name(name)))
        }
        Change::DropOther { class, name } => Statements::one(object::other("DROP", class, name, &SqlText::default())),
        _ => return access(change, before),
    })
}

/// Schemas, principals, permissions, models, credentials and settings.
fn access(change: &Change, before: &Catalog) -> Option<Statements> {
    Some(match change {
        Change::CreateSchema { name, owner } => Statements::alone(object::schema(name, owner.as_ref())),
        Change::DropSchema { name } => drop("SCHEMA", &spell::ident(name)),
        Change::SetSchemaOwner { name, owner } => {
            let owner = owner.as_ref().map_or_else(|| DEFAULT_SCHEMA.to_owned(), spell::ident);
            Statements::one(format!("ALTER AUTHORIZATION ON SCHEMA::{} TO {owner}", spell::ident(name)))
        }
        Change::CreatePrincipal { name, principal } => with_secret(object::principal(name, principal)),
        Change::AlterPrincipal { name, to, principal } => Statements::list(alter_principal(name, to, principal)),
        Change::DropPrincipal { name } => {
            let class = before.principals.get(name).map_or("USER", |entry| &*entry.definition.class);
            drop(class, &spell::ident(name))
        }
        Change::RoleMember { role, member, add } => {
            let verb = if *add { "ADD" } else { "DROP" };
            Statements::one(format!("ALTER ROLE {} {verb} MEMBER {}", spell::ident(role), spell::ident(member)))
        }
        Change::Grant(permission) => Statements::list(permission::grants([permission])),
        Change::Revoke(permission) => Statements::one(permission::revoke(permission, before)),
        Change::CreateExternalModel { name, model } => Statements::one(object::external_model(name, model)),
        Change::AlterExternalModel { name, from, to } => Statements::one(alter_model(name, from, to)),
        Change::DropExternalModel { name } => drop("EXTERNAL MODEL", &spell::ident(name)),
        Change::CreateCredential { name, credential } => {
            with_secret(vec![object::credential("CREATE", name, credential)])
        }
        Change::AlterCredential { name, to, .. } => with_secret(vec![object::credential("ALTER", name, to)]),
        Change::DropCredential { name } => drop("DATABASE SCOPED CREDENTIAL", &spell::ident(name)),
        Change::SetProperty { on, name, from, to } => {
            Statements::one(property::set(on, name, from.as_deref(), to.as_deref()))
        }
        Change::SetConfiguration { name, value } => Statements::one(object::configuration(name, value)),
        _ => return None,
    })
}

fn drop(class: &str, name: &str) -> Statements {
    Statements::one(format!("DROP {class} {name}"))
}

fn with_secret(list: Vec<String>) -> Statements {
    let lacks = list.iter().any(|statement| object::lacks_secret(statement));
    Statements { list, alone: false, notes: if lacks { vec![SECRET.to_owned()] } else { Vec::new() } }
}

/// A module's text, with the settings that it is made under around it where they are not the usual ones.
fn module_text(name: &Name, module: &Module, alter: bool) -> Statements {
    let text = normal::definition(name, module);
    let text = match text.strip_prefix("CREATE").filter(|_| alter) {
        Some(rest) => format!("ALTER{rest}"),
        None => text,
    };
    let switched = [("ANSI_NULLS", module.ansi_nulls), ("QUOTED_IDENTIFIER", module.quoted_identifier)];
    let off: Vec<_> = switched.into_iter().filter(|(_, on)| !on).map(|(option, _)| option).collect();
    if off.is_empty() {
        return Statements::alone(text);
    }
    let set = |value| format!("SET {} {value}", off.join(", "));
    Statements { list: vec![set("OFF"), text, set("ON")], alone: true, notes: Vec::new() }
}

fn drop_module(before: &Catalog, kind: ModuleKind, name: &Name) -> String {
    let class = match kind {
        ModuleKind::Procedure => "PROCEDURE",
        ModuleKind::Function => "FUNCTION",
        ModuleKind::View => "VIEW",
        ModuleKind::Trigger => "TRIGGER",
    };
    let on_database = kind == ModuleKind::Trigger
        && before.modules.get(name).is_some_and(|entry| entry.definition.trigger_on.is_none());
    format!("DROP {class} {}{}", spell::name(name), if on_database { " ON DATABASE" } else { "" })
}

fn switch_trigger(before: &Catalog, trigger: &Name, enable: bool) -> String {
    let on = before.modules.get(trigger).and_then(|entry| entry.definition.trigger_on.clone());
    let on = on.map_or_else(|| "DATABASE".to_owned(), |table| spell::name(&table));
    format!("{} TRIGGER {} ON {on}", if enable { "ENABLE" } else { "DISABLE" }, spell::name(trigger))
}

fn alter_sequence(name: &Name, to: &Sequence, restart: Option<&SqlText>) -> String {
    let mut lines = vec![format!("ALTER SEQUENCE {}", spell::name(name))];
    lines.extend(restart.map(|restart| restart.as_str().to_owned()));
    lines.extend(object::sequence_clauses(to));
    if to.cache.is_none() {
        lines.push("CACHE".to_owned());
    }
    lines.join("\n    ")
}

fn alter_principal(name: &Ident, to: &Ident, principal: &Principal) -> Vec<String> {
    let mut options: Vec<&str> =
        principal.options.iter().filter(|option| object::assigns(option)).map(SqlText::as_str).collect();
    let new_name = format!("NAME = {}", spell::ident(to));
    if name.as_str() != to.as_str() {
        options.push(&new_name);
    }
    if options.is_empty() { Vec::new() } else { vec![object::alter_principal(name, principal, &options)] }
}

fn alter_model(name: &Ident, from: &ExternalModel, to: &ExternalModel) -> String {
    let changed: Vec<_> = to.options.iter().filter(|option| !from.options.contains(option)).cloned().collect();
    format!("ALTER EXTERNAL MODEL {} SET ({})", spell::ident(name), object::model_options(&changed))
}
