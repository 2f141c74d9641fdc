//! The normal form of an expression: one text for everything that means the same to the server.
//!
//! The server parses defaults, checks, computed columns and filters and writes them back its own way:
//! names in brackets, constants in parentheses, `IN` as a chain of `OR` from the last to the first,
//! `BETWEEN` as two comparisons, `CAST` as `CONVERT`, functions in lower case.

use super::call::call;
use super::data_type::{Use, data_type};
use super::number::number;
use super::tokens::operands;
use crate::name::{DEFAULT_SCHEMA, Ident};
use crate::syntax::query::ast::{BinaryOp, CompareOp, Expr, ExprKind, UnaryOp};
use crate::syntax::{query, spell};

/// An expression or condition in its normal form. It is for comparing, not for running. What is not
/// read as an expression is compared by its tokens.
#[must_use]
pub fn expression(text: &str) -> String {
    let read = query::expression(text, 0).ok();
    read.and_then(|read| form(&read)).unwrap_or_else(|| operands(text))
}

/// The form of an expression; `None` when a query is in it, which only tokens can compare.
pub(super) fn form(expr: &Expr) -> Option<String> {
    form_or_not(expr, false)
}

/// The form of an expression or, with `negated`, of its negation: NOT goes down to the comparisons,
/// which says the same in three-valued logic too.
fn form_or_not(expr: &Expr, negated: bool) -> Option<String> {
    if let Some(conjunctive) = junction(expr, negated) {
        let mut terms = Vec::new();
        collect(expr, negated, conjunctive, &mut terms)?;
        terms.sort();
        terms.dedup();
        return Some(match terms.as_slice() {
            [one] => one.clone(),
            _ => format!("({})", terms.join(if conjunctive { " and " } else { " or " })),
        });
    }
    let not = |text: String| if negated { format!("(not {text})") } else { text };
    Some(match &expr.kind {
        ExprKind::Not(inner) => form_or_not(inner, !negated)?,
        ExprKind::Compare(operator, left, right) => compare(*operator, negated, &form(left)?, &form(right)?),
        ExprKind::IsNull(value, not_null) => {
            format!("({} is {}null)", form(value)?, if *not_null != negated { "not " } else { "" })
        }
        ExprKind::IsDistinct(left, right, same) => {
            let word = if *same != negated { "same as" } else { "distinct from" };
            format!("({} {word} {})", form(left)?, form(right)?)
        }
        ExprKind::Like { value, pattern, escape, negated: not_like } => {
            let word = if *not_like != negated { "not like" } else { "like" };
            let escape =
                escape.as_ref().map_or(Some(String::new()), |escape| Some(format!(" escape {}", form(escape)?)))?;
            format!("({} {word} {}{escape})", form(value)?, form(pattern)?)
        }
        _ => not(value(expr)?),
    })
}

/// Whether this, negated or not, is a chain of AND (`true`) or OR; `None` when it is neither.
fn junction(expr: &Expr, negated: bool) -> Option<bool> {
    match &expr.kind {
        ExprKind::And(_) => Some(!negated),
        ExprKind::Or(_) => Some(negated),
        ExprKind::Between { negated: outside, .. } => Some(*outside == negated),
        ExprKind::InList { negated: outside, .. } => Some(*outside != negated),
        ExprKind::Not(inner) => junction(inner, !negated),
        _ => None,
    }
}

/// The terms of a chain, those of inner chains of the same kind too.
fn collect(expr: &Expr, negated: bool, conjunctive: bool, terms: &mut Vec<String>) -> Option<()> {
    if junction(expr, negated) != Some(conjunctive) {
        terms.push(form_or_not(expr, negated)?);
        return Some(());
    }
    match &expr.kind {
        ExprKind::Not(inner) => collect(inner, !negated, conjunctive, terms)?,
        ExprKind::And(list) | ExprKind::Or(list) => {
            list.iter().try_for_each(|term| collect(term, negated, conjunctive, terms))?;
        }
        ExprKind::Between { value, low, high, negated: outside } => {
            let value = form(value)?;
            let negated = *outside != negated;
            terms.push(compare(CompareOp::GreaterOrEqual, negated, &value, &form(low)?));
            terms.push(compare(CompareOp::LessOrEqual, negated, &value, &form(high)?));
        }
        ExprKind::InList { value, list, negated: outside } => {
            let value = form(value)?;
            for item in list {
                terms.push(compare(CompareOp::Equal, *outside != negated, &value, &form(item)?));
            }
        }
        _ => {}
    }
    Some(())
}

