//! Statements whose target is not there, and which therefore change nothing.

use super::{Judge, Refusal, table};
use crate::catalog::{Entry, Presence};
use crate::name::{Ident, Name};
use crate::schema::Table;
use crate::syntax::ast::{AlterPolicy, AlterTable, DropIndex, Kind, ModuleVerb, ObjectClass, ObjectName};

/// Goes by the kind of the statement.
pub(super) fn statement(judge: &mut Judge, kind: &Kind) {
    match kind {
        Kind::AlterTable { name, actions } => alter_table(judge, name, actions.iter().map(|(action, _)| action)),
        Kind::DropIndex { items, if_exists: false } => items.iter().for_each(|item| drop_index(judge, item)),
        Kind::AlterIndex { index, table, .. } => alter_index(judge, table, index.as_ref()),
        Kind::Truncate { table, .. } => truncate(judge, table),
        Kind::UpdateStatistics { table, .. } => update_statistics(judge, table),
        Kind::Drop { class, if_exists: false, names, .. } => names.iter().for_each(|name| drop(judge, class, name)),
        Kind::Module { verb: ModuleVerb::Alter, name, .. } => alter_module(judge, name),
        Kind::AlterPolicy { name, actions, .. } => alter_policy(judge, name, actions.iter().map(|(action, _)| action)),
        Kind::Transfer { name, class, .. } if &**class == "OBJECT" => securable(judge, name, "transfer", "object"),
        Kind::Rename { old, class, .. } => rename(judge, old, class.as_deref()),
        Kind::Sequence { alter: true, name, .. } => securable(judge, name, "alter", "sequence"),
        _ => {}
    }
}

/// Two-part name of what is looked for; `None` where it lies elsewhere: another database, a temporary
/// table, a system schema.
pub(super) fn here(name: &ObjectName) -> Option<Name> {
    let elsewhere = name.parts.len() > 2;
    let name = name.to_name();
    let system = name.schema.is("sys") || name.schema.is("INFORMATION_SCHEMA");
    (!elsewhere && !system && !name.is_temporary()).then_some(name)
}

fn alter_table<'a>(judge: &mut Judge, written: &ObjectName, actions: impl Iterator<Item = &'a AlterTable>) {
    let Some(name) = here(written) else { return };
    let Some(entry) = judge.before.tables.get(&name) else {
        return judge.add(table::NO_TABLE_TO_ALTER.about(&name, &[&name]));
    };
    let certain = !entry.uncertain && entry.definition.opaque.is_empty();
    for action in actions {
        let refusal = match action {
            AlterTable::AlterColumn(column, _) => no_column(entry, &name, &column.name),
            AlterTable::SwitchColumn { column, .. } => no_column(entry, &name, column),
            AlterTable::DropColumn { column, if_exists: false } => no_column(entry, &name, column),
            AlterTable::DropConstraint { name: constraint, if_exists: false, .. } => {
                no_constraint(entry, &name, constraint, &table::NO_CONSTRAINT)
            }
            AlterTable::RebuildIndex { index, .. } => no_index(entry, &name, index),
            AlterTable::SwitchConstraint { names, .. } => {
                names.iter().find_map(|found| no_constraint(entry, &name, found, &table::NO_CONSTRAINT_TO_SWITCH))
            }
            _ => None,
        };
        judge.found.extend(refusal.map(|refusal| Refusal { certain, ..refusal }));
    }
}

fn no_column(entry: &Entry<Table>, table: &Name, column: &Ident) -> Option<Refusal> {
    let missing = entry.definition.column(column).is_none();
    missing.then(|| table::NO_COLUMN_TO_ALTER.about(table, &[column, table]))
}

/// A constraint that was named by the system cannot be known by its name here.
fn no_constraint(entry: &Entry<Table>, table: &Name, constraint: &Ident, row: &table::Entry) -> Option<Refusal> {
    let missing = entry.definition.constraint_names().all(|name| name != constraint);
    let unnamed = entry.definition.constraints.iter().any(|constraint| constraint.name.is_none())
        || entry
            .definition
            .columns
            .iter()
            .any(|column| column.default.as_ref().is_some_and(|found| found.name.is_none()));
    (missing && !unnamed).then(|| row.about(table, &[constraint, table]))
}

