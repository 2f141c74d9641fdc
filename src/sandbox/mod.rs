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
