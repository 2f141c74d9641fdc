//! Tokens as the recognizer sees them: the words and symbols that it knows, everything else blank.

use std::ops::Range;

use crate::syntax::lexer::{Token, TokenKind};
use crate::text::Span;

/// The words that the recognizer looks at, sorted.
const WORDS: [&str; 156] = [
    "ADD",
    "AFTER",
    "ALL",
    "ALTER",
    "ALWAYS",
    "ANY",
    "APPROX",
    "APPROXIMATE",
    "AS",
    "ASSEMBLY",
    "ATOMIC",
    "AUTHORIZATION",
    "AVAILABILITY",
    "BACKUP",
    "BEFORE",
    "BEGIN",
    "BLOCK",
    "BREAK",
    "BULK",
    "CASCADE",
    "CASE",
    "CATCH",
    "CHANGE_TRACKING_CONTEXT",
    "CHECKPOINT",
    "CLOSE",
    "COLLECTION",
    "COLUMN",
    "COMMIT",
    "CONFIGURATION",
    "CONTINUE",
    "CONVERSATION",
    "COPY",
    "COUNTER",
    "CREATE",
    "CREDENTIAL",
    "DATA",
    "DATABASE",
    "DBCC",
    "DEALLOCATE",
    "DECLARE",
    "DEFAULT",
    "DELETE",
    "DENY",
    "DIALOG",
    "DISABLE",
    "DISTRIBUTED",
    "DROP",
    "ELSE",
    "ENABLE",
    "ENCRYPTION",
    "END",
    "EVENT",
    "EXCEPT",
    "EXEC",
    "EXECUTE",
    "EXISTS",
    "EXTERNAL",
    "FETCH",
    "FILE",
    "FILTER",
    "FOR",
    "FROM",
    "FULLTEXT",
    "FUNCTION",
    "GET",
    "GOTO",
    "GOVERNOR",
    "GRANT",
    "GROUP",
    "IF",
    "INDEX",
    "INSERT",
    "INTERSECT",
    "INTO",
    "JOIN",
    "KEY",
    "KILL",
    "LINENO",
    "LOGIN",
    "MATERIALIZED",
    "MEMBER",
    "MERGE",
    "MOVE",
    "NO",
    "NOT",
    "NOTIFICATION",
    "NULL",
    "OF",
    "OFFSETS",
    "ON",
    "OPEN",
    "OPENDATASOURCE",
    "OPENQUERY",
    "OPENROWSET",
    "OR",
    "PARTITION",
    "POLICY",
    "PRINT",
    "PROC",
    "PROCEDURE",
    "RAISERROR",
    "RANGE",
    "READTEXT",
    "RECEIVE",
    "RECONFIGURE",
    "RESTORE",
    "RETURN",
    "REVERT",
    "REVOKE",
    "ROLE",
    "ROLLBACK",
    "ROW",
    "ROWS",
    "SAVE",
    "SCHEMA",
    "SEARCH",
    "SECONDARY",
    "SECURITY",
    "SELECT",
    "SEND",
    "SENSITIVITY",
    "SERVER",
    "SERVICE",
    "SESSION",
    "SET",
    "SETUSER",
    "SHUTDOWN",
    "SIGNATURE",
    "START",
    "STATISTICS",
    "SYMMETRIC",
    "TABLE",
    "TARGET",
    "THEN",
    "THROW",
    "TO",
    "TOP",
    "TRAN",
    "TRANSACTION",
    "TRIGGER",
    "TRUNCATE",
    "TRY",
    "UNION",
    "UPDATE",
    "UPDATETEXT",
    "USE",
    "USER",
    "VALUE",
    "VALUES",
    "VIEW",
    "WAITFOR",
    "WHILE",
    "WITH",
    "WRITETEXT",
    "XML",
    "XMLNAMESPACES",
];

/// Where in [`WORDS`] those of each first letter start.
const LETTERS: [u8; 27] = letters();

/// A batch's tokens, asked for by index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<'a> {
    pub source: &'a str,
    pub tokens: &'a [Token],
}

impl<'a> Words<'a> {
    /// The word (upper case) or symbol at an index; blank for anything else and past the end.
    pub fn at(&self, index: usize) -> &'static str {
        let Some(token) = self.tokens.get(index) else { return "" };
        match token.kind {
            TokenKind::Word => known_word(token.text(self.source)),
            TokenKind::Symbol => known_symbol(token.text(self.source)),
            _ => "",
        }
    }

    /// What stands before an index; blank at the start.
    pub fn before(&self, index: usize) -> &'static str {
        index.checked_sub(1).map_or("", |index| self.at(index))
    }

    /// The symbol at an index; cheaper than [`Words::at`] where only symbols matter.
    pub fn symbol(&self, index: usize) -> &'static str {
        if self.kind(index) == Some(TokenKind::Symbol) { self.at(index) } else { "" }
    }

    /// The kind of the token at an index.
    pub fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// The text of the token at an index; empty past the end.
    pub fn text(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| token.text(self.source))
    }

    /// Whether the token at an index can be a part of a name.
    pub fn is_name(&self, index: usize) -> bool {
        self.kind(index).is_some_and(TokenKind::is_name)
    }

    /// Where the name that starts at an index ends: `a`, `a.b`, `a..b`.
    pub fn name_end(&self, start: usize) -> usize {
        let mut at = start;
        loop {
            while self.symbol(at) == "." {
                at += 1;
            }
            if !self.is_name(at) {
                return at;
            }
            at += 1;
            if self.symbol(at) != "." {
                return at;
            }
        }
    }

    /// The index after the parenthesis that closes the one at `open`; the end when none does.
    pub fn after_parenthesis(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for at in open..self.tokens.len() {
            match self.symbol(at) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.tokens.len()
    }

    /// From the first token of a range to its last; the range is not empty.
    pub fn span(&self, range: &Range<usize>) -> Span {
        self.tokens[range.start].span.to(self.tokens[range.end - 1].span)
    }
}

const fn letters() -> [u8; 27] {
    let mut starts = [0; 27];
    let mut letter = 0;
    while letter < 26 {
        let mut at = starts[letter] as usize;
        while at < WORDS.len() && WORDS[at].as_bytes()[0] == b'A' + letter as u8 {
            at += 1;
        }
        starts[letter + 1] = at as u8;
        letter += 1;
    }
    starts
}

fn known_word(text: &str) -> &'static str {
    let Some(letter) = text.bytes().next().map(|byte| byte.to_ascii_uppercase()).filter(u8::is_ascii_uppercase) else {
        return "";
    };
    let letter = usize::from(letter - b'A');
    let candidates = &WORDS[usize::from(LETTERS[letter])..usize::from(LETTERS[letter + 1])];
    let found = candidates.iter().find(|word| word.len() == text.len() && word.eq_ignore_ascii_case(text));
    found.copied().unwrap_or("")
}

fn known_symbol(text: &str) -> &'static str {
    match text.as_bytes() {
        b"(" => "(",
        b")" => ")",
        b"," => ",",
        b"." => ".",
        b";" => ";",
        b":" => ":",
        b"=" => "=",
        b"*" => "*",
        b"{" => "{",
        b"}" => "}",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_sorted_and_found() {
        assert!(WORDS.is_sorted());
        assert!(WORDS.iter().all(|word| known_word(&word.to_lowercase()) == *word));
    }
}
