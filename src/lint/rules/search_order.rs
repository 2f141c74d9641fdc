//! An approximate search with more than the order by its distance.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::syntax::query::ast::{
    Body, Call, Expr, ExprKind, JoinKind, Query, Select, SelectItem, Source, SourceKind, Top,
};
use crate::syntax::query::walk::{own_expressions, parts};

/// The rule.
pub static RULE: Rule = Rule {
    code: "search-order",
    summary: "orders, groups or joins an approximate search in a way that the engine refuses",
    docs: include_str!("search_order.md"),
    levels: Levels::cloud(Level::Error, Level::Off),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Query(check)],
};

/// Functions over several rows.
const AGGREGATES: [&str; 11] =
    ["AVG", "COUNT", "COUNT_BIG", "MAX", "MIN", "STDEV", "STDEVP", "STRING_AGG", "SUM", "VAR", "VARP"];

fn check(cx: &QueryCx, findings: &mut Findings) {
    for (query, select) in parts(&cx.query.statement).selects {
        let is_approximate = query.approximate_at(select).is_some();
        let Some((source, _)) = cx.searches(select).next().filter(|_| is_approximate) else { continue };
        if let Some((top, word)) = select.top.as_ref().and_then(|top| Some((top, beside(top)?))) {
            let message = format!("WITH APPROXIMATE takes a number of rows, and no {word}");
            let finding = findings.add(cx.query.place(top.at), message).help("write TOP (n) WITH APPROXIMATE");
            // TOP has one WITH. That no percentage is taken is what Learn writes, and not measured.
            if top.with_ties {
                finding.errors(&[102])
            } else {
                finding.unsure()
            };
            continue;
        }
        let Some((at, what)) = offence(query, select, source) else { continue };
        findings
            .add(cx.query.place(at), format!("an approximate search is refused with {what}"))
            .errors(&[42271])
            .help("keep the search in a subquery that ends in ORDER BY the distance alone, and do the rest around it");
    }
}

/// What else the TOP of an approximate search says.
fn beside(top: &Top) -> Option<&'static str> {
    if top.with_ties {
        return Some("WITH TIES");
    }
    top.percent.then_some("PERCENT")
}

/// What the search has beside it, and where.
fn offence<'a>(query: &'a Query, select: &'a Select, search: &Source) -> Option<(usize, &'static str)> {
    if !matches!(query.body, Body::Select(_)) {
        return Some((select.at, "a set operator in the same query"));
    }
    let [key, rest @ ..] = &query.order[..] else { return None };
    if let Some(second) = rest.first() {
        return Some((second.value.at, "a second key in ORDER BY"));
    }
    if key.descending {
        return Some((key.value.at, "a descending ORDER BY: the nearest come first"));
    }
    if !is_distance(&key.value, select, search) {
        return Some((key.value.at, "an ORDER BY of anything but its distance"));
    }
    if select.distinct {
        return Some((select.at, "DISTINCT"));
    }
    if let Some(group) = select.group.first().or(select.having.as_ref()) {
        return Some((group.at, "GROUP BY"));
    }
    if let Some(at) = select.from.iter().find_map(apply) {
        return Some((at, "APPLY in the same FROM"));
    }
    let items = select.items.iter().filter_map(|item| match item {
        SelectItem::Value { value, .. } | SelectItem::Assign { value, .. } => Some(value),
        SelectItem::Star { .. } => None,
    });
    items.into_iter().find_map(grouping_call)
}

/// Whether an expression is the distance of the search: its column, or the item that selects it.
fn is_distance(expr: &Expr, select: &Select, search: &Source) -> bool {
    let ExprKind::Column(parts) = &expr.kind else { return false };
    let is_column = |parts: &[crate::name::Ident]| match parts {
        [column] => column.is("distance"),
        [qualifier, column] => column.is("distance") && Some(qualifier) == search.alias.as_ref(),
        _ => false,
    };
    let selects = |item: &SelectItem| match (item, &parts[..]) {
        (SelectItem::Value { value, name: Some(name) }, [wanted]) if name == wanted => {
            matches!(&value.kind, ExprKind::Column(parts) if is_column(parts))
        }
        _ => false,
    };
    is_column(parts) || select.items.iter().any(selects)
}

/// An aggregate or a window function in an expression, subqueries left out.
fn grouping_call(expr: &Expr) -> Option<(usize, &'static str)> {
    own_expressions(expr).into_iter().find_map(|expr| {
        let ExprKind::Call(call) = &expr.kind else { return None };
        Some((expr.at, groups(call)?))
    })
}

fn groups(call: &Call) -> Option<&'static str> {
    let [name] = &call.name[..] else { return None };
    match () {
        () if call.over.is_some() => Some("a window function"),
        () if AGGREGATES.iter().any(|known| name.is(known)) => Some("an aggregate"),
        () => None,
    }
}

/// The right side of an APPLY.
fn apply(source: &Source) -> Option<usize> {
    match &source.kind {
        SourceKind::Join { right, kind: JoinKind::CrossApply | JoinKind::OuterApply, .. } => Some(right.at),
        SourceKind::Join { left, right, .. } => apply(left).or_else(|| apply(right)),
        _ => None,
    }
}
