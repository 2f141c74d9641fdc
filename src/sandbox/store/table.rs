//! Tables and indexes of the catalog as SQLite's DDL. Columns that are computed are not stored.

use std::collections::BTreeMap;

use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::sandbox::collation::Collation;
use crate::sandbox::error::SqlError;
use crate::sandbox::query::{self, Scope};
use crate::sandbox::value::SqlType;
use crate::schema::{Column, Constraint, ConstraintKind, Index, IndexKind, KeyColumn, Table};

/// A name in SQLite's quotes.
#[must_use]
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A column in SQLite's quotes, in lower case as everywhere in the storage.
#[must_use]
pub fn quoted_column(name: &Ident) -> String {
    quoted(name.folded())
}

/// The name of a table's, index's or counter's object in SQLite, without quotes: `dbo.documents`.
#[must_use]
pub fn physical(name: &Name) -> String {
    format!("{}.{}", name.schema.folded(), name.object.folded())
}

/// The name of a table's index in SQLite, without quotes.
#[must_use]
pub fn physical_index(table: &str, index: &Ident) -> String {
    format!("{table}.{}", index.folded())
}

/// The columns that a foreign key refers to: those written, else the primary key's.
#[must_use]
pub fn referenced_columns(catalog: &Catalog, references: &Name, written: &[Ident]) -> Vec<Ident> {
    match catalog.table(references) {
        Some(table) if written.is_empty() => table.primary_key().cloned().collect(),
        _ => written.to_vec(),
    }
}

/// How text in a column is compared; `None` for a column that holds no text.
///
/// # Errors
/// A collation or type that the sandbox does not know.
pub fn collation(column: &Column, catalog: &Catalog) -> Result<Option<Collation>, SqlError> {
    let Some(data_type) = &column.data_type else { return Ok(None) };
    Ok(match SqlType::of(data_type, catalog)? {
        SqlType::Json | SqlType::Xml => Some(Collation::Binary),
        text if text.is_text() => Some(column.collation.as_ref().map_or(Ok(Collation::default()), Collation::of)?),
        _ => None,
    })
}

/// A stored column without its constraints: `"title" COLLATE CI_AS`. It has no declared type, so that
/// every value stays as it is stored.
///
/// # Errors
/// A type or collation that the sandbox does not know.
pub fn column_sql(column: &Column, catalog: &Catalog) -> Result<String, SqlError> {
    let collate =
        collation(column, catalog)?.map_or(String::new(), |known| format!(" COLLATE {}", known.sqlite_name()));
    Ok(format!("{}{collate}", quoted_column(&column.name)))
}

/// A table to be made in SQLite.
pub struct Made<'a> {
    /// Its name there, without quotes.
    pub physical: &'a str,
    /// What the catalog says of it.
    pub table: &'a Table,
    /// What its expressions see.
    pub scope: &'a Scope<'a>,
}