fn drop_index(judge: &mut Judge, item: &DropIndex) {
    let Some(name) = here(&item.table) else { return };
    let shown = format!("{name}.{}", item.index);
    let Some(entry) = judge.before.tables.get(&name) else {
        if judge.before.index(&name, &item.index).is_none() {
            judge.add(table::NOTHING_TO_DROP.about(&name, &[&"index", &shown]));
        }
        return;
    };
    let certain = !entry.uncertain;
    let Some(index) = entry.definition.index(&item.index) else {
        let of_constraint = entry.definition.constraint(&item.index).is_some();
        let refusal = match of_constraint {
            true => table::INDEX_OF_CONSTRAINT.about(&name, &[&item.index, &name]),
            false => table::NO_INDEX_TO_DROP.about(&name, &[&shown]),
        };
        return judge.add(Refusal { certain, ..refusal });
    };
    if item.old_style && index.is_vector() {
        judge.add(table::DROP_OLD_STYLE.about(&name, &[&index.name, &name]));
    }
}

fn alter_index(judge: &mut Judge, written: &ObjectName, index: Option<&Ident>) {
    let Some(name) = here(written) else { return };
    let Some(entry) = judge.before.tables.get(&name) else {
        if judge.before.object_kind(&name).is_none() {
            judge.add(table::NO_TABLE_FOR_INDEX.about(&name, &[&name]));
        }
        return;
    };
    let refusal = index.and_then(|index| no_index(entry, &name, index));
    judge.found.extend(refusal.map(|refusal| Refusal { certain: !entry.uncertain, ..refusal }));
}

/// The index of a constraint that was named by the system cannot be known by its name here.
fn no_index(entry: &Entry<Table>, table: &Name, index: &Ident) -> Option<Refusal> {
    let definition = &entry.definition;
    let unnamed = definition.constraints.iter().any(|constraint| constraint.name.is_none());
    let missing = definition.index(index).is_none() && definition.constraint(index).is_none() && !unnamed;
    missing.then(|| table::NO_INDEX.about(table, &[index, table]))
}

fn truncate(judge: &mut Judge, written: &ObjectName) {
    let Some(name) = here(written) else { return };
    if !judge.before.tables.contains_key(&name) {
        judge.add(table::NOTHING_TO_TRUNCATE.about(&name, &[&name]));
    }
}

/// Indexed views have statistics too.
fn update_statistics(judge: &mut Judge, written: &ObjectName) {
    let Some(name) = here(written) else { return };
    if judge.before.object_kind(&name).is_none() {
        judge.add(table::NO_TABLE_WITH_STATISTICS.about(&name, &[&name]));
    }
}

/// DROP without IF EXISTS.
fn drop(judge: &mut Judge, class: &ObjectClass, written: &ObjectName) {
    let before = judge.before;
    let object = written.object();
    let by_ident = |word: &'static str, found: bool| (!found).then_some(word);
    let principal = match class {
        ObjectClass::Schema => by_ident("schema", before.has_schema(object)),
        ObjectClass::User => by_ident("user", before.principals.contains_key(object)),
        ObjectClass::Role => by_ident("role", before.principals.contains_key(object)),
        ObjectClass::ExternalModel => by_ident("external model", before.external_models.contains_key(object)),
        ObjectClass::Credential => by_ident("credential", before.credentials.contains_key(object)),
        _ => None,
    };
    if let Some(word) = principal {
        let name = Name { schema: Ident::default(), object: object.clone() };
        return judge.add(table::NO_SECURABLE.about(&name, &[&"drop", &word, object]));
    }
    let Some(name) = here(written) else { return };
    let (word, found) = match class {
        ObjectClass::Table => ("table", before.tables.contains_key(&name)),
        ObjectClass::View | ObjectClass::Procedure | ObjectClass::Function | ObjectClass::Trigger => {
            (word_of(class), before.object_kind(&name).as_ref() == Some(class))
        }
        ObjectClass::Type => ("type", before.types.contains_key(&name)),
        ObjectClass::Sequence => ("sequence object", before.sequences.contains_key(&name)),
        ObjectClass::Synonym => ("synonym", before.synonyms.contains_key(&name)),
        ObjectClass::Policy => ("security policy", before.policies.contains_key(&name)),
        _ => return,
    };
    if !found {
        judge.add(table::NOTHING_TO_DROP.about(&name, &[&word, &name]));
    }
}

