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
mod partitions;
mod properties;
mod security;
mod statistics;
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
            statistics::views(),
            partitions::views(),
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::replay::Context;
    use crate::sandbox::store::log::Schema;
    use crate::schema::{DataType, Table};
    use crate::syntax::{batch, tree};

    const EVERYTHING: &str = "
        CREATE SCHEMA rag;
        GO
        CREATE TYPE dbo.code FROM NVARCHAR(20) NOT NULL;
        CREATE TYPE dbo.ids AS TABLE (id INT PRIMARY KEY);
        CREATE SEQUENCE dbo.numbers AS INT START WITH 5;
        CREATE TABLE dbo.source (id INT IDENTITY (10, 5) PRIMARY KEY, tenant_id INT NOT NULL, code dbo.code);
        CREATE TABLE rag.chunk (
            id BIGINT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY NONCLUSTERED,
            source_id INT NOT NULL CONSTRAINT fk_chunk_source REFERENCES dbo.source (id) ON DELETE CASCADE,
            size INT NOT NULL DEFAULT 0 CHECK (size >= 0),
            label AS (CONCAT('chunk ', id)),
            secret NVARCHAR(50) MASKED WITH (FUNCTION = 'default()') NULL,
            v VECTOR(3) NULL,
            w VECTOR(3, float16) NULL,
            CONSTRAINT uq_chunk UNIQUE (source_id, size)
        );
        CREATE CLUSTERED INDEX cx_chunk ON rag.chunk (size);
        CREATE UNIQUE INDEX ux_chunk ON rag.chunk (id DESC) INCLUDE (size) WHERE size > 1;
        CREATE VECTOR INDEX vi_chunk ON rag.chunk (v) WITH (METRIC = 'cosine');
        CREATE STATISTICS st_chunk ON rag.chunk (size);
        CREATE SYNONYM dbo.alias FOR rag.chunk;
        CREATE ROLE readers;
        CREATE USER ada WITHOUT LOGIN;
        ALTER ROLE readers ADD MEMBER ada;
        GRANT SELECT ON rag.chunk (id, size) TO readers;
        DENY INSERT ON SCHEMA::rag TO ada;
        CREATE DATABASE SCOPED CREDENTIAL [https://example.org/] WITH IDENTITY = 'Managed Identity';
        CREATE EXTERNAL MODEL embedder WITH (LOCATION = 'https://example.org/x', API_FORMAT = 'OpenAI',
            MODEL_TYPE = EMBEDDINGS, MODEL = 'm', CREDENTIAL = [https://example.org/]);
        ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 4;
        GO
        CREATE VIEW rag.shown AS SELECT id FROM rag.chunk;
        GO
        CREATE FUNCTION rag.allowed (@tenant_id INT) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok WHERE @tenant_id = 1;
        GO
        CREATE PROCEDURE rag.find @id INT, @count INT = 1 OUTPUT AS SELECT @id;
        GO
        CREATE TRIGGER rag.watch ON rag.chunk AFTER INSERT AS PRINT 'x';
        GO
        CREATE SECURITY POLICY rag.policy ADD FILTER PREDICATE rag.allowed(tenant_id) ON dbo.source,
            ADD BLOCK PREDICATE rag.allowed(tenant_id) ON dbo.source AFTER INSERT WITH (STATE = ON);
    ";

    fn schema() -> Schema {
        let mut schema = Schema::default();
        for batch in batch::split(EVERYTHING).batches {
            for statement in tree::statements(EVERYTHING, batch.span).statements {
                let changes = schema.changes(&statement, &Context::default()).expect("is understood");
                assert!(!changes.is_empty(), "{}", &EVERYTHING[statement.span.range()]);
                for change in changes {
                    schema.apply(&change, "2026-11-30 14:05:06.789").expect("fits");
                }
                schema.version += 1;
            }
        }
        schema
    }

    fn with_facts<T>(look: impl FnOnce(&Facts<'_>) -> T) -> T {
        let schema = schema();
        look(&Facts {
            catalog: &schema.catalog,
            numbers: &schema.numbers,
            database: "sandbox",
            sessions: &BTreeMap::new(),
            locks: &[],
            session: 51,
            computed_type: &|_, _| Some(DataType::System { name: "int".into(), args: Vec::new() }),
            view_columns: &|_| Table::default(),
            row_count: &|_| 7,
            counter: &|_| Some(3),
        })
    }

    /// Views that a database without sessions, properties and partitions leaves empty.
    const EMPTY: [&str; 15] = [
        "dm_exec_sessions",
        "dm_exec_connections",
        "dm_tran_locks",
        "extended_properties",
        "partition_schemes",
        "partition_functions",
        "fulltext_indexes",
        "assemblies",
        "messages",
        "servers",
        "symmetric_keys",
        "change_tracking_tables",
        "xml_indexes",
        "spatial_indexes",
        "hash_indexes",
    ];

    #[test]
    fn every_view_has_rows_of_its_width() {
        with_facts(|facts| {
            for view in views() {
                let rows = view.rows(facts);
                assert_eq!(rows.is_empty(), EMPTY.contains(&view.name), "{}", view.name);
                for row in rows {
                    assert_eq!(row.len(), view.columns().len(), "{}: {row:?}", view.name);
                }
            }
        });
    }

    /// The cells of one column of a view.
    fn column(view_name: &str, column: &str) -> Vec<Value> {
        let view = view(&Name::new("sys", view_name)).expect("is a view");
        let at = view.columns().iter().position(|(name, _)| name.is(column)).expect("is a column");
        with_facts(|facts| view.rows(facts).into_iter().map(|row| row[at].clone()).collect())
    }

    #[test]
    fn a_vector_index_is_shown_as_the_engine_shows_it() {
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(column("vector_indexes", "distance_metric"), [text("COSINE")]);
        assert_eq!(column("vector_indexes", "build_parameters"), [text(r#"{"Version":"3"}"#)]);
        assert_eq!(column("vector_indexes", "index_id"), [Value::Integer(1_152_000)]);
        assert_eq!(column("vector_indexes", "type_desc"), [text("VECTOR")]);
    }

    #[test]
    fn every_object_has_an_id_of_its_own() {
        let mut ids: Vec<i64> = column("objects", "object_id")
            .into_iter()
            .map(|id| if let Value::Integer(id) = id { id } else { panic!("is a number") })
            .collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all);
        assert_eq!(all, 17, "the key of the table type is one too");
    }

    #[test]
    fn one_clustered_index_has_the_id_1() {
        let of_chunk = column("indexes", "type_desc").into_iter().zip(column("indexes", "index_id"));
        let clustered: Vec<_> = of_chunk.filter(|(kind, _)| *kind == Value::Text("CLUSTERED".into())).collect();
        assert_eq!(clustered.len(), 3, "source, chunk and the table type: {clustered:?}");
        assert!(clustered.iter().all(|(_, id)| *id == Value::Integer(1)));
    }
}
