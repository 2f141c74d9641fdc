//! One statement: told apart by its kind, carried out by the module for it.

use super::{Done, Flow, Interpreter};
use crate::sandbox::time;
use crate::sandbox::wire::Command;
use crate::syntax::ast::{DmlVerb, Kind, Statement};
use crate::text::Span;

impl Interpreter<'_> {
    /// Carries out one statement.
    pub(super) fn run_statement(&mut self, statement: &Statement) -> Done {
        let span = statement.span;
        if self.session.options.no_execution && !matches!(statement.kind, Kind::SetOption { .. }) {
            return Ok(Flow::Next);
        }
        self.begin_statement(statement).map_err(|errors| self.failure(errors, span))?;
        self.judge_user(statement)?;
        self.command = command(&statement.kind);
        let flow = match &statement.kind {
            Kind::Block(inner) => self.statements(inner)?,
            Kind::If { condition, then, otherwise } => self.run_if(*condition, then, otherwise.as_deref())?,
            Kind::While { condition, body } => self.run_while(*condition, body)?,
            Kind::TryCatch { body, handler } => self.run_try(body, handler)?,
            Kind::Dml { .. } => self.run_plan(span)?,
            Kind::Declare(declared) => self.declare(declared)?,
            Kind::Assign { variable, operator, value } => self.assign(span, variable, operator, *value)?,
            Kind::SetOption { names, value } => self.set_options(names, value.as_str(), span)?,
            Kind::Transaction(transaction) => self.transaction(transaction, span)?,
            Kind::Use(database) => self.use_database(database, span)?,
            Kind::Execute { .. } | Kind::Dynamic { .. } | Kind::Rename { .. } => self.run_execute(statement)?,
            Kind::Other(word) if is_known(word) => self.run_other(word, span)?,
            Kind::Other(words) | Kind::Opaque { words, .. } => return Err(self.unknown(words, statement).into()),
            _ => self.define(statement)?,
        };
        if keeps_error(&statement.kind) {
            return Ok(flow);
        }
        let mut state = self.session.host.state();
        state.error = 0;
        if resets_row_count(&statement.kind) {
            state.row_count = 0;
        }
        drop(state);
        Ok(flow)
    }

    /// What holds for the whole statement: the time, the schema that it sees.
    fn begin_statement(&mut self, statement: &Statement) -> Result<(), crate::sandbox::error::Errors> {
        if !self.session.transaction.is_writing() {
            self.refresh()?;
        }
        let begins = self.session.options.implicit_transactions && begins_transaction(&statement.kind);
        if begins && self.session.transaction.count == 0 {
            self.begin(None);
        }
        let session = &mut *self.session;
        let mut state = session.host.state();
        state.now = time::now();
        state.schema = session.schema.clone();
        state.options = session.options.clone();
        state.transaction_count = session.transaction.count;
        state.is_doomed = session.transaction.is_doomed;
        state.is_writing = session.transaction.is_writing();
        Ok(())
    }

    /// Statements that are known by their first word.
    fn run_other(&mut self, word: &str, span: Span) -> Done {
        match word {
            "PRINT" => self.print(span),
            "RAISERROR" => self.raise_error(span),
            "THROW" => self.throw(span),
            "RETURN" => self.run_return(span),
            "BREAK" => Ok(Flow::Break),
            "CONTINUE" => Ok(Flow::Continue),
            "WAITFOR" => self.wait_for(span),
            "DECLARE CURSOR" => self.declare_cursor(span),
            "OPEN" | "CLOSE" | "DEALLOCATE" => self.handle_cursor(word, span),
            "FETCH" => self.fetch(span),
            "EXECUTE AS" => self.execute_as(span),
            "REVERT" => self.revert(),
            // CHECKPOINT: nothing that can be seen changes.
            _ => {
                self.done(None);
                Ok(Flow::Next)
            }
        }
    }
}

/// What a client is told of the kind of a statement.
fn command(kind: &Kind) -> Command {
    match kind {
        Kind::Dml { verb: DmlVerb::Select, .. } => Command::Select,
        Kind::Dml { verb: DmlVerb::Insert, .. } => Command::Insert,
        Kind::Dml { verb: DmlVerb::Update, .. } => Command::Update,
        Kind::Dml { verb: DmlVerb::Delete, .. } => Command::Delete,
        Kind::Dml { verb: DmlVerb::Merge, .. } => Command::Merge,
        _ => Command::Other,
    }
}

/// Whether a statement that is known by its first word is carried out.
pub(super) fn is_known(word: &str) -> bool {
    matches!(
        word,
        "PRINT"
            | "RAISERROR"
            | "THROW"
            | "RETURN"
            | "BREAK"
            | "CONTINUE"
            | "WAITFOR"
            | "DECLARE CURSOR"
            | "OPEN"
            | "CLOSE"
            | "DEALLOCATE"
            | "FETCH"
            | "CHECKPOINT"
            | "UPDATE STATISTICS"
            | "EXECUTE AS"
            | "REVERT"
    )
}

/// Statements that leave `@@ERROR` to what is inside them.
fn keeps_error(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Block(_)
            | Kind::If { .. }
            | Kind::While { .. }
            | Kind::TryCatch { .. }
            | Kind::Declare(_)
            | Kind::Execute { .. }
            | Kind::Dynamic { .. }
    )
}

/// Statements that set `@@ROWCOUNT` to 0 (Learn, @@ROWCOUNT: USE, SET option, DEALLOCATE CURSOR, CLOSE
/// CURSOR, PRINT, RAISERROR, BEGIN TRANSACTION, COMMIT TRANSACTION).
fn resets_row_count(kind: &Kind) -> bool {
    match kind {
        Kind::Use(_) | Kind::SetOption { .. } | Kind::Transaction(_) => true,
        Kind::Other(word) => matches!(&**word, "PRINT" | "RAISERROR" | "CLOSE" | "DEALLOCATE"),
        _ => false,
    }
}

/// Statements that begin a transaction under `SET IMPLICIT_TRANSACTIONS ON` (Learn).
fn begins_transaction(kind: &Kind) -> bool {
    !steers(kind) && !matches!(kind, Kind::Opaque { .. })
}

/// Statements that by themselves neither read or write rows nor define anything: they steer a batch, its variables and its
/// session, or run others.
pub(super) fn steers(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Block(_)
            | Kind::If { .. }
            | Kind::While { .. }
            | Kind::TryCatch { .. }
            | Kind::Declare(_)
            | Kind::Assign { .. }
            | Kind::SetOption { .. }
            | Kind::Transaction(_)
            | Kind::Use(_)
            | Kind::Other(_)
            | Kind::Execute { .. }
            | Kind::Dynamic { .. }
    )
}
