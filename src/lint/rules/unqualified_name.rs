//! Objects that are created without a schema.

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::{Kind, ModuleVerb, ObjectName};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unqualified-name",
    summary: "creates something without saying in which schema",
    docs: include_str!("unqualified_name.md"),
    levels: Levels::all(Level::Info),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::File(check)],
};

fn check(index: usize, _migration: &Migration, parsed: &ParsedFile, findings: &mut Findings) {
    let mut found: Vec<&ObjectName> = Vec::new();
    for statement in parsed.batches.iter().flat_map(|batch| &batch.statements) {
        statement.walk(&mut |inner| {
            found.extend(created(&inner.kind).filter(|name| name.parts.len() == 1 && !is_temporary(name)));
        });
    }
    let [first, rest @ ..] = &found[..] else { return };
    let more = if rest.is_empty() { String::new() } else { format!(", and so do {} more of this file", rest.len()) };
    findings
        .add(
            Place { file: index as u32, span: first.span },
            format!("`{}` goes to the default schema of whoever runs this{more}", first.object()),
        )
        .help(format!("write the schema: dbo.{}", first.object()));
}

/// What a statement creates; `sp_rename` and the like name what is there.
fn created(kind: &Kind) -> Option<&ObjectName> {
    match kind {
        Kind::CreateTable { name, .. }
        | Kind::Module { verb: ModuleVerb::Create | ModuleVerb::CreateOrAlter, name, .. }
        | Kind::CreateType { name, .. }
        | Kind::Sequence { alter: false, name, .. }
        | Kind::CreateSynonym { name, .. }
        | Kind::CreatePolicy { name, .. } => Some(name),
        _ => None,
    }
}

fn is_temporary(name: &ObjectName) -> bool {
    name.object().as_str().starts_with('#')
}
