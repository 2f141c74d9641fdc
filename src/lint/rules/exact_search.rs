//! A nearest-neighbour query that cannot use the vector index that is there.

use crate::lint::queries::terms_of;
use crate::lint::tenants::tenant_of;
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Ranking, Rule};
use crate::name::Name;
use crate::schema::Table;
use crate::syntax::query::ast::{CompareOp, Expr, ExprKind};

/// The rule.
pub static RULE: Rule = Rule {
    code: "exact-search",
    summary: "computes the distance of every row although the column has a vector index",
    docs: include_str!("exact_search.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &["search-metric"],
    checks: &[Check::StandingQuery(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    if cx.query.exact_on_purpose {
        return;
    }
    for ranking in cx.rankings().iter().filter(|ranking| !ranking.is_farthest_first()) {
        let Some(searched) = ranking.searched(cx) else { continue };
        let Some(index) = searched.index() else { continue };
        if is_narrowed(cx, ranking, &searched.table, &searched.entry.definition) {
            continue;
        }
        let message = format!(
            "this computes the distance of every row of `{}`: VECTOR_DISTANCE never uses `{}`",
            searched.table, index.name
        );
        findings
            .add(cx.query.call_place(ranking.at), message)
            .table(&searched.table)
            .related(searched.place_of(index), "the index is made here")
            .help(
                "search with SELECT TOP (n) WITH APPROXIMATE … FROM VECTOR_SEARCH(…) ORDER BY distance, or allow it \
                 with the reason why it has to be exact",
            );
    }
}

/// Whether an equality on another column than the tenant's leaves few rows to compare: those of a document, say.
fn is_narrowed(cx: &QueryCx, ranking: &Ranking, name: &Name, table: &Table) -> bool {
    let tenant = tenant_of(cx.catalog, cx.options, name).map(|tenant| tenant.column);
    let narrows = |expr: &Expr| {
        expr.column().is_some_and(|column| table.column(column).is_some() && tenant.as_ref() != Some(column))
    };
    ranking.select.condition.iter().flat_map(terms_of).any(|term| match &term.kind {
        ExprKind::Compare(CompareOp::Equal, left, right) => narrows(left) || narrows(right),
        ExprKind::InList { value, negated: false, .. } | ExprKind::InQuery { value, negated: false, .. } => {
            narrows(value)
        }
        _ => false,
    })
}
