//! The parts of an EXEC statement.

use crate::name::Ident;
use crate::sandbox::error::SqlError;
use crate::syntax::lexer::{Token, TokenKind, between_commas, identifier_text, lex};
use crate::text::Span;

/// An EXEC statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Execute {
    /// The variable that takes the return status.
    pub result: Option<Ident>,
    /// What is executed.
    pub target: Target,
    /// With what.
    pub arguments: Vec<Argument>,
}

/// What is executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// The text that an expression gives.
    Text(Span),
    /// A procedure, by the parts of its name.
    Procedure(Vec<Ident>),
    /// The procedure whose name a variable holds.
    Variable(Ident),
}

/// An argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Argument {
    /// The parameter's name, when it is given.
    pub name: Option<Ident>,
    /// The value's place; `None` is DEFAULT.
    pub value: Option<Span>,
    /// `OUTPUT`.
    pub output: bool,
}

/// Reads an EXEC statement. The word may be missing: the first statement of a batch needs none.
///
/// # Errors
/// 102, and what the sandbox does not know.
pub(super) fn execute(source: &str, span: Span) -> Result<Execute, SqlError> {
    let tokens = lex(source, span).tokens;
    let mut rest = &tokens[..];
    if let [first, after @ ..] = rest
        && (first.is_word(source, "EXEC") || first.is_word(source, "EXECUTE"))
    {
        rest = after;
    }
    let mut result = None;
    if let [variable, equals, after @ ..] = rest
        && variable.kind == TokenKind::Variable
        && equals.is_symbol(source, "=")
    {
        result = Some(Ident::new(variable.text(source)));
        rest = after;
    }
    let Some(first) = rest.first() else { return Err(SqlError::syntax("EXEC")) };
    if first.is_symbol(source, "(") {
        return text(source, rest).map(|target| Execute { result, target, arguments: Vec::new() });
    }
    let (target, rest) = procedure(source, rest)?;
    Ok(Execute { result, target, arguments: arguments(source, without_options(source, rest)?)? })
}

/// `(expression)`, and nothing behind it.
fn text(source: &str, tokens: &[Token]) -> Result<Target, SqlError> {
    match tokens {
        [open, inner @ .., close] if close.is_symbol(source, ")") && !inner.is_empty() => {
            Ok(Target::Text(Span { start: open.span.end, end: close.span.start }))
        }
        [.., last] if !last.is_symbol(source, ")") => Err(SqlError::unknown("EXEC (…) with options")),
        _ => Err(SqlError::syntax("EXEC")),
    }
}

/// A name or a variable, and what follows it.
fn procedure<'a>(source: &str, tokens: &'a [Token]) -> Result<(Target, &'a [Token]), SqlError> {
    if let [first, rest @ ..] = tokens
        && first.kind == TokenKind::Variable
    {
        return Ok((Target::Variable(Ident::new(first.text(source))), rest));
    }
    let mut parts = vec![Ident::default()];
    let mut at = 0;
    let mut expects_part = true;
    while let Some(token) = tokens.get(at) {
        if token.is_symbol(source, ".") {
            parts.push(Ident::default());
            expects_part = true;
        } else if expects_part && is_name(token) {
            if let Some(last) = parts.last_mut() {
                *last = Ident::new(identifier_text(token.text(source)));
            }
            expects_part = false;
        } else {
            break;
        }
        at += 1;
    }
    if parts.last().is_none_or(Ident::is_empty) {
        let near = tokens.first().map_or("EXEC", |token| token.text(source));
        return Err(SqlError::syntax(near));
    }
    // `name;1`, the old number of a procedure in a group.
    let numbered = matches!(tokens.get(at..at + 2), Some([semicolon, _]) if semicolon.is_symbol(source, ";"));
    Ok((Target::Procedure(parts), &tokens[if numbered { at + 2 } else { at }..]))
}

