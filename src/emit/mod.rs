//! Emit: a catalog as T-SQL, one object after another in an order that runs, meant to be read.
//!
//! Read back by replay, it is the same catalog; and a change as the statements that make it.

mod change;
mod column;
mod constraint;
mod index;
mod notes;
mod object;
mod order;
mod permission;
mod project;
mod property;
mod read;
mod schema;
mod statistics;
mod table;
mod text;

pub use change::{Above, Described, Statements, change, describe, script};
pub(crate) use order::{calls_of, sorted};
pub use project::{History, history};
pub use read::{read, read_script};
pub use schema::schema;
pub(crate) use schema::{is_on_table, owners_first};
pub(crate) use table::{inline_indexes, stands_inside};
pub use text::comment;
