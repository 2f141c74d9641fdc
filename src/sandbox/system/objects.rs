//! `sys.objects`, and the views of tables, sequences and synonyms that carry its columns.

use std::collections::BTreeSet;

use super::facts::log_time;
use super::{Facts, NULL, Row, View, row};
use crate::name::{Ident, Name};
use crate::sandbox::store::numbers::Numbered;
use crate::schema::{Constraint, ConstraintKind, FunctionKind, Module, ModuleKind, Sequence, Table, UserType};

/// The columns that every kind of object has.
macro_rules! object_columns {
    ($more:literal) => {
        concat!(
            "name sysname, object_id int, principal_id int, schema_id int, parent_object_id int, type char(2), ",
            "type_desc nvarchar(60), create_date datetime, modify_date datetime, is_ms_shipped bit, ",
            "is_published bit, is_schema_published bit",
            $more
        )
    };
}
pub(super) use object_columns;

pub(super) fn views() -> Vec<View> {
    vec![
        View::sys("objects", object_columns!(""), |facts| rows(facts, |_| true)),
        View::sys("all_objects", object_columns!(""), all_objects),
        View::sys(
            "tables",
            object_columns!(
                ", lob_data_space_id int, filestream_data_space_id int, max_column_id_used int, lock_on_bulk_load bit, uses_ansi_nulls bit, is_replicated bit, has_replication_filter bit, is_merge_published bit, is_sync_tran_subscribed bit, has_unchecked_assembly_data bit, text_in_row_limit int, large_value_types_out_of_row bit, is_tracked_by_cdc bit, lock_escalation tinyint, lock_escalation_desc nvarchar(60), is_filetable bit, is_memory_optimized bit, durability tinyint, durability_desc nvarchar(60), temporal_type tinyint, temporal_type_desc nvarchar(60), history_table_id int, is_remote_data_archive_enabled bit, is_external bit, is_node bit, is_edge bit, ledger_type tinyint, ledger_type_desc nvarchar(60), history_retention_period int, history_retention_period_unit int, history_retention_period_unit_desc nvarchar(60)"
            ),
            tables,
        ),
        View::sys(
            "sequences",
            object_columns!(
                ", start_value sql_variant, increment sql_variant, minimum_value sql_variant, maximum_value sql_variant, is_cycling bit, is_cached bit, cache_size int, system_type_id tinyint, user_type_id int, precision tinyint, scale tinyint, current_value sql_variant, is_exhausted bit"
            ),
            sequences,
        ),
        View::sys(
            "change_tracking_tables",
            "object_id int, is_track_columns_updated_on bit, min_valid_version bigint, begin_version bigint, cleanup_version bigint",
            tracked_tables,
        ),
        View::sys("synonyms", object_columns!(", base_object_name nvarchar(4000)"), synonyms),
        View::sys("schemas", "name sysname, schema_id int, principal_id int", schemas),
        View::sys(
            "sysobjects",
            "name sysname, id int, xtype char(2), uid smallint, parent_obj int, crdate datetime, type char(2)",
            sysobjects,
        ),
    ]
}

/// One object with an id.
pub(super) struct Object<'a> {
    pub name: &'a Ident,
    pub schema: &'a Ident,
    pub numbered: &'a Numbered,
    pub parent: i32,
    pub code: &'static str,
    pub class: &'static str,
}

impl Object<'_> {
    /// The columns that every kind of object has.
    pub fn row(&self, facts: &Facts<'_>) -> Row {
        row![
            self.name,
            self.numbered.id,
            NULL,
            facts.schema_id(self.schema),
            self.parent,
            self.code,
            self.class,
            log_time(&self.numbered.created),
            log_time(&self.numbered.modified),
            false,
            false,
            false,
        ]
    }
}

/// All objects that users made.
pub(super) fn objects<'a>(facts: &Facts<'a>) -> Vec<Object<'a>> {
    let mut found = Vec::new();
    let mut add = |name: &'a Name, parent: i32, (code, class): (&'static str, &'static str)| {
        if let Some(numbered) = facts.numbers.objects.get(name) {
            found.push(Object { name: &name.object, schema: &name.schema, numbered, parent, code, class });
        }
    };
    let catalog = facts.catalog;
    catalog.tables.keys().for_each(|name| add(name, 0, ("U ", "USER_TABLE")));
    for (name, entry) in &catalog.modules {
        let parent = entry.definition.trigger_on.as_ref().map_or(0, |table| facts.object_id(table));
        add(name, parent, module_kind(&entry.definition));
    }
    catalog.sequences.keys().for_each(|name| add(name, 0, ("SO", "SEQUENCE_OBJECT")));
    catalog.synonyms.keys().for_each(|name| add(name, 0, ("SN", "SYNONYM")));
    catalog.policies.keys().for_each(|name| add(name, 0, ("SP", "SECURITY_POLICY")));
    for (name, entry) in &catalog.types {
        if matches!(&*entry.definition, UserType::Table(_)) {
            add(name, 0, ("TT", "TYPE_TABLE"));
        }
    }
    for (name, table) in super::columns::column_owners(facts) {
        found.extend(constraint_objects(facts, name, table));
    }
    found
}

