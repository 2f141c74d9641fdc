//! USE cannot switch databases on Azure SQL Database.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "use-database",
    summary: "switches databases with USE",
    docs: include_str!("use_database.md"),
    levels: Levels::cloud(Level::Error, Level::Off),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal("remove it: the connection says which database is meant")],
};
