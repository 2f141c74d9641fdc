//! The TDS server, with a scripted engine behind it: as tiberius sees it, and byte by byte.
#![cfg(feature = "sandbox")]

#[path = "tds/client.rs"]
mod client;
#[path = "tds/engine.rs"]
mod engine;
#[path = "tds/garbage.rs"]
mod garbage;
#[path = "tds/logins.rs"]
mod logins;
#[path = "tds/raw.rs"]
mod raw;
#[path = "tds/requests.rs"]
mod requests;
#[path = "tds/values.rs"]
mod values;
