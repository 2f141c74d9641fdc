//! CREATE VECTOR INDEX under IF: a file that did nothing counts as done.

use crate::catalog::Place;
use crate::lint::loose::is_loose;
use crate::lint::{Check, Findings, Level, Levels, Rule};
use crate::name::Ident;
use crate::source::{Migration, ParsedFile, Phase};
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::lexer::{Token, lex};
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
        let asked = Asked::of(text, *condition);
        if otherwise.as_deref().is_some_and(stops) || asked.is_met_when_it_runs() {
            return;
        }
        for (name, span) in built(then) {
            let place = Place { file: index as u32, span };
            let finding = findings.add(
                place,
                format!("where the condition does not hold, `{name}` is not built, and this file is done all the same"),
            );
            finding.related(Some(Place { file: index as u32, span: *condition }), "the condition");
            if asked == (Asked { for_existence: true, for_rows: None }) {
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

/// What a condition asks for.
#[derive(PartialEq, Eq)]
struct Asked {
    /// Whether the index is there.
    for_existence: bool,
    /// How many rows there are: the most that have to be.
    for_rows: Option<u64>,
}

impl Asked {
    fn of(text: &str, condition: Span) -> Self {
        let tokens = lex(text, condition).tokens;
        let has = |word: &str| tokens.iter().any(|token| token.is_word(text, word));
        let least = |pair: &[Token]| {
            let number = || pair[1].text(text).parse::<u64>().unwrap_or(u64::MAX);
            match pair[0].text(text) {
                ">=" => Some(number()),
                ">" => Some(number().saturating_add(1)),
                _ => None,
            }
        };
        let counts = has("COUNT") || has("COUNT_BIG");
        let rows = tokens.windows(2).filter_map(least).max().unwrap_or(u64::MAX);
        Self {
            for_existence: has("indexes") || has("vector_indexes") || has("INDEXPROPERTY"),
            for_rows: counts.then_some(rows),
        }
    }

    /// Whether the file runs only when it is met: the runner waits for 100 vectors, and builds an index once.
    fn is_met_when_it_runs(&self) -> bool {
        self.for_existence && self.for_rows.is_some_and(|rows| rows <= 100)
    }
}
