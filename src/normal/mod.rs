//! The normal form: what a definition says, whoever wrote it down and however it came to be.
//!
//! The server rewrites what it stores, and authors write one thing in many ways: two spellings of one
//! meaning have one normal form, two meanings never do.

mod call;
mod catalog;
mod computed;
mod data_type;
mod expression;
mod index;
mod module;
mod number;
mod object;
mod options;
mod settle;
mod statistics;
mod table;
mod tokens;

pub use catalog::{catalog, configuration, made_by_versioning};
pub use expression::expression;
pub use index::index;
pub use module::definition;
pub use object::{external_model, module, owner, permissions, policy, principal, sequence, user_type};
pub use options::default_option;
pub use settle::{settled, without_notes};
pub use statistics::statistics;
pub use table::{column, constraint, table};
pub use tokens::tokens;
