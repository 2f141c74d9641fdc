//! A search that does not ask for the index.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "search-without-approximate",
    summary: "searches without WITH APPROXIMATE, and so reads every row",
    docs: include_str!("search_without_approximate.md"),
    levels: Levels::cloud(Level::Warning, Level::Off),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    // A view may not search at all, which is another finding.
    if cx.query.exact_on_purpose || cx.is_view() {
        return;
    }
    for (query, select) in parts(&cx.query.statement).selects {
        let is_approximate = query.approximate_at(select).is_some();
        for (source, _) in cx.searches(select).filter(|(_, search)| !is_approximate && search.top_n.is_none()) {
            let (at, message) = match &select.top {
                Some(top) => (top.at, "TOP without WITH APPROXIMATE reads every row: the vector index is not used"),
                None => (source.at, "VECTOR_SEARCH without TOP computes the distance of every row"),
            };
            findings
                .add(cx.query.place(at), message)
                .help("write SELECT TOP (n) WITH APPROXIMATE … and ORDER BY the distance alone");
        }
    }
}
