//! Security predicates stand on tables and call inline functions.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "predicate-target",
    summary: "puts a security predicate on something that cannot have one, or takes it from something else",
    docs: include_str!("predicate_target.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "put it on a base table, and let it call an inline table-valued function WITH SCHEMABINDING",
    )],
};
