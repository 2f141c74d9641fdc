//! Rows taken in the order of their distance: `TOP (n) … ORDER BY VECTOR_DISTANCE(…)`, also where the
//! distance is computed in a subquery and ordered outside.

use super::{QueryCx, Searched};
use crate::name::Ident;
use crate::syntax::query::ast::{
    Body, Call, Cte, Expr, ExprKind, OrderItem, Query, Select, SelectItem, Source, SourceKind,
};
use crate::syntax::query::walk::{joined, parts};

/// How many subqueries a distance is followed through.
const STEPS: usize = 8;

/// The nearest rows, found by computing the distance of each.
pub struct Ranking<'a> {
    /// The query that takes the first rows.
    pub query: &'a Query,
    /// Its first key.
    pub key: &'a OrderItem,
    /// `VECTOR_DISTANCE(metric, a, b)`.
    pub call: &'a Call,
    /// Where the call starts.
    pub at: usize,
    /// The SELECT in which it stands.
    pub select: &'a Select,
}

impl<'a> Ranking<'a> {
    /// The metric, where it is a literal.
    #[must_use]
    pub fn metric(&self) -> Option<&'a str> {
        literal(self.call.arguments.first()?)
    }

    /// The column whose distances are computed.
    #[must_use]
    pub fn searched(&self, cx: &QueryCx<'a>) -> Option<Searched<'a>> {
        self.call.arguments.iter().skip(1).find_map(|argument| cx.vector(&self.select.from, argument))
    }
}

/// The text of a literal, without the blanks at its end that comparison ignores.
#[must_use]
pub fn literal(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Text { text, .. } => Some(text.trim_end_matches(' ')),
        _ => None,
    }
}

/// Whether a call is of the built-in function of this name.
#[must_use]
pub fn is_call(call: &Call, name: &str) -> bool {
    matches!(&call.name[..], [only] if only.is(name))
}

impl<'a> QueryCx<'a> {
    /// The rankings of the query.
    #[must_use]
    pub fn rankings(&self) -> Vec<Ranking<'a>> {
        let all = parts(&self.query.statement);
        let ranked = all.queries.iter().filter_map(|query| {
            let Body::Select(select) = &query.body else { return None };
            let key = query.order.first().filter(|_| select.top.is_some() || query.fetch.is_some())?;
            let (select, call, at) = distance(select, &key.value, &all.ctes, STEPS)?;
            Some(Ranking { query, key, call, at, select })
        });
        ranked.collect()
    }
}

/// The VECTOR_DISTANCE that an expression of a SELECT stands for, with the SELECT in which it is.
fn distance<'a>(
    select: &'a Select,
    expr: &'a Expr,
    ctes: &[&'a Cte],
    steps: usize,
) -> Option<(&'a Select, &'a Call, usize)> {
    let steps = steps.checked_sub(1)?;
    match &expr.kind {
        ExprKind::Call(call) if is_call(call, "VECTOR_DISTANCE") => Some((select, call, expr.at)),
        ExprKind::Cast { value, .. } => distance(select, value, ctes, steps),
        ExprKind::Column(parts) => {
            let (name, qualifier) = parts.split_last()?;
            let own = item(select, name).filter(|_| qualifier.is_empty());
            if let Some(value) = own.filter(|value| value.at != expr.at) {
                return distance(select, value, ctes, steps);
            }
            let (inner, value) = joined(&select.from).into_iter().find_map(|source| {
                let inner = subquery(source, qualifier.last(), ctes)?;
                Some((inner, item(inner, name)?))
            })?;
            distance(inner, value, ctes, steps)
        }
        _ => None,
    }
}

/// The value that a SELECT gives this name.
fn item<'a>(select: &'a Select, wanted: &Ident) -> Option<&'a Expr> {
    select.items.iter().find_map(|item| match item {
        SelectItem::Value { value, name: Some(name) } if name == wanted => Some(value),
        _ => None,
    })
}

/// The SELECT of an item of FROM that is a subquery or names a common table expression.
fn subquery<'a>(source: &'a Source, qualifier: Option<&Ident>, ctes: &[&'a Cte]) -> Option<&'a Select> {
    let (query, name) = match &source.kind {
        SourceKind::Query(query) => (&**query, source.alias.as_ref()),
        SourceKind::Table(parts) => {
            let [name] = &parts[..] else { return None };
            let cte = ctes.iter().find(|cte| cte.name == *name)?;
            (&cte.query, source.alias.as_ref().or(Some(name)))
        }
        _ => return None,
    };
    if qualifier.is_some() && qualifier != name {
        return None;
    }
    match &query.body {
        Body::Select(select) => Some(select),
        _ => None,
    }
}
