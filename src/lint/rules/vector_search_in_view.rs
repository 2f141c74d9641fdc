//! VECTOR_SEARCH in a view.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::syntax::query::ast::SourceKind;
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-search-in-view",
    summary: "uses VECTOR_SEARCH in a view",
    docs: include_str!("vector_search_in_view.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Query(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    let is_search = |kind: &SourceKind| matches!(kind, SourceKind::VectorSearch(_));
    for source in
        parts(&cx.query.statement).sources.into_iter().filter(|source| cx.is_view() && is_search(&source.kind))
    {
        findings
            .add(cx.query.place(source.at), "VECTOR_SEARCH is not allowed in a view")
            .errors(&[102])
            .help("make it a procedure that takes the query vector as a parameter");
    }
}
