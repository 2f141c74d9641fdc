//! Reading tokens and comments from text.

use super::{Piece, Token, TokenKind, template};
use crate::text::Span;

/// Reads tokens and comments one by one; an iterator over [`Piece`].
#[derive(Debug, Clone)]
pub struct Lexer<'a> {
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Lexer<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        self.skip_space();
        let start = self.at;
        let kind = match (self.peek(0)?, self.peek(1)) {
            (b'-', Some(b'-')) => {
                self.skip_line();
                return Some(Piece::Comment(Span::new(start, self.at)));
            }
            (b'/', Some(b'*')) => {
                if self.block_comment() {
                    return Some(Piece::Comment(Span::new(start, self.at)));
                }
                TokenKind::Unterminated
            }
            (first, second) => self.token(first, second),
        };
        Some(Piece::Token(Token { kind, span: Span::new(start, self.at) }))
    }
}

impl<'a> Lexer<'a> {
    /// A lexer for `source[within]`, whose ends are character boundaries.
    #[must_use]
    pub fn new(source: &'a str, within: Span) -> Self {
        Self { source, bytes: &source.as_bytes()[..within.end as usize], at: within.start as usize }
    }

    /// The tokens alone, read one by one.
    pub fn tokens(self) -> impl Iterator<Item = Token> {
        self.filter_map(|piece| match piece {
            Piece::Token(token) => Some(token),
            Piece::Comment(_) => None,
        })
    }

    /// Goes on behind the last character of this line, before the CR or LF that ends it.
    pub fn skip_line(&mut self) {
        self.skip_while(|byte| byte != b'\n' && byte != b'\r');
    }

