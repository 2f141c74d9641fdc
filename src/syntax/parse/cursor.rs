//! A cursor over the tokens of one statement: it never runs past their end and never recurses.

use super::Leaf;
use crate::name::Ident;
use crate::schema::SqlText;
use crate::syntax::lexer::{Token, TokenKind, identifier_text, string_text};
use crate::text::Span;

/// A place among tokens. A copy is a place to come back to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    source: &'a str,
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the first token of a leaf. `None` when its parentheses do not balance, so that every group
    /// has an end afterwards.
    pub(super) fn new(leaf: &Leaf<'a>) -> Option<Self> {
        let mut depth = 0_usize;
        for token in leaf.tokens {
            if token.is_symbol(leaf.source, "(") {
                depth += 1;
            } else if token.is_symbol(leaf.source, ")") {
                depth = depth.checked_sub(1)?;
            }
        }
        (depth == 0).then_some(Self { source: leaf.source, tokens: leaf.tokens, at: 0 })
    }

    /// At the first of some of this cursor's tokens.
    fn within(self, from: usize, to: usize) -> Self {
        Self { source: self.source, tokens: &self.tokens[from..to], at: 0 }
    }

    /// Whether no token is left.
    pub(super) fn done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// The token here.
    pub(super) fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    /// The kind of the token here.
    pub(super) fn kind(&self) -> Option<TokenKind> {
        self.peek().map(|token| token.kind)
    }

    /// Goes past one token.
    pub(super) fn bump(&mut self) -> Option<Token> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    /// The text of a token.
    pub(super) fn text_of(&self, token: Token) -> &'a str {
        &self.source[token.span.range()]
    }

    /// The unquoted word here in upper case; empty when there is none.
    pub(super) fn word(&self) -> String {
        match self.peek() {
            Some(token) if token.kind == TokenKind::Word => self.text_of(token).to_uppercase(),
            _ => String::new(),
        }
    }

    /// The unquoted word before this place, in upper case.
    pub(super) fn previous(&self) -> Option<String> {
        let token = self.tokens.get(self.at.checked_sub(1)?)?;
        (token.kind == TokenKind::Word).then(|| self.text_of(*token).to_uppercase())
    }

    /// Whether these unquoted words, parted by single spaces, stand here.
    pub(super) fn is(&self, words: &str) -> bool {
        self.length_of(words).is_some()
    }

    /// How many tokens these words are, where they stand here. Most do not, which the first letter tells.
    fn length_of(&self, words: &str) -> Option<usize> {
        let first = |text: &str| text.bytes().next().map(|byte| byte.to_ascii_uppercase());
        (first(words) == first(self.text_of(self.peek()?))).then_some(())?;
        let mut ahead = 0;
        for word in words.split(' ') {
            self.tokens.get(self.at + ahead)?.is_word(self.source, word).then_some(())?;
            ahead += 1;
        }
        Some(ahead)
    }

    /// Goes past these words if they stand here.
    pub(super) fn eat(&mut self, words: &str) -> bool {
        let length = self.length_of(words);
        self.at += length.unwrap_or(0);
        length.is_some()
    }

    /// Goes past these words; `None` if they do not stand here.
    pub(super) fn expect(&mut self, words: &str) -> Option<()> {
        self.eat(words).then_some(())
    }

    /// Goes past the first of these choices that stands here, and tells which.
    pub(super) fn eat_one(&mut self, choices: &[&'static str]) -> Option<&'static str> {
        choices.iter().copied().find(|words| self.eat(words))
    }

    /// Whether this symbol stands here.
    pub(super) fn is_symbol(&self, symbol: &str) -> bool {
        self.peek().is_some_and(|token| token.is_symbol(self.source, symbol))
    }

    /// Goes past this symbol if it stands here.
    pub(super) fn eat_symbol(&mut self, symbol: &str) -> bool {
        let here = self.is_symbol(symbol);
        self.at += usize::from(here);
        here
    }

    /// Whether a name may stand here: a word or a delimited identifier.
    pub(super) fn is_ident(&self) -> bool {
        self.kind().is_some_and(TokenKind::is_name)
    }

    /// One identifier.
    pub(super) fn ident(&mut self) -> Option<Ident> {
        if !self.is_ident() {
            return None;
        }
        let token = self.bump()?;
        Some(Ident::new(identifier_text(self.text_of(token))))
    }

    /// One variable, with its `@`.
    pub(super) fn variable(&mut self) -> Option<Ident> {
        (self.kind()? == TokenKind::Variable).then_some(())?;
        let token = self.bump()?;
        Some(Ident::new(self.text_of(token)))
    }

    /// The value of one string literal.
    pub(super) fn string(&mut self) -> Option<String> {
        (self.kind()? == TokenKind::String).then_some(())?;
        let token = self.bump()?;
        Some(string_text(self.text_of(token)))
    }

    /// One number with its sign, as written.
    pub(super) fn number(&mut self) -> Option<Box<str>> {
        let start = *self;
        let negative = self.eat_symbol("-");
        if !negative {
            self.eat_symbol("+");
        }
        if self.kind() != Some(TokenKind::Number) {
            *self = start;
            return None;
        }
        let token = self.bump()?;
        let digits = self.text_of(token);
        Some(if negative { format!("-{digits}").into() } else { digits.into() })
    }

    /// The inside of the parentheses that open here; goes past them.
    pub(super) fn group(&mut self) -> Option<Cursor<'a>> {
        if !self.is_symbol("(") {
            return None;
        }
        let start = self.at;
        self.skip();
        Some(self.within(start + 1, self.at - 1))
    }

    /// Goes past one token, or past a whole pair of parentheses.
    pub(super) fn skip(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.bump() {
            if token.is_symbol(self.source, "(") {
                depth += 1;
            } else if token.is_symbol(self.source, ")") {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// What stands before `stop` holds or the end comes; parentheses are passed as a whole.
    pub(super) fn until(&mut self, stop: impl Fn(&Self) -> bool) -> Cursor<'a> {
        let start = self.at;
        while !self.done() && !stop(self) {
            self.skip();
        }
        self.within(start, self.at)
    }

    /// One clause that is not known, up to the word that another starts with. `before` is how many
    /// the node has already: after many of them the rest is taken as one, which keeps this linear.
    pub(super) fn unknown_clause(&mut self, starts: &[&str], before: usize) -> SqlText {
        const MANY: usize = 16;
        if before >= MANY {
            return self.rest();
        }
        let start = *self;
        self.skip();
        self.until(|here| starts.contains(&&*here.word()));
        self.text_since(&start)
    }

    /// The next item of a list parted by commas; goes past the comma.
    pub(super) fn item(&mut self) -> Cursor<'a> {
        let item = self.until(|cursor| cursor.is_symbol(","));
        self.eat_symbol(",");
        item
    }

    /// Goes to the end.
    pub(super) fn finish(&mut self) {
        self.at = self.tokens.len();
    }

    /// Everything that is left, as text; goes to the end.
    pub(super) fn rest(&mut self) -> SqlText {
        let start = *self;
        self.finish();
        self.text_since(&start)
    }

    /// The text from an earlier place to here, without what follows the last token.
    pub(super) fn text_since(&self, start: &Self) -> SqlText {
        SqlText::new(&self.source[self.span_since(start).range()])
    }

    /// The place of everything from an earlier place to here.
    pub(super) fn span_since(&self, start: &Self) -> Span {
        match (self.tokens.get(start.at), self.at.checked_sub(1).and_then(|last| self.tokens.get(last))) {
            (Some(first), Some(last)) if start.at < self.at => first.span.to(last.span),
            (Some(first), _) => Span { start: first.span.start, end: first.span.start },
            _ => Span { start: self.end(), end: self.end() },
        }
    }

    /// Where the last token ends.
    fn end(&self) -> u32 {
        self.tokens.last().map_or(0, |token| token.span.end)
    }

    /// The words and symbols that are left, parted by single spaces, words in upper case; goes to
    /// the end.
    pub(super) fn upper_rest(&mut self) -> Box<str> {
        let mut words: Vec<String> = Vec::new();
        while let Some(token) = self.bump() {
            let text = self.text_of(token);
            words.push(if token.kind == TokenKind::Word { text.to_uppercase() } else { text.to_owned() });
        }
        words.join(" ").into()
    }
}
