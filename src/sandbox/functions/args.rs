//! The arguments of a call.

use std::sync::Arc;

use rusqlite::functions::Context;
use rusqlite::types::{Value, ValueRef};

use crate::sandbox::collation::Collation;
use crate::sandbox::error::SqlError;
use crate::sandbox::value::SqlType;

pub(super) type Answer = Result<Value, SqlError>;
pub(super) type Function = fn(&Args<'_, '_>) -> Answer;

/// The arguments of a call by position.
pub(super) struct Args<'a, 'c> {
    context: &'a Context<'c>,
}

impl<'a, 'c> Args<'a, 'c> {
    pub(super) fn new(context: &'a Context<'c>) -> Self {
        Self { context }
    }

    pub(super) fn len(&self) -> usize {
        self.context.len()
    }

    /// The argument as it is; NULL where there is none.
    pub(super) fn raw(&self, at: usize) -> ValueRef<'_> {
        if at < self.len() { self.context.get_raw(at) } else { ValueRef::Null }
    }

    pub(super) fn value(&self, at: usize) -> Value {
        self.raw(at).try_into().unwrap_or(Value::Null)
    }

    pub(super) fn is_null(&self, at: usize) -> bool {
        self.raw(at) == ValueRef::Null
    }

    /// Whether one of the first `count` arguments is NULL.
    pub(super) fn any_null(&self, count: usize) -> bool {
        (0..count).any(|at| self.is_null(at))
    }

    /// The argument's text; empty for anything else.
    pub(super) fn text(&self, at: usize) -> &str {
        match self.raw(at) {
            ValueRef::Text(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            _ => "",
        }
    }

    /// The argument's integer; 0 for anything else.
    pub(super) fn integer(&self, at: usize) -> i64 {
        match self.raw(at) {
            ValueRef::Integer(number) => number,
            ValueRef::Real(number) => number as i64,
            _ => 0,
        }
    }

    /// The argument's number as a float; 0 for anything else.
    pub(super) fn real(&self, at: usize) -> f64 {
        match self.raw(at) {
            ValueRef::Integer(number) => number as f64,
            ValueRef::Real(number) => number,
            _ => 0.0,
        }
    }

    /// The argument's bytes; empty for anything else.
    pub(super) fn blob(&self, at: usize) -> &[u8] {
        match self.raw(at) {
            ValueRef::Blob(bytes) => bytes,
            _ => &[],
        }
    }

    /// The type that the argument names; read once a statement.
    pub(super) fn data_type(&self, at: usize) -> Result<SqlType, SqlError> {
        self.cached(at, SqlType::from_code)
    }

    /// The collation that the argument names in SQLite.
    pub(super) fn collation(&self, at: usize) -> Collation {
        let name = self.text(at);
        Collation::ALL.into_iter().find(|collation| collation.sqlite_name() == name).unwrap_or_default()
    }

    /// What `read` makes of the argument's text, kept while the statement runs when the text is constant.
    pub(super) fn cached<T: Clone + Send + Sync + 'static>(
        &self,
        at: usize,
        read: impl FnOnce(&str) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let index = i32::try_from(at).unwrap_or(i32::MAX);
        let kept: rusqlite::Result<Arc<T>> =
            self.context.get_or_create_aux(index, |value| read(value.as_str().unwrap_or_default()));
        match kept {
            Ok(kept) => Ok((*kept).clone()),
            Err(rusqlite::Error::UserFunctionError(error)) => match error.downcast::<SqlError>() {
                Ok(error) => Err(*error),
                Err(error) => Err(SqlError::unknown(error)),
            },
            Err(error) => Err(SqlError::from(error)),
        }
    }
}
