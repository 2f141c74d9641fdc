//! Transactions of a session: how deep they nest, and the marks to which ROLLBACK goes back.

use crate::change::Mark;
use crate::name::Ident;

/// The transaction that a session is in.
#[derive(Debug, Clone, Default)]
pub(super) struct Transaction {
    /// `@@TRANCOUNT`.
    pub depth: u32,
    /// Where the outermost one began.
    begin: Option<Mark>,
    savepoints: Vec<(Ident, Mark)>,
}

impl Transaction {
    /// `BEGIN TRAN`; `mark` is where the journal is.
    pub(super) fn begin(&mut self, mark: Mark) {
        if self.depth == 0 {
            self.begin = Some(mark);
            self.savepoints.clear();
        }
        self.depth += 1;
    }

    /// `COMMIT`: only the outermost one ends the transaction.
    pub(super) fn commit(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            *self = Self::default();
        }
    }

    /// `SAVE TRAN`; nothing outside a transaction (Msg 628).
    pub(super) fn save(&mut self, name: Option<&Ident>, mark: Mark) {
        if let (true, Some(name)) = (self.depth > 0, name) {
            self.savepoints.push((name.clone(), mark));
        }
    }

    /// `ROLLBACK`: the mark to go back to. One that names the last savepoint of that name goes back
    /// there and stays in the transaction; any other ends it, however deep it is. `None` outside of
    /// a transaction (Msg 3903).
    pub(super) fn rollback(&mut self, name: Option<&Ident>) -> Option<Mark> {
        let saved = name.and_then(|name| self.savepoints.iter().rposition(|(saved, _)| saved == name));
        if let Some(at) = saved {
            self.savepoints.truncate(at + 1);
            return Some(self.savepoints[at].1);
        }
        let begin = self.begin;
        *self = Self::default();
        begin
    }

    /// What is known after one of two courses: the one that is deeper in a transaction.
    pub(super) fn either(self, other: Self) -> Self {
        if other.depth > self.depth { other } else { self }
    }
}
