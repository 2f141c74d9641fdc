//! What the server answers, as the bytes of TDS 7.4 tokens (MS-TDS 2.2.7) with pauses and cuts between them.

use std::time::Duration;

const ERROR: u8 = 0xAA;
const INFO: u8 = 0xAB;
const ENVCHANGE: u8 = 0xE3;
const DONE: u8 = 0xFD;

const DONE_MORE: u16 = 0x01;
const DONE_ERROR: u16 = 0x02;
const DONE_COUNT: u16 = 0x10;
const DONE_ATTENTION: u16 = 0x20;

/// One step of a reply.
#[derive(Clone)]
pub enum Step {
    /// Tokens, sent as they are.
    Tokens(Vec<u8>),
    /// Silence.
    Pause(Duration),
    /// The server closes the connection.
    Cut,
    /// From here on the server does not hear when it is asked to stop.
    Deaf,
}

/// A value in a row.
#[derive(Clone)]
pub enum Value {
    Null,
    Int(i64),
    Text(String),
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Int(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::Text(value.to_owned())
    }
}

/// A reply under construction; [`Reply::done`] or a cut ends it.
#[derive(Clone, Default)]
pub struct Reply {
    pub steps: Vec<Step>,
}

impl Reply {
    pub fn new() -> Self {
        Self::default()
    }

    /// The usual answer to a statement without rows.
    pub fn ok() -> Self {
        Self::new().done()
    }

    /// The usual answer to a statement that is refused.
    pub fn refused(number: u32, line: u32, message: &str) -> Self {
        Self::new().error(number, 16, line, "", message).failed()
    }

    pub fn info(self, text: &str) -> Self {
        self.tokens(message(INFO, 0, 10, 1, "", text))
    }

    pub fn error(self, number: u32, class: u8, line: u32, procedure: &str, text: &str) -> Self {
        self.tokens(message(ERROR, number, class, line, procedure, text))
    }

    /// A result set and its end, with more to come.
    pub fn rows(self, columns: &[&str], rows: &[Vec<Value>]) -> Self {
        let reply = self.columns(columns, rows).row_tokens(rows);
        reply.tokens(done(DONE_COUNT | DONE_MORE, rows.len() as u64))
    }

    /// A result set as the whole answer.
    pub fn table(columns: &[&str], rows: &[Vec<Value>]) -> Self {
        Self::new().rows(columns, rows).done()
    }

    pub fn columns(self, columns: &[&str], rows: &[Vec<Value>]) -> Self {
        let mut token = vec![0x81];
        token.extend((columns.len() as u16).to_le_bytes());
        for (at, column) in columns.iter().enumerate() {
            let is_int = rows.iter().any(|row| matches!(row[at], Value::Int(_)));
            token.extend([0, 0, 0, 0, 0x09, 0x00]);
            if is_int {
                token.extend([0x26, 8]);
            } else {
                token.extend([0xE7, 0x40, 0x1F, 0x09, 0x04, 0xD0, 0x00, 0x34]);
            }
            token.extend(short_text(column));
        }
        self.tokens(token)
    }

    pub fn row_tokens(self, rows: &[Vec<Value>]) -> Self {
        let is_int = |at: usize| rows.iter().any(|row| matches!(row[at], Value::Int(_)));
        let mut token = Vec::new();
        for row in rows {
            token.push(0xD1);
            for (at, value) in row.iter().enumerate() {
                match value {
                    Value::Int(value) => {
                        token.push(8);
                        token.extend(value.to_le_bytes());
                    }
                    Value::Text(value) => {
                        token.extend(((value.encode_utf16().count() * 2) as u16).to_le_bytes());
                        token.extend(utf16(value));
                    }
                    Value::Null if is_int(at) => token.push(0),
                    Value::Null => token.extend([0xFF, 0xFF]),
                }
            }
        }
        self.tokens(token)
    }

    /// A statement that touched rows, with more to come.
    pub fn count(self, rows: u64) -> Self {
        self.tokens(done(DONE_COUNT | DONE_MORE, rows))
    }

