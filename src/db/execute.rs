//! Running one file: settings, transaction, batches, history row, commit.

use std::time::{Duration, Instant};

use crate::source::{Migration, Phase};
use crate::syntax::batch::Batch;
use crate::syntax::lexer;

use super::error::{BatchError, ServerError};
use super::events::{Event, Events};
use super::history::{EntryState, History, NewEntry};
use super::session::{Message, Session};
use super::sql::PRELUDE;
use super::state::Planned;

/// What became of the work of a file that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aftermath {
    /// Nothing of it is left, and it is not recorded.
    RolledBack,
    /// It runs outside a transaction: these batches are done, and the history says that it was started.
    HalfDone {
        /// Batches that are done, repeats counted.
        done: usize,
    },
    /// The file itself ended the transaction: what it committed stays, and it is not recorded.
    Escaped,
    /// The connection was lost, and what the server did is not known yet.
    Unknown,
}

/// Why a file did not run to its end, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed {
    /// The file's path in the project.
    pub file: String,
    /// Its version.
    pub version: i64,
    /// The batch, from 1.
    pub batch: usize,
    /// The line in the file: of the statement where the server tells it, of the batch otherwise.
    pub line: u32,
    /// Whether it has a history row that says "started".
    pub outside_transaction: bool,
    /// Why.
    pub cause: Cause,
    /// What is left of its work.
    pub aftermath: Aftermath,
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Cause {
    /// A batch failed.
    #[error("{0}")]
    Batch(BatchError),
    /// The file's own COMMIT or ROLLBACK ended the transaction that it runs in.
    #[error(
        "the file ended the transaction that it runs in (@@TRANCOUNT is {depth}); leave BEGIN, COMMIT and ROLLBACK out, \
         or put `-- ragsql: no-transaction` at its top"
    )]
    Transaction {
        /// `@@TRANCOUNT` after the batch.
        depth: i64,
    },
    /// An error inside TRY…CATCH doomed the transaction.
    #[error("the transaction can only be rolled back (XACT_STATE is -1): an error was caught, and the work is lost")]
    Doomed,
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: batch {} failed: {}", self.file, self.line, self.batch, self.cause)?;
        if let Cause::Batch(error) = &self.cause {
            for other in error.server_errors().skip(1) {
                write!(f, "\n  also: {other}")?;
            }
        }
        match self.aftermath {
            Aftermath::RolledBack => write!(f, "\n  nothing of this file was left behind, and it is not recorded"),
            Aftermath::HalfDone { done } => write!(
                f,
                "\n  it runs outside a transaction: {done} batches before it are done, and the history has it as started"
            ),
            Aftermath::Escaped => {
                write!(f, "\n  what the file committed itself stays, and it is not recorded: look at the database")
            }
            Aftermath::Unknown => write!(f, "\n  what the server did with it is not known"),
        }
    }
}

impl std::error::Error for Failed {}

/// Everything that running a file needs.
pub struct Execution<'a> {
    /// The session that holds the lock.
    pub session: &'a mut Session,
    /// Where the file is recorded.
    pub history: &'a History,
    /// The time limit of one batch.
    pub limit: Option<Duration>,
    /// Who listens.
    pub events: &'a mut dyn Events,
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Done {
    /// The file's version.
    pub version: i64,
    /// The file's name.
    pub name: String,
    /// Batches that ran, repeats counted.
    pub batches: usize,
    /// How long the file took.
    pub duration_ms: u64,
}

