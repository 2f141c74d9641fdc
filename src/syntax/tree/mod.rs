//! The recognizer: a batch cut into a tree of statements, each leaf given to the typed parsers.

mod classify;
mod cut;
mod leaf;
mod target;
mod words;

use std::ops::Range;

use self::cut::Node;
use self::words::Words;
use super::ast::{Kind, Statement};
use super::dynamic;
use super::lexer;
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

/// Cuts one batch into statements, gives each to the typed parsers and looks into the text that EXEC
/// runs. Spans are offsets into `source`. Never fails: what is not understood is [`Kind::Opaque`].
/// Linear in the batch.
#[must_use]
pub fn statements(source: &str, batch: Span) -> Parsed {
    let mut parsed = understand(source, batch, 0);
    dynamic::resolve(source, &mut parsed, 0);
    parsed
}

/// Statements with EXEC of text left as it is. `depth` is how deep the text itself is nested.
pub(super) fn understand(source: &str, within: Span, depth: usize) -> Parsed {
    let lexed = lexer::lex(source, within);
    let words = Words { source, tokens: &lexed.tokens };
    let (nodes, problems) = cut::cut(words, depth);
    let mut statements: Vec<_> = nodes.into_iter().map(|node| build(words, node)).collect();
    if let Some(first) = statements.first_mut() {
        classify::bare_procedure(words, first);
    }
    Parsed { statements, problems }
}

/// A statement from its ranges.
fn build(words: Words, node: Node) -> Statement {
    let span = words.span(node.tokens());
    let kind = match node {
        Node::Leaf(tokens) => leaf_kind(words, &tokens),
        Node::Block { body, .. } => Kind::Block(build_list(words, body)),
        Node::If { condition, then, otherwise, .. } => Kind::If {
            condition: condition_span(words, &condition),
            then: Box::new(build(words, *then)),
            otherwise: otherwise.map(|node| Box::new(build(words, *node))),
        },
        Node::While { condition, body, .. } => {
            Kind::While { condition: condition_span(words, &condition), body: Box::new(build(words, *body)) }
        }
        Node::TryCatch { body, handler, .. } => {
            Kind::TryCatch { body: build_list(words, body), handler: build_list(words, handler) }
        }
        Node::Schema { header, elements, .. } => schema(words, &header, elements),
        Node::Module { tokens, body_at, body } => module(words, &tokens, body_at, body),
        Node::Broken(tokens) => classify::opaque(words, &tokens),
    };
    Statement { span, kind }
}

fn build_list(words: Words, nodes: Vec<Node>) -> Vec<Statement> {
    nodes.into_iter().map(|node| build(words, node)).collect()
}

fn leaf_kind(words: Words, tokens: &Range<usize>) -> Kind {
    let leaf = Leaf { source: words.source, tokens: &words.tokens[tokens.clone()] };
    let typed =
        parse::statement(&leaf).filter(|kind| tokens.start == 0 || !classify::is_bare_call(words, tokens, kind));
    typed.unwrap_or_else(|| classify::classify(words, tokens))
}

/// A condition's place; where it is missing, the end of the word before it.
fn condition_span(words: Words, condition: &Range<usize>) -> Span {
    if condition.is_empty() {
        let end = words.tokens[condition.start - 1].span.end;
        return Span { start: end, end };
    }
    words.span(condition)
}

fn schema(words: Words, header: &Range<usize>, nodes: Vec<Node>) -> Kind {
    let mut kind = leaf_kind(words, header);
    if let Kind::CreateSchema { elements, .. } = &mut kind {
        *elements = build_list(words, nodes);
    }
    kind
}

fn module(words: Words, tokens: &Range<usize>, body_at: usize, body: Vec<Node>) -> Kind {
    let leaf = Leaf { source: words.source, tokens: &words.tokens[tokens.clone()] };
    let Some((verb, name, module)) = parse::module(&leaf, body_at - tokens.start) else {
        return classify::opaque(words, tokens);
    };
    let end = words.span(tokens).end;
    let body_span = if body_at < tokens.end { words.span(&(body_at..tokens.end)) } else { Span { start: end, end } };
    Kind::Module { verb, name, module, statements: build_list(words, body), body_span }
}
