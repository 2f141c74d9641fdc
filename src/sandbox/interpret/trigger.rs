//! AFTER triggers: what they see of a change of rows, and when they run.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::compile::Judged;
use super::execute::{Holds, Parameter};
use super::{Flow, Frame, Interpreter, Reach, Running, Stop, Unwinding};
use crate::name::{Ident, Name};
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::query::{Action, Change};
use crate::sandbox::store::table::{list, quoted};
use crate::sandbox::temporary::Variable;
use crate::schema::{Module, Table};
use crate::text::Span;

/// A trigger that a change fires.
pub(super) struct Fired {
    name: Name,
    module: Arc<Module>,
    action: Action,
}

/// The word of an action in a plan's table of pending changes and in a trigger's events.
pub(super) fn word(action: Action) -> &'static str {
    match action {
        Action::Insert => "INSERT",
        Action::Update => "UPDATE",
        Action::Delete => "DELETE",
    }
}

impl Interpreter<'_> {
    /// The triggers that a change fires, in the order of their names. INSTEAD OF triggers are unknown here.
    pub(super) fn triggers_of(&self, change: &Change) -> Result<Vec<Fired>, SqlError> {
        let catalog = &self.session.schema.catalog;
        let actions: BTreeSet<Action> = change.apply.iter().map(|apply| apply.action).collect();
        let mut fired = Vec::new();
        for (name, entry) in &catalog.modules {
            let module = &entry.definition;
            let is_idle = catalog.disabled_triggers.contains(name) || self.is_running(name);
            if module.trigger_on.as_ref() != Some(&change.target) || is_idle {
                continue;
            }
            let events = module.trigger_events.as_ref().map_or(String::new(), |events| events.as_str().to_uppercase());
            let of = |action: &Action| events.split(|c: char| !c.is_alphabetic()).any(|event| event == word(*action));
            for action in actions.iter().copied().filter(of) {
                if events.trim_start().starts_with("INSTEAD") {
                    return Err(SqlError::unknown(format!("The INSTEAD OF trigger {name}")));
                }
                fired.push(Fired { name: name.clone(), module: Arc::clone(module), action });
            }
        }
        Ok(fired)
    }

    /// Whether a trigger runs already: it does not fire itself (Learn, RECURSIVE_TRIGGERS is OFF).
    fn is_running(&self, trigger: &Name) -> bool {
        self.frames.iter().any(|frame| matches!(&frame.running, Running::Module(name) if name == trigger))
    }

    /// Keeps the rows that a change is about to change or delete, for `deleted`.
    pub(super) fn keep_deleted(&self, change: &Change, fired: &[Fired]) -> Result<(), Errors> {
        self.copy_rows(change, fired, "deleted", Action::Insert)
    }

    /// Keeps the rows that a change made or changed, for `inserted`.
    fn keep_inserted(&self, change: &Change, fired: &[Fired]) -> Result<(), Errors> {
        self.copy_rows(change, fired, "inserted", Action::Delete)
    }

    /// Copies the rows of each action that fires; none of the action that has no such rows.
    fn copy_rows(&self, change: &Change, fired: &[Fired], name: &str, without: Action) -> Result<(), Errors> {
        let Some(table) = self.session.schema.catalog.table(&change.target) else { return Ok(()) };
        let actions: BTreeSet<Action> = fired.iter().map(|fired| fired.action).collect();
        for action in actions {
            let copy = self.copy_of(name, action);
            self.drop_temporary(&copy)?;
            self.create_temporary(&copy, &shape(table))?;
            if action == without {
                continue;
            }
            let stored = table.columns.iter().filter(|column| column.computed.is_none());
            let columns = list(&stored.map(|column| column.name.clone()).collect::<Vec<_>>());
            let text = format!(
                "INSERT INTO temp.{} ({columns}) SELECT {columns} FROM {} WHERE _rowid_ IN \
                 (SELECT row FROM {} WHERE action = '{}')",
                quoted(&copy),
                change.physical,
                change.pending,
                word(action)
            );
            self.session.connection.execute_batch(&text)?;
        }
        Ok(())
    }

    /// The name in SQLite of a copy that the triggers of one change see.
    fn copy_of(&self, name: &str, action: Action) -> String {
        format!("{name}.{}.{}", word(action).to_lowercase(), self.depth())
    }

    /// Runs the triggers, inside the statement that fired them.
    pub(super) fn fire(&mut self, change: &Change, fired: &[Fired], span: Span) -> Result<(), Stop> {
        if fired.is_empty() {
            return Ok(());
        }
        self.keep_inserted(change, fired).map_err(|errors| self.failure(errors, span))?;
        let Some(table) = self.session.schema.catalog.table(&change.target).map(shape) else { return Ok(()) };
        // A statement without a transaction is one itself, which a trigger may roll back.
        let outside = self.session.transaction.count;
        self.session.transaction.count = outside.max(1);
        let ran = fired.iter().try_for_each(|fired| match self.session.transaction.count {
            0 => Ok(()),
            _ => self.run_trigger(fired, &table),
        });
        if self.session.transaction.count == 0 {
            ran?;
            let error = SqlError::new(3609, "The transaction ended in the trigger. The batch has been aborted.");
            return Err(self.failure(error, span).reaching(Reach::Batch).into());
        }
        self.session.transaction.count = outside;
        ran
    }

    fn run_trigger(&mut self, fired: &Fired, table: &Table) -> Result<(), Stop> {
        let code = self.module_code(&fired.module);
        let frame = Frame { code: Arc::clone(&code), running: Running::Module(fired.name.clone()) };
        let seen = ["inserted", "deleted"].map(|name| Parameter {
            name: Ident::new(name),
            holds: Holds::Table(Box::new(Variable {
                table: table.clone(),
                physical: self.copy_of(name, fired.action),
                owned: false,
            })),
        });
        let (ran, _) = self.call(frame, seen.into(), |this| {
            // An error in a trigger ends the batch and the transaction (Learn, SET XACT_ABORT).
            this.session.options.settings.xact_abort = true;
            match this.compile(&code.statements, Judged { unknown: false }) {
                Ok(()) => this.statements(&code.statements),
                Err(failure) => this.failed(failure),
            }
        });
        match ran {
            Ok(Flow::Next | Flow::Return(_) | Flow::Break | Flow::Continue) => Ok(()),
            Err(Unwinding::Scope) => Err(Unwinding::Batch.into()),
            Err(other) => Err(other.into()),
        }
    }
}

/// The columns of a table, without anything that rows would have to satisfy.
fn shape(table: &Table) -> Table {
    let mut shape = Table { columns: table.columns.clone(), ..Table::default() };
    for column in &mut shape.columns {
        column.nullable = Some(true);
        column.identity = None;
        column.default = None;
    }
    shape
}
