//! Whether a query takes the rows of one tenant alone: which of its conditions every row has to meet, and
//! which of these hold a column to a value.

use super::QueryCx;
use crate::name::{Ident, Name};
use crate::syntax::query::ast::{Body, CompareOp, Expr, ExprKind, JoinKind, Source, SourceKind};
use crate::syntax::query::walk::{Parts, joined, own_expressions, parts_of_query};

/// Functions that stand in for what is missing: a comparison with their result lets it through.
const STAND_INS: [&str; 4] = ["ISNULL", "COALESCE", "IIF", "NULLIF"];

/// Functions of the engine that tell who asks: a condition on them is no accident.
const MEMBERSHIP: [&str; 3] = ["IS_MEMBER", "IS_ROLEMEMBER", "IS_SRVROLEMEMBER"];

/// Whether the SELECTs of a query hold a column of this name to a value, for rows of the table.
pub(in crate::lint) fn restricts(cx: &QueryCx, parts: &Parts, table: &Name, column: &Ident) -> bool {
    parts.selects.iter().any(|(_, select)| {
        let mut met = Met { cx, table, column, conditions: Vec::new(), arguments: Vec::new() };
        met.conditions.extend(&select.condition);
        select.from.iter().for_each(|source| met.source(source));
        met.conditions.iter().any(|condition| holds(condition, column))
            || met.arguments.iter().any(|argument| names(argument, column))
    })
}

/// What every row of a table has to meet in FROM.
struct Met<'a, 'b> {
    cx: &'b QueryCx<'b>,
    table: &'b Name,
    column: &'b Ident,
    conditions: Vec<&'a Expr>,
    arguments: Vec<&'a Expr>,
}

impl<'a> Met<'a, '_> {
    /// The side of an outer join that is kept meets nothing by it.
    fn source(&mut self, source: &'a Source) {
        match &source.kind {
            SourceKind::Join { left, right, kind, on } => match kind {
                JoinKind::Inner | JoinKind::Cross | JoinKind::CrossApply => {
                    self.source(left);
                    self.source(right);
                    self.conditions.extend(on);
                }
                JoinKind::Left | JoinKind::OuterApply => self.outer(left, right, on.as_ref()),
                JoinKind::Right => self.outer(right, left, on.as_ref()),
                JoinKind::Full => {}
            },
            SourceKind::Function { arguments, .. } => self.arguments.extend(arguments),
            _ => {}
        }
    }

    fn outer(&mut self, kept: &'a Source, other: &'a Source, on: Option<&'a Expr>) {
        self.source(kept);
        if self.has_table(other) {
            self.source(other);
            self.conditions.extend(on);
        }
    }

    fn has_table(&self, source: &Source) -> bool {
        let is_it = |source: &&Source| match &source.kind {
            SourceKind::Query(query) => {
                parts_of_query(query).expressions.iter().any(|expr| expr.column() == Some(self.column))
            }
            _ => self.cx.table_of(source).is_some_and(|(_, name, _)| name == *self.table),
        };
        joined(std::slice::from_ref(source)).iter().any(is_it)
    }
}

/// Whether what meets a condition has one of certain values in the column.
fn holds(condition: &Expr, column: &Ident) -> bool {
    match &condition.kind {
        ExprKind::And(terms) => terms.iter().any(|term| holds(term, column)),
        ExprKind::Or(terms) => {
            let held: Vec<bool> = terms.iter().map(|term| holds(term, column)).collect();
            let others = terms.iter().zip(&held).filter(|(_, held)| !**held);
            held.contains(&true) && others.map(|(term, _)| term).all(|term| is_shared(term, column))
        }
        ExprKind::Compare(CompareOp::Equal, left, right) | ExprKind::IsDistinct(left, right, true) => {
            equates(left, right, column) || equates(right, left, column)
        }
        ExprKind::InList { value, list, negated: false } => list.iter().all(|item| equates(value, item, column)),
        ExprKind::InQuery { value, negated: false, .. }
        | ExprKind::Quantified { operator: CompareOp::Equal, left: value, all: false, .. } => is_side(value, column),
        ExprKind::Exists(query) => {
            let inside = parts_of_query(query);
            let is_set = matches!(query.body, Body::Set(..))
                && inside.expressions.iter().any(|expr| expr.column() == Some(column));
            let mut conditions = inside.selects.iter().filter_map(|(_, select)| select.condition.as_ref());
            is_set || conditions.any(|condition| holds(condition, column))
        }
        _ => false,
    }
}

/// An alternative that lets certain rows of others through: it looks at another column of theirs, at rows of
/// nobody, or at who asks.
fn is_shared(condition: &Expr, column: &Ident) -> bool {
    own_expressions(condition).iter().any(|expr| match &expr.kind {
        ExprKind::Column(parts) => parts.last() != Some(column),
        ExprKind::IsNull(value, false) => value.column() == Some(column),
        ExprKind::Call(call) => MEMBERSHIP.iter().any(|name| super::is_call(call, name)),
        _ => false,
    })
}

/// `column = value`, where the value is not the column's own.
fn equates(side: &Expr, value: &Expr, column: &Ident) -> bool {
    let own = own_expressions(side).into_iter().find(|expr| expr.column() == Some(column));
    is_side(side, column) && own.is_some_and(|own| own_expressions(value).iter().all(|expr| !is_same(own, expr)))
}

/// The column, as it is or computed with.
fn is_side(expr: &Expr, column: &Ident) -> bool {
    let stands_in = |expr: &&Expr| match &expr.kind {
        ExprKind::Case { .. } => true,
        ExprKind::Call(call) => STAND_INS.iter().any(|name| super::is_call(call, name)),
        _ => false,
    };
    names(expr, column) && !own_expressions(expr).iter().any(stands_in)
}

/// Whether two columns of one name are the same: those of two tables have different qualifiers.
fn is_same(one: &Expr, other: &Expr) -> bool {
    let (ExprKind::Column(one), ExprKind::Column(other)) = (&one.kind, &other.kind) else { return false };
    let qualifier = |parts: &[Ident]| parts.len().checked_sub(2).map(|at| parts[at].clone());
    let (of_one, of_other) = (qualifier(one), qualifier(other));
    one.last() == other.last() && (of_one == of_other || of_one.is_none() || of_other.is_none())
}

fn names(expr: &Expr, column: &Ident) -> bool {
    own_expressions(expr).iter().any(|expr| expr.column() == Some(column))
}
