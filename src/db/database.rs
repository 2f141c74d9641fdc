//! The database for code that is not async: one call for each thing that a command does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::source::{Migration, Project};
use crate::verify::{Question, Report};

use super::ahead::{self, Ahead};
use super::apply::{self, Applied, ApplyOptions};
use super::client::Client;
use super::connect::ConnectOptions;
use super::events::Events;
use super::failure::{RunError, own};
use super::held::{self, Gate, Look};
use super::history::History;
use super::introspect::{self, Introspection};
use super::post_load::step::Built;
use super::post_load::{self, PostLoadOptions, PostLoadOutcome, StepReport, missing, remove};
use super::repair::{self, Mend};
use super::row::Row;
use super::server::{Connector, TargetError};
use super::session::Session;
use super::status::{self, Status};
use super::url::Target;
use super::{lock, signals, state, verify};

/// A database that commands work on.
pub struct Database {
    runtime: tokio::runtime::Runtime,
    connector: Connector,
}

/// 128 and the number of SIGINT: how a process ends that a person stopped.
pub const INTERRUPTED: i32 = 130;

impl Database {
    /// Prepares for a target; the embedded engine is started, a server is not reached yet.
    ///
    /// # Errors
    /// When the embedded engine cannot be started.
    pub fn new(target: &Target, options: ConnectOptions) -> Result<Self, TargetError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| TargetError::Sandbox(error.to_string()))?;
        let connector = Connector::new(target, options)?;
        Ok(Self { runtime, connector })
    }

    /// Runs pending migrations. See [`apply::apply`].
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn apply(
        &self,
        migrations: &[Migration],
        options: &ApplyOptions,
        events: &mut dyn Events,
    ) -> Result<Applied, RunError> {
        self.runtime.block_on(apply::apply(&self.connector, migrations, options, None, events))
    }

    /// Runs pending migrations when the gate lets them pass. See [`apply::apply`].
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn apply_through(
        &self,
        gate: &Gate<'_>,
        options: &ApplyOptions,
        events: &mut dyn Events,
    ) -> Result<Applied, RunError> {
        self.runtime.block_on(apply::apply(&self.connector, &gate.project.migrations, options, Some(gate), events))
    }

    /// The migrations that would run now, without the lock and without changing anything.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn pending<'a>(
        &self,
        migrations: &'a [Migration],
        options: &ApplyOptions,
        events: &mut dyn Events,
    ) -> Result<Vec<&'a Migration>, RunError> {
        self.with_session(events, async |session| apply::pending(session, migrations, options).await)
    }

    /// The same, when the gate lets them pass. See [`apply::pending_through`].
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn pending_through<'a>(
        &self,
        migrations: &'a [Migration],
        gate: &Gate<'_>,
        options: &ApplyOptions,
        events: &mut dyn Events,
    ) -> Result<Vec<&'a Migration>, RunError> {
        self.with_session(events, async |session| apply::pending_through(session, migrations, gate, options).await)
    }

    /// What would run now, what it would meet, and how large that is. See [`ahead::ahead`].
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn ahead<'a>(
        &self,
        project: &'a Project,
        apply: &ApplyOptions,
        options: &PostLoadOptions,
        events: &mut dyn Events,
    ) -> Result<Ahead<'a>, RunError> {
        self.with_session(events, async |session| ahead::ahead(session, project, apply, options).await)
    }

    /// Runs the guarded phase. See [`post_load::apply`].
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn post_load(
        &self,
        files: &[&Migration],
        options: &PostLoadOptions,
        events: &mut dyn Events,
    ) -> Result<PostLoadOutcome, RunError> {
        self.runtime.block_on(post_load::apply(&self.connector, files, options, events))
    }

    /// Looks at post-load steps without changing anything.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn look(
        &self,
        files: &[&Migration],
        options: &PostLoadOptions,
        events: &mut dyn Events,
    ) -> Result<PostLoadOutcome, RunError> {
        self.with_session(events, async |session| post_load::look_settled(session, files, options).await)
    }

    /// Looks at post-load steps as if their vector indexes were dropped: whether they could be created again.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn rehearse(
        &self,
        files: &[&Migration],
        options: &PostLoadOptions,
        events: &mut dyn Events,
    ) -> Result<Vec<StepReport>, RunError> {
        self.with_session(events, async |session| post_load::rehearse(session, files, options).await)
    }

    /// The steps that ran and whose files are gone; `files` are all of the project's. See [`missing::steps`].
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn missing(
        &self,
        files: &[Migration],
        options: &PostLoadOptions,
        events: &mut dyn Events,
    ) -> Result<Vec<StepReport>, RunError> {
        self.with_session(events, async |session| missing::steps(session, files, &options.history).await)
    }

    /// The vector indexes of these steps that are there.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn present(&self, files: &[&Migration], events: &mut dyn Events) -> Result<Vec<Built>, RunError> {
        self.with_session(events, async |session| remove::present(session, files).await)
    }

    /// Every vector index of the database, whoever made it.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn vector_indexes(&self, events: &mut dyn Events) -> Result<Vec<Built>, RunError> {
        self.with_session(events, async |session| remove::every(session).await)
    }

    /// Drops vector indexes under the lock.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn drop_indexes(
        &self,
        indexes: &[Built],
        lock_timeout: Duration,
        events: &mut dyn Events,
    ) -> Result<(), RunError> {
        self.locked(lock_timeout, events, async |session| remove::drop(session, indexes).await)
    }

    /// Both phases as they are.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn status(
        &self,
        project: &Project,
        history: &History,
        options: &PostLoadOptions,
        events: &mut dyn Events,
    ) -> Result<Status, RunError> {
        self.with_session(events, async |session| status::status(session, project, history, options).await)
    }

    /// Both phases as they are, and a look at what the database holds, by one session.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn status_and_look(
        &self,
        project: &Project,
        history: &History,
        options: &PostLoadOptions,
        events: &mut dyn Events,
    ) -> Result<(Status, Look), RunError> {
        self.with_session(events, async |session| {
            let status = status::status(session, project, history, options).await?;
            Ok((status, held::look(session, project, history, options).await?))
        })
    }

    /// Everything that the database holds, and a look at whether it can be told from its files. See [`held::found`].
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn found(
        &self,
        project: &Project,
        history: &History,
        options: &PostLoadOptions,
        events: &mut dyn Events,
    ) -> Result<(Introspection, Look), RunError> {
        self.with_session(events, async |session| held::found(session, project, history, options).await)
    }

    /// Everything that the database holds. See [`introspect::introspect`].
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn introspect(&self, events: &mut dyn Events) -> Result<Introspection, RunError> {
        self.with_session(events, async |session| {
            introspect::introspect(session).await.map_err(own("reading what the database holds"))
        })
    }

    /// Records migrations as applied without running them; gives their versions.
    ///
    /// # Errors
    /// See [`RunError`], and [`repair::baseline`].
    pub fn baseline(
        &self,
        migrations: &[Migration],
        history: &History,
        to_version: i64,
        lock_timeout: Duration,
        events: &mut dyn Events,
    ) -> Result<Vec<i64>, RunError> {
        let files = state::Planned::all(migrations)?;
        self.locked(lock_timeout, events, async |session| repair::baseline(session, &files, history, to_version).await)
    }

    /// The versions that a baseline would record, when it could be made now.
    ///
    /// # Errors
    /// See [`RunError`], and [`repair::to_record`].
    pub fn rehearse_baseline(
        &self,
        migrations: &[Migration],
        history: &History,
        to_version: i64,
        events: &mut dyn Events,
    ) -> Result<Vec<i64>, RunError> {
        let files = state::Planned::all(migrations)?;
        self.with_session(events, async |session| {
            let entries = history.read(session).await?.unwrap_or_default();
            let chosen = repair::to_record(&files, history, &entries, to_version)?;
            Ok(chosen.iter().map(|file| file.migration.version).collect())
        })
    }

    /// What mending an entry would do, when it could be done now.
    ///
    /// # Errors
    /// See [`RunError`], and [`repair::mend`].
    pub fn rehearse_mend(
        &self,
        files: &[Migration],
        history: &History,
        mend: &Mend<'_>,
        events: &mut dyn Events,
    ) -> Result<String, RunError> {
        let files = state::Planned::all(files)?;
        self.with_session(events, async |session| {
            let entries = history.read(session).await?.unwrap_or_default();
            Ok(repair::decide(&files, history, &entries, mend)?.said)
        })
    }

    /// Mends one entry of a history.
    ///
    /// # Errors
    /// See [`RunError`], and [`repair::mend`].
    pub fn mend(
        &self,
        files: &[Migration],
        history: &History,
        mend: &Mend<'_>,
        lock_timeout: Duration,
        events: &mut dyn Events,
    ) -> Result<String, RunError> {
        let files = state::Planned::all(files)?;
        self.locked(lock_timeout, events, async |session| repair::mend(session, &files, history, mend).await)
    }

    /// Asks the health checks. See [`verify::verify`].
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn verify(
        &self,
        questions: &[Question],
        limit: Option<Duration>,
        events: &mut dyn Events,
    ) -> Result<Report, RunError> {
        self.runtime.block_on(verify::verify(&self.connector, questions, limit, events))
    }

    /// Sends one batch of the caller's own, for loading and asking; gives the rows of its first result set.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn query(&self, sql: &str, events: &mut dyn Events) -> Result<Vec<Row>, RunError> {
        self.with_session(events, async |session| session.query(sql).await.map_err(own("sending a query")))
    }

    /// One session for many calls; each may take so long.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn client(&self, limit: Option<Duration>, events: &mut dyn Events) -> Result<Client<'_>, RunError> {
        let session = self.runtime.block_on(self.connector.open(events))?;
        Ok(Client::new(&self.runtime, session, limit))
    }

    /// Hears of Ctrl-C from here on: the first one is told by the flag, a second one ends the process.
    #[must_use]
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        let flag = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&flag);
        self.on_interrupt(move || {
            if heard.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
        flag
    }

    /// From here on no signal that asks the process to end does so; each is told to `told` instead.
    pub fn on_interrupt(&self, told: impl Fn() + Send + Sync + 'static) {
        signals::hear(&self.runtime, told);
    }

    /// Does something with a session of its own.
    fn with_session<T>(
        &self,
        events: &mut dyn Events,
        work: impl AsyncFnOnce(&mut Session) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        self.runtime.block_on(async {
            let mut session = self.connector.open(events).await?;
            work(&mut session).await
        })
    }

    /// Does something with a session that holds the lock of a run.
    fn locked<T>(
        &self,
        timeout: Duration,
        events: &mut dyn Events,
        work: impl AsyncFnOnce(&mut Session) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        self.runtime.block_on(async {
            let mut session = self.connector.open(events).await?;
            let result = lock::held(&mut session, timeout, events, async |session, _| work(session).await).await?;
            session.close().await;
            Ok(result)
        })
    }
}