/// The constraints of a table or table type as objects.
pub(super) fn constraint_objects<'a>(facts: &Facts<'a>, name: &'a Name, table: &'a Table) -> Vec<Object<'a>> {
    let parent = facts.object_id(name);
    let defaults = table.columns.iter().filter_map(|column| column.default.as_ref()?.name.as_ref());
    let defaults = defaults.map(|constraint| (constraint, ("D ", "DEFAULT_CONSTRAINT")));
    let others = table.constraints.iter();
    let others = others.filter_map(|constraint| Some((constraint.name.as_ref()?, constraint_kind(constraint)?)));
    let of = |(constraint, (code, class)): (&'a Ident, (&'static str, &'static str))| {
        let numbered = facts.numbers.tables.get(name)?.constraints.get(constraint)?;
        Some(Object { name: constraint, schema: &name.schema, numbered, parent, code, class })
    };
    defaults.chain(others).filter_map(of).collect()
}

fn constraint_kind(constraint: &Constraint) -> Option<(&'static str, &'static str)> {
    match constraint.kind {
        ConstraintKind::Key { primary: true, .. } => Some(("PK", "PRIMARY_KEY_CONSTRAINT")),
        ConstraintKind::Key { .. } => Some(("UQ", "UNIQUE_CONSTRAINT")),
        ConstraintKind::ForeignKey { .. } => Some(("F ", "FOREIGN_KEY_CONSTRAINT")),
        ConstraintKind::Check { .. } => Some(("C ", "CHECK_CONSTRAINT")),
        ConstraintKind::Opaque(_) => None,
    }
}

/// `type` and `type_desc` of a module.
pub(super) fn module_kind(module: &Module) -> (&'static str, &'static str) {
    match (module.kind, module.function) {
        (ModuleKind::Procedure, _) => ("P ", "SQL_STORED_PROCEDURE"),
        (ModuleKind::View, _) => ("V ", "VIEW"),
        (ModuleKind::Trigger, _) => ("TR", "SQL_TRIGGER"),
        (ModuleKind::Function, Some(FunctionKind::Inline)) => ("IF", "SQL_INLINE_TABLE_VALUED_FUNCTION"),
        (ModuleKind::Function, Some(FunctionKind::MultiStatement)) => ("TF", "SQL_TABLE_VALUED_FUNCTION"),
        (ModuleKind::Function, _) => ("FN", "SQL_SCALAR_FUNCTION"),
    }
}

/// The objects of some types, with the columns that all have.
pub(super) fn rows(facts: &Facts<'_>, wanted: impl Fn(&Object<'_>) -> bool) -> Vec<Row> {
    objects(facts).iter().filter(|object| wanted(object)).map(|object| object.row(facts)).collect()
}

fn all_objects(facts: &Facts<'_>) -> Vec<Row> {
    let mut all = rows(facts, |_| true);
    for view in super::views() {
        let name = Name::new(view.schema, view.name);
        let id = super::view_id(&name).unwrap_or(0);
        let schema = facts.schema_id(&name.schema);
        all.push(row![view.name, id, NULL, schema, 0, "V ", "VIEW", NULL, NULL, true, false, false]);
    }
    all
}

fn tables(facts: &Facts<'_>) -> Vec<Row> {
    let tables = objects(facts).into_iter().filter(|object| object.code == "U ");
    let histories: BTreeSet<&Name> =
        facts.catalog.tables.values().filter_map(|entry| entry.definition.versioned.as_ref()?.as_ref()).collect();
    let of = |object: Object<'_>| {
        let name = Name { schema: object.schema.clone(), object: object.name.clone() };
        let table = facts.catalog.table(&name)?;
        let mut cells = object.row(facts);
        cells.extend(table_cells(facts, &name, table, histories.contains(&name)));
        Some(cells)
    };
    tables.filter_map(of).collect()
}

fn table_cells(facts: &Facts<'_>, name: &Name, table: &Table, is_history: bool) -> Row {
    let last = table.columns.iter().map(|column| facts.column_id(name, &column.name)).max();
    let history = match &table.versioned {
        Some(Some(history)) => Some(facts.object_id(history)),
        _ => None,
    };
    let (temporal, temporal_class) = match (&table.versioned, is_history) {
        (Some(_), _) => (2, "SYSTEM_VERSIONED_TEMPORAL_TABLE"),
        (None, true) => (1, "HISTORY_TABLE"),
        (None, false) => (0, "NON_TEMPORAL_TABLE"),
    };
    let option =
        |name: &str| table.options.iter().find(|option| &*option.name == name).map(|option| option.value.as_str());
    let (escalation, escalation_class) = match option("LOCK_ESCALATION").map(str::to_uppercase).as_deref() {
        Some("DISABLE") => (1, "DISABLE"),
        Some("AUTO") => (2, "AUTO"),
        _ => (0, "TABLE"),
    };
    let is_on = |name: &str| option(name).is_some_and(|value| value.eq_ignore_ascii_case("ON"));
    let schema_only = option("DURABILITY").is_some_and(|value| value.eq_ignore_ascii_case("SCHEMA_ONLY"));
    let (durability, durability_class) = if schema_only { (1, "SCHEMA_ONLY") } else { (0, "SCHEMA_AND_DATA") };
    let written = option("HISTORY_RETENTION_PERIOD").and_then(retention);
    let (length, unit) = table.versioned.as_ref().map(|_| written.unwrap_or(FOREVER)).unzip();
    let graph = |kind: &str| table.graph.as_deref() == Some(kind);
    row![
        0,
        NULL,
        last,
        false,
        true,
        false,
        false,
        false,
        false,
        false,
        0,
        false,
        false,
        escalation,
        escalation_class,
        false,
        is_on("MEMORY_OPTIMIZED"),
        durability,
        durability_class,
        temporal,
        temporal_class,
        history,
        false,
        false,
        graph("NODE"),
        graph("EDGE"),
        0,
        "NON_LEDGER_TABLE",
        length,
        unit.map(|(number, _)| number),
        unit.map(|(_, word)| word),
    ]
}