    pub fn done(self) -> Self {
        self.tokens(done(0, 0))
    }

    pub fn failed(self) -> Self {
        self.tokens(done(DONE_ERROR, 0))
    }

    /// A transaction begins (MS-TDS 2.2.7.9, type 8).
    pub fn begin(self, descriptor: u64) -> Self {
        let mut change = vec![8, 8];
        change.extend(descriptor.to_le_bytes());
        change.push(0);
        self.change(change)
    }

    /// The transaction ends (type 10 is a rollback, 9 a commit).
    pub fn end(self, kind: u8, descriptor: u64) -> Self {
        let mut change = vec![kind, 0, 8];
        change.extend(descriptor.to_le_bytes());
        self.change(change)
    }

    /// The database changes (type 1).
    pub fn database(self, name: &str) -> Self {
        let mut change = vec![1];
        change.extend(short_text(name));
        change.push(0);
        self.change(change)
    }

    /// The login is wanted elsewhere (type 20).
    pub fn route(self, host: &str, port: u16) -> Self {
        let mut data = vec![0];
        data.extend(port.to_le_bytes());
        data.extend(long_text(host));
        let mut change = vec![20];
        change.extend((data.len() as u16).to_le_bytes());
        change.extend(data);
        change.extend([0, 0]);
        self.change(change)
    }

    pub fn pause(self, milliseconds: u64) -> Self {
        self.step(Step::Pause(Duration::from_millis(milliseconds)))
    }

    pub fn cut(self) -> Self {
        self.step(Step::Cut)
    }

    pub fn deaf(self) -> Self {
        self.step(Step::Deaf)
    }

    /// Bytes as they are, for what no server should send.
    pub fn tokens(self, token: Vec<u8>) -> Self {
        self.step(Step::Tokens(token))
    }

    fn change(self, change: Vec<u8>) -> Self {
        let mut token = vec![ENVCHANGE];
        token.extend((change.len() as u16).to_le_bytes());
        token.extend(change);
        self.tokens(token)
    }

    fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }
}

/// The token that says that the server has stopped as asked.
pub fn attention() -> Vec<u8> {
    done(DONE_ATTENTION, 0)
}

/// LOGINACK for TDS 7.4.
pub fn login_ack() -> Vec<u8> {
    let mut body = vec![1, 0x74, 0, 0, 4];
    body.extend(short_text("Fault Server"));
    body.extend([16, 0, 0, 0]);
    let mut token = vec![0xAD];
    token.extend((body.len() as u16).to_le_bytes());
    token.extend(body);
    token
}

fn done(status: u16, rows: u64) -> Vec<u8> {
    let mut token = vec![DONE];
    token.extend(status.to_le_bytes());
    token.extend([0, 0]);
    token.extend(rows.to_le_bytes());
    token
}

fn message(token: u8, number: u32, class: u8, line: u32, procedure: &str, text: &str) -> Vec<u8> {
    let mut body = number.to_le_bytes().to_vec();
    body.extend([1, class]);
    body.extend(long_text(text));
    body.extend(short_text("fault"));
    body.extend(short_text(procedure));
    body.extend(line.to_le_bytes());
    let mut bytes = vec![token];
    bytes.extend((body.len() as u16).to_le_bytes());
    bytes.extend(body);
    bytes
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Text after its length in one byte.
fn short_text(text: &str) -> Vec<u8> {
    let mut bytes = vec![text.encode_utf16().count() as u8];
    bytes.extend(utf16(text));
    bytes
}

/// Text after its length in two bytes.
fn long_text(text: &str) -> Vec<u8> {
    let mut bytes = (text.encode_utf16().count() as u16).to_le_bytes().to_vec();
    bytes.extend(utf16(text));
    bytes
}

/// What the server says of a session: its transactions, its database, its lock.
pub fn session_state(depth: i64, state: i64, database: &str, lock: &str) -> Reply {
    let row = vec![depth.into(), state.into(), database.into(), lock.into()];
    Reply::table(&["depth", "state", "db", "lock_mode"], &[row])
}
