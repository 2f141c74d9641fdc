//! A vector column takes part in no key, check, default, ordinary index or partition, and no vector becomes
//! `sql_variant`.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::schema::DataType;
use crate::syntax::query::ast::{Expr, ExprKind};
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-column-constraint",
    summary: "builds a constraint, default, key, statistics or partition on a vector column, or makes it sql_variant",
    docs: include_str!("vector_column_constraint.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[
        Check::Refusal(
            "leave the vector column bare: NULL or NOT NULL is all that it takes; deduplicate by a hash of the text",
        ),
        Check::Query(check),
    ],
};

/// Msg 206: a vector converted to `sql_variant`, or written to a column of that type.
fn check(cx: &QueryCx, findings: &mut Findings) {
    let all = parts(&cx.query.statement);
    let is_vector = |value: &Expr| {
        cx.is_vector(&[], value) || all.selects.iter().any(|(_, select)| cx.is_vector(&select.from, value))
    };
    let converted = all.expressions.iter().filter_map(|expr| match &expr.kind {
        ExprKind::Cast { value, data_type, .. } if is_variant(data_type) => Some(&**value),
        _ => None,
    });
    let writes = cx.writes();
    let written = writes.iter().flat_map(|write| {
        let column = |name| write.entry.definition.column(name).and_then(|column| column.data_type.as_ref());
        let to_variant = write.columns.iter().filter(move |written| column(written.column).is_some_and(is_variant));
        to_variant.filter_map(|written| written.value)
    });
    for value in converted.chain(written).filter(|value| is_vector(value)) {
        let finding = findings.add(cx.query.place(value.at), "a vector cannot become sql_variant");
        finding.errors(&[206]).help("keep it in a column of type vector");
    }
}

fn is_variant(data_type: &DataType) -> bool {
    matches!(data_type, DataType::System { name, .. } if &**name == "sql_variant")
}
