//! Queries, changes of rows, conditions and values: read as the parser of queries reads them.

use std::ops::Range;

use super::{Look, Reader, Unread};
use crate::schema::{Module, Predicate};
use crate::syntax::ast::{Declared, Statement};
use crate::syntax::lexer::{TokenKind, between_commas, lex};
use crate::syntax::query::{self, ParseError, Reason};
use crate::text::Span;

impl Reader<'_> {
    /// A query or change of rows.
    pub(super) fn query(&mut self, span: Span) {
        self.read(span, |text| query::statement(text, 0).map(|_| ()));
    }

    /// A condition or value.
    pub(super) fn expression(&mut self, span: Span) {
        self.read(span, |text| query::expression(text, 0).map(|_| ()));
    }

    /// Values parted by commas, in a range of the statement's tokens.
    pub(super) fn values(&mut self, range: Range<usize>) {
        let tokens = self.tokens.get(range.clone()).unwrap_or_default().to_vec();
        for value in between_commas(self.text, &tokens) {
            match value {
                [first, .., last] => self.expression(first.span.to(last.span)),
                [only] => self.expression(only.span),
                [] => return self.unexpected(range.end),
            }
        }
    }

    /// The text of a condition or value that a typed parser kept.
    pub(super) fn kept(&mut self, text: &str) {
        let Some(span) = self.find(text).and_then(|found| self.span_of(found)) else { return };
        self.expression(span);
    }

    /// What a variable gets; a cursor is no value.
    pub(super) fn assigned(&mut self, value: Span) {
        let is_cursor = self.text.get(value.range()).is_some_and(|text| starts_with(text, "CURSOR"));
        if !is_cursor {
            self.expression(value);
        }
    }

    pub(super) fn declared(&mut self, variables: &[Declared]) {
        variables.iter().filter_map(|variable| variable.value).for_each(|value| self.assigned(value));
        self.tokens = lex(self.text, self.span).tokens;
        variables.iter().filter_map(|variable| variable.table.as_deref()).for_each(|table| self.table(table));
        variables.iter().filter_map(|variable| variable.data_type.as_ref()).for_each(|of| self.data_type(of));
    }

    /// The arguments of a predicate's function.
    pub(super) fn predicate(&mut self, predicate: &Predicate) {
        predicate.arguments.iter().for_each(|argument| self.kept(argument.as_str()));
    }

    /// The body of a module: its one query, or its statements.
    pub(super) fn body(&mut self, module: &Module, statements: &[Statement], body: Span) {
        if module.is_query() {
            if let Some(query) = query::only_query(self.text, module, body) {
                self.query(query);
            }
            return;
        }
        self.found.extend(super::of_all(self.text, statements, self.look));
    }

    fn read(&mut self, span: Span, read: impl Fn(&str) -> Result<(), ParseError>) {
        if self.look == Look::Clauses {
            return;
        }
        let Some(text) = self.text.get(span.range()) else { return };
        let Err(error) = read(text) else { return };
        let told = match &error.reason {
            Reason::Syntax(_) | Reason::Keyword(_) => true,
            Reason::NotKnown(what) => is_unknown_hint(what),
            Reason::SetOption(_) | Reason::Unclosed(_) | Reason::TooDeep => false,
        };
        if !told || is_filled_in(text) {
            return;
        }
        let start = (span.start + error.at as u32).min(span.end);
        let rest = Span { start, end: span.end };
        let token = lex(self.text, rest).tokens.first().map_or(rest, |token| token.span);
        self.found.push(Unread { span: token, reason: error.reason });
    }
}

/// A hint that is in no list; those here are T-SQL, though no query of ours can follow them.
fn is_unknown_hint(what: &str) -> bool {
    let hint = what.strip_prefix("The table hint ").or(what.strip_prefix("The query hint "));
    hint.is_some_and(|hint| {
        !["SNAPSHOT", "SPATIAL_WINDOW_MAX_CELLS"].iter().any(|known| hint.eq_ignore_ascii_case(known))
    })
}

/// Whether another tool puts something into the text before it is sent.
fn is_filled_in(text: &str) -> bool {
    let tokens = lex(text, Span::new(0, text.len())).tokens;
    tokens.iter().any(|token| matches!(token.kind, TokenKind::Placeholder | TokenKind::Unterminated))
}

fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}
