//! Cursors: DECLARE, OPEN, FETCH, CLOSE, DEALLOCATE. The rows are read when a cursor is opened, as a
//! STATIC cursor has it, whatever kind was asked for; it is for reading only.

use std::sync::Arc;

use rusqlite::types::Value;

use super::plan::Ready;
use super::{Done, Failure, Flow, Interpreter, Stop};
use crate::name::Ident;
use crate::sandbox::error::SqlError;
use crate::sandbox::query::{Plan, PlanColumn};
use crate::sandbox::value::{self, SqlType};
use crate::sandbox::wire::Event;
use crate::syntax::lexer::{Token, TokenKind, identifier_text, lex};
use crate::text::Span;

/// A cursor of the session.
#[derive(Debug, Clone)]
pub(in crate::sandbox) struct Cursor {
    query: Arc<Ready<Plan>>,
    /// Its rows and the next one, while it is open.
    open: Option<Open>,
}

#[derive(Debug, Clone)]
struct Open {
    rows: Vec<Vec<Value>>,
    /// The row that was fetched last; 0 is before the first.
    at: usize,
}

/// Which row is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    Next,
    Prior,
    First,
    Last,
}

impl Which {
    fn of(word: &str) -> Option<Self> {
        match word.to_uppercase().as_str() {
            "NEXT" => Some(Which::Next),
            "PRIOR" => Some(Which::Prior),
            "FIRST" => Some(Which::First),
            "LAST" => Some(Which::Last),
            _ => None,
        }
    }

    /// The place of the row, from 1; 0 and behind the last are no rows.
    fn place(self, at: usize, count: usize) -> usize {
        match self {
            Which::Next => (at + 1).min(count + 1),
            Which::Prior => at.saturating_sub(1),
            Which::First => 1,
            Which::Last => count,
        }
    }
}

