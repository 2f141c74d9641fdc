//! Modules and CREATE SCHEMA start their batch.

use crate::lint::{BOTH, Check, Fix, Level, Levels, Rule, line_end};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::Kind;
use crate::syntax::lexer::{Lexer, Piece};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "module-not-first",
    summary: "has a module or CREATE SCHEMA that does not start its batch",
    docs: include_str!("module_not_first.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "put GO before it; where it must be conditional, use CREATE OR ALTER, or EXEC with the text",
    )],
};

/// GO behind the statement before it. Not where the batch runs several times: GO would end that, too.
pub(in crate::lint) fn fix(span: Span, file: &Migration, parsed: &ParsedFile) -> Option<Fix> {
    let once = parsed.batches.iter().filter(|batch| batch.repeat == 1);
    let mut pairs = once.flat_map(|batch| batch.statements.windows(2));
    let [before, _] = pairs.find(|pair| pair[1].span == span && starts_batch(&pair[1].kind))? else { return None };
    let text = file.file.text();
    let end = line_end(text);
    let between = Span { start: before.span.end, end: span.start };
    Some(match next_line(text, between) {
        Some(at) => Fix { span: Span { start: at, end: at }, text: format!("GO{end}") },
        None => Fix { span: Span { end: span.start, ..span }, text: format!("{end}GO{end}") },
    })
}

/// Whether it is what starts its batch, and no EXEC of a text that has it.
fn starts_batch(kind: &Kind) -> bool {
    matches!(kind, Kind::Module { .. } | Kind::CreateSchema { .. })
}

/// Where the first line begins that is not inside a comment.
fn next_line(text: &str, between: Span) -> Option<u32> {
    let mut at = between.start;
    let comments = Lexer::new(text, between).filter_map(|piece| match piece {
        Piece::Comment(span) => Some(span),
        Piece::Token(_) => None,
    });
    for comment in comments.chain([Span { start: between.end, end: between.end }]) {
        let space = &text[at as usize..comment.start as usize];
        if let Some(line_end) = space.find('\n') {
            return Some(at + line_end as u32 + 1);
        }
        at = comment.end;
    }
    None
}
