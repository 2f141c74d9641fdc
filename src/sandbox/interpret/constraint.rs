//! What SQLite says of rows that break a constraint, in the engine's words (515, 547, 2601, 2627).

use rusqlite::types::Value;

use super::Interpreter;
use super::evaluate::ExecuteError;
use super::trigger::word;
use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::query::{self, Action, Apply, Change};
use crate::sandbox::store::table::{NULLS, list, quoted, referenced_columns};
use crate::sandbox::value::{SqlType, convert};
use crate::schema::{Constraint, ConstraintKind, IndexKind, KeyColumn, SqlText, Table};

/// A unique key or index that rows broke.
struct Unique<'a> {
    name: &'a Ident,
    /// A PRIMARY KEY or UNIQUE constraint, by its words; an index otherwise.
    constraint: Option<&'static str>,
    keys: &'a [KeyColumn],
    filter: Option<&'a SqlText>,
}

impl Interpreter<'_> {
    /// The engine's error for what SQLite refused.
    pub(super) fn explain(&self, error: ExecuteError, change: &Change, apply: &Apply) -> Errors {
        let ExecuteError::Storage(rusqlite::Error::SqliteFailure(code, Some(text))) = &error else {
            return error.into();
        };
        if code.code != rusqlite::ErrorCode::ConstraintViolation || SqlError::from_text(text).is_some() {
            return error.into();
        }
        let explained = match text.split_once(": ") {
            Some(("NOT NULL constraint failed", column)) => self.null(change, apply, column),
            Some(("UNIQUE constraint failed", columns)) => self.duplicate(change, apply, columns),
            Some(("CHECK constraint failed", name)) => self.check(change, apply, name),
            _ if text.starts_with("FOREIGN KEY constraint failed") => self.foreign_key(change, apply),
            _ => None,
        };
        explained.map_or_else(|| error.into(), Errors::from)
    }

    /// The definition of a table that a statement changes.
    fn target(&self, name: &Name) -> Option<&Table> {
        let object = &name.object;
        let temporary = || self.session.temporaries.find(object).map(|found| found.table);
        if matches!(object.as_str().chars().next(), Some('#' | '@')) {
            return temporary();
        }
        self.session.schema.catalog.table(name)
    }

    /// `database.schema.table`; a table variable by its name alone.
    fn shown(&self, name: &Name) -> String {
        match name.object.as_str() {
            variable if variable.starts_with('@') => variable.to_owned(),
            temporary if temporary.starts_with('#') => format!("tempdb.dbo.{temporary}"),
            table => format!("{}.{}.{table}", self.session.database(), name.schema.as_str()),
        }
    }

    fn null(&self, change: &Change, apply: &Apply, column: &str) -> Option<SqlError> {
        let column = column.rsplit('.').next()?;
        let name = &self.target(&change.target)?.column(&Ident::new(column))?.name;
        let text = format!(
            "Cannot insert the value NULL into column '{}', table '{}'; column does not allow nulls. {} fails.",
            name.as_str(),
            self.shown(&change.target),
            word(apply.action),
        );
        Some(SqlError::new(515, text).state(2))
    }

    fn check(&self, change: &Change, apply: &Apply, name: &str) -> Option<SqlError> {
        let table = self.target(&change.target)?;
        let constraint = table.constraint(&Ident::new(name))?;
        let name = constraint.name.as_ref()?;
        Some(conflict(apply.action, "CHECK", name, self.session.database(), &change.target, None))
    }

    fn duplicate(&self, change: &Change, apply: &Apply, columns: &str) -> Option<SqlError> {
        let table = self.target(&change.target)?;
        let physical = change.physical.rsplit_once(".\"").map_or(change.physical.as_str(), |(_, name)| name);
        let physical = physical.trim_matches('"').replace("\"\"", "\"");
        let unique = uniques(table).find(|unique| is_named_by(unique, &physical, columns))?;
        let value = self
            .duplicate_value(change, apply, &unique)
            .map_or(String::new(), |value| format!(" The duplicate key value is {value}."));
        let object = match change.target.object.as_str() {
            temporary if temporary.starts_with(['#', '@']) => format!("dbo.{temporary}"),
            object => format!("{}.{object}", change.target.schema.as_str()),
        };
        let name = unique.name.as_str();
        let error = match unique.constraint {
            Some(words) => SqlError::new(
                2627,
                format!(
                    "Violation of {words} constraint '{name}'. Cannot insert duplicate key in object '{object}'.{value}"
                ),
            ),
            None => SqlError::new(
                2601,
                format!("Cannot insert duplicate key row in object '{object}' with unique index '{name}'.{value}"),
            ),
        };
        Some(error.class(14))
    }

    /// The key that is there twice: found by doing the same again where nothing forbids it.
    fn duplicate_value(&self, change: &Change, apply: &Apply, unique: &Unique<'_>) -> Option<String> {
        let without_index = || self.drop_unique(unique).and_then(|()| self.repeated(change, apply, unique));
        let on_copy = || self.shadow(change).and_then(|()| self.repeated(change, apply, unique));
        self.undone(without_index).or_else(|| self.undone(on_copy))
    }

    fn drop_unique(&self, unique: &Unique<'_>) -> Option<()> {
        let connection = &self.session.connection;
        let mut find = connection
            .prepare(
                "SELECT name FROM main.sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%' AND name LIKE ?1 \
                 UNION ALL \
                 SELECT name FROM temp.sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%' AND name LIKE ?1",
            )
            .ok()?;
        let pattern = format!("%.{}%", unique.name.folded());
        let names: Vec<String> = find.query_map([pattern], |row| row.get(0)).ok()?.flatten().collect();
        names.iter().try_for_each(|name| connection.execute_batch(&format!("DROP INDEX {}", quoted(name))).ok())
    }

    /// Puts a copy of the table without constraints in front of it: a key that a foreign key refers to
    /// cannot lose its index.
    fn shadow(&self, change: &Change) -> Option<()> {
        let table = self.session.schema.catalog.table(&change.target)?;
        let stored = table.columns.iter().filter(|column| column.computed.is_none());
        let columns = list(&stored.map(|column| column.name.clone()).collect::<Vec<_>>());
        let name = &change.physical;
        let copy = format!(
            "CREATE TEMP TABLE {name} ({columns});
             INSERT INTO temp.{name} (_rowid_, {columns}) SELECT _rowid_, {columns} FROM main.{name}"
        );
        self.session.connection.execute_batch(&copy).ok()
    }

    /// Does the same again and finds the first key that is there twice.
    fn repeated(&self, change: &Change, apply: &Apply, unique: &Unique<'_>) -> Option<String> {
        self.execute(&apply.sql).ok()?;
        let keys: Vec<Ident> = unique.keys.iter().map(|key| key.name.clone()).collect();
        let columns = list(&keys);
        let physical = &change.physical;
        let table = self.target(&change.target)?;
        let filter =
            unique.filter.map(|filter| self.look(|scope| query::row_condition(filter.as_str(), table, scope)).0);
        let filter = filter.transpose().ok()?.unwrap_or_else(|| "1".to_owned());
        let query =
            format!("SELECT {columns} FROM {physical} WHERE {filter} GROUP BY {columns} HAVING count(*) > 1 LIMIT 1");
        let values = self.session.connection.query_row(&query, [], |row| {
            (0..keys.len()).map(|at| row.get::<_, Value>(at)).collect::<rusqlite::Result<Vec<_>>>()
        });
        let types = keys.iter().map(|key| {
            let data_type = table.column(key)?.data_type.as_ref()?;
            SqlType::of(data_type, &self.session.schema.catalog).ok()
        });
        let shown = values.ok()?.into_iter().zip(types).map(|(value, data_type)| shown_value(value, data_type));
        Some(format!("({})", shown.collect::<Vec<_>>().join(", ")))
    }

    /// Which foreign key is broken: found by doing the same again with deferred checks, and undoing that.
    fn foreign_key(&self, change: &Change, apply: &Apply) -> Option<SqlError> {
        let catalog = &self.session.schema.catalog;
        let table = catalog.table(&change.target)?;
        let own = table.constraints.iter().map(|constraint| (&change.target, constraint));
        let others = catalog.tables.iter().filter(|(_, entry)| entry.definition.references(&change.target));
        let others = others.flat_map(|(name, entry)| entry.definition.constraints.iter().map(move |each| (name, each)));
        let broken = self.undone(|| {
            self.session.connection.execute_batch("PRAGMA defer_foreign_keys = ON").ok()?;
            self.execute(&apply.sql).ok()?;
            own.chain(others).find(|(name, constraint)| self.has_orphans(catalog, name, constraint))
        })?;
        let (name, constraint) = broken;
        let ConstraintKind::ForeignKey { references, columns, referenced, .. } = &constraint.kind else { return None };
        let key = constraint.name.as_ref()?;
        let database = self.session.database();
        if name == &change.target && apply.action != Action::Delete {
            let there = referenced_columns(catalog, references, referenced);
            let column = there.first().filter(|_| there.len() == 1);
            let kind = if references == name { "FOREIGN KEY SAME TABLE" } else { "FOREIGN KEY" };
            return Some(conflict(apply.action, kind, key, database, references, column));
        }
        let column = columns.first().filter(|_| columns.len() == 1);
        let kind = if references == name { "SAME TABLE REFERENCE" } else { "REFERENCE" };
        Some(conflict(apply.action, kind, key, database, name, column))
    }

    fn has_orphans(&self, catalog: &Catalog, name: &Name, constraint: &Constraint) -> bool {
        let ConstraintKind::ForeignKey { columns, references, referenced, .. } = &constraint.kind else { return false };
        if constraint.disabled {
            return false;
        }
        let there = referenced_columns(catalog, references, referenced);
        let query =
            crate::sandbox::store::rows::orphans(&self.physical(name), columns, &self.physical(references), &there);
        self.session.connection.prepare(&query).and_then(|mut query| query.exists([])).unwrap_or(false)
    }

    /// Does something and undoes all of it, counters too.
    fn undone<T>(&self, what: impl FnOnce() -> Option<T>) -> Option<T> {
        let (counters, moved) = {
            let state = self.session.host.state();
            (state.counters.clone(), state.moved.clone())
        };
        self.session.connection.execute_batch("SAVEPOINT sandbox_diagnosis").ok()?;
        let found = what();
        let undo = "ROLLBACK TO sandbox_diagnosis; RELEASE sandbox_diagnosis; PRAGMA defer_foreign_keys = OFF";
        let undone = self.session.connection.execute_batch(undo);
        let mut state = self.session.host.state();
        state.counters = counters;
        state.moved = moved;
        undone.ok().and(found)
    }
}

