//! SET XACT_ABORT OFF: an error no longer undoes the whole file.

use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::replay::{Inside, Step};
use crate::syntax::ast::Kind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "xact-abort-off",
    summary: "lets a file go on behind an error",
    docs: include_str!("xact_abort_off.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Step(check)],
};

fn check(step: &Step, findings: &mut Findings) {
    let Kind::SetOption { names, value } = &step.statement.kind else { return };
    let switches_off = names.iter().any(|name| &**name == "XACT_ABORT") && value.as_str().eq_ignore_ascii_case("OFF");
    if !switches_off || matches!(step.inside, Inside::Procedure(_)) {
        return;
    }
    let message = if step.in_transaction {
        "from here on an error undoes one statement: the batch goes on with the next, and what it does is committed"
    } else {
        "from here on an error ends one statement, and the batch goes on with the next"
    };
    findings.add(step.place(), message).help(
        "leave it out: ragsql sets XACT_ABORT ON before each file; catch an error that may come with TRY and CATCH",
    );
}
