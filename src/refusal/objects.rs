//! Objects by name: names that are taken, schemas that are missing, and what others still refer to.

use std::collections::BTreeSet;

use super::judge::is_placeholder;
use super::{Cause, Judge, constraints, keys, table, vector_column};
use crate::catalog::{Dependent, Presence};
use crate::name::{Ident, Name};
use crate::schema::{Index, Table};
use crate::syntax::ast::ObjectClass;

/// CREATE TABLE.
pub(super) fn create_table(judge: &mut Judge, name: &Name, definition: &Table) {
    if name.is_temporary() {
        definition.columns.iter().for_each(|column| vector_column::column(judge, name, column));
        return;
    }
    create(judge, name);
    let mut seen = BTreeSet::new();
    for column in &definition.columns {
        if !seen.insert(&column.name) {
            judge.add(table::COLUMN_EXISTS.about(name, &[&column.name, name]));
        }
        vector_column::column(judge, name, column);
        vector_column::in_memory(judge, name, definition, column);
        judge.type_of(name, column);
    }
    for constraint in definition.constraint_names() {
        judge.constraint_name(name, constraint);
    }
    vector_column::partitioned(judge, name, definition, definition.storage.as_ref());
    constraints::second_of_new(judge, name, definition);
    let certain = definition.opaque.is_empty();
    for constraint in &definition.constraints {
        constraints::of_table(judge, name, definition, constraint, certain);
    }
    let ordinary = |index: &&Index| !index.is_vector();
    for index in definition.indexes.iter().filter(ordinary) {
        vector_column::index(judge, name, definition, index);
        keys::index(judge, name, definition, index);
    }
}

/// CREATE of anything that lives in a schema: 2760 and 2714.
pub(super) fn create(judge: &mut Judge, name: &Name) {
    schema(judge, name);
    taken(judge, name);
}

/// 2760. What stands for `${schema}` nobody knows here.
pub(super) fn schema(judge: &mut Judge, name: &Name) {
    let is_filled_in = is_placeholder(&name.schema);
    if !is_filled_in && !judge.before.has_schema(&name.schema) {
        judge.add(table::NO_SCHEMA.about(&Name::bare(name.schema.clone()), &[&name.schema]));
    }
}

/// 2714.
pub(super) fn taken(judge: &mut Judge, name: &Name) {
    if let Some((cause, certain)) = judge.object_cause(name) {
        judge.add(table::OBJECT_EXISTS.about(name, &[&name.object]).because(cause, certain));
    }
}

/// What is bound to an object so that its name may not change: a schema-bound module or policy. A foreign key
/// follows its table.
fn binder(judge: &Judge, name: &Name) -> Option<Dependent> {
    let binds = |dependent: &Dependent| dependent.binds && dependent.class != ObjectClass::Table;
    judge.before.dependents(name).into_iter().find(binds)
}

/// `sp_rename` of an object: 15336 and 15335.
pub(super) fn rename(judge: &mut Judge, class: &ObjectClass, from: &Name, to: &Name) {
    if *class == ObjectClass::Type {
        return;
    }
    if let Some(dependent) = binder(judge, from) {
        let (cause, certain) = judge.dependent_cause(&dependent);
        judge.add(table::RENAME_IN_USE.about(from, &[from, &dependent.name]).because(cause, certain));
    }
    if from != to
        && let Some((cause, certain)) = judge.object_cause(to)
    {
        judge.add(table::RENAME_TO_EXISTING.about(from, &[&to.object, &"OBJECT"]).because(cause, certain));
    }
}

/// `ALTER SCHEMA … TRANSFER`: 15151, 15348 and 15530.
pub(super) fn transfer(judge: &mut Judge, class: &ObjectClass, from: &Name, to: &Name) {
    if !judge.before.has_schema(&to.schema) {
        judge.add(table::NO_SECURABLE.about(from, &[&"alter", &"schema", &to.schema]));
    }
    if *class == ObjectClass::Type {
        return;
    }
    if from != to
        && let Some(dependent) = binder(judge, from)
    {
        let (cause, certain) = judge.dependent_cause(&dependent);
        judge.add(table::TRANSFER_IN_USE.about(from, &[from, &dependent.name]).because(cause, certain));
    }
    if let Some((cause, certain)) = judge.object_cause(to) {
        judge.add(table::TRANSFER_TO_EXISTING.about(from, &[&to.object]).because(cause, certain));
    }
}

/// DROP TABLE: 3726 and 3729.
pub(super) fn drop_table(judge: &mut Judge, name: &Name) {
    for dependent in judge.before.dependents(name).into_iter().filter(|dependent| dependent.binds) {
        let (cause, certain) = judge.dependent_cause(&dependent);
        let refusal = match dependent.class {
            ObjectClass::Table => table::TABLE_UNDER_FOREIGN_KEY.about(name, &[name, &dependent.name]),
            _ => table::DROP_IN_USE.about(name, &[&"drop the table", name, &dependent.name]),
        };
        judge.add(refusal.because(cause, certain));
    }
}

