//! Indexes of every kind, and the keys that stand behind constraints.

use std::collections::BTreeMap;

use super::super::row::{Row, RowError};
use super::query::Answers;
use super::shapes::{Shape, Shapes};
use super::text::{flag, ident, inner, maybe, number, option};
use crate::name::Ident;
use crate::schema::{Constraint, ConstraintKind, Index, IndexKind, IndexOption, KeyColumn, SqlText};

/// `type` of `sys.indexes` (Learn, "sys.indexes").
const HEAP: i64 = 0;
const CLUSTERED: i64 = 1;
const XML: i64 = 3;
const SPATIAL: i64 = 4;
const CLUSTERED_COLUMNSTORE: i64 = 5;
const COLUMNSTORE: i64 = 6;
const HASH: i64 = 7;
const VECTOR: i64 = 8;
const JSON: i64 = 9;

/// Object and index id.
type Id = (i64, i64);

/// What other views tell of an index.
struct Beside<'a> {
    columns: BTreeMap<Id, Vec<&'a Row>>,
    compression: BTreeMap<Id, &'a Row>,
    vector: BTreeMap<Id, &'a Row>,
    hash: BTreeMap<Id, &'a Row>,
    xml: BTreeMap<Id, &'a Row>,
    spatial: BTreeMap<Id, &'a Row>,
}

/// Reads every index into the shape of its table, table type or view.
pub(super) fn read(answers: &Answers, shapes: &mut Shapes) -> Result<(), RowError> {
    let beside = Beside::new(answers)?;
    for row in answers.of("indexes") {
        let id = id(row)?;
        if let Some(shape) = shapes.known(id.0) {
            beside.add(row, id, shape)?;
        }
    }
    Ok(())
}

fn id(row: &Row) -> Result<Id, RowError> {
    Ok((number(row, "object_id")?, number(row, "index_id")?))
}

fn by_id(rows: &[Row]) -> Result<BTreeMap<Id, &Row>, RowError> {
    rows.iter().map(|row| Ok((id(row)?, row))).collect()
}

impl<'a> Beside<'a> {
    fn new(answers: &'a Answers) -> Result<Self, RowError> {
        let mut columns: BTreeMap<Id, Vec<&Row>> = BTreeMap::new();
        for row in answers.of("index_columns") {
            columns.entry(id(row)?).or_default().push(row);
        }
        Ok(Self {
            columns,
            compression: by_id(answers.of("compression"))?,
            vector: by_id(answers.of("vector_indexes"))?,
            hash: by_id(answers.of("hash_indexes"))?,
            xml: by_id(answers.of("xml_indexes"))?,
            spatial: by_id(answers.of("spatial_indexes"))?,
        })
    }

    fn add(&self, row: &Row, id: Id, shape: &mut Shape) -> Result<(), RowError> {
        let storage = self.storage(row, id, shape)?;
        let is_key = flag(row, "is_primary_key")? || flag(row, "is_unique_constraint")?;
        if number(row, "type")? == HEAP {
            shape.table.storage = storage;
            shape.table.options.extend(self.compressed(id)?);
        } else if is_key {
            let key = self.key(row, id, shape, storage)?;
            shape.table.constraints.push(key);
        } else {
            let index = self.index(row, id, shape, storage)?;
            shape.table.indexes.push(index);
        }
        Ok(())
    }

    fn key(&self, row: &Row, id: Id, shape: &Shape, storage: Option<SqlText>) -> Result<Constraint, RowError> {
        let kind = ConstraintKind::Key {
            primary: flag(row, "is_primary_key")?,
            clustered: Some(number(row, "type")? == CLUSTERED),
            hash: number(row, "type")? == HASH,
            columns: self.keys(id, shape, false)?,
            options: self.options(row, id)?,
            storage,
        };
        let name = if flag(row, "is_system_named")? { None } else { Some(ident(row, "name")?) };
        Ok(Constraint { name, kind, not_trusted: false, disabled: false })
    }

