//! Steps and catalogs as short text.

use std::collections::BTreeMap;
use std::fmt::Write;

use ragsql::catalog::{Catalog, Entry, Part, Presence};
use ragsql::replay::{Inside, Step};
use ragsql::schema::{Column, ConstraintKind, DataType, Index, Table, UserType};

/// One step in one line: its place, how certain it is, what it changes.
pub fn step(step: &Step<'_>) -> String {
    let line = step.source.position(step.statement.span.start).line;
    let mut text = format!("{}.{} line {line}: {}", step.file, step.batch, kind(&format!("{:?}", step.statement.kind)));
    match step.inside {
        Inside::Direct => {}
        Inside::Dynamic => text.push_str(" (dynamic)"),
        Inside::Procedure(name) => write!(text, " (in {name})").expect("writes"),
    }
    if step.certainty == Presence::Possible {
        text.push_str(" possible");
    }
    if let Some(why) = step.skipped {
        write!(text, " skipped: {why:?}").expect("writes");
    }
    if let Some(unknown) = step.unknown {
        write!(text, " unknown {unknown:?}").expect("writes");
    }
    for (change, _) in step.changes {
        write!(text, " {}", kind(&format!("{change:?}"))).expect("writes");
        if let Some(object) = change.object() {
            write!(text, " {object}").expect("writes");
        }
    }
    text
}

/// The name of the variant that a debug text shows.
fn kind(debug: &str) -> &str {
    debug.split(['(', ' ', '{']).next().unwrap_or(debug)
}

/// A catalog, object by object.
pub fn catalog(catalog: &Catalog) -> String {
    let mut text = String::new();
    catalog.schemas.iter().for_each(|(name, entry)| line(&mut text, "schema", name, entry));
    for (name, entry) in &catalog.types {
        line(&mut text, "type", name, entry);
        if let UserType::Table(shape) = &*entry.definition {
            table(&mut text, &Entry::certain((**shape).clone()));
        }
    }
    for (name, entry) in &catalog.tables {
        line(&mut text, "table", name, entry);
        table(&mut text, entry);
    }
    for (name, entry) in &catalog.modules {
        line(&mut text, &entry.definition.kind.class().words(), name, entry);
        catalog.view_indexes.get(name).into_iter().flatten().for_each(|made| index(&mut text, made, ""));
    }
    catalog.sequences.iter().for_each(|(name, entry)| line(&mut text, "sequence", name, entry));
    for (name, entry) in &catalog.synonyms {
        line(&mut text, &format!("synonym for {}:", entry.definition), name, entry);
    }
    for (name, entry) in &catalog.policies {
        line(&mut text, "policy", name, entry);
        for predicate in &entry.definition.predicates {
            let doubt = doubt(entry.presence_of(&Part::predicate(predicate)), entry.presence);
            let (kind, operation) = (predicate.kind, predicate.operation);
            writeln!(text, "  {kind:?} {} on {} {operation:?}{doubt}", predicate.function, predicate.target)
                .expect("writes");
        }
    }
    for (name, entry) in &catalog.principals {
        line(&mut text, &format!("{} in {:?}", entry.definition.class, entry.definition.member_of), name, entry);
    }
    catalog.external_models.iter().for_each(|(name, entry)| line(&mut text, "external model", name, entry));
    catalog.credentials.iter().for_each(|(name, entry)| line(&mut text, "credential", name, entry));
    for permission in catalog.all_permissions() {
        let on = permission.securable.as_ref().map_or_else(|| "database".to_owned(), ToString::to_string);
        let verb = if permission.deny { "deny" } else { "grant" };
        writeln!(text, "{verb} {} on {on} to {}", permission.permission, permission.principal).expect("writes");
    }
    for (table, statistics) in &catalog.statistics {
        writeln!(
            text,
            "statistics on {table}: {:?}",
            statistics.iter().map(|(name, one)| (name, &one.columns)).collect::<BTreeMap<_, _>>()
        )
        .expect("writes");
    }
    catalog.others.keys().for_each(|(class, name)| writeln!(text, "{} {name}", class.words()).expect("writes"));
    catalog.disabled_triggers.iter().for_each(|name| writeln!(text, "disabled {name}").expect("writes"));
    for (name, value) in &catalog.configurations {
        writeln!(text, "configuration {name} = {value}").expect("writes");
    }
    text
}

fn line<T>(text: &mut String, class: &str, name: &dyn std::fmt::Display, entry: &Entry<T>) {
    let presence = if entry.presence == Presence::Possible { ", possible" } else { "" };
    let uncertain = if entry.uncertain { ", uncertain" } else { "" };
    writeln!(text, "{class} {name}{presence}{uncertain}").expect("writes");
}

fn doubt(part: Presence, whole: Presence) -> &'static str {
    if part > whole { ", possible" } else { "" }
}

fn table(text: &mut String, entry: &Entry<Table>) {
    let table = &entry.definition;
    let of = |part: Part| doubt(entry.presence_of(&part), entry.presence);
    for found in &table.columns {
        writeln!(text, "  {}{}", column(found), of(Part::Column(found.name.clone()))).expect("writes");
    }
    for constraint in &table.constraints {
        let name = constraint.name.as_ref().map_or_else(|| "(unnamed)".to_owned(), ToString::to_string);
        let of = constraint.name.clone().map_or("", |name| of(Part::Constraint(name)));
        let off = if constraint.disabled { ", off" } else { "" };
        let kind = match &constraint.kind {
            ConstraintKind::Key { primary: true, .. } => "primary key".to_owned(),
            ConstraintKind::Key { .. } => "unique".to_owned(),
            ConstraintKind::ForeignKey { references, referenced, .. } => {
                format!("references {references} {referenced:?}")
            }
            ConstraintKind::Check { .. } => "check".to_owned(),
            ConstraintKind::Opaque(_) => "opaque".to_owned(),
        };
        writeln!(text, "  constraint {name} {kind}{off}{of}").expect("writes");
    }
    table.indexes.iter().for_each(|found| index(text, found, of(Part::Index(found.name.clone()))));
    if let Some(history) = &table.versioned {
        writeln!(text, "  versioned in {history:?}").expect("writes");
    }
    table
        .options
        .iter()
        .for_each(|option| writeln!(text, "  option {} {}", option.name, option.value.as_str()).expect("writes"));
}

fn column(column: &Column) -> String {
    let data_type = match &column.data_type {
        Some(DataType::System { name, args }) if args.is_empty() => name.to_string(),
        Some(DataType::System { name, args }) => format!("{name}({})", args.join(",")),
        Some(DataType::Vector { dimensions, .. }) => format!("vector({dimensions})"),
        Some(other) => format!("{other:?}"),
        None => column.computed.as_ref().map_or_else(String::new, |made| format!("as {}", made.expression.as_str())),
    };
    let null = column.nullable.map_or("", |null| if null { " null" } else { " not null" });
    let default =
        column.default.as_ref().map_or_else(String::new, |default| format!(" default {}", default.value.as_str()));
    format!("{} {data_type}{null}{default}", column.name)
}

fn index(text: &mut String, index: &Index, of: &str) {
    let keys: Vec<_> = index.keys.iter().map(|key| key.name.to_string()).collect();
    let vector = if index.is_vector() { "vector index" } else { "index" };
    let off = if index.disabled { ", off" } else { "" };
    writeln!(text, "  {vector} {} ({}){off}{of}", index.name, keys.join(", ")).expect("writes");
}
