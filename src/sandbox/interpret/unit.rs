//! Statements as units: the write lock, SQLite's transaction, counters, what a rollback must not touch.

use std::time::{Duration, Instant};

use rusqlite::types::Value;

use super::transaction::doomed;
use super::{Interpreter, Stop, Unwinding};
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::host::Counter;
use crate::sandbox::locks::{Mode, Outcome, Owner, Resource, Wait};
use crate::sandbox::store::counters;
use crate::sandbox::store::table::quoted;
use crate::text::Span;

/// How often another process is asked whether its transaction is over.
const POLL: Duration = Duration::from_millis(5);

impl Interpreter<'_> {
    /// Takes the write lock and begins SQLite's transaction, unless that is done.
    pub(super) fn lock_for_writing(&mut self, span: Span) -> Result<(), Stop> {
        if self.session.transaction.is_doomed {
            return Err(self.failure(doomed(), span).into());
        }
        if self.session.transaction.is_writing() {
            return Ok(());
        }
        let started = Instant::now();
        let timeout = self.session.options.lock_timeout;
        let wait = Wait { timeout, cancelled: self.cancelled };
        let locks = &self.session.shared.locks;
        match locks.acquire(self.session.id, Owner::Transaction, &Resource::Write, Mode::Exclusive, wait) {
            Outcome::Granted | Outcome::GrantedAfterWait => {}
            Outcome::TimedOut => return Err(self.failure(timed_out(), span).into()),
            Outcome::Cancelled => return Err(Unwinding::Cancelled.into()),
            Outcome::Deadlock => return Err(self.failure(deadlock(self.session.id), span).into()),
        }
        let begun = self.begin_immediate(timeout.map(|timeout| started + timeout), span);
        if begun.is_err() && self.session.transaction.count == 0 {
            self.session.shared.release_all(self.session.id, Owner::Transaction);
        }
        begun?;
        let refreshed = self.refresh();
        self.session.transaction.saved = Some(self.now());
        let loaded = refreshed.and_then(|()| self.load_counters());
        loaded.map_err(|errors| self.failure(errors, span).into())
    }

    /// `BEGIN IMMEDIATE`; another process may hold SQLite's lock.
    pub(super) fn begin_immediate(&mut self, deadline: Option<Instant>, span: Span) -> Result<(), Stop> {
        let connection = &self.session.connection;
        connection.busy_timeout(Duration::ZERO).map_err(|error| self.failure(error, span))?;
        loop {
            match connection.execute_batch("BEGIN IMMEDIATE") {
                Ok(()) => return Ok(()),
                Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => {
                    if self.is_cancelled() {
                        return Err(Unwinding::Cancelled.into());
                    }
                    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                        return Err(self.failure(timed_out(), span).into());
                    }
                    std::thread::sleep(POLL);
                }
                Err(error) => return Err(self.failure(error, span).into()),
            }
        }
    }

    /// Follows what other sessions committed to the schema.
    pub(super) fn refresh(&mut self) -> Result<(), Errors> {
        if self.session.schema.refresh(&self.session.connection)? {
            self.session.generation += 1;
            self.session.shared.schema_seen(&self.session.schema);
        }
        Ok(())
    }

    /// Reads the counters: from now on nobody else moves them.
    pub(super) fn load_counters(&self) -> Result<(), Errors> {
        let mut read = self.session.connection.prepare_cached("SELECT name, last FROM sandbox_counter")?;
        let rows = read.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
        let last = rows.collect::<rusqlite::Result<Vec<_>>>()?;
        let mut state = self.session.host.state();
        state.schema = self.session.schema.clone();
        state.counters.retain(|name, _| is_temporary(name));
        for (name, last) in last {
            if let Some(limits) = crate::sandbox::host::limits(&state.schema, &name) {
                state.counters.insert(name, Counter { last: Some(last), limits });
            }
        }
        Ok(())
    }

    /// Before a change of the schema: the counters that it moves, renames or drops are kept as they are.
    pub(super) fn keep_counters_of(&self, names: &[String]) -> Result<(), Errors> {
        let moved = self.session.host.state().moved.clone();
        self.keep_counters(moved.into_iter().filter(|(name, _)| names.contains(name)).collect())
    }

    /// After it: they are what the storage says.
    pub(super) fn reread_counters(&self, names: &[String]) -> Result<(), Errors> {
        for name in names {
            let last = counters::last(&self.session.connection, name)?;
            let mut state = self.session.host.state();
            state.schema = self.session.schema.clone();
            state.moved.remove(name);
            state.counters.remove(name);
            if let Some(counter) = state.counter(name) {
                counter.last = last;
            }
        }
        Ok(())
    }

    /// Keeps counters that moved while a transaction was rolled back, in a transaction of their own.
    pub(super) fn keep_counters(&self, moved: std::collections::BTreeMap<String, i64>) -> Result<(), Errors> {
        for (name, last) in moved.iter().filter(|(name, _)| !is_temporary(name)) {
            if crate::sandbox::host::limits(&self.session.schema, name).is_some() {
                counters::keep(&self.session.connection, name, Some(*last))?;
            }
        }
        Ok(())
    }

    pub(super) fn keep_moved_counters(&self) -> Result<(), Errors> {
        let moved = std::mem::take(&mut self.session.host.state().moved);
        self.keep_counters(moved)
    }

    /// Commits SQLite's transaction, with the counters.
    pub(super) fn end_writing(&mut self, how: &str) -> Result<(), Errors> {
        self.keep_moved_counters()?;
        self.session.connection.execute_batch(how)?;
        self.session.shared.schema_seen(&self.session.schema);
        self.session.transaction.saved = None;
        Ok(())
    }

    /// Runs a statement as one unit: all of it, or nothing. `locks` is whether it writes to the database
    /// itself. Without a transaction it has one of its own.
    pub(super) fn atomically<T>(
        &mut self,
        locks: bool,
        span: Span,
        what: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if self.session.transaction.is_doomed {
            return Err(self.failure(doomed(), span).into());
        }
        if locks {
            self.lock_for_writing(span)?;
        }
        let saved = self.now();
        let begun = self.session.connection.execute_batch("SAVEPOINT sandbox_statement");
        begun.map_err(|error| self.failure(error, span))?;
        let done = what(self);
        let end = if done.is_ok() {
            "RELEASE sandbox_statement"
        } else {
            "ROLLBACK TO sandbox_statement; RELEASE sandbox_statement"
        };
        if done.is_err() && !self.session.connection.is_autocommit() {
            self.session.connection.execute_batch(end).map_err(|error| self.failure(error, span))?;
            self.restore(saved).map_err(|errors| self.failure(errors, span))?;
        } else if done.is_ok() {
            self.session.connection.execute_batch(end).map_err(|error| self.failure(error, span))?;
        }
        if locks && self.session.transaction.count == 0 && self.session.transaction.is_writing() {
            let ended = self.end_writing("COMMIT");
            if let Err(errors) = ended {
                self.roll_back();
                return done.and(Err(self.failure(errors, span).into()));
            }
            self.transaction_ended();
        }
        done
    }

    /// Does something that rolls back and brings back the rows of table variables, which no rollback
    /// touches (Learn, table).
    pub(super) fn keeping_table_variables(
        &mut self,
        roll_back: impl FnOnce(&mut Self) -> Result<(), Errors>,
    ) -> Result<(), Errors> {
        let mut kept = Vec::new();
        for variable in self.session.temporaries.owned() {
            kept.push((variable.physical.clone(), variable.table.clone(), self.rows_of(&variable.physical)?));
        }
        roll_back(self)?;
        for (physical, table, rows) in kept {
            self.drop_temporary(&physical)?;
            self.create_temporary(&physical, &table)?;
            for row in rows {
                let marks = vec!["?"; row.len()].join(", ");
                let insert = format!("INSERT INTO temp.{} VALUES ({marks})", quoted(&physical));
                self.session.connection.prepare_cached(&insert)?.execute(rusqlite::params_from_iter(row))?;
            }
        }
        Ok(())
    }

    pub(super) fn rows_of(&self, physical: &str) -> Result<Vec<Vec<Value>>, Errors> {
        let mut read = self.session.connection.prepare(&format!("SELECT * FROM temp.{}", quoted(physical)))?;
        let width = read.column_count();
        let rows = read.query_map([], |row| (0..width).map(|at| row.get(at)).collect())?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

fn is_temporary(counter: &str) -> bool {
    counter.contains(['#', '@'])
}

fn timed_out() -> SqlError {
    SqlError::new(1222, "Lock request time out period exceeded.").state(51)
}

fn deadlock(session: u16) -> SqlError {
    let text = format!(
        "Transaction (Process ID {session}) was deadlocked on lock resources with another process and has been chosen as \
         the deadlock victim. Rerun the transaction."
    );
    SqlError::new(1205, text).class(13).state(51)
}
