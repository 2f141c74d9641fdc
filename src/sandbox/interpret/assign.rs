//! Variables: those of the batch or procedure, and those of the system (`@@ROWCOUNT`, …).

use rusqlite::types::Value;

use super::plan::Wanted;
use super::{Done, Flow, Interpreter, Stop};
use crate::name::Ident;
use crate::sandbox::error::SqlError;
use crate::sandbox::host::{Variable, undeclared};
use crate::sandbox::information;
use crate::sandbox::value::SqlType;
use crate::syntax::ast::Declared;
use crate::text::Span;

/// The type of a variable of the system; `None` is Msg 137.
pub(super) fn global_type(name: &Ident) -> Option<SqlType> {
    Some(match name.folded() {
        "@@rowcount" | "@@error" | "@@trancount" | "@@fetch_status" | "@@nestlevel" | "@@procid" | "@@lock_timeout"
        | "@@options" | "@@textsize" | "@@cursor_rows" | "@@microsoftversion" | "@@connections" => SqlType::Int,
        "@@spid" | "@@langid" => SqlType::SmallInt,
        "@@datefirst" | "@@max_precision" => SqlType::TinyInt,
        "@@identity" => SqlType::Decimal { precision: 38, scale: 0 },
        "@@version" | "@@language" | "@@servername" | "@@servicename" | "@@remserver" => SqlType::NVarChar(Some(300)),
        "@@dbts" => SqlType::VarBinary(Some(8)),
        _ => return None,
    })
}

impl Interpreter<'_> {
    /// The value of a variable, as stored.
    pub(super) fn variable(&self, name: &Ident) -> Result<Value, SqlError> {
        if name.as_str().starts_with("@@") {
            return self.global(name).ok_or_else(|| undeclared(name.as_str()));
        }
        let state = self.session.host.state();
        let variable = state.variables.get(name).map(|variable| variable.value.clone());
        variable.ok_or_else(|| undeclared(name.as_str()))
    }

    fn global(&self, name: &Ident) -> Option<Value> {
        let state = self.session.host.state();
        let text = |text: &str| Value::Text(text.to_owned());
        Some(match name.folded() {
            "@@rowcount" => Value::Integer(state.row_count),
            "@@error" => Value::Integer(state.error.into()),
            "@@trancount" => Value::Integer(self.session.transaction.count.into()),
            "@@fetch_status" => Value::Integer(state.fetch_status.into()),
            "@@nestlevel" => Value::Integer(i64::try_from(state.nest_level).unwrap_or_default()),
            "@@procid" => {
                let id = state.procedure.as_ref().and_then(|name| state.schema.numbers.object(name));
                Value::Integer(id.unwrap_or(0).into())
            }
            "@@lock_timeout" => {
                let timeout = self.session.options.lock_timeout;
                Value::Integer(timeout.map_or(-1, |timeout| i64::try_from(timeout.as_millis()).unwrap_or(i64::MAX)))
            }
            "@@options" | "@@cursor_rows" | "@@connections" => Value::Integer(0),
            "@@textsize" => Value::Integer(i32::MAX.into()),
            "@@microsoftversion" => Value::Integer(0x0C00_07D0),
            "@@spid" => Value::Integer(self.session.id.into()),
            "@@langid" => Value::Integer(0),
            "@@datefirst" => Value::Integer(self.session.options.date_first.into()),
            "@@max_precision" => Value::Integer(38),
            "@@identity" => information::decimal_of(state.identity),
            "@@version" => Value::Text(information::version()),
            "@@language" => text("us_english"),
            "@@servername" | "@@servicename" => text(information::SERVER),
            "@@remserver" => Value::Null,
            "@@dbts" => Value::Blob(vec![0; 8]),
            _ => return None,
        })
    }

    /// Sets a variable to a value of its type.
    pub(super) fn set_variable(&self, name: &Ident, value: Value) {
        if let Some(variable) = self.session.host.state().variables.get_mut(name) {
            variable.value = value;
        }
    }

    /// The type of a variable.
    pub(super) fn variable_type(&self, name: &Ident) -> Result<SqlType, SqlError> {
        let state = self.session.host.state();
        state.variables.get(name).map(|variable| variable.data_type).ok_or_else(|| undeclared(name.as_str()))
    }

    /// Makes a variable without a value. Its type does not change: a loop declares it again and again.
    pub(super) fn make_variable(&self, name: &Ident, data_type: SqlType) {
        let fresh = Variable { data_type, value: Value::Null };
        self.session.host.state().variables.insert(name.clone(), fresh);
    }

    /// `DECLARE`: the variables are there since the batch began; here those with a value get it.
    pub(super) fn declare(&mut self, declared: &[Declared]) -> Done {
        for each in declared {
            if let Some(span) = each.value {
                self.assign_span(&each.name, span)?;
            }
        }
        Ok(Flow::Next)
    }

    fn assign_span(&mut self, name: &Ident, span: Span) -> Result<(), Stop> {
        let data_type = self.variable_type(name).map_err(|error| self.failure(error, span))?;
        let (value, _) = self.value(span, Wanted::Value(data_type))?;
        self.set_variable(name, value);
        Ok(())
    }

    /// `SET @x = …`, `SET @x += …`.
    pub(super) fn assign(&mut self, statement: Span, name: &Ident, operator: &str, value: Span) -> Done {
        if operator == "=" {
            self.assign_span(name, value)?;
        } else {
            let data_type = self.variable_type(name).map_err(|error| self.failure(error, statement))?;
            let operator = operator.trim_end_matches('=');
            let text = format!("{} {operator} ({})", name.as_str(), self.text(value));
            let place = self.place(value.start);
            let (value, _) = self.value_of_text(&text, Wanted::Value(data_type), &place)?;
            self.set_variable(name, value);
        }
        self.count_rows(1);
        Ok(Flow::Next)
    }
}
