//! Transactions: BEGIN, COMMIT, ROLLBACK, SAVE; the write lock; statements as units.

use std::time::{Duration, Instant};

use rusqlite::types::Value;

use super::{Done, Failure, Flow, Interpreter, Reach, Stop, Unwinding};
use crate::name::Ident;
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::host::Counter;
use crate::sandbox::locks::{Mode, Outcome, Owner, Resource, Wait};
use crate::sandbox::store::counters;
use crate::sandbox::store::table::quoted;
use crate::sandbox::transaction::{Saved, Transaction};
use crate::sandbox::wire::Event;
use crate::syntax::ast;
use crate::text::Span;

/// How often another process is asked whether its transaction is over.
const POLL: Duration = Duration::from_millis(5);

impl Interpreter<'_> {
    /// `BEGIN TRAN`, `COMMIT`, `ROLLBACK`, `SAVE TRAN`.
    pub(super) fn transaction(&mut self, statement: &ast::Transaction, span: Span) -> Done {
        match statement {
            ast::Transaction::Begin(name) => {
                let name = self.transaction_name(name.as_ref());
                self.begin(name);
            }
            ast::Transaction::Commit(_) => self.commit(span)?,
            ast::Transaction::Rollback(name) => {
                let name = self.transaction_name(name.as_ref());
                self.roll_back_to(name.as_ref(), span)?;
            }
            ast::Transaction::Save(name) => {
                let name = self.transaction_name(name.as_ref());
                self.save(&name.unwrap_or_default(), span)?;
            }
        }
        self.done(None);
        Ok(Flow::Next)
    }

    /// A name as written, or the value of the variable that holds it.
    fn transaction_name(&self, written: Option<&Ident>) -> Option<Ident> {
        let name = written?;
        match self.variable(name) {
            Ok(Value::Text(text)) if name.as_str().starts_with('@') => Some(Ident::new(text)),
            _ => Some(name.clone()),
        }
    }

    /// Begins a transaction, or a nested one, which only counts.
    pub(super) fn begin(&mut self, name: Option<Ident>) {
        let descriptor = self.session.shared.transaction_number();
        let transaction = &mut self.session.transaction;
        transaction.count += 1;
        if transaction.count == 1 {
            transaction.descriptor = descriptor;
            transaction.name = name;
            (self.emit)(Event::Began(descriptor));
        }
    }

    /// Commits, or ends a nested transaction.
    pub(super) fn commit(&mut self, span: Span) -> Result<(), Stop> {
        let transaction = &mut self.session.transaction;
        if transaction.count == 0 {
            let error = SqlError::new(3902, "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.");
            return Err(self.failure(error, span).into());
        }
        if transaction.is_doomed {
            return Err(self.failure(doomed(), span).reaching(Reach::Transaction).into());
        }
        transaction.count -= 1;
        if transaction.count > 0 {
            return Ok(());
        }
        let descriptor = transaction.descriptor;
        if transaction.is_writing()
            && let Err(errors) = self.end_writing("COMMIT")
        {
            self.roll_back();
            return Err(self.failure(errors, span).into());
        }
        self.transaction_ended();
        (self.emit)(Event::Committed(descriptor));
        Ok(())
    }

    /// Rolls back to a savepoint, or everything.
    pub(super) fn roll_back_to(&mut self, name: Option<&Ident>, span: Span) -> Result<(), Stop> {
        let transaction = &self.session.transaction;
        if transaction.count == 0 {
            let error = SqlError::new(3903, "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.");
            return Err(self.failure(error, span).into());
        }
        let Some(name) = name.filter(|name| transaction.name.as_ref() != Some(name)) else {
            self.roll_back();
            return Ok(());
        };
        if transaction.is_doomed {
            let text = "The current transaction cannot be committed and cannot be rolled back to a savepoint. Roll back the entire transaction.";
            return Err(self.failure(SqlError::new(3931, text), span).into());
        }
        let Some(at) = transaction.savepoints.iter().rposition(|(known, _)| known == name) else {
            let text =
                format!("Cannot roll back {}. No transaction or savepoint of that name was found.", name.as_str());
            return Err(self.failure(SqlError::new(6401, text), span).into());
        };
        let rolled_back = self.keeping_table_variables(|this| {
            Ok(this.session.connection.execute_batch(&format!("ROLLBACK TO {}", savepoint(at)))?)
        });
        let (name, saved) = self.session.transaction.savepoints[at].clone();
        self.session.transaction.savepoints.truncate(at);
        self.session.transaction.savepoints.push((name, saved.clone()));
        self.restore(saved);
        rolled_back.map_err(|errors| self.failure(errors, span).into())
    }

    /// Rolls back the whole transaction, if there is one.
    pub(super) fn roll_back(&mut self) {
        if self.session.transaction.count == 0 && !self.session.transaction.is_writing() {
            return;
        }
        let descriptor = self.session.transaction.descriptor;
        let told = self.session.transaction.count > 0;
        self.session.transaction.count = 0;
        if let Some(saved) = self.session.transaction.saved.clone() {
            let moved = std::mem::take(&mut self.session.host.state().moved);
            let rolled_back =
                self.keeping_table_variables(|this| Ok(this.session.connection.execute_batch("ROLLBACK")?));
            self.restore(saved);
            // Identity and sequence values that were given are not given again (Learn, IDENTITY).
            let kept = self.keep_counters(moved);
            if let Err(Errors(errors)) = rolled_back.and(kept) {
                tracing::error!(?errors, "the sandbox could not roll back as it should");
            }
        }
        self.transaction_ended();
        if told {
            (self.emit)(Event::RolledBack(descriptor));
        }
    }

    fn transaction_ended(&mut self) {
        self.session.transaction = Transaction::default();
        let (locks, id) = (&self.session.shared.locks, self.session.id);
        locks.release_all(id, Owner::Transaction);
        self.session.generation += 1;
    }

    /// `SAVE TRAN`.
    pub(super) fn save(&mut self, name: &Ident, span: Span) -> Result<(), Stop> {
        if self.session.transaction.count == 0 {
            let error = SqlError::new(628, "Cannot issue SAVE TRANSACTION when there is no active transaction.");
            return Err(self.failure(error, span).into());
        }
        if self.session.transaction.is_doomed {
            return Err(self.failure(doomed(), span).into());
        }
        self.lock_for_writing(span)?;
        let at = self.session.transaction.savepoints.len();
        let saved = self.now();
        let set = self.session.connection.execute_batch(&format!("SAVEPOINT {}", savepoint(at)));
        set.map_err(|error| self.failure(error, span))?;
        self.session.transaction.savepoints.push((name.clone(), saved));
        Ok(())
    }

    /// What a rollback to here would bring back.
    fn now(&self) -> Saved {
        Saved { schema: self.session.schema.clone(), temporaries: self.session.temporaries.clone() }
    }

    /// Brings back what was; table variables stay as they are.
    fn restore(&mut self, saved: Saved) {
        let frames = std::mem::take(&mut self.session.temporaries.frames);
        self.session.schema = saved.schema;
        self.session.temporaries = saved.temporaries;
        self.session.temporaries.frames = frames;
        self.session.filled_views.clear();
        self.session.generation += 1;
    }

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
            locks_of(self).release_all(self.session.id, Owner::Transaction);
        }
        begun?;
        let refreshed = self.refresh();
        self.session.transaction.saved = Some(self.now());
        let loaded = refreshed.and_then(|()| self.load_counters());
        loaded.map_err(|errors| self.failure(errors, span).into())
    }

    /// `BEGIN IMMEDIATE`; another process may hold SQLite's lock.
    fn begin_immediate(&mut self, deadline: Option<Instant>, span: Span) -> Result<(), Stop> {
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
    fn load_counters(&self) -> Result<(), Errors> {
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

    /// Keeps counters that moved while a transaction was rolled back, in a transaction of their own.
    fn keep_counters(&self, moved: std::collections::BTreeMap<String, i64>) -> Result<(), Errors> {
        for (name, last) in moved.iter().filter(|(name, _)| !is_temporary(name)) {
            if crate::sandbox::host::limits(&self.session.schema, name).is_some() {
                counters::keep(&self.session.connection, name, Some(*last))?;
            }
        }
        Ok(())
    }

    fn keep_moved_counters(&self) -> Result<(), Errors> {
        let moved = std::mem::take(&mut self.session.host.state().moved);
        self.keep_counters(moved)
    }

    /// Commits SQLite's transaction, with the counters.
    fn end_writing(&mut self, how: &str) -> Result<(), Errors> {
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
            self.restore(saved);
        } else if done.is_ok() {
            self.session.connection.execute_batch(end).map_err(|error| self.failure(error, span))?;
        }
        if locks && self.session.transaction.count == 0 {
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
    fn keeping_table_variables(
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

    fn rows_of(&self, physical: &str) -> Result<Vec<Vec<Value>>, Errors> {
        let mut read = self.session.connection.prepare(&format!("SELECT * FROM temp.{}", quoted(physical)))?;
        let width = read.column_count();
        let rows = read.query_map([], |row| (0..width).map(|at| row.get(at)).collect())?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// What is left of a transaction when a batch ends.
    pub(super) fn end_of_batch(&mut self) {
        if self.session.transaction.is_doomed {
            self.roll_back();
            let text = "Uncommittable transaction is detected at the end of the batch. The transaction is rolled back.";
            let error = SqlError::new(3998, text);
            (self.emit)(Event::Error(error.at("", 1)));
        }
    }

    /// What XACT_ABORT and severe errors do to the transaction.
    pub(super) fn doom_or_roll_back(&mut self, failure: &Failure, is_caught: bool) {
        let severe = failure.reach == Reach::Transaction;
        let aborts = failure.aborts && self.session.options.settings.xact_abort;
        if self.session.transaction.count == 0 || !(severe || aborts) {
            return;
        }
        if is_caught {
            self.session.transaction.is_doomed = true;
        } else {
            self.roll_back();
        }
    }
}

fn locks_of<'a>(interpreter: &'a Interpreter<'_>) -> &'a crate::sandbox::locks::Locks {
    &interpreter.session.shared.locks
}

fn is_temporary(counter: &str) -> bool {
    counter.contains(['#', '@'])
}

fn savepoint(at: usize) -> String {
    format!("sandbox_savepoint_{at}")
}

fn doomed() -> SqlError {
    let text = "The current transaction cannot be committed and cannot support operations that write to the log file. \
                Roll back the transaction.";
    SqlError::new(3930, text)
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