/// Msg 547.
fn conflict(
    action: Action,
    kind: &str,
    constraint: &Ident,
    database: &str,
    table: &Name,
    column: Option<&Ident>,
) -> SqlError {
    let column = column.map_or(String::new(), |column| format!(", column '{}'", column.as_str()));
    let text = format!(
        "The {} statement conflicted with the {kind} constraint \"{}\". The conflict occurred in database \"{database}\", \
         table \"{}.{}\"{column}.",
        word(action),
        constraint.as_str(),
        table.schema.as_str(),
        table.object.as_str(),
    );
    SqlError::new(547, text).state(0)
}

/// The unique keys and indexes of a table.
fn uniques(table: &Table) -> impl Iterator<Item = Unique<'_>> {
    let keys = table.constraints.iter().filter_map(|constraint| match &constraint.kind {
        ConstraintKind::Key { primary, columns, .. } => Some(Unique {
            name: constraint.name.as_ref()?,
            constraint: Some(if *primary { "PRIMARY KEY" } else { "UNIQUE KEY" }),
            keys: columns,
            filter: None,
        }),
        _ => None,
    });
    let indexes = table.indexes.iter().filter_map(|index| match index.kind {
        IndexKind::Rowstore { unique: true, .. } | IndexKind::Hash { unique: true } => {
            Some(Unique { name: &index.name, constraint: None, keys: &index.keys, filter: index.filter.as_ref() })
        }
        _ => None,
    });
    keys.chain(indexes)
}

/// Whether SQLite speaks of this key: by its columns, or by the name of an index over expressions.
fn is_named_by(unique: &Unique<'_>, physical: &str, said: &str) -> bool {
    let index = crate::sandbox::store::table::physical_index(physical, unique.name);
    let named = [format!("index '{index}'"), format!("index '{index}{NULLS}'")];
    let columns: Vec<String> = unique.keys.iter().map(|key| format!("{physical}.{}", key.name.folded())).collect();
    named.iter().any(|named| named == said) || columns.join(", ") == said
}

fn shown_value(value: Value, data_type: Option<SqlType>) -> String {
    let Some(data_type) = data_type else { return "?".to_owned() };
    match convert(value, data_type, SqlType::NVarChar(Some(450)), None) {
        Ok(Value::Text(text)) => text,
        Ok(Value::Null) => "<NULL>".to_owned(),
        _ => "?".to_owned(),
    }
}
