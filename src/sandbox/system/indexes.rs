//! `sys.indexes`, `sys.index_columns`, `sys.vector_indexes` and the views beside them.

use super::{Facts, NULL, Row, View, row};
use crate::name::{Ident, Name};
use crate::schema::{ConstraintKind, Index, IndexKind, KeyColumn, Table};

macro_rules! index_columns {
    ($more:literal) => {
        concat!(
            "object_id int, name sysname, index_id int, type tinyint, type_desc nvarchar(60), is_unique bit, ",
            "data_space_id int, ignore_dup_key bit, is_primary_key bit, is_unique_constraint bit, fill_factor tinyint, ",
            "is_padded bit, is_disabled bit, is_hypothetical bit, is_ignored_in_optimization bit, allow_row_locks bit, ",
            "allow_page_locks bit, has_filter bit, filter_definition nvarchar(max), compression_delay int, ",
            "suppress_dup_key_messages bit, auto_created bit, optimize_for_sequential_key bit",
            $more
        )
    };
}

pub(super) fn views() -> Vec<View> {
    vec![
        View::sys("indexes", index_columns!(""), indexes),
        View::sys(
            "vector_indexes",
            index_columns!(
                ", vector_index_type nvarchar(60), distance_metric nvarchar(60), build_parameters nvarchar(max)"
            ),
            vector_indexes,
        ),
        View::sys(
            "index_columns",
            "object_id int, index_id int, index_column_id int, column_id int, key_ordinal tinyint, partition_ordinal tinyint, is_descending_key bit, is_included_column bit, column_store_order_ordinal tinyint",
            columns_of_indexes,
        ),
        View::sys(
            "stats",
            "object_id int, name sysname, stats_id int, auto_created bit, user_created bit, no_recompute bit, has_filter bit, filter_definition nvarchar(max), is_temporary bit, is_incremental bit",
            statistics,
        ),
        View::sys(
            "partitions",
            "partition_id bigint, object_id int, index_id int, partition_number int, hobt_id bigint, rows bigint, filestream_filegroup_id smallint, data_compression tinyint, data_compression_desc nvarchar(60)",
            partitions,
        ),
        View::sys(
            "dm_db_partition_stats",
            "partition_id bigint, object_id int, index_id int, partition_number int, in_row_data_page_count bigint, in_row_used_page_count bigint, in_row_reserved_page_count bigint, used_page_count bigint, reserved_page_count bigint, row_count bigint",
            partition_stats,
        ),
        View::sys(
            "dm_db_vector_indexes",
            "object_id int, index_id int, graph_catchup_pending_percent int, last_background_task_execution_time datetime, last_background_task_succeeded bit",
            vector_index_health,
        ),
    ]
}

/// An index of a table as the views show it: one of its own or that of a key.
pub(super) struct Shown<'a> {
    pub table: &'a Name,
    pub name: &'a Ident,
    pub id: i32,
    pub kind: (i32, &'static str),
    pub unique: bool,
    /// `Some(true)` is a primary key, `Some(false)` a unique constraint.
    pub key: Option<bool>,
    pub keys: &'a [KeyColumn],
    pub index: Option<&'a Index>,
}

const CLUSTERED: (i32, &str) = (1, "CLUSTERED");
const NONCLUSTERED: (i32, &str) = (2, "NONCLUSTERED");

/// The indexes of all tables and table types.
pub(super) fn shown<'a>(facts: &Facts<'a>) -> Vec<Shown<'a>> {
    let mut all = Vec::new();
    for (table, definition) in super::columns::column_owners(facts) {
        let first = all.len();
        all.extend(of_keys(facts, table, definition));
        all.extend(definition.indexes.iter().filter_map(|index| of_index(facts, table, definition, index)));
        all[first..].sort_by_key(|index: &Shown<'_>| index.id);
    }
    all
}

