//! System views, filled when a statement names them.

use rusqlite::types::Value;

use super::Interpreter;
use crate::name::{Ident, Name};
use crate::sandbox::error::Errors;
use crate::sandbox::query::{self, Plan, PlanColumn};
use crate::sandbox::store::counters;
use crate::sandbox::store::table::{physical, quoted};
use crate::sandbox::system::{Facts, Row, View};
use crate::sandbox::temporary::definition;
use crate::schema::{Column, DataType, Table};

impl Interpreter<'_> {
    /// Fills the views that a statement reads with what holds now.
    pub(super) fn fill_views(&mut self, views: &[&'static View]) -> Result<(), Errors> {
        for view in views {
            let generation = self.session.generation;
            let name = view.physical();
            if view.is_live() || self.session.filled_views.get(&name) != Some(&generation) {
                self.fill_view(view, &name)?;
                self.session.filled_views.insert(name, generation);
            }
        }
        Ok(())
    }

    fn fill_view(&self, view: &View, name: &str) -> Result<(), Errors> {
        let rows = self.rows_of_view(view);
        let connection = &self.session.connection;
        let columns: Vec<String> = view
            .columns()
            .iter()
            .map(|(column, data_type)| {
                let collate = if data_type.is_text() { " COLLATE CI_AS" } else { "" };
                format!("{}{collate}", quoted(column.folded()))
            })
            .collect();
        let table = format!("temp.{}", quoted(name));
        connection.execute_batch(&format!("CREATE TABLE IF NOT EXISTS {table} ({})", columns.join(", ")))?;
        connection.execute_batch(&format!("DELETE FROM {table}"))?;
        let marks = vec!["?"; columns.len()].join(", ");
        let mut insert = connection.prepare_cached(&format!("INSERT INTO {table} VALUES ({marks})"))?;
        for row in rows {
            insert.execute(rusqlite::params_from_iter(row))?;
        }
        Ok(())
    }

    fn rows_of_view(&self, view: &View) -> Vec<Row> {
        let session = &self.session;
        let sessions = session.shared.sessions();
        let locks = session.shared.locks.entries();
        let facts = Facts {
            catalog: &session.schema.catalog,
            numbers: &session.schema.numbers,
            database: session.database(),
            sessions: &sessions,
            locks: &locks,
            session: session.id,
            computed_type: &|table, column| self.computed_type(table, column),
            view_columns: &|view| self.view_columns(view),
            row_count: &|table| self.row_count(table),
            counter: &|name| self.counter(name),
        };
        view.rows(&facts)
    }

    fn computed_type(&self, table: &Table, column: &Column) -> Option<DataType> {
        let expression = column.computed.as_ref()?.expression.as_str();
        let (bound, _) = self.look(|scope| query::row_expression(expression, table, scope));
        bound.ok().map(|(_, data_type, _)| definition(data_type))
    }

    /// The columns of a view; none when its query is not understood any more.
    fn view_columns(&self, view: &Name) -> Table {
        let text = format!("SELECT * FROM {}", view.bracketed());
        let (plan, _) = self.look(|scope| query::translate(&text, scope));
        let Ok(Plan::Rows { columns, .. }) = plan else { return Table::default() };
        let column = |column: &PlanColumn| Column {
            nullable: Some(column.nullable),
            ..Column::new(Ident::new(&column.name), Some(definition(column.data_type)))
        };
        Table { columns: columns.iter().map(column).collect(), ..Table::default() }
    }

    fn row_count(&self, table: &Name) -> i64 {
        let query = format!("SELECT count(*) FROM {}", quoted(&physical(table)));
        let counted = self.session.connection.query_row(&query, [], |row| row.get(0));
        counted.unwrap_or(0)
    }

    fn counter(&self, name: &Name) -> Option<i64> {
        let name = physical(name);
        let known = self.session.host.state().counters.get(&name).and_then(|counter| counter.last);
        let is_writing = self.session.transaction.is_writing();
        known.filter(|_| is_writing).or_else(|| counters::last(&self.session.connection, &name).ok().flatten())
    }

    /// Counts the rows that have a value in a column.
    pub(super) fn count_values(&self, table: &Name, column: &Ident) -> u64 {
        let query = format!("SELECT count({}) FROM {}", quoted(column.folded()), quoted(&physical(table)));
        let counted = self.session.connection.query_row(&query, [], |row| row.get::<_, Value>(0));
        match counted {
            Ok(Value::Integer(count)) => u64::try_from(count).unwrap_or(0),
            _ => 0,
        }
    }
}
