//! What Azure SQL Database does not have.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unsupported-on-azure",
    summary: "uses something that Azure SQL Database does not have",
    docs: include_str!("unsupported_on_azure.md"),
    levels: Levels::cloud(Level::Error, Level::Off),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal("leave it to the platform, or to the tool that creates the database")],
};
