//! `INSERT … EXEC`: the result sets of a call are the rows of an INSERT.

use rusqlite::types::Value;

use super::{Capture, Interpreter, Stop};
use crate::name::Ident;
use crate::sandbox::error::SqlError;
use crate::sandbox::query::{self, Plan, PlanColumn};
use crate::sandbox::store::table::quoted;
use crate::sandbox::temporary::{Variable, definition};
use crate::schema::{Column, Table};
use crate::syntax::ast::{Kind, Statement};
use crate::text::Span;

/// The name under which the INSERT reads what was captured.
const CAPTURED: &str = "@sandbox_captured";

impl Interpreter<'_> {
    pub(super) fn insert_execute(&mut self, span: Span, insert: &str, execute: &str) -> Result<(), Stop> {
        if !self.captures.is_empty() {
            let error = SqlError::new(8164, "An INSERT EXEC statement cannot be nested.");
            return Err(self.failure(error, span).into());
        }
        let text = self.text(span);
        let at = text.rfind(execute).unwrap_or(0) as u32;
        let inner = Span { start: span.start + at, end: span.start + at + execute.len() as u32 };
        let kind = Kind::Execute { procedure: None, arguments: crate::schema::SqlText::new("") };
        self.captures.push(Capture::default());
        let ran = self.run_execute(&Statement { span: inner, kind });
        let capture = self.captures.pop().unwrap_or_default();
        ran?;
        self.insert_captured(span, insert, &capture)
    }

    fn insert_captured(&mut self, span: Span, insert: &str, capture: &Capture) -> Result<(), Stop> {
        if capture.columns.is_empty() {
            self.count_rows(0);
            self.done(Some(0));
            return Ok(());
        }
        let name = Ident::new(CAPTURED);
        let table = table_of(&capture.columns);
        let physical = format!("{CAPTURED}.{}", self.depth());
        self.create_temporary(&physical, &table).map_err(|errors| self.failure(errors, span))?;
        self.fill_captured(&physical, &capture.rows).map_err(|errors| self.failure(errors, span))?;
        let variable = Variable { table, physical: physical.clone(), owned: true };
        if let Some(frame) = self.session.temporaries.frames.last_mut() {
            frame.insert(name.clone(), variable);
        }
        let (plan, views) = self.look(|scope| query::translate(&format!("{insert} SELECT * FROM {CAPTURED}"), scope));
        let inserted = match plan {
            Ok(Plan::Change(change)) => self
                .fill_views(&views)
                .map_err(|errors| Stop::from(self.failure(errors, span)))
                .and_then(|()| self.run_change(&change, span)),
            Ok(_) => Err(self.failure(SqlError::syntax("EXEC"), span).into()),
            Err(refused) => Err(self.failure(refused.error, span).into()),
        };
        if let Some(frame) = self.session.temporaries.frames.last_mut() {
            frame.remove(&name);
        }
        self.drop_temporary(&physical).map_err(|errors| self.failure(errors, span))?;
        inserted
    }

    fn fill_captured(&self, physical: &str, rows: &[Vec<Value>]) -> Result<(), crate::sandbox::error::Errors> {
        let Some(width) = rows.first().map(Vec::len) else { return Ok(()) };
        let marks = vec!["?"; width].join(", ");
        let insert = format!("INSERT INTO temp.{} VALUES ({marks})", quoted(physical));
        let mut insert = self.session.connection.prepare_cached(&insert)?;
        for row in rows {
            insert.execute(rusqlite::params_from_iter(row))?;
        }
        Ok(())
    }
}

/// A table of the captured columns, by place.
fn table_of(columns: &[PlanColumn]) -> Table {
    let column = |(at, column): (usize, &PlanColumn)| {
        let name = Ident::new(format!("column{at}"));
        Column { nullable: Some(true), ..Column::new(name, Some(definition(column.data_type))) }
    };
    Table { columns: columns.iter().enumerate().map(column).collect(), ..Table::default() }
}
