//! A relation: a SELECT in SQLite whose columns are named `c0`, `c1`, ….

use super::typed::{Collated, Constant, Typed, Use};
use crate::name::{Ident, Name};
use crate::sandbox::query::plan::PlanColumn;
use crate::sandbox::value::SqlType;
use crate::schema::Identity;

/// A bound query.
#[derive(Debug, Clone)]
pub(in crate::sandbox::query) struct Relation {
    /// `SELECT …`, a compound, or `WITH … SELECT …`.
    pub sql: String,
    pub columns: Vec<RelationColumn>,
    /// It cannot have more than one row.
    pub single_row: bool,
    /// It can be a term of a compound as it is: no WITH, no ORDER BY, no LIMIT.
    pub plain: bool,
    /// Columns of queries around it.
    pub uses: Vec<Use>,
    /// What it shows of one table, when a change may go through it: it has that table's row as `row`.
    pub base: Option<Base>,
}

/// The one table that a query reads, for changes through a CTE, a view or a derived table.
#[derive(Debug, Clone)]
pub(in crate::sandbox::query) struct Base {
    pub table: Name,
    /// For each column of the relation, the column of the table that it is.
    pub columns: Vec<Option<Ident>>,
}

/// A column of a relation.
#[derive(Debug, Clone)]
pub(in crate::sandbox::query) struct RelationColumn {
    pub name: Option<Ident>,
    pub data_type: SqlType,
    pub nullable: bool,
    pub collation: Collated,
    pub json: bool,
    pub identity: Option<Identity>,
    /// It is NULL in every row and takes every type.
    pub null: bool,
}

impl RelationColumn {
    /// The column of a bound expression.
    pub fn of(name: Option<Ident>, value: &Typed) -> Self {
        Self {
            name,
            data_type: value.data_type,
            nullable: value.nullable,
            collation: value.collation.clone(),
            json: value.json,
            identity: value.identity.clone(),
            null: value.is_null(),
        }
    }

    /// The column as a value, by its text in SQLite. An explicit collation inside is implicit outside.
    pub fn value(&self, sql: impl Into<String>) -> Typed {
        let mut typed = Typed::new(sql, self.data_type, self.nullable);
        typed.collation = match &self.collation {
            Collated::Explicit(name) => Collated::Implicit(name.clone()),
            other => other.clone(),
        };
        typed.json = self.json;
        typed.constant = if self.null { Constant::Null } else { Constant::None };
        typed
    }

    /// The column of a result set.
    pub fn plan(&self) -> PlanColumn {
        PlanColumn {
            name: self.name.as_ref().map(|name| name.as_str().to_owned()).unwrap_or_default(),
            data_type: self.data_type,
            nullable: self.nullable,
        }
    }
}

/// The name of a relation's column by its position.
pub(super) fn position(at: usize) -> String {
    format!("\"c{at}\"")
}

impl Relation {
    /// The same relation without what follows a plain SELECT: it can be a term of a compound.
    pub fn as_term(&self) -> String {
        if self.plain { self.sql.clone() } else { format!("SELECT * FROM ({})", self.sql) }
    }
}
