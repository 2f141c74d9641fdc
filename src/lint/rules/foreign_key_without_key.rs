//! A foreign key points at a key.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "foreign-key-without-key",
    summary: "adds a foreign key to columns that are no key",
    docs: include_str!("foreign_key_without_key.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: true,
    yields_to: &[],
    checks: &[Check::Refusal(
        "add a primary key, unique constraint or unique index on exactly these columns of the other table",
    )],
};