fn word_of(class: &ObjectClass) -> &'static str {
    match class {
        ObjectClass::View => "view",
        ObjectClass::Procedure => "procedure",
        ObjectClass::Function => "function",
        _ => "trigger",
    }
}

fn alter_module(judge: &mut Judge, written: &ObjectName) {
    let Some(name) = here(written) else { return };
    if !judge.before.modules.contains_key(&name) {
        judge.add(table::NO_OBJECT.about(&name, &[&name]));
    }
}

fn securable(judge: &mut Judge, written: &ObjectName, doing: &str, word: &str) {
    let Some(name) = here(written) else { return };
    if judge.before.object_kind(&name).is_none() {
        judge.add(table::NO_SECURABLE.about(&name, &[&doing, &word, &name]));
    }
}

fn alter_policy<'a>(judge: &mut Judge, written: &ObjectName, actions: impl Iterator<Item = &'a AlterPolicy>) {
    let Some(name) = here(written) else { return };
    let Some(entry) = judge.before.policies.get(&name) else {
        return judge.add(table::NO_SECURABLE.about(&name, &[&"alter", &"security policy", &name]));
    };
    let certain = entry.presence == Presence::Certain && !entry.uncertain;
    for action in actions {
        let (kind, target, operation) = match action {
            AlterPolicy::Add(_) => continue,
            AlterPolicy::Alter(predicate) => (predicate.kind, &predicate.target, predicate.operation),
            AlterPolicy::Drop { kind, target, operation } => (*kind, target, *operation),
        };
        let fits = entry.definition.predicates.iter().any(|found| {
            found.kind == kind && &found.target == target && (operation.is_none() || found.operation == operation)
        });
        if !fits {
            judge.found.push(Refusal { certain, ..table::NO_PREDICATE.about(target, &[&name, target]) });
        }
    }
}

/// `sp_rename`: 15225 for objects, 15248 for columns and indexes.
fn rename(judge: &mut Judge, old: &ObjectName, class: Option<&str>) {
    let before = judge.before;
    let class = class.unwrap_or("OBJECT");
    match class {
        "COLUMN" | "INDEX" => {
            let Some((part, table)) = old.parts.split_last().filter(|(_, table)| !table.is_empty()) else { return };
            let table = ObjectName { parts: table.to_vec(), span: old.span };
            let Some(name) = here(&table) else { return };
            let Some(entry) = before.tables.get(&name) else {
                if before.object_kind(&name).is_none() {
                    judge.add(table::NO_PART_TO_RENAME.about(&name, &[&class, &part, &name]));
                }
                return;
            };
            let definition = &entry.definition;
            let is_index = definition.index(part).is_some() || definition.constraint(part).is_some();
            let found = if class == "COLUMN" { definition.column(part).is_some() } else { is_index };
            if !found {
                let refusal = table::NO_PART_TO_RENAME.about(&name, &[&class, part, &name]);
                judge.add(Refusal { certain: !entry.uncertain, ..refusal });
            }
        }
        "OBJECT" => {
            let Some(name) = here(old) else { return };
            if before.object_kind(&name).is_none() && !before.constraint_names.contains_key(&name) {
                judge.add(table::NOTHING_TO_RENAME.about(&name, &[&name, &"OBJECT"]));
            }
        }
        _ => {}
    }
}
