//! A row without a value for a column that needs one.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "missing-value",
    summary: "inserts a row without a value for a column that needs one",
    docs: include_str!("missing_value.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: true,
    yields_to: &["missing-part"],
    checks: &[Check::Refusal("name the column and give it a value, or give the column a default")],
};
