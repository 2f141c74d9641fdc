//! Reading the queries of a file: whether each can be read, and judging the tables and columns that they name, where
//! they are sure to run.

use std::collections::BTreeMap;

use super::{Linter, situation};
use crate::catalog::{Place, Presence};
use crate::lint::rules;
use crate::refusal::{Rows, refusals_of_rows, rows};
use crate::replay::{Inside, Step};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::query::{self, Reason};
use crate::text::Span;

/// What is read of the queries and changes of rows of a file, beside its statements.
pub(super) struct Read {
    /// What the statements name that stand under no condition, in no loop and no TRY, by their places.
    pub rows: BTreeMap<Span, Rows>,
    /// Keywords that cannot stand where they are, in the bodies of modules, too.
    misplaced: Vec<Span>,
}

/// Reads the queries of a file.
pub(super) fn of_file(migration: &Migration, parsed: &ParsedFile) -> Read {
    let mut read = Read { rows: BTreeMap::new(), misplaced: Vec::new() };
    let mut pending: Vec<(&Statement, bool)> =
        parsed.batches.iter().flat_map(|batch| &batch.statements).map(|statement| (statement, true)).collect();
    while let Some((statement, is_sure)) = pending.pop() {
        match &statement.kind {
            Kind::Dml { .. } => {
                let text = migration.file.slice(statement.span);
                match rows(text) {
                    Some(rows) if is_sure => drop(read.rows.insert(statement.span, rows)),
                    Some(_) => {}
                    None => read.misplaced.extend(misplaced(text, statement.span)),
                }
            }
            Kind::Dynamic { .. } => {}
            Kind::Module { statements, .. } => pending.extend(statements.iter().map(|inner| (inner, false))),
            Kind::Block(inner) => pending.extend(inner.iter().map(|inner| (inner, is_sure))),
            _ => pending.extend(statement.children().into_iter().map(|inner| (inner, false))),
        }
    }
    read
}

/// Keywords that go on with what is there, and never begin a value.
const GO_ON: [&str; 19] = [
    "AND", "AS", "BETWEEN", "ELSE", "END", "FROM", "GROUP", "HAVING", "IN", "INTO", "IS", "LIKE", "OR", "ORDER", "SET",
    "THEN", "VALUES", "WHEN", "WHERE",
];

/// The keyword of a statement that cannot stand where it is. What else keeps it from being read may be right, and
/// not known here.
fn misplaced(text: &str, within: Span) -> Option<Span> {
    let error = query::statement(text, 0).err()?;
    let Reason::Keyword(word) = &error.reason else { return None };
    if !GO_ON.iter().any(|known| word.eq_ignore_ascii_case(known)) {
        return None;
    }
    let start = within.start + error.at as u32;
    Some(Span { start, end: start + word.len() as u32 })
}

impl Linter<'_> {
    /// Takes over what was read of a file, and tells what cannot be right.
    pub(super) fn take(&mut self, file: usize, migration: &Migration, read: Read) {
        self.rows = read.rows;
        let Some(mut findings) = self.findings(&rules::NOT_UNDERSTOOD, file) else { return };
        for span in read.misplaced {
            let place = Place { file: file as u32, span };
            rules::misplaced_keyword(place, migration.file.slice(span), &mut findings);
        }
    }

    /// Tells what the engine refuses of a statement for the rows that it reads or changes.
    pub(super) fn judge_rows(&mut self, step: &Step) {
        if step.inside != Inside::Direct || step.certainty == Presence::Possible {
            return;
        }
        let Some(rows) = self.rows.remove(&step.statement.span) else { return };
        for refusal in refusals_of_rows(&rows, step.before, &situation(step, self.options)) {
            let is_own = refusal.about.as_ref().is_some_and(|name| self.options.histories.contains(name));
            if !is_own {
                self.refused(step, step.span, &refusal);
            }
        }
    }
}
