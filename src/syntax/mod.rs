//! Reading T-SQL: files to batches, batches to statements, statements to definitions.

pub mod ast;
pub mod batch;
mod dynamic;
pub mod lexer;
pub mod lookup;
pub mod parse;
pub mod problem;
#[allow(missing_docs, reason = "the fields are named by what they hold")]
pub mod query;
pub mod spell;
pub mod tree;
pub mod unread;

pub use problem::{Problem, ProblemKind};
