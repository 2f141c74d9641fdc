//! `SET option value` and `USE`.

use rusqlite::types::Value;

use super::plan::Wanted;
use super::{Done, Flow, Interpreter};
use crate::name::{Ident, Name};
use crate::refusal::table::USE_DATABASE;
use crate::sandbox::error::SqlError;
use crate::sandbox::information::parse_name;
use crate::sandbox::value::SqlType;
use crate::sandbox::wire::Event;
use crate::text::Span;

/// The text that a variable's value is set as.
const TEXT: SqlType = SqlType::NVarChar(Some(128));

impl Interpreter<'_> {
    /// `SET option[, …] value`.
    pub(super) fn set_options(&mut self, names: &[Box<str>], value: &str, span: Span) -> Done {
        for name in names {
            let set = match &**name {
                "IDENTITY_INSERT" => self.identity_insert_by_value(value),
                _ if value.starts_with('@') => {
                    let (value, _) = self.value_of_text(value, Wanted::Value(TEXT), &self.place(span.start))?;
                    match value {
                        Value::Text(text) => self.session.options.set(name, &text),
                        _ => Err(SqlError::syntax(name)),
                    }
                }
                _ => self.session.options.set(name, value),
            };
            set.map_err(|error| self.failure(error, span))?;
        }
        self.session.generation += 1;
        self.done(None);
        Ok(Flow::Next)
    }

    /// `SET IDENTITY_INSERT table ON|OFF`, the table and the word in one text.
    fn identity_insert_by_value(&mut self, written: &str) -> Result<(), SqlError> {
        let (table, value) =
            written.trim().rsplit_once(char::is_whitespace).ok_or_else(|| SqlError::syntax(written))?;
        self.set_identity_insert(table, value)
    }

    fn set_identity_insert(&mut self, table: &str, value: &str) -> Result<(), SqlError> {
        let name = parse_name(table).ok_or_else(|| SqlError::syntax(table))?;
        self.has_identity(&name)?;
        let on = value.trim().eq_ignore_ascii_case("ON");
        let set = &mut self.session.options.identity_insert;
        match set {
            Some(other) if on && *other != name => {
                let text = format!(
                    "IDENTITY_INSERT is already ON for table '{other}'. Cannot perform SET operation for table '{table}'."
                );
                return Err(SqlError::new(8107, text));
            }
            _ if on => *set = Some(name),
            Some(known) if *known == name => *set = None,
            _ => {}
        }
        Ok(())
    }

    fn has_identity(&self, name: &Name) -> Result<(), SqlError> {
        let temporary = self.session.temporaries.find(&name.object).map(|found| found.table);
        let table = if name.is_temporary() { temporary } else { self.session.schema.catalog.table(name) };
        match table {
            None => Err(SqlError::new(
                1088,
                format!("Cannot find the object \"{name}\" because it does not exist or you do not have permissions."),
            )
            .state(11)),
            Some(table) if table.columns.iter().all(|column| column.identity.is_none()) => {
                let text = format!("Table '{name}' does not have the identity property. Cannot perform SET operation.");
                Err(SqlError::new(8106, text))
            }
            Some(_) => Ok(()),
        }
    }

    /// `USE database`: Azure SQL Database knows no other one (Msg 40508).
    pub(super) fn use_database(&mut self, name: &Ident, span: Span) -> Done {
        if name.is(self.session.database()) {
            (self.emit)(Event::Database(self.session.database().to_owned()));
            self.done(None);
            return Ok(Flow::Next);
        }
        Err(self.failure(super::define::errors(&USE_DATABASE.plain(&[name])), span).into())
    }
}
