//! What has an object id: tables, sequences, synonyms, statistics; and types and schemas.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::row::{Row, RowError};
use super::query::Answers;
use super::shapes::Shapes;
use super::text::{flag, ident, inner, maybe, number, option, text};
use super::{Introspection, types};
use crate::catalog::Entry;
use crate::name::{Ident, Name};
use crate::schema::{Sequence, SqlText, Statistics, Table, UserType};
use crate::syntax::parse;

/// The history table that the engine names itself (Learn, "Creating a system-versioned temporal table").
const ANONYMOUS_HISTORY: &str = "MSSQL_TemporalHistoryFor_";

/// One object of `sys.objects`.
#[derive(Debug)]
pub(super) struct Object {
    /// Its name.
    pub name: Name,
    /// `type`: `U`, `P`, `TR`, ….
    pub kind: String,
    /// The table of a trigger; 0 otherwise.
    pub parent: i64,
}

/// All objects by id.
#[derive(Debug, Default)]
pub(super) struct Objects(BTreeMap<i64, Object>);

impl Objects {
    pub(super) fn read(answers: &Answers) -> Result<Self, RowError> {
        let of = |row: &Row| {
            let name = Name { schema: ident(row, "schema_name")?, object: ident(row, "name")? };
            let object = Object { name, kind: text(row, "type")?.trim().to_owned(), parent: number(row, "parent_id")? };
            Ok((number(row, "object_id")?, object))
        };
        answers.of("objects").iter().map(of).collect::<Result<_, _>>().map(Self)
    }

    pub(super) fn get(&self, id: i64) -> Option<&Object> {
        self.0.get(&id)
    }

    /// The objects of one kind, with their ids.
    fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = (i64, &'a Name)> {
        self.0.iter().filter(move |(_, object)| object.kind == kind).map(|(id, object)| (*id, &object.name))
    }

    /// Notes the objects of kinds that no catalog holds.
    pub(super) fn note_unread(&self, into: &mut Introspection) {
        let known = ["U", "V", "P", "FN", "IF", "TF", "TR", "SO", "SN", "SP"];
        for object in self.0.values().filter(|object| !known.contains(&object.kind.as_str())) {
            into.note(&object.name, &format!("objects of type {} are not read", object.kind));
        }
    }
}

/// Schemas that people made; gives the names of all by id.
pub(super) fn schemas(answers: &Answers, into: &mut Introspection) -> Result<BTreeMap<i64, Ident>, RowError> {
    let mut names = BTreeMap::new();
    for row in answers.of("schemas") {
        let name = ident(row, "name")?;
        names.insert(number(row, "schema_id")?, name.clone());
        if !flag(row, "is_system")? {
            let owner = maybe(row, "owner")?.filter(|owner| owner != "dbo").map(Ident::new);
            into.catalog.schemas.insert(name, Entry::certain(owner));
        }
    }
    Ok(names)
}

/// Tables, from their finished shapes, and the indexes of views.
pub(super) fn tables(
    answers: &Answers,
    objects: &Objects,
    shapes: &mut Shapes,
    into: &mut Introspection,
) -> Result<(), RowError> {
    let facts = answers.of("tables").iter().map(|row| Ok((number(row, "object_id")?, row)));
    let facts = facts.collect::<Result<BTreeMap<_, _>, RowError>>()?;
    for (id, name) in objects.of_kind("U") {
        let mut table = shapes.take(id);
        if let Some(row) = facts.get(&id) {
            note_facts(row, objects, &mut table)?;
        }
        if table.columns.is_empty() || name.object.as_str().starts_with(ANONYMOUS_HISTORY) {
            continue;
        }
        for constraint in table.constraint_names() {
            let constraint = Name { schema: name.schema.clone(), object: constraint.clone() };
            into.catalog.constraint_names.insert(constraint, name.clone());
        }
        into.catalog.tables.insert(name.clone(), Entry::certain(table));
    }
    for (id, name) in objects.of_kind("V") {
        let indexes = shapes.take(id).indexes;
        if !indexes.is_empty() {
            into.catalog.view_indexes.insert(name.clone(), indexes);
        }
    }
    Ok(())
}

fn note_facts(row: &Row, objects: &Objects, table: &mut Table) -> Result<(), RowError> {
    if number(row, "temporal_type")? == 2 {
        let history = objects.get(number(row, "history_table_id")?).map(|history| history.name.clone());
        table.versioned = Some(history.filter(|name| !name.object.as_str().starts_with(ANONYMOUS_HISTORY)));
        let (length, unit) = (number(row, "retention")?, maybe(row, "retention_unit")?);
        let limited = unit.filter(|unit| unit != "INFINITE" && length > 0);
        table.options.extend(limited.map(|unit| option("HISTORY_RETENTION_PERIOD", format!("{length} {unit}"))));
    }
    table.graph = match (flag(row, "is_node")?, flag(row, "is_edge")?) {
        (true, _) => Some("NODE".into()),
        (_, true) => Some("EDGE".into()),
        _ => None,
    };
    table.lob_storage = maybe(row, "lob_storage")?.map(|name| SqlText::new(Ident::new(name).to_string()));
    if flag(row, "is_memory_optimized")? {
        table.options.push(option("MEMORY_OPTIMIZED", "ON"));
        let durability = maybe(row, "durability")?.filter(|durability| durability != "SCHEMA_AND_DATA");
        table.options.extend(durability.map(|durability| option("DURABILITY", durability)));
    }
    let escalation = maybe(row, "lock_escalation")?.filter(|escalation| escalation != "TABLE");
    table.options.extend(escalation.map(|escalation| option("LOCK_ESCALATION", escalation)));
    if row.get::<Option<i64>>("tracked_id")?.is_some() {
        table.options.push(option("CHANGE_TRACKING", "ON"));
    }
    match number(row, "ledger_type")? {
        2 => table.options.push(option("LEDGER", "ON")),
        3 => table.options.push(option("LEDGER", "ON (APPEND_ONLY = ON)")),
        _ => {}
    }
    Ok(())
}

