//! Vectors compared, sorted, grouped.

use crate::lint::vectors::vectors;
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule, is_call};
use crate::name::Ident;
use crate::syntax::query::ast::{Body, Call, Expr, ExprKind, Query, Select, SelectItem, SetOp, Source, Statement};
use crate::syntax::query::walk::{expressions_of_change, expressions_of_select, joined, parts};

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
        let is_vector = |operand: &Expr| cx.is_vector(&select.from, operand);
        compared(cx, &expressions_of_select(select), is_vector, findings);
        sorted(cx, query, select, findings);
    }
    for query in &all.queries {
        united(cx, &query.body, findings);
    }
    changed(cx, findings);
}

/// UPDATE, DELETE and MERGE: their conditions and joins, and the values that they write.
fn changed(cx: &QueryCx, findings: &mut Findings) {
    let (target, alias, from) = match &cx.query.statement {
        Statement::Update(update) => (&update.target, None, &update.from[..]),
        Statement::Delete(delete) => (&delete.target, None, &delete.from[..]),
        Statement::Merge(merge) => (&merge.target, merge.alias.as_ref(), std::slice::from_ref(&merge.source)),
        Statement::Query(_) | Statement::Insert(_) => return,
    };
    let is_vector = |operand: &Expr| cx.is_vector(from, operand) || is_column_of(cx, (target, alias, from), operand);
    compared(cx, &expressions_of_change(&cx.query.statement), is_vector, findings);
}

/// Whether an operand is a vector column of the table that is changed, known by its name or alias.
fn is_column_of<'a>(
    cx: &QueryCx<'a>,
    (target, alias, from): (&'a [Ident], Option<&Ident>, &'a [Source]),
    operand: &Expr,
) -> bool {
    let ExprKind::Column(parts) = &operand.kind else { return false };
    let Some((column, qualifier)) = parts.split_last() else { return false };
    let is_meant = qualifier.last().is_none_or(|name| alias.or(target.last()) == Some(name));
    cx.target(target, from).is_some_and(|(_, entry)| is_meant && entry.definition.is_vector(column))
}

/// `=`, `<`, IN, BETWEEN, CASE, MIN, MAX, COUNT(DISTINCT …), and `+`, `-`, `*`: Msg 8117; windows and lists that vectors would
/// order: Msg 42213. The first of each stands for all.
fn compared(cx: &QueryCx, expressions: &[&Expr], is_vector: impl Fn(&Expr) -> bool, findings: &mut Findings) {
    if let Some(operand) = expressions.iter().flat_map(|expr| operands(expr)).find(|operand| is_vector(operand)) {
        tell(cx, operand.at, 8117, "cannot be compared", findings);
    }
    if let Some(operand) = expressions.iter().flat_map(|expr| terms(expr)).find(|operand| is_vector(operand)) {
        findings
            .add(cx.query.place(operand.at), "a vector cannot be added to, or computed with in another way")
            .errors(&[8117])
            .help("compute with vectors in the program, or with VECTOR_DISTANCE, VECTOR_NORM and VECTOR_NORMALIZE");
    }
    if let Some(key) = expressions.iter().flat_map(|expr| keys(expr)).find(|key| is_vector(key)) {
        tell(cx, key.at, 42213, "can be neither sorted nor grouped", findings);
    }
}

/// Functions that compare their arguments.
const COMPARING: [&str; 5] = ["MIN", "MAX", "NULLIF", "GREATEST", "LEAST"];

/// What an expression compares.
fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Compare(_, left, right) | ExprKind::IsDistinct(left, right, _) => vec![left, right],
        ExprKind::InList { value, list, .. } => std::iter::once(&**value).chain(list).collect(),
        ExprKind::InQuery { value, .. } | ExprKind::Quantified { left: value, .. } => vec![value],
        ExprKind::Between { value, low, high, .. } => vec![value, low, high],
        ExprKind::Case { operand: Some(operand), .. } => vec![operand],
        ExprKind::Call(call) if call.distinct || COMPARING.iter().any(|name| is_call(call, name)) => {
            call.arguments.iter().collect()
        }
        _ => Vec::new(),
    }
}

/// What an expression computes with: `a + b`, `-a`.
fn terms(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Chain(first, rest) => std::iter::once(&**first).chain(rest.iter().map(|(_, term)| term)).collect(),
        ExprKind::Unary(_, inner) => vec![inner],
        _ => Vec::new(),
    }
}

/// PARTITION BY and ORDER BY of a call.
fn keys(expr: &Expr) -> Vec<&Expr> {
    let ExprKind::Call(call) = &expr.kind else { return Vec::new() };
    let Call { over, within, .. } = &**call;
    let partition = over.iter().flat_map(|over| &over.partition);
    let order = over.iter().flat_map(|over| &over.order).chain(within);
    partition.chain(order.map(|item| &item.value)).collect()
}

/// ORDER BY and GROUP BY (Msg 42213), DISTINCT (Msg 421).
fn sorted(cx: &QueryCx, query: &Query, select: &Select, findings: &mut Findings) {
    let order = query.order.iter().map(|item| &item.value).filter(|_| matches!(query.body, Body::Select(_)));
    for expr in order.chain(&select.group).filter(|expr| cx.is_vector(&select.from, expr)) {
        tell(cx, expr.at, 42213, "can be neither sorted nor grouped", findings);
    }
    if select.distinct
        && let Some(at) = vector_item(cx, select)
    {
        tell(cx, at, 421, "cannot be selected with DISTINCT", findings);
    }
}

/// UNION, INTERSECT and EXCEPT compare rows: Msg 5335, once for all that they put together.
fn united(cx: &QueryCx, body: &Body, findings: &mut Findings) {
    let Body::Set(first, rest) = body else { return };
    if rest.iter().all(|(operator, _)| *operator == SetOp::UnionAll) {
        return;
    }
    let bodies = [&**first].into_iter().chain(rest.iter().map(|(_, body)| body));
    let mut selects = bodies.filter_map(|body| match body {
        Body::Select(select) => Some(select),
        _ => None,
    });
    if let Some(at) = selects.find_map(|select| vector_item(cx, select)) {
        tell(cx, at, 5335, "cannot be part of UNION, INTERSECT or EXCEPT", findings);
    }
}

/// Where a SELECT lists its first vector, be it through a star.
fn vector_item<'a>(cx: &QueryCx<'a>, select: &'a Select) -> Option<usize> {
    let at = |item: &SelectItem| match item {
        SelectItem::Value { value, .. } => cx.is_vector(&select.from, value).then_some(value.at),
        SelectItem::Star { at, qualifier } => star_has_vector(cx, &select.from, qualifier.last()).then_some(*at),
        SelectItem::Assign { .. } => None,
    };
    select.items.iter().find_map(at)
}

fn star_has_vector<'a>(cx: &QueryCx<'a>, from: &'a [Source], qualifier: Option<&Ident>) -> bool {
    let tables = joined(from).into_iter().filter_map(|source| cx.table_of(source));
    let mut meant = tables.filter(|(name, ..)| qualifier.is_none_or(|qualifier| qualifier == *name));
    meant.any(|(_, _, entry)| vectors(&entry.definition).next().is_some())
}

fn tell(cx: &QueryCx, at: usize, number: u32, what: &str, findings: &mut Findings) {
    findings.add(cx.query.place(at), format!("a vector {what}")).errors(&[number]).help(HELP);
}
