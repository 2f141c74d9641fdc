//! Events of the engine to tokens of a reply, a chunk at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc::Sender;

use super::error;
use super::token::{self, Change, Done, DoneKind};
use super::types;
use crate::sandbox::wire::{Command, Event, ResultColumn, RpcParameter, ServerMessage, Value, WireType};

/// A chunk is handed on when it has so many bytes.
const CHUNK: usize = 16 * 1024;

/// What a session's thread hands to its connection.
#[derive(Debug)]
pub enum Outbound {
    /// Whole tokens.
    Tokens {
        /// The tokens.
        bytes: Vec<u8>,
        /// They are to reach the client at once.
        now: bool,
    },
    /// The reply is complete.
    End {
        /// The connection is to be closed after it.
        close: bool,
    },
    /// The request made no sense: the connection is to be closed without a reply.
    Malformed(super::Malformed),
}

/// A reply in the making. The end of a statement is held back until it is known whether something follows it.
#[derive(Debug)]
pub struct Reply<'a> {
    out: &'a Sender<Outbound>,
    cancelled: Arc<AtomicBool>,
    buffer: Vec<u8>,
    pending: Option<Done>,
    columns: Vec<ResultColumn>,
    /// The number of the last error of the statement at hand.
    failure: Option<i32>,
    fatal: bool,
    call: Option<CallState>,
    state: SessionState,
}

/// What the reply must know about the session, and changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionState {
    /// The transaction's descriptor; 0 without one.
    pub descriptor: u64,
    /// The database in use.
    pub database: String,
}

/// The RPC that is being answered.
#[derive(Debug, Default)]
struct CallState {
    /// The return status of the procedure itself was sent.
    answered: bool,
    /// `sp_executesql` or a cousin: what the statement calls has return statuses that are not the client's.
    statement: bool,
    /// The OUTPUT parameters that have not come back yet: position and name.
    outputs: Vec<(u16, String)>,
}

impl<'a> Reply<'a> {
    /// An empty reply.
    pub fn new(out: &'a Sender<Outbound>, cancelled: Arc<AtomicBool>, state: SessionState) -> Self {
        Self {
            out,
            cancelled,
            buffer: Vec::new(),
            pending: None,
            columns: Vec::new(),
            failure: None,
            fatal: false,
            call: None,
            state,
        }
    }

    /// The flag that turns true when the client cancels.
    pub fn cancelled(&self) -> &Arc<AtomicBool> {
        &self.cancelled
    }

    /// What the session's state is now.
    pub fn state(&self) -> &SessionState {
        &self.state
    }

    /// Starts the answer to a call. `skipped` parameters were the server's own.
    pub fn start_call(&mut self, parameters: &[RpcParameter], skipped: u16, statement: bool) {
        let positions = (skipped..).zip(parameters);
        let outputs = positions.filter(|(_, parameter)| parameter.output);
        let outputs = outputs.map(|(position, parameter)| (position, parameter.name.clone())).collect();
        self.call = Some(CallState { answered: false, statement, outputs });
    }

    /// Ends the answer to a call with its return status (of a statement, the number of its error), a statement handle
    /// if there is one, and DONEPROC.
    pub fn end_call(&mut self, handle: Option<&(String, i32)>) {
        let answered = self.call.take().is_some_and(|call| call.answered);
        if !answered {
            self.put_return_status(self.failure.unwrap_or(0));
        }
        if let Some((name, handle)) = handle {
            self.return_value(name, WireType::Int, &Value::Int((*handle).into()));
        }
    }

    /// Takes an event in. After the client has cancelled, only what changes the session's state matters.
    pub fn event(&mut self, event: Event) {
        match event {
            Event::Began(_) | Event::Committed(_) | Event::RolledBack(_) | Event::Database(_) => self.change(event),
            _ if self.cancelled.load(Ordering::Relaxed) => {}
            Event::Columns(columns) => {
                self.settle();
                token::put_columns(&mut self.buffer, &columns);
                self.columns = columns;
            }
            Event::Row(values) => self.row(&values),
            Event::Done { command, count, procedure } => self.done(command, count, procedure),
            Event::Error(message) | Event::Info(message) => self.message(&message),
            Event::ReturnStatus(status) => self.return_status(status),
            Event::ReturnValue { name, wire_type, value } => self.return_value(&name, wire_type, &value),
        }
        if self.buffer.len() >= CHUNK {
            self.hand_on(false);
        }
    }

    /// Marks the reply as that to a request that failed without an error of its own.
    pub fn fail(&mut self) {
        self.failure.get_or_insert(0);
    }

    /// Adds a token of the server's own.
    pub fn put(&mut self, put: impl FnOnce(&mut Vec<u8>)) {
        self.settle();
        put(&mut self.buffer);
    }

    /// Adds a message. One that informs reaches the client at once.
    pub fn message(&mut self, message: &ServerMessage) {
        self.settle();
        token::put_message(&mut self.buffer, message);
        if message.class <= 10 {
            return self.hand_on(true);
        }
        self.failure = Some(message.number);
        self.fatal |= message.class >= 20;
    }

