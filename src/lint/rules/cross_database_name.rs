//! Names of three or four parts.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "cross-database-name",
    summary: "names another database or server",
    docs: include_str!("cross_database_name.md"),
    levels: Levels::cloud(Level::Error, Level::Off),
    phases: BOTH,
    guarded: false,
    yields_to: &["unsupported-on-azure"],
    checks: &[Check::Refusal(
        "leave the database out of the name; reach another database with an elastic query or through the application",
    )],
};
