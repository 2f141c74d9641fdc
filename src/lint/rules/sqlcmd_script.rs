//! Commands and variables of sqlcmd.

use crate::lint::{BOTH, Check, Level, Levels, Rule};
use crate::syntax::ProblemKind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "sqlcmd-script",
    summary: "has a command or variable of sqlcmd",
    docs: include_str!("sqlcmd_script.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Problem(
        &[ProblemKind::SqlcmdDirective, ProblemKind::SqlcmdVariable],
        "write the value, or make the file before ragsql reads it",
    )],
};
