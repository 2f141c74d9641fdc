//! Conditions: 1, 0 or NULL in SQLite.

use super::coerce::common;
use super::relation::Relation;
use super::typed::Typed;
use super::{Binder, Bound};
use crate::sandbox::error::SqlError;
use crate::sandbox::query::physical;
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::{CompareOp, Expr, ExprKind, Query};

const NO_CONDITION: &str = "An expression of non-boolean type specified in a context where a condition is expected.";

impl Binder<'_> {
    /// A condition. A value here is Msg 4145, as T-SQL has no boolean values.
    pub(in crate::sandbox::query) fn condition(&mut self, expr: &Expr) -> Bound<Typed> {
        self.deeper(1, |binder| binder.condition_inner(expr))
    }

    fn condition_inner(&mut self, expr: &Expr) -> Bound<Typed> {
        let at = expr.at;
        match &expr.kind {
            ExprKind::And(terms) => self.joined(terms, "AND"),
            ExprKind::Or(terms) => self.joined(terms, "OR"),
            ExprKind::Not(inner) => {
                let inner = self.condition(inner)?;
                Ok(inner.rewritten(format!("(NOT {})", inner.sql)))
            }
            ExprKind::Compare(operator, left, right) => {
                let (a, b) = (self.scalar(left)?, self.scalar(right)?);
                self.compare(*operator, a, b, at)
            }
            ExprKind::Quantified { operator, left, all, query } => self.quantified(*operator, left, *all, query, at),
            ExprKind::IsNull(inner, negated) => {
                let value = self.scalar(inner)?;
                let sql = format!("({} IS {}NULL)", value.sql, if *negated { "NOT " } else { "" });
                Ok(truth(sql).with(&value))
            }
            ExprKind::IsDistinct(left, right, negated) => {
                let (a, b) = (self.scalar(left)?, self.scalar(right)?);
                let operator = if *negated { "IS" } else { "IS NOT" };
                self.compare_with(operator, "equal to", a, b, at)
            }
            ExprKind::Between { value, low, high, negated } => self.between([value, low, high], *negated, at),
            ExprKind::InList { value, list, negated } => self.in_list(value, list, *negated, at),
            ExprKind::InQuery { value, query, negated } => {
                let value = self.scalar(value)?;
                self.in_query(value, query, *negated, at)
            }
            ExprKind::Like { value, pattern, escape, negated } => {
                self.like(value, pattern, escape.as_deref(), *negated)
            }
            ExprKind::Exists(query) => self.has_rows(query),
            _ => {
                self.scalar(expr)?;
                Err(self.fail(SqlError::new(4145, NO_CONDITION).class(15), at))
            }
        }
    }

    fn has_rows(&mut self, query: &Query) -> Bound<Typed> {
        let relation = self.subquery(query)?;
        let mut exists = truth(format!("(EXISTS ({}))", relation.sql));
        exists.uses = relation.uses;
        Ok(exists)
    }

    /// AND and OR as a balanced tree: SQLite's depth stays small however many terms there are.
    fn joined(&mut self, terms: &[Expr], word: &str) -> Bound<Typed> {
        let bound = terms.iter().map(|term| self.condition(term)).collect::<Bound<Vec<_>>>()?;
        let mut whole = truth(balanced(&bound, word));
        for term in &bound {
            whole.absorb(term);
        }
        Ok(whole)
    }

    pub(super) fn compare(&mut self, operator: CompareOp, left: Typed, right: Typed, at: usize) -> Bound<Typed> {
        let (sign, word) = names(operator);
        self.compare_with(sign, word, left, right, at)
    }

    /// Both sides in the type that they have in common, text with its collation.
    fn compare_with(&mut self, sign: &str, word: &str, left: Typed, right: Typed, at: usize) -> Bound<Typed> {
        let (left, right) = self.comparable(left, right, word, at)?;
        let (a, b) = (&left.sql, &right.sql);
        let sql = match left.data_type {
            SqlType::Variant if sign.starts_with("IS") => format!("(t_compare_variants({a}, {b}) {sign} 0)"),
            SqlType::Variant => format!("(t_compare_variants({a}, {b}) {sign} 0)"),
            SqlType::DateTimeOffset(_) => format!("(t_utc({a}) {sign} t_utc({b}))"),
            _ => format!("({a} {sign} {})", right.collated()),
        };
        Ok(truth(sql).with(&left).with(&right))
    }

    /// Two values in one type; text in one collation, which is on both.
    fn comparable(&mut self, left: Typed, right: Typed, word: &str, at: usize) -> Bound<(Typed, Typed)> {
        self.check_comparable(&left, word, at)?;
        self.check_comparable(&right, word, at)?;
        let (left, right) = same_width(left, right);
        let data_type = common(&left, &right);
        let collation = self.one_collation(&left, &right, word, at)?;
        let mut a = self.implicit(left, data_type, at)?;
        let mut b = self.implicit(right, data_type, at)?;
        a.collation = collation.clone();
        b.collation = collation;
        Ok((a, b))
    }

    /// Vectors (Msg 8117) and xml (Msg 305) cannot be compared.
    fn check_comparable(&self, value: &Typed, word: &str, at: usize) -> Bound<()> {
        match value.data_type {
            _ if value.is_null() => Ok(()),
            SqlType::Vector { .. } | SqlType::Json => self.invalid_operand(value.data_type, word, at),
            SqlType::Xml => self.error(
                305,
                "The xml data type cannot be compared or sorted, except when using the IS NULL operator.",
                at,
            ),
            _ => Ok(()),
        }
    }

    /// The collation of a comparison (Msg 468 where operands have two).
    pub(super) fn one_collation(
        &self,
        left: &Typed,
        right: &Typed,
        word: &str,
        at: usize,
    ) -> Bound<super::typed::Collated> {
        let collation = self.combined_collation(left, right, word, at)?;
        if let super::typed::Collated::Conflict(a, b) = &collation
            && left.data_type.is_text()
            && right.data_type.is_text()
        {
            let text = format!(
                "Cannot resolve the collation conflict between \"{}\" and \"{}\" in the {word} operation.",
                a.as_str(),
                b.as_str()
            );
            return self.error(468, text, at);
        }
        Ok(collation)
    }

    fn between(&mut self, parts: [&Expr; 3], negated: bool, at: usize) -> Bound<Typed> {
        let [value, low, high] = parts;
        let (value, low, high) = (self.scalar(value)?, self.scalar(low)?, self.scalar(high)?);
        let from = self.compare(CompareOp::GreaterOrEqual, value.clone(), low, at)?;
        let to = self.compare(CompareOp::LessOrEqual, value, high, at)?;
        let not = if negated { "NOT " } else { "" };
        Ok(truth(format!("({not}({} AND {}))", from.sql, to.sql)).with(&from).with(&to))
    }

    fn in_list(&mut self, value: &Expr, list: &[Expr], negated: bool, at: usize) -> Bound<Typed> {
        let value = self.scalar(value)?;
        let items = list.iter().map(|item| self.scalar(item)).collect::<Bound<Vec<_>>>()?;
        let items: Vec<Typed> = items.into_iter().map(|item| same_width(value.clone(), item).1).collect();
        let mut data_type = value.data_type;
        let mut collation = value.collation.clone();
        for item in &items {
            self.check_comparable(item, "equal to", at)?;
            data_type = common(&Typed { data_type, ..value.clone() }, item);
            collation = self.one_collation(&Typed { collation, ..value.clone() }, item, "equal to", at)?;
        }
        self.check_comparable(&value, "equal to", at)?;
        if matches!(data_type, SqlType::Variant | SqlType::DateTimeOffset(_)) {
            return self.in_list_by_terms(&value, &items, negated, at);
        }
        let mut left = self.implicit(value, data_type, at)?;
        left.collation = collation;
        let mut whole = truth(String::new()).with(&left);
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            let item = self.implicit(item, data_type, at)?;
            whole.absorb(&item);
            texts.push(item.sql);
        }
        let not = if negated { "NOT " } else { "" };
        whole.sql = format!("({} {not}IN ({}))", left.collated(), texts.join(", "));
        Ok(whole)
    }

    /// For types whose equality is no equality of stored values.
    fn in_list_by_terms(&mut self, value: &Typed, items: &[Typed], negated: bool, at: usize) -> Bound<Typed> {
        let terms = items
            .iter()
            .map(|item| self.compare(CompareOp::Equal, value.clone(), item.clone(), at))
            .collect::<Bound<Vec<_>>>()?;
        let mut whole = truth(balanced(&terms, "OR"));
        for term in &terms {
            whole.absorb(term);
        }
        Ok(if negated { whole.rewritten(format!("(NOT {})", whole.sql)) } else { whole })
    }

    pub(super) fn in_query(&mut self, value: Typed, query: &Query, negated: bool, at: usize) -> Bound<Typed> {
        let relation = self.subquery(query)?;
        let column = self.only_column(&relation, at)?;
        let (left, right) = self.comparable(value, column.clone(), "equal to", at)?;
        let inner = match right.data_type {
            SqlType::Variant | SqlType::DateTimeOffset(_) => {
                return self.unknown("IN over a subquery of this type", at);
            }
            _ if right.sql == column.sql => relation.sql.clone(),
            _ => format!("SELECT {} FROM ({})", right.sql, relation.sql),
        };
        let not = if negated { "NOT " } else { "" };
        let mut whole = truth(format!("({} {not}IN ({inner}))", left.collated())).with(&left);
        whole.uses.extend(relation.uses);
        Ok(whole)
    }

    /// The one column of a subquery, by its name in it (Msg 116).
    fn only_column(&self, relation: &Relation, at: usize) -> Bound<Typed> {
        match relation.columns.as_slice() {
            [column] => Ok(column.value(physical::quoted("c0"))),
            _ => self.error(
                116,
                "Only one expression can be specified in the select list when the subquery is not introduced with EXISTS.",
                at,
            ),
        }
    }

    fn quantified(&mut self, operator: CompareOp, left: &Expr, all: bool, query: &Query, at: usize) -> Bound<Typed> {
        let value = self.scalar(left)?;
        match (operator, all) {
            (CompareOp::Equal, false) => return self.in_query(value, query, false, at),
            (CompareOp::NotEqual, true) => return self.in_query(value, query, true, at),
            _ => {}
        }
        let relation = self.subquery(query)?;
        let column = self.only_column(&relation, at)?;
        let test = self.compare(operator, value, column, at)?;
        let any = |holds: &str| format!("EXISTS (SELECT 1 FROM ({}) WHERE {} {holds})", relation.sql, test.sql);
        let (decides, result) = if all { ("= 0", 0) } else { ("= 1", 1) };
        let sql = format!(
            "(CASE WHEN {} THEN {result} WHEN {} THEN NULL ELSE {} END)",
            any(decides),
            any("IS NULL"),
            1 - result
        );
        let mut whole = truth(sql).with(&test);
        whole.uses.extend(relation.uses.iter().cloned());
        Ok(whole)
    }

    fn like(&mut self, value: &Expr, pattern: &Expr, escape: Option<&Expr>, negated: bool) -> Bound<Typed> {
        let left = self.text_operand(value)?;
        let right = self.text_operand(pattern)?;
        let collation = self.one_collation(&left, &right, "like", pattern.at)?;
        let by = Typed { collation, data_type: SqlType::NVarChar(None), ..left.clone() };
        let name = by.sqlite_collation().unwrap_or_default();
        let mut whole = truth(String::new()).with(&left).with(&right);
        let escape = match escape {
            Some(escape) => {
                let escape = self.text_operand(escape)?;
                whole.absorb(&escape);
                escape.sql
            }
            None => "''".to_owned(),
        };
        let not = if negated { "NOT " } else { "" };
        whole.sql = format!("({not}t_like({}, {}, {escape}, '{name}'))", left.sql, right.sql);
        Ok(whole)
    }

    /// A value as text, of any length.
    pub(super) fn text_operand(&mut self, expr: &Expr) -> Bound<Typed> {
        let value = self.scalar(expr)?;
        self.as_text(value, expr.at)
    }

    /// The same of a bound value.
    pub(super) fn as_text(&mut self, value: Typed, at: usize) -> Bound<Typed> {
        let data_type = match value.data_type {
            data_type if data_type.is_text() => return Ok(value),
            SqlType::Json | SqlType::Xml => SqlType::NVarChar(None),
            SqlType::Vector { .. } => {
                return self.error(8116, "Argument data type vector is invalid for argument 1 of this function.", at);
            }
            _ => SqlType::VarChar(Some(8000)),
        };
        self.implicit(value, data_type, at)
    }
}

