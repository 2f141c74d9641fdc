//! EXEC: the arguments of a procedure and what may follow them (Learn, EXECUTE).

use super::{Reader, Row, misfit};
use crate::syntax::lexer::TokenKind;
use crate::syntax::query::is_reserved;

/// Behind `EXEC (text)`.
const BEHIND_TEXT: [&str; 5] =
    ["", "AS LOGIN|USER = _", "AT DATA_SOURCE? _", "AS LOGIN|USER = _ AT DATA_SOURCE? _", "WITH …"];

/// Behind the arguments of a procedure.
const BEHIND_ARGUMENTS: [&str; 3] = ["AT _", "WITH RECOMPILE", "WITH RECOMPILE? ,? RESULT SETS …"];

impl Reader<'_> {
    pub(super) fn call(&mut self) {
        let mut at = usize::from(self.is_word(0, "EXEC") || self.is_word(0, "EXECUTE"));
        if self.kind(at) == Some(TokenKind::Variable) && self.is_symbol(at + 1, "=") {
            at += 2;
        }
        if self.is_symbol(at, "(") {
            return self.behind_text(at);
        }
        let is_name = |kind: TokenKind| kind.is_name() || kind == TokenKind::Variable;
        if !self.kind(at).is_some_and(is_name) && !self.is_symbol(at, ".") {
            return self.unexpected(at);
        }
        at = self.after_procedure(at);
        if self.is_symbol(at - 1, ".") {
            return self.unexpected(at);
        }
        if self.is_symbol(at, ";") {
            at += 2;
        }
        if at < self.tokens.len() && !self.is_behind(at) {
            at = match self.arguments(at) {
                Ok(at) => at,
                Err(at) => return self.unexpected(at),
            };
        }
        if at < self.tokens.len() {
            self.fit(at, &BEHIND_ARGUMENTS);
        }
    }

    fn behind_text(&mut self, open: usize) {
        let patterns =
            BEHIND_TEXT.map(|pattern| if pattern.is_empty() { "()".to_owned() } else { format!("() {pattern}") });
        let patterns = patterns.each_ref().map(String::as_str);
        let row = Row { source: self.text, tokens: &self.tokens[open..] };
        if let Some(at) = misfit(row, &patterns) {
            self.unexpected(open + at);
        } else if let Some(end) = self.row(0).after_parenthesis(open) {
            self.values(open + 1..end - 1);
        }
    }

    /// Behind a name of several parts or a variable.
    fn after_procedure(&self, from: usize) -> usize {
        let mut at = from + usize::from(!self.is_symbol(from, "."));
        while self.is_symbol(at, ".") {
            at += 1;
            at += usize::from(self.kind(at).is_some_and(TokenKind::is_name));
        }
        at
    }

    fn is_behind(&self, at: usize) -> bool {
        self.is_word(at, "WITH") || self.is_word(at, "AT") && self.kind(at + 1).is_some_and(TokenKind::is_name)
    }

    /// Past `[@name =] value [OUTPUT], …`; `Err` is where a value is missing.
    fn arguments(&self, from: usize) -> Result<usize, usize> {
        let mut at = from;
        loop {
            if self.kind(at) == Some(TokenKind::Variable) && self.is_symbol(at + 1, "=") {
                at += 2;
            }
            at += usize::from(self.is_symbol(at, "-") || self.is_symbol(at, "+"));
            if !self.is_value(at) {
                return Err(at);
            }
            at += 1;
            at += usize::from(self.is_word(at, "OUTPUT") || self.is_word(at, "OUT"));
            if !self.is_symbol(at, ",") {
                return Ok(at);
            }
            at += 1;
        }
    }

    /// A literal, a variable, or a word, which stands for its own text.
    fn is_value(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return false };
        match token.kind {
            TokenKind::Word => {
                let word = token.text(self.text);
                !is_reserved(word) || ["NULL", "DEFAULT"].iter().any(|one| one.eq_ignore_ascii_case(word))
            }
            TokenKind::Symbol | TokenKind::Unknown => false,
            _ => true,
        }
    }

    pub(super) fn is_word(&self, at: usize, word: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_word(self.text, word))
    }

    pub(super) fn is_symbol(&self, at: usize, symbol: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_symbol(self.text, symbol))
    }

    pub(super) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }
}
