//! Statements whose meaning is not known: told, so that silence about them is no verdict.

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::replay::Step;
use crate::syntax::ast::{AlterTable, Kind};

/// The rule.
pub static RULE: Rule = Rule {
    code: "not-understood",
    summary: "has a statement that ragsql does not understand",
    docs: include_str!("not_understood.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[
        "policy-and-vector-index",
        "unbalanced",
        "unsupported-on-azure",
        "unterminated",
        "vector-index-syntax",
        "vector-index-target",
    ],
    checks: &[Check::Step(check)],
};

fn check(step: &Step, findings: &mut Findings) {
    let Some(touched) = step.unknown else { return };
    if matches!(step.statement.kind, Kind::Dynamic { .. }) && !touched.is_empty() {
        // What the text does is known, and only not to which part of a table.
        return;
    }
    let place = Place { file: step.file as u32, span: step.span };
    let message = match &step.statement.kind {
        Kind::Dynamic { .. } => "the text that is executed here cannot be known".to_owned(),
        Kind::Execute { procedure: Some(name), .. } => {
            format!("what the procedure `{}` does is not known: the history does not make it", name.to_name())
        }
        Kind::Opaque { words, .. } => format!("this statement is not understood: {words}"),
        _ => "a part of this statement is not understood".to_owned(),
    };
    let touched: Vec<String> = touched.iter().map(|name| format!("`{name}`")).collect();
    let uncertain = if touched.is_empty() { "what it may change".to_owned() } else { touched.join(", ") };
    let careful = format!("from here on, {uncertain} is uncertain, and rules are more careful");
    let finding = findings.add(place, message);
    match is_unknown(&step.statement.kind) {
        true => finding.help(format!("mend it, or allow it with a reason when it is right as it is; {careful}")),
        false => finding.help(careful).at_most(Level::Info),
    };
}

/// Whether it is not known what the statement is for, and not only what a part of it says.
fn is_unknown(kind: &Kind) -> bool {
    match kind {
        Kind::Opaque { .. } => true,
        Kind::AlterTable { actions, .. } => actions.iter().any(|(action, _)| matches!(action, AlterTable::Opaque(_))),
        _ => false,
    }
}
