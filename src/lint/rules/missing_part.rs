//! A column, index or constraint that its table does not have.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "missing-part",
    summary: "names a column, index or constraint that its table does not have",
    docs: include_str!("missing_part.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: true,
    yields_to: &[],
    checks: &[Check::Refusal("mend the name, or the order of the statements")],
};
