//! Running one file: settings, transaction, batches, history row, commit.

use std::time::{Duration, Instant};

use crate::source::{Migration, Phase};
use crate::syntax::ast::Kind;
use crate::syntax::batch::Batch;
use crate::syntax::lexer;
use crate::syntax::tree;

use super::error::{BatchError, ServerError};
use super::events::{Event, Events};
use super::failure::{Aftermath, Cause, Failed, Point};
use super::history::{EntryState, History, NewEntry};
use super::runs::{Rest, run_count, runs};
use super::seal::{self, Seal};
use super::session::{Ending, Message, Session, TransactionState};
use super::sql::PRELUDE;
use super::state::Planned;

/// Invalid object name: here, a history table that a file dropped, renamed or moved.
const NO_SUCH_OBJECT: u32 = 208;

/// Everything that running a file needs.
pub struct Execution<'a> {
    /// The session that holds the lock.
    pub session: &'a mut Session,
    /// Where the file is recorded.
    pub history: &'a History,
    /// What the history's rows of other files come to.
    pub seal: Seal,
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
    /// When a batch fails, the file does not leave its session as it should, or the connection is lost.
    pub async fn run(&mut self, planned: &Planned<'_>) -> Result<Done, Box<Failed>> {
        if is_outside(planned.migration) {
            return self.run_rest(planned, &Rest::ALL).await;
        }
        let started = self.start(planned.migration);
        self.in_transaction(planned, started).await?;
        Ok(self.done(planned, run_count(planned.migration), started))
    }

    /// Runs the rest of a file outside a transaction and records it.
    ///
    /// # Errors
    /// See [`Execution::run`].
    pub async fn run_rest(&mut self, planned: &Planned<'_>, rest: &Rest<'_>) -> Result<Done, Box<Failed>> {
        let started = self.start(planned.migration);
        let batches = self.outside(planned, started, rest).await?;
        Ok(self.done(planned, batches, started))
    }

    fn start(&mut self, migration: &Migration) -> Instant {
        self.events.event(&Event::Started {
            file: migration.file.path().to_owned(),
            version: migration.version,
            name: migration.name.clone(),
            batches: run_count(migration),
            transaction: !is_outside(migration),
        });
        Instant::now()
    }

    fn done(&mut self, planned: &Planned<'_>, batches: usize, started: Instant) -> Done {
        let (version, name) = (planned.migration.version, planned.migration.name.clone());
        self.seal.add(version, planned.checksum(), EntryState::Applied);
        let duration_ms = started.elapsed().as_millis() as u64;
        self.events.event(&Event::Finished { version, name: name.clone(), duration_ms });
        Done { version, name, batches, duration_ms }
    }

    async fn in_transaction(&mut self, planned: &Planned<'_>, started: Instant) -> Result<(), Box<Failed>> {
        if let Err(mut failed) = self.batches_and_row(planned, started).await {
            self.settle(&mut failed, planned.migration).await;
            return Err(failed);
        }
        // Whatever the server answers here, the history row tells whether the transaction was committed.
        let committed = self.own("COMMIT TRANSACTION").await;
        committed.map_err(|error| failure(planned.migration, Point::Commit, Cause::Batch(error)))
    }

    async fn batches_and_row(&mut self, planned: &Planned<'_>, started: Instant) -> Result<(), Box<Failed>> {
        let migration = planned.migration;
        let begun = self.own(&format!("{PRELUDE} BEGIN TRANSACTION")).await;
        begun.map_err(|error| failure(migration, Point::Start, Cause::Batch(error)))?;
        let mut batches = 0;
        for (number, batch) in runs(migration) {
            self.batch(migration, number, batch).await?;
            self.stays_open(migration, batch).await.map_err(|cause| failure(migration, Point::Batch(number), cause))?;
            batches += 1;
        }
        let failed = |cause| failure(migration, Point::Record, cause);
        self.check(1).await.map_err(failed)?;
        self.keeps(migration).await.map_err(failed)?;
        let row = self.history.insert(&entry(planned, EntryState::Applied, batches, Some(started.elapsed())));
        self.record(&row).await.map_err(failed)
    }

    /// No later batch may run outside the transaction. The server tells when it ends it; where a batch says so
    /// itself, it is asked too.
    async fn stays_open(&mut self, migration: &Migration, batch: &Batch) -> Result<(), Cause> {
        if self.session.ending() != Ending::None {
            return Err(Cause::Ended);
        }
        if !ends_transactions(migration, batch) {
            return Ok(());
        }
        match self.session.transaction_state().await {
            Ok(state) if state.depth == 0 => Err(Cause::Ended),
            // Execution is switched off, and may be switched on again.
            Ok(_) | Err(BatchError::Shape(_)) => Ok(()),
            Err(error) => Err(Cause::Batch(error)),
        }
    }

    /// Rolls back what is open and says what is left. A session that is lost before its COMMIT was sent is rolled
    /// back by the server.
    async fn settle(&mut self, failed: &mut Failed, migration: &Migration) {
        let told = self.session.ending();
        let escaped = told == Ending::Escaped || failed.cause == Cause::Ended && told == Ending::None;
        let batch = match failed.point {
            Point::Batch(number) => migration.batches.get(number - 1),
            _ => None,
        };
        let unseen = failed.cause.is_lost() && batch.is_some_and(|batch| ends_transactions(migration, batch));
        // A session that cannot do this is given up by the caller, which comes to the same.
        let _ = self.own("IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION").await;
        failed.aftermath = match (escaped, unseen) {
            (true, _) => Aftermath::Escaped,
            (false, true) => Aftermath::Unknown,
            (false, false) => Aftermath::RolledBack,
        };
    }

    /// Sends the rest of a file outside a transaction; gives how many runs of batches it sent.
    async fn outside(
        &mut self,
        planned: &Planned<'_>,
        started: Instant,
        rest: &Rest<'_>,
    ) -> Result<usize, Box<Failed>> {
        let migration = planned.migration;
        self.mark(planned, rest).await?;
        let mut sent = 0;
        let is_left = |(run, (number, _)): &(usize, (usize, &Batch))| rest.has(*run, number - 1);
        for (run, (number, batch)) in runs(migration).enumerate().filter(is_left) {
            let in_database = (rest.in_database)(number - 1).is_some();
            if let Err(failed) = self.batch(migration, number, batch).await {
                return Err(self.left_over(failed, migration, run, in_database).await);
            }
            let done = rest.done().max(run + 1);
            let counted = self.record(&self.history.batches_done(migration.version, done)).await;
            counted.map_err(|cause| unrecorded(migration, cause, run + 1, in_database))?;
            sent += 1;
        }
        let in_database = rest.is_all_in_database(migration);
        let failed = |cause| unrecorded(migration, cause, run_count(migration), in_database);
        self.check(0).await.map_err(failed)?;
        self.keeps(migration).await.map_err(failed)?;
        self.record(&self.history.finish(migration.version, started.elapsed().as_millis())).await.map_err(failed)?;
        Ok(sent)
    }

    /// Writes "started" into the history, before anything is sent.
    async fn mark(&mut self, planned: &Planned<'_>, rest: &Rest<'_>) -> Result<(), Box<Failed>> {
        let failed = |cause: Cause| {
            let is_marked = cause.is_lost() && !rest.is_all_in_database(planned.migration);
            let mut failed = failure(planned.migration, Point::Start, cause);
            failed.aftermath =
                if is_marked { Aftermath::HalfDone { done: rest.done() } } else { Aftermath::RolledBack };
            failed
        };
        self.own(PRELUDE).await.map_err(|error| failed(Cause::Batch(error)))?;
        let entry = entry(planned, EntryState::Started, rest.done(), None);
        let marker = if rest.recorded.is_some() { self.history.restart(&entry) } else { self.history.insert(&entry) };
        self.record(&marker).await.map_err(failed)
    }

    /// Says what is left when a batch outside a transaction failed. When the file is a single statement that the
    /// server refused, nothing is, and the marker goes.
    async fn left_over(
        &mut self,
        mut failed: Box<Failed>,
        migration: &Migration,
        done: usize,
        in_database: bool,
    ) -> Box<Failed> {
        failed.aftermath = match failed.cause.is_lost() {
            _ if in_database => Aftermath::Resumes { done },
            true => Aftermath::Unknown,
            false => Aftermath::HalfDone { done },
        };
        if failed.cause.is_refusal() && is_one_statement(migration) {
            let forget = self.history.forget(migration.version);
            if self.own(&format!("IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION; {forget}")).await.is_ok() {
                failed.aftermath = Aftermath::RolledBack;
            }
        }
        failed
    }

    async fn batch(&mut self, migration: &Migration, number: usize, batch: &Batch) -> Result<(), Box<Failed>> {
        let version = migration.version;
        let started = Instant::now();
        let events = &mut *self.events;
        let hidden = |text: &str| migration.variables.hidden(text).into_owned();
        let mut on_message = |message: &Message| events.event(&Event::Message { version, text: hidden(&message.text) });
        let outcome = self.session.batch(&migration.sent(batch), self.limit, &mut on_message).await;
        let outcome = outcome
            .map_err(|error| failure(migration, Point::Batch(number), Cause::Batch(error.with_texts(hidden))))?;
        self.events.event(&Event::BatchFinished {
            version,
            batch: number,
            line: migration.file.position(batch.span.start).line,
            rows: outcome.row_counts,
            duration_ms: started.elapsed().as_millis() as u64,
        });
        Ok(())
    }

    /// Whether the session is as a file has to leave it: so many transactions open, in its own database, under
    /// the lock, executing.
    async fn check(&mut self, depth: i64) -> Result<(), Cause> {
        let state = match self.session.transaction_state().await {
            // No row, or the columns of a plan (SET SHOWPLAN_ALL).
            Err(BatchError::Shape(_)) => return Err(Cause::NotExecuted),
            other => other.map_err(Cause::Batch)?,
        };
        let TransactionState { depth: found, state, database: now, holds_lock } = state;
        let is_home = self.session.database().is_none_or(|home| now.to_lowercase() == home.to_lowercase());
        match (found, state) {
            (_, -1) => Err(Cause::Doomed),
            (0, _) if depth > 0 => Err(Cause::Ended),
            (found, _) if found != depth => Err(Cause::LeftOpen { depth: found, wanted: depth }),
            _ if !is_home => Err(Cause::OtherDatabase { now }),
            _ if !holds_lock => Err(Cause::LockGone),
            _ => Ok(()),
        }
    }

    /// Whether the rows of other files are as they were.
    async fn keeps(&mut self, migration: &Migration) -> Result<(), Cause> {
        if !seal::may_change(self.history, migration) {
            return Ok(());
        }
        match Seal::read(self.session, self.history, migration.version, self.limit).await {
            Ok(now) if now == self.seal => Ok(()),
            Err(error) if !error.has_number(NO_SUCH_OBJECT) => Err(Cause::Batch(error)),
            _ => Err(Cause::HistoryChanged),
        }
    }

    /// Sends a statement that writes one row of the history, and sees that it did.
    async fn record(&mut self, sql: &str) -> Result<(), Cause> {
        let sql = format!("{sql}; SELECT CAST(@@ROWCOUNT AS int) AS n");
        let sets = self.session.query_sets(&sql, self.limit).await.map_err(Cause::Batch)?;
        let changed = sets.first().and_then(|rows| rows.first()).and_then(|row| row.get::<i64>("n").ok());
        match changed.ok_or(Cause::NotExecuted)? {
            1 => Ok(()),
            rows => Err(Cause::NotRecorded { rows }),
        }
    }

    /// Sends a batch of ragsql's own.
    async fn own(&mut self, sql: &str) -> Result<(), BatchError> {
        self.session.batch(sql, None, &mut |_| {}).await.map(|_| ())
    }
}

