//! The catalog as SQL sees it: `sys` and `INFORMATION_SCHEMA` views, filled from the catalog when a
//! statement names them.

mod columns;
mod constraints;
mod database;
mod dynamic;
mod facts;
mod indexes;
mod information_schema;
mod modules;
mod objects;
mod security;
pub mod types;

use std::sync::OnceLock;

use rusqlite::types::Value;

pub use facts::{DATABASE_COLLATION, Facts, LiveSession, SYSTEM_SCHEMAS, Sessions};

use crate::name::{Ident, Name};
use crate::sandbox::value::SqlType;

/// A row of a view, as stored.
pub type Row = Vec<Value>;

/// A view of the system.
#[derive(Debug)]
pub struct View {
    /// `sys` or `INFORMATION_SCHEMA`.
    pub schema: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its columns with their types, as `name type, …`.
    columns: &'static str,
    /// What it shows.
    rows: fn(&Facts<'_>) -> Vec<Row>,
}

impl View {
    const fn sys(name: &'static str, columns: &'static str, rows: fn(&Facts<'_>) -> Vec<Row>) -> Self {
        Self { schema: "sys", name, columns, rows }
    }

    /// Its columns: name and type.
    #[must_use]
    pub fn columns(&self) -> Vec<(Ident, SqlType)> {
        self.written().map(|(name, data_type)| (Ident::new(name), column_type(data_type))).collect()
    }

    /// Its columns: name and type as text.
    fn written(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.columns.split(", ").filter_map(|column| column.trim().split_once(' '))
    }

    /// The table in SQLite's temporary schema that holds it once it is asked for.
    #[must_use]
    pub fn physical(&self) -> String {
        format!("{}.{}", self.schema, self.name).to_lowercase()
    }

    /// Whether what it shows changes without a change of the schema: rows, counters, sessions, locks.
    #[must_use]
    pub fn is_live(&self) -> bool {
        let data = matches!(self.name, "partitions" | "identity_columns" | "sequences");
        self.schema == "sys" && (data || self.name.starts_with("dm_"))
    }

    /// What it shows now, each row as long as the columns.
    #[must_use]
    pub fn rows(&self, facts: &Facts<'_>) -> Vec<Row> {
        (self.rows)(facts)
    }
}

/// The types that the views use.
fn column_type(name: &str) -> SqlType {
    match name {
        "bit" => SqlType::Bit,
        "tinyint" => SqlType::TinyInt,
        "smallint" => SqlType::SmallInt,
        "bigint" => SqlType::BigInt,
        "datetime" => SqlType::DateTime,
        "char(2)" => SqlType::Char(2),
        "varbinary(85)" => SqlType::VarBinary(Some(85)),
        "sql_variant" => SqlType::Variant,
        "uniqueidentifier" => SqlType::UniqueIdentifier,
        "nvarchar(60)" => SqlType::NVarChar(Some(60)),
        "nvarchar(4000)" => SqlType::NVarChar(Some(4000)),
        "nvarchar(max)" => SqlType::NVarChar(None),
        "sysname" => SqlType::NVarChar(Some(128)),
        _ => SqlType::Int,
    }
}

/// Every view.
pub fn views() -> &'static [View] {
    static VIEWS: OnceLock<Vec<View>> = OnceLock::new();
    VIEWS.get_or_init(|| {
        let groups = [
            objects::views(),
            columns::views(),
            indexes::views(),
            constraints::views(),
            modules::views(),
            security::views(),
            database::views(),
            dynamic::views(),
            information_schema::views(),
        ];
        groups.into_iter().flatten().collect()
    })
}

/// The view of this name.
#[must_use]
pub fn view(name: &Name) -> Option<&'static View> {
    views().iter().find(|view| name.schema.is(view.schema) && name.object.is(view.name))
}

/// The object id of a view of the system: negative, as theirs are.
#[must_use]
pub fn view_id(name: &Name) -> Option<i32> {
    let at = views().iter().position(|view| name.schema.is(view.schema) && name.object.is(view.name))?;
    Some(-101 - i32::try_from(at).ok()?)
}

/// A value of a view's column.
trait Cell {
    fn cell(self) -> Value;
}

impl Cell for i32 {
    fn cell(self) -> Value {
        Value::Integer(self.into())
    }
}

impl Cell for i64 {
    fn cell(self) -> Value {
        Value::Integer(self)
    }
}

impl Cell for bool {
    fn cell(self) -> Value {
        Value::Integer(self.into())
    }
}

impl Cell for &str {
    fn cell(self) -> Value {
        Value::Text(self.to_owned())
    }
}

impl Cell for String {
    fn cell(self) -> Value {
        Value::Text(self)
    }
}

impl Cell for &Ident {
    fn cell(self) -> Value {
        Value::Text(self.as_str().to_owned())
    }
}

impl Cell for Value {
    fn cell(self) -> Value {
        self
    }
}

impl<T: Cell> Cell for Option<T> {
    fn cell(self) -> Value {
        self.map_or(Value::Null, Cell::cell)
    }
}

/// NULL, for columns that never have a value here.
const NULL: Value = Value::Null;

/// A row from cells of different kinds.
macro_rules! row {
    ($($cell:expr),* $(,)?) => { vec![$($crate::sandbox::system::Cell::cell($cell)),*] };
}
use row;
