//! GO with a number behind something that can be made only once.

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::{AlterTable, Kind, ModuleVerb, ObjectName};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "repeated-definition",
    summary: "creates or drops something in a batch that runs several times",
    docs: include_str!("repeated_definition.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::File(check)],
};

fn check(index: usize, _migration: &Migration, parsed: &ParsedFile, findings: &mut Findings) {
    for batch in parsed.batches.iter().filter(|batch| batch.repeat > 1) {
        let mut left: Vec<(&ObjectName, Span, u32)> = Vec::new();
        for statement in &batch.statements {
            match &statement.kind {
                Kind::CreateTable { name, .. }
                | Kind::CreateType { name, .. }
                | Kind::CreateSynonym { name, .. }
                | Kind::Sequence { alter: false, name, .. }
                | Kind::CreatePolicy { name, .. }
                | Kind::Module { verb: ModuleVerb::Create, name, .. } => left.push((name, statement.span, 2714)),
                Kind::CreateIndex { table, drop_existing: false, .. } => left.push((table, statement.span, 1913)),
                Kind::AlterTable { name, actions } => {
                    let number = actions.iter().find_map(|(action, _)| refused_again(action));
                    left.extend(number.map(|number| (name, statement.span, number)));
                }
                Kind::Drop { names, .. } => {
                    left.retain(|(made, ..)| !names.iter().any(|name| name.to_name() == made.to_name()))
                }
                _ => {}
            }
        }
        for (name, span, number) in left {
            findings
                .add(
                    Place { file: index as u32, span },
                    format!(
                        "GO runs this batch {} times, and the second run fails: what this makes is there already",
                        batch.repeat
                    ),
                )
                .table(name.to_name())
                .errors(&[number])
                .help("put GO without a number behind it, and what is to be repeated in a batch of its own");
        }
    }
}

/// The number that the engine gives the second time.
fn refused_again(action: &AlterTable) -> Option<u32> {
    match action {
        AlterTable::AddColumn { .. } => Some(2705),
        AlterTable::AddConstraint(constraint) if constraint.name.is_some() => Some(2714),
        AlterTable::AddDefault { .. } => Some(1781),
        _ => None,
    }
}
