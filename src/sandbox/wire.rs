//! What passes between the TDS server and the engine: values, result sets, messages, requests.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A type as it is announced to a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WireType {
    /// `bit`.
    Bit,
    /// `tinyint`.
    TinyInt,
    /// `smallint`.
    SmallInt,
    /// `int`.
    Int,
    /// `bigint`.
    BigInt,
    /// `real`.
    Real,
    /// `float`.
    Float,
    /// `decimal(precision, scale)`.
    Decimal {
        /// Digits in all.
        precision: u8,
        /// Digits after the point.
        scale: u8,
    },
    /// `money`.
    Money,
    /// `smallmoney`.
    SmallMoney,
    /// `nchar(n)`.
    NChar(u16),
    /// `char(n)`.
    Char(u16),
    /// `binary(n)`, and `rowversion` as `binary(8)`.
    Binary(u16),
    /// `xml`.
    Xml,
    /// `smalldatetime`.
    SmallDateTime,
    /// `nvarchar(n)`; `None` is `max`.
    NVarChar(Option<u16>),
    /// `varchar(n)`; `None` is `max`.
    VarChar(Option<u16>),
    /// `varbinary(n)`; `None` is `max`.
    VarBinary(Option<u16>),
    /// `uniqueidentifier`.
    UniqueIdentifier,
    /// `date`.
    Date,
    /// `time(scale)`.
    Time(u8),
    /// `datetime2(scale)`.
    DateTime2(u8),
    /// `datetime`.
    DateTime,
    /// `datetimeoffset(scale)`.
    DateTimeOffset(u8),
    /// `sql_variant`, each value with its own type.
    Variant,
    /// `vector(n)`: goes as `varchar(max)` with JSON text to clients that did not negotiate it.
    Vector(u16),
}

/// A value on its way to or from a client.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// NULL of any type.
    Null,
    /// Any integer type and `bit`.
    Int(i64),
    /// `real`, `float`.
    Float(f64),
    /// `decimal`, `money`: units of 10^-scale.
    Decimal {
        /// The digits as one number.
        units: i128,
        /// Digits after the point.
        scale: u8,
    },
    /// Any text; a vector as JSON text.
    Text(String),
    /// Any binary.
    Bytes(Vec<u8>),
    /// `uniqueidentifier`, in the order of its text.
    Guid([u8; 16]),
    /// Days since 0001-01-01.
    Date(i32),
    /// Nanoseconds since midnight.
    Time(u64),
    /// Days since 0001-01-01 and nanoseconds since midnight.
    DateTime(i32, u64),
    /// The same in UTC, and the offset in minutes.
    DateTimeOffset(i32, u64, i16),
}

/// A column of a result set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultColumn {
    /// Its name; empty for an expression without one.
    pub name: String,
    /// Its type.
    pub wire_type: WireType,
    /// Whether it may be NULL.
    pub nullable: bool,
}

/// An error or an informational message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerMessage {
    /// The number; 50000 for text without one.
    pub number: i32,
    /// The severity: 0 to 10 informs, 11 to 19 fails the statement, 20 and more ends the connection.
    pub class: u8,
    /// The state.
    pub state: u8,
    /// The text.
    pub message: String,
    /// The procedure, or empty.
    pub procedure: String,
    /// The line in the batch (or in the procedure), from 1.
    pub line: u32,
}

/// The kind of statement that has ended. Drivers tell by it whether a count is one of rows affected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Command {
    /// `SELECT`.
    Select,
    /// `INSERT`.
    Insert,
    /// `UPDATE`.
    Update,
    /// `DELETE`.
    Delete,
    /// `MERGE`.
    Merge,
    /// Any other.
    #[default]
    Other,
}

