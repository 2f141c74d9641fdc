//! Rows taken in the order of their distance: `TOP (n) … ORDER BY VECTOR_DISTANCE(…)`, also where the
//! distance is computed in a subquery and ordered outside, or is turned into a similarity.

use super::{QueryCx, Searched};
use crate::name::Ident;
use crate::syntax::query::ast::{
    BinaryOp, Body, Call, CompareOp, Cte, Expr, ExprKind, OrderItem, Query, Select, SelectItem, Source, SourceKind,
    UnaryOp,
};
use crate::syntax::query::walk::{expressions_of_select, joined, own_expressions, parts};

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
    /// Whether the key is a similarity, the larger the nearer: `1 - VECTOR_DISTANCE(…)`.
    pub is_similarity: bool,
}

impl<'a> Ranking<'a> {
    /// Whether the rows that are farthest away come first.
    #[must_use]
    pub fn is_farthest_first(&self) -> bool {
        self.key.descending != self.is_similarity
    }

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
            ranking(query, select, key, &all.ctes)
        });
        ranked.collect()
    }

    /// The rankings of functions that number rows: `ROW_NUMBER() OVER (ORDER BY VECTOR_DISTANCE(…))`.
    #[must_use]
    pub fn numberings(&self) -> Vec<Ranking<'a>> {
        const NUMBERING: [&str; 4] = ["ROW_NUMBER", "RANK", "DENSE_RANK", "NTILE"];
        let all = parts(&self.query.statement);
        let of_select = |(query, select): &(&'a Query, &'a Select)| {
            let keys = expressions_of_select(select).into_iter().filter_map(|expr| match &expr.kind {
                ExprKind::Call(call) if NUMBERING.iter().any(|name| is_call(call, name)) => {
                    call.over.as_ref()?.order.first()
                }
                _ => None,
            });
            keys.filter_map(|key| ranking(query, select, key, &all.ctes)).collect::<Vec<_>>()
        };
        all.selects.iter().flat_map(of_select).collect()
    }

    /// The values that claim to be of the nearest row and are of the farthest, by their names: `MAX(distance) AS
    /// confidence`, `MIN(1 - distance) AS best_score`. Where, and whether it is a similarity.
    #[must_use]
    pub fn farthest_values(&self) -> Vec<(usize, bool)> {
        let all = parts(&self.query.statement);
        let of_select = |(_, select): &(&'a Query, &'a Select)| {
            let named = select.items.iter().filter_map(|item| match item {
                SelectItem::Value { value, name: Some(name) } | SelectItem::Assign { value, variable: name, .. } => {
                    Some((value, name))
                }
                _ => None,
            });
            named.filter_map(|(value, name)| farthest_value(select, value, name, &all.ctes)).collect::<Vec<_>>()
        };
        all.selects.iter().flat_map(of_select).collect()
    }

    /// The conditions under which a ranking takes a row, where they hold its distance to a number: where, and
    /// whether those that are farther away are let through.
    #[must_use]
    pub fn thresholds(&self, ranking: &Ranking<'a>) -> Vec<(usize, bool)> {
        let all = parts(&self.query.statement);
        let outer = match &ranking.query.body {
            Body::Select(select) => Some(&**select),
            _ => None,
        };
        let selects = outer.into_iter().chain([ranking.select]);
        let terms = selects.flat_map(|select| {
            let terms = select.condition.iter().flat_map(terms_of);
            terms.filter_map(|term| threshold(select, term, &all.ctes).map(|far| (term.at, far)))
        });
        let mut found: Vec<_> = terms.collect();
        found.dedup();
        found
    }
}

/// A key that is a distance.
fn ranking<'a>(query: &'a Query, select: &'a Select, key: &'a OrderItem, ctes: &[&'a Cte]) -> Option<Ranking<'a>> {
    let Distance { select, call, at, is_similarity } = distance(select, &key.value, ctes, STEPS)?;
    Some(Ranking { query, key, call, at, select, is_similarity })
}

/// MAX of a distance or MIN of a similarity in a value whose name says that it is of the nearest. The lowest score is
/// a score as well.
fn farthest_value<'a>(select: &'a Select, value: &'a Expr, name: &Ident, ctes: &[&'a Cte]) -> Option<(usize, bool)> {
    const NEAREST: [&str; 4] = ["best", "closest", "nearest", "confidence"];
    const SCORE: [&str; 3] = ["score", "similarity", "relevance"];
    let is_one = |words: &[&str]| words.iter().any(|word| name.folded().contains(word));
    own_expressions(value).into_iter().find_map(|expr| {
        let ExprKind::Call(call) = &expr.kind else { return None };
        let is_most = is_call(call, "MAX");
        let argument = call.arguments.first().filter(|_| (is_most || is_call(call, "MIN")) && call.over.is_none())?;
        let of_search = || is_of_search(select, argument, ctes, STEPS).then_some(false);
        let is_similarity = distance(select, argument, ctes, STEPS).map(|it| it.is_similarity).or_else(of_search)?;
        let claims = is_one(&NEAREST) || is_most && is_one(&SCORE);
        (claims && is_most != is_similarity).then_some((expr.at, is_similarity))
    })
}