    /// Completes the reply and gives the session's state after it.
    pub fn finish(mut self, close: bool) -> SessionState {
        let failed = self.failure.is_some() || self.cancelled.load(Ordering::Relaxed);
        let last = Done { kind: DoneKind::Statement, failed, command: Command::Other, count: None };
        token::put_done(&mut self.buffer, self.pending.take().unwrap_or(last), false);
        self.hand_on(false);
        self.send(Outbound::End { close: close || self.fatal });
        self.state
    }

    /// Writes the end of the last statement, since something follows it.
    fn settle(&mut self) {
        if let Some(done) = self.pending.take() {
            token::put_done(&mut self.buffer, done, true);
        }
    }

    fn row(&mut self, values: &[Value]) {
        let start = self.buffer.len();
        token::put_row_start(&mut self.buffer);
        let written = self.columns.iter().zip(values).find_map(|(column, value)| {
            let mismatch = types::put_value(&mut self.buffer, column.wire_type, value).err()?;
            Some(format!("column '{}': {mismatch}", column.name))
        });
        let mismatch = written.or_else(|| {
            let (values, columns) = (values.len(), self.columns.len());
            (values != columns).then(|| format!("a row of {values} values for {columns} columns"))
        });
        if let Some(mismatch) = mismatch {
            self.buffer.truncate(start);
            self.message(&error(50_000, format!("The ragsql sandbox made a row that cannot be sent: {mismatch}.")));
        }
    }

    fn done(&mut self, command: Command, count: Option<u64>, procedure: bool) {
        self.settle();
        let inside = procedure || self.call.is_some();
        let kind = if inside { DoneKind::InProcedure } else { DoneKind::Statement };
        let failed = self.failure.take().is_some();
        self.pending = Some(Done { kind, failed, command, count });
    }

    fn return_status(&mut self, status: i32) {
        match &mut self.call {
            Some(call) if call.statement => return,
            Some(call) => call.answered = true,
            None => {}
        }
        self.put_return_status(status);
    }

    fn put_return_status(&mut self, status: i32) {
        self.settle();
        token::put_return_status(&mut self.buffer, status);
        let failed = self.failure.take().is_some();
        self.pending = Some(Done { kind: DoneKind::Procedure, failed, command: Command::Other, count: None });
    }

    /// Return values stand before the DONEPROC that the return status has put into `pending`.
    fn return_value(&mut self, name: &str, wire_type: WireType, value: &Value) {
        if self.pending.is_some_and(|done| done.kind != DoneKind::Procedure) {
            self.settle();
        }
        let position = self.call.as_mut().map_or(0, |call| call.take_position(name));
        let start = self.buffer.len();
        token::put_return_value_start(&mut self.buffer, position, name, wire_type);
        if let Err(mismatch) = types::put_value(&mut self.buffer, wire_type, value) {
            self.buffer.truncate(start);
            self.message(&error(50_000, format!("The ragsql sandbox cannot send parameter {name}: {mismatch}.")));
        }
    }

    fn change(&mut self, event: Event) {
        self.settle();
        let buffer = &mut self.buffer;
        match event {
            Event::Began(descriptor) => {
                self.state.descriptor = descriptor;
                token::put_change(buffer, &Change::Began(descriptor));
            }
            Event::Committed(descriptor) => {
                self.state.descriptor = 0;
                token::put_change(buffer, &Change::Committed(descriptor));
            }
            Event::RolledBack(descriptor) => {
                self.state.descriptor = 0;
                token::put_change(buffer, &Change::RolledBack(descriptor));
            }
            Event::Database(database) => {
                token::put_change(buffer, &Change::Database(&database, &self.state.database));
                token::put_message(buffer, &database_message(&database));
                self.state.database = database;
            }
            _ => {}
        }
    }

    fn hand_on(&mut self, now: bool) {
        if !self.buffer.is_empty() {
            let bytes = std::mem::take(&mut self.buffer);
            self.send(Outbound::Tokens { bytes, now });
        }
    }

    /// A connection that is gone takes nothing any more; the engine is told to stop.
    fn send(&self, outbound: Outbound) {
        if self.out.blocking_send(outbound).is_err() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
    }
}

impl CallState {
    /// The position of an OUTPUT parameter: that of the same name, else the first that is still open.
    fn take_position(&mut self, name: &str) -> u16 {
        let same = self.outputs.iter().position(|(_, open)| open.eq_ignore_ascii_case(name));
        let at = same.unwrap_or(0);
        if at < self.outputs.len() { self.outputs.remove(at).0 } else { 0 }
    }
}

/// Message 5701.
pub fn database_message(database: &str) -> ServerMessage {
    information(5701, 2, format!("Changed database context to '{database}'."))
}

/// A message that informs, of severity 0.
pub fn information(number: i32, state: u8, message: String) -> ServerMessage {
    ServerMessage { number, class: 0, state, message, procedure: String::new(), line: 1 }
}
