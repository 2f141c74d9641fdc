//! A search that sees the rows of every tenant.

use crate::catalog::Place;
use crate::lint::guarding::filters;
use crate::lint::queries::restricts;
use crate::lint::tenants::{Tenant, ToldBy, tenant_of};
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::name::{Ident, Name};
use crate::syntax::query::ast::Query;
use crate::syntax::query::walk::{Parts, joined, own_expressions, parts, parts_of_query};

/// The rule.
pub static RULE: Rule = Rule {
    code: "search-without-tenant",
    summary: "searches the vectors of every tenant, or filters only what was found",
    docs: include_str!("search_without_tenant.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    let all = parts(&cx.query.statement);
    for (query, select) in &all.selects {
        for (source, search) in cx.searches(select) {
            if let Some(searched) = cx.searched(search) {
                judge(cx, &all, query, &searched.table, cx.query.place(source.at), findings);
            }
        }
    }
    for ranking in cx.rankings() {
        if let Some(searched) = ranking.searched(cx) {
            judge(cx, &all, ranking.query, &searched.table, cx.query.call_place(ranking.at), findings);
        }
    }
}

/// `query` is the one that takes the nearest rows: a condition in it, or in a CTE that it may read, is inside.
fn judge(cx: &QueryCx, all: &Parts, query: &Query, table: &Name, place: Place, findings: &mut Findings) {
    let Some(tenant) = tenant_of(cx.catalog, cx.options, table) else { return };
    let inside = parts_of_query(query);
    let in_ctes = all.ctes.iter().map(|cte| parts_of_query(&cte.query));
    if in_ctes.chain([inside]).any(|parts| restricts(cx, &parts, table, &tenant.column) || joins_guarded(cx, &parts)) {
        return;
    }
    let message = if restricts(cx, all, table, &tenant.column) {
        format!(
            "the condition on `{}` stands outside of the search of `{table}`: the nearest rows of all tenants are found \
             first, and then thinned",
            tenant.column
        )
    } else if names(all, &tenant.column) {
        format!(
            "no condition holds `{}` to the tenant's value in the search of `{table}`: it finds the rows of every tenant",
            tenant.column
        )
    } else {
        format!("the search of `{table}` has no condition on `{}`: it finds the rows of every tenant", tenant.column)
    };
    let finding = findings.add(place, message).table(table).help(help(&tenant));
    match &tenant.told_by {
        ToldBy::Policy(policy, place) => {
            finding.related(*place, format!("`{policy}` guards another table by `{}` here", tenant.column));
        }
        ToldBy::Setting => {}
        ToldBy::Name => {
            finding.unsure();
        }
    }
}

fn help(tenant: &Tenant) -> String {
    format!(
        "add WHERE {} = … to the SELECT that searches: a table with a vector index takes no security policy, so this \
         condition is the boundary between tenants",
        tenant.column
    )
}

/// Whether a condition looks at a column of this name at all.
fn names(parts: &Parts, column: &Ident) -> bool {
    let conditions = parts.selects.iter().filter_map(|(_, select)| select.condition.as_ref());
    conditions.into_iter().any(|condition| own_expressions(condition).iter().any(|expr| expr.column() == Some(column)))
}

/// Whether a table whose rows a policy filters is joined.
fn joins_guarded(cx: &QueryCx, parts: &Parts) -> bool {
    let tables =
        parts.selects.iter().flat_map(|(_, select)| joined(&select.from)).filter_map(|source| cx.table_of(source));
    tables.into_iter().any(|(_, table, _)| filters(cx.catalog, &table).next().is_some())
}
