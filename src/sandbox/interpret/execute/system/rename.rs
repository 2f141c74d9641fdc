//! `sp_rename` with arguments that are known only now.

use super::super::Passed;
use super::Arguments;
use crate::sandbox::error::SqlError;
use crate::sandbox::interpret::{Interpreter, Stop};
use crate::syntax::ast::Kind;
use crate::syntax::{spell, tree};
use crate::text::Span;

const NAMES: &[&str] = &["@objname", "@newname", "@objtype"];

impl Interpreter<'_> {
    /// The call is written with literals, which the log can keep and read.
    pub(super) fn rename(&mut self, passed: &[Passed], span: Span) -> Result<i32, Stop> {
        let arguments = Arguments::new(passed, NAMES);
        let mut literals = Vec::new();
        for name in NAMES {
            let value = arguments.text(name).map_err(|error| self.failure(error, span))?;
            literals.extend(value.map(|value| spell::unicode(&value)));
        }
        let text = format!("EXEC sp_rename {}", literals.join(", "));
        let parsed = tree::statements(&text, Span::new(0, text.len()));
        let Some(statement) =
            parsed.statements.first().filter(|statement| matches!(statement.kind, Kind::Rename { .. }))
        else {
            return Err(self.failure(SqlError::unknown("This call of sp_rename"), span).into());
        };
        self.refuse_statement(statement, &text, span)?;
        self.define_as(statement, &text, span)?;
        let place = self.place(span.start);
        let caution = "Caution: Changing any part of an object name could break scripts and stored procedures.";
        self.inform(SqlError::new(15477, caution).class(0).at(&place.procedure, place.line));
        Ok(0)
    }
}
