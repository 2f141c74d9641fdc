//! A primary key stands on columns that never hold NULL.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "nullable-primary-key",
    summary: "adds a primary key on a column that allows NULL",
    docs: include_str!("nullable_primary_key.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: true,
    yields_to: &[],
    checks: &[Check::Refusal("make the column NOT NULL first")],
};
