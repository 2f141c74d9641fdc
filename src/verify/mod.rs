//! The health checks of a RAG database: what is asked, of which tables, and what the answers come to.
//!
//! A check is a file of T-SQL in `checks/` and a line in [`CHECKS`]. The file names tables and columns by placeholders,
//! which the schema that the project leads to fills in, and writes its answers into the table variable `@result`. The same
//! text runs here and in a script that needs nothing but a client.

mod check;
mod corpus;
mod policy;
mod question;
mod result;
mod values;

pub use check::{CHECKS, Check, Subject};
pub use question::{Options, Question, questions};
pub use result::{Answer, Checked, Outcome, Report};

/// What every text of a check begins with.
pub const PROLOGUE: &str = "DECLARE @result TABLE (outcome NVARCHAR(20) NOT NULL, found NVARCHAR(MAX) NOT NULL);\n";
