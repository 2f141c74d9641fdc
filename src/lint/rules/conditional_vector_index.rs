//! CREATE VECTOR INDEX under IF: a file that did nothing counts as done.

use crate::catalog::Place;
use crate::lint::loose::is_loose;
use crate::lint::{Check, Findings, Level, Levels, Rule};
use crate::name::Ident;
use crate::source::{Migration, ParsedFile, Phase};
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::lexer::lex;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "conditional-vector-index",
    summary: "builds a vector index under a condition, in a file that runs once",
    docs: include_str!("conditional_vector_index.md"),
    levels: Levels::all(Level::Warning),
    phases: &[Phase::PostLoad],
    guarded: false,
    yields_to: &[],
    checks: &[Check::File(check)],
};

fn check(index: usize, migration: &Migration, parsed: &ParsedFile, findings: &mut Findings) {
    if is_loose(migration) {
        return;
    }
    let text = migration.file.text();
    let mut look = |statement: &Statement| {
        let Kind::If { condition, then, otherwise } = &statement.kind else { return };
        if otherwise.as_deref().is_some_and(stops) {
            return;
        }
        for (name, span) in built(then) {
            let place = Place { file: index as u32, span };
            let finding = findings.add(
                place,
                format!("where the condition does not hold, `{name}` is not built, and this file is done all the same"),
            );
            finding.related(Some(Place { file: index as u32, span: *condition }), "the condition");
            if asks_for_existence(text, *condition) {
                finding.help("leave the IF out: ragsql runs the file once, and `ragsql post-load rebuild` builds again what is lost");
                finding.at_most(Level::Info);
            } else {
                finding.help("leave the IF out and say what has to be there in the header: -- ragsql: guard rows dbo.t.c >= 100; the file waits until it is");
            }
        }
    };
    for batch in &parsed.batches {
        batch.statements.iter().for_each(|statement| statement.walk(&mut look));
    }
}

/// The vector indexes that a branch builds, without those under a condition of their own.
fn built(branch: &Statement) -> Vec<(&Ident, Span)> {
    match &branch.kind {
        Kind::CreateIndex { index, .. } if index.is_vector() => vec![(&index.name, branch.span)],
        Kind::If { .. } => Vec::new(),
        _ => branch.children().into_iter().flat_map(built).collect(),
    }
}

/// Whether a branch ends the batch with an error.
fn stops(branch: &Statement) -> bool {
    let mut found = false;
    branch.walk(&mut |statement| {
        found |= matches!(&statement.kind, Kind::Other(word) if matches!(&**word, "THROW" | "RAISERROR"));
    });
    found
}

/// Whether a condition asks whether the index is there, and for nothing else.
fn asks_for_existence(text: &str, condition: Span) -> bool {
    let tokens = lex(text, condition).tokens;
    let has = |word: &str| tokens.iter().any(|token| token.is_word(text, word));
    (has("indexes") || has("vector_indexes") || has("INDEXPROPERTY")) && !has("COUNT") && !has("COUNT_BIG")
}
