//! The sandbox: an emulator of the parts of Azure SQL Database that this project needs, served over
//! TDS on the loopback address. It is not the real engine and says so.
//!
//! A request passes `server` and `tds` (the protocol), `session` and `interpret` (batches, control flow,
//! procedures, transactions, DDL), `query` (one statement to SQLite's SQL), `functions` and `value`
//! (T-SQL's functions and types in SQLite) and `store` (tables, constraints, the log). `system` shows the
//! catalog as `sys` views, `information` answers functions such as `OBJECT_ID`.
//!
//! What the engine refuses comes from [`crate::refusal`], with its numbers. What the sandbox does not know
//! is refused as Msg 60000 ([`error::NOT_IN_SANDBOX`]): a batch that is certain to reach it does not start,
//! a procedure fails when it reaches it. Known not to be there: INSTEAD OF triggers, functions with several
//! statements, changes through views, rows of temporal tables (their definitions are kept), graph tables,
//! encrypted columns, indexed views, global temporary tables, GOTO, CLR, XML and spatial types and methods,
//! full text, Service Broker.
//!
//! Known to differ:
//! - One session writes at a time: a writer waits for the whole database, not for rows. Readers never wait
//!   and see the last committed state, as under READ_COMMITTED_SNAPSHOT; other isolation levels are taken
//!   and change nothing.
//! - Everybody is `dbo`: users, roles and permissions are kept and shown, and nothing is denied. Policies
//!   hold for everybody, as they do in the engine.
//! - Vector indexes are kept and shown; searches are exact. Columnstore, hash, XML and other indexes speed
//!   nothing up, and a memory-optimized table is stored as any other. Credentials and external models are kept, and no
//!   model is called: the local embedder answers for an external model whose MODEL is
//!   [`LOCAL_MODEL`](crate::embed::LOCAL_MODEL) and whose LOCATION is at
//!   [`LOCAL_ENDPOINT`](crate::embed::LOCAL_ENDPOINT).
//! - Rows without ORDER BY come in another order than the engine's.
//! - `SET` options that tell the optimizer or only the client are taken and change nothing.

pub mod collation;
pub mod engine;
pub mod error;
pub mod functions;
mod host;
mod information;
mod interpret;
pub mod locks;
mod options;
pub mod query;
mod session;
mod store;
mod system;
mod temporary;
mod time;
mod transaction;
pub mod value;
pub mod wire;
pub mod tds;
pub mod server;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::text::printable_path;

pub use engine::DATABASE;

/// Why the sandbox did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be made or opened.
    #[error("{0}")]
    Engine(#[from] error::SqlError),
    /// Another server has the file.
    #[error(
        "{} is served by another `ragsql sandbox` already: use the URL that it printed, or stop it first",
        printable_path(.0)
    )]
    Served(PathBuf),
    /// The port is taken, or the certificate or the thread cannot be made.
    #[error("the server did not start: {0}")]
    Server(#[from] std::io::Error),
}

/// A file that one server alone serves, so long as this is kept.
#[derive(Debug)]
pub struct Served(#[expect(dead_code, reason = "the lock is held by it")] store::process_lock::ProcessLocks);

/// Takes a database's file, which is there, for one server. Two would serve it well, but their clients would not see
/// each other's locks.
///
/// # Errors
/// [`StartError::Served`]; or when the operating system gives no locks.
pub fn serve_alone(file: &Path) -> Result<Served, StartError> {
    let locks = store::process_lock::ProcessLocks::on(file);
    match locks.try_take("served", true)? {
        true => Ok(Served(locks)),
        false => Err(StartError::Served(file.to_owned())),
    }
}

/// Starts an engine over `file`, or over a temporary file that goes with it, and serves it on 127.0.0.1 at `port`; 0
/// takes a free one.
///
/// # Errors
/// See [`StartError`].
pub fn start(file: Option<&Path>, port: u16) -> Result<server::Server, StartError> {
    let engine = match file {
        Some(file) => engine::Sandbox::file(file)?,
        None => engine::Sandbox::temporary()?,
    };
    Ok(server::Server::start(Arc::new(engine), port)?)
}
