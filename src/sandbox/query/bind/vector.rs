//! Functions of vectors.

use super::typed::Typed;
use super::{Binder, Bound};
use crate::sandbox::value::SqlType;
use crate::sandbox::value::vector::Metric;
use crate::schema::VectorBase;
use crate::syntax::query::ast::{Call, Expr, ExprKind};

impl Binder<'_> {
    /// `VECTOR_DISTANCE(metric, a, b)`: vectors of one size (Msg 42204) and base (Msg 42243).
    pub(super) fn vector_distance(&mut self, call: &Call, at: usize) -> Bound<Typed> {
        let [metric, left, right] = call.arguments.as_slice() else { return self.wrong_count(call, "3", at) };
        if let ExprKind::Text { text, .. } = &metric.kind {
            self.placed(Metric::of(text), metric.at)?;
        }
        let metric = self.text_operand(metric)?;
        let (left, right) = (self.vector(left, 2, "vector_distance")?, self.vector(right, 3, "vector_distance")?);
        self.same_vectors(&left, &right, at)?;
        let sql = format!("t_vector_distance({}, {}, {})", metric.sql, left.sql, right.sql);
        Ok(Typed::new(sql, SqlType::Float, true).with(&metric).with(&left).with(&right))
    }

    /// Msg 42204 and 42243.
    pub(super) fn same_vectors(&self, left: &Typed, right: &Typed, at: usize) -> Bound<()> {
        match (left.data_type, right.data_type) {
            (SqlType::Vector { base: a, .. }, SqlType::Vector { base: b, .. }) if a != b => {
                self.error(42243, "The vectors have different base types.", at)
            }
            (SqlType::Vector { dimensions: a, .. }, SqlType::Vector { dimensions: b, .. }) if a != b => {
                self.error(42204, format!("The vector dimensions {a} and {b} do not match."), at)
            }
            _ => Ok(()),
        }
    }

    /// An argument that must be a vector (Msg 8116).
    fn vector(&mut self, argument: &Expr, position: usize, function: &str) -> Bound<Typed> {
        let value = self.scalar(argument)?;
        if value.data_type.is_vector() || value.is_null() {
            return Ok(value);
        }
        let text = format!(
            "Argument data type {} is invalid for argument {position} of {function} function.",
            value.data_type.describe()
        );
        self.error(8116, text, argument.at)
    }

    pub(super) fn vector_function(&mut self, name: &str, call: &Call, at: usize) -> Bound<Typed> {
        let [value, detail] = call.arguments.as_slice() else { return self.wrong_count(call, "2", at) };
        let value = self.vector(value, 1, &name.to_lowercase())?;
        let detail = self.text_operand(detail)?;
        if name == "VECTORPROPERTY" {
            return self.vector_property(&value, &detail);
        }
        if matches!(value.data_type, SqlType::Vector { base: VectorBase::Float16, .. }) {
            return self.error(42246, format!("The function {name} does not take vectors of base type float16."), at);
        }
        let returns = if name == "VECTOR_NORM" { SqlType::Float } else { value.data_type };
        let sql = format!("t_{}({}, {})", name.to_lowercase(), value.sql, detail.sql);
        Ok(Typed::new(sql, returns, true).with(&value).with(&detail))
    }

    /// What the type says; only whether there is a value is left to the run.
    fn vector_property(&mut self, value: &Typed, detail: &Typed) -> Bound<Typed> {
        let (dimensions, base) = match value.data_type {
            SqlType::Vector { dimensions, base } => (dimensions, base),
            _ => (0, VectorBase::Float32),
        };
        let base = if base == VectorBase::Float16 { "float16" } else { "float32" };
        let sql = format!("t_vectorproperty({}, {}, {dimensions}, '{base}')", value.sql, detail.sql);
        let dimensions_asked = detail.sql.eq_ignore_ascii_case("'dimensions'");
        let returns = if dimensions_asked { SqlType::Int } else { SqlType::Variant };
        Ok(Typed::new(sql, returns, true).with(value).with(detail))
    }
}