    /// One token that is no comment, from its first byte.
    fn token(&mut self, first: u8, second: Option<u8>) -> TokenKind {
        match (first, second) {
            (b'\'', _) => self.delimited(b'\'', TokenKind::String),
            (b'N' | b'n', Some(b'\'')) => {
                self.at += 1;
                self.delimited(b'\'', TokenKind::String)
            }
            (b'[', _) => self.delimited(b']', TokenKind::Bracketed),
            (b'"', _) => self.delimited(b'"', TokenKind::Quoted),
            (b'$', Some(b'(')) => self.placeholder(b')'),
            (b'$', Some(b'{')) => self.placeholder(b'}'),
            (b'<', _) => self.parameter().unwrap_or_else(|| self.symbol()),
            (b'0'..=b'9', _) | (b'.', Some(b'0'..=b'9')) => self.number(),
            (b'$', Some(b'0'..=b'9' | b'.' | b'-')) => {
                self.at += 1;
                self.number()
            }
            (b'@', _) => {
                self.at += 1;
                self.word();
                TokenKind::Variable
            }
            _ if self.starts_word() => {
                self.word();
                TokenKind::Word
            }
            _ => self.symbol(),
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn char(&self) -> Option<char> {
        self.source[self.at..self.bytes.len()].chars().next()
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                0..=b' ' => self.at += 1,
                0x80.. => match self.char() {
                    Some(c) if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    /// `/* … */`, nested ones inside; whether it has an end.
    fn block_comment(&mut self) -> bool {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek(0) {
            match (byte, self.peek(1)) {
                (b'/', Some(b'*')) => depth += 1,
                (b'*', Some(b'/')) => depth -= 1,
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            self.at += 2;
            if depth == 0 {
                return true;
            }
        }
        false
    }

    /// From an opening delimiter to its closing one, which stands for itself when doubled.
    fn delimited(&mut self, close: u8, kind: TokenKind) -> TokenKind {
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            self.at += 1;
            if byte == close {
                if self.peek(0) != Some(close) {
                    return kind;
                }
                self.at += 1;
            }
        }
        TokenKind::Unterminated
    }

    fn placeholder(&mut self, close: u8) -> TokenKind {
        let rest = &self.bytes[self.at + 2..];
        let length = rest.iter().take_while(|byte| is_of_placeholder(**byte)).count();
        if length > 0 && rest.get(length) == Some(&close) {
            self.at += length + 3;
            TokenKind::Placeholder
        } else {
            self.at += 1;
            TokenKind::Symbol
        }
    }

    /// Goes past a parameter of a template, if one begins here.
    fn parameter(&mut self) -> Option<TokenKind> {
        let (length, is_variable) = template::parameter(&self.bytes[self.at..])?;
        self.at += length;
        Some(if is_variable { TokenKind::Variable } else { TokenKind::Placeholder })
    }

    fn number(&mut self) -> TokenKind {
        if self.peek(0) == Some(b'0') && matches!(self.peek(1), Some(b'x' | b'X')) {
            self.at += 2;
            self.binary();
            return TokenKind::Number;
        }
        if self.peek(0) == Some(b'-') {
            self.at += 1;
        }
        self.skip_while(|byte| byte.is_ascii_digit());
        if self.peek(0) == Some(b'.') {
            self.at += 1;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        self.exponent();
        TokenKind::Number
    }

    /// Hexadecimal digits; a backslash at the end of a line goes on in the next one.
    fn binary(&mut self) {
        loop {
            self.skip_while(|byte| byte.is_ascii_hexdigit());
            match &self.bytes[self.at..] {
                [b'\\', b'\r', b'\n', ..] => self.at += 3,
                [b'\\', b'\n', ..] => self.at += 2,
                _ => return,
            }
        }
    }

    /// `e12`, `E-3`; also the bare `e` of `1e`, which T-SQL takes.
    fn exponent(&mut self) {
        if !matches!(self.peek(0), Some(b'e' | b'E')) {
            return;
        }
        let sign = usize::from(matches!(self.peek(1), Some(b'+' | b'-')));
        let digit = self.peek(1 + sign).is_some_and(|byte| byte.is_ascii_digit());
        let word_goes_on = self.peek(1).is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        if digit || !word_goes_on {
            self.at += if digit { 1 + sign } else { 1 };
            self.skip_while(|byte| byte.is_ascii_digit());
        }
    }

    fn skip_while(&mut self, holds: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&holds) {
            self.at += 1;
        }
    }

    fn starts_word(&self) -> bool {
        match self.peek(0) {
            Some(b'_' | b'#' | b'$') => true,
            Some(byte) if byte.is_ascii() => byte.is_ascii_alphabetic(),
            _ => self.char().is_some_and(char::is_alphanumeric),
        }
    }

    fn word(&mut self) {
        while let Some(byte) = self.peek(0) {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@' | b'#' | b'$') {
                self.at += 1;
                continue;
            }
            match self.char() {
                Some(c) if !byte.is_ascii() && is_word_char(c) => self.at += c.len_utf8(),
                _ => return,
            }
        }
    }

    fn symbol(&mut self) -> TokenKind {
        let length = match &self.bytes[self.at..] {
            [b'<', b'=', b'>', ..] | [b'|', b'|', b'=', ..] => 3,
            [b'<', b'=' | b'>' | b'<', ..] | [b'>', b'=' | b'>', ..] | [b'!', b'=' | b'<' | b'>', ..] => 2,
            [b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^', b'=', ..] => 2,
            [b':', b':', ..] | [b'|', b'|', ..] => 2,
            [b'(' | b')' | b'.' | b',' | b';' | b'=' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'%', ..] => 1,
            [b'&' | b'|' | b'^' | b'~' | b'!' | b':' | b'?' | b'{' | b'}' | b'\\', ..] => 1,
            _ => 0,
        };
        if length == 0 {
            self.at += self.char().map_or(1, char::len_utf8);
            return TokenKind::Unknown;
        }
        self.at += length;
        TokenKind::Symbol
    }
}

/// A character that may stand in the name of a variable of sqlcmd or of a placeholder.
fn is_of_placeholder(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':')
}

/// A character that may stand inside a word: letters, digits, marks and connectors of any script.
fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36f}' | '\u{203f}' | '\u{2040}' | '\u{200c}' | '\u{200d}')
}
