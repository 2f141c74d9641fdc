//! Tables, table types and views while they are put together, by object id.

use std::collections::BTreeMap;

use crate::name::Ident;
use crate::schema::Table;

/// What is inside an object so far.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// Columns, constraints, indexes and options.
    pub table: Table,
    /// The names of columns by their ids.
    pub columns: BTreeMap<i64, Ident>,
}

/// All shapes by object id.
#[derive(Debug, Default)]
pub(super) struct Shapes(BTreeMap<i64, Shape>);

impl Shapes {
    /// The shape of an object, made when it is new.
    pub(super) fn at(&mut self, object: i64) -> &mut Shape {
        self.0.entry(object).or_default()
    }

    /// The shape of an object that has columns.
    pub(super) fn known(&mut self, object: i64) -> Option<&mut Shape> {
        self.0.get_mut(&object)
    }

    /// The name of a column.
    pub(super) fn column(&self, object: i64, column: i64) -> Option<&Ident> {
        self.0.get(&object)?.columns.get(&column)
    }

    /// Takes the finished table of an object out.
    pub(super) fn take(&mut self, object: i64) -> Table {
        self.0.get_mut(&object).map(|shape| std::mem::take(&mut shape.table)).unwrap_or_default()
    }
}
