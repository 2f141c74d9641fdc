//! The lexer: T-SQL into tokens with byte spans, comments in a list beside them.
//!
//! It never fails: what has no end (a string, a comment, a bracketed name) runs to the end of the
//! text as an [`TokenKind::Unterminated`] token. Linear in the text.

mod delimited;
mod parts;
mod scan;
mod template;

pub use self::delimited::{identifier_text, string_text};
pub use self::parts::{between_commas, closing};
pub use self::scan::Lexer;
use crate::text::Span;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A regular identifier or keyword: `SELECT`, `dbo`, `#t`, `$action`.
    Word,
    /// `[bracketed]`.
    Bracketed,
    /// `"quoted"`: an identifier, since QUOTED_IDENTIFIER is ON here.
    Quoted,
    /// `'text'` or `N'text'`, with its prefix.
    String,
    /// `12`, `1.5e3`, `0xFF`, `$12.5` (money).
    Number,
    /// `@x` or `@@x`; `<@name, type, @x>`, a parameter of a template that stands for one.
    Variable,
    /// `(`, `)`, `,`, `;`, `.`, operators; one to three characters.
    Symbol,
    /// `$(name)`: a variable of sqlcmd; `${name}`: a placeholder; `<name, type, value>`: a parameter of a
    /// template. Each stands where a name, or a part of one, can stand.
    Placeholder,
    /// A string, comment or delimited name that has no end.
    Unterminated,
    /// A character that T-SQL does not know.
    Unknown,
}

impl TokenKind {
    /// Whether such a token can be a name or a part of one.
    #[must_use]
    pub fn is_name(self) -> bool {
        self.is_written_name() || self == TokenKind::Placeholder
    }

    /// Whether it is a name as it is written, and nothing that stands for one.
    #[must_use]
    pub fn is_written_name(self) -> bool {
        matches!(self, TokenKind::Word | TokenKind::Bracketed | TokenKind::Quoted)
    }
}

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
}

impl Token {
    /// Its text.
    #[must_use]
    pub fn text<'a>(&self, source: &'a str) -> &'a str {
        &source[self.span.range()]
    }

    /// Whether this is the unquoted word `word`, in any letter case.
    #[must_use]
    pub fn is_word(&self, source: &str, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text(source).eq_ignore_ascii_case(word)
    }

    /// Whether this is the symbol `symbol`.
    #[must_use]
    pub fn is_symbol(&self, source: &str, symbol: &str) -> bool {
        self.kind == TokenKind::Symbol && self.text(source) == symbol
    }
}

/// The operators that assign: to a variable, or to a column in the SET of an UPDATE.
pub const ASSIGNMENTS: [&str; 10] = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "||="];

/// What [`lex`] yields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lexed {
    /// The tokens in order; no white space and no comments.
    pub tokens: Vec<Token>,
    /// The comments in order, with their markers.
    pub comments: Vec<Span>,
}

/// Cuts `source[within]` into tokens. Spans are offsets into `source`.
#[must_use]
pub fn lex(source: &str, within: Span) -> Lexed {
    let mut lexed = Lexed::default();
    for piece in Lexer::new(source, within) {
        match piece {
            Piece::Token(token) => lexed.tokens.push(token),
            Piece::Comment(span) => lexed.comments.push(span),
        }
    }
    lexed
}

/// What the lexer reads next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// A token.
    Token(Token),
    /// A comment with its markers. One without an end is a token, [`TokenKind::Unterminated`].
    Comment(Span),
}

impl Piece {
    /// Where it is.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Piece::Token(token) => token.span,
            Piece::Comment(span) => *span,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        let lexed = lex(source, Span::new(0, source.len()));
        lexed.tokens.iter().map(|token| token.text(source)).collect()
    }

    #[test]
    fn tokens_of_every_kind() {
        assert_eq!(
            texts("SELECT [a]]b], \"c\", N'it''s', 0xFF, 1.5e3, @x, @@ROWCOUNT FROM #t WHERE a<>$1.2 -- end"),
            [
                "SELECT",
                "[a]]b]",
                ",",
                "\"c\"",
                ",",
                "N'it''s'",
                ",",
                "0xFF",
                ",",
                "1.5e3",
                ",",
                "@x",
                ",",
                "@@ROWCOUNT",
                "FROM",
                "#t",
                "WHERE",
                "a",
                "<>",
                "$1.2",
            ]
        );
    }

    #[test]
    fn a_binary_goes_on_after_a_backslash() {
        assert_eq!(texts("0x12\\\r\n34\\\n56 \\ 1"), ["0x12\\\r\n34\\\n56", "\\", "1"]);
    }

    #[test]
    fn a_word_may_follow_a_number() {
        assert_eq!(texts("1FROM 1.5e3x 1e 2..3 t.5"), ["1", "FROM", "1.5e3", "x", "1e", "2.", ".3", "t", ".5"]);
    }

    #[test]
    fn comments_nest() {
        assert_eq!(texts("a /* x /* ' */ y */ b"), ["a", "b"]);
    }

    #[test]
    fn what_has_no_end_is_one_token() {
        for source in ["'abc", "[abc", "\"abc", "/* abc"] {
            let lexed = lex(source, Span::new(0, source.len()));
            assert_eq!(lexed.tokens.len(), 1, "{source}");
            assert_eq!(lexed.tokens[0].kind, TokenKind::Unterminated, "{source}");
        }
    }
}
