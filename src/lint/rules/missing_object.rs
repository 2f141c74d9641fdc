//! An object that the history dropped, or never made.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "missing-object",
    summary: "names an object that is not there",
    docs: include_str!("missing_object.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: true,
    yields_to: &["own-history-table", "sqlcmd-script"],
    checks: &[Check::Refusal(
        "mend the name or the order; if the object was there before the first migration, add it as a baseline",
    )],
};
