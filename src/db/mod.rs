//! The database: where it is, how a session with it is opened, and everything that is sent to it.
//!
//! Only this module knows the driver. Errors are the server's own, with what they mean and what to do.

pub mod ahead;
pub mod apply;
mod capture;
pub mod client;
pub mod connect;
pub mod corpus;
pub mod database;
pub mod error;
pub mod events;
pub mod execute;
pub mod failure;
pub mod held;
pub mod history;
pub mod introspect;
pub mod lock;
mod plan;
pub mod post_load;
pub mod repair;
mod reply;
pub mod row;
mod runs;
mod seal;
pub mod server;
pub mod session;
mod signals;

mod sql;
pub mod state;
pub mod status;
mod tcp;
mod traces;
pub mod url;
mod verify;

pub use connect::{ConnectError, ConnectOptions, Retry};
pub use error::{BatchError, ServerError, advice};
pub use failure::{Kind, RunError};
pub use row::{Cell, FromCell, Row, RowError};
pub use session::{BatchOutcome, Ending, Message, ServerFacts, Session, TransactionState};
pub use url::{Environment, Secret, Server, Target, UrlError, holds_password};