fn of_keys<'a>(facts: &Facts<'a>, table: &'a Name, definition: &'a Table) -> Vec<Shown<'a>> {
    let clustered = definition.clustered_index().flatten();
    let of = |constraint: &'a crate::schema::Constraint| {
        let ConstraintKind::Key { primary, columns, .. } = &constraint.kind else { return None };
        let name = constraint.name.as_ref()?;
        let (id, kind) = index_number(facts, table, name, clustered == Some(name), NONCLUSTERED)?;
        Some(Shown { table, name, id, kind, unique: true, key: Some(*primary), keys: columns, index: None })
    };
    definition.constraints.iter().filter_map(of).collect()
}

fn of_index<'a>(facts: &Facts<'a>, table: &'a Name, definition: &'a Table, index: &'a Index) -> Option<Shown<'a>> {
    let clustered = definition.clustered_index().flatten() == Some(&index.name);
    let (usual, unique) = match &index.kind {
        IndexKind::Rowstore { unique, .. } => (if clustered { CLUSTERED } else { NONCLUSTERED }, *unique),
        IndexKind::Columnstore { clustered: true, .. } => ((5, "CLUSTERED COLUMNSTORE"), false),
        IndexKind::Columnstore { .. } => ((6, "NONCLUSTERED COLUMNSTORE"), false),
        IndexKind::Vector { .. } => ((8, "VECTOR"), false),
        IndexKind::Hash { unique } => ((7, "NONCLUSTERED HASH"), *unique),
        IndexKind::Other { class, .. } if class.contains("XML") => ((3, "XML"), false),
        IndexKind::Other { class, .. } if &**class == "SPATIAL" => ((4, "SPATIAL"), false),
        IndexKind::Other { .. } => ((9, "JSON"), false),
    };
    let (id, _) = index_number(facts, table, &index.name, clustered, usual)?;
    let keys = &index.keys;
    Some(Shown { table, name: &index.name, id, kind: usual, unique, key: None, keys, index: Some(index) })
}

