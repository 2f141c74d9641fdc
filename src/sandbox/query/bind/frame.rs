//! Frames: the sources of one query, and the way from a name to a column.

use super::typed::{Collated, Constant, Typed, Use};
use super::{Binder, Bound};
use crate::name::{Ident, Name};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::SqlType;
use crate::schema::Identity;

/// The sources that a query's expressions see.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub id: usize,
    pub sources: Vec<BoundSource>,
    /// Sources that the place at hand does not see yet (a derived table's siblings).
    pub hidden: bool,
    /// The bound texts of GROUP BY.
    pub keys: Vec<String>,
    /// Whether GROUP BY or an aggregate makes this a grouped query.
    pub grouped: bool,
    /// What an aggregate is refused with here; `None` where it may stand.
    pub no_aggregate: Option<&'static str>,
    /// The clause that takes window functions.
    pub windows: bool,
    /// Columns added to the SELECT list for the translation's own use.
    pub extra: Vec<String>,
    /// The text of `distance` when FROM has a VECTOR_SEARCH.
    pub distance: Option<String>,
    /// FROM has an APPLY.
    pub applies: bool,
}

/// A source in a frame.
#[derive(Debug, Clone)]
pub(super) struct BoundSource {
    /// Its alias, or the last part of its name.
    pub name: Ident,
    /// Its whole name, when it has no alias.
    pub full: Option<Name>,
    pub columns: Vec<SourceColumn>,
    /// The table that a change through this source writes.
    pub base: Option<Name>,
    /// The `_rowid_` of that table in SQLite's text.
    pub row: Option<String>,
}

/// A column of a source.
#[derive(Debug, Clone)]
pub(in crate::sandbox::query) struct SourceColumn {
    pub name: Ident,
    /// Its text in SQLite, with the alias.
    pub value: Typed,
    /// HIDDEN: not in `*`.
    pub hidden: bool,
    /// The column of the base table that it is, where its name is another.
    pub base: Option<Ident>,
}

impl SourceColumn {
    /// A column of `alias` by its name in SQLite.
    pub fn new(name: Ident, sql: String, data_type: SqlType, nullable: bool) -> Self {
        Self { name, value: Typed::new(sql, data_type, nullable), hidden: false, base: None }
    }

    pub fn collated(mut self, collation: Collated) -> Self {
        self.value.collation = collation;
        self
    }

    pub fn identity(mut self, identity: Option<Identity>) -> Self {
        self.value.identity = identity;
        self
    }
}

impl BoundSource {
    /// Whether `a.b` or `a` before a column means this source.
    fn answers(&self, qualifier: &[Ident], database: &str) -> bool {
        match (qualifier, &self.full) {
            ([name], _) => *name == self.name,
            ([schema, name], Some(full)) => *schema == full.schema && *name == full.object,
            ([db, schema, name], Some(full)) => {
                db.is(database) && (*schema == full.schema || schema.is_empty()) && *name == full.object
            }
            _ => false,
        }
    }

    /// All columns may be NULL: the source is on the outer side of a join.
    pub fn make_nullable(&mut self) {
        for column in &mut self.columns {
            column.value.nullable = true;
        }
    }
}

