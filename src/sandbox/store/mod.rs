//! Storage: tables, indexes and constraints of SQLite that stand for those of the catalog, and the log
//! of the statements that made the catalog what it is.

pub mod alter;
mod columns;
mod constraints;
pub mod counters;
pub mod log;
pub mod naming;
pub mod numbers;
pub mod place;
pub mod process_lock;
pub mod rows;
mod settle;
pub mod table;
