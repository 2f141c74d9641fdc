//! The type vector, wherever a statement writes it: how wide it may be (2717, 1001), that its width is a
//! number (102), and the base type that is a preview (195). Columns, parameters, results, variables and
//! conversions alike.

use super::{Judge, Refusal, table};
use crate::name::Name;
use crate::schema::VectorBase;
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::lexer::{self, Token, TokenKind};
use crate::text::Span;

/// Judges every vector type of a statement, the body of a module included.
pub(super) fn statement(judge: &mut Judge, statement: &Statement, text: &str) {
    let Some(text) = own_text(statement, text).filter(|text| speaks_of_vectors(text)) else { return };
    let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
    let mut types = Types { text, tokens: &tokens, open: Vec::new(), has_columns: has_columns(&statement.kind) };
    for written in (0..tokens.len()).filter_map(|at| types.next(at)) {
        written.judge(judge, about(&statement.kind));
    }
}

/// A statement without the statements in it, which are judged by themselves.
fn own_text<'t>(statement: &Statement, text: &'t str) -> Option<&'t str> {
    match &statement.kind {
        Kind::Block(_) | Kind::TryCatch { .. } | Kind::Dynamic { .. } => None,
        Kind::If { condition, .. } | Kind::While { condition, .. } => {
            let start = condition.start.checked_sub(statement.span.start)? as usize;
            text.get(start..start + condition.range().len())
        }
        _ => Some(text),
    }
}

/// Whether the word is in a text at all. Most texts do not have it, and are not cut into tokens.
fn speaks_of_vectors(text: &str) -> bool {
    let bytes = text.as_bytes();
    let starts = bytes.iter().enumerate().filter(|(_, byte)| matches!(**byte, b'v' | b'V'));
    let ends = |at: usize| bytes.get(at..at + 6).is_some_and(|word| word.eq_ignore_ascii_case(b"vector"));
    starts.map(|(at, _)| at).any(ends)
}

/// Whether a statement declares columns: a name before a type is one of these then.
fn has_columns(kind: &Kind) -> bool {
    matches!(kind, Kind::CreateTable { .. } | Kind::AlterTable { .. } | Kind::CreateType { .. } | Kind::Declare(_))
}

/// The object that a statement makes or alters.
fn about(kind: &Kind) -> Option<Name> {
    match kind {
        Kind::CreateTable { name, .. }
        | Kind::AlterTable { name, .. }
        | Kind::CreateType { name, .. }
        | Kind::Module { name, .. } => Some(name.to_name()),
        _ => None,
    }
}

/// One type as it is written.
struct Written {
    /// What it is given to: `column`, `variable`, `type`.
    noun: &'static str,
    name: String,
    width: Width,
    base: VectorBase,
}

enum Width {
    Number(u32),
    /// A variable or a name, as written.
    Other(String),
}

impl Written {
    /// 102, 1001, 2717 and 195.
    fn judge(self, judge: &mut Judge, about: Option<Name>) {
        let most = self.base.most_dimensions();
        let mut add = |refusal: Refusal| judge.add(Refusal { about: about.clone(), ..refusal });
        match self.width {
            Width::Other(written) => add(table::DIMENSIONS_ARE_NO_NUMBER.plain(&[&written])),
            Width::Number(0) => add(table::NO_DIMENSIONS.plain(&[&self.noun, &self.name])),
            Width::Number(width) if width > most => {
                add(table::TOO_MANY_DIMENSIONS.plain(&[&width, &self.noun, &self.name, &most]));
            }
            Width::Number(_) => {}
        }
        if self.base == VectorBase::Float16 && !judge.has_preview_features() {
            judge.add(Refusal { about, ..table::FLOAT16_IS_PREVIEW.plain(&[&self.noun, &self.name]) });
        }
    }
}

/// Goes through the tokens of a statement.
struct Types<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// The tokens before the parentheses that are open.
    open: Vec<Option<usize>>,
    has_columns: bool,
}