/// TRUNCATE TABLE under a foreign key: 4712.
pub(super) fn truncate(judge: &mut Judge, name: &Name) {
    let is_key = |dependent: &Dependent| dependent.class == ObjectClass::Table;
    for dependent in judge.before.dependents(name).into_iter().filter(is_key) {
        let (cause, certain) = judge.dependent_cause(&dependent);
        let refusal = table::TRUNCATE_UNDER_FOREIGN_KEY.about(name, &[name, &dependent.name]);
        judge.add(refusal.because(cause, certain));
    }
}

/// DROP or ALTER of a module that a schema-bound one refers to: 3729.
pub(super) fn change_module(judge: &mut Judge, name: &Name, doing: &str) {
    for dependent in judge.before.dependents(name).into_iter().filter(|dependent| dependent.binds) {
        let (cause, certain) = judge.dependent_cause(&dependent);
        judge.add(table::DROP_IN_USE.about(name, &[&doing, name, &dependent.name]).because(cause, certain));
    }
}

/// DROP SCHEMA of one that is not empty: 3729.
pub(super) fn drop_schema(judge: &mut Judge, schema: &Ident) {
    let before = judge.before;
    let first = Name { schema: schema.clone(), object: Ident::default() };
    let inside = |name: &&Name| &name.schema == schema;
    let table = before.tables.range(&first..).next().map(|(name, entry)| (name, entry.presence));
    let module = before.modules.range(&first..).next().map(|(name, entry)| (name, entry.presence));
    let policy = before.policies.range(&first..).next().map(|(name, entry)| (name, entry.presence));
    let found = [table, module, policy].into_iter().flatten().find(|(name, _)| inside(name));
    if let Some((name, presence)) = found {
        let cause = judge.object_cause(name).map_or_else(|| Cause::new("it is there", None), |(cause, _)| cause);
        let refusal = table::DROP_IN_USE.about(name, &[&"drop the schema", schema, name]);
        judge.add(refusal.because(cause, presence == Presence::Certain));
    }
}

/// DROP TYPE of one that a column has: 3732.
pub(super) fn drop_type(judge: &mut Judge, name: &Name) {
    use crate::schema::DataType;
    let uses = |definition: &Table| {
        definition.columns.iter().any(|column| matches!(&column.data_type, Some(DataType::User(used)) if used == name))
    };
    let user = judge.before.tables.iter().find(|(_, entry)| uses(&entry.definition));
    if let Some((table, entry)) = user {
        let cause = Cause::new(format!("`{table}` comes from here"), entry.origin.0);
        let refusal = table::TYPE_IN_USE.about(name, &[name, table]);
        judge.add(refusal.because(cause, entry.presence == Presence::Certain && !entry.uncertain));
    }
}

/// CREATE SCHEMA of one that is there: 2714.
pub(super) fn create_schema(judge: &mut Judge, schema: &Ident) {
    if judge.before.has_schema(schema) {
        let entry = judge.before.schemas.get(schema);
        let cause =
            Cause::new(format!("the schema `{schema}` comes from here"), entry.and_then(|entry| entry.origin.0));
        let certain = entry.is_none_or(|entry| entry.presence == Presence::Certain);
        let name = Name { schema: schema.clone(), object: Ident::default() };
        judge.add(table::SCHEMA_EXISTS.about(&name, &[schema]).because(cause, certain));
    }
}

/// CREATE TYPE: 2760 and 219.
pub(super) fn create_type(judge: &mut Judge, name: &Name) {
    schema(judge, name);
    if let Some(entry) = judge.before.types.get(name) {
        let cause = Cause::new(format!("the type `{name}` comes from here"), entry.origin.0);
        judge.add(table::TYPE_EXISTS.about(name, &[name]).because(cause, entry.presence == Presence::Certain));
    }
}

/// CREATE USER or ROLE: 15023.
pub(super) fn create_principal(judge: &mut Judge, name: &Ident) {
    if let Some(entry) = judge.before.principals.get(name) {
        let cause = Cause::new(format!("`{name}` comes from here"), entry.origin.0);
        let certain = entry.presence == Presence::Certain;
        judge.add(table::PRINCIPAL_EXISTS.plain(&[name]).because(cause, certain));
    }
}

/// DROP DATABASE SCOPED CREDENTIAL under an external model: 46556.
pub(super) fn drop_credential(judge: &mut Judge, name: &Ident) {
    for (model, entry) in &judge.before.external_models {
        let options = &entry.definition.options;
        let uses = options.iter().any(|option| &*option.name == "CREDENTIAL" && name.is(bare(option.value.as_str())));
        if uses {
            let cause = Cause::new(format!("the external model `{model}` comes from here"), entry.origin.0);
            let certain = entry.presence == Presence::Certain && !entry.uncertain;
            judge.found.push(table::CREDENTIAL_IN_USE.plain(&[name, model]).because(cause, certain));
        }
    }
}

/// A name without its brackets.
fn bare(name: &str) -> &str {
    name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name)
}
