//! A module swallows everything up to the next GO.

use crate::lint::behind::behind_query;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::replay::{Inside, Step};
use crate::syntax::ast::{DmlVerb, Kind, Statement};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "statement-after-module",
    summary: "has a statement behind the body of a module in its batch",
    docs: include_str!("statement_after_module.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &["module-not-first"],
    checks: &[Check::Step(check)],
};

/// A body in BEGIN … END is meant to end there; one that is indented, perhaps where that ends.
/// A SET that puts an option back is at home behind it.
fn check(step: &Step, findings: &mut Findings) {
    let Kind::Module { name, statements, .. } = &step.statement.kind else { return };
    if step.inside != Inside::Direct {
        return;
    }
    if let Some(span) = behind_query(step.source.text(), step.statement) {
        let place = step.at(span);
        let message = format!("this statement stands behind the query of `{}`, where none can stand", name.to_name());
        findings.add(place, message).errors(&[102, 111, 156]).help("put GO behind the end of the query");
        return;
    }
    let [first, rest @ ..] = &statements[..] else { return };
    let is_block = matches!(first.kind, Kind::Block(_));
    let is_return = |kind: &Kind| matches!(kind, Kind::Other(word) if matches!(&**word, "RETURN" | "GOTO" | "LABEL"));
    let is_set = |kind: &Kind| matches!(kind, Kind::SetOption { .. });
    if rest.iter().all(|statement| is_return(&statement.kind) || is_set(&statement.kind)) {
        return;
    }
    let column = |span: Span| step.source.position(span.start).column;
    let is_outdented = |statement: &Statement| {
        column(statement.span) <= column(step.statement.span) && column(first.span) > column(step.statement.span)
    };
    let is_behind = |statement: &&Statement| {
        !is_return(&statement.kind) && (is_block || works(&statement.kind) && is_outdented(statement))
    };
    let is_on_its_line =
        step.source.position(first.span.start).line == step.source.position(step.statement.span.start).line;
    let Some(next) = rest.iter().find(is_behind).filter(|_| is_block || !is_on_its_line) else { return };
    let place = step.at(next.span);
    let message =
        format!("this statement belongs to the body of `{}`: it runs at each call, and not now", name.to_name());
    let finding = findings.add(place, message);
    finding.help("put GO behind the end of the body").at_most(if is_block { Level::Warning } else { Level::Info });
}

/// Whether a statement does what a migration may be for: it changes rows or rights, or calls a procedure.
fn works(kind: &Kind) -> bool {
    match kind {
        Kind::Dml { verb, .. } => *verb != DmlVerb::Select,
        Kind::Execute { .. } | Kind::Permission { .. } => true,
        _ => false,
    }
}
