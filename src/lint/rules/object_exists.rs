//! A name that is taken.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "object-exists",
    summary: "creates or renames something to a name that is taken",
    docs: include_str!("object_exists.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: true,
    yields_to: &[],
    checks: &[Check::Refusal("use another name, drop what is there first, or guard the statement with IF EXISTS")],
};
