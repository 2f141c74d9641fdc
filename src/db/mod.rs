//! The database: where it is, how a session with it is opened, and everything that is sent to it.
//!
//! Only this module knows the driver. Errors are the server's own, with what they mean and what to do.

mod capture;
pub mod connect;
pub mod error;
pub mod row;
pub mod session;
mod tcp;
pub mod url;

pub use connect::{ConnectError, ConnectOptions, Retry};
pub use error::{BatchError, ServerError};
pub use row::{Cell, FromCell, Row, RowError};
pub use session::{BatchOutcome, Message, ServerFacts, Session, TransactionState};
pub use url::{Environment, Secret, Server, Target, UrlError};