fn index_number(
    facts: &Facts<'_>,
    table: &Name,
    index: &Ident,
    clustered: bool,
    usual: (i32, &'static str),
) -> Option<(i32, (i32, &'static str))> {
    if clustered {
        return Some((1, CLUSTERED));
    }
    let numbers = facts.numbers.tables.get(table)?;
    let id = numbers.indexes.get(index).or_else(|| numbers.vector_indexes.get(index))?;
    Some((id, usual))
}

fn cells(facts: &Facts<'_>, shown: &Shown<'_>) -> Row {
    let filter = shown.index.and_then(|index| index.filter.as_ref());
    let option = |name: &str| {
        let options = shown.index.map(|index| &index.options);
        options
            .into_iter()
            .flatten()
            .any(|option| &*option.name == name && option.value.as_str().eq_ignore_ascii_case("ON"))
    };
    row![
        facts.object_id(shown.table),
        shown.name,
        shown.id,
        shown.kind.0,
        shown.kind.1,
        shown.unique,
        1,
        option("IGNORE_DUP_KEY"),
        shown.key == Some(true),
        shown.key == Some(false),
        0,
        option("PAD_INDEX"),
        shown.index.is_some_and(|index| index.disabled),
        false,
        false,
        true,
        true,
        filter.is_some(),
        filter.map(|filter| format!("({})", filter.as_str())),
        NULL,
        false,
        false,
        option("OPTIMIZE_FOR_SEQUENTIAL_KEY"),
    ]
}

fn indexes(facts: &Facts<'_>) -> Vec<Row> {
    let shown = shown(facts);
    let mut rows = Vec::new();
    for (table, definition) in super::columns::column_owners(facts) {
        if definition.clustered_index().is_none() {
            rows.push(heap(facts, table));
        }
        rows.extend(shown.iter().filter(|index| index.table == table).map(|index| cells(facts, index)));
    }
    rows
}

fn heap(facts: &Facts<'_>, table: &Name) -> Row {
    row![
        facts.object_id(table),
        NULL,
        0,
        0,
        "HEAP",
        false,
        1,
        false,
        false,
        false,
        0,
        false,
        false,
        false,
        false,
        true,
        true,
        false,
        NULL,
        NULL,
        false,
        false,
        false,
    ]
}

/// The parameters of a build in the current format: `$.Version` is 3 (measured on Azure SQL Database).
const BUILD_PARAMETERS: &str = r#"{"Version":"3"}"#;

fn vector_indexes(facts: &Facts<'_>) -> Vec<Row> {
    let of = |shown: &Shown<'_>| {
        let IndexKind::Vector { metric, index_type, .. } = &shown.index?.kind else { return None };
        let mut row = cells(facts, shown);
        let metric = metric.as_deref().map(|metric| metric.trim().to_uppercase());
        let index_type = index_type.as_deref().unwrap_or("DiskANN").trim();
        let index_type = if index_type.eq_ignore_ascii_case("diskann") { "DiskANN" } else { index_type };
        row.extend(row![index_type, metric, BUILD_PARAMETERS]);
        Some(row)
    };
    shown(facts).iter().filter_map(of).collect()
}

fn vector_index_health(facts: &Facts<'_>) -> Vec<Row> {
    let vector = shown(facts).into_iter().filter(|shown| shown.kind.0 == 8);
    vector.map(|shown| row![facts.object_id(shown.table), shown.id, 0, NULL, NULL]).collect()
}

fn columns_of_indexes(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for shown in shown(facts) {
        let object = facts.object_id(shown.table);
        let is_vector = shown.kind.0 == 8;
        let mut place = 0;
        for (ordinal, key) in (1..).zip(shown.keys) {
            place += 1;
            let column = facts.column_id(shown.table, &key.name);
            let ordinal = if is_vector { 0 } else { ordinal };
            rows.push(row![object, shown.id, place, column, ordinal, 0, key.descending, false, 0]);
        }
        for included in shown.index.iter().flat_map(|index| &index.included) {
            place += 1;
            let column = facts.column_id(shown.table, included);
            rows.push(row![object, shown.id, place, column, 0, 0, false, true, 0]);
        }
    }
    rows
}

fn statistics(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for shown in shown(facts).iter().filter(|shown| shown.kind.0 != 8) {
        let filter = shown.index.and_then(|index| index.filter.as_ref());
        let text = filter.map(|filter| format!("({})", filter.as_str()));
        let object = facts.object_id(shown.table);
        rows.push(row![object, shown.name, shown.id, false, false, false, filter.is_some(), text, false, false]);
    }
    for (table, made) in &facts.catalog.statistics {
        for (at, name) in (100_i32..).zip(made.keys()) {
            rows.push(row![facts.object_id(table), name, at, false, true, false, false, NULL, false, false]);
        }
    }
    rows
}

/// Table, index id and number of rows of every heap, clustered index and b-tree.
fn row_stores<'a>(facts: &Facts<'a>) -> Vec<(&'a Name, i32, i64)> {
    let shown = shown(facts);
    let mut stores = Vec::new();
    for (table, entry) in &facts.catalog.tables {
        let rows = (facts.row_count)(table);
        if entry.definition.clustered_index().is_none() {
            stores.push((table, 0, rows));
        }
        let own = shown.iter().filter(|index| index.table == table && index.kind.0 != 8);
        stores.extend(own.map(|index| (table, index.id, rows)));
    }
    stores
}

fn partition_id(object: i32, index: i32) -> i64 {
    (i64::from(object) << 20) + i64::from(index)
}

fn partitions(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(table, index, rows): (&Name, i32, i64)| {
        let object = facts.object_id(table);
        let id = partition_id(object, index);
        row![id, object, index, 1, id, rows, 0, 0, "NONE"]
    };
    row_stores(facts).into_iter().map(of).collect()
}

fn partition_stats(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(table, index, rows): (&Name, i32, i64)| {
        let object = facts.object_id(table);
        row![partition_id(object, index), object, index, 1, NULL, NULL, NULL, NULL, NULL, rows]
    };
    row_stores(facts).into_iter().map(of).collect()
}
