//! Names that are keywords.

use crate::catalog::Place;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::name::Ident;
use crate::schema::Column;
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::{AlterTable, Kind};
use crate::syntax::query::is_reserved;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "reserved-name",
    summary: "gives something a name that is a keyword",
    docs: include_str!("reserved_name.md"),
    levels: Levels::all(Level::Info),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::File(check)],
};

fn check(index: usize, _migration: &Migration, parsed: &ParsedFile, findings: &mut Findings) {
    let mut found: Vec<(&Ident, Span)> = Vec::new();
    for statement in parsed.batches.iter().flat_map(|batch| &batch.statements) {
        statement.walk(&mut |inner| {
            let reserved = names(&inner.kind).into_iter().filter(|name| is_reserved(name.as_str()));
            found.extend(reserved.map(|name| (name, inner.span)));
        });
    }
    let [(first, span), rest @ ..] = &found[..] else { return };
    let more =
        if rest.is_empty() { String::new() } else { format!(", and so are {} more names of this file", rest.len()) };
    findings
        .add(
            Place { file: index as u32, span: *span },
            format!("`{}` is a keyword of T-SQL{more}: every statement has to write it in brackets", first.as_str()),
        )
        .errors(&[156])
        .help("take a name that is none, while nothing uses it");
}

/// The names that a statement gives.
fn names(kind: &Kind) -> Vec<&Ident> {
    match kind {
        Kind::CreateTable { name, table } => {
            std::iter::once(name.object()).chain(table.columns.iter().map(|column| &column.name)).collect()
        }
        Kind::Module { name, .. } => vec![name.object()],
        Kind::AlterTable { actions, .. } => actions.iter().filter_map(added).map(|column| &column.name).collect(),
        _ => Vec::new(),
    }
}

fn added((action, _): &(AlterTable, Span)) -> Option<&Column> {
    match action {
        AlterTable::AddColumn { column, .. } => Some(column),
        _ => None,
    }
}
