//! What a string expression is known to be.

use super::Scope;
use super::text::Text;
use crate::name::Ident;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::lookup::Unnamed;

/// How deep parentheses and conversions in a string expression may nest.
const MAX_DEPTH: usize = 32;

/// Literals in their order. When the value is `complete` it is the one piece, or empty; otherwise they
/// are pieces of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Value {
    pub pieces: Vec<Text>,
    pub complete: bool,
    /// The constraint that the text drops whose name is looked up.
    pub drops: Option<Unnamed>,
}

impl Value {
    /// Nothing is known.
    pub fn unknown() -> Self {
        Self::default()
    }

    /// A text that is wholly known.
    pub fn known(text: Text) -> Self {
        Self { pieces: vec![text], complete: true, drops: None }
    }

    /// Puts another value behind this one.
    pub fn append(&mut self, other: Value) {
        match (self.pieces.first_mut(), other.pieces.as_slice()) {
            (Some(whole), [more]) if self.complete && other.complete => whole.append(more),
            _ => self.pieces.extend(other.pieces),
        }
        self.complete &= other.complete;
        self.drops = None;
    }

    /// What it costs to copy.
    pub fn cost(&self) -> usize {
        self.pieces.iter().map(Text::cost).sum()
    }

    /// The value with each of its pieces cut into words, for what may be changed anywhere.
    fn in_words(self) -> Value {
        Value { pieces: self.pieces.iter().flat_map(Text::words).collect(), ..Value::unknown() }
    }

    /// The whole text, when it is known.
    pub fn text(&self) -> Option<&Text> {
        self.pieces.first().filter(|_| self.complete)
    }
}

/// Functions that put other text into a text: what stands around it is known, names in it are not.
const CHANGING: [&str; 3] = ["REPLACE", "STUFF", "TRANSLATE"];

/// The value of an expression: literals, variables, `CHAR(n)`, `CONCAT`, `REPLACE`, `QUOTENAME`,
/// parentheses and conversions, joined by `+`. Of anything else only the literals in it are known.
pub(super) fn evaluate(scope: &mut Scope, tokens: &[Token]) -> Value {
    let mut reader = Reader { scope, tokens, at: 0, depth: 0 };
    match reader.sum() {
        Some(value) if reader.at == tokens.len() => value,
        _ => Value { drops: unnamed(scope.source, tokens), ..literals(scope, tokens) },
    }
}

/// The constraint that a text drops whose name is looked up.
fn unnamed(source: &str, tokens: &[Token]) -> Option<Unnamed> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    Unnamed::read(source.get(first.span.to(last.span).range())?)
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
    let changes = tokens.iter().any(|token| CHANGING.iter().any(|name| token.is_word(scope.source, name)));
    if changes { value.in_words() } else { value }
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
            TokenKind::String => Some(Value::known(Text::of_literal(self.scope.source, token))),
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
            "CONCAT" => self.inner(Self::concat),
            "REPLACE" => self.inner(Self::replace),
            "QUOTENAME" => self.inner(Self::quote_name),
            _ => None,
        }
    }

    fn character(&mut self, name: Token) -> Option<Value> {
        let number = self.tokens.get(self.at)?.text(self.scope.source).parse::<u8>().ok()?;
        self.at += 1;
        let text = number.is_ascii().then(|| Text::of_char(number as char, name.span))?;
        self.eat(")").then(|| Value::known(text))
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

    /// `value, value, …)`.
    fn concat(&mut self) -> Option<Value> {
        let mut value = self.sum()?;
        while self.eat(",") {
            value.append(self.sum()?);
        }
        self.eat(")").then_some(value)
    }

    /// `value)`, in brackets.
    fn quote_name(&mut self) -> Option<Value> {
        let place = self.tokens.get(self.at)?.span;
        let name = self.sum()?;
        self.eat(")").then_some(())?;
        let Some(text) = name.text().filter(|text| !text.as_str().contains(']')) else { return Some(Value::unknown()) };
        let mut quoted = Text::of_char('[', place);
        quoted.append(text);
        quoted.append(&Text::of_char(']', place));
        Some(Value::known(quoted))
    }

    /// `text, pattern, instead)`. Where only the last is not known, the pieces around it are.
    fn replace(&mut self) -> Option<Value> {
        let value = self.sum()?;
        self.eat(",").then_some(())?;
        let pattern = self.sum()?;
        self.eat(",").then_some(())?;
        let instead = self.sum()?;
        self.eat(")").then_some(())?;
        let known = value.text().zip(pattern.text()).filter(|(_, pattern)| pattern.as_str().is_ascii());
        let Some((text, pattern)) = known else { return Some(value.in_words()) };
        if pattern.as_str().is_empty() {
            return Some(value);
        }
        let pieces = text.split(pattern.as_str());
        let Some(instead) = instead.text() else {
            return Some(Value { complete: pieces.len() == 1, pieces, drops: None });
        };
        let cost = text.cost() + (pieces.len() - 1) * instead.cost();
        if !self.scope.spend(cost) {
            return Some(Value::unknown());
        }
        let mut pieces = pieces.into_iter();
        let mut whole = pieces.next().unwrap_or_default();
        for piece in pieces {
            whole.append(instead);
            whole.append(&piece);
        }
        Some(Value::known(whole))
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
