//! Whether a condition holds whatever the row: `1 = 1`, `id = id`, a test of what is certainly so. Three-valued, as in
//! the engine; what is not known decides nothing.

use crate::name::Ident;
use crate::syntax::query::ast::{Body, CompareOp, Expr, ExprKind, Query, UnaryOp};

use super::is_call;

/// What is taken for granted.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    /// The session has set nothing: SESSION_CONTEXT and CONTEXT_INFO yield NULL.
    pub unset_session: bool,
    /// Whether a column or variable, given by the parts of its name, is never NULL.
    pub is_never_null: &'a dyn Fn(&[Ident]) -> bool,
}

impl Given<'static> {
    /// Nothing at all.
    pub(super) const NOTHING: Self = Self { unset_session: false, is_never_null: &|_| false };
}

/// Whether a condition holds for every row.
pub(super) fn holds(condition: &Expr, given: Given) -> bool {
    given.truth(condition) == Truth::True
}

/// Whether a condition holds for no row.
pub(super) fn holds_never(condition: &Expr, given: Given) -> bool {
    matches!(given.truth(condition), Truth::False | Truth::Null)
}

/// The alternative that alone makes a condition hold for every row; the condition itself where it has none.
pub(super) fn opening<'e>(condition: &'e Expr, given: Given) -> &'e Expr {
    match &condition.kind {
        ExprKind::Or(terms) => match terms.iter().find(|term| holds(term, given)) {
            Some(term) => opening(term, given),
            None => condition,
        },
        _ => condition,
    }
}

/// Whether an expression reads what the session has set.
fn reads_session(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(call) if is_call(call, "SESSION_CONTEXT") || is_call(call, "CONTEXT_INFO"))
}

/// What a condition comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Truth {
    True,
    False,
    Null,
    /// It depends on the row or on what nobody knows here.
    Open,
}

impl Truth {
    fn of(holds: bool) -> Self {
        if holds { Truth::True } else { Truth::False }
    }

    fn not(self) -> Self {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            other => other,
        }
    }

    /// `decided` is what alone decides: False of AND, True of OR.
    fn joined(terms: impl Iterator<Item = Truth>, decided: Truth) -> Self {
        terms.fold(decided.not(), |all, term| match (all, term) {
            (all, term) if all == decided || term == decided => decided,
            (Truth::Open, _) | (_, Truth::Open) => Truth::Open,
            (Truth::Null, _) | (_, Truth::Null) => Truth::Null,
            _ => decided.not(),
        })
    }
}

/// What an expression comes to.
#[derive(Debug, Clone, PartialEq)]
enum Value {
    Null,
    Number(f64),
    Text(String),
    /// What a column or variable has in the row, and whether it is never NULL.
    Own(Vec<Ident>, bool),
    Open,
}

