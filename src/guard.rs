//! Guards: facts about the data that must hold before a post-load step is sent, and their header syntax.

use std::fmt;

use crate::name::{DEFAULT_SCHEMA, Ident, Name};
use crate::syntax::lexer::{self, Token};
use crate::text::Span;

/// A condition that is counted in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// `rows <table>.<column> >= <n>`: at least so many rows hold a value in the column.
    Rows {
        /// The table.
        table: Name,
        /// The column.
        column: Ident,
        /// How many.
        at_least: u64,
    },
    /// `complete <table>.<column>`: no row where the column is NULL.
    Complete {
        /// The table.
        table: Name,
        /// The column.
        column: Ident,
    },
    /// `single <table>.<column>`: at most one distinct value.
    Single {
        /// The table.
        table: Name,
        /// The column.
        column: Ident,
    },
}

/// A guard that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a guard; write `rows <table>.<column> >= <n>`, `complete <table>.<column>` or `single <table>.<column>`"
)]
pub struct GuardError(String);

/// A guard in a line: whether it holds, where that is known, and what is missing.
#[must_use]
pub fn line(guard: &str, met: Option<bool>, missing: &str) -> String {
    match met {
        Some(true) => format!("met: {guard}"),
        Some(false) => format!("not met: {guard}: {missing}"),
        None => format!("unknown: {guard}"),
    }
}

impl Guard {
    /// Reads what follows the word `guard` in a header.
    ///
    /// # Errors
    /// When it has none of the three forms.
    pub fn parse(text: &str) -> Result<Self, GuardError> {
        let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
        Self::read(text, &tokens).ok_or_else(|| GuardError(text.trim().to_owned()))
    }

    /// The table whose rows are counted.
    #[must_use]
    pub fn table(&self) -> &Name {
        match self {
            Guard::Rows { table, .. } | Guard::Complete { table, .. } | Guard::Single { table, .. } => table,
        }
    }

    /// The column that is looked at.
    #[must_use]
    pub fn column(&self) -> &Ident {
        match self {
            Guard::Rows { column, .. } | Guard::Complete { column, .. } | Guard::Single { column, .. } => column,
        }
    }

    /// Whether counting stops at this number, so that there may be more: it stops where the answer is known.
    #[must_use]
    pub fn stops_at(&self, have: u64) -> bool {
        have >= match self {
            Guard::Rows { at_least, .. } => *at_least,
            Guard::Complete { .. } => 1,
            Guard::Single { .. } => 2,
        }
    }

    /// What is missing where so much was counted, and what to do.
    #[must_use]
    pub fn missing(&self, have: u64) -> String {
        let (table, column) = (self.table(), self.column());
        match self {
            Guard::Rows { at_least, .. } => {
                let rows = if have == 1 { "1 row has".to_owned() } else { format!("{have} rows have") };
                format!(
                    "{rows} a value in {table}.{column}, and {at_least} are needed: load {} more",
                    at_least.saturating_sub(have)
                )
            }
            Guard::Complete { .. } => format!("rows of {table} have no value in {column}: fill them, or delete them"),
            Guard::Single { .. } => {
                format!("{table}.{column} has more than one value: bring all rows to one, or delete the others")
            }
        }
    }

    fn read(text: &str, tokens: &[Token]) -> Option<Self> {
        let (word, rest) = tokens.split_first()?;
        let name_length = rest.iter().position(|token| token.is_symbol(text, ">=")).unwrap_or(rest.len());
        let (table, column) = column(text, &rest[..name_length])?;
        match (word, &rest[name_length..]) {
            (word, [_, number]) if word.is_word(text, "rows") => {
                Some(Guard::Rows { table, column, at_least: number.text(text).parse().ok()? })
            }
            (word, []) if word.is_word(text, "complete") => Some(Guard::Complete { table, column }),
            (word, []) if word.is_word(text, "single") => Some(Guard::Single { table, column }),
            _ => None,
        }
    }
}

/// `table.column` or `schema.table.column`.
fn column(text: &str, tokens: &[Token]) -> Option<(Name, Ident)> {
    let mut parts = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_name = token.kind.is_written_name();
        match at % 2 {
            0 if is_name => parts.push(Ident::new(lexer::identifier_text(token.text(text)))),
            1 if token.is_symbol(text, ".") => {}
            _ => return None,
        }
    }
    let is_complete = tokens.len() % 2 == 1;
    match (is_complete, parts.as_slice()) {
        (true, [table, column]) => Some((Name::new(DEFAULT_SCHEMA, table.as_str()), column.clone())),
        (true, [schema, table, column]) => {
            Some((Name { schema: schema.clone(), object: table.clone() }, column.clone()))
        }
        _ => None,
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guard::Rows { table, column, at_least } => write!(f, "rows {table}.{column} >= {at_least}"),
            Guard::Complete { table, column } => write!(f, "complete {table}.{column}"),
            Guard::Single { table, column } => write!(f, "single {table}.{column}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_prints_as_it_is_read() {
        for text in ["rows dbo.t.c >= 100", "complete rag.[a b].c", "single dbo.t.[]]x]"] {
            assert_eq!(Guard::parse(text).map(|guard| guard.to_string()).as_deref(), Ok(text));
        }
        let short = Guard::parse("ROWS t.c>=7").expect("a guard");
        assert_eq!(short.to_string(), "rows dbo.t.c >= 7");
    }

    #[test]
    fn what_is_no_guard_is_an_error() {
        for text in
            ["", "rows t.c", "rows t.c >= many", "complete t", "single t.c.", "complete a.b.c.d", "rows t.c > 1"]
        {
            assert!(Guard::parse(text).is_err(), "{text}");
        }
    }
}
