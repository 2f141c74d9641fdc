//! A second opinion on how expressions hang together: sqlparser, which nobody here wrote, reads the same random
//! expressions. Operators between bits are left out: T-SQL has them on one level with `+`, sqlparser does not.

use proptest::prelude::*;
use sqlparser::ast::{BinaryOperator, Expr as Theirs, InTarget, UnaryOperator, Value};
use sqlparser::dialect::MsSqlDialect;

use super::super::ast::{BinaryOp, CompareOp, Expr, ExprKind, UnaryOp};

/// Every operation in parentheses of its own.
fn ours(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(text) => text.clone(),
        ExprKind::Text { text, .. } => format!("'{text}'"),
        ExprKind::Null => "NULL".into(),
        ExprKind::Column(parts) => parts.iter().map(|part| part.as_str()).collect::<Vec<_>>().join("."),
        ExprKind::Unary(UnaryOp::Minus, inner) => format!("(-{})", ours(inner)),
        ExprKind::Chain(first, rest) => rest.iter().fold(ours(first), |left, (operator, right)| {
            let sign = match operator {
                BinaryOp::Add => "+",
                BinaryOp::Subtract => "-",
                BinaryOp::Multiply => "*",
                BinaryOp::Divide => "/",
                BinaryOp::Modulo => "%",
                other => panic!("no such operator was written: {other:?}"),
            };
            format!("({left}{sign}{})", ours(right))
        }),
        ExprKind::And(terms) => folded(terms, "AND"),
        ExprKind::Or(terms) => folded(terms, "OR"),
        ExprKind::Not(inner) => format!("(NOT {})", ours(inner)),
        ExprKind::Compare(operator, left, right) => {
            let sign = match operator {
                CompareOp::Equal => "=",
                CompareOp::NotEqual => "<>",
                CompareOp::Less => "<",
                CompareOp::LessOrEqual => "<=",
                CompareOp::Greater => ">",
                CompareOp::GreaterOrEqual => ">=",
            };
            format!("({}{sign}{})", ours(left), ours(right))
        }
        ExprKind::IsNull(inner, negated) => format!("({} IS {}NULL)", ours(inner), not(*negated)),
        ExprKind::Between { value, low, high, negated } => {
            format!("({} {}BETWEEN {} AND {})", ours(value), not(*negated), ours(low), ours(high))
        }
        ExprKind::InList { value, list, negated } => {
            let list: Vec<String> = list.iter().map(ours).collect();
            format!("({} {}IN {})", ours(value), not(*negated), list.join(","))
        }
        ExprKind::Like { value, pattern, negated, .. } => {
            format!("({} {}LIKE {})", ours(value), not(*negated), ours(pattern))
        }
        other => panic!("nothing of this kind was written: {other:?}"),
    }
}

fn folded(terms: &[Expr], word: &str) -> String {
    let mut terms = terms.iter().map(ours);
    let first = terms.next().unwrap_or_default();
    terms.fold(first, |left, right| format!("({left} {word} {right})"))
}

fn not(negated: bool) -> &'static str {
    if negated { "NOT " } else { "" }
}

fn theirs(expr: &Theirs) -> String {
    match expr {
        Theirs::Nested(inner) => theirs(inner),
        Theirs::Identifier(name) => name.value.clone(),
        Theirs::CompoundIdentifier(parts) => parts.iter().map(|part| part.value.as_str()).collect::<Vec<_>>().join("."),
        Theirs::Value(value) => match &value.value {
            Value::Number(text, _) => text.to_string(),
            Value::SingleQuotedString(text) => format!("'{text}'"),
            Value::Null => "NULL".into(),
            other => panic!("no such value was written: {other:?}"),
        },
        Theirs::UnaryOp { op: UnaryOperator::Minus, expr } => format!("(-{})", theirs(expr)),
        Theirs::UnaryOp { op: UnaryOperator::Not, expr } => format!("(NOT {})", theirs(expr)),
        Theirs::BinaryOp { left, op: op @ (BinaryOperator::And | BinaryOperator::Or), right } => {
            format!("({} {op} {})", theirs(left), theirs(right))
        }
        Theirs::BinaryOp { left, op, right } => format!("({}{op}{})", theirs(left), theirs(right)),
        Theirs::IsNull(inner) => format!("({} IS NULL)", theirs(inner)),
        Theirs::IsNotNull(inner) => format!("({} IS NOT NULL)", theirs(inner)),
        Theirs::Between { expr, negated, low, high } => {
            format!("({} {}BETWEEN {} AND {})", theirs(expr), not(*negated), theirs(low), theirs(high))
        }
        Theirs::In { expr, target: InTarget::List(list), negated, .. } => {
            let list: Vec<String> = list.iter().map(theirs).collect();
            format!("({} {}IN {})", theirs(expr), not(*negated), list.join(","))
        }
        Theirs::Like { negated, expr, pattern, .. } => {
            format!("({} {}LIKE {})", theirs(expr), not(*negated), theirs(pattern))
        }
        other => panic!("nothing of this kind was written: {other:?}"),
    }
}

/// A value: numbers, names and signs put together without more parentheses than chance has it.
fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof!["[1-9]", Just("a".to_owned()), Just("t.b".to_owned()), Just("'x'".to_owned())];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), prop_oneof![Just("+"), Just("-"), Just("*"), Just("/"), Just("%")], inner.clone())
                .prop_map(|(left, sign, right)| format!("{left} {sign} {right}")),
            inner.clone().prop_map(|inner| format!("({inner})")),
        ]
    })
}

fn condition() -> impl Strategy<Value = String> {
    let negation = prop_oneof![Just(""), Just("NOT ")];
    let leaf = prop_oneof![
        (value(), prop_oneof![Just("="), Just("<>"), Just("<"), Just(">=")], value())
            .prop_map(|(left, sign, right)| format!("{left} {sign} {right}")),
        (value(), prop_oneof![Just("IS NULL"), Just("IS NOT NULL")]).prop_map(|(value, is)| format!("{value} {is}")),
        (value(), negation.clone(), value(), value())
            .prop_map(|(value, not, low, high)| format!("{value} {not}BETWEEN {low} AND {high}")),
        (value(), negation.clone(), value(), value())
            .prop_map(|(value, not, a, b)| format!("{value} {not}IN ({a}, {b})")),
        (value(), negation, value()).prop_map(|(value, not, pattern)| format!("{value} {not}LIKE {pattern}")),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), prop_oneof![Just("AND"), Just("OR")], inner.clone())
                .prop_map(|(left, word, right)| format!("{left} {word} {right}")),
            inner.clone().prop_map(|inner| format!("NOT {inner}")),
            inner.prop_map(|inner| format!("({inner})")),
        ]
    })
}

proptest! {
    #[test]
    fn expressions_hang_together_as_sqlparser_has_it(text in prop_oneof![value(), condition()]) {
        let dialect = MsSqlDialect {};
        let second = sqlparser::parser::Parser::new(&dialect).try_with_sql(&text).and_then(|mut it| it.parse_expr());
        let first = super::expression(&text, 0).expect("it is an expression");
        prop_assert_eq!(ours(&first), theirs(&second.expect("it is an expression")), "{}", text);
    }
}
