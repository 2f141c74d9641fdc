//! The engine: one database with its sessions and locks.

use std::path::Path;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::sandbox::error::SqlError;
use crate::sandbox::locks::{Locks, Mode, Outcome, Owner, Resource, SessionId, Wait};
use crate::sandbox::session::Session;
use crate::sandbox::store::log::Schema;
use crate::sandbox::store::place::Place;
use crate::sandbox::store::process_lock::ProcessLocks;
use crate::sandbox::system::{LiveSession, Sessions};
use crate::sandbox::time;
use crate::sandbox::wire::{self, Login, ServerMessage};

/// The database of a sandbox; a file has the same name inside.
pub const DATABASE: &str = "sandbox";

/// How often another process is asked whether it still holds a lock.
const POLL: Duration = Duration::from_millis(10);

/// The first session id of a user, as in the engine.
const FIRST_SESSION: SessionId = 51;

/// The embedded engine. Sessions keep what they need of it, so it may go before they do.
#[derive(Debug)]
pub struct Sandbox {
    shared: Arc<Shared>,
}

/// What the sessions of one engine share.
#[derive(Debug)]
pub(super) struct Shared {
    pub place: Place,
    pub locks: Locks,
    sessions: Mutex<Sessions>,
    next_session: AtomicU16,
    next_transaction: AtomicU64,
    /// For a file that other processes may have open.
    processes: Option<ProcessLocks>,
    /// A committed schema that a session has seen, so that a new one need not fold the log.
    newest: Mutex<Schema>,
}

impl Sandbox {
    /// An engine over a private temporary file, which goes with it.
    ///
    /// # Errors
    /// When no temporary file can be made.
    pub fn temporary() -> Result<Self, SqlError> {
        Ok(Self::over(Place::temporary()?, None))
    }

    /// An engine over a file that is kept.
    ///
    /// # Errors
    /// When the file is not a sandbox's database, or cannot be opened.
    pub fn file(path: &Path) -> Result<Self, SqlError> {
        let place = Place::file(path)?;
        Ok(Self::over(place, Some(ProcessLocks::on(path))))
    }

    fn over(place: Place, processes: Option<ProcessLocks>) -> Self {
        let shared = Shared {
            place,
            locks: Locks::default(),
            sessions: Mutex::default(),
            next_session: AtomicU16::new(FIRST_SESSION),
            next_transaction: AtomicU64::new(1),
            processes,
            newest: Mutex::default(),
        };
        Self { shared: Arc::new(shared) }
    }
}

impl wire::Engine for Sandbox {
    fn open(&self, login: &Login) -> Result<Box<dyn wire::Session>, ServerMessage> {
        if !login.database.is_empty() && !login.database.eq_ignore_ascii_case(DATABASE) {
            let text = format!(
                "Cannot open database \"{}\" requested by the login. The login failed. The ragsql sandbox has one \
                 database, \"{DATABASE}\".",
                login.database
            );
            return Err(SqlError::new(4060, text).class(11).at("", 1));
        }
        let session = Session::open(Arc::clone(&self.shared), login).map_err(|error| error.at("", 1))?;
        Ok(Box::new(session))
    }

    fn default_database(&self) -> String {
        DATABASE.to_owned()
    }
}

impl Shared {
    /// Enters a session and gives its number.
    pub fn enter(&self, login: &Login) -> SessionId {
        let mut sessions = lock(&self.sessions);
        let mut id = self.next_session.fetch_add(1, Ordering::Relaxed);
        while id < FIRST_SESSION || sessions.contains_key(&id) {
            id = self.next_session.fetch_add(1, Ordering::Relaxed);
        }
        let live = LiveSession {
            user: login.user.clone(),
            host: login.host.clone(),
            application: login.application.clone(),
            since: time::now(),
        };
        sessions.insert(id, live);
        id
    }

    /// A session ends.
    pub fn leave(&self, id: SessionId) {
        lock(&self.sessions).remove(&id);
    }

    /// All sessions that are open.
    pub fn sessions(&self) -> Sessions {
        lock(&self.sessions).clone()
    }

    /// Takes a lock, also against other processes that have the file open.
    ///
    /// # Errors
    /// When the operating system gives no locks.
    pub fn acquire(
        &self,
        session: SessionId,
        owner: Owner,
        resource: &Resource,
        mode: Mode,
        wait: Wait<'_>,
    ) -> Result<Outcome, SqlError> {
        let started = Instant::now();
        let outcome = self.locks.acquire(session, owner, resource, mode, wait);
        let (Some(processes), Resource::Application(name)) = (&self.processes, resource) else { return Ok(outcome) };
        if !matches!(outcome, Outcome::Granted | Outcome::GrantedAfterWait) {
            return Ok(outcome);
        }
        let alone = !matches!(mode, Mode::Shared | Mode::IntentShared);
        let mut waited = outcome;
        while !processes.try_take(name, alone)? {
            waited = Outcome::GrantedAfterWait;
            let ended = wait.ended(started);
            if let Some(ended) = ended {
                self.release(session, owner, resource);
                return Ok(ended);
            }
            std::thread::sleep(POLL);
        }
        Ok(waited)
    }

    /// Gives back one taking of a lock; `false` when the session does not hold it.
    pub fn release(&self, session: SessionId, owner: Owner, resource: &Resource) -> bool {
        let released = self.locks.release(session, owner, resource);
        self.release_processes();
        released
    }

    /// Gives back all locks of a session that have this owner.
    pub fn release_all(&self, session: SessionId, owner: Owner) {
        self.locks.release_all(session, owner);
        self.release_processes();
    }

    fn release_processes(&self) {
        if let Some(processes) = &self.processes {
            processes.keep(|name| self.locks.is_held(&Resource::Application(name.to_owned())));
        }
    }

    /// A number for a new transaction.
    pub fn transaction_number(&self) -> u64 {
        self.next_transaction.fetch_add(1, Ordering::Relaxed)
    }

    /// A committed schema to start from.
    pub fn newest_schema(&self) -> Schema {
        lock(&self.newest).clone()
    }

    /// A session has seen a committed schema. Now and then it is kept, so that nobody has to read the
    /// whole log; not each time, since a kept schema is copied by the next change.
    pub fn schema_seen(&self, schema: &Schema) {
        let mut newest = lock(&self.newest);
        if schema.version > newest.version + newest.version / 2 + 16 {
            *newest = schema.clone();
        }
    }
}

/// A thread that panicked while it held one of these mutexes leaves whole values behind.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
