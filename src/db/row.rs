//! The rows of ragsql's own queries: a handful of value kinds, read by column name, never a panic.

use std::sync::Arc;

use tiberius::ColumnData;

/// One value.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// NULL of any type.
    Null,
    /// `bit`.
    Bool(bool),
    /// Any integer type.
    Int(i64),
    /// `real`, `float`, `money`.
    Float(f64),
    /// Any text, `decimal`, `uniqueidentifier`, `xml`.
    Text(String),
    /// `binary`, `varbinary`, `rowversion`.
    Binary(Vec<u8>),
    /// A type that the query should have cast on the server, by its kind.
    Other(&'static str),
}

impl Cell {
    fn kind(&self) -> &'static str {
        match self {
            Cell::Null => "NULL",
            Cell::Bool(_) => "bit",
            Cell::Int(_) => "an integer",
            Cell::Float(_) => "a float",
            Cell::Text(_) => "text",
            Cell::Binary(_) => "binary",
            Cell::Other(kind) => kind,
        }
    }
}

/// A row with the names of its columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    columns: Arc<[String]>,
    cells: Vec<Cell>,
}

/// A row is not what its query was written for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// The query has no such column.
    #[error("the server's reply has no column `{0}`")]
    NoColumn(String),
    /// The value has another type.
    #[error("column `{column}` of the server's reply is {found}, and {wanted} is needed")]
    WrongType {
        /// The column's name.
        column: String,
        /// What it is.
        found: &'static str,
        /// What was asked for.
        wanted: &'static str,
    },
    /// The query gave no row where there is always one.
    #[error("the server's reply has no row")]
    NoRow,
}

impl Row {
    /// The value in a column as `T`, by the column's name in any letter case.
    ///
    /// # Errors
    /// When there is no such column, or its value is no `T`. NULL is only an `Option<T>`.
    pub fn get<T: FromCell>(&self, column: &str) -> Result<T, RowError> {
        let cell = self.cell(column).ok_or_else(|| RowError::NoColumn(column.to_owned()))?;
        T::from_cell(cell).ok_or_else(|| RowError::WrongType {
            column: column.to_owned(),
            found: cell.kind(),
            wanted: T::KIND,
        })
    }

    /// The value in a column, by its name in any letter case.
    #[must_use]
    pub fn cell(&self, column: &str) -> Option<&Cell> {
        let at = self.columns.iter().position(|name| name.eq_ignore_ascii_case(column))?;
        self.cells.get(at)
    }

    /// The columns' names, in order.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The values, in the order of the columns.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// A row as a server would send it.
    #[cfg(test)]
    pub(super) fn of(columns: Arc<[String]>, cells: Vec<Cell>) -> Self {
        Self { columns, cells }
    }

    pub(super) fn new(columns: Arc<[String]>, row: tiberius::Row) -> Self {
        Self { columns, cells: row.into_iter().map(cell).collect() }
    }
}

/// What a [`Cell`] can be read as.
pub trait FromCell: Sized {
    /// What is wanted, for the error.
    const KIND: &'static str;
    /// The value; `None` when the cell is something else.
    fn from_cell(cell: &Cell) -> Option<Self>;
}

impl FromCell for bool {
    const KIND: &'static str = "bit";
    fn from_cell(cell: &Cell) -> Option<Self> {
        if let Cell::Bool(value) = cell { Some(*value) } else { None }
    }
}

impl FromCell for i64 {
    const KIND: &'static str = "an integer";
    fn from_cell(cell: &Cell) -> Option<Self> {
        if let Cell::Int(value) = cell { Some(*value) } else { None }
    }
}

impl FromCell for f64 {
    const KIND: &'static str = "a float";
    fn from_cell(cell: &Cell) -> Option<Self> {
        if let Cell::Float(value) = cell { Some(*value) } else { None }
    }
}

impl FromCell for String {
    const KIND: &'static str = "text";
    fn from_cell(cell: &Cell) -> Option<Self> {
        if let Cell::Text(value) = cell { Some(value.clone()) } else { None }
    }
}

impl FromCell for Vec<u8> {
    const KIND: &'static str = "binary";
    fn from_cell(cell: &Cell) -> Option<Self> {
        if let Cell::Binary(value) = cell { Some(value.clone()) } else { None }
    }
}

impl<T: FromCell> FromCell for Option<T> {
    const KIND: &'static str = T::KIND;
    fn from_cell(cell: &Cell) -> Option<Self> {
        if *cell == Cell::Null { Some(None) } else { T::from_cell(cell).map(Some) }
    }
}

fn cell(data: ColumnData<'static>) -> Cell {
    let cell = match data {
        ColumnData::U8(value) => value.map(|value| Cell::Int(value.into())),
        ColumnData::I16(value) => value.map(|value| Cell::Int(value.into())),
        ColumnData::I32(value) => value.map(|value| Cell::Int(value.into())),
        ColumnData::I64(value) => value.map(Cell::Int),
        ColumnData::F32(value) => value.map(|value| Cell::Float(value.into())),
        ColumnData::F64(value) => value.map(Cell::Float),
        ColumnData::Bit(value) => value.map(Cell::Bool),
        ColumnData::String(value) => value.map(|value| Cell::Text(value.into_owned())),
        ColumnData::Guid(value) => value.map(|value| Cell::Text(value.to_string())),
        ColumnData::Binary(value) => value.map(|value| Cell::Binary(value.into_owned())),
        ColumnData::Numeric(value) => value.map(|value| Cell::Text(value.to_string())),
        ColumnData::Xml(value) => value.map(|value| Cell::Text(value.into_owned().into_string())),
        ColumnData::Date(value) => value.map(|_| Cell::Other("date")),
        ColumnData::Time(value) => value.map(|_| Cell::Other("time")),
        ColumnData::DateTime(value) => value.map(|_| Cell::Other("datetime")),
        ColumnData::SmallDateTime(value) => value.map(|_| Cell::Other("smalldatetime")),
        ColumnData::DateTime2(value) => value.map(|_| Cell::Other("datetime2")),
        ColumnData::DateTimeOffset(value) => value.map(|_| Cell::Other("datetimeoffset")),
    };
    cell.unwrap_or(Cell::Null)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Row {
        let columns: Arc<[String]> = ["n", "name", "missing"].map(String::from).into();
        Row { columns, cells: vec![Cell::Int(7), Cell::Text("é".into()), Cell::Null] }
    }

    #[test]
    fn values_are_read_by_name_in_any_case() {
        assert_eq!(row().get::<i64>("N"), Ok(7));
        assert_eq!(row().get::<String>("Name").as_deref(), Ok("é"));
        assert_eq!(row().get::<Option<String>>("missing"), Ok(None));
        assert_eq!(row().get::<Option<i64>>("n"), Ok(Some(7)));
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        assert_eq!(row().get::<i64>("nope"), Err(RowError::NoColumn("nope".into())));
        let found = row().get::<String>("n").map_err(|error| error.to_string());
        assert_eq!(found, Err("column `n` of the server's reply is an integer, and text is needed".into()));
        assert!(row().get::<i64>("missing").is_err());
    }
}
