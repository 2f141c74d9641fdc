//! A session: its connection to the storage, what it set, and its requests.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rusqlite::Connection;

use crate::name::Ident;
use crate::sandbox::engine::{DATABASE, Shared};
use crate::sandbox::error::SqlError;
use crate::sandbox::host::Host;
use crate::sandbox::interpret::{Code, Cursor, Interpreter, PlanCache};
use crate::sandbox::locks::{Owner, SessionId};
use crate::sandbox::options::Options;
use crate::sandbox::store::log::Schema;
use crate::sandbox::temporary::Temporaries;
use crate::sandbox::transaction::Transaction;
use crate::sandbox::wire::{self, Event, Login, Request};
use crate::sandbox::{collation, functions};

/// How many statements of SQLite a session keeps ready.
const STATEMENTS: usize = 256;

/// One session.
pub(super) struct Session {
    pub shared: Arc<Shared>,
    pub id: SessionId,
    pub connection: Connection,
    /// What SQLite's functions ask.
    pub host: Arc<Host>,
    /// The schema as this session sees it.
    pub schema: Schema,
    pub temporaries: Temporaries,
    pub transaction: Transaction,
    pub options: Options,
    pub default_schema: Ident,
    /// How many changes of the schema it has made.
    pub schema_changes: u64,
    /// Grows with everything that a translation depends on.
    pub generation: u64,
    pub plans: PlanCache,
    /// The bodies of modules, cut into statements, by the address of their definitions.
    pub codes: BTreeMap<String, Arc<Code>>,
    /// Cursors, by name.
    pub cursors: BTreeMap<Ident, Cursor>,
    /// How many texts were cut.
    pub codes_made: u64,
    /// The views of the system that are filled, with the generation of what is in them.
    pub filled_views: BTreeMap<String, u64>,
}

impl Session {
    /// Opens a session.
    pub fn open(shared: Arc<Shared>, login: &Login) -> Result<Self, SqlError> {
        let connection = shared.place.connect()?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        collation::register(&connection)?;
        let id = shared.enter(login);
        let host = Arc::new(Host::new(Arc::clone(&shared), id, login));
        functions::register(&connection, Arc::clone(&host) as Arc<dyn functions::Host>)?;
        let schema = shared.newest_schema();
        Ok(Self {
            shared,
            id,
            connection,
            host,
            schema,
            temporaries: Temporaries::default(),
            transaction: Transaction::default(),
            options: Options::new(login.ansi_defaults),
            default_schema: Ident::new(crate::name::DEFAULT_SCHEMA),
            schema_changes: 0,
            generation: 0,
            plans: PlanCache::default(),
            codes: BTreeMap::new(),
            cursors: BTreeMap::new(),
            codes_made: 0,
            filled_views: BTreeMap::new(),
        })
    }

    /// The database's name.
    pub fn database(&self) -> &'static str {
        DATABASE
    }
}

impl wire::Session for Session {
    fn run(&mut self, request: Request, cancelled: &Arc<AtomicBool>, emit: &mut dyn FnMut(Event)) {
        Interpreter::new(self, cancelled, emit).run(request);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if !self.connection.is_autocommit() {
            // The connection is about to close, which rolls back as well.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        self.shared.release_all(self.id, Owner::Transaction);
        self.shared.release_all(self.id, Owner::Session);
        self.shared.leave(self.id);
    }
}
