//! `sys.indexes`, `sys.index_columns`, `sys.vector_indexes` and the views beside them.

use super::{Facts, NULL, Row, View, row};
use crate::name::{Ident, Name};
use crate::schema::{ConstraintKind, Index, IndexKind, IndexOption, KeyColumn, Table};

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
        View::sys("hash_indexes", index_columns!(", bucket_count int"), hash_indexes),
        View::sys(
            "xml_indexes",
            index_columns!(
                ", using_xml_index_id int, secondary_type char(2), secondary_type_desc nvarchar(60), xml_index_type tinyint, xml_index_type_description nvarchar(60)"
            ),
            xml_indexes,
        ),
        View::sys(
            "spatial_indexes",
            index_columns!(
                ", spatial_index_type tinyint, spatial_index_type_desc nvarchar(60), tessellation_scheme sysname"
            ),
            spatial_indexes,
        ),
        View::sys(
            "index_columns",
            "object_id int, index_id int, index_column_id int, column_id int, key_ordinal tinyint, partition_ordinal tinyint, is_descending_key bit, is_included_column bit, column_store_order_ordinal tinyint",
            columns_of_indexes,
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
    pub options: &'a [IndexOption],
    pub index: Option<&'a Index>,
}

impl Shown<'_> {
    /// The value of an option; empty for a bare word.
    pub fn option(&self, name: &str) -> Option<&str> {
        option(self.options, name)
    }

    pub fn is_on(&self, name: &str) -> bool {
        self.option(name).is_some_and(|value| value.eq_ignore_ascii_case("ON"))
    }

    fn is_off(&self, name: &str) -> bool {
        self.option(name).is_some_and(|value| value.eq_ignore_ascii_case("OFF"))
    }
}

pub(super) fn option<'a>(options: &'a [IndexOption], name: &str) -> Option<&'a str> {
    options.iter().find(|option| &*option.name == name).map(|option| option.value.as_str())
}

const CLUSTERED: (i32, &str) = (1, "CLUSTERED");
const NONCLUSTERED: (i32, &str) = (2, "NONCLUSTERED");
const HASH: (i32, &str) = (7, "NONCLUSTERED HASH");

/// The indexes of all tables and table types.
pub(super) fn shown<'a>(facts: &Facts<'a>) -> Vec<Shown<'a>> {
    let owners = super::columns::column_owners(facts).into_iter();
    owners.flat_map(|(table, definition)| of_table(facts, table, definition)).collect()
}

/// The indexes of one table or table type, by id.
pub(super) fn of_table<'a>(facts: &Facts<'a>, table: &'a Name, definition: &'a Table) -> Vec<Shown<'a>> {
    let mut all = of_keys(facts, table, definition);
    all.extend(definition.indexes.iter().filter_map(|index| of_index(facts, table, definition, index)));
    all.sort_by_key(|index| index.id);
    all
}

/// The id of the index behind a key of a table.
pub(super) fn key_index(facts: &Facts<'_>, table: &Name, definition: &Table, key: &Ident) -> Option<i32> {
    let clustered = definition.clustered_index().flatten() == Some(key);
    index_number(facts, table, key, clustered, NONCLUSTERED).map(|(id, _)| id)
}

fn of_keys<'a>(facts: &Facts<'a>, table: &'a Name, definition: &'a Table) -> Vec<Shown<'a>> {
    let clustered = definition.clustered_index().flatten();
    let of = |constraint: &'a crate::schema::Constraint| {
        let ConstraintKind::Key { primary, columns, options, hash, .. } = &constraint.kind else { return None };
        let name = constraint.name.as_ref()?;
        let usual = if *hash { HASH } else { NONCLUSTERED };
        let (id, kind) = index_number(facts, table, name, clustered == Some(name), usual)?;
        Some(Shown { table, name, id, kind, unique: true, key: Some(*primary), keys: columns, options, index: None })
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
        IndexKind::Hash { unique } => (HASH, *unique),
        IndexKind::Other { class, .. } if class.contains("XML") => ((3, "XML"), false),
        IndexKind::Other { class, .. } if &**class == "SPATIAL" => ((4, "SPATIAL"), false),
        IndexKind::Other { .. } => ((9, "JSON"), false),
    };
    let (id, _) = index_number(facts, table, &index.name, clustered, usual)?;
    let Index { name, keys, options, .. } = index;
    Some(Shown { table, name, id, kind: usual, unique, key: None, keys, options, index: Some(index) })
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
    let number = |name: &str| shown.option(name).and_then(|value| value.split_whitespace().next()?.parse::<i32>().ok());
    row![
        facts.object_id(shown.table),
        shown.name,
        shown.id,
        shown.kind.0,
        shown.kind.1,
        shown.unique,
        1,
        shown.is_on("IGNORE_DUP_KEY"),
        shown.key == Some(true),
        shown.key == Some(false),
        number("FILLFACTOR").unwrap_or(0),
        shown.is_on("PAD_INDEX"),
        shown.index.is_some_and(|index| index.disabled),
        false,
        false,
        !shown.is_off("ALLOW_ROW_LOCKS"),
        !shown.is_off("ALLOW_PAGE_LOCKS"),
        filter.is_some(),
        filter.map(|filter| format!("({})", filter.as_str())),
        number("COMPRESSION_DELAY"),
        false,
        false,
        shown.is_on("OPTIMIZE_FOR_SEQUENTIAL_KEY"),
    ]
}