impl Interpreter<'_> {
    /// `DECLARE name CURSOR … FOR query`.
    pub(super) fn declare_cursor(&mut self, statement: Span) -> Done {
        let source = self.frame().code.source.text();
        let tokens = lex(source, statement).tokens;
        let query = tokens.iter().position(|token| token.is_word(source, "FOR")).and_then(|at| tokens.get(at + 1));
        let (Some(name), Some(query)) = (tokens.get(1).map(|token| self.name_of(token)), query) else {
            return Err(self.failure(SqlError::syntax("CURSOR"), statement).into());
        };
        let end = tokens.windows(2).find(|pair| pair[0].is_word(source, "FOR") && is_purpose(source, &pair[1]));
        let end =
            end.filter(|pair| pair[0].span.start > query.span.start).map_or(statement.end, |pair| pair[0].span.start);
        let span = Span { start: query.span.start, end };
        if self.session.cursors.contains_key(&name) {
            let text = format!("A cursor with the name '{}' already exists.", name.as_str());
            return Err(self.failure(SqlError::new(16915, text), statement).into());
        }
        let query = self.plan(span)?;
        if !matches!(query.translated, Plan::Rows { .. }) {
            return Err(self.failure(SqlError::syntax("FOR"), statement).into());
        }
        self.session.cursors.insert(name, Cursor { query, open: None });
        Ok(Flow::Next)
    }

    /// `OPEN`, `CLOSE`, `DEALLOCATE`.
    pub(super) fn handle_cursor(&mut self, word: &str, statement: Span) -> Done {
        let name = self.cursor_name(statement);
        let Some(cursor) = self.session.cursors.get(&name).cloned() else {
            return Err(self.failure(no_cursor(&name), statement).into());
        };
        match (word, &cursor.open) {
            ("OPEN", Some(_)) => {
                return Err(self.failure(SqlError::new(16905, "The cursor is already open."), statement).into());
            }
            ("OPEN", None) => {
                let rows = self.cursor_rows(&cursor.query, statement)?;
                let open = Some(Open { rows, at: 0 });
                self.session.cursors.insert(name, Cursor { open, ..cursor });
            }
            ("CLOSE", None) => return Err(self.failure(not_open(), statement).into()),
            ("CLOSE", Some(_)) => drop(self.session.cursors.insert(name, Cursor { open: None, ..cursor })),
            _ => drop(self.session.cursors.remove(&name)),
        }
        Ok(Flow::Next)
    }

    fn cursor_rows(&mut self, query: &Ready<Plan>, statement: Span) -> Result<Vec<Vec<Value>>, Stop> {
        let Plan::Rows { sql, columns } = &query.translated else { return Ok(Vec::new()) };
        self.fill_views(&query.views).map_err(|errors| self.failure(errors, statement))?;
        self.captures.push(super::Capture::default());
        let read = self.send_rows(sql, columns);
        let capture = self.captures.pop().unwrap_or_default();
        read.map_err(|errors| self.rows_failure(errors, statement))?;
        Ok(capture.rows)
    }

    /// `FETCH [NEXT|PRIOR|FIRST|LAST] FROM name [INTO @a, …]`.
    pub(super) fn fetch(&mut self, statement: Span) -> Done {
        let source = self.frame().code.source.text();
        let tokens = lex(source, statement).tokens;
        let words: Vec<String> = tokens.iter().map(|token| token.text(source).to_uppercase()).collect();
        let which = words.get(1).map_or(Some(Which::Next), |word| Which::of(word).or(Some(Which::Next)));
        if words.iter().any(|word| word == "ABSOLUTE" || word == "RELATIVE") {
            return Err(self.failure(SqlError::unknown("FETCH ABSOLUTE or RELATIVE"), statement).into());
        }
        let into = words.iter().position(|word| word == "INTO").unwrap_or(tokens.len());
        let targets: Vec<Ident> = tokens[into..]
            .iter()
            .filter(|token| token.kind == TokenKind::Variable)
            .map(|token| Ident::new(token.text(source)))
            .collect();
        let name = tokens[..into].last().map(|token| self.name_of(token)).unwrap_or_default();
        self.fetch_row(&name, which.unwrap_or(Which::Next), &targets, statement)
    }

    fn fetch_row(&mut self, name: &Ident, which: Which, targets: &[Ident], statement: Span) -> Done {
        let Some(cursor) = self.session.cursors.get_mut(name) else {
            return Err(self.failure(no_cursor(name), statement).into());
        };
        let query = Arc::clone(&cursor.query);
        let Some(open) = cursor.open.as_mut() else { return Err(self.failure(not_open(), statement).into()) };
        open.at = which.place(open.at, open.rows.len());
        let row = open.at.checked_sub(1).and_then(|at| open.rows.get(at)).cloned();
        self.session.host.state().fetch_status = if row.is_some() { 0 } else { -1 };
        let Plan::Rows { columns, .. } = &query.translated else { return Ok(Flow::Next) };
        if targets.is_empty() {
            self.show_fetched(columns, row);
            return Ok(Flow::Next);
        }
        if targets.len() != columns.len() {
            let text =
                "Cursorfetch: The number of variables declared in the INTO list must match that of selected columns.";
            return Err(self.failure(SqlError::new(16924, text), statement).into());
        }
        for ((target, cell), column) in targets.iter().zip(row.into_iter().flatten()).zip(columns) {
            self.take_fetched(target, cell, column.data_type, statement)?;
        }
        Ok(Flow::Next)
    }

    fn take_fetched(&self, target: &Ident, cell: Value, from: SqlType, statement: Span) -> Result<(), Failure> {
        let wanted = self.variable_type(target).map_err(|error| self.failure(error, statement))?;
        let converted = value::convert(cell, from, wanted, None).map_err(|error| self.failure(error, statement))?;
        self.set_variable(target, converted);
        Ok(())
    }

    fn show_fetched(&mut self, columns: &[PlanColumn], row: Option<Vec<Value>>) {
        (self.emit)(Event::Columns(columns.iter().map(PlanColumn::result_column).collect()));
        let count = u64::from(row.is_some());
        if let Some(row) = row {
            let cells = row.into_iter().zip(columns);
            (self.emit)(Event::Row(cells.map(|(cell, column)| value::to_wire(cell, column.data_type)).collect()));
        }
        self.count_rows(count);
        self.done(Some(count));
    }

    /// The last word of `OPEN [GLOBAL] name`.
    fn cursor_name(&self, statement: Span) -> Ident {
        let tokens = lex(self.frame().code.source.text(), statement).tokens;
        tokens.last().map(|token| self.name_of(token)).unwrap_or_default()
    }

    fn name_of(&self, token: &Token) -> Ident {
        Ident::new(identifier_text(token.text(self.frame().code.source.text())))
    }
}

/// `FOR UPDATE` and `FOR READ ONLY` behind the query.
fn is_purpose(source: &str, token: &Token) -> bool {
    token.is_word(source, "UPDATE") || token.is_word(source, "READ")
}

fn no_cursor(name: &Ident) -> SqlError {
    SqlError::new(16916, format!("A cursor with the name '{}' does not exist.", name.as_str()))
}

fn not_open() -> SqlError {
    SqlError::new(16917, "Cursor is not open.")
}
