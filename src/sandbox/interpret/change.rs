//! Changes of rows: INSERT, UPDATE, DELETE and MERGE, step by step as their plan has it.

use super::policy::Moment;
use super::trigger::{Fired, word};
use super::{Interpreter, Stop};
use crate::name::Name;
use crate::refusal::table::WRONG_SET_OPTIONS;
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::query::{Change, Output, Sql};
use crate::text::Span;

impl Interpreter<'_> {
    /// Runs a change of rows as one unit.
    pub(super) fn run_change(&mut self, change: &Change, span: Span) -> Result<(), Stop> {
        self.judge_options(change).map_err(|error| self.failure(error, span))?;
        let fired = self.triggers_of(change).map_err(|error| self.failure(error, span))?;
        let locks = self.writes_main(change);
        let count = self.atomically(locks, span, |this| this.change_rows(change, &fired, span))?;
        self.count_rows(count);
        self.done(Some(count));
        Ok(())
    }

    /// The SET options that a table with a filtered, computed or vector index wants of every change (Msg 1934).
    fn judge_options(&self, change: &Change) -> Result<(), SqlError> {
        let Some(table) = self.session.schema.catalog.table(&change.target) else { return Ok(()) };
        let wants = table.index_with_set_options().is_some();
        let wrong = self.situation(|situation| situation.wrong_options());
        let Some(apply) = change.apply.first().filter(|_| wants && !wrong.is_empty()) else { return Ok(()) };
        let refusal = WRONG_SET_OPTIONS.about(&change.target, &[&word(apply.action), &wrong.join(", ")]);
        let text = refusal.message;
        Err(SqlError::new(i32::try_from(refusal.number).unwrap_or(i32::MAX), text)
            .class(refusal.class)
            .state(refusal.state))
    }

    /// Whether a change writes to the database itself; table variables and, outside a transaction,
    /// temporary tables need no lock.
    fn writes_main(&self, change: &Change) -> bool {
        let in_transaction = self.session.transaction.count > 0;
        let is_main = |table: &Name| {
            let name = table.object.as_str();
            !name.starts_with('@') && (in_transaction || !name.starts_with('#'))
        };
        let into = change.output.iter().any(|output| match output {
            Output::Into { table, .. } => is_main(table),
            Output::Rows { .. } => false,
        });
        is_main(&change.target) || into
    }

    fn change_rows(&mut self, change: &Change, fired: &[Fired], span: Span) -> Result<u64, Stop> {
        let count = self.change_steps(change, fired).map_err(|errors| self.rows_failure(errors, span))?;
        self.fire(change, fired, span)?;
        for output in &change.output {
            self.send_output(output).map_err(|errors| self.rows_failure(errors, span))?;
        }
        self.run_all(&change.finish).map_err(|errors| self.rows_failure(errors, span))?;
        Ok(count)
    }

    fn change_steps(&mut self, change: &Change, fired: &[Fired]) -> Result<u64, Errors> {
        for apply in &change.apply {
            self.judge_change(&change.target, apply.action)?;
        }
        self.run_all(&change.prepare)?;
        let count = self.execute(&change.collect)?;
        self.judge_blocks(change, Moment::Before)?;
        self.keep_deleted(change, fired)?;
        for apply in &change.apply {
            if let Err(error) = self.execute(&apply.sql) {
                return Err(self.explain(error, change, apply));
            }
        }
        self.judge_blocks(change, Moment::After)?;
        if let Some((sql, targets)) = &change.assign {
            self.assign_last(sql, targets)?;
        }
        Ok(count)
    }

    /// `UPDATE … SET @v = …`: the last row's values go to the variables.
    fn assign_last(&self, sql: &Sql, targets: &[crate::name::Ident]) -> Result<(), Errors> {
        let mut statement = self.session.connection.prepare_cached(&sql.text)?;
        let values = self.bind(sql, &statement)?;
        let mut rows = statement.query(rusqlite::params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            for (at, target) in targets.iter().enumerate() {
                self.set_variable(target, row.get(at)?);
            }
        }
        Ok(())
    }

    fn send_output(&mut self, output: &Output) -> Result<(), Errors> {
        match output {
            Output::Rows { sql, columns } => self.send_rows(sql, columns).map(|_| ()),
            Output::Into { sql, .. } => Ok(self.execute(sql).map(|_| ())?),
        }
    }

    fn run_all(&self, statements: &[Sql]) -> Result<(), Errors> {
        for sql in statements {
            self.execute(sql)?;
        }
        Ok(())
    }
}
