//! The state of a session's transaction.

use std::sync::Arc;

use crate::name::Ident;
use crate::sandbox::temporary::Tables;

/// What a rollback goes back to, beside the rows. The schema comes back from the log.
#[derive(Debug, Clone)]
pub(super) struct Saved {
    /// How many changes of the schema the session had made.
    pub changes: u64,
    /// Its temporary tables.
    pub tables: Arc<Tables>,
}

/// A transaction as T-SQL sees it. SQLite's own begins with the first write, so that reads before it
/// see what others commit, as under READ_COMMITTED_SNAPSHOT.
#[derive(Debug, Default)]
pub(super) struct Transaction {
    /// `@@TRANCOUNT`.
    pub count: u32,
    /// Its number, for the client.
    pub descriptor: u64,
    /// The name that the outermost BEGIN gave it.
    pub name: Option<Ident>,
    /// Whether it can only be rolled back.
    pub is_doomed: bool,
    /// What was when SQLite's transaction began; `None` before that.
    pub saved: Option<Saved>,
    /// Savepoints, oldest first, with what was when they were set.
    pub savepoints: Vec<(Ident, Saved)>,
}

impl Transaction {
    /// Whether SQLite's transaction is open, which holds the write lock.
    pub fn is_writing(&self) -> bool {
        self.saved.is_some()
    }
}
