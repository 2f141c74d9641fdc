//! The parser's place in the tokens, and the small steps that every production takes.

use super::reserved::is_reserved;
use crate::name::Ident;
use crate::syntax::lexer::{self, Token, TokenKind};
use crate::syntax::query::{ParseError, Reason};
use crate::text::Span;

/// How deep parentheses, functions, CASE and subqueries may stand in each other: one for each, two for a
/// subquery and one more for one in FROM. The stack of a thread, 2 MB, holds this many also without
/// optimization.
const DEPTH: usize = 90;

/// How many terms a chain of `+`, `*`, … or of set operators may have: what SQLite's own limits leave.
const TERMS: usize = 450;

pub(super) type Parsed<T> = Result<T, ParseError>;

pub(super) struct Parser<'a> {
    pub(super) source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(source: &'a str, depth: usize) -> Self {
        let tokens = lexer::lex(source, Span::new(0, source.len())).tokens;
        Self { source, tokens, at: 0, depth }
    }

    fn token(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead)
    }

    /// The kind of the token `ahead` of the next one.
    pub(super) fn kind(&self, ahead: usize) -> Option<TokenKind> {
        self.token(ahead).map(|token| token.kind)
    }

    /// The text of the next token; empty at the end.
    pub(super) fn text(&self) -> &'a str {
        self.text_at(0)
    }

    /// The text of the token `ahead` of the next one.
    pub(super) fn text_at(&self, ahead: usize) -> &'a str {
        self.token(ahead).map_or("", |token| token.text(self.source))
    }

    /// The byte at which the next token starts.
    pub(super) fn offset(&self) -> usize {
        self.token(0).map_or(self.source.len(), |token| token.span.start as usize)
    }

    pub(super) fn advance(&mut self) {
        self.at += 1;
    }

    /// Whether the next token is this word.
    pub(super) fn is(&self, word: &str) -> bool {
        self.is_at(0, word)
    }

    /// Whether the token `ahead` of the next one is this word.
    pub(super) fn is_at(&self, ahead: usize, word: &str) -> bool {
        self.token(ahead).is_some_and(|token| token.is_word(self.source, word))
    }

    /// Whether the next tokens are these words.
    pub(super) fn are(&self, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(ahead, word)| self.is_at(ahead, word))
    }

    /// Whether the next token is this symbol.
    pub(super) fn is_symbol(&self, symbol: &str) -> bool {
        self.is_symbol_at(0, symbol)
    }

    /// Whether the token `ahead` of the next one is this symbol.
    pub(super) fn is_symbol_at(&self, ahead: usize, symbol: &str) -> bool {
        self.token(ahead).is_some_and(|token| token.is_symbol(self.source, symbol))
    }

    /// Takes the word if it is next.
    pub(super) fn take(&mut self, word: &str) -> bool {
        self.take_all(&[word])
    }

    /// Takes the words if they are next.
    pub(super) fn take_all(&mut self, words: &[&str]) -> bool {
        let found = self.are(words);
        if found {
            self.at += words.len();
        }
        found
    }

    /// Takes the symbol if it is next.
    pub(super) fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, word: &str) -> Parsed<()> {
        if self.take(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    pub(super) fn expect_symbol(&mut self, symbol: &str) -> Parsed<()> {
        if self.take_symbol(symbol) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// `=` after a word, as in `TABLE = t`.
    pub(super) fn expect_named(&mut self, word: &str) -> Parsed<()> {
        self.expect(word)?;
        self.expect_symbol("=")
    }

    /// Nothing but `;` is left.
    pub(super) fn end(&mut self) -> Parsed<()> {
        while self.take_symbol(";") {}
        if self.token(0).is_none() { Ok(()) } else { Err(self.unexpected()) }
    }

    /// The next token cannot stand here: 156 for a keyword, 105 for a string without an end, 102
    /// otherwise.
    pub(super) fn unexpected(&self) -> ParseError {
        let text = self.text();
        let reason = match self.kind(0) {
            Some(TokenKind::Unterminated) => Reason::Unclosed(text.chars().skip(1).take(128).collect()),
            Some(TokenKind::Word) if is_reserved(text) => Reason::Keyword(text.to_owned()),
            _ => Reason::Syntax(if text.is_empty() { self.last_text() } else { text }.to_owned()),
        };
        self.fail(reason)
    }

    fn fail(&self, reason: Reason) -> ParseError {
        ParseError { reason, at: self.offset() }
    }

    fn last_text(&self) -> &'a str {
        self.tokens.last().map_or("", |token| token.text(self.source))
    }

    /// What stands next is T-SQL, but not known here.
    pub(super) fn unknown(&self, what: &str) -> ParseError {
        self.fail(Reason::NotKnown(what.to_owned()))
    }

    /// Runs `parse` one level deeper.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.deeper(1, parse)
    }

    /// Runs `parse` so many levels deeper.
    pub(super) fn deeper<T>(&mut self, levels: usize, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth + levels > DEPTH {
            return Err(self.too_deep());
        }
        self.depth += levels;
        let result = parse(self);
        self.depth -= levels;
        result
    }

    fn too_deep(&self) -> ParseError {
        self.fail(Reason::TooDeep)
    }

    /// A chain of operators may have so many terms.
    pub(super) fn check_terms(&self, terms: usize) -> Parsed<()> {
        if terms < TERMS { Ok(()) } else { Err(self.too_deep()) }
    }

    /// A list with commas between its items.
    pub(super) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take_symbol(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// A list in parentheses.
    pub(super) fn parenthesized<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect_symbol("(")?;
        let items = self.list(item)?;
        self.expect_symbol(")")?;
        Ok(items)
    }

    /// Whether the next token can be a name: a delimited one, or a word that is not reserved.
    pub(super) fn at_name(&self) -> bool {
        self.at_name_ahead(0)
    }

    /// The same of the token `ahead` of the next one.
    pub(super) fn at_name_ahead(&self, ahead: usize) -> bool {
        match self.kind(ahead) {
            Some(TokenKind::Bracketed | TokenKind::Quoted) => true,
            Some(TokenKind::Word) => !is_reserved(self.text_at(ahead)),
            _ => false,
        }
    }

    /// One part of a name.
    pub(super) fn name(&mut self) -> Parsed<Ident> {
        if !self.at_name() {
            return Err(self.unexpected());
        }
        let name = Ident::new(lexer::identifier_text(self.text()));
        if name.is_empty() {
            return Err(self.unexpected());
        }
        self.advance();
        Ok(name)
    }

    /// A name of one to four parts; an empty middle part (`a..b`) stays empty.
    pub(super) fn qualified_name(&mut self) -> Parsed<Vec<Ident>> {
        // `.t` and `..t` leave schema and database to their defaults.
        while self.is_symbol(".") {
            self.advance();
        }
        let mut parts = vec![self.name()?];
        while self.is_symbol(".") && (self.is_symbol_at(1, ".") || self.at_name_ahead(1)) {
            self.advance();
            parts.push(if self.is_symbol(".") { Ident::new("") } else { self.name()? });
        }
        Ok(parts)
    }

    /// `[AS] alias`.
    pub(super) fn alias(&mut self) -> Parsed<Option<Ident>> {
        if self.take("AS") || self.at_name() { self.name().map(Some) } else { Ok(None) }
    }

    /// A string literal.
    pub(super) fn string(&mut self) -> Parsed<String> {
        if self.kind(0) != Some(TokenKind::String) {
            return Err(self.unexpected());
        }
        let text = lexer::string_text(self.text());
        self.advance();
        Ok(text)
    }

    /// A whole number.
    pub(super) fn integer(&mut self) -> Parsed<u32> {
        let number = self.text().parse().map_err(|_| self.unexpected())?;
        self.advance();
        Ok(number)
    }

    /// `@x`.
    pub(super) fn variable(&mut self) -> Parsed<Ident> {
        if self.kind(0) != Some(TokenKind::Variable) {
            return Err(self.unexpected());
        }
        let name = Ident::new(self.text());
        self.advance();
        Ok(name)
    }
}
