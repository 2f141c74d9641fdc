//! Indexes on vectors and with a filter need certain SET options.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "set-options-for-index",
    summary: "creates an index while a SET option that it needs is off",
    docs: include_str!("set_options_for_index.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal("leave the option as ragsql sets it, or set it back before this statement")],
};
