//! Something that others stand on.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "object-in-use",
    summary: "drops, alters or renames something that others stand on",
    docs: include_str!("object_in_use.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: true,
    yields_to: &[],
    checks: &[Check::Refusal(
        "drop or change what stands on it first; a predicate function is replaced by altering the policy to a new function",
    )],
};
