//! Procedures of the system.

mod applock;
mod context;
mod dynamic;
mod property;
mod rename;
mod show;

use rusqlite::types::Value;

use super::{Given, Passed};
use crate::name::Ident;
use crate::sandbox::error::SqlError;
use crate::sandbox::interpret::{Interpreter, Stop};
use crate::sandbox::value::{self, SqlType};
use crate::text::Span;

/// The arguments of a procedure of the system, by name or place.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'a> {
    passed: &'a [Passed],
    names: &'static [&'static str],
}

impl<'a> Arguments<'a> {
    fn new(passed: &'a [Passed], names: &'static [&'static str]) -> Self {
        Self { passed, names }
    }

    fn get(&self, name: &str) -> Option<&'a Passed> {
        let place = self.names.iter().position(|known| *known == name);
        let by_name = self.passed.iter().find(|passed| passed.name.as_ref().is_some_and(|given| given.is(name)));
        by_name.or_else(|| self.passed.get(place?).filter(|passed| passed.name.is_none()))
    }

    /// A value converted to a type; `None` where it is missing or NULL.
    fn value(&self, name: &str, wanted: SqlType) -> Result<Option<Value>, SqlError> {
        match self.get(name).map(|passed| &passed.given) {
            Some(Given::Value(value, from)) => {
                let value = value::convert(value.clone(), *from, wanted, None)?;
                Ok(Some(value).filter(|value| *value != Value::Null))
            }
            _ => Ok(None),
        }
    }

    fn text(&self, name: &str) -> Result<Option<String>, SqlError> {
        Ok(match self.value(name, SqlType::NVarChar(None))? {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        })
    }

    fn number(&self, name: &str) -> Result<Option<i64>, SqlError> {
        Ok(match self.value(name, SqlType::BigInt)? {
            Some(Value::Integer(number)) => Some(number),
            _ => None,
        })
    }
}

impl Interpreter<'_> {
    /// Runs a procedure of the system; `None` when there is none of that name.
    pub(super) fn run_system_procedure(
        &mut self,
        name: &Ident,
        passed: &[Passed],
        span: Span,
    ) -> Result<Option<i32>, Stop> {
        let ran = match name.folded() {
            "sp_getapplock" => self.get_applock(passed, span),
            "sp_releaseapplock" => self.release_applock(passed, span),
            "sp_set_session_context" => self.set_session_context(passed, span),
            "sp_executesql" => self.execute_sql(passed, span),
            "sp_rename" => self.rename(passed, span),
            procedure @ ("sp_addextendedproperty" | "sp_updateextendedproperty" | "sp_dropextendedproperty") => {
                self.extended_property(procedure, passed, span)
            }
            "sp_helptext" => self.help_text(passed, span),
            "sp_who" => self.who(span),
            // What these do needs no doing here: nothing is compiled, cached or sampled.
            "sp_recompile" | "sp_updatestats" | "sp_refreshview" | "sp_refreshsqlmodule" => Ok(0),
            other if other.starts_with("sp_") || other.starts_with("xp_") => {
                let error = SqlError::unknown(format!("The procedure {}", name.as_str()));
                Err(self.failure(error, span).into())
            }
            _ => return Ok(None),
        };
        ran.map(Some)
    }
}
