//! WITH APPROXIMATE where there is no search, or no order.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::syntax::query::ast::Body;
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "approximate-without-order",
    summary: "writes WITH APPROXIMATE without VECTOR_SEARCH or without ORDER BY",
    docs: include_str!("approximate_without_order.md"),
    levels: Levels::cloud(Level::Error, Level::Off),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Query(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    for (query, select) in parts(&cx.query.statement).selects {
        let Some(at) = query.approximate_at(select) else { continue };
        let is_alone = matches!(query.body, Body::Select(_));
        let (message, help) = match cx.searches(select).next() {
            None => (
                "WITH APPROXIMATE is refused without VECTOR_SEARCH in this FROM",
                "search with VECTOR_SEARCH in the same SELECT, or leave WITH APPROXIMATE out",
            ),
            Some(_) if is_alone && query.order.is_empty() => (
                "WITH APPROXIMATE is refused without ORDER BY",
                "order by the distance column of VECTOR_SEARCH, ascending and alone",
            ),
            Some(_) => continue,
        };
        findings.add(cx.query.place(at), message).errors(&[42248]).help(help);
    }
}
