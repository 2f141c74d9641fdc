//! Batches: a file cut at its GO lines, in one pass of the lexer.

use std::collections::BTreeSet;
use std::iter::Peekable;

use super::lexer::{Lexer, Piece, Token, TokenKind};
use super::problem::{self, Problem, ProblemKind};
use crate::text::Span;

/// What goes to the server in one round trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Its text in the file, from its first comment or token to its last: no GO line, no white space
    /// around it. Never only comments.
    pub span: Span,
    /// How often it runs: the count of its GO, 1 without.
    pub repeat: u32,
}

/// A file cut into batches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Split {
    /// The batches in order.
    pub batches: Vec<Batch>,
    /// The comments before the first statement.
    pub header: Vec<Span>,
    /// The comments after it.
    pub comments: Vec<Span>,
    /// What is wrong, in order.
    pub problems: Vec<Problem>,
}

/// Cuts a text at its GO lines.
///
/// A GO line is a line whose first token is the bare word GO, in any letter case, indented or not. A
/// count (1 to 2147483647) and comments may follow. GO inside a string, a delimited name or a comment
/// is no line of its own. LF, CRLF and a CR that stands alone end a line.
///
/// A line that starts with GO and holds anything else (`GO;`, `GO SELECT 1`, `/* c */ GO`) is a
/// [`ProblemKind::GoLine`], since tools disagree on it. It separates all the same, so that the rest of
/// the file can be judged, and none of it is part of a batch. So does a line of sqlcmd (`:r file`,
/// `!!dir`), which is a [`ProblemKind::SqlcmdDirective`].
#[must_use]
pub fn split(text: &str) -> Split {
    let mut splitter = Splitter {
        text,
        lexer: Lexer::new(text, Span::new(0, text.len())).peekable(),
        split: Split::default(),
        batch: None,
        has_token: false,
        last_token_end: 0,
        last_piece_end: 0,
        placeholders: BTreeSet::new(),
    };
    while let Some(piece) = splitter.lexer.next() {
        match piece {
            Piece::Token(token) => splitter.token(token),
            Piece::Comment(span) => splitter.comment(span),
        }
    }
    splitter.finish(1);
    splitter.split
}

struct Splitter<'a> {
    text: &'a str,
    lexer: Peekable<Lexer<'a>>,
    split: Split,
    /// The batch that is being read.
    batch: Option<Span>,
    /// Whether that batch holds more than comments.
    has_token: bool,
    last_token_end: u32,
    last_piece_end: u32,
    /// Those that were reported.
    placeholders: BTreeSet<&'a str>,
}

impl<'a> Splitter<'a> {
    fn comment(&mut self, span: Span) {
        let started = !self.split.batches.is_empty() || self.has_token;
        if started {
            self.split.comments.push(span)
        } else {
            self.split.header.push(span)
        }
        self.extend(span);
    }

    fn token(&mut self, token: Token) {
        if self.is_first_of_line(token) {
            if token.is_word(self.text, "GO") {
                return self.go_line(token);
            }
            if self.is_sqlcmd(token) {
                return self.sqlcmd_line(token);
            }
        }
        self.judge(token);
        self.has_token = true;
        self.last_token_end = token.span.end;
        self.extend(token.span);
    }

    /// Takes a token or comment into the batch.
    fn extend(&mut self, span: Span) {
        self.batch = Some(self.batch.map_or(span, |batch| batch.to(span)));
        self.last_piece_end = span.end;
    }

    /// Whether no other token stands before this one on its line; a comment may.
    fn is_first_of_line(&self, token: Token) -> bool {
        let candidate = matches!(token.kind, TokenKind::Word | TokenKind::Symbol);
        candidate && (self.last_token_end == 0 || self.has_line_end(self.last_token_end, token.span.start))
    }

    fn has_line_end(&self, from: u32, to: u32) -> bool {
        self.text.as_bytes()[from as usize..to as usize].iter().any(|byte| matches!(byte, b'\n' | b'\r'))
    }

    /// Reads a GO line to its end and closes the batch.
    fn go_line(&mut self, go: Token) {
        let after_comment = self.last_piece_end > 0 && !self.has_line_end(self.last_piece_end, go.span.start);
        let (tokens, end) = self.rest_of_line(go.span);
        let repeat = count(self.text, &tokens);
        let span = Span { start: go.span.start, end };
        if after_comment && self.last_piece_end > self.last_token_end {
            self.problem(ProblemKind::GoLine, span, "a comment stands before GO; put GO alone on its line");
        }
        if let Err(message) = repeat {
            self.problem(ProblemKind::GoLine, span, message);
        }
        self.last_token_end = span.end;
        self.last_piece_end = span.end;
        self.finish(repeat.unwrap_or(1));
    }