/// What an engine reports while it runs a request, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A result set starts.
    Columns(Vec<ResultColumn>),
    /// A row of it.
    Row(Vec<Value>),
    /// A statement is done. `count` is its row count unless NOCOUNT is on; `procedure` means inside a
    /// procedure (DONEINPROC).
    Done {
        /// What has ended.
        command: Command,
        /// Rows returned or affected.
        count: Option<u64>,
        /// Inside a procedure.
        procedure: bool,
    },
    /// An error (class 11 and above).
    Error(ServerMessage),
    /// A message (class 10 and below).
    Info(ServerMessage),
    /// The database in use changed. The server adds message 5701 itself.
    Database(String),
    /// A transaction began, with its descriptor.
    Began(u64),
    /// The outermost transaction was committed.
    Committed(u64),
    /// The transaction was rolled back.
    RolledBack(u64),
    /// A procedure's return status, which ends its call: the server writes DONEPROC after it, so no
    /// `Done` follows for the `EXEC` itself.
    ReturnStatus(i32),
    /// An output parameter of an RPC, after the return status of the call if there is one.
    ReturnValue {
        /// With its `@`.
        name: String,
        /// Its type.
        wire_type: WireType,
        /// Its value.
        value: Value,
    },
}

/// A parameter of an RPC.
#[derive(Debug, Clone, PartialEq)]
pub struct RpcParameter {
    /// With its `@`; empty when it goes by position.
    pub name: String,
    /// Its type.
    pub wire_type: WireType,
    /// Its value.
    pub value: Value,
    /// `OUTPUT`.
    pub output: bool,
}

/// The isolation level that a client asks for when it begins a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Isolation {
    /// `READ UNCOMMITTED`.
    ReadUncommitted,
    /// `READ COMMITTED`.
    ReadCommitted,
    /// `REPEATABLE READ`.
    RepeatableRead,
    /// `SERIALIZABLE`.
    Serializable,
    /// `SNAPSHOT`.
    Snapshot,
}

/// What a client asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// A SQL batch.
    Batch(String),
    /// `sp_executesql` and its prepared cousins, resolved by the server to one statement text with its
    /// parameter declarations (`@a int, @b nvarchar(10) OUTPUT`) and values.
    ExecuteSql {
        /// The statement.
        sql: String,
        /// Declarations as text; may be empty.
        declarations: String,
        /// The values.
        parameters: Vec<RpcParameter>,
    },
    /// A call of a stored procedure by name.
    Procedure {
        /// Its name as sent.
        name: String,
        /// Its arguments.
        parameters: Vec<RpcParameter>,
    },
    /// Transaction manager: begin, with an isolation level unless the session's own is to stay.
    Begin(Option<Isolation>),
    /// Transaction manager: commit.
    Commit,
    /// Transaction manager: roll back, to a savepoint when one is named.
    Rollback(Option<String>),
    /// Transaction manager: savepoint.
    Save(String),
}

/// Who logs in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Login {
    /// The user name.
    pub user: String,
    /// The database asked for; empty is the default.
    pub database: String,
    /// The application.
    pub application: String,
    /// The client's host name.
    pub host: String,
    /// The client logs in as an ODBC or OLE DB client does (ODBC, JDBC, tiberius, tedious), for which the
    /// server sets `ANSI_DEFAULTS ON` (QUOTED_IDENTIFIER, ANSI_NULLS and the rest); others start with them off.
    pub ansi_defaults: bool,
}

/// An engine that serves sessions. Shared by all connections.
pub trait Engine: Send + Sync + 'static {
    /// Opens a session.
    ///
    /// # Errors
    /// The error that refuses the login, such as 18456 or 4060.
    fn open(&self, login: &Login) -> Result<Box<dyn Session>, ServerMessage>;

    /// The database that a login without one gets.
    fn default_database(&self) -> String;
}

/// One session: runs one request at a time, on a thread of its own. Dropping it ends the session: an
/// open transaction is rolled back and its locks are released. A client's wish to reset the connection
/// drops the session and opens another.
pub trait Session: Send {
    /// Runs a request and reports each event as it comes; the server closes the reply, so an engine needs
    /// no `Done` after an error. `cancelled` turns true when the client sends an attention or goes away:
    /// stop as soon as possible and return.
    fn run(&mut self, request: Request, cancelled: &Arc<AtomicBool>, emit: &mut dyn FnMut(Event));
}
