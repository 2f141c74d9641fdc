//! Vectors compared, sorted, grouped.

use crate::lint::is_call;
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::name::Ident;
use crate::syntax::query::ast::{Body, Expr, ExprKind, Query, Select, SelectItem, SetOp, Statement};
use crate::syntax::query::walk::{expressions_of_select, own_expressions, parts};

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-comparison",
    summary: "compares, sorts, groups or deduplicates vectors",
    docs: include_str!("vector_comparison.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Query(check)],
};

const HELP: &str = "compare VECTOR_DISTANCE with a number, or a hash of the text that the vector was made from";

fn check(cx: &QueryCx, findings: &mut Findings) {
    let all = parts(&cx.query.statement);
    for (query, select) in &all.selects {
        let is_vector = |operand: &Expr| cx.vector(&select.from, operand).is_some();
        compared(cx, expressions_of_select(select), is_vector, findings);
        sorted(cx, query, select, findings);
    }
    for query in &all.queries {
        united(cx, &query.body, findings);
    }
    let changed = match &cx.query.statement {
        Statement::Update(update) => Some((&update.target, &update.from, &update.condition)),
        Statement::Delete(delete) => Some((&delete.target, &delete.from, &delete.condition)),
        _ => None,
    };
    if let Some((target, from, Some(condition))) = changed {
        let is_vector = |operand: &Expr| match from[..] {
            [] => is_column_of(cx, target, operand),
            _ => cx.vector(from, operand).is_some(),
        };
        compared(cx, own_expressions(condition), is_vector, findings);
    }
}

/// Whether an operand is a vector column of the table that a change without FROM changes.
fn is_column_of(cx: &QueryCx, target: &[Ident], operand: &Expr) -> bool {
    let ExprKind::Column(parts) = &operand.kind else { return false };
    let table = cx.table(target).map(|(_, entry)| &entry.definition);
    let column = table.and_then(|table| table.column(parts.last()?));
    column.is_some_and(|column| column.vector().is_some())
}

/// `=`, `<`, IN, BETWEEN, MIN, MAX, COUNT(DISTINCT …): Msg 8117. The first of them stands for all.
fn compared(cx: &QueryCx, expressions: Vec<&Expr>, is_vector: impl Fn(&Expr) -> bool, findings: &mut Findings) {
    if let Some(operand) = expressions.into_iter().flat_map(operands).find(|operand| is_vector(operand)) {
        tell(cx, operand, 8117, "cannot be compared", findings);
    }
}

/// What an expression compares.
fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Compare(_, left, right) | ExprKind::IsDistinct(left, right, _) => vec![left, right],
        ExprKind::InList { value, .. } | ExprKind::InQuery { value, .. } | ExprKind::Between { value, .. } => {
            vec![value]
        }
        ExprKind::Call(call) if is_call(call, "MIN") || is_call(call, "MAX") || call.distinct => {
            call.arguments.iter().collect()
        }
        _ => Vec::new(),
    }
}

/// ORDER BY and GROUP BY (Msg 42213), DISTINCT (Msg 421).
fn sorted(cx: &QueryCx, query: &Query, select: &Select, findings: &mut Findings) {
    let order = query.order.iter().map(|item| &item.value).filter(|_| matches!(query.body, Body::Select(_)));
    for expr in order.chain(&select.group).filter(|expr| cx.vector(&select.from, expr).is_some()) {
        tell(cx, expr, 42213, "can be neither sorted nor grouped", findings);
    }
    if select.distinct
        && let Some(item) = items(select).find(|item| cx.vector(&select.from, item).is_some())
    {
        tell(cx, item, 421, "cannot be selected with DISTINCT", findings);
    }
}

/// UNION, INTERSECT and EXCEPT compare rows: Msg 5335.
fn united(cx: &QueryCx, body: &Body, findings: &mut Findings) {
    let Body::Set(first, rest) = body else { return };
    if rest.iter().all(|(operator, _)| *operator == SetOp::UnionAll) {
        return;
    }
    for body in [&**first].into_iter().chain(rest.iter().map(|(_, body)| body)) {
        let Body::Select(select) = body else { continue };
        if let Some(item) = items(select).find(|item| cx.vector(&select.from, item).is_some()) {
            tell(cx, item, 5335, "cannot be part of UNION, INTERSECT or EXCEPT", findings);
        }
    }
}

fn items(select: &Select) -> impl Iterator<Item = &Expr> {
    select.items.iter().filter_map(|item| match item {
        SelectItem::Value { value, .. } => Some(value),
        _ => None,
    })
}

fn tell(cx: &QueryCx, vector: &Expr, number: u32, what: &str, findings: &mut Findings) {
    findings.add(cx.query.place(vector.at), format!("a vector {what}")).errors(&[number]).help(HELP);
}
