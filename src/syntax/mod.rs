//! Reading T-SQL: files to batches, batches to statements, statements to definitions.
//! Sole home of `sqlparser`, beside the sandbox's translation.

pub mod ast;
pub mod batch;
pub mod lexer;
