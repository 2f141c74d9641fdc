//! Queries: result sets, assignments from rows, SELECT INTO.

use std::sync::Arc;

use rusqlite::types::Value;

use super::plan::Ready;
use super::{Capture, Done, Failure, Flow, Interpreter, Stop, Unwinding};
use crate::change::Change as SchemaChange;
use crate::name::{Ident, Name};
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::query::{Plan, PlanColumn, Sql};
use crate::sandbox::store::table::{list, quoted};
use crate::sandbox::value;
use crate::sandbox::wire::Event;
use crate::schema::{Column, Table};
use crate::text::Span;

impl Interpreter<'_> {
    /// Runs the query or change of rows at a span.
    pub(super) fn run_plan(&mut self, span: Span) -> Done {
        let ready = self.plan(span)?;
        self.fill_views(&ready.views).map_err(|errors| self.failure(errors, span))?;
        match &ready.translated {
            Plan::Rows { sql, .. } | Plan::Assign { sql, .. } if moves_sequence(sql) => {
                self.atomically(true, span, |this| this.run_ready(&ready, span))
            }
            _ => self.run_ready(&ready, span),
        }
    }

    fn run_ready(&mut self, ready: &Arc<Ready<Plan>>, span: Span) -> Done {
        match &ready.translated {
            Plan::Rows { sql, columns } => {
                let count = self.send_rows(sql, columns).map_err(|error| self.rows_failure(error, span))?;
                self.count_rows(count);
                self.done(Some(count));
            }
            Plan::Assign { sql, targets } => {
                let count = self.assign_rows(sql, targets).map_err(|error| self.rows_failure(error, span))?;
                self.count_rows(count);
                self.done(Some(count));
            }
            Plan::Into { table, columns, rows } => self.select_into(span, table, columns, rows)?,
            Plan::Change(change) => self.run_change(change, span)?,
            Plan::InsertExecute { insert, execute } => self.insert_execute(span, insert, execute)?,
        }
        Ok(Flow::Next)
    }

    /// Sends a result set; how many rows it has.
    pub(super) fn send_rows(&mut self, sql: &Sql, columns: &[PlanColumn]) -> Result<u64, Errors> {
        let limit = match self.session.options.row_count {
            0 => u64::MAX,
            limit => limit,
        };
        let mut statement = self.session.connection.prepare_cached(&sql.text)?;
        let values = self.bind(sql, &statement)?;
        let mut rows = statement.query(rusqlite::params_from_iter(values))?;
        let mut sink = match self.captures.last_mut() {
            Some(capture) => Sink::capture(capture, columns),
            None => Sink::client(self.emit, columns),
        };
        let mut count = 0;
        while count < limit
            && let Some(row) = rows.next()?
        {
            let mut cells = Vec::with_capacity(columns.len());
            for at in 0..columns.len() {
                cells.push(row.get(at)?);
            }
            sink.row(cells)?;
            count += 1;
        }
        Ok(count)
    }

    /// `SELECT @a = x, …`: each row is assigned before the next one is read.
    fn assign_rows(&mut self, sql: &Sql, targets: &[Ident]) -> Result<u64, Errors> {
        let mut statement = self.session.connection.prepare_cached(&sql.text)?;
        let values = self.bind(sql, &statement)?;
        let mut rows = statement.query(rusqlite::params_from_iter(values))?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            for (at, target) in targets.iter().enumerate() {
                self.set_variable(target, row.get(at)?);
            }
            count += 1;
        }
        Ok(count)
    }

    /// What a failed query comes to: a cancelled one is no error.
    pub(super) fn rows_failure(&self, errors: Errors, span: Span) -> Stop {
        if self.is_cancelled() {
            return Stop::Unwinding(Unwinding::Cancelled);
        }
        self.failure(errors, span).into()
    }

    /// `SELECT … INTO`: the table is made from the query's columns, then filled.
    fn select_into(&mut self, span: Span, name: &Name, columns: &[Column], rows: &Sql) -> Result<(), Stop> {
        let table = Table { columns: columns.to_vec(), ..Table::default() };
        let change = SchemaChange::CreateTable { name: name.clone(), table: Box::new(table) };
        // A temporary table is the session's own: the log of the database does not know it.
        let text = (!name.is_temporary()).then(|| create_table_text(name, columns));
        let count = self.atomically(!name.is_temporary(), span, |this| {
            this.carry_out(vec![change], text, span)?;
            let physical = this.physical(name);
            let names: Vec<Ident> = columns.iter().map(|column| column.name.clone()).collect();
            let text = format!("INSERT INTO {} ({}) {}", quoted(&physical), list(&names), rows.text);
            let insert = Sql { text, parameters: rows.parameters.clone() };
            let count = this.execute(&insert).map_err(|error| this.rows_failure(error.into(), span))?;
            this.count_from_rows(&physical, columns).map_err(|errors| this.failure(errors, span))?;
            Ok(count)
        })?;
        self.count_rows(count);
        self.done(Some(count));
        Ok(())
    }

    /// The identity column that a SELECT INTO took over goes on behind its rows.
    fn count_from_rows(&self, physical: &str, columns: &[Column]) -> Result<(), Errors> {
        let Some(column) = columns.iter().find(|column| column.identity.is_some()) else { return Ok(()) };
        let query = format!("SELECT max({}) FROM {}", quoted(column.name.folded()), quoted(physical));
        let last = self.session.connection.query_row(&query, [], |row| row.get::<_, Option<i64>>(0))?;
        if let Some(last) = last {
            let mut state = self.session.host.state();
            if let Some(counter) = state.counter(physical) {
                counter.last = Some(last);
            }
            state.moved.insert(physical.to_owned(), last);
        }
        Ok(())
    }

    /// A table's name in SQLite, without quotes.
    pub(super) fn physical(&self, name: &Name) -> String {
        let made = self.session.temporaries.tables.made.get(name);
        made.map_or_else(|| crate::sandbox::store::table::physical(name), |made| made.physical.clone())
    }
}

