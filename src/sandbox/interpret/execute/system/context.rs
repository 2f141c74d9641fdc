//! `sp_set_session_context`.

use rusqlite::types::Value;

use super::super::{Given, Passed};
use super::Arguments;
use crate::name::Ident;
use crate::sandbox::error::SqlError;
use crate::sandbox::host::ContextValue;
use crate::sandbox::interpret::{Interpreter, Stop};
use crate::sandbox::value::{self, SqlType};
use crate::text::Span;

const NAMES: &[&str] = &["@key", "@value", "@read_only"];

impl Interpreter<'_> {
    pub(super) fn set_session_context(&mut self, passed: &[Passed], span: Span) -> Result<i32, Stop> {
        let set = self.context_value(&Arguments::new(passed, NAMES));
        set.map_err(|error| self.failure(error, span))?;
        Ok(0)
    }

    fn context_value(&self, arguments: &Arguments<'_>) -> Result<(), SqlError> {
        let Some(key) = arguments.text("@key")? else {
            return Err(SqlError::new(15665, "The value was not set for a key that is NULL."));
        };
        let value = match arguments.get("@value").map(|passed| &passed.given) {
            Some(Given::Value(value, from)) => value::convert(value.clone(), *from, SqlType::Variant, None)?,
            _ => Value::Null,
        };
        let read_only = arguments.number("@read_only")? == Some(1);
        let mut state = self.session.host.state();
        let key = Ident::new(key);
        if state.context.get(&key).is_some_and(|known| known.read_only) {
            let text = format!(
                "Cannot set key '{}' in the session context. The key has been set as read_only for this session.",
                key.as_str()
            );
            return Err(SqlError::new(15664, text));
        }
        state.context.insert(key, ContextValue { value, read_only });
        Ok(())
    }
}
