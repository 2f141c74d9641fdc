//! The runs of a file's batches, repeats counted, and which of them are still to be sent.

use std::ops::Range;

use crate::source::Migration;
use crate::syntax::batch::Batch;

/// Which batches of a file are still to be sent, when some are done already. Runs are numbered from 0, repeats
/// counted.
pub struct Rest<'a> {
    /// The runs that the history has as done; `None` when it has no row of the file.
    pub recorded: Option<usize>,
    /// Whether the batch of this number, from 0, is one that the database tells of whether it is done, and whether
    /// it is to be sent; `None` leaves it to the log.
    pub in_database: &'a (dyn Fn(usize) -> Option<bool> + Sync),
}

impl Rest<'_> {
    /// Everything, by the log alone.
    pub(super) const ALL: Rest<'static> = Rest { recorded: None, in_database: &|_| None };

    pub(super) fn done(&self) -> usize {
        self.recorded.unwrap_or(0)
    }

    /// The batches that are to be sent, by their numbers from 0, each with how often.
    pub(super) fn due(&self, migration: &Migration) -> Vec<(usize, usize)> {
        let runs = run_ranges(migration).enumerate();
        let due = runs.map(|(batch, runs)| (batch, runs.filter(|run| self.has(*run, batch)).count()));
        due.filter(|(_, runs)| *runs > 0).collect()
    }

    /// Whether the database alone tells what is done of a file.
    pub(super) fn is_all_in_database(&self, migration: &Migration) -> bool {
        (0..migration.batches.len()).all(|batch| (self.in_database)(batch).is_some())
    }

    /// Whether a run of a batch is to be sent.
    pub(super) fn has(&self, run: usize, batch: usize) -> bool {
        (self.in_database)(batch).unwrap_or(run >= self.done())
    }
}

/// For each batch, the numbers of its runs, from 0.
pub(super) fn run_ranges(migration: &Migration) -> impl Iterator<Item = Range<usize>> {
    migration.batches.iter().scan(0, |end, batch| {
        let start = *end;
        *end += batch.repeat as usize;
        Some(start..*end)
    })
}

/// How many batches a file runs, repeats counted.
pub(super) fn run_count(migration: &Migration) -> usize {
    migration.batches.iter().map(|batch| batch.repeat as usize).sum()
}

/// Each run of each batch with the batch's number, from 1.
pub(super) fn runs(migration: &Migration) -> impl Iterator<Item = (usize, &Batch)> {
    let numbered = (1..).zip(&migration.batches);
    numbered.flat_map(|(number, batch)| std::iter::repeat_n((number, batch), batch.repeat as usize))
}