impl Execution<'_> {
    /// Runs a file and records it, all in one transaction unless its header says `no-transaction`.
    ///
    /// # Errors
    /// When a batch fails, the transaction was ended by the file itself, or the connection is lost.
    pub async fn run(&mut self, planned: &Planned<'_>) -> Result<Done, Box<Failed>> {
        let migration = planned.migration;
        let started = self.start(migration);
        let result = match is_outside(migration) {
            false => self.in_transaction(planned, started).await,
            true => self.outside(planned, started).await,
        };
        result.map(|()| self.done(migration, runs(migration).count(), started))
    }

    /// Runs the batches of a file that `wants` names by their numbers from 0, outside a transaction, and records
    /// the file. There is no "started" row: what was done can be seen in the database.
    ///
    /// # Errors
    /// When a batch fails or the connection is lost.
    pub async fn run_without_marker(
        &mut self,
        planned: &Planned<'_>,
        wants: &(dyn Fn(usize) -> bool + Sync),
    ) -> Result<Done, Box<Failed>> {
        let migration = planned.migration;
        let started = self.start(migration);
        let failed = |number, error| failure(migration, number, Cause::Batch(error));
        self.own(PRELUDE).await.map_err(|error| failed(0, error))?;
        let mut batches = 0;
        for (number, batch) in runs(migration).filter(|(number, _)| wants(number - 1)) {
            if let Err(failed) = self.batch(migration, number, batch).await {
                return Err(self.half_done(failed, migration, batches).await);
            }
            batches += 1;
        }
        let row = self.history.insert(&entry(planned, EntryState::Applied, Some(started.elapsed())));
        let row = format!("{}; {row}", self.history.forget(migration.version));
        self.own(&row).await.map_err(|error| failed(migration.batches.len(), error))?;
        Ok(self.done(migration, batches, started))
    }

    fn start(&mut self, migration: &Migration) -> Instant {
        self.events.event(&Event::Started {
            file: migration.file.path().to_owned(),
            version: migration.version,
            name: migration.name.clone(),
            batches: runs(migration).count(),
            transaction: !is_outside(migration),
        });
        Instant::now()
    }

    fn done(&mut self, migration: &Migration, batches: usize, started: Instant) -> Done {
        let (version, name) = (migration.version, migration.name.clone());
        let duration_ms = started.elapsed().as_millis() as u64;
        self.events.event(&Event::Finished { version, name: name.clone(), duration_ms });
        Done { version, name, batches, duration_ms }
    }

    async fn in_transaction(&mut self, planned: &Planned<'_>, started: Instant) -> Result<(), Box<Failed>> {
        let migration = planned.migration;
        let failed = |cause: Cause| failure(migration, 0, cause);
        self.own(&format!("{PRELUDE} BEGIN TRANSACTION")).await.map_err(|e| failed(Cause::Batch(e)))?;
        let result = self.batches_and_row(planned, started).await;
        let Err(mut failed) = result else { return Ok(()) };
        self.settle(&mut failed).await;
        Err(failed)
    }

    async fn batches_and_row(&mut self, planned: &Planned<'_>, started: Instant) -> Result<(), Box<Failed>> {
        let migration = planned.migration;
        let last = migration.batches.len();
        for (number, batch) in runs(migration) {
            self.batch(migration, number, batch).await?;
            if may_end_transaction(migration, batch) {
                self.check_transaction(migration, number).await?;
            }
        }
        self.check_transaction(migration, last).await?;
        let failed = |error| failure(migration, last, Cause::Batch(error));
        let row = self.history.insert(&entry(planned, EntryState::Applied, Some(started.elapsed())));
        self.own(&row).await.map_err(failed)?;
        self.own("COMMIT TRANSACTION").await.map_err(failed)
    }

    async fn check_transaction(&mut self, migration: &Migration, number: usize) -> Result<(), Box<Failed>> {
        let failed = |cause| failure(migration, number, cause);
        let state = self.session.transaction_state().await.map_err(|error| failed(Cause::Batch(error)))?;
        match (state.depth, state.state) {
            (_, -1) => Err(failed(Cause::Doomed)),
            (1, _) => Ok(()),
            (depth, _) => Err(failed(Cause::Transaction { depth })),
        }
    }

    /// Rolls back what is open and says what is left.
    async fn settle(&mut self, failed: &mut Failed) {
        let escaped = matches!(failed.cause, Cause::Transaction { depth: 0 });
        let rolled_back = self.own("IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION").await;
        failed.aftermath = match rolled_back {
            Err(_) => Aftermath::Unknown,
            Ok(()) if escaped => Aftermath::Escaped,
            Ok(()) => Aftermath::RolledBack,
        };
    }

    async fn outside(&mut self, planned: &Planned<'_>, started: Instant) -> Result<(), Box<Failed>> {
        let migration = planned.migration;
        let marker = self.history.insert(&entry(planned, EntryState::Started { batches_done: 0 }, None));
        let not_begun = |error| failure(migration, 0, Cause::Batch(error));
        self.own(&format!("{PRELUDE} {marker}")).await.map_err(not_begun)?;
        for (done, (number, batch)) in runs(migration).enumerate() {
            let result = self.batch(migration, number, batch).await;
            let counted = match result {
                Ok(()) => self.own(&self.history.batch_done(migration.version)).await,
                Err(failed) => return Err(self.half_done(failed, migration, done).await),
            };
            counted.map_err(|error| failure(migration, number, Cause::Batch(error)))?;
        }
        let finish = self.history.finish(migration.version, started.elapsed().as_millis());
        let last = migration.batches.len();
        self.own(&finish).await.map_err(|error| failure(migration, last, Cause::Batch(error)))
    }

    /// Says how much is done; when the very first statement was refused, nothing is, and the marker goes.
    async fn half_done(&mut self, mut failed: Box<Failed>, migration: &Migration, done: usize) -> Box<Failed> {
        let refused = matches!(failed.cause, Cause::Batch(BatchError::Server { .. }));
        failed.aftermath = match &failed.cause {
            Cause::Batch(error) if error.outcome_is_unknown() => Aftermath::Unknown,
            _ => Aftermath::HalfDone { done },
        };
        if done == 0 && refused && is_one_statement(migration) {
            let forget = self.history.forget(migration.version);
            let forget = format!("IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION; {forget}");
            if self.own(&forget).await.is_ok() {
                failed.aftermath = Aftermath::RolledBack;
            }
        }
        failed
    }

    async fn batch(&mut self, migration: &Migration, number: usize, batch: &Batch) -> Result<(), Box<Failed>> {
        let version = migration.version;
        let started = Instant::now();
        let events = &mut *self.events;
        let mut on_message = |message: &Message| events.event(&Event::Message { version, text: message.text.clone() });
        let outcome = self.session.batch(migration.file.slice(batch.span), self.limit, &mut on_message).await;
        let outcome = outcome.map_err(|error| failure(migration, number, Cause::Batch(error)))?;
        self.events.event(&Event::BatchFinished {
            version,
            batch: number,
            line: migration.file.position(batch.span.start).line,
            rows: outcome.row_counts,
            duration_ms: started.elapsed().as_millis() as u64,
        });
        Ok(())
    }

    /// Sends a batch of ragsql's own.
    async fn own(&mut self, sql: &str) -> Result<(), BatchError> {
        self.session.batch(sql, None, &mut |_| {}).await.map(|_| ())
    }
}

