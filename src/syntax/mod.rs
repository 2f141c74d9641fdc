//! Reading T-SQL: files to batches, batches to statements, statements to definitions.

pub mod ast;
pub mod batch;
mod dynamic;
pub mod lexer;
pub mod parse;
pub mod problem;
pub mod tree;

pub use problem::{Problem, ProblemKind};