impl Made<'_> {
    /// The columns that are stored, in the catalog's order.
    pub fn stored(&self) -> impl Iterator<Item = &Column> {
        self.table.columns.iter().filter(|column| column.computed.is_none())
    }

    /// `CREATE TABLE` with columns in this order and every constraint that is switched on.
    ///
    /// # Errors
    /// A type, collation or condition that the sandbox does not know.
    pub fn table_sql(&self, order: &[String]) -> Result<String, SqlError> {
        let mut parts = Vec::new();
        for name in order {
            if let Some(column) = self.stored().find(|column| column.name.folded() == name) {
                let not_null = !self.scope.catalog.is_nullable(self.table, column);
                let written = column_sql(column, self.scope.catalog)?;
                parts.push(format!("{written}{}", if not_null { " NOT NULL" } else { "" }));
            }
        }
        for constraint in self.table.constraints.iter().filter(|constraint| !constraint.disabled) {
            parts.extend(self.constraint_sql(constraint)?);
        }
        Ok(self.create(&parts))
    }

    /// `CREATE TABLE` with columns in this order and nothing else.
    ///
    /// # Errors
    /// A type or collation that the sandbox does not know.
    pub fn bare_sql(&self, order: &[String]) -> Result<String, SqlError> {
        let mut parts = Vec::new();
        for name in order {
            match self.stored().find(|column| column.name.folded() == name) {
                Some(column) => parts.push(column_sql(column, self.scope.catalog)?),
                None => parts.push(quoted(name)),
            }
        }
        Ok(self.create(&parts))
    }

    fn create(&self, parts: &[String]) -> String {
        format!("CREATE TABLE {} ({})", quoted(self.physical), parts.join(", "))
    }

    /// A CHECK or FOREIGN KEY; keys are indexes.
    fn constraint_sql(&self, constraint: &Constraint) -> Result<Option<String>, SqlError> {
        let name = constraint.name.as_ref().map_or("", Ident::folded);
        Ok(match &constraint.kind {
            ConstraintKind::Check { condition, .. } => {
                let condition = self.condition(condition.as_str())?;
                Some(format!("CONSTRAINT {} CHECK ({condition})", quoted(name)))
            }
            ConstraintKind::ForeignKey { columns, references, referenced, on_delete, on_update, .. } => {
                let there = referenced_columns(self.scope.catalog, references, referenced);
                let action = |event: &str, written: &Option<Box<str>>| match written {
                    Some(action) => format!(" ON {event} {action}"),
                    None => String::new(),
                };
                Some(format!(
                    "CONSTRAINT {} FOREIGN KEY ({}) REFERENCES {} ({}){}{}",
                    quoted(name),
                    list(columns),
                    quoted(&physical(references)),
                    list(&there),
                    action("DELETE", on_delete),
                    action("UPDATE", on_update),
                ))
            }
            ConstraintKind::Key { .. } => None,
            ConstraintKind::Opaque(text) => {
                return Err(SqlError::unknown(format!("The constraint {}", text.as_str())));
            }
        })
    }

    /// A condition over one row.
    fn condition(&self, text: &str) -> Result<String, SqlError> {
        query::row_condition(text, self.table, self.scope).map_err(|refused| refused.error)
    }

    /// `CREATE INDEX` statements by the names of the indexes, exactly as SQLite keeps their text.
    ///
    /// # Errors
    /// A filter or key that the sandbox does not know.
    pub fn indexes_sql(&self) -> Result<BTreeMap<String, String>, SqlError> {
        let mut indexes = BTreeMap::new();
        for constraint in &self.table.constraints {
            if let (ConstraintKind::Key { columns, .. }, Some(name)) = (&constraint.kind, &constraint.name) {
                self.add_index(name, true, columns, None, &mut indexes)?;
            }
        }
        for index in self.table.indexes.iter().filter(|index| !index.disabled) {
            if let IndexKind::Rowstore { unique, .. } | IndexKind::Hash { unique } = index.kind {
                self.add_own_index(index, unique, &mut indexes)?;
            }
        }
        Ok(indexes)
    }

    fn add_own_index(
        &self,
        index: &Index,
        unique: bool,
        indexes: &mut BTreeMap<String, String>,
    ) -> Result<(), SqlError> {
        let filter = index.filter.as_ref().map(|filter| self.condition(filter.as_str())).transpose()?;
        self.add_index(&index.name, unique, &index.keys, filter.as_deref(), indexes)
    }

    /// Adds an index; a unique one over columns that take NULL gets a second one, since NULL equals NULL
    /// in the engine's indexes and never in SQLite's.
    fn add_index(
        &self,
        name: &Ident,
        unique: bool,
        keys: &[KeyColumn],
        filter: Option<&str>,
        indexes: &mut BTreeMap<String, String>,
    ) -> Result<(), SqlError> {
        let index = physical_index(self.physical, name);
        let keys = keys.iter().map(|key| self.key(key)).collect::<Result<Vec<_>, _>>()?;
        let written: Vec<String> = keys
            .iter()
            .map(|(text, descending, _)| format!("{text}{}", if *descending { " DESC" } else { "" }))
            .collect();
        let nullable: Vec<&str> =
            keys.iter().filter(|(_, _, nullable)| *nullable).map(|(text, _, _)| text.as_str()).collect();
        if unique && !nullable.is_empty() {
            let parts = keys.iter().map(|(text, _, nullable)| match nullable {
                true => format!("{text} IS NULL, ifnull({text}, 0)"),
                false => text.clone(),
            });
            let any_null = nullable.iter().map(|text| format!("{text} IS NULL")).collect::<Vec<_>>().join(" OR ");
            let condition = filter.map_or(format!("({any_null})"), |filter| format!("({any_null}) AND ({filter})"));
            let nulls = format!("{index}{NULLS}");
            let text = self.create_index(&nulls, true, &parts.collect::<Vec<_>>().join(", "), Some(&condition));
            indexes.insert(nulls, text);
        }
        let text = self.create_index(&index, unique, &written.join(", "), filter);
        indexes.insert(index, text);
        Ok(())
    }

    /// A key as SQLite writes it, its direction, whether it may be NULL.
    fn key(&self, key: &KeyColumn) -> Result<(String, bool, bool), SqlError> {
        let column = self.table.column(&key.name);
        let computed = column.and_then(|column| column.computed.as_ref());
        if let Some(computed) = computed {
            let (text, _, nullable) = query::row_expression(computed.expression.as_str(), self.table, self.scope)
                .map_err(|refused| refused.error)?;
            return Ok((format!("({text})"), key.descending, nullable));
        }
        let nullable = column.is_some_and(|column| self.scope.catalog.is_nullable(self.table, column));
        Ok((quoted_column(&key.name), key.descending, nullable))
    }

    fn create_index(&self, name: &str, unique: bool, keys: &str, filter: Option<&str>) -> String {
        let unique = if unique { "UNIQUE " } else { "" };
        let filter = filter.map_or(String::new(), |filter| format!(" WHERE {filter}"));
        format!("CREATE {unique}INDEX {} ON {} ({keys}){filter}", quoted(name), quoted(self.physical))
    }
}

/// The end of the name of an index that keeps NULLs unique.
pub const NULLS: &str = "#nulls";

/// Columns in quotes, with commas.
#[must_use]
pub fn list(columns: &[Ident]) -> String {
    columns.iter().map(quoted_column).collect::<Vec<_>>().join(", ")
}
