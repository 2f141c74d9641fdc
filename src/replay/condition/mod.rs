//! Conditions of IF and WHILE, judged against what replay knows. What cannot be judged is unknown;
//! nothing is guessed.

mod column;
mod lookup;
mod query;
mod value;
mod view;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use value::{Value, literal};

use self::value::{compare, like, value};
use crate::catalog::{Catalog, Presence};
use crate::name::{Ident, Name};
use crate::source::Phase;
use crate::syntax::lexer::{Token, TokenKind, lex};
use crate::text::Span;

/// How deep parentheses and queries may nest; what is deeper is unknown.
const MAX_DEPTH: usize = 32;

/// Whether a condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    False,
    /// It cannot be judged here.
    Unknown,
}

impl Truth {
    fn not(self) -> Self {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }

    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, Truth::True) => Truth::True,
            _ => Truth::Unknown,
        }
    }

    fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Truth::True } else { Truth::False }
    }
}

/// Whether something is there, by how certain that is; `None` where it is not.
impl From<Option<Presence>> for Truth {
    fn from(presence: Option<Presence>) -> Self {
        match presence {
            Some(Presence::Certain) => Truth::True,
            Some(Presence::Possible) => Truth::Unknown,
            None => Truth::False,
        }
    }
}

/// What conditions are judged by.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    pub catalog: &'a Catalog,
    /// The tables that ever had an index of a name, so that no search goes through all tables.
    pub index_owners: &'a BTreeMap<Ident, BTreeSet<Name>>,
    /// Variables whose value is known from literals.
    pub variables: &'a BTreeMap<Ident, Value>,
    /// The migrations that EF Core's history table holds by now.
    pub ef_history: &'a BTreeSet<String>,
    /// Temporary tables that were made and never filled.
    pub empty_tables: &'a BTreeSet<Ident>,
    /// `@@TRANCOUNT`.
    pub transactions: u32,
    /// Which folder the file is in: post-load files run after the load.
    pub phase: Phase,
}

/// Judges a condition.
pub(super) fn judge(text: &str, facts: Facts<'_>) -> Truth {
    let tokens = lex(text, Span::new(0, text.len())).tokens;
    Judge { text, facts }.any_of(&tokens, 0)
}

/// Judges the tokens of one text.
#[derive(Clone, Copy)]
struct Judge<'a> {
    text: &'a str,
    facts: Facts<'a>,
}

