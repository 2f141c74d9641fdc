//! `sp_addextendedproperty` and its like with arguments that are known only now.

use super::super::Passed;
use super::Arguments;
use crate::sandbox::error::SqlError;
use crate::sandbox::interpret::{Interpreter, Stop};
use crate::syntax::ast::Kind;
use crate::syntax::{spell, tree};
use crate::text::Span;

const WITH_VALUE: &[&str] =
    &["@name", "@value", "@level0type", "@level0name", "@level1type", "@level1name", "@level2type", "@level2name"];
const WITHOUT_VALUE: &[&str] =
    &["@name", "@level0type", "@level0name", "@level1type", "@level1name", "@level2type", "@level2name"];

impl Interpreter<'_> {
    /// The call is written with literals, which the log can keep and read.
    pub(super) fn extended_property(&mut self, procedure: &str, passed: &[Passed], span: Span) -> Result<i32, Stop> {
        let names = if procedure == "sp_dropextendedproperty" { WITHOUT_VALUE } else { WITH_VALUE };
        let arguments = Arguments::new(passed, names);
        let mut literals = Vec::new();
        for name in names {
            let value = arguments.text(name).map_err(|error| self.failure(error, span))?;
            literals.extend(value.map(|value| format!("{name} = {}", spell::unicode(&value))));
        }
        let text = format!("EXEC {procedure} {}", literals.join(", "));
        let parsed = tree::statements(&text, Span::new(0, text.len()));
        let is_it = |kind: &Kind| matches!(kind, Kind::ExtendedProperty { .. });
        let Some(statement) = parsed.statements.first().filter(|statement| is_it(&statement.kind)) else {
            return Err(self.failure(SqlError::unknown(format!("This call of {procedure}")), span).into());
        };
        self.check_property(statement)?;
        self.define_as(statement, &text, span)?;
        Ok(0)
    }
}