fn is_name(token: &Token) -> bool {
    token.kind.is_written_name()
}

/// The arguments without `WITH RECOMPILE` behind them.
fn without_options<'a>(source: &str, tokens: &'a [Token]) -> Result<&'a [Token], SqlError> {
    match tokens {
        [rest @ .., with, recompile] if with.is_word(source, "WITH") && recompile.is_word(source, "RECOMPILE") => {
            Ok(rest)
        }
        _ if tokens.windows(2).any(|pair| pair[0].is_word(source, "WITH") && pair[1].is_word(source, "RESULT")) => {
            Err(SqlError::unknown("EXEC … WITH RESULT SETS"))
        }
        _ => Ok(tokens),
    }
}

fn arguments(source: &str, tokens: &[Token]) -> Result<Vec<Argument>, SqlError> {
    if tokens.is_empty() {
        return Ok(Vec::new());
    }
    between_commas(source, tokens).into_iter().map(|part| argument(source, part)).collect()
}

fn argument(source: &str, tokens: &[Token]) -> Result<Argument, SqlError> {
    let (name, rest) = match tokens {
        [variable, equals, rest @ ..] if variable.kind == TokenKind::Variable && equals.is_symbol(source, "=") => {
            (Some(Ident::new(variable.text(source))), rest)
        }
        _ => (None, tokens),
    };
    let (rest, output) = match rest {
        [value @ .., word] if !value.is_empty() && (word.is_word(source, "OUTPUT") || word.is_word(source, "OUT")) => {
            (value, true)
        }
        _ => (rest, false),
    };
    let value = match rest {
        [] => return Err(SqlError::syntax(",")),
        [word] if word.is_word(source, "DEFAULT") => None,
        [first, .., last] => Some(first.span.to(last.span)),
        [only] => Some(only.span),
    };
    Ok(Argument { name, value, output })
}

/// Whether an argument is a word without quotes, which stands for its own text.
pub(super) fn is_bare_word(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|c| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '#'))
        && !text.eq_ignore_ascii_case("NULL")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Execute {
        execute(text, Span::new(0, text.len())).expect("is an EXEC")
    }

    fn slice(text: &str, span: Option<Span>) -> &str {
        span.map_or("DEFAULT", |span| &text[span.range()])
    }

    #[test]
    fn a_call_with_everything() {
        let text = "EXEC @r = rag.[search it] @a = N'x, y', @b = @c OUTPUT, DEFAULT, -5, master OUT";
        let execute = read(text);
        assert_eq!(execute.result, Some(Ident::new("@r")));
        assert_eq!(execute.target, Target::Procedure(vec![Ident::new("rag"), Ident::new("search it")]));
        let shown: Vec<_> = execute
            .arguments
            .iter()
            .map(|argument| {
                (argument.name.as_ref().map_or("", Ident::as_str), slice(text, argument.value), argument.output)
            })
            .collect();
        let expected = [
            ("@a", "N'x, y'", false),
            ("@b", "@c", true),
            ("", "DEFAULT", false),
            ("", "-5", false),
            ("", "master", true),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_word_may_be_missing() {
        assert_eq!(read("sp_who").target, Target::Procedure(vec![Ident::new("sp_who")]));
        assert_eq!(read("EXEC @p 1").target, Target::Variable(Ident::new("@p")));
        assert_eq!(read("EXEC p WITH RECOMPILE").arguments, []);
    }

    #[test]
    fn text_is_an_expression_in_parentheses() {
        let text = "EXEC (N'SELECT ' + @x)";
        let Target::Text(span) = read(text).target else { panic!("is text") };
        assert_eq!(&text[span.range()], "N'SELECT ' + @x");
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for text in ["EXEC", "EXEC p 1,,2", "EXEC ('x') AT other", "EXEC p WITH RESULT SETS ((a int))"] {
            assert!(execute(text, Span::new(0, text.len())).is_err(), "{text}");
        }
    }
}