impl Judge<'_> {
    /// `a OR b OR …`.
    fn any_of(self, tokens: &[Token], depth: usize) -> Truth {
        if depth > MAX_DEPTH {
            return Truth::Unknown;
        }
        let parts = self.split(tokens, "OR");
        parts.into_iter().map(|part| self.all_of(part, depth)).fold(Truth::False, Truth::or)
    }

    /// `a AND b AND …`.
    fn all_of(self, tokens: &[Token], depth: usize) -> Truth {
        let parts = self.split(tokens, "AND");
        parts.into_iter().map(|part| self.one(part, depth)).fold(Truth::True, Truth::and)
    }

    fn one(self, tokens: &[Token], depth: usize) -> Truth {
        match tokens {
            _ if depth > MAX_DEPTH => Truth::Unknown,
            [not, rest @ ..] if self.is(not, "NOT") => self.one(rest, depth + 1).not(),
            [exists, query @ ..] if self.is(exists, "EXISTS") => match self.enclosed(query) {
                Some(query) => self.exists(query, depth + 1),
                None => Truth::Unknown,
            },
            _ => match self.enclosed(tokens) {
                Some(inner) => self.any_of(inner, depth + 1),
                None => self.comparison(tokens, depth + 1),
            },
        }
    }

    /// `a = b`, `a IS NULL`, `a IN (…)`, `a LIKE b`.
    fn comparison(self, tokens: &[Token], depth: usize) -> Truth {
        let Some(at) = self.position(tokens, |token| self.compares(token)) else { return Truth::Unknown };
        let (left, operator, right) = (&tokens[..at], &tokens[at], &tokens[at + 1..]);
        let left = value(self, left, depth);
        match (operator.text(self.text).to_uppercase().as_str(), right) {
            ("IS", [null]) if self.is(null, "NULL") => left.is_null(),
            ("IS", [not, null]) if self.is(not, "NOT") && self.is(null, "NULL") => left.is_null().not(),
            ("IN", list) => self.one_of(&left, list, depth),
            ("LIKE", pattern) => like(&left, &value(self, pattern, depth)),
            ("NOT", [word, list @ ..]) if self.is(word, "IN") => self.one_of(&left, list, depth).not(),
            ("NOT", [word, pattern @ ..]) if self.is(word, "LIKE") => like(&left, &value(self, pattern, depth)).not(),
            (symbol, right) if operator.kind == TokenKind::Symbol => compare(&left, symbol, &value(self, right, depth)),
            _ => Truth::Unknown,
        }
    }

    fn one_of(self, left: &Value, list: &[Token], depth: usize) -> Truth {
        let Some(list) = self.enclosed(list).filter(|list| list.first().is_some_and(|word| !self.is(word, "SELECT")))
        else {
            return Truth::Unknown;
        };
        let items = self.split_at(list, |token| token.is_symbol(self.text, ","));
        items.into_iter().map(|item| compare(left, "=", &value(self, item, depth))).fold(Truth::False, Truth::or)
    }

    fn compares(self, token: &Token) -> bool {
        match token.kind {
            TokenKind::Symbol => {
                matches!(token.text(self.text), "=" | "<>" | "!=" | "<" | ">" | "<=" | ">=" | "!<" | "!>")
            }
            TokenKind::Word => ["IS", "IN", "LIKE", "NOT", "BETWEEN"].iter().any(|word| self.is(token, word)),
            _ => false,
        }
    }

    fn is(self, token: &Token, word: &str) -> bool {
        token.is_word(self.text, word)
    }

    /// What is inside one pair of parentheses that holds all of the tokens.
    fn enclosed(self, tokens: &[Token]) -> Option<&[Token]> {
        let [open, .., close] = tokens else { return None };
        let encloses = open.is_symbol(self.text, "(")
            && close.is_symbol(self.text, ")")
            && self.close_of(tokens) == Some(tokens.len() - 1);
        encloses.then(|| &tokens[1..tokens.len() - 1])
    }

    /// The index of the parenthesis that closes the first one.
    fn close_of(self, tokens: &[Token]) -> Option<usize> {
        let mut open = 0_usize;
        tokens.iter().position(|token| {
            match token.text(self.text) {
                "(" => open += 1,
                ")" => open = open.saturating_sub(1),
                _ => {}
            }
            open == 0
        })
    }

    /// The first token outside parentheses that is wanted.
    fn position(self, tokens: &[Token], wanted: impl Fn(&Token) -> bool) -> Option<usize> {
        let mut open = 0_usize;
        tokens.iter().position(|token| {
            match token.text(self.text) {
                "(" => open += 1,
                ")" => open = open.saturating_sub(1),
                _ => return open == 0 && wanted(token),
            }
            false
        })
    }

    /// The parts between a word, outside parentheses and CASE; the AND of a BETWEEN is none.
    fn split<'t>(self, tokens: &'t [Token], word: &str) -> Vec<&'t [Token]> {
        let (mut cases, mut between) = (0_usize, false);
        self.split_at(tokens, |token| {
            match token.text(self.text).to_ascii_uppercase().as_str() {
                "CASE" => cases += 1,
                "END" => cases = cases.saturating_sub(1),
                "BETWEEN" => between = true,
                "AND" if between => between = false,
                text => return cases == 0 && text == word,
            }
            false
        })
    }

    /// The parts between tokens that part, outside parentheses.
    fn split_at(self, tokens: &[Token], mut parts_at: impl FnMut(&Token) -> bool) -> Vec<&[Token]> {
        let mut open = 0_usize;
        let pieces = tokens.split(|token| {
            match token.text(self.text) {
                "(" => open += 1,
                ")" => open = open.saturating_sub(1),
                _ => return open == 0 && parts_at(token),
            }
            false
        });
        pieces.collect()
    }
}