    /// The tokens that follow on the line of GO, and where the last piece of the line ends.
    fn rest_of_line(&mut self, go: Span) -> (Vec<Token>, u32) {
        let (mut tokens, mut end, mut from) = (Vec::new(), go.end, go.end);
        while let Some(piece) = self.lexer.peek().copied() {
            let span = piece.span();
            if self.has_line_end(from, span.start) {
                break;
            }
            self.lexer.next();
            match piece {
                Piece::Token(token) => tokens.push(token),
                Piece::Comment(span) => self.split.comments.push(span),
            }
            end = span.end;
            from = span.start;
        }
        (tokens, end)
    }

    /// `:word` or `!!` at the start of a line.
    fn is_sqlcmd(&self, token: Token) -> bool {
        let rest = &self.text.as_bytes()[token.span.start as usize..];
        match rest {
            [b':', letter, ..] => letter.is_ascii_alphabetic(),
            [b'!', b'!', ..] => true,
            _ => false,
        }
    }

    /// Skips a line of sqlcmd and closes the batch.
    fn sqlcmd_line(&mut self, token: Token) {
        let start = token.span.start as usize;
        let length = self.text.as_bytes()[start..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let end = length.map_or(self.text.len(), |length| start + length);
        let span = Span::new(start, end);
        self.lexer = Lexer::new(self.text, Span::new(end, self.text.len())).peekable();
        self.problem(
            ProblemKind::SqlcmdDirective,
            span,
            "a command of sqlcmd, which no server understands; write the SQL that it stands for",
        );
        self.last_token_end = span.end;
        self.last_piece_end = span.end;
        self.finish(1);
    }

    /// Reports a token that is wrong in itself.
    fn judge(&mut self, token: Token) {
        let text = token.text(self.text);
        match token.kind {
            TokenKind::Unterminated => {
                self.problem(ProblemKind::Unterminated, token.span, unterminated_message(text));
            }
            TokenKind::Placeholder => self.placeholder(text, token.span),
            TokenKind::Variable if text.starts_with('<') => self.placeholder(text, token.span),
            TokenKind::Bracketed | TokenKind::Quoted => {
                if let Some(found) = placeholder_in(text) {
                    self.placeholder(found, token.span);
                }
            }
            _ => {}
        }
    }

    /// Reports a placeholder where it stands first.
    fn placeholder(&mut self, found: &'a str, span: Span) {
        // Templates are filled in as a whole, so one of their parameters is told.
        let is_parameter = found.starts_with('<');
        if self.placeholders.insert(if is_parameter { "<" } else { found }) {
            let kind = if found.starts_with("$(") { ProblemKind::SqlcmdVariable } else { ProblemKind::Placeholder };
            self.problem(kind, span, placeholder_message(found));
        }
    }

    fn problem(&mut self, kind: ProblemKind, span: Span, message: impl Into<String>) {
        problem::add(&mut self.split.problems, Problem::new(kind, span, message));
    }

    /// Closes the batch that is being read.
    fn finish(&mut self, repeat: u32) {
        let batch = self.batch.take();
        if let Some(span) = batch.filter(|_| self.has_token) {
            self.split.batches.push(Batch { span, repeat });
        }
        self.has_token = false;
    }
}

/// The count of a GO line from the tokens after GO, or what is wrong with them.
fn count(text: &str, tokens: &[Token]) -> Result<u32, &'static str> {
    match tokens {
        [] => Ok(1),
        [token] if token.kind == TokenKind::Number => match token.text(text).parse::<u32>() {
            Ok(count) if (1..=i32::MAX as u32).contains(&count) => Ok(count),
            _ => Err("the count of GO is a whole number from 1 to 2147483647"),
        },
        [.., last] if last.is_symbol(text, ";") => Err("GO is not T-SQL and takes no `;`; put GO alone on its line"),
        _ => Err("text after GO; only a count and a comment may follow, so put the text on a line of its own"),
    }
}

fn unterminated_message(text: &str) -> String {
    let what = match text.as_bytes().first() {
        Some(b'/') => "comment has no `*/`",
        Some(b'[') => "bracketed name has no `]`",
        Some(b'"') => "quoted name has no closing `\"`",
        _ => "string has no closing `'`",
    };
    format!("this {what}; the rest of the file, its GO lines too, is inside it")
}

fn placeholder_message(text: &str) -> String {
    if text.starts_with("$(") {
        return format!(
            "{text} is a variable of sqlcmd, which no server understands and ragsql does not replace; write its value"
        );
    }
    if text.starts_with('<') {
        return format!("{text} is a parameter of a template, which no server understands; fill in the template");
    }
    format!(
        "{text} is a placeholder, which no server understands; ragsql fills in only what ragsql.toml declares under \
         [variables], in strings and in brackets"
    )
}

/// The first `$(name)` or `${name}` in a delimited name.
fn placeholder_in(text: &str) -> Option<&str> {
    let inner = text.get(1..)?;
    let start = inner.find("$(").or_else(|| inner.find("${"))?;
    let found = Lexer::new(inner, Span::new(start, inner.len())).next()?;
    match found {
        Piece::Token(token) if token.kind == TokenKind::Placeholder => Some(token.text(inner)),
        _ => None,
    }
}
