//! What SQLite's functions ask of the session that runs a statement: the clock, variables, counters,
//! and functions about the session and the database.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use rusqlite::Connection;
use rusqlite::types::Value;

use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::sandbox::engine::{Shared, lock};
use crate::sandbox::error::SqlError;
use crate::sandbox::functions;
use crate::sandbox::information;
use crate::sandbox::locks::SessionId;
use crate::sandbox::options::Options;
use crate::sandbox::store::counters::{self, Limits};
use crate::sandbox::store::log::Schema;
use crate::sandbox::store::table::physical;
use crate::sandbox::time;
use crate::sandbox::value::SqlType;
use crate::sandbox::wire::{Login, ServerMessage};
use crate::schema::Table;

/// A scalar variable.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Variable {
    /// Its type.
    pub data_type: SqlType,
    /// Its value, as stored.
    pub value: Value,
}

/// A counter of an identity column or sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counter {
    /// The last value that it gave.
    pub last: Option<i64>,
    /// How it goes on.
    pub limits: Limits,
}

/// A value of `sp_set_session_context`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ContextValue {
    /// The value, as stored for `sql_variant`.
    pub value: Value,
    /// Whether it may be set again.
    pub read_only: bool,
}

/// What changes while statements run.
#[derive(Debug)]
pub(super) struct State {
    /// The time of the statement.
    pub now: i64,
    /// The schema that the statement sees.
    pub schema: Schema,
    /// The session's options.
    pub options: Options,
    /// Variables of the frame that runs.
    pub variables: BTreeMap<Ident, Variable>,
    /// Counters that were looked at, by physical name.
    pub counters: BTreeMap<String, Counter>,
    /// Counters that went on since they were last kept.
    pub moved: BTreeMap<String, i64>,
    /// The last identity value of the session, `@@IDENTITY`.
    pub identity: Option<i64>,
    /// The last identity value of the frame, `SCOPE_IDENTITY()`.
    pub scope_identity: Option<i64>,
    /// `SESSION_CONTEXT`, by key.
    pub context: BTreeMap<Ident, ContextValue>,
    /// The errors that CATCH blocks are handling, innermost last.
    pub handled: Vec<ServerMessage>,
    /// `@@ROWCOUNT`.
    pub row_count: i64,
    /// `@@ERROR`.
    pub error: i32,
    /// `@@TRANCOUNT`.
    pub transaction_count: u32,
    /// Whether the transaction can only be rolled back.
    pub is_doomed: bool,
    /// Whether the transaction writes, so that counters are this session's to move.
    pub is_writing: bool,
    /// `@@FETCH_STATUS`.
    pub fetch_status: i32,
    /// `@@NESTLEVEL`.
    pub nest_level: usize,
    /// The module that runs, `@@PROCID`.
    pub procedure: Option<Name>,
    /// Object ids of temporary tables.
    pub temporary_ids: BTreeMap<Name, i32>,
}

/// What SQLite's functions ask.
pub(super) struct Host {
    pub shared: Arc<Shared>,
    pub session: SessionId,
    pub login: Login,
    state: Mutex<State>,
    /// Reads what is committed, while the session's own connection is in the middle of a statement.
    reader: Mutex<Option<Connection>>,
}

impl Host {
    /// The host of a new session.
    pub fn new(shared: Arc<Shared>, session: SessionId, login: &Login) -> Self {
        let state = State {
            now: time::now(),
            schema: Schema::default(),
            options: Options::new(login.ansi_defaults),
            variables: BTreeMap::new(),
            counters: BTreeMap::new(),
            moved: BTreeMap::new(),
            identity: None,
            scope_identity: None,
            context: BTreeMap::new(),
            handled: Vec::new(),
            row_count: 0,
            error: 0,
            transaction_count: 0,
            is_doomed: false,
            is_writing: false,
            fetch_status: 0,
            nest_level: 0,
            procedure: None,
            temporary_ids: BTreeMap::new(),
        };
        Self { shared, session, login: login.clone(), state: Mutex::new(state), reader: Mutex::default() }
    }

