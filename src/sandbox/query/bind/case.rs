//! CASE, IIF, COALESCE, ISNULL, NULLIF, CHOOSE, GREATEST, LEAST: values of several branches in one type.

use super::coerce::common;
use super::typed::{Collated, Typed};
use super::{Binder, Bound};
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::{Call, CompareOp, Expr};

impl Binder<'_> {
    pub(super) fn case(
        &mut self,
        operand: Option<&Expr>,
        whens: &[(Expr, Expr)],
        otherwise: Option<&Expr>,
        at: usize,
    ) -> Bound<Typed> {
        let operand = operand.map(|operand| self.scalar(operand)).transpose()?;
        let mut conditions = Vec::with_capacity(whens.len());
        let mut values = Vec::with_capacity(whens.len() + 1);
        for (when, then) in whens {
            conditions.push(match &operand {
                Some(operand) => {
                    let when_value = self.scalar(when)?;
                    self.compare(CompareOp::Equal, operand.clone(), when_value, when.at)?
                }
                None => self.condition(when)?,
            });
            values.push(self.scalar(then)?);
        }
        values.push(match otherwise {
            Some(otherwise) => self.scalar(otherwise)?,
            None => Typed::null(),
        });
        let (values, mut whole) = self.unified(values, at)?;
        let mut sql = "(CASE".to_owned();
        for (condition, value) in conditions.iter().zip(&values) {
            whole.absorb(condition);
            sql.push_str(&format!(" WHEN {} THEN {}", condition.sql, value.sql));
        }
        sql.push_str(&format!(" ELSE {} END)", values[values.len() - 1].sql));
        whole.sql = sql;
        Ok(whole)
    }

    /// Values in the type that all have in common, and an expression of that type without text.
    pub(super) fn unified(&mut self, values: Vec<Typed>, at: usize) -> Bound<(Vec<Typed>, Typed)> {
        let mut shape = Typed::null();
        for value in &values {
            let data_type = common(&shape, value);
            let collation = self.combined_collation(&shape, value, "CASE", at)?;
            shape = Typed { data_type, collation, ..if shape.is_null() { value.clone() } else { shape } };
        }
        let data_type = shape.data_type;
        let mut whole = Typed::new("", data_type, values.iter().any(|value| value.nullable));
        whole.collation = if data_type.is_text() { shape.collation.clone() } else { Collated::Default };
        whole.constant = if values.iter().all(Typed::is_null) { super::typed::Constant::Null } else { whole.constant };
        whole.json = values.iter().all(|value| value.json || value.is_null()) && values.iter().any(|value| value.json);
        let mut converted = Vec::with_capacity(values.len());
        for value in values {
            whole.absorb(&value);
            converted.push(self.implicit(value, data_type, at)?);
        }
        Ok((converted, whole))
    }

    pub(super) fn iif(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let [condition, then, otherwise] = call.arguments.as_slice() else { return self.wrong_count(call, "3", at) };
        self.case(None, &[(condition.clone(), then.clone())], Some(otherwise), at)
    }

    pub(super) fn coalesce(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        if call.arguments.len() < 2 {
            return self.wrong_count(call, "at least 2", at);
        }
        let values = call.arguments.iter().map(|value| self.scalar(value)).collect::<Bound<Vec<_>>>()?;
        let nullable = values.iter().all(|value| value.nullable);
        let (values, whole) = self.unified(values, at)?;
        let texts: Vec<&str> = values.iter().map(|value| value.sql.as_str()).collect();
        let sql = format!("coalesce({})", texts.join(", "));
        Ok(Typed { sql, nullable, ..whole })
    }

    /// `ISNULL(a, b)` has the type of `a`; b is cut to it.
    pub(super) fn isnull(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let [first, second] = call.arguments.as_slice() else { return self.wrong_count(call, "2", at) };
        let (first, second) = (self.scalar(first)?, self.scalar(second)?);
        let data_type = if first.is_null() { second.data_type } else { first.data_type };
        let collation = self.combined_collation(&first, &second, "ISNULL", at)?;
        let nullable = first.nullable && second.nullable;
        let first = self.implicit(first, data_type, at)?;
        let second = self.as_assigned(second, data_type, at)?;
        let whole = Typed::new(format!("ifnull({}, {})", first.sql, second.sql), data_type, nullable);
        Ok(Typed { collation, ..whole.with(&first).with(&second) })
    }

    /// `NULLIF(a, b)` is `CASE WHEN a = b THEN NULL ELSE a END`.
    pub(super) fn nullif(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let [first, second] = call.arguments.as_slice() else { return self.wrong_count(call, "2", at) };
        let (first, second) = (self.scalar(first)?, self.scalar(second)?);
        let same = self.compare(CompareOp::Equal, first.clone(), second, at)?;
        let sql = format!("(CASE WHEN {} THEN NULL ELSE {} END)", same.sql, first.sql);
        Ok(Typed { nullable: true, ..first.rewritten(sql).with(&same) })
    }

    pub(super) fn choose(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let Some((index, choices)) = call.arguments.split_first().filter(|(_, choices)| !choices.is_empty()) else {
            return self.wrong_count(call, "at least 2", at);
        };
        let index = self.scalar(index)?;
        let index = self.implicit(index, SqlType::Int, at)?;
        let values = choices.iter().map(|value| self.scalar(value)).collect::<Bound<Vec<_>>>()?;
        let (values, whole) = self.unified(values, at)?;
        let mut sql = format!("(CASE {}", index.sql);
        for (number, value) in values.iter().enumerate() {
            sql.push_str(&format!(" WHEN {} THEN {}", number + 1, value.sql));
        }
        sql.push_str(" END)");
        Ok(Typed { sql, nullable: true, ..whole.with(&index) })
    }

    /// GREATEST and LEAST: NULLs are left out unless all are.
    pub(super) fn extreme(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        if call.arguments.is_empty() {
            return self.wrong_count(call, "at least 1", at);
        }
        let greatest = call.name[0].is("greatest");
        let values = call.arguments.iter().map(|value| self.scalar(value)).collect::<Bound<Vec<_>>>()?;
        let (values, whole) = self.unified(values, at)?;
        if whole.data_type.is_vector() || matches!(whole.data_type, SqlType::DateTimeOffset(_) | SqlType::Variant) {
            return self.unknown(format!("{} of {}", call.name[0].as_str(), whole.data_type), at);
        }
        let rows: Vec<String> = values.iter().map(|value| format!("SELECT {} AS x", value.sql)).collect();
        let function = if greatest { "max" } else { "min" };
        let inner = Typed { sql: "x".to_owned(), ..whole.clone() };
        let sql = format!("(SELECT {function}({}) FROM ({}))", inner.collated(), rows.join(" UNION ALL "));
        Ok(Typed { sql, ..whole })
    }
}
