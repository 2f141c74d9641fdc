//! Comments that look like a directive and are none.

use crate::lint::{BOTH, Check, Level, Levels, Rule};
use crate::syntax::ProblemKind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "unknown-directive",
    summary: "has a directive that is not known, or stands where it has no effect",
    docs: include_str!("unknown_directive.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[
        Check::Problem(&[ProblemKind::Directive], "see ragsql explain unknown-directive for those that are known"),
        Check::Problem(&[ProblemKind::NearDirective], "write `-- ragsql: allow <rule> <reason>` and the like"),
    ],
};