/// Each run of each batch with the batch's number, from 1.
fn runs(migration: &Migration) -> impl Iterator<Item = (usize, &Batch)> {
    let numbered = (1..).zip(&migration.batches);
    numbered.flat_map(|(number, batch)| std::iter::repeat_n((number, batch), batch.repeat as usize))
}

fn entry<'a>(planned: &'a Planned<'_>, state: EntryState, took: Option<Duration>) -> NewEntry<'a> {
    NewEntry {
        version: planned.migration.version,
        name: &planned.migration.name,
        checksum: planned.refinery.checksum(),
        state,
        duration_ms: took.map(|took| took.as_millis()),
        note: None,
    }
}

/// A failure in a batch; number 0 is before the first one.
fn failure(migration: &Migration, number: usize, cause: Cause) -> Box<Failed> {
    let batch_line = number.checked_sub(1).and_then(|at| migration.batches.get(at));
    let batch_line = batch_line.map_or(1, |batch| migration.file.position(batch.span.start).line);
    let first = match &cause {
        Cause::Batch(error) => error.server_errors().next(),
        _ => None,
    };
    let line_in_batch = first.and_then(ServerError::batch_line).unwrap_or(1);
    Box::new(Failed {
        file: migration.file.path().to_owned(),
        version: migration.version,
        batch: number,
        line: batch_line + line_in_batch - 1,
        outside_transaction: is_outside(migration),
        cause,
        aftermath: Aftermath::Unknown,
    })
}

/// Whether a batch holds a word that ends transactions. After such a batch the transaction is looked at, so
/// that no later batch runs outside it.
fn may_end_transaction(migration: &Migration, batch: &Batch) -> bool {
    let text = migration.file.text();
    let tokens = lexer::lex(text, batch.span).tokens;
    tokens.iter().any(|token| token.is_word(text, "COMMIT") || token.is_word(text, "ROLLBACK"))
}

/// Whether a file runs outside a transaction: all of `post-load/`, and what says so in its header.
fn is_outside(migration: &Migration) -> bool {
    migration.phase == Phase::PostLoad || migration.header.no_transaction.is_some()
}

/// Whether the file is a single statement, which the server does wholly or not at all.
fn is_one_statement(migration: &Migration) -> bool {
    let [batch] = migration.batches.as_slice() else { return false };
    let parsed = crate::syntax::tree::statements(migration.file.text(), batch.span);
    batch.repeat == 1 && parsed.statements.len() == 1 && parsed.statements[0].children().is_empty()
}
