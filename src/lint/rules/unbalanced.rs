//! Blocks and parentheses without their partner.

use crate::lint::{BOTH, Check, Level, Levels, Rule};
use crate::syntax::ProblemKind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "unbalanced",
    summary: "has a block or parenthesis without its partner",
    docs: include_str!("unbalanced.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Problem(&[ProblemKind::Unbalanced, ProblemKind::TooDeep], "mend the batch: nothing of it runs")],
};
