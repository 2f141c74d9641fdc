//! Judging the tables and columns that statements of a file name, where they are sure to run.

use std::collections::BTreeMap;

use super::{Linter, situation};
use crate::catalog::Presence;
use crate::refusal::{Rows, refusals_of_rows, rows};
use crate::replay::{Inside, Step};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::{Kind, Statement};
use crate::text::Span;

/// What the statements of a file name, by their places: those that stand under no condition, in no loop and
/// no TRY.
pub(super) fn of_file(migration: &Migration, parsed: &ParsedFile) -> BTreeMap<Span, Rows> {
    let mut found = BTreeMap::new();
    let mut pending: Vec<&Statement> = parsed.batches.iter().flat_map(|batch| &batch.statements).collect();
    while let Some(statement) = pending.pop() {
        match &statement.kind {
            Kind::Block(inner) => pending.extend(inner),
            Kind::Dml { .. } => {
                let rows = rows(migration.file.slice(statement.span));
                found.extend(rows.map(|rows| (statement.span, rows)));
            }
            _ => {}
        }
    }
    found
}

impl Linter<'_> {
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
