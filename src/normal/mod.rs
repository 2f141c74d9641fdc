//! The normal form: what a catalog says, whoever wrote it down and however it came to be.

mod module;
mod settle;

pub use module::definition;
pub use settle::{settled, without_notes};
