//! The recognizer: a batch cut into a tree of statements.

use super::ast::{Kind, Statement};
use super::lexer::{self, Token, TokenKind};
use super::parse::{self, Leaf};
use super::problem::Problem;
use crate::text::Span;

/// What a batch holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parsed {
    /// Its statements in order.
    pub statements: Vec<Statement>,
    /// What is wrong with it, in order.
    pub problems: Vec<Problem>,
}

/// Cuts one batch into statements and gives each to the typed parsers. Spans are offsets into
/// `source`. Never fails: what is not understood is [`Kind::Opaque`]. Linear in the batch.
#[must_use]
pub fn statements(source: &str, batch: Span) -> Parsed {
    let lexed = lexer::lex(source, batch);
    let ends = |token: &Token| token.kind == TokenKind::Symbol && token.text(source) == ";";
    let leaves = lexed.tokens.split(ends).filter(|tokens| !tokens.is_empty());
    let statements = leaves.map(|tokens| leaf(Leaf { source, tokens })).collect();
    Parsed { statements, problems: Vec::new() }
}

fn leaf(leaf: Leaf) -> Statement {
    let (first, last) = (leaf.tokens[0], leaf.tokens[leaf.tokens.len() - 1]);
    let words = first.text(leaf.source).to_uppercase().into();
    let kind = parse::statement(&leaf).unwrap_or(Kind::Opaque { words, names: None });
    Statement { span: first.span.to(last.span), kind }
}
