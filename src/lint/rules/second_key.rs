//! A table has one primary key and one clustered index; a column has one default.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "second-key",
    summary: "adds a second primary key, clustered index or default",
    docs: include_str!("second_key.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: true,
    yields_to: &[],
    checks: &[Check::Refusal("drop the first one, or make this one NONCLUSTERED or UNIQUE")],
};