    /// The last value of a counter that is committed.
    pub fn committed_counter(&self, name: &str) -> Option<i64> {
        let mut reader = lock(&self.reader);
        if reader.is_none() {
            *reader = self.shared.place.connect().ok();
        }
        counters::last(reader.as_ref()?, name).ok().flatten()
    }

    /// The state. It is not held while SQLite runs.
    pub fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl State {
    /// The counter of a table or sequence; what is not known of it is looked up in the schema.
    pub fn counter(&mut self, name: &str) -> Option<&mut Counter> {
        if !self.counters.contains_key(name) {
            let limits = limits(&self.schema, name)?;
            self.counters.insert(name.to_owned(), Counter { last: None, limits });
        }
        self.counters.get_mut(name)
    }

    fn next(&mut self, name: &str) -> Option<i64> {
        let counter = self.counter(name)?;
        let next = counter.limits.next(counter.last)?;
        counter.last = Some(next);
        self.moved.insert(name.to_owned(), next);
        Some(next)
    }
}

/// How the counter of a table or sequence goes on.
pub(super) fn limits(schema: &Schema, name: &str) -> Option<Limits> {
    let catalog = &schema.catalog;
    let sequence = catalog.sequences.iter().find(|(sequence, _)| physical(sequence) == name);
    if let Some((_, entry)) = sequence {
        return Some(counters::limits(&entry.definition));
    }
    let (_, entry) = catalog.tables.iter().find(|(table, _)| physical(table) == name)?;
    identity_of(&entry.definition, catalog)
}

/// How the identity column of a table goes on.
pub(super) fn identity_of(table: &Table, catalog: &Catalog) -> Option<Limits> {
    let column = table.columns.iter().find(|column| column.identity.is_some())?;
    let base = column.data_type.as_ref().and_then(|given| crate::sandbox::system::types::base_type(given, catalog));
    Some(counters::identity_limits(column.identity.as_ref()?, base.as_ref()))
}

impl functions::Host for Host {
    fn now(&self) -> i64 {
        self.state().now
    }

    fn variable(&self, name: &str) -> Result<Value, SqlError> {
        let state = self.state();
        let found = state.variables.get(&Ident::new(name)).map(|variable| variable.value.clone());
        found.ok_or_else(|| undeclared(name))
    }

    fn next_identity(&self, table: &str) -> Result<i64, SqlError> {
        let mut state = self.state();
        let next = state.next(table).ok_or_else(|| {
            SqlError::new(8115, "Arithmetic overflow error converting IDENTITY to data type of its column.").state(1)
        })?;
        state.identity = Some(next);
        state.scope_identity = Some(next);
        Ok(next)
    }

    fn identity_inserted(&self, table: &str, value: i64) {
        let mut state = self.state();
        state.identity = Some(value);
        state.scope_identity = Some(value);
        let Some(counter) = state.counter(table) else { return };
        let ahead = match counter.last {
            Some(last) if counter.limits.increment < 0 => value < last,
            Some(last) => value > last,
            None => true,
        };
        if ahead {
            counter.last = Some(value);
            state.moved.insert(table.to_owned(), value);
        }
    }

    fn next_sequence(&self, sequence: &str) -> Result<i64, SqlError> {
        self.state().next(sequence).ok_or_else(|| {
            let text = format!(
                "The sequence object '{sequence}' has reached its minimum or maximum value. Restart the sequence object to \
                 allow new values to be generated."
            );
            SqlError::new(11728, text)
        })
    }

    fn call(&self, function: &str, arguments: &[Value]) -> Result<Value, SqlError> {
        information::call(self, function, arguments)
    }
}

/// A variable that is not declared (Msg 137).
pub(super) fn undeclared(name: &str) -> SqlError {
    SqlError::new(137, format!("Must declare the scalar variable \"{name}\".")).class(15).state(2)
}
