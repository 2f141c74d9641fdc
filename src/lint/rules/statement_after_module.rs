//! A module swallows everything up to the next GO.

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::replay::{Inside, Step};
use crate::syntax::ast::Kind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "statement-after-module",
    summary: "has a statement behind the body of a module in its batch",
    docs: include_str!("statement_after_module.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &["module-not-first"],
    checks: &[Check::Step(check)],
};

/// A body in BEGIN … END is meant to end there. A SET that puts an option back is at home behind it.
fn check(step: &Step, findings: &mut Findings) {
    let Kind::Module { name, statements, .. } = &step.statement.kind else { return };
    let [first, rest @ ..] = &statements[..] else { return };
    let is_return = |kind: &Kind| matches!(kind, Kind::Other(word) if matches!(&**word, "RETURN" | "GOTO" | "LABEL"));
    let is_set = |kind: &Kind| matches!(kind, Kind::SetOption { .. });
    let Some(next) = rest.iter().find(|statement| !is_return(&statement.kind)) else { return };
    if rest.iter().all(|statement| is_return(&statement.kind) || is_set(&statement.kind)) {
        return;
    }
    if !matches!(first.kind, Kind::Block(_)) || step.inside != Inside::Direct {
        return;
    }
    let place = Place { file: step.file as u32, span: next.span };
    let message =
        format!("this statement belongs to the body of `{}`: it runs at each call, and not now", name.to_name());
    findings.add(place, message).help("put GO behind the END of the body");
}
