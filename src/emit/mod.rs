//! Emit: a catalog as T-SQL, one object after another in an order that runs, meant to be read.
//!
//! Read back by replay, it is the same catalog.

mod column;
mod constraint;
mod index;
mod notes;
mod object;
mod order;
mod permission;
mod project;
mod read;
mod schema;
mod table;
mod text;

pub use project::{History, history};
pub use read::read;
pub use schema::schema;
