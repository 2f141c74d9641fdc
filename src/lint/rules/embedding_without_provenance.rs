//! A vector written without what says where it comes from.

use crate::lint::vectors::{Provenance, provenance, vectors};
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule, Write};
use crate::schema::Column;
use crate::syntax::query::ast::ExprKind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "embedding-without-provenance",
    summary: "writes a vector and leaves its provenance as it was",
    docs: include_str!("embedding_without_provenance.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Query(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    for write in cx.writes() {
        vectors(&write.entry.definition).for_each(|vector| judge(cx, &write, vector, findings));
    }
}

fn judge(cx: &QueryCx, write: &Write, vector: &Column, findings: &mut Findings) {
    let Some(written) = write.of(&vector.name) else { return };
    let is_null = written.value.is_some_and(|value| value.kind == ExprKind::Null);
    if is_null && write.inserts || written.value.is_some_and(|value| value.kind == ExprKind::Default) {
        return;
    }
    let Provenance { model, dimensions, time } = provenance(&write.entry.definition, vector);
    // The column's type holds the dimensions, so an UPDATE may leave them.
    let dimensions = dimensions.filter(|_| write.inserts);
    let wanted = if is_null { [None, None, time] } else { [model, dimensions, time] };
    let missing: Vec<String> = wanted
        .into_iter()
        .flatten()
        .filter(|column| write.of(&column.name).is_none() && !(write.inserts && column.default.is_some()))
        .map(|column| format!("`{}`", column.name))
        .collect();
    if missing.is_empty() {
        return;
    }
    let missing = missing.join(", ");
    let (message, help) = if is_null {
        (
            format!("`{}` is taken out and {missing} stays: the row looks as if it were embedded", vector.name),
            format!("set {missing} to NULL in the same statement"),
        )
    } else {
        (
            format!("`{}` is written without {missing}: nobody knows later what made it", vector.name),
            format!("write {missing} in the same statement"),
        )
    };
    findings.add(cx.query.place(written.at), message).table(&write.table).help(help.replace('`', ""));
}
