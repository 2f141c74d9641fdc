//! From [`ast`](super::ast) to SQLite: names are bound, types are found, text is written.
//!
//! One pass: each part yields its SQLite text and what is known of it (a `Typed` expression, a
//! `Relation`). Every source gets an alias of its own (`t1`, `t2`, …) and every column of a derived
//! table a name by position (`c0`, `c1`, …), so that no name of T-SQL can be taken for another.

mod aggregate;
mod arithmetic;
mod call;
mod case;
mod coerce;
mod compose;
mod condition;
mod cte;
mod date;
mod embeddings;
mod expression;
mod frame;
mod for_json;
mod insert;
mod json;
mod keys;
mod known;
mod merge;
mod module;
mod output;
mod relation;
mod rowset;
mod select;
mod set;
mod source;
mod target;
mod text;
mod typed;
mod update;
mod vector;
mod vector_search;
mod window;

use std::collections::{BTreeMap, BTreeSet};

use super::plan::{QueryError, Scope, Sql};
use crate::name::{Ident, Name};
use crate::sandbox::error::SqlError;
use cte::BoundCte;
use frame::Frame;
pub(super) use relation::Relation;
pub(super) use typed::Typed;

pub(super) type Bound<T> = Result<T, QueryError>;

/// The state of one translation.
pub(super) struct Binder<'a> {
    pub(super) scope: &'a Scope<'a>,
    /// Variables, in the order of SQLite's parameters.
    parameters: Vec<Ident>,
    /// The queries around the place, the innermost last.
    frames: Vec<Frame>,
    /// The CTEs in force, the innermost last.
    ctes: Vec<BoundCte>,
    /// Values of the parameters of the inline function whose body is bound.
    arguments: BTreeMap<Ident, Typed>,
    /// Variables that this statement assigns while it runs.
    live: BTreeSet<Ident>,
    /// One of them was read.
    live_read: bool,
    /// What the statement has assigned to variables in the row at hand.
    assigned: BTreeMap<Ident, Typed>,
    /// The CTE through which a change goes: its query also yields the row of its table.
    row_target: Option<Ident>,
    /// The next query yields it.
    row_wanted: bool,
    /// Views and functions that are being expanded, and tables whose filter is.
    expanding: Vec<Name>,
    /// While a view's or function's text is bound: the place in the statement that named it.
    outer_place: Option<usize>,
    serial: usize,
    /// How deep the place at hand is in expressions, queries and sources, as the parser counts.
    depth: usize,
}

impl<'a> Binder<'a> {
    pub(super) fn new(scope: &'a Scope<'a>) -> Self {
        Self {
            scope,
            parameters: Vec::new(),
            frames: Vec::new(),
            ctes: Vec::new(),
            arguments: BTreeMap::new(),
            live: BTreeSet::new(),
            live_read: false,
            assigned: BTreeMap::new(),
            row_target: None,
            row_wanted: false,
            expanding: Vec::new(),
            outer_place: None,
            serial: 0,
            depth: 0,
        }
    }

    /// The statement assigns these variables row by row: it reads them from the host.
    pub(super) fn assigns(&mut self, variables: &[Ident]) {
        self.live.extend(variables.iter().cloned());
    }

    /// SQLite text with the parameters that it has itself, numbered from 1.
    pub(super) fn sql(&self, text: impl AsRef<str>) -> Sql {
        let mut sql = Sql::default();
        let mut rest = text.as_ref();
        while let Some(at) = rest.find(['?', '\'', '"']) {
            let (head, tail) = rest.split_at(at);
            sql.text.push_str(head);
            let length = if tail.starts_with('?') { self.numbered(tail, &mut sql) } else { quoted_length(tail) };
            if !tail.starts_with('?') {
                sql.text.push_str(&tail[..length]);
            }
            rest = &tail[length..];
        }
        sql.text.push_str(rest);
        sql
    }

    /// Writes the parameter at the start of a text with its number in `sql`; its length in the text.
    fn numbered(&self, text: &str, sql: &mut Sql) -> usize {
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let known =
            text[1..=digits].parse::<usize>().ok().and_then(|number| self.parameters.get(number.checked_sub(1)?));
        if let Some(name) = known {
            let at = sql.parameters.iter().position(|other| other == name).unwrap_or_else(|| {
                sql.parameters.push(name.clone());
                sql.parameters.len() - 1
            });
            sql.text.push_str(&format!("?{}", at + 1));
        }
        digits + 1
    }

    /// Runs `bind` so many levels deeper.
    fn deeper<T>(&mut self, levels: usize, bind: impl FnOnce(&mut Self) -> Bound<T>) -> Bound<T> {
        self.depth += levels;
        let bound = bind(self);
        self.depth -= levels;
        bound
    }

    /// A number that no alias of this statement has yet.
    fn serial(&mut self) -> usize {
        self.serial += 1;
        self.serial
    }

    /// A new alias.
    fn alias(&mut self) -> String {
        format!("t{}", self.serial())
    }

    /// SQLite's parameter for a variable.
    fn parameter(&mut self, name: &Ident) -> String {
        let at = self.parameters.iter().position(|known| known == name).unwrap_or_else(|| {
            self.parameters.push(name.clone());
            self.parameters.len() - 1
        });
        format!("?{}", at + 1)
    }

    /// An error at a place of the statement.
    fn fail(&self, error: SqlError, at: usize) -> QueryError {
        QueryError::new(error, self.outer_place.unwrap_or(at))
    }

    /// An error by number and text.
    fn error<T>(&self, number: i32, text: impl Into<String>, at: usize) -> Bound<T> {
        Err(self.fail(SqlError::new(number, text), at))
    }

    /// What the sandbox does not know.
    fn unknown<T>(&self, what: impl std::fmt::Display, at: usize) -> Bound<T> {
        Err(self.fail(SqlError::unknown(what), at))
    }

    /// An error that has no place yet.
    fn placed<T>(&self, result: Result<T, SqlError>, at: usize) -> Bound<T> {
        result.map_err(|error| self.fail(error, at))
    }
}

/// The length of the quoted text or name at the start of a text; a doubled quote starts another one.
fn quoted_length(text: &str) -> usize {
    let quote = if text.starts_with('"') { '"' } else { '\'' };
    text[1..].find(quote).map_or(text.len(), |at| at + 2)
}
