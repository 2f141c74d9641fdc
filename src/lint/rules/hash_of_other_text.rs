//! A hash of another text than the one that is stored.

use crate::lint::vectors::{hash, texts, vectors};
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule, is_call};
use crate::name::Ident;
use crate::syntax::query::ast::{Expr, ExprKind};

/// The rule.
pub static RULE: Rule = Rule {
    code: "hash-of-other-text",
    summary: "hashes another text than it stores",
    docs: include_str!("hash_of_other_text.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    for write in cx.writes().iter().filter(|write| vectors(&write.entry.definition).next().is_some()) {
        let table = &write.entry.definition;
        let Some(written) = hash(table).and_then(|column| write.of(&column.name)) else { continue };
        let Some(hashed) = written.value.and_then(hashed) else { continue };
        let stored: Vec<&Expr> = texts(table).filter_map(|text| write.of(&text.name)?.value).collect();
        if let [stored] = stored[..]
            && let (Some(stored), Some(hashed_name)) = (name(stored), name(hashed))
            && stored != hashed_name
        {
            let message = format!(
                "`{}` is the hash of `{}`, and what is stored is `{}`",
                written.column,
                shown(hashed_name),
                shown(stored)
            );
            findings
                .add(cx.query.place(hashed.at), message)
                .table(&write.table)
                .help(format!("hash the text of the row itself: HASHBYTES('SHA2_256', {})", shown(stored)));
        }
    }
}

/// What a value is the hash of.
fn hashed(value: &Expr) -> Option<&Expr> {
    match &value.kind {
        ExprKind::Call(call) if is_call(call, "HASHBYTES") => call.arguments.get(1),
        ExprKind::Cast { value, .. } => hashed(value),
        _ => None,
    }
}

/// The column or variable that an expression is, and nothing else.
fn name(expr: &Expr) -> Option<&[Ident]> {
    match &expr.kind {
        ExprKind::Column(parts) => Some(parts),
        ExprKind::Variable(name) => Some(std::slice::from_ref(name)),
        _ => None,
    }
}

fn shown(name: &[Ident]) -> String {
    name.iter().map(Ident::as_str).collect::<Vec<_>>().join(".")
}
