//! A file's statements, and which of them each allowance is for.

use std::collections::BTreeMap;

use super::Migration;
use super::directive::Allow;
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::lexer::{Lexer, Piece};
use crate::syntax::{Problem, ProblemKind, problem, tree};
use crate::text::Span;

/// A file cut into statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedFile {
    /// Its batches in order.
    pub batches: Vec<ParsedBatch>,
    /// Its allowances, in order.
    pub allowances: Vec<Allowance>,
    /// Everything that is wrong with it, in order; those of [`Migration::problems`] are among them.
    pub problems: Vec<Problem>,
}

/// A batch with its statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedBatch {
    /// Its text in the file.
    pub span: Span,
    /// How often it runs.
    pub repeat: u32,
    /// Its statements.
    pub statements: Vec<Statement>,
}

/// A rule that is silenced, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowance {
    /// The rule's code as written.
    pub rule: String,
    /// Why.
    pub reason: String,
    /// Where the rule is silenced.
    pub scope: Scope,
    /// The comment that says so.
    pub span: Span,
}

/// What an allowance is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The whole file.
    File,
    /// The statement at this place, with all that is inside it.
    Statement(Span),
}

impl Scope {
    /// Whether a finding at a place is silenced.
    #[must_use]
    pub fn covers(self, span: Span) -> bool {
        match self {
            Scope::File => true,
            Scope::Statement(own) => own.start <= span.start && span.end <= own.end,
        }
    }
}

impl Migration {
    /// Cuts every batch into statements and gives each allowance its statement. Linear in the file.
    #[must_use]
    pub fn parse(&self) -> ParsedFile {
        let text = self.file.text();
        let mut problems = self.problems.clone();
        let mut batches = Vec::with_capacity(self.batches.len());
        for batch in &self.batches {
            let parsed = tree::statements(text, batch.span);
            parsed.problems.into_iter().for_each(|problem| problem::add(&mut problems, problem));
            batches.push(ParsedBatch { span: batch.span, repeat: batch.repeat, statements: parsed.statements });
        }
        let allowances = self.allowances(&batches, &mut problems);
        problems.sort_by_key(|problem| problem.span);
        ParsedFile { batches, allowances, problems }
    }

    fn allowances(&self, batches: &[ParsedBatch], problems: &mut Vec<Problem>) -> Vec<Allowance> {
        if self.allows.is_empty() {
            return Vec::new();
        }
        let statements = places(batches);
        let below = self.tokens_below();
        let mut allowances = Vec::new();
        for (allow, below) in self.allows.iter().zip(below) {
            let statement = below.and_then(|start| statements.get(&start));
            let scope = match statement {
                _ if allow.in_header => Scope::File,
                Some(span) if self.is_alone_on_line(allow) => Scope::Statement(*span),
                _ => {
                    let message = "this allowance stands above no statement; put it on the line above the statement \
                                   that it is for, or above the first one for the whole file";
                    problems.push(Problem::new(ProblemKind::Directive, allow.span, message));
                    continue;
                }
            };
            allowances.push(Allowance {
                rule: allow.rule.clone(),
                reason: allow.reason.clone(),
                scope,
                span: allow.span,
            });
        }
        allowances
    }

    /// Where the next token behind each allowance starts. One pass, from the last to the first.
    fn tokens_below(&self) -> Vec<Option<u32>> {
        let (text, mut end, mut next) = (self.file.text(), self.file.text().len() as u32, None);
        let mut below: Vec<_> = self
            .allows
            .iter()
            .rev()
            .map(|allow| {
                let between = Lexer::new(text, Span { start: allow.span.end, end });
                let token = between.into_iter().find(|piece| matches!(piece, Piece::Token(_)));
                next = token.map(|piece| piece.span().start).or(next);
                end = allow.span.start;
                next
            })
            .collect();
        below.reverse();
        below
    }

    fn is_alone_on_line(&self, allow: &Allow) -> bool {
        let line = self.file.position(allow.span.start).line;
        let start = self.file.line_start(line);
        self.file.slice(Span { start, end: allow.span.start }).trim().is_empty()
    }
}

/// The places of all statements, the outermost where several start together. Dynamic text is left out.
fn places(batches: &[ParsedBatch]) -> BTreeMap<u32, Span> {
    let mut places = BTreeMap::new();
    let mut pending: Vec<&Statement> = batches.iter().flat_map(|batch| &batch.statements).collect();
    while let Some(statement) = pending.pop() {
        let place = places.entry(statement.span.start).or_insert(statement.span);
        *place = place.to(statement.span);
        match &statement.kind {
            Kind::Dynamic { .. } => {}
            Kind::Module { statements, .. } => pending.extend(statements),
            _ => pending.extend(statement.children()),
        }
    }
    places
}
