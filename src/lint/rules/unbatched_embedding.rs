//! A call of the model for every row, in one transaction.

use crate::lint::always::{self, Given};
use crate::lint::vectors::{Provenance, hash, provenance, vectors};
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule, Write, is_call};
use crate::schema::{ConstraintKind, Table};
use crate::syntax::query::ast::{Expr, ExprKind, Update};
use crate::syntax::query::walk::{joined, own_expressions};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unbatched-embedding",
    summary: "embeds without TOP, or without looking for what is still to be embedded",
    docs: include_str!("unbatched_embedding.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    for write in cx.writes() {
        let Some(update) = write.update else { continue };
        if let Some(call) = embedding_call(&write)
            && let Some(what) = offence(update, &write)
        {
            findings.add(cx.query.call_place(call.at), format!("this calls the model {what}")).table(&write.table).help(
                "write UPDATE TOP (200) … WHERE the time of the embedding IS NULL, and repeat it until no row is left: it \
                 starts again where it stopped",
            );
        }
    }
}

/// The call of a model whose result goes into a vector column.
fn embedding_call<'a>(write: &Write<'a>) -> Option<&'a Expr> {
    let is_embedding =
        |expr: &&Expr| matches!(&expr.kind, ExprKind::Call(call) if is_call(call, "AI_GENERATE_EMBEDDINGS"));
    let values = vectors(&write.entry.definition).filter_map(|vector| write.of(&vector.name)?.value);
    values.flat_map(own_expressions).find(is_embedding)
}

/// How the UPDATE goes through its rows, when it is not in batches.
fn offence(update: &Update, write: &Write) -> Option<&'static str> {
    let table = &write.entry.definition;
    let is_joined = joined(&update.from).len() > 1;
    match (&update.top, update.condition.as_ref().filter(|condition| !always::holds(condition, Given::NOTHING))) {
        (_, None) if !is_joined => Some("for every row, also for those that have a vector"),
        (None, Some(condition)) if !names_key(condition, table) => {
            Some("for all these rows in one transaction, and holds their locks as long")
        }
        (Some(_), Some(condition))
            if !is_joined && !names_key(condition, table) && !names_pending(condition, table, update) =>
        {
            Some("for the same rows again each time: nothing leaves out those that have a vector")
        }
        _ => None,
    }
}

/// Whether a condition looks at what tells that a row is still to be embedded: the vector or where it comes from, a
/// hash, a column that the statement itself sets, or another query.
fn names_pending(condition: &Expr, table: &Table, update: &Update) -> bool {
    let told = |vector| {
        let Provenance { model, dimensions, time } = provenance(table, vector);
        [Some(vector), model, dimensions, time, hash(table)]
    };
    let set = update.assignments.iter().filter_map(|assignment| assignment.column.as_ref());
    let told: Vec<_> = vectors(table).flat_map(told).flatten().map(|column| &column.name).chain(set).collect();
    own_expressions(condition).iter().any(|expr| match &expr.kind {
        ExprKind::Column(parts) => parts.last().is_some_and(|column| told.contains(&column)),
        ExprKind::Exists(_) | ExprKind::InQuery { .. } | ExprKind::Subquery(_) | ExprKind::Other(_) => true,
        _ => false,
    })
}

/// Whether a condition is on a column of a key: it takes one row, or a range of them.
fn names_key(condition: &Expr, table: &Table) -> bool {
    let keys = table.constraints.iter().filter_map(|constraint| match &constraint.kind {
        ConstraintKind::Key { columns, .. } => Some(columns),
        _ => None,
    });
    let keys: Vec<_> = keys.flatten().map(|column| &column.name).collect();
    own_expressions(condition).iter().any(|expr| expr.column().is_some_and(|column| keys.contains(&column)))
}
