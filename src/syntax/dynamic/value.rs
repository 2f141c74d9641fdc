//! What a string expression is known to be.

use super::Scope;
use super::text::Text;
use crate::name::Ident;
use crate::syntax::lexer::{Token, TokenKind};

/// How deep parentheses and conversions in a string expression may nest.
const MAX_DEPTH: usize = 32;

/// Literals in their order. When the value is `complete` it is the one piece, or empty; otherwise they
/// are pieces of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Value {
    pub pieces: Vec<Text>,
    pub complete: bool,
}

impl Value {
    /// Nothing is known.
    pub fn unknown() -> Self {
        Self::default()
    }

    /// Puts another value behind this one.
    pub fn append(&mut self, other: Value) {
        match (self.pieces.first_mut(), other.pieces.as_slice()) {
            (Some(whole), [more]) if self.complete && other.complete => whole.append(more),
            _ => self.pieces.extend(other.pieces),
        }
        self.complete &= other.complete;
    }

    /// What it costs to copy.
    pub fn cost(&self) -> usize {
        self.pieces.iter().map(Text::cost).sum()
    }

    /// The whole text, when it is known.
    pub fn text(&self) -> Option<&Text> {
        self.pieces.first().filter(|_| self.complete)
    }
}

/// The value of an expression: literals, variables, `CHAR(n)`, parentheses and conversions, joined by
/// `+`. Of anything else only the literals in it are known.
pub(super) fn evaluate(scope: &mut Scope, tokens: &[Token]) -> Value {
    let mut reader = Reader { scope, tokens, at: 0, depth: 0 };
    match reader.sum() {
        Some(value) if reader.at == tokens.len() => value,
        _ => literals(scope, tokens),
    }
}

/// The literals and the known variables in an expression that is not understood.
fn literals(scope: &mut Scope, tokens: &[Token]) -> Value {
    let mut value = Value::unknown();
    for token in tokens {
        match token.kind {
            TokenKind::String => value.pieces.push(Text::of_literal(scope.source, *token)),
            TokenKind::Variable => value.append(scope.get(&Ident::new(token.text(scope.source)))),
            _ => {}
        }
    }
    value
}

struct Reader<'r, 's> {
    scope: &'r mut Scope<'s>,
    tokens: &'r [Token],
    at: usize,
    depth: usize,
}

impl Reader<'_, '_> {
    /// `term + term + …`.
    fn sum(&mut self) -> Option<Value> {
        let mut value = self.term()?;
        while self.eat("+") {
            value.append(self.term()?);
        }
        Some(value)
    }

    fn term(&mut self) -> Option<Value> {
        let token = *self.tokens.get(self.at)?;
        self.at += 1;
        match token.kind {
            TokenKind::String => {
                Some(Value { pieces: vec![Text::of_literal(self.scope.source, token)], complete: true })
            }
            TokenKind::Variable => Some(self.scope.get(&Ident::new(token.text(self.scope.source)))),
            TokenKind::Symbol if token.is_symbol(self.scope.source, "(") => self.inner(Self::parenthesis),
            TokenKind::Word if self.eat("(") => self.call(token),
            _ => None,
        }
    }

    fn parenthesis(&mut self) -> Option<Value> {
        let value = self.sum()?;
        self.eat(")").then_some(value)
    }

    /// A function that is known, behind its opening parenthesis.
    fn call(&mut self, name: Token) -> Option<Value> {
        match name.text(self.scope.source).to_ascii_uppercase().as_str() {
            "CHAR" | "NCHAR" => self.character(name),
            "CAST" => self.inner(Self::cast),
            "CONVERT" => self.inner(Self::convert),
            _ => None,
        }
    }

    fn character(&mut self, name: Token) -> Option<Value> {
        let number = self.tokens.get(self.at)?.text(self.scope.source).parse::<u8>().ok()?;
        self.at += 1;
        let text = number.is_ascii().then(|| Text::of_char(number as char, name.span))?;
        self.eat(")").then_some(Value { pieces: vec![text], complete: true })
    }

    /// `value AS type)`.
    fn cast(&mut self) -> Option<Value> {
        let value = self.sum()?;
        let is_as = self.tokens.get(self.at).is_some_and(|token| token.is_word(self.scope.source, "AS"));
        self.at += 1;
        (is_as && self.character_type() && self.eat(")")).then_some(value)
    }

    /// `type, value)`.
    fn convert(&mut self) -> Option<Value> {
        let start = self.character_type() && self.eat(",");
        let value = if start { self.sum() } else { None }?;
        self.eat(")").then_some(value)
    }

    /// A type that keeps a text whole: `nvarchar(max)` or `varchar(max)`.
    fn character_type(&mut self) -> bool {
        let words = self.tokens.get(self.at..self.at + 4).unwrap_or_default();
        let text = |at: usize| words.get(at).map_or("", |token: &Token| token.text(self.scope.source));
        let known = ["nvarchar", "varchar"].iter().any(|name| text(0).eq_ignore_ascii_case(name));
        let whole = text(1) == "(" && text(2).eq_ignore_ascii_case("max") && text(3) == ")";
        self.at += 4;
        known && whole
    }

    /// One level deeper.
    fn inner(&mut self, read: fn(&mut Self) -> Option<Value>) -> Option<Value> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|token| token.is_symbol(self.scope.source, symbol));
        self.at += usize::from(found);
        found
    }
}
