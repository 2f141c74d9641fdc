//! `PRINT`.

use rusqlite::types::Value;

use super::plan::Wanted;
use super::{Done, Flow, Interpreter};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::SqlType;
use crate::text::Span;

/// What PRINT makes of its argument (Learn, PRINT: at most 4,000 characters of Unicode).
const PRINTED: SqlType = SqlType::NVarChar(Some(4000));

impl Interpreter<'_> {
    /// `PRINT expression`.
    pub(super) fn print(&mut self, statement: Span) -> Done {
        let value = Span { start: statement.start + "PRINT".len() as u32, end: statement.end };
        let (value, _) = self.value(value, Wanted::Value(PRINTED))?;
        let text = match value {
            Value::Text(text) => text,
            _ => " ".to_owned(),
        };
        let place = self.place(statement.start);
        let message = SqlError::new(0, text).class(0).at(&place.procedure, place.line);
        self.inform(message);
        self.done(None);
        Ok(Flow::Next)
    }
}