fn entry<'a>(planned: &'a Planned<'_>, state: EntryState, batches_done: usize, took: Option<Duration>) -> NewEntry<'a> {
    NewEntry {
        version: planned.migration.version,
        name: &planned.migration.name,
        checksum: planned.checksum(),
        state,
        batches_done,
        duration_ms: took.map(|took| took.as_millis()),
        note: None,
    }
}

fn failure(migration: &Migration, point: Point, cause: Cause) -> Box<Failed> {
    Box::new(Failed {
        file: migration.file.path().to_owned(),
        version: migration.version,
        point,
        line: line(migration, point, &cause),
        outside_transaction: is_outside(migration),
        cause,
        aftermath: Aftermath::Unknown,
    })
}

/// Batches outside a transaction are done, and the history does not know it.
fn unrecorded(migration: &Migration, cause: Cause, done: usize, in_database: bool) -> Box<Failed> {
    let mut failed = failure(migration, Point::Record, cause);
    failed.aftermath = if in_database { Aftermath::Resumes { done } } else { Aftermath::HalfDone { done } };
    failed
}

/// The line in the file: the server's line is one of the batch, and is not believed beyond the batch's end.
fn line(migration: &Migration, point: Point, cause: &Cause) -> u32 {
    let Point::Batch(number) = point else { return 1 };
    let Some(batch) = number.checked_sub(1).and_then(|at| migration.batches.get(at)) else { return 1 };
    let line = |offset| migration.file.position(offset).line;
    let first = match cause {
        Cause::Batch(error) => error.server_errors().next().and_then(ServerError::batch_line),
        _ => None,
    };
    let below = first.map_or(0, |line| line.saturating_sub(1));
    line(batch.span.start).saturating_add(below).min(line(batch.span.end))
}

