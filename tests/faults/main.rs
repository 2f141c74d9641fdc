//! What can go wrong between ragsql and a server, played by a server that does wrong on purpose.

mod reply;
mod server;

mod login;
mod session;
#[cfg(feature = "sandbox")]
mod tls;
