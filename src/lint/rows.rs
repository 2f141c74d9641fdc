//! Which rows an UPDATE or DELETE touches and which columns it sets, told by tokens.

use super::history::is_old_table;
use crate::name::{Ident, Name};
use crate::replay::{Inside, Step};
use crate::syntax::ast::{DmlVerb, Kind};
use crate::syntax::lexer::{Token, identifier_text, lex};
use crate::text::Span;

/// What an UPDATE or DELETE does to the rows of its table.
pub(super) struct Rows {
    /// The table.
    pub table: Name,
    /// Nothing restricts it: no WHERE, join, TOP or subquery as its source.
    pub all: bool,
    /// The columns that an UPDATE sets.
    pub set: Vec<Ident>,
}

impl Rows {
    /// What a statement of this verb does to a table that was there before its file; `None` for any
    /// other statement.
    pub(super) fn of_old_table(step: &Step, wanted: DmlVerb) -> Option<Rows> {
        let Kind::Dml { verb, target: Some(target) } = &step.statement.kind else { return None };
        let is_variable = target.object().as_str().starts_with('@');
        if *verb != wanted || is_variable || matches!(step.inside, Inside::Procedure(_)) {
            return None;
        }
        let table = step.before.resolve(&target.to_name());
        let is_old = target.parts.len() < 3 && is_old_table(step.before, step.file, &table);
        is_old.then(|| {
            let words = Words::of(step);
            Rows { table: step.before.as_written(table), all: words.touch_all(), set: words.set() }
        })
    }
}

/// The objects that a statement reads: those behind FROM, JOIN and the like.
pub(super) fn sources(step: &Step) -> Vec<Name> {
    sources_in(step.source.text(), step.statement.span)
}

/// The objects that a part of a text reads.
pub(super) fn sources_in(text: &str, span: Span) -> Vec<Name> {
    let tokens = lex(text, span).tokens;
    let introduces = |token: &Token| ["FROM", "JOIN", "APPLY", "USING"].iter().any(|word| token.is_word(text, word));
    let starts = tokens.iter().enumerate().filter(|(_, token)| introduces(token)).map(|(at, _)| at + 1);
    starts.filter_map(|at| name_at(text, &tokens[at..])).collect()
}

/// The name of at most two parts that begins at the first token.
fn name_at(text: &str, tokens: &[Token]) -> Option<Name> {
    let part = |at: usize| {
        let token = tokens.get(at)?;
        let is_name = token.kind.is_name();
        is_name.then(|| identifier_text(token.text(text)))
    };
    let is_dot = |at: usize| tokens.get(at).is_some_and(|token| token.is_symbol(text, "."));
    let first = part(0)?;
    match (is_dot(1), is_dot(3)) {
        (false, _) => Some(Name::dbo(first)),
        (true, false) => Some(Name::new(first, part(2)?)),
        (true, true) => None,
    }
}

/// The tokens of a statement that stand in no parenthesis; each parenthesis is one token, its opening.
struct Words<'a> {
    text: &'a str,
    tokens: Vec<Token>,
}

impl<'a> Words<'a> {
    fn of(step: &Step<'a>) -> Self {
        let text = step.source.text();
        let mut depth = 0_usize;
        let mut tokens = Vec::new();
        for token in lex(text, step.statement.span).tokens {
            if token.is_symbol(text, ")") {
                depth = depth.saturating_sub(1);
                continue;
            }
            if depth == 0 {
                tokens.push(token);
            }
            depth += usize::from(token.is_symbol(text, "("));
        }
        Self { text, tokens }
    }

    fn is(&self, at: usize, word: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_word(self.text, word))
    }

    fn is_symbol(&self, at: usize, symbol: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_symbol(self.text, symbol))
    }

    fn touch_all(&self) -> bool {
        const RESTRICT: [&str; 6] = ["WHERE", "JOIN", "APPLY", "TOP", "WITH", "CURRENT"];
        let restricts = |at: usize| RESTRICT.iter().any(|word| self.is(at, word) && !self.is_hint(at));
        let from_several = |at: usize| self.is(at, "FROM") && self.has_several_sources(at + 1);
        !(0..self.tokens.len()).any(|at| restricts(at) || from_several(at))
    }

    /// `WITH (TABLOCK)` behind a table; a WITH in front of the statement names subqueries.
    fn is_hint(&self, at: usize) -> bool {
        at > 0 && self.is(at, "WITH")
    }

    /// Whether a FROM names a subquery or several tables.
    fn has_several_sources(&self, from: usize) -> bool {
        self.is_symbol(from, "(") || (from..self.tokens.len()).any(|at| self.is_symbol(at, ","))
    }

    /// The columns left of the equals signs behind SET.
    fn set(&self) -> Vec<Ident> {
        let ends = |at: usize| ["FROM", "WHERE", "OUTPUT", "OPTION"].iter().any(|word| self.is(at, word));
        let Some(set) = (0..self.tokens.len()).find(|at| self.is(*at, "SET")) else { return Vec::new() };
        let end = (set..self.tokens.len()).find(|at| ends(*at)).unwrap_or(self.tokens.len());
        let starts = (set + 1..end).filter(|at| *at == set + 1 || self.is_symbol(at - 1, ","));
        starts.filter_map(|at| self.column(at, end)).collect()
    }

    /// The last part of the name that begins here, when `=` or the like follows it.
    fn column(&self, start: usize, end: usize) -> Option<Ident> {
        let assigns = |at: &usize| self.tokens[*at].text(self.text).ends_with('=');
        let equals = (start..end).find(assigns)?;
        let token = self.tokens.get(equals.checked_sub(1).filter(|at| *at >= start)?)?;
        let is_name = token.kind.is_name();
        is_name.then(|| Ident::new(identifier_text(token.text(self.text))))
    }
}