impl Binder<'_> {
    /// Opens a frame for a query.
    pub(super) fn push_frame(&mut self) -> usize {
        let id = self.serial();
        self.frames.push(Frame { id, ..Frame::default() });
        id
    }

    /// Closes the innermost frame.
    pub(super) fn pop_frame(&mut self) -> Frame {
        self.frames.pop().expect("every frame is closed once")
    }

    /// The innermost frame.
    pub(super) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a frame is open while a query is bound")
    }

    /// A source comes into the innermost frame (Msg 1013 for a name that is there).
    pub(super) fn add_source(&mut self, source: BoundSource, at: usize) -> Bound<()> {
        let twice = self.frame().sources.iter().any(|other| other.name == source.name && other.full == source.full);
        if twice && !source.name.is_empty() {
            let name = source.name.as_str();
            let text = format!(
                "The objects \"{name}\" and \"{name}\" in the FROM clause have the same exposed names. Use correlation \
                 names to distinguish them."
            );
            return self.error(1013, text, at);
        }
        self.frame().sources.push(source);
        Ok(())
    }

    /// The column that a name means, from the innermost frame outwards.
    pub(super) fn column(&mut self, parts: &[Ident], at: usize) -> Bound<Typed> {
        let Some((name, qualifier)) = parts.split_last() else { return self.error(207, "Invalid column name ''.", at) };
        for index in (0..self.frames.len()).rev() {
            if self.frames[index].hidden {
                continue;
            }
            if let Some(found) = self.column_in(index, qualifier, name, at)? {
                return Ok(found);
            }
        }
        if self.frames.is_empty() {
            let text = format!(
                "The name \"{}\" is not permitted in this context. Valid expressions are constants, constant expressions, and \
                 (in some contexts) variables. Column names are not permitted.",
                name.as_str()
            );
            return Err(self.fail(SqlError::new(128, text).class(15), at));
        }
        if qualifier.is_empty() {
            return self.error(207, format!("Invalid column name '{}'.", name.as_str()), at);
        }
        let whole: Vec<&str> = parts.iter().map(Ident::as_str).collect();
        let text = format!("The multi-part identifier \"{}\" could not be bound.", whole.join("."));
        self.error(4104, text, at)
    }

    /// The same in one frame; `None` when no source there answers.
    fn column_in(&self, index: usize, qualifier: &[Ident], name: &Ident, at: usize) -> Bound<Option<Typed>> {
        let frame = &self.frames[index];
        let answering = |source: &&BoundSource| qualifier.is_empty() || source.answers(qualifier, self.scope.database);
        let mut found = None;
        let mut answered = false;
        for source in frame.sources.iter().filter(answering) {
            answered = !qualifier.is_empty();
            for column in source.columns.iter().filter(|column| column.name == *name) {
                if found.is_some() {
                    return self.error(209, format!("Ambiguous column name '{}'.", name.as_str()), at);
                }
                found = Some((source, column));
            }
        }
        let Some((source, column)) = found else {
            if answered {
                return self.error(207, format!("Invalid column name '{}'.", name.as_str()), at);
            }
            return Ok(None);
        };
        let shown = match &source.full {
            Some(full) => format!("{}.{}.{}", full.schema.as_str(), full.object.as_str(), name.as_str()),
            None => format!("{}.{}", source.name.as_str(), name.as_str()),
        };
        Ok(Some(used(column, frame.id, at, shown)))
    }

    /// The columns of `*` or `t.*` in the innermost frame.
    pub(super) fn star(&mut self, qualifier: &[Ident], at: usize) -> Bound<Vec<(Ident, Typed)>> {
        let database = self.scope.database;
        let frame = self.frame();
        let id = frame.id;
        let mut columns = Vec::new();
        let mut answered = false;
        for source in &frame.sources {
            if !qualifier.is_empty() && !source.answers(qualifier, database) {
                continue;
            }
            answered = true;
            for column in source.columns.iter().filter(|column| !column.hidden) {
                let shown = format!("{}.{}", source.name.as_str(), column.name.as_str());
                columns.push((column.name.clone(), used(column, id, at, shown)));
            }
        }
        if answered {
            return Ok(columns);
        }
        if qualifier.is_empty() {
            return Err(self.fail(SqlError::new(263, "Must specify table to select from."), at));
        }
        let whole: Vec<&str> = qualifier.iter().map(Ident::as_str).collect();
        let text = format!(
            "The column prefix '{}' does not match with a table name or alias name used in the query.",
            whole.join(".")
        );
        self.error(107, text, at)
    }
}

fn used(column: &SourceColumn, frame: usize, at: usize, name: String) -> Typed {
    let mut value = column.value.clone();
    value.constant = Constant::None;
    value.uses.push(Use { frame, at, name });
    value
}