fn compare(operator: CompareOp, negated: bool, left: &str, right: &str) -> String {
    let word = match (operator, negated) {
        (CompareOp::Equal, false) | (CompareOp::NotEqual, true) => "=",
        (CompareOp::NotEqual, false) | (CompareOp::Equal, true) => "<>",
        (CompareOp::Less, false) | (CompareOp::GreaterOrEqual, true) => "<",
        (CompareOp::LessOrEqual, false) | (CompareOp::Greater, true) => "<=",
        (CompareOp::Greater, false) | (CompareOp::LessOrEqual, true) => ">",
        (CompareOp::GreaterOrEqual, false) | (CompareOp::Less, true) => ">=",
    };
    format!("({left} {word} {right})")
}

/// What is no condition, or one that cannot be turned round.
fn value(expr: &Expr) -> Option<String> {
    Some(match &expr.kind {
        ExprKind::Null => "null".to_owned(),
        ExprKind::Default => "default".to_owned(),
        ExprKind::Number(text) => number(text),
        ExprKind::Text { text, national } => {
            format!("{}'{}'", if *national { "N" } else { "" }, text.replace('\'', "''"))
        }
        ExprKind::Binary(bytes) => format!("0x{}", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
        ExprKind::Column(parts) => part(parts.last()?),
        ExprKind::Variable(name) => name.folded().to_owned(),
        ExprKind::Unary(UnaryOp::Minus, inner) => format!("-{}", form(inner)?),
        ExprKind::Unary(UnaryOp::BitNot, inner) => format!("~{}", form(inner)?),
        ExprKind::Chain(first, rest) => {
            let mut text = String::new();
            chain(first, rest, &mut text)?;
            format!("({text})")
        }
        ExprKind::Collate(inner, collation) => format!("({} collate {})", form(inner)?, collation.folded()),
        ExprKind::Case { operand, whens, otherwise } => case(operand.as_deref(), whens, otherwise.as_deref())?,
        ExprKind::Call(made) => call(made)?,
        ExprKind::Cast { value, data_type: to, style, lenient } => {
            let style = style.as_ref().map_or(Some(String::new()), |style| Some(format!(" style {}", form(style)?)))?;
            let word = if *lenient { "try_convert" } else { "convert" };
            let to = spell::data_type(&data_type(to, Use::Cast)).to_lowercase();
            format!("{word}({to} {}{style})", form(value)?)
        }
        ExprKind::NextValue(parts) => format!("next value for {}", two_parts(parts)?),
        _ => return None,
    })
}

/// A chain of operators that bind alike. `(a + b) + c` is `a + b + c`, `a + (b + c)` is not.
fn chain(first: &Expr, rest: &[(BinaryOp, Expr)], text: &mut String) -> Option<()> {
    let is_sum = rest.first().is_some_and(|(operator, _)| binds_loosely(*operator));
    match &first.kind {
        ExprKind::Chain(inner, more) if more.first().is_some_and(|(op, _)| binds_loosely(*op) == is_sum) => {
            chain(inner, more, text)?;
        }
        _ => *text += &form(first)?,
    }
    for (operator, term) in rest {
        *text += &format!(" {} {}", operator.symbol(), form(term)?);
    }
    Some(())
}

fn binds_loosely(operator: BinaryOp) -> bool {
    !matches!(operator, BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo)
}

/// `CASE`; an ELSE of NULL is none.
fn case(operand: Option<&Expr>, whens: &[(Expr, Expr)], otherwise: Option<&Expr>) -> Option<String> {
    let operand = operand.map_or(Some(String::new()), |operand| Some(format!(" {}", form(operand)?)))?;
    let whens: Option<Vec<_>> = whens.iter().map(|(when, then)| Some((form(when)?, form(then)?))).collect();
    let otherwise = otherwise.map_or(Some("null".to_owned()), form)?;
    Some(case_of(&operand, &whens?, &otherwise))
}

/// The form of a CASE from those of its parts.
pub(super) fn case_of(operand: &str, whens: &[(String, String)], otherwise: &str) -> String {
    let whens: String = whens.iter().map(|(when, then)| format!(" when {when} then {then}")).collect();
    let otherwise = if otherwise == "null" { String::new() } else { format!(" else {otherwise}") };
    format!("(case{operand}{whens}{otherwise} end)")
}

/// A name of one part in the form that it always has.
pub(super) fn part(name: &Ident) -> String {
    Ident::new(name.folded()).bracketed()
}

/// A schema's object; `dbo` where no schema is written.
pub(super) fn two_parts(parts: &[Ident]) -> Option<String> {
    let (object, before) = parts.split_last()?;
    let schema =
        before.last().filter(|schema| !schema.is_empty()).map_or_else(|| part(&Ident::new(DEFAULT_SCHEMA)), part);
    Some(format!("{schema}.{}", part(object)))
}
