//! A TDS 7.4 server: from bytes on a socket to requests for an engine, and from its events back to tokens.
//!
//! The layers, each knowing only those before it: [`bytes`] (bounds-checked reading), [`packet`] (messages cut
//! into packets), [`prelogin`] and [`tls`] (encryption), [`login`], [`types`] (values on the wire), [`token`]
//! (what a reply is made of), [`transaction`] and [`rpc`] (what a request is made of), [`prepared`] (statement
//! handles), [`reply`] (events to tokens), [`worker`] (one engine session on its thread) and [`connection`].
//!
//! The server takes any user name and any password: it listens on the loopback address, for development. A
//! password is skipped over, never decoded, kept or logged. Entra tokens and Windows logins are refused.

pub mod bytes;
pub mod packet;
pub mod prelogin;
pub mod tls;
pub mod login;
pub mod types;
pub mod token;
pub mod transaction;
pub mod rpc;
pub mod prepared;
pub mod reply;
pub mod worker;
pub mod connection;

use std::io;

use crate::sandbox::wire::ServerMessage;

/// Why a connection cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ProtocolError {
    /// The socket failed, or TLS did.
    #[error("the connection failed: {0}")]
    Io(#[from] io::Error),
    /// The bytes are not what the protocol says.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A message that makes no sense at this point.
    #[error("the client sent a message of type {0:#04x} out of turn")]
    OutOfTurn(u8),
    /// More than the server is willing to hold in memory.
    #[error("the client sent a message of more than {0} bytes")]
    TooLarge(usize),
    /// The client did not finish its login in time.
    #[error("the client did not log in within {0} seconds")]
    LoginTimeout(u64),
    /// The thread of the engine's session has ended without an answer: it has panicked.
    #[error("the engine's session ended without an answer")]
    SessionLost,
}

/// Bytes that are not what the protocol says, with what they should have been.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the client sent a malformed {0}")]
pub struct Malformed(pub &'static str);

/// Why a request is not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unserved {
    /// Its bytes are not what the protocol says: the connection ends.
    Malformed(Malformed),
    /// The server does not serve it: the client is told, and the connection goes on.
    Refused(ServerMessage),
}

impl From<Malformed> for Unserved {
    fn from(malformed: Malformed) -> Self {
        Self::Malformed(malformed)
    }
}

/// An error of the server's own, of severity 16.
pub fn error(number: i32, text: impl Into<String>) -> ServerMessage {
    ServerMessage { number, class: 16, state: 1, message: text.into(), procedure: String::new(), line: 1 }
}

/// The refusal of something that the protocol has and the server does not serve.
pub fn not_served(what: &str) -> ServerMessage {
    error(50_000, format!("The ragsql sandbox does not serve {what}."))
}
