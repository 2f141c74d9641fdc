//! Columns that come, go or change.

use super::alter::{Done, Store, in_clear};
use super::counters;
use super::table::{column_sql, physical, quoted, quoted_column};
use crate::name::{Ident, Name};
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::query;
use crate::sandbox::value::SqlType;
use crate::schema::{Column, Table};

impl Store<'_> {
    pub(super) fn add_column(&self, table: &Name, column: &Column) -> Done {
        in_clear(column)?;
        if column.computed.is_some() {
            return Ok(());
        }
        let (name, definition) = (physical(table), self.table(table)?);
        let written = column_sql(column, self.scope.catalog)?;
        self.run(&format!("ALTER TABLE {} ADD COLUMN {written}", quoted(&name)))?;
        let not_null = !self.scope.catalog.is_nullable(definition, column);
        if let (Some(default), Some(data_type), true) = (&column.default, &column.data_type, not_null) {
            let value = format!("CAST(({}) AS {data_type})", default.value.as_str());
            self.fill(&name, definition, &column.name, &value)?;
        }
        if column.identity.is_some() {
            self.fill_identity(&name, column)?;
        }
        self.settle(&name, definition)
    }

    /// Numbers the rows that are there, in the order in which they came.
    pub(super) fn fill_identity(&self, physical: &str, column: &Column) -> Done {
        let Some(identity) = &column.identity else { return Ok(()) };
        let limits = counters::identity_limits(identity, column.data_type.as_ref());
        let (table, name) = (quoted(physical), quoted_column(&column.name));
        self.run(&format!(
            "UPDATE {table} SET {name} = {} + {} * (SELECT count(*) FROM {table} AS other WHERE other.rowid < {table}.rowid)",
            limits.start, limits.increment
        ))?;
        let end = if limits.increment < 0 { "min" } else { "max" };
        let last = self.connection.query_row(&format!("SELECT {end}({name}) FROM {table}"), [], |row| row.get(0))?;
        Ok(counters::keep(self.connection, physical, last)?)
    }

    /// Sets a column of every row to a T-SQL expression over that row.
    pub(super) fn fill(&self, physical: &str, table: &Table, column: &Ident, value: &str) -> Done {
        let (value, _, _) = query::row_expression(value, table, &self.scope).map_err(|refused| refused.error)?;
        self.run(&format!("UPDATE {} SET {} = {value}", quoted(physical), quoted_column(column)))
    }

    pub(super) fn drop_column(&self, table: &Name, column: &Ident) -> Done {
        let name = physical(table);
        if self.is_stored(&name, column)? {
            self.bare(&name, self.table(table)?)?;
            self.run(&format!("ALTER TABLE {} DROP COLUMN {}", quoted(&name), quoted_column(column)))?;
        }
        self.settle_named(table)
    }

    pub(super) fn rename_column(&self, table: &Name, from: &Ident, to: &Ident) -> Done {
        let name = physical(table);
        if self.is_stored(&name, from)? {
            let (from, to) = (quoted_column(from), quoted_column(to));
            self.run(&format!("ALTER TABLE {} RENAME COLUMN {from} TO {to}", quoted(&name)))?;
        }
        self.settle_named(table)
    }

    /// Whether a column is one of SQLite's; a computed one is not.
    fn is_stored(&self, physical: &str, column: &Ident) -> Result<bool, Errors> {
        Ok(self.stored_columns(physical)?.iter().any(|stored| stored == column.folded()))
    }

    /// The values are converted where they are, while nothing stands on the column.
    pub(super) fn alter_column(&self, table: &Name, from: &Column, to: &Column) -> Done {
        let (name, definition) = (physical(table), self.table(table)?);
        let Some(data_type) = to.data_type.as_ref().filter(|_| to.computed.is_none()) else {
            return self.settle(&name, definition);
        };
        self.refuse_truncation(&name, from, to)?;
        self.bare(&name, definition)?;
        if from.data_type != to.data_type {
            let before = Table { columns: vec![from.clone()], ..Table::default() };
            self.fill(&name, &before, &to.name, &format!("CAST({} AS {data_type})", from.name.bracketed()))?;
        }
        if !self.scope.catalog.is_nullable(definition, to) {
            self.refuse_nulls(table, &to.name)?;
        }
        self.settle(&name, definition)
    }

    /// Text and bytes that a shorter type would cut (Msg 2628).
    pub(super) fn refuse_truncation(&self, physical: &str, from: &Column, to: &Column) -> Done {
        use SqlType::{Binary, Char, NChar, NVarChar, VarBinary, VarChar};
        let types = (from.data_type.as_ref(), to.data_type.as_ref());
        let (Some(from_type), Some(to_type)) = types else { return Ok(()) };
        let (from_type, to_type) =
            (SqlType::of(from_type, self.scope.catalog)?, SqlType::of(to_type, self.scope.catalog)?);
        let text = matches!(from_type, Char(_) | VarChar(_) | NChar(_) | NVarChar(_));
        let length = match to_type {
            Char(length) | NChar(length) | VarChar(Some(length)) | NVarChar(Some(length)) if text => length,
            Binary(length) | VarBinary(Some(length)) if matches!(from_type, Binary(_) | VarBinary(_)) => length,
            _ => return Ok(()),
        };
        let column = quoted_column(&to.name);
        let value = if text { format!("rtrim({column}, ' ')") } else { column };
        let query = format!("SELECT 1 FROM {} WHERE length({value}) > {length} LIMIT 1", quoted(physical));
        if self.any(&query)? {
            let database = self.scope.database;
            let text = format!(
                "String or binary data would be truncated in table '{database}.{physical}', column '{}'.",
                to.name.as_str()
            );
            return Err(SqlError::new(2628, text).into());
        }
        Ok(())
    }

    pub(super) fn refuse_nulls(&self, table: &Name, column: &Ident) -> Done {
        let name = quoted(&physical(table));
        if self.any(&format!("SELECT 1 FROM {name} WHERE {} IS NULL LIMIT 1", quoted_column(column)))? {
            let text = format!(
                "Cannot insert the value NULL into column '{}', table '{}.{table}'; column does not allow nulls. UPDATE fails.",
                column.as_str(),
                self.scope.database
            );
            return Err(SqlError::new(515, text).state(2).into());
        }
        Ok(())
    }
}
