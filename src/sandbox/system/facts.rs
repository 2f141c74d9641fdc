//! What the system views are filled from.

use std::collections::BTreeMap;

use rusqlite::types::Value;

use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::sandbox::locks;
use crate::sandbox::store::numbers::{Numbered, Numbers};
use crate::schema::{Column, DataType, Table};

/// The collation of the database.
pub const DATABASE_COLLATION: &str = super::types::DEFAULT_COLLATION;

/// The schemas of an empty database with their ids.
pub const SYSTEM_SCHEMAS: [(&str, i32); 4] = [("dbo", 1), ("guest", 2), ("INFORMATION_SCHEMA", 3), ("sys", 4)];

/// A session that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveSession {
    /// Who logged in.
    pub user: String,
    /// The client's host.
    pub host: String,
    /// The application.
    pub application: String,
    /// When, as stored for `datetime`.
    pub since: i64,
}

/// All sessions that are open.
pub type Sessions = BTreeMap<locks::SessionId, LiveSession>;

/// What the views show.
pub struct Facts<'a> {
    /// The objects.
    pub catalog: &'a Catalog,
    /// Their numbers.
    pub numbers: &'a Numbers,
    /// The database's name.
    pub database: &'a str,
    /// Open sessions.
    pub sessions: &'a Sessions,
    /// Locks held and waited for.
    pub locks: &'a [locks::Entry],
    /// The session that asks.
    pub session: locks::SessionId,
    /// The type of a computed column.
    pub computed_type: &'a dyn Fn(&Table, &Column) -> Option<DataType>,
    /// The columns of a view, as a table has them.
    pub view_columns: &'a dyn Fn(&Name) -> Table,
    /// How many rows a table has.
    pub row_count: &'a dyn Fn(&Name) -> i64,
    /// The last value that an identity column or a sequence gave, by the name of its counter.
    pub counter: &'a dyn Fn(&Name) -> Option<i64>,
}

impl Facts<'_> {
    /// A schema's id.
    pub fn schema_id(&self, schema: &Ident) -> i32 {
        let system = SYSTEM_SCHEMAS.iter().find(|(name, _)| schema.is(name)).map(|(_, id)| *id);
        system.or_else(|| self.numbers.schemas.get(schema)).unwrap_or(1)
    }

    /// An object's id; 0 when it has none.
    pub fn object_id(&self, name: &Name) -> i32 {
        self.numbers.object(name).unwrap_or(0)
    }

    /// A column's id in a table; 0 when it has none.
    pub fn column_id(&self, table: &Name, column: &Ident) -> i32 {
        self.numbers.tables.get(table).and_then(|table| table.columns.get(column)).unwrap_or(0)
    }

    /// The number of a table's constraint.
    pub fn constraint(&self, table: &Name, constraint: Option<&Ident>) -> Option<&Numbered> {
        self.numbers.tables.get(table)?.constraints.get(constraint?)
    }

    /// A principal's id.
    pub fn principal_id(&self, name: &Ident) -> Option<i32> {
        let system = super::security::SYSTEM_PRINCIPALS.iter().find(|principal| name.is(principal.name));
        system.map(|principal| principal.id).or_else(|| self.numbers.principals.get(name))
    }
}

/// A time of the log as stored for `datetime`.
pub fn log_time(text: &str) -> Value {
    crate::sandbox::time::parse(text).map_or(Value::Null, Value::Integer)
}
