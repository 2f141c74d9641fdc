//! The two aliases of a search confused.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::name::Ident;
use crate::syntax::query::ast::{Expr, ExprKind, Query, Select};
use crate::syntax::query::walk::{expressions_of_select, own_expressions, parts};

/// The rule.
pub static RULE: Rule = Rule {
    code: "search-alias",
    summary: "takes columns from the wrong alias of a search",
    docs: include_str!("search_alias.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Query(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    for (query, select) in parts(&cx.query.statement).selects {
        for (source, search) in cx.searches(select) {
            let entry = cx.table(&search.table).map(|(_, entry)| entry);
            let has_distance = entry.is_some_and(|entry| entry.definition.column(&Ident::new("distance")).is_some());
            let has_none = entry.is_some_and(|entry| !entry.uncertain) && !has_distance;
            for (at, name) in columns(query, select) {
                let qualifier = name.len().checked_sub(2).and_then(|at| name.get(at));
                let of_result = qualifier.is_some() && qualifier == source.alias.as_ref();
                let of_table = qualifier.is_some() && qualifier == search.table_alias.as_ref();
                match name {
                    [.., column] if of_result && !column.is("distance") => {
                        let message =
                            format!("the result of VECTOR_SEARCH has the column `distance` alone, and no `{column}`");
                        let help = match &search.table_alias {
                            Some(alias) => format!("take it from the table: {alias}.{column}"),
                            None => "give the table an alias (TABLE = … AS c) and take it from there".to_owned(),
                        };
                        findings.add(cx.query.place(at), message).errors(&[207]).help(help);
                    }
                    [.., column] if of_table && has_none && column.is("distance") => {
                        let message = "the table has no column `distance`: it is the search that has";
                        let alias = source.alias.as_ref().map_or("r", Ident::as_str);
                        findings
                            .add(cx.query.place(at), message)
                            .errors(&[207])
                            .help(format!("write {alias}.distance"));
                    }
                    [column] if has_distance && column.is("distance") => {
                        let message = "`distance` is a column of the table and of the search";
                        let alias = source.alias.as_ref().map_or("r", Ident::as_str);
                        findings
                            .add(cx.query.place(at), message)
                            .errors(&[209])
                            .unsure()
                            .help(format!("write {alias}.distance"));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The columns that a SELECT and its ORDER BY name, subqueries left out.
fn columns<'a>(query: &'a Query, select: &'a Select) -> impl Iterator<Item = (usize, &'a [Ident])> {
    let order = query.order.iter().flat_map(|item| own_expressions(&item.value));
    expressions_of_select(select).into_iter().chain(order).filter_map(|expr: &Expr| match &expr.kind {
        ExprKind::Column(parts) => Some((expr.at, &parts[..])),
        _ => None,
    })
}
