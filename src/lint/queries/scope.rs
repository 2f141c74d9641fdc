//! What the names of a query stand for in the catalog.

use super::{Home, QueryCx};
use crate::catalog::{Entry, Part, Place};
use crate::name::{Ident, Name};
use crate::schema::{Column, DataType, Index, Table};
use crate::syntax::query::ast::{Expr, ExprKind, Select, Source, SourceKind, VectorSearch};
use crate::syntax::query::walk::joined;

/// A vector column of a table of the catalog.
#[derive(Clone)]
pub struct Searched<'a> {
    /// The table, as it was written when it was made.
    pub table: Name,
    /// What is known of it.
    pub entry: &'a Entry<Table>,
    /// The column.
    pub column: &'a Column,
}

impl<'a> Searched<'a> {
    /// The vector index on the column.
    #[must_use]
    pub fn index(&self) -> Option<&'a Index> {
        let is_on = |index: &&Index| index.is_vector() && index.keys.iter().any(|key| key.name == self.column.name);
        self.entry.definition.indexes.iter().find(is_on)
    }

    /// Where an index of the table is made.
    #[must_use]
    pub fn place_of(&self, index: &Index) -> Option<Place> {
        self.entry.place_of(&Part::Index(index.name.clone()))
    }
}

impl<'a> QueryCx<'a> {
    /// The table of the catalog that a name in the query means; `None` for CTEs, temporary tables, views and
    /// what the history does not make.
    #[must_use]
    pub fn table(&self, parts: &[Ident]) -> Option<(Name, &'a Entry<Table>)> {
        let name = match parts {
            [object] if self.is_cte(object) || object.as_str().starts_with(['@', '#']) => return None,
            [object] => Name::dbo(object.as_str()),
            [schema, object] if !schema.is_empty() => Name { schema: schema.clone(), object: object.clone() },
            _ => return None,
        };
        let name = self.catalog.resolve(&name);
        let (written, entry) = self.catalog.tables.get_key_value(&name)?;
        Some((written.clone(), entry))
    }

    /// Whether a name is one of the query's common table expressions.
    #[must_use]
    pub fn is_cte(&self, name: &Ident) -> bool {
        self.query.ctes.contains(name)
    }

    /// The table of an item of FROM, with the name under which its columns are known.
    #[must_use]
    pub fn table_of(&self, source: &'a Source) -> Option<(&'a Ident, Name, &'a Entry<Table>)> {
        let (parts, alias) = match &source.kind {
            SourceKind::Table(parts) => (parts, source.alias.as_ref()),
            SourceKind::VectorSearch(search) => (&search.table, search.table_alias.as_ref()),
            _ => return None,
        };
        let (name, entry) = self.table(parts)?;
        Some((alias.or(parts.last())?, name, entry))
    }

    /// The vector column that an expression is, among the sources of a SELECT.
    #[must_use]
    pub fn vector(&self, from: &'a [Source], expr: &Expr) -> Option<Searched<'a>> {
        let ExprKind::Column(parts) = &expr.kind else { return None };
        let (table, entry, column) = self.column(from, parts)?;
        column.vector().map(|_| Searched { table, entry, column })
    }

    /// Whether an expression is a vector: a column of the sources, a variable, a conversion.
    #[must_use]
    pub fn is_vector(&self, from: &'a [Source], expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Variable(name) => self.query.variable(name).is_some_and(DataType::is_vector),
            ExprKind::Cast { data_type, .. } => data_type.is_vector(),
            _ => self.vector(from, expr).is_some(),
        }
    }

    /// The column of the catalog that a name means among the sources of a SELECT.
    #[must_use]
    pub fn column(&self, from: &'a [Source], parts: &[Ident]) -> Option<(Name, &'a Entry<Table>, &'a Column)> {
        let (column, qualifier) = parts.split_last()?;
        let sources = joined(from);
        let mut tables = sources.iter().filter_map(|source| self.table_of(source));
        tables.find_map(|(alias, name, entry)| {
            let is_meant = qualifier.last().is_none_or(|qualifier| qualifier == alias);
            let column = entry.definition.column(column).filter(|_| is_meant)?;
            Some((name, entry, column))
        })
    }

    /// The vector column that a VECTOR_SEARCH names.
    #[must_use]
    pub fn searched(&self, search: &VectorSearch) -> Option<Searched<'a>> {
        let (table, entry) = self.table(&search.table)?;
        let column = entry.definition.column(&search.column)?;
        column.vector().map(|_| Searched { table, entry, column })
    }

    /// The searches of a SELECT.
    pub fn searches(&self, select: &'a Select) -> impl Iterator<Item = (&'a Source, &'a VectorSearch)> {
        joined(&select.from).into_iter().filter_map(|source| match &source.kind {
            SourceKind::VectorSearch(search) => Some((source, &**search)),
            _ => None,
        })
    }

    /// Whether the query is the body of a view or function that is one query.
    #[must_use]
    pub fn is_view(&self) -> bool {
        matches!(self.query.home, Home::Module { kind: crate::schema::ModuleKind::View, .. })
    }
}
