//! A schema that goes takes the rights on it along.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "drop-schema",
    summary: "drops a schema with the rights on it",
    docs: include_str!("drop_schema.md"),
    levels: Levels::all(Level::Info),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::DropSchema { name } = cx.change else { return };
    let made = cx.before.schemas.get(name).and_then(|entry| entry.origin.0);
    if made.is_some_and(|place| place.file as usize == cx.step.file) {
        return;
    }
    findings
        .add(cx.place, format!("with the schema `{name}` go the rights that were granted on it"))
        .related(made, "the schema is made here")
        .help("look for users whose default schema it is; the engine drops it only when nothing is in it");
}