impl Given<'_> {
    fn truth(self, condition: &Expr) -> Truth {
        match &condition.kind {
            ExprKind::And(terms) => Truth::joined(terms.iter().map(|term| self.truth(term)), Truth::False),
            ExprKind::Or(terms) => Truth::joined(terms.iter().map(|term| self.truth(term)), Truth::True),
            ExprKind::Not(inner) => self.truth(inner).not(),
            ExprKind::Compare(operator, left, right) => compare(*operator, &self.value(left), &self.value(right)),
            ExprKind::IsNull(value, negated) => negated_if(*negated, is_null(&self.value(value))),
            ExprKind::Between { value, low, high, negated } => {
                let value = self.value(value);
                let above = compare(CompareOp::GreaterOrEqual, &value, &self.value(low));
                let below = compare(CompareOp::LessOrEqual, &value, &self.value(high));
                negated_if(*negated, Truth::joined([above, below].into_iter(), Truth::False))
            }
            ExprKind::InList { value, list, negated } => {
                let value = self.value(value);
                let equal = list.iter().map(|item| compare(CompareOp::Equal, &value, &self.value(item)));
                negated_if(*negated, Truth::joined(equal, Truth::True))
            }
            ExprKind::Like { value, pattern, negated, .. } => {
                let is_any = matches!(self.value(pattern), Value::Text(pattern) if is_any(&pattern));
                let has_value = is_null(&self.value(value)).not();
                negated_if(*negated, if is_any { null_unless(has_value) } else { Truth::Open })
            }
            ExprKind::Exists(query) => self.exists(query),
            _ => Truth::Open,
        }
    }

    /// A query without FROM has its row when its condition holds.
    fn exists(self, query: &Query) -> Truth {
        match &query.body {
            Body::Select(select) if select.from.is_empty() && select.having.is_none() && select.top.is_none() => {
                let condition = select.condition.as_ref().map_or(Truth::True, |condition| self.truth(condition));
                if condition == Truth::Null { Truth::False } else { condition }
            }
            Body::Nested(inner) => self.exists(inner),
            _ => Truth::Open,
        }
    }

    fn value(self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Null => Value::Null,
            ExprKind::Number(number) => number.parse().map_or(Value::Open, Value::Number),
            ExprKind::Text { text, .. } => Value::Text(text.clone()),
            ExprKind::Column(parts) => Value::Own(parts.clone(), (self.is_never_null)(parts)),
            ExprKind::Variable(name) => {
                let parts = vec![name.clone()];
                let is_never_null = (self.is_never_null)(&parts);
                Value::Own(parts, is_never_null)
            }
            ExprKind::Unary(UnaryOp::Minus, inner) => match self.value(inner) {
                Value::Number(number) => Value::Number(-number),
                Value::Null => Value::Null,
                _ => Value::Open,
            },
            ExprKind::Cast { value, .. } | ExprKind::Collate(value, _) => self.value(value),
            ExprKind::Case { operand, whens, otherwise } => self.case(operand.as_deref(), whens, otherwise.as_deref()),
            ExprKind::Call(_) if reads_session(expr) && self.unset_session => Value::Null,
            ExprKind::Call(call) => match &call.arguments[..] {
                [condition, yes, no] if is_call(call, "IIF") => match self.truth(condition) {
                    Truth::True => self.value(yes),
                    Truth::False | Truth::Null => self.value(no),
                    Truth::Open => Value::Open,
                },
                values if is_call(call, "ISNULL") || is_call(call, "COALESCE") => self.first_of(values),
                [value, null] if is_call(call, "NULLIF") => match (self.value(value), self.value(null)) {
                    (Value::Null, _) => Value::Null,
                    (value, null) if compare(CompareOp::Equal, &value, &null) == Truth::True => Value::Null,
                    (value, null) if compare(CompareOp::Equal, &value, &null) == Truth::False => value,
                    _ => Value::Open,
                },
                _ => Value::Open,
            },
            _ => Value::Open,
        }
    }

    /// The first value that is not NULL.
    fn first_of(self, values: &[Expr]) -> Value {
        for value in values.iter().map(|value| self.value(value)) {
            match is_null(&value) {
                Truth::True => {}
                Truth::False => return value,
                _ => return Value::Open,
            }
        }
        Value::Null
    }

    fn case(self, operand: Option<&Expr>, whens: &[(Expr, Expr)], otherwise: Option<&Expr>) -> Value {
        let operand = operand.map(|operand| self.value(operand));
        for (when, then) in whens {
            let is_met = match &operand {
                Some(operand) => compare(CompareOp::Equal, operand, &self.value(when)),
                None => self.truth(when),
            };
            match is_met {
                Truth::True => return self.value(then),
                Truth::Open => return Value::Open,
                Truth::False | Truth::Null => {}
            }
        }
        otherwise.map_or(Value::Null, |otherwise| self.value(otherwise))
    }
}

fn negated_if(negated: bool, truth: Truth) -> Truth {
    if negated { truth.not() } else { truth }
}

/// What a comparison that always holds comes to, where a value may be missing.
fn null_unless(has_value: Truth) -> Truth {
    if has_value == Truth::False { Truth::Null } else { has_value }
}

/// Whether a pattern of LIKE takes any text.
fn is_any(pattern: &str) -> bool {
    !pattern.is_empty() && pattern.bytes().all(|byte| byte == b'%')
}

fn is_null(value: &Value) -> Truth {
    match value {
        Value::Null => Truth::True,
        Value::Number(_) | Value::Text(_) | Value::Own(_, true) => Truth::False,
        Value::Own(_, false) | Value::Open => Truth::Open,
    }
}

