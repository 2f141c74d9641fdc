//! Lines that begin with GO and are no separator.

use crate::lint::{BOTH, Check, Level, Levels, Rule};
use crate::syntax::ProblemKind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "batch-separator",
    summary: "has a line that begins with GO and holds something else",
    docs: include_str!("batch_separator.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Problem(&[ProblemKind::GoLine], "write GO alone on its line")],
};
