//! What goes into a translation and what comes out of it.

use std::fmt;

use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::SqlType;
use crate::sandbox::wire::ResultColumn;
use crate::schema::{Column, Table};
use crate::syntax::query::ParseError;

/// What a statement sees.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The database's objects.
    pub catalog: &'a Catalog,
    /// The session's.
    pub environment: &'a dyn Environment,
    /// The schema of a one-part name that is not in `dbo`.
    pub default_schema: &'a Ident,
    /// The database's name, for three-part names and for error texts.
    pub database: &'a str,
    /// How deep the statement is nested in triggers and procedures: each depth has its own table of
    /// pending changes.
    pub depth: usize,
}

/// What the session knows.
pub trait Environment {
    /// The type of `@x` or `@@x` (with the signs); `None` is Msg 137.
    fn variable(&self, name: &Ident) -> Option<SqlType>;

    /// `#t`, `##t`, the table variable `@t`, and `inserted` and `deleted` inside a trigger.
    fn temporary(&self, name: &Ident) -> Option<Temporary<'_>>;

    /// A system view (`sys.tables`, `INFORMATION_SCHEMA.COLUMNS`).
    fn system_view(&self, name: &Name) -> Option<SystemView>;

    /// The condition that the table's security policies put on every row: T-SQL over the table's
    /// columns, such as `EXISTS (SELECT * FROM [rag].[allowed]([tenant_id]))`.
    fn row_filter(&self, table: &Name) -> Option<String>;

    /// Why the session's user may not read an object; `None` where it may (Msg 229).
    fn unreadable(&self, object: &Name) -> Option<SqlError>;

    /// The table for which `IDENTITY_INSERT` is on.
    fn identity_insert(&self) -> Option<Name>;
}

/// A table of the session.
#[derive(Debug, Clone, Copy)]
pub struct Temporary<'a> {
    /// Its shape.
    pub table: &'a Table,
    /// Its name in SQLite's temporary schema, not quoted.
    pub physical: &'a str,
}

/// A system view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemView {
    /// Its columns: name, type, whether it may be NULL. SQLite knows them by their names in lower case.
    pub columns: Vec<(Ident, SqlType, bool)>,
    /// What SQLite reads it from: a quoted table or view, or a `SELECT` in parentheses.
    pub source: String,
}

/// SQLite text. `?1` is the value of the first parameter's variable, and so on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sql {
    /// The text.
    pub text: String,
    /// The variables, with their `@`. Each is bound as stored.
    pub parameters: Vec<Ident>,
}

/// A scalar expression: `SELECT` yields it in SQLite as one row with one column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// `SELECT …`.
    pub sql: Sql,
    /// Its type.
    pub data_type: SqlType,
    /// Whether it may be NULL.
    pub nullable: bool,
}

/// A column of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanColumn {
    /// Its name; empty where it has none.
    pub name: String,
    /// Its type.
    pub data_type: SqlType,
    /// Whether it may be NULL.
    pub nullable: bool,
}

impl PlanColumn {
    /// The column as a client sees it.
    #[must_use]
    pub fn result_column(&self) -> ResultColumn {
        ResultColumn { name: self.name.clone(), wire_type: self.data_type.wire(), nullable: self.nullable }
    }
}

/// What the engine is to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Plan {
    /// A result set.
    Rows {
        /// The query.
        sql: Sql,
        /// Its columns, in SQLite's order.
        columns: Vec<PlanColumn>,
    },
    /// `SELECT @a = x, …`: each row is assigned in turn, before the next one is read. Values are
    /// already of the variables' types.
    Assign {
        /// The query.
        sql: Sql,
        /// The variables, in the order of the columns.
        targets: Vec<Ident>,
    },
    /// `SELECT … INTO`: the table is created, then filled.
    Into {
        /// The new table; `dbo.#t` for a temporary one.
        table: Name,
        /// Its columns.
        columns: Vec<Column>,
        /// A `SELECT` whose columns are the table's, as stored. It reads nothing of the new table.
        rows: Sql,
    },
    /// A change of rows.
    Change(Box<Change>),
    /// `INSERT INTO t (…) EXEC …`: the result sets of `execute` are rows for `insert`, to which a
    /// `SELECT` of them is appended and translated in its turn.
    InsertExecute {
        /// `INSERT INTO t (…)`.
        insert: String,
        /// `EXEC …`.
        execute: String,
    },
}

/// A change of rows, in steps on one connection and in one transaction or savepoint:
///
/// 1. `prepare`: the table of pending changes is there and empty. It has the columns `action`
///    (`INSERT`, `UPDATE` or `DELETE`) and `row` (the `_rowid_` of the target, for INSERT the one that
///    it will have) beside others that are the plan's own.
/// 2. `collect` fills it; its row count is the statement's.
/// 3. The engine may now copy rows that will change (`deleted`) and judge BEFORE predicates.
/// 4. `apply`, one after the other.
/// 5. The engine may now judge AFTER predicates on the rows of `pending`, and fire triggers.
/// 6. `assign`, then `output`.
/// 7. `finish`, also after an error, unless the transaction is rolled back.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The table that is written; `dbo.#t` or `dbo.@t` for one of the session.
    pub target: Name,
    /// The same as SQLite knows it, quoted.
    pub physical: String,
    /// The table of pending changes, quoted.
    pub pending: String,
    /// Step 1.
    pub prepare: Vec<Sql>,
    /// Step 2.
    pub collect: Sql,
    /// Step 4.
    pub apply: Vec<Apply>,
    /// Step 6, `UPDATE … SET @v = …`: the last row's values go to the variables.
    pub assign: Option<(Sql, Vec<Ident>)>,
    /// Step 6, `OUTPUT`.
    pub output: Vec<Output>,
    /// Step 7.
    pub finish: Vec<Sql>,
}

/// What is done to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// It comes.
    Insert,
    /// It changes.
    Update,
    /// It goes.
    Delete,
}

/// One statement that writes the target.
#[derive(Debug, Clone, PartialEq)]
pub struct Apply {
    /// What it does.
    pub action: Action,
    /// The columns that it writes.
    pub columns: Vec<Ident>,
    /// The statement.
    pub sql: Sql,
}

/// Where the rows of an OUTPUT clause go.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// To the client.
    Rows {
        /// The query.
        sql: Sql,
        /// Its columns.
        columns: Vec<PlanColumn>,
    },
    /// Into a table.
    Into {
        /// The table.
        table: Name,
        /// An `INSERT`.
        sql: Sql,
    },
}

/// A statement that is refused, with the place in its text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct QueryError {
    /// What the engine says.
    pub error: SqlError,
    /// The byte in the statement's text at which the offending words start.
    pub at: usize,
}

impl QueryError {
    /// An error at a place.
    #[must_use]
    pub fn new(error: SqlError, at: usize) -> Self {
        Self { error, at }
    }
}

impl From<ParseError> for QueryError {
    fn from(error: ParseError) -> Self {
        let at = error.at;
        Self { error: error.into(), at }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}
