//! The sandbox: an emulator of the parts of Azure SQL Database that this project needs, served over
//! TDS on the loopback address. It is not the real engine and says so.

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

use std::path::Path;
use std::sync::Arc;

pub use engine::DATABASE;

/// Why the sandbox did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be made or opened.
    #[error("{0}")]
    Engine(#[from] error::SqlError),
    /// The port is taken, or the certificate or the thread cannot be made.
    #[error("the server did not start: {0}")]
    Server(#[from] std::io::Error),
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