/// Whether a query takes the next value of a sequence, which is kept like a row that is written.
pub(super) fn moves_sequence(sql: &Sql) -> bool {
    sql.text.contains("t_next_value(")
}

/// Who takes rows.
enum Sink<'a> {
    Client { emit: &'a mut dyn FnMut(Event), columns: &'a [PlanColumn] },
    Capture(&'a mut Capture),
}

impl<'a> Sink<'a> {
    fn client(emit: &'a mut dyn FnMut(Event), columns: &'a [PlanColumn]) -> Self {
        emit(Event::Columns(columns.iter().map(PlanColumn::result_column).collect()));
        Sink::Client { emit, columns }
    }

    fn capture(capture: &'a mut Capture, columns: &[PlanColumn]) -> Self {
        if capture.columns.is_empty() {
            capture.columns = columns.to_vec();
        }
        Sink::Capture(capture)
    }

    fn row(&mut self, cells: Vec<Value>) -> Result<(), SqlError> {
        match self {
            Sink::Client { emit, columns } => {
                let cells = cells.into_iter().zip(*columns);
                let cells = cells.map(|(cell, column)| value::to_wire(cell, column.data_type)).collect();
                emit(Event::Row(cells));
            }
            Sink::Capture(capture) => {
                if cells.len() != capture.columns.len() {
                    let text = "Column name or number of supplied values does not match table definition.";
                    return Err(SqlError::new(213, text).state(7));
                }
                capture.rows.push(cells);
            }
        }
        Ok(())
    }
}

/// The CREATE TABLE that a SELECT INTO stands for, for the log.
fn create_table_text(name: &Name, columns: &[Column]) -> String {
    let columns: Vec<String> = columns
        .iter()
        .map(|column| {
            let data_type = column.data_type.as_ref().map_or(String::new(), |data_type| format!(" {data_type}"));
            let collation =
                column.collation.as_ref().map_or(String::new(), |known| format!(" COLLATE {}", known.as_str()));
            let identity = column.identity.as_ref();
            let identity =
                identity.map_or(String::new(), |given| format!(" IDENTITY({}, {})", given.seed, given.increment));
            let null = if column.nullable == Some(false) { " NOT NULL" } else { " NULL" };
            format!("{}{data_type}{collation}{identity}{null}", column.name.bracketed())
        })
        .collect();
    format!("CREATE TABLE {} ({})", name.bracketed(), columns.join(", "))
}

impl From<Failure> for Errors {
    /// The errors of a failure without their places.
    fn from(failure: Failure) -> Self {
        let errors = failure.messages.into_iter().map(|message| SqlError {
            number: message.number,
            class: message.class,
            state: message.state,
            message: message.message,
        });
        Errors(errors.collect())
    }
}