/// A column equals itself in every row where it has a value: as good as always.
fn compare(operator: CompareOp, left: &Value, right: &Value) -> Truth {
    let order = match (left, right) {
        (Value::Null, _) | (_, Value::Null) => return Truth::Null,
        (Value::Number(one), Value::Number(other)) => one.partial_cmp(other),
        // The order of texts is that of a collation; whether they are the same is nearly sure.
        (Value::Text(one), Value::Text(other)) => {
            let is_same = one.trim_end().eq_ignore_ascii_case(other.trim_end());
            return match operator {
                CompareOp::Equal => Truth::of(is_same),
                CompareOp::NotEqual => Truth::of(!is_same),
                _ => Truth::Open,
            };
        }
        (Value::Own(one, _), Value::Own(other, _)) if one == other => Some(std::cmp::Ordering::Equal),
        _ => None,
    };
    let Some(order) = order else { return Truth::Open };
    Truth::of(match operator {
        CompareOp::Equal => order.is_eq(),
        CompareOp::NotEqual => order.is_ne(),
        CompareOp::Less => order.is_lt(),
        CompareOp::LessOrEqual => order.is_le(),
        CompareOp::Greater => order.is_gt(),
        CompareOp::GreaterOrEqual => order.is_ge(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::query::{self, ast::Statement};

    /// The condition of a SELECT, judged for a session that has set nothing, `id` never NULL.
    fn judged(condition: &str, unset_session: bool) -> Truth {
        let statement = query::statement(&format!("SELECT 1 WHERE {condition}"), 0).expect("it is read");
        let Statement::Query(query) = statement else { panic!("a query") };
        let Body::Select(select) = query.body else { panic!("one SELECT") };
        let is_never_null = |parts: &[Ident]| parts.last().is_some_and(|part| part.is("@id") || part.is("id"));
        Given { unset_session, is_never_null: &is_never_null }.truth(&select.condition.expect("a condition"))
    }

    #[test]
    fn what_always_holds_is_told_from_what_may_not() {
        for condition in [
            "1 = 1",
            "0 = 0 AND 'a' = 'a'",
            "@id = @x OR 1 < 2",
            "id = id",
            "id IS NOT NULL",
            "NOT (1 = 0)",
            "2 BETWEEN 1 AND 3",
            "1 IN (3, 1)",
            "id LIKE '%'",
            "EXISTS (SELECT 1)",
            "CASE WHEN 1 = 1 THEN 5 END = 5",
            "ISNULL(NULL, 1) = 1",
        ] {
            assert_eq!(judged(condition, false), Truth::True, "{condition}");
        }
        for condition in
            ["@id = @x", "x IS NOT NULL", "id = 5", "id LIKE 'a%'", "id = other.id", "x LIKE '%'", "ISNULL(x, 1) = 1"]
        {
            assert_eq!(judged(condition, false), Truth::Open, "{condition}");
        }
        for condition in ["1 = 0", "id IS NULL", "NOT (1 = 1)", "EXISTS (SELECT 1 WHERE NULL = 1)"] {
            assert_eq!(judged(condition, false), Truth::False, "{condition}");
        }
        for condition in ["NULL = NULL", "NOT (@id = NULL)", "NULL LIKE '%'"] {
            assert_eq!(judged(condition, false), Truth::Null, "{condition}");
        }
    }

    #[test]
    fn a_session_that_has_set_nothing_reads_null() {
        for condition in [
            "SESSION_CONTEXT(N'tenant') IS NULL",
            "@id = ISNULL(CAST(SESSION_CONTEXT(N'tenant') AS INT), @id)",
            "@id = IIF(CONTEXT_INFO() IS NULL, @id, 0)",
        ] {
            assert_eq!((judged(condition, true), judged(condition, false)), (Truth::True, Truth::Open), "{condition}");
        }
        assert_eq!(judged("@id = CAST(SESSION_CONTEXT(N'tenant') AS INT)", true), Truth::Null);
        assert_eq!(judged("NOT (@id <> SESSION_CONTEXT(N'tenant'))", true), Truth::Null);
    }
}
