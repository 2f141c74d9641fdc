//! ragsql: schema-as-code for retrieval-augmented generation on Azure SQL Database.
//!
//! Data flows one way; a module imports only from those above it in this list.

pub mod text;
pub mod file;
pub mod name;
pub mod schema;
pub mod syntax;
pub mod guard;
pub mod source;
pub mod catalog;
#[allow(missing_docs, reason = "the fields are named by what they hold")]
pub mod change;
pub mod replay;
pub mod normal;
pub mod emit;
pub mod refusal;
pub mod hazard;
pub mod diff;
pub mod drift;
pub mod plan;
pub mod lint;
pub mod verify;
pub mod report;
pub mod chunk;
pub mod embed;
pub mod ingest;
#[cfg(feature = "sandbox")]
pub mod sandbox;
pub mod template;
pub mod db;
pub mod reembed;
pub mod settings;
pub mod cli;
pub mod commands;
