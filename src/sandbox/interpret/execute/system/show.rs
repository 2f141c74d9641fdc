//! Procedures that show something: `sp_helptext`, `sp_who`.

use rusqlite::types::Value;

use super::super::Passed;
use super::Arguments;
use crate::sandbox::error::SqlError;
use crate::sandbox::information::parse_name;
use crate::sandbox::interpret::{Interpreter, Stop};
use crate::sandbox::query::PlanColumn;
use crate::sandbox::value::{self, SqlType};
use crate::sandbox::wire::Event;
use crate::text::Span;

impl Interpreter<'_> {
    pub(super) fn help_text(&mut self, passed: &[Passed], span: Span) -> Result<i32, Stop> {
        let arguments = Arguments::new(passed, &["@objname"]);
        let written = arguments.text("@objname").map_err(|error| self.failure(error, span))?.unwrap_or_default();
        let module = parse_name(&written).and_then(|name| self.session.schema.catalog.modules.get(&name));
        let Some(definition) = module.map(|entry| entry.definition.definition.as_str().to_owned()) else {
            let database = self.session.database();
            let text = format!(
                "The object '{written}' does not exist in database '{database}' or is invalid for this operation."
            );
            return Err(self.failure(SqlError::new(15009, text), span).into());
        };
        let columns = [column("Text", SqlType::NVarChar(Some(255)))];
        let lines = definition.split_inclusive('\n').map(|line| vec![Value::Text(line.to_owned())]);
        self.show(&columns, lines.collect());
        Ok(0)
    }

    pub(super) fn who(&mut self, _span: Span) -> Result<i32, Stop> {
        let text = SqlType::NVarChar(Some(128));
        let columns = [
            column("spid", SqlType::SmallInt),
            column("status", text),
            column("loginame", text),
            column("hostname", text),
            column("dbname", text),
            column("cmd", text),
        ];
        let own = self.session.id;
        let database = self.session.database();
        let rows = self.session.shared.sessions().into_iter().map(|(id, session)| {
            let running = id == own;
            vec![
                Value::Integer(id.into()),
                Value::Text(if running { "runnable" } else { "sleeping" }.to_owned()),
                Value::Text(session.user),
                Value::Text(session.host),
                Value::Text(database.to_owned()),
                Value::Text(if running { "SELECT" } else { "AWAITING COMMAND" }.to_owned()),
            ]
        });
        let rows = rows.collect();
        self.show(&columns, rows);
        Ok(0)
    }

    /// Sends a result set of the procedure's own.
    fn show(&mut self, columns: &[PlanColumn], rows: Vec<Vec<Value>>) {
        (self.emit)(Event::Columns(columns.iter().map(PlanColumn::result_column).collect()));
        let count = rows.len() as u64;
        for row in rows {
            let cells = row.into_iter().zip(columns);
            (self.emit)(Event::Row(cells.map(|(cell, column)| value::to_wire(cell, column.data_type)).collect()));
        }
        self.count_rows(count);
        self.done(Some(count));
    }
}

fn column(name: &str, data_type: SqlType) -> PlanColumn {
    PlanColumn { name: name.to_owned(), data_type, nullable: true }
}