/// Whether a batch holds a word that ends transactions.
fn ends_transactions(migration: &Migration, batch: &Batch) -> bool {
    let text = migration.file.text();
    let tokens = lexer::lex(text, batch.span).tokens;
    tokens.iter().any(|token| token.is_word(text, "COMMIT") || token.is_word(text, "ROLLBACK"))
}

/// Whether a file runs outside a transaction: all of `post-load/`, and what says so in its header.
fn is_outside(migration: &Migration) -> bool {
    migration.phase == Phase::PostLoad || migration.header.no_transaction.is_some()
}

/// Whether the file is a single statement that the server does wholly or not at all.
fn is_one_statement(migration: &Migration) -> bool {
    let [batch] = migration.batches.as_slice() else { return false };
    let parsed = tree::statements(migration.file.text(), batch.span);
    let [statement] = parsed.statements.as_slice() else { return false };
    batch.repeat == 1
        && match &statement.kind {
            Kind::CreateIndex { index, .. } => !index.options.iter().any(|option| option.name.as_ref() == "RESUMABLE"),
            Kind::NamedObject { .. }
            | Kind::AlterDatabase { .. }
            | Kind::ScopedConfiguration { .. }
            | Kind::Drop { .. }
            | Kind::DropIndex { .. } => true,
            _ => false,
        }
}