/// How long history is kept: the length, and number and word of the unit (Learn, sys.tables).
type Retention = (i32, (i32, &'static str));

/// What is kept that nothing limits.
const FOREVER: Retention = (-1, (-1, "INFINITE"));

/// `6 MONTHS`.
fn retention(written: &str) -> Option<Retention> {
    let (length, unit) = written.trim().split_once(' ')?;
    let units = [(3, "DAY"), (4, "WEEK"), (5, "MONTH"), (6, "YEAR")];
    let unit = unit.trim().to_uppercase();
    let unit = units.into_iter().find(|(_, word)| unit.trim_end_matches('S') == *word)?;
    Some((length.parse().ok()?, unit))
}

fn tracked_tables(facts: &Facts<'_>) -> Vec<Row> {
    let is_tracked = |table: &Table| {
        table
            .options
            .iter()
            .any(|option| &*option.name == "CHANGE_TRACKING" && option.value.as_str().eq_ignore_ascii_case("ON"))
    };
    let tracked = facts.catalog.tables.iter().filter(|(_, entry)| is_tracked(&entry.definition));
    tracked.map(|(name, _)| row![facts.object_id(name), false, NULL, NULL, NULL]).collect()
}

fn schemas(facts: &Facts<'_>) -> Vec<Row> {
    let system = super::SYSTEM_SCHEMAS.iter().map(|(name, id)| row![*name, *id, *id]);
    let made = facts.catalog.schemas.iter().map(|(name, entry)| {
        let owner = entry.definition.as_ref().as_ref().and_then(|owner| facts.principal_id(owner));
        row![name, facts.schema_id(name), owner.unwrap_or(1)]
    });
    system.chain(made).collect()
}

fn synonyms(facts: &Facts<'_>) -> Vec<Row> {
    let synonyms = objects(facts).into_iter().filter(|object| object.code == "SN");
    let of = |object: Object<'_>| {
        let name = Name { schema: object.schema.clone(), object: object.name.clone() };
        let base = &*facts.catalog.synonyms.get(&name)?.definition;
        // What is in another database keeps all its parts in one text.
        let base = if base.schema.is_empty() { base.object.as_str().to_owned() } else { base.bracketed() };
        let mut cells = object.row(facts);
        cells.extend(row![base]);
        Some(cells)
    };
    synonyms.filter_map(of).collect()
}

fn sequences(facts: &Facts<'_>) -> Vec<Row> {
    let sequences = objects(facts).into_iter().filter(|object| object.code == "SO");
    let of = |object: Object<'_>| {
        let name = Name { schema: object.schema.clone(), object: object.name.clone() };
        let sequence = &*facts.catalog.sequences.get(&name)?.definition;
        let mut cells = object.row(facts);
        cells.extend(sequence_cells(facts, &name, sequence));
        Some(cells)
    };
    sequences.filter_map(of).collect()
}

fn sequence_cells(facts: &Facts<'_>, name: &Name, sequence: &Sequence) -> Row {
    let limits = crate::sandbox::store::counters::limits(sequence);
    let data_type = sequence.data_type.as_ref().and_then(super::types::shape);
    let (system, user, precision, scale) =
        data_type.map_or((127, 127, 19, 0), |shape| (shape.system_id, shape.user_id, shape.precision, shape.scale));
    let cache = sequence.cache.as_ref().and_then(|size| size.as_deref()?.parse::<i32>().ok());
    row![
        limits.start,
        limits.increment,
        limits.min,
        limits.max,
        limits.cycle,
        sequence.cache != Some(None),
        cache,
        system,
        user,
        precision,
        scale,
        (facts.counter)(name).unwrap_or(limits.start),
        false,
    ]
}

fn sysobjects(facts: &Facts<'_>) -> Vec<Row> {
    let rows = objects(facts).into_iter().map(|object| {
        let created = log_time(&object.numbered.created);
        let schema = facts.schema_id(object.schema);
        row![object.name, object.numbered.id, object.code, schema, object.parent, created, object.code]
    });
    rows.collect()
}