fn indexes(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (table, definition) in super::columns::column_owners(facts) {
        if definition.clustered_index().is_none() {
            rows.push(heap(facts, table));
        }
        rows.extend(of_table(facts, table, definition).iter().map(|index| cells(facts, index)));
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

/// Hash indexes of memory-optimized tables.
fn hash_indexes(facts: &Facts<'_>) -> Vec<Row> {
    let of = |shown: &Shown<'_>| {
        let mut row = cells(facts, shown);
        row.extend(row![shown.option("BUCKET_COUNT").and_then(|count| count.parse::<i32>().ok())]);
        row
    };
    shown(facts).iter().filter(|shown| shown.kind == HASH).map(of).collect()
}

/// XML indexes. What a secondary one is for, and over which primary one, is in its words: `USING XML INDEX x FOR PATH`.
fn xml_indexes(facts: &Facts<'_>) -> Vec<Row> {
    let of = |shown: &Shown<'_>| {
        let IndexKind::Other { class, detail } = &shown.index?.kind else { return None };
        let (number, kind) = match &**class {
            "PRIMARY XML" => (0, "PRIMARY_XML"),
            "XML" => (1, "SECONDARY_XML"),
            "SELECTIVE XML" => (2, "SELECTIVE_XML"),
            _ => return None,
        };
        let words: Vec<&str> = detail.iter().flat_map(|detail| detail.as_str().split_whitespace()).collect();
        let after = |word: &str| {
            let at = words.iter().position(|there| there.eq_ignore_ascii_case(word))?;
            words.get(at + 1).map(|found| found.trim_matches(['[', ']']))
        };
        let numbers = facts.numbers.tables.get(shown.table)?;
        let using = after("INDEX").and_then(|primary| numbers.indexes.get(&Ident::new(primary)));
        let purpose = after("FOR").filter(|_| number == 1).map(str::to_uppercase);
        let mut row = cells(facts, shown);
        row.extend(row![using, purpose.as_ref().map(|purpose| purpose[..1].to_owned()), purpose, number, kind]);
        Some(row)
    };
    shown(facts).iter().filter_map(of).collect()
}

/// Spatial indexes with the grid that they are written with.
fn spatial_indexes(facts: &Facts<'_>) -> Vec<Row> {
    let of = |shown: &Shown<'_>| {
        let IndexKind::Other { class, detail } = &shown.index?.kind else { return None };
        let grid = detail.as_ref().and_then(|detail| detail.as_str().split_whitespace().nth(1)).map(str::to_uppercase);
        let mut row = cells(facts, shown);
        row.extend(row![NULL, NULL, grid]);
        (&**class == "SPATIAL").then_some(row)
    };
    shown(facts).iter().filter_map(of).collect()
}

fn vector_index_health(facts: &Facts<'_>) -> Vec<Row> {
    let vector = shown(facts).into_iter().filter(|shown| shown.kind.0 == 8);
    vector.map(|shown| row![facts.object_id(shown.table), shown.id, 0, NULL, NULL]).collect()
}

/// How the columns of an index are kept.
#[derive(Clone, Copy)]
enum Place {
    /// A key, by its place in the key.
    Key(i32),
    /// Kept beside the keys, or in a columnstore.
    Included,
    /// The column of an index that has no keys in this sense: vector, XML, spatial, JSON.
    Other,
}

/// The columns of an index in the order of `index_column_id`.
fn index_columns<'a>(table: &'a Table, shown: &Shown<'a>) -> Vec<(&'a Ident, bool, Place)> {
    let included = shown.index.into_iter().flat_map(|index| &index.included);
    let included = included.map(|name| (name, false, Place::Included));
    let keys = shown.keys.iter();
    match shown.index.map(|index| &index.kind) {
        Some(IndexKind::Columnstore { clustered: true, .. }) => {
            table.columns.iter().map(|column| (&column.name, false, Place::Included)).collect()
        }
        Some(IndexKind::Columnstore { .. }) => keys.map(|key| (&key.name, false, Place::Included)).collect(),
        None | Some(IndexKind::Rowstore { .. } | IndexKind::Hash { .. }) => {
            let keys = (1..).zip(keys).map(|(at, key)| (&key.name, key.descending, Place::Key(at)));
            keys.chain(included).collect()
        }
        Some(_) => keys.map(|key| (&key.name, key.descending, Place::Other)).collect(),
    }
}

fn columns_of_indexes(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, table) in super::columns::column_owners(facts) {
        let object = facts.object_id(name);
        for shown in of_table(facts, name, table) {
            let order = match shown.index.map(|index| &index.kind) {
                Some(IndexKind::Columnstore { order, .. }) => order.as_slice(),
                _ => &[],
            };
            for (at, (column, descending, place)) in (1..).zip(index_columns(table, &shown)) {
                let ordinal = if let Place::Key(ordinal) = place { ordinal } else { 0 };
                let store = (1..).zip(order).find(|(_, ordered)| *ordered == column).map_or(0, |(at, _)| at);
                let id = facts.column_id(name, column);
                let included = matches!(place, Place::Included);
                rows.push(row![object, shown.id, at, id, ordinal, 0, descending, included, store]);
            }
        }
    }
    rows
}
