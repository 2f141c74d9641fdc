//! Values of expressions, and SQLite's statements with their parameters.

use rusqlite::types::Value;

use super::plan::{Ready, Wanted};
use super::{Failure, Interpreter, Place, Stop};
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::query::{Expression, Sql};
use crate::sandbox::value::SqlType;
use crate::text::Span;

impl Interpreter<'_> {
    /// The value of the expression at a span, and its type.
    pub(super) fn value(&mut self, span: Span, wanted: Wanted) -> Result<(Value, SqlType), Stop> {
        let expression = self.expression(span, wanted)?;
        if super::rows::moves_sequence(&expression.translated.sql) {
            let value = self.atomically(true, span, |this| {
                this.evaluate(&expression).map_err(|errors| this.failure(errors, span).into())
            })?;
            return Ok((value, expression.translated.data_type));
        }
        let value = self.evaluate(&expression).map_err(|errors| self.failure(errors, span))?;
        Ok((value, expression.translated.data_type))
    }

    /// Whether the condition at a span holds; NULL does not.
    pub(super) fn holds(&mut self, span: Span) -> Result<bool, Stop> {
        let (value, _) = self.value(span, Wanted::Condition)?;
        Ok(value == Value::Integer(1))
    }

    /// The value of an expression that stands in no text that runs, such as a parameter's default.
    pub(super) fn value_of_text(
        &mut self,
        text: &str,
        wanted: Wanted,
        place: &Place,
    ) -> Result<(Value, SqlType), Stop> {
        let (translated, views) = self.look(|scope| wanted.translate(text, scope));
        let translated = translated.map_err(|refused| Failure::new(refused.error, place))?;
        let data_type = translated.data_type;
        let ready = Ready { translated, views };
        let value = self.evaluate(&ready).map_err(|errors| Stop::from(Failure::new(errors, place)))?;
        Ok((value, data_type))
    }

    fn evaluate(&mut self, expression: &Ready<Expression>) -> Result<Value, Errors> {
        self.fill_views(&expression.views)?;
        let sql = &expression.translated.sql;
        let mut statement = self.session.connection.prepare_cached(&sql.text)?;
        let values = self.bind(sql, &statement)?;
        Ok(statement.query_row(rusqlite::params_from_iter(values), |row| row.get(0))?)
    }

    /// The values of a statement's parameters. The list of a [`Sql`] serves all statements of its plan, which
    /// need not use every one.
    pub(super) fn bind(&self, sql: &Sql, statement: &rusqlite::Statement<'_>) -> Result<Vec<Value>, SqlError> {
        let used = sql.parameters.iter().take(statement.parameter_count());
        used.map(|name| self.variable(name)).collect()
    }

    /// Runs a statement of SQLite that gives no rows; how many rows it changed.
    pub(super) fn execute(&self, sql: &Sql) -> Result<u64, ExecuteError> {
        let mut statement = self.session.connection.prepare_cached(&sql.text)?;
        let values = self.bind(sql, &statement)?;
        Ok(statement.execute(rusqlite::params_from_iter(values))? as u64)
    }
}

/// Why a statement of SQLite failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ExecuteError {
    /// A parameter has no value.
    #[error(transparent)]
    Sql(#[from] SqlError),
    /// SQLite refused.
    #[error(transparent)]
    Storage(#[from] rusqlite::Error),
}

impl From<ExecuteError> for SqlError {
    fn from(error: ExecuteError) -> Self {
        match error {
            ExecuteError::Sql(error) => error,
            ExecuteError::Storage(error) => error.into(),
        }
    }
}

impl From<ExecuteError> for Errors {
    fn from(error: ExecuteError) -> Self {
        SqlError::from(error).into()
    }
}