/// Whether an expression is the distance of a VECTOR_SEARCH.
fn is_of_search<'a>(select: &'a Select, expr: &'a Expr, ctes: &[&'a Cte], steps: usize) -> bool {
    let (Some(steps), ExprKind::Column(parts)) = (steps.checked_sub(1), &expr.kind) else { return false };
    let Some((name, qualifier)) = parts.split_last() else { return false };
    joined(&select.from).into_iter().any(|source| {
        let is_meant = qualifier.last().is_none_or(|qualifier| source.alias.as_ref() == Some(qualifier));
        let is_search = is_meant && name.is("distance") && matches!(source.kind, SourceKind::VectorSearch(_));
        let inner = || subquery(source, qualifier.last(), ctes).and_then(|inner| Some((inner, item(inner, name)?)));
        is_search || inner().is_some_and(|(inner, value)| is_of_search(inner, value, ctes, steps))
    })
}

/// The conditions that all hold.
#[must_use]
pub fn terms_of(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::And(terms) => terms.iter().flat_map(terms_of).collect(),
        _ => vec![condition],
    }
}

/// Whether a comparison of a distance with a number lets the far rows through; `None` for any other. Zero
/// parts a row from itself.
fn threshold<'a>(select: &'a Select, term: &'a Expr, ctes: &[&'a Cte]) -> Option<bool> {
    let ExprKind::Compare(operator, left, right) = &term.kind else { return None };
    let is_more = match operator {
        CompareOp::Greater | CompareOp::GreaterOrEqual => true,
        CompareOp::Less | CompareOp::LessOrEqual => false,
        CompareOp::Equal | CompareOp::NotEqual => return None,
    };
    let (compared, is_more, limit) = match (number(left), number(right)) {
        (None, Some(limit)) => (left, is_more, limit),
        (Some(limit), None) => (right, !is_more, limit),
        _ => return None,
    };
    let found = distance(select, compared, ctes, STEPS).filter(|_| limit != 0.0)?;
    Some(is_more != found.is_similarity)
}

/// The value of a number, perhaps with a sign.
fn number(expr: &Expr) -> Option<f64> {
    match &expr.kind {
        ExprKind::Number(number) => number.parse().ok(),
        ExprKind::Unary(UnaryOp::Minus, inner) => number(inner).map(|number| -number),
        _ => None,
    }
}

/// A VECTOR_DISTANCE that an expression stands for, and the SELECT in which it is.
struct Distance<'a> {
    select: &'a Select,
    call: &'a Call,
    at: usize,
    is_similarity: bool,
}

impl Distance<'_> {
    fn turned(self) -> Self {
        Self { is_similarity: !self.is_similarity, ..self }
    }
}

/// The VECTOR_DISTANCE that an expression of a SELECT stands for.
fn distance<'a>(select: &'a Select, expr: &'a Expr, ctes: &[&'a Cte], steps: usize) -> Option<Distance<'a>> {
    let steps = steps.checked_sub(1)?;
    match &expr.kind {
        ExprKind::Call(call) if is_call(call, "VECTOR_DISTANCE") => {
            Some(Distance { select, call, at: expr.at, is_similarity: false })
        }
        ExprKind::Call(call) if is_call(call, "ROUND") => distance(select, call.arguments.first()?, ctes, steps),
        ExprKind::Unary(UnaryOp::Minus, inner) => distance(select, inner, ctes, steps).map(Distance::turned),
        ExprKind::Chain(first, rest) => computed(select, first, rest, ctes, steps),
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

/// A distance that positive numbers are computed with: `1 - distance`, `distance / 2`.
fn computed<'a>(
    select: &'a Select,
    first: &'a Expr,
    rest: &'a [(BinaryOp, Expr)],
    ctes: &[&'a Cte],
    steps: usize,
) -> Option<Distance<'a>> {
    let is_number = |expr: &Expr| matches!(expr.kind, ExprKind::Number(_));
    let mut others = rest.iter().filter(|(_, term)| !is_number(term));
    match (others.next(), others.next()) {
        (None, _) => distance(select, first, ctes, steps),
        (Some((operator, term)), None) if is_number(first) => {
            let found = distance(select, term, ctes, steps)?;
            match operator {
                BinaryOp::Add | BinaryOp::Multiply => Some(found),
                BinaryOp::Subtract | BinaryOp::Divide => Some(found.turned()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The value that a SELECT gives this name.
fn item<'a>(select: &'a Select, wanted: &Ident) -> Option<&'a Expr> {
    select.items.iter().find_map(|item| {
        let SelectItem::Value { value, name } = item else { return None };
        let own = match &value.kind {
            ExprKind::Column(parts) => parts.last(),
            _ => None,
        };
        (name.as_ref().or(own) == Some(wanted)).then_some(value)
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
