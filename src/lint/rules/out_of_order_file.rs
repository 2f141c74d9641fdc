//! New files that sort before released ones.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "out-of-order-file",
    summary: "is new and comes before a file that is released",
    docs: include_str!("out_of_order_file.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Release],
};