    fn index(&self, row: &Row, id: Id, shape: &Shape, storage: Option<SqlText>) -> Result<Index, RowError> {
        let kind = self.kind(row, id, shape)?;
        let columnstore = matches!(kind, IndexKind::Columnstore { .. });
        let clustered = matches!(kind, IndexKind::Columnstore { clustered: true, .. });
        let included = self.names(id, shape, |column| flag(column, "is_included"))?;
        let (keys, included) = match (columnstore, clustered) {
            (_, true) => (Vec::new(), Vec::new()),
            (true, false) => (included.into_iter().map(ascending).collect(), Vec::new()),
            (false, false) => (self.keys(id, shape, !has_ordinals(&kind))?, included),
        };
        Ok(Index {
            name: ident(row, "name")?,
            kind,
            keys,
            included,
            filter: maybe(row, "filter")?.map(|filter| inner(&filter)),
            options: self.options(row, id)?,
            storage,
            disabled: flag(row, "is_disabled")?,
            opaque: Vec::new(),
        })
    }

    fn kind(&self, row: &Row, id: Id, shape: &Shape) -> Result<IndexKind, RowError> {
        let unique = flag(row, "is_unique")?;
        Ok(match number(row, "type")? {
            XML => self.xml(id)?,
            SPATIAL => {
                let tessellation = self.spatial.get(&id).map(|row| maybe(row, "tessellation")).transpose()?.flatten();
                let detail = tessellation.map(|scheme| SqlText::new(format!("USING {scheme}")));
                IndexKind::Other { class: "SPATIAL".into(), detail }
            }
            CLUSTERED_COLUMNSTORE => IndexKind::Columnstore { clustered: true, order: self.order(id, shape)? },
            COLUMNSTORE => IndexKind::Columnstore { clustered: false, order: self.order(id, shape)? },
            HASH => IndexKind::Hash { unique },
            VECTOR => self.vector(id)?,
            JSON => IndexKind::Other { class: "JSON".into(), detail: None },
            other => IndexKind::Rowstore { unique, clustered: other == CLUSTERED },
        })
    }

    fn vector(&self, id: Id) -> Result<IndexKind, RowError> {
        let row = self.vector.get(&id);
        let told = |column: &str| row.map(|row| maybe(row, column)).transpose().map(Option::flatten);
        let metric = told("metric")?.map(|metric| metric.to_lowercase().into());
        Ok(IndexKind::Vector { metric, index_type: told("index_type")?.map(Into::into), unquoted: false })
    }

    fn xml(&self, id: Id) -> Result<IndexKind, RowError> {
        let row = self.xml.get(&id);
        let told = |column: &str| row.map(|row| maybe(row, column)).transpose().map(Option::flatten);
        let selective = told("kind")?.is_some_and(|kind| kind.starts_with("SELECTIVE"));
        let (Some(using), false) = (told("using_index")?, selective) else {
            let class = if selective { "SELECTIVE XML" } else { "PRIMARY XML" };
            return Ok(IndexKind::Other { class: class.into(), detail: None });
        };
        let purpose = told("secondary_type")?.map_or(String::new(), |kind| format!(" FOR {kind}"));
        let detail = SqlText::new(format!("USING XML INDEX {}{purpose}", Ident::new(using)));
        Ok(IndexKind::Other { class: "XML".into(), detail: Some(detail) })
    }

    /// The key columns in order; all that are not included, where keys have no ordinals.
    fn keys(&self, id: Id, shape: &Shape, all: bool) -> Result<Vec<KeyColumn>, RowError> {
        let mut keys = Vec::new();
        for row in self.columns.get(&id).into_iter().flatten() {
            let is_key = number(row, "key_ordinal")? > 0 || (all && !flag(row, "is_included")?);
            if let (true, Some(name)) = (is_key, shape.columns.get(&number(row, "column_id")?)) {
                keys.push(KeyColumn { name: name.clone(), descending: flag(row, "is_descending")? });
            }
        }
        Ok(keys)
    }