/// `binary(n)` beside other bytes: those are filled with zeros to its length, as the engine compares them.
fn same_width(left: Typed, right: Typed) -> (Typed, Typed) {
    let filled = |value: Typed, width: u16| {
        if value.is_null() || !value.data_type.is_binary() || value.data_type == SqlType::Binary(width) {
            return value;
        }
        let sql = format!("t_fill({}, {width})", value.sql);
        Typed { data_type: SqlType::VarBinary(Some(8000)), ..value.rewritten(sql) }
    };
    match (left.data_type, right.data_type) {
        (SqlType::Binary(n), SqlType::Binary(m)) => (filled(left, n.max(m)), filled(right, n.max(m))),
        (SqlType::Binary(n), _) => (left, filled(right, n)),
        (_, SqlType::Binary(n)) => (filled(left, n), right),
        _ => (left, right),
    }
}

/// A condition's text.
fn truth(sql: String) -> Typed {
    Typed::new(sql, SqlType::Bit, true)
}

fn balanced(terms: &[Typed], word: &str) -> String {
    match terms {
        [] => "1".to_owned(),
        [only] => only.sql.clone(),
        _ => {
            let (left, right) = terms.split_at(terms.len() / 2);
            format!("({} {word} {})", balanced(left, word), balanced(right, word))
        }
    }
}

/// The operator in SQLite and in error texts.
fn names(operator: CompareOp) -> (&'static str, &'static str) {
    match operator {
        CompareOp::Equal => ("=", "equal to"),
        CompareOp::NotEqual => ("<>", "not equal to"),
        CompareOp::Less => ("<", "less than"),
        CompareOp::LessOrEqual => ("<=", "less than or equal to"),
        CompareOp::Greater => (">", "greater than"),
        CompareOp::GreaterOrEqual => (">=", "greater than or equal to"),
    }
}
