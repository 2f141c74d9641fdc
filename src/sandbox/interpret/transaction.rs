//! Transactions: BEGIN, COMMIT, ROLLBACK, SAVE; the write lock; statements as units.

use std::sync::Arc;

use rusqlite::types::Value;

use super::{Done, Failure, Flow, Interpreter, Reach, Stop};
use crate::name::Ident;
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::locks::Owner;
use crate::sandbox::transaction::{Saved, Transaction};
use crate::sandbox::wire::Event;
use crate::syntax::ast;
use crate::text::Span;

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
    pub(super) fn transaction_name(&self, written: Option<&Ident>) -> Option<Ident> {
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
        self.session.transaction.savepoints.truncate(at + 1);
        let saved = self.session.transaction.savepoints[at].1.clone();
        let restored = rolled_back.and_then(|()| self.restore(saved));
        restored.map_err(|errors| self.failure(errors, span).into())
    }

    /// Rolls back the whole transaction, if there is one.
    pub(super) fn roll_back(&mut self) {
        if self.session.transaction.count == 0 && !self.session.transaction.is_writing() {
            return;
        }
        let descriptor = self.session.transaction.descriptor;
        // The transaction of a single statement was never announced.
        let told = descriptor != 0;
        self.session.transaction.count = 0;
        if let Some(saved) = self.session.transaction.saved.clone() {
            let moved = std::mem::take(&mut self.session.host.state().moved);
            let rolled_back =
                self.keeping_table_variables(|this| Ok(this.session.connection.execute_batch("ROLLBACK")?));
            let restored = rolled_back.and_then(|()| self.restore(saved));
            // Identity and sequence values that were given are not given again (Learn, IDENTITY).
            let kept = self.keep_counters(moved);
            if let Err(Errors(errors)) = restored.and(kept) {
                tracing::error!(?errors, "the sandbox could not roll back as it should");
            }
        }
        self.transaction_ended();
        if told {
            (self.emit)(Event::RolledBack(descriptor));
        }
    }

    pub(super) fn transaction_ended(&mut self) {
        self.session.transaction = Transaction::default();
        self.session.shared.release_all(self.session.id, Owner::Transaction);
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
    pub(super) fn now(&self) -> Saved {
        let tables = Arc::clone(&self.session.temporaries.tables);
        Saved { changes: self.session.schema_changes, tables }
    }

    /// Brings back what was; table variables stay as they are.
    pub(super) fn restore(&mut self, saved: Saved) -> Result<(), Errors> {
        let session = &mut *self.session;
        session.temporaries.tables = saved.tables;
        session.filled_views.clear();
        session.generation += 1;
        if session.schema_changes != saved.changes {
            session.schema_changes = saved.changes;
            session.schema = session.shared.newest_schema();
            session.schema.refresh(&session.connection)?;
        }
        Ok(())
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

fn savepoint(at: usize) -> String {
    format!("sandbox_savepoint_{at}")
}

/// Msg 3930.
pub(super) fn doomed() -> SqlError {
    let text = "The current transaction cannot be committed and cannot support operations that write to the log file. \
                Roll back the transaction.";
    SqlError::new(3930, text)
}
