//! What happens during a run, told as it happens.

use serde::Serialize;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A try to connect failed, and another one follows.
    Retry {
        /// Why it failed.
        reason: String,
        /// The pause before the next try.
        pause_ms: u64,
    },
    /// The session is open.
    Connected {
        /// The server's name.
        server: String,
        /// The database.
        database: String,
        /// The login.
        login: String,
    },
    /// Another run holds the lock.
    LockWaiting {
        /// Who, where the server tells.
        holder: Option<String>,
        /// How long this run waits at most.
        timeout_ms: u64,
    },
    /// A file starts.
    Started {
        /// Its path in the project.
        file: String,
        /// Its version.
        version: i64,
        /// Its name.
        name: String,
        /// Its batches.
        batches: usize,
        /// Whether it runs in a transaction.
        transaction: bool,
    },
    /// A batch ended well.
    BatchFinished {
        /// The file's version.
        version: i64,
        /// The batch's number in the file, from 1.
        batch: usize,
        /// Where the batch starts.
        line: u32,
        /// Rows touched or returned by its statements, where the server counted them.
        rows: Vec<u64>,
        /// How long it took.
        duration_ms: u64,
    },
    /// The server said something: `PRINT`, a warning.
    Message {
        /// The file's version.
        version: i64,
        /// The text.
        text: String,
    },
    /// A file is done and recorded.
    Finished {
        /// Its version.
        version: i64,
        /// Its name.
        name: String,
        /// How long it took.
        duration_ms: u64,
    },
    /// A guard of a post-load step is not met, and the run waits for it.
    Waiting {
        /// The step's version.
        version: i64,
        /// The step's name.
        name: String,
        /// The guard.
        guard: String,
        /// What there is.
        have: u64,
        /// What is needed.
        need: u64,
        /// What is missing and what to do.
        missing: String,
    },
    /// The time to wait is over, and a guard is still not met.
    WaitOver {
        /// The step's version.
        version: i64,
        /// The step's name.
        name: String,
        /// The guard.
        guard: String,
        /// What there was at the last look.
        have: u64,
        /// What is needed.
        need: u64,
        /// What is missing and what to do.
        missing: String,
        /// How long the run waited.
        waited_ms: u64,
    },
    /// Something is tried again after a pause.
    TryAgain {
        /// The file's version.
        version: i64,
        /// Why.
        reason: String,
        /// The pause.
        pause_ms: u64,
    },
    /// A COMMIT was not confirmed, and the history tells what became of the file that was running.
    Resolved {
        /// The file's version.
        version: i64,
        /// Whether it is recorded as applied.
        applied: bool,
    },
}

/// Someone who listens.
pub trait Events: Send {
    /// Hears one event.
    fn event(&mut self, event: &Event);
}

impl<F: FnMut(&Event) + Send> Events for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }
}