impl Types<'_> {
    /// The vector type that starts at a token, when one does. Asked for one token after the other.
    fn next(&mut self, at: usize) -> Option<Written> {
        if self.is(at, "(") {
            self.open.push(at.checked_sub(1));
        } else if self.is(at, ")") {
            self.open.pop();
        }
        self.is_vector(at).then(|| self.written(at))?
    }

    /// `VECTOR (`, perhaps with `sys.` before it.
    fn is_vector(&self, at: usize) -> bool {
        let is_name = |at: usize, name: &str| {
            let token = self.tokens.get(at).filter(|token| token.kind.is_name());
            token.is_some_and(|token| lexer::identifier_text(token.text(self.text)).eq_ignore_ascii_case(name))
        };
        let is_qualified = at > 0 && self.is(at - 1, ".");
        is_name(at, "vector") && self.is(at + 1, "(") && (!is_qualified || at > 1 && is_name(at - 2, "sys"))
    }

    fn written(&self, at: usize) -> Option<Written> {
        let before = if at > 0 && self.is(at - 1, ".") { at.checked_sub(3) } else { at.checked_sub(1) };
        let argument = self.tokens.get(at + 2)?;
        let width = match argument.kind {
            TokenKind::Number => Width::Number(self.number(at + 2)?),
            TokenKind::Variable | TokenKind::Word | TokenKind::Bracketed if self.is_type(before) => {
                Width::Other(argument.text(self.text).to_owned())
            }
            _ => return None,
        };
        let is_half = self.is(at + 3, ",") && self.is(at + 4, "float16");
        let base = if is_half { VectorBase::Float16 } else { VectorBase::Float32 };
        let (noun, name) = self.owner(before);
        Some(Written { noun, name, width, base })
    }

    /// A whole number that is all of the width.
    fn number(&self, at: usize) -> Option<u32> {
        let digits = self.tokens.get(at)?.text(self.text);
        let is_whole =
            digits.bytes().all(|byte| byte.is_ascii_digit()) && (self.is(at + 1, ")") || self.is(at + 1, ","));
        is_whole.then(|| digits.parse().unwrap_or(u32::MAX))
    }

    /// Whether a type stands behind a token, and no table or alias that is called `vector`.
    fn is_type(&self, before: Option<usize>) -> bool {
        let Some(before) = before else { return false };
        let earlier = before.checked_sub(1);
        let begins_column =
            || earlier.is_some_and(|at| ["(", ",", "ADD", "COLUMN"].iter().any(|word| self.is(at, word)));
        match () {
            () if self.is_variable(before) || self.is(before, "RETURNS") || self.converts(before) => true,
            () if self.is(before, "AS") => earlier.is_some_and(|at| self.is_variable(at)),
            () => self.has_columns && self.is_name(before) && begins_column(),
        }
    }

    /// `CAST (… AS` and `CONVERT (`, up to this token.
    fn converts(&self, before: usize) -> bool {
        let Some(function) = self.open.last().copied().flatten() else { return false };
        let is_call = |words: [&str; 2]| words.iter().any(|word| self.is(function, word));
        self.is(before, "AS") && is_call(["CAST", "TRY_CAST"])
            || before == function + 1 && is_call(["CONVERT", "TRY_CONVERT"])
    }

    /// What a type behind a token is given to.
    fn owner(&self, before: Option<usize>) -> (&'static str, String) {
        let named = |at: usize| {
            let written = self.tokens[at].text(self.text);
            if self.is_variable(at) {
                ("variable", written.to_owned())
            } else {
                ("column", lexer::identifier_text(written))
            }
        };
        let is_word = |at: usize| ["AS", "RETURNS", "FROM"].iter().any(|word| self.is(at, word));
        match before {
            Some(at) if self.converts(at) => ("type", "vector".to_owned()),
            Some(at) if self.is(at, "AS") && at > 0 && self.is_variable(at - 1) => named(at - 1),
            Some(at) if (self.is_name(at) || self.is_variable(at)) && !is_word(at) => named(at),
            _ => ("type", "vector".to_owned()),
        }
    }

    /// Whether a token is this symbol or word.
    fn is(&self, at: usize, text: &str) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| token.is_symbol(self.text, text) || token.is_word(self.text, text))
    }

    fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind.is_name())
    }

    fn is_variable(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Variable)
    }
}
