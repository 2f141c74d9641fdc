//! What can go wrong between ragsql and a server, played by a server that does wrong on purpose.

mod database;
mod reply;
mod server;

mod guarded;
mod history;
mod lock;
mod login;
mod lost;
mod runner;
mod session;
#[cfg(feature = "sandbox")]
mod tls;
