//! The tokens of a reply. Each function appends one to a buffer.

use super::bytes::{put_b_varchar, put_u16_counted, put_us_varchar};
use super::prelogin;
use super::types;
use crate::sandbox::wire::{Command, ResultColumn, ServerMessage, WireType};

/// The name that the server gives itself in messages.
pub const SERVER_NAME: &str = "ragsql-sandbox";

/// The longest text of a message, in UTF-16 units: PRINT of a `varchar(8000)`.
const LONGEST_MESSAGE: u16 = 8000;

const RETURN_STATUS: u8 = 0x79;
const COLUMN_METADATA: u8 = 0x81;
const ERROR: u8 = 0xAA;
const INFO: u8 = 0xAB;
const RETURN_VALUE: u8 = 0xAC;
const LOGIN_ACK: u8 = 0xAD;
const ROW: u8 = 0xD1;
const ENVIRONMENT_CHANGE: u8 = 0xE3;

/// Which of the three tokens ends a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoneKind {
    /// A statement of a batch.
    Statement = 0xFD,
    /// A procedure or an RPC.
    Procedure = 0xFE,
    /// A statement within one.
    InProcedure = 0xFF,
}

/// The end of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// Which token it is.
    pub kind: DoneKind,
    /// The statement failed.
    pub failed: bool,
    /// What kind of statement it was.
    pub command: Command,
    /// Its row count, unless NOCOUNT is on.
    pub count: Option<u64>,
}

/// Appends DONE, DONEPROC or DONEINPROC; `more` means that the reply goes on after it.
pub fn put_done(out: &mut Vec<u8>, done: Done, more: bool) {
    const MORE: u16 = 0x01;
    const FAILED: u16 = 0x02;
    const COUNT: u16 = 0x10;
    let flag = |set: bool, bit: u16| if set { bit } else { 0 };
    let status = flag(more, MORE) | flag(done.failed, FAILED) | flag(done.count.is_some(), COUNT);
    out.push(done.kind as u8);
    out.extend_from_slice(&status.to_le_bytes());
    out.extend_from_slice(&command_number(done.command).to_le_bytes());
    out.extend_from_slice(&done.count.unwrap_or(0).to_le_bytes());
}

/// The numbers of statements in DONE, which [MS-TDS] leaves open and drivers know.
fn command_number(command: Command) -> u16 {
    match command {
        Command::Select => 0xC1,
        Command::Insert => 0xC3,
        Command::Delete => 0xC4,
        Command::Update => 0xC5,
        Command::Merge => 0x117,
        Command::Other => 0,
    }
}

/// Appends the DONE that answers an attention.
pub fn put_attention_done(out: &mut Vec<u8>) {
    const ATTENTION: u8 = 0x20;
    out.extend_from_slice(&[DoneKind::Statement as u8, ATTENTION, 0, 0, 0]);
    out.extend_from_slice(&0u64.to_le_bytes());
}

/// Appends ERROR, or INFO for class 10 and less.
pub fn put_message(out: &mut Vec<u8>, message: &ServerMessage) {
    out.push(if message.class > 10 { ERROR } else { INFO });
    put_u16_counted(out, |out| {
        out.extend_from_slice(&message.number.to_le_bytes());
        out.extend_from_slice(&[message.state, message.class]);
        put_us_varchar(out, &message.message, LONGEST_MESSAGE);
        put_b_varchar(out, SERVER_NAME);
        put_b_varchar(out, &message.procedure);
        out.extend_from_slice(&message.line.to_le_bytes());
    });
}

/// Appends COLMETADATA.
pub fn put_columns(out: &mut Vec<u8>, columns: &[ResultColumn]) {
    out.push(COLUMN_METADATA);
    out.extend_from_slice(&(columns.len() as u16).to_le_bytes());
    for column in columns {
        put_type(out, column.wire_type, column.nullable);
        put_b_varchar(out, &column.name);
    }
}

/// The user type, the flags and the type information that columns and return values share.
fn put_type(out: &mut Vec<u8>, wire_type: WireType, nullable: bool) {
    const NULLABLE: u16 = 0x01;
    out.extend_from_slice(&0u32.to_le_bytes());
    out.extend_from_slice(&(if nullable { NULLABLE } else { 0 }).to_le_bytes());
    types::put_type_info(out, wire_type);
}

/// Appends the byte that starts a row; its values follow.
pub fn put_row_start(out: &mut Vec<u8>) {
    out.push(ROW);
}

/// Appends RETURNSTATUS.
pub fn put_return_status(out: &mut Vec<u8>, status: i32) {
    out.push(RETURN_STATUS);
    out.extend_from_slice(&status.to_le_bytes());
}

/// Appends RETURNVALUE up to its value, which follows.
pub fn put_return_value_start(out: &mut Vec<u8>, ordinal: u16, name: &str, wire_type: WireType) {
    const OUTPUT_PARAMETER: u8 = 0x01;
    out.push(RETURN_VALUE);
    out.extend_from_slice(&ordinal.to_le_bytes());
    put_b_varchar(out, name);
    out.push(OUTPUT_PARAMETER);
    put_type(out, wire_type, true);
}

/// Appends LOGINACK for a protocol version.
pub fn put_login_ack(out: &mut Vec<u8>, version: u32) {
    const T_SQL: u8 = 1;
    out.push(LOGIN_ACK);
    put_u16_counted(out, |out| {
        out.push(T_SQL);
        out.extend_from_slice(&version.to_be_bytes());
        // Clients tell SQL Server from others by this name.
        put_b_varchar(out, "Microsoft SQL Server");
        out.extend_from_slice(&prelogin::VERSION[..4]);
    });
}

/// A change of the session's state that the client keeps track of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change<'a> {
    /// The database, new and old.
    Database(&'a str, &'a str),
    /// The language.
    Language(&'a str),
    /// The packet size, new and old.
    PacketSize(usize, usize),
    /// The collation of the database.
    Collation,
    /// A transaction began.
    Began(u64),
    /// A transaction was committed.
    Committed(u64),
    /// A transaction was rolled back.
    RolledBack(u64),
    /// The session was reset as the client asked.
    Reset,
}

/// Appends ENVCHANGE.
pub fn put_change(out: &mut Vec<u8>, change: &Change<'_>) {
    out.push(ENVIRONMENT_CHANGE);
    put_u16_counted(out, |out| match change {
        Change::Database(new, old) => put_text_change(out, 1, new, old),
        Change::Language(new) => put_text_change(out, 2, new, ""),
        Change::PacketSize(new, old) => put_text_change(out, 4, &new.to_string(), &old.to_string()),
        Change::Collation => put_binary_change(out, 7, &types::COLLATION, &[]),
        Change::Began(new) => put_binary_change(out, 8, &new.to_le_bytes(), &[]),
        Change::Committed(old) => put_binary_change(out, 9, &[], &old.to_le_bytes()),
        Change::RolledBack(old) => put_binary_change(out, 10, &[], &old.to_le_bytes()),
        Change::Reset => put_binary_change(out, 18, &[], &[]),
    });
}

fn put_text_change(out: &mut Vec<u8>, kind: u8, new: &str, old: &str) {
    out.push(kind);
    put_b_varchar(out, new);
    put_b_varchar(out, old);
}

fn put_binary_change(out: &mut Vec<u8>, kind: u8, new: &[u8], old: &[u8]) {
    out.push(kind);
    for bytes in [new, old] {
        out.push(bytes.len() as u8);
        out.extend_from_slice(bytes);
    }
}