/// Statistics that a person made.
pub(super) fn statistics(
    answers: &Answers,
    objects: &Objects,
    shapes: &Shapes,
    into: &mut Introspection,
) -> Result<(), RowError> {
    for row in answers.of("statistics") {
        let id = number(row, "object_id")?;
        let Some(object) = objects.get(id) else { continue };
        let of_table = into.catalog.statistics.entry(object.name.clone()).or_default();
        let made = of_table.entry(ident(row, "name")?).or_insert(own_statistics(row)?);
        made.columns.extend(shapes.column(id, number(row, "column_id")?).cloned());
    }
    Ok(())
}

/// Statistics that have no columns yet.
fn own_statistics(row: &Row) -> Result<Statistics, RowError> {
    let filter = maybe(row, "filter")?.map(|filter| inner(&filter));
    let flags = [("NORECOMPUTE", ""), ("INCREMENTAL", "ON"), ("AUTO_DROP", "ON")];
    let columns = ["no_recompute", "is_incremental", "auto_drop"];
    let mut options = Vec::new();
    for ((name, value), column) in flags.into_iter().zip(columns) {
        options.extend(flag(row, column)?.then(|| option(name, value)));
    }
    Ok(Statistics { columns: Vec::new(), filter, options })
}

/// Alias types and table types, with the names of all by id.
pub(super) fn user_types(
    answers: &Answers,
    shapes: &mut Shapes,
    into: &mut Introspection,
) -> Result<BTreeMap<i64, Name>, RowError> {
    let mut names = BTreeMap::new();
    for row in answers.of("types") {
        let name = Name { schema: ident(row, "schema_name")?, object: ident(row, "name")? };
        names.insert(number(row, "user_type_id")?, name.clone());
        if flag(row, "is_assembly_type")? {
            into.note(&name, "CLR types are not read");
            continue;
        }
        let definition = if flag(row, "is_table_type")? { table_type(row, shapes)? } else { alias(row)? };
        into.catalog.types.insert(name, Entry::certain(definition));
    }
    Ok(names)
}

fn table_type(row: &Row, shapes: &mut Shapes) -> Result<UserType, RowError> {
    let mut shape = shapes.take(number(row, "shape_id")?);
    if flag(row, "is_memory_optimized")? {
        shape.options.push(option("MEMORY_OPTIMIZED", "ON"));
    }
    Ok(UserType::Table(Box::new(shape)))
}

fn alias(row: &Row) -> Result<UserType, RowError> {
    let base = types::system_type(row, &text(row, "type_name")?.to_lowercase())?;
    Ok(UserType::Alias { base, nullable: Some(flag(row, "is_nullable")?) })
}

/// Sequences, with all their numbers.
pub(super) fn sequences(answers: &Answers, objects: &Objects, into: &mut Introspection) -> Result<(), RowError> {
    for row in answers.of("sequences") {
        let Some(object) = objects.get(number(row, "object_id")?) else { continue };
        into.catalog.sequences.insert(object.name.clone(), Entry::certain(sequence(row)?));
    }
    Ok(())
}

fn sequence(row: &Row) -> Result<Sequence, RowError> {
    let number = |column: &str| Ok(maybe(row, column)?.map(Into::into));
    let size = row.get::<Option<i64>>("cache_size")?.filter(|size| *size > 0);
    let cache = match (flag(row, "is_cached")?, size) {
        (false, _) => Some(None),
        (true, size) => size.map(|size| Some(size.to_string().into())),
    };
    Ok(Sequence {
        data_type: types::data_type(row)?,
        start: number("start_value")?,
        increment: number("step")?,
        min: number("minimum")?.map(Some),
        max: number("maximum")?.map(Some),
        cycle: Some(flag(row, "is_cycling")?),
        cache,
    })
}

/// Synonyms and what they stand for.
pub(super) fn synonyms(answers: &Answers, objects: &Objects, into: &mut Introspection) -> Result<(), RowError> {
    for row in answers.of("synonyms") {
        let Some(object) = objects.get(number(row, "object_id")?) else { continue };
        let base = base(&text(row, "base")?);
        into.catalog.synonyms.insert(object.name.clone(), Entry { definition: Arc::new(base), ..Entry::default() });
    }
    Ok(())
}

/// Two parts at most are a name; what is in another database keeps all its parts in one text.
fn base(written: &str) -> Name {
    match parse::name_in_text(written) {
        Some(name) if name.parts.len() <= 2 => name.to_name(),
        Some(name) => {
            let parts: Vec<String> = name.parts.iter().map(Ident::to_string).collect();
            Name::bare(Ident::new(parts.join(".")))
        }
        None => Name::bare(Ident::new(written)),
    }
}