    /// The names of an index's columns that are wanted.
    fn names(
        &self,
        id: Id,
        shape: &Shape,
        wanted: impl Fn(&Row) -> Result<bool, RowError>,
    ) -> Result<Vec<Ident>, RowError> {
        let mut names = Vec::new();
        for row in self.columns.get(&id).into_iter().flatten() {
            if wanted(row)? {
                names.extend(shape.columns.get(&number(row, "column_id")?).cloned());
            }
        }
        Ok(names)
    }

    /// `ORDER (…)` of a columnstore index.
    fn order(&self, id: Id, shape: &Shape) -> Result<Vec<Ident>, RowError> {
        let mut order = BTreeMap::new();
        for row in self.columns.get(&id).into_iter().flatten() {
            let (place, column) = (number(row, "store_ordinal")?, number(row, "column_id")?);
            if let (true, Some(name)) = (place > 0, shape.columns.get(&column)) {
                order.insert(place, name.clone());
            }
        }
        Ok(order.into_values().collect())
    }

    /// The options that last and are not the engine's defaults (Learn, "CREATE INDEX").
    fn options(&self, row: &Row, id: Id) -> Result<Vec<IndexOption>, RowError> {
        let mut options = Vec::new();
        let fill = number(row, "fill_factor")?;
        if fill > 0 {
            options.push(option("FILLFACTOR", fill.to_string()));
        }
        let on = [
            ("PAD_INDEX", "is_padded"),
            ("IGNORE_DUP_KEY", "ignore_dup_key"),
            ("OPTIMIZE_FOR_SEQUENTIAL_KEY", "optimize_for_sequential_key"),
            ("STATISTICS_NORECOMPUTE", "no_recompute"),
            ("STATISTICS_INCREMENTAL", "is_incremental"),
        ];
        for (name, column) in on {
            if flag(row, column)? {
                options.push(option(name, "ON"));
            }
        }
        for (name, column) in [("ALLOW_ROW_LOCKS", "allow_row_locks"), ("ALLOW_PAGE_LOCKS", "allow_page_locks")] {
            if row.get::<Option<bool>>(column)? == Some(false) && number(row, "type")? < CLUSTERED_COLUMNSTORE {
                options.push(option(name, "OFF"));
            }
        }
        let delay = number(row, "compression_delay")?;
        if delay > 0 {
            options.push(option("COMPRESSION_DELAY", delay.to_string()));
        }
        if let Some(row) = self.hash.get(&id) {
            options.push(option("BUCKET_COUNT", number(row, "bucket_count")?.to_string()));
        }
        options.extend(self.compressed(id)?);
        Ok(options)
    }

    /// Compression, where all partitions have the same. A columnstore's own is no option.
    fn compressed(&self, id: Id) -> Result<Option<IndexOption>, RowError> {
        let Some(row) = self.compression.get(&id) else { return Ok(None) };
        let (least, most) = (maybe(row, "least")?, maybe(row, "most")?);
        let same = least.filter(|least| Some(least) == most.as_ref() && least != "COLUMNSTORE");
        Ok(same.map(|kind| option("DATA_COMPRESSION", kind)))
    }

    /// A filegroup that is not the default one, or a partition scheme with its column.
    fn storage(&self, row: &Row, id: Id, shape: &Shape) -> Result<Option<SqlText>, RowError> {
        let Some(name) = maybe(row, "storage")?.map(|name| Ident::new(name).to_string()) else { return Ok(None) };
        if maybe(row, "storage_type")?.is_none_or(|kind| kind != "PS") {
            return Ok(Some(SqlText::new(name)));
        }
        let by = self.names(id, shape, |column| Ok(number(column, "partition_ordinal")? > 0))?;
        let by: Vec<String> = by.iter().map(Ident::to_string).collect();
        Ok(Some(SqlText::new(format!("{name}({})", by.join(", ")))))
    }
}

/// Whether the engine gives ordinals to the key columns of such an index; the column of a vector index has none.
fn has_ordinals(kind: &IndexKind) -> bool {
    matches!(kind, IndexKind::Rowstore { .. } | IndexKind::Hash { .. })
}

fn ascending(name: Ident) -> KeyColumn {
    KeyColumn { name, descending: false }
}
