//! Queries and changes of rows: T-SQL text to a tree of what it says, names unresolved.

pub mod ast;
mod body;
mod error;
mod parser;
pub mod walk;

pub use body::only_query;
pub use error::{ParseError, Reason};
pub use parser::{expression, is_reserved, statement};
