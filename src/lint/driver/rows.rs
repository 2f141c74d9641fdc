//! Judging the tables and columns that statements of a file name, where they are sure to run.

use super::{Linter, situation};
use crate::catalog::Presence;
use crate::refusal::refusals_of_rows;
use crate::replay::{Inside, Step};

impl Linter<'_> {
    /// Tells what the engine refuses of a statement for the rows that it reads or changes.
    pub(super) fn judge_rows(&mut self, step: &Step) {
        if step.inside != Inside::Direct || step.certainty == Presence::Possible {
            return;
        }
        let Some(rows) = self.read.rows.remove(&step.statement.span) else { return };
        for refusal in refusals_of_rows(&rows, step.before, &situation(step, self.options)) {
            let is_own = refusal.about.as_ref().is_some_and(|name| self.options.histories.contains(name));
            if !is_own {
                self.refused(step, step.span, &refusal);
            }
        }
    }
}
