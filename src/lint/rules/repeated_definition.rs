//! GO with a number behind something that can be made only once.

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::name::Name;
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::{AlterTable, Kind, ModuleVerb, ObjectName, Statement};

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
        let dropped = dropped(&batch.statements);
        for statement in &batch.statements {
            let Some((name, number)) = once(&statement.kind) else { continue };
            if dropped.contains(&name.to_name()) {
                continue;
            }
            let times = batch.repeat;
            findings
                .add(
                    Place { file: index as u32, span: statement.span },
                    format!(
                        "GO runs this batch {times} times, and the second run fails: what this makes is there already"
                    ),
                )
                .table(name.to_name())
                .errors(&[number])
                .help("put GO without a number behind it, and what is to be repeated in a batch of its own");
        }
    }
}

/// The object that a statement makes or changes and can make or change once, and the number that the
/// engine gives the second time.
fn once(kind: &Kind) -> Option<(&ObjectName, u32)> {
    match kind {
        Kind::CreateTable { name, .. }
        | Kind::CreateType { name, .. }
        | Kind::CreateSynonym { name, .. }
        | Kind::Sequence { alter: false, name, .. }
        | Kind::CreatePolicy { name, .. }
        | Kind::Module { verb: ModuleVerb::Create, name, .. } => Some((name, 2714)),
        Kind::CreateIndex { table, drop_existing: false, .. } => Some((table, 1913)),
        Kind::AlterTable { name, actions } => {
            actions.iter().find_map(|(action, _)| refused_again(action)).map(|number| (name, number))
        }
        _ => None,
    }
}

/// What the statements drop, under conditions too.
fn dropped(statements: &[Statement]) -> Vec<Name> {
    let mut dropped = Vec::new();
    let mut look = |statement: &Statement| {
        if let Kind::Drop { names, .. } = &statement.kind {
            dropped.extend(names.iter().map(ObjectName::to_name));
        }
    };
    statements.iter().for_each(|statement| statement.walk(&mut look));
    dropped
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
