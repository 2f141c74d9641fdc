//! `+ - * / %`, bit operators, concatenation: types of results and their text in SQLite.

use super::coerce::{common, precision};
use super::typed::Typed;
use super::{Binder, Bound};
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::{BinaryOp, Expr};

impl Binder<'_> {
    /// A chain of operators, left to right.
    pub(super) fn chain(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Bound<Typed> {
        let mut left = self.scalar(first)?;
        for (operator, right) in rest {
            let right_value = self.scalar(right)?;
            left = self.binary(*operator, left, right_value, right.at)?;
        }
        Ok(left)
    }

    /// One operator between two values.
    pub(super) fn binary(&mut self, operator: BinaryOp, left: Typed, right: Typed, at: usize) -> Bound<Typed> {
        let sign = operator.symbol();
        for operand in [&left, &right] {
            let refused = operand.data_type.is_vector() || matches!(operand.data_type, SqlType::Json | SqlType::Xml);
            if refused && !operand.is_null() {
                return self.invalid_operand(operand.data_type, word(operator), at);
            }
        }
        let both = |holds: fn(SqlType) -> bool| {
            (holds(left.data_type) || left.is_null()) && (holds(right.data_type) || right.is_null())
        };
        match operator {
            BinaryOp::Add | BinaryOp::Concat if both(SqlType::is_text) => self.concatenate(left, right, at),
            BinaryOp::Add if both(SqlType::is_binary) && !left.is_null() => Ok(self.join_bytes(left, right)),
            BinaryOp::Concat => self.invalid_operand(left.data_type, "concat", at),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => self.bits(operator, left, right, at),
            BinaryOp::Add | BinaryOp::Subtract if left.data_type.is_temporal() || right.data_type.is_temporal() => {
                self.move_date(operator, left, right, at)
            }
            _ => self.compute(operator, sign, left, right, at),
        }
    }

    /// `a + b` of texts: as long as both, cut at 8000 bytes unless one is `max`.
    fn concatenate(&mut self, left: Typed, right: Typed, at: usize) -> Bound<Typed> {
        let national =
            left.data_type.is_national() && !left.is_null() || right.data_type.is_national() && !right.is_null();
        let most = if national { 4000 } else { 8000 };
        let of = |typed: &Typed| if typed.is_null() { Some(1) } else { typed.data_type.length() };
        let sum = of(&left).zip(of(&right)).map(|(a, b)| u32::from(a) + u32::from(b));
        let length = sum.map(|sum| sum.min(most) as u16);
        let data_type = if national { SqlType::NVarChar(length) } else { SqlType::VarChar(length) };
        let sql = format!("({} || {})", left.sql, right.sql);
        let cut = sum.is_some_and(|sum| sum > most);
        let sql = if cut { format!("t_left({sql}, {most})") } else { sql };
        let mut typed = Typed::new(sql, data_type, left.nullable || right.nullable).with(&left).with(&right);
        typed.collation = self.combined_collation(&left, &right, "add", at)?;
        Ok(typed)
    }

    fn join_bytes(&mut self, left: Typed, right: Typed) -> Typed {
        let sum = left
            .data_type
            .length()
            .zip(right.data_type.length())
            .map(|(a, b)| (u32::from(a) + u32::from(b)).min(8000) as u16);
        let sql = format!("t_join_bytes({}, {})", left.sql, right.sql);
        Typed::new(sql, SqlType::VarBinary(sum), left.nullable || right.nullable).with(&left).with(&right)
    }

    fn bits(&mut self, operator: BinaryOp, left: Typed, right: Typed, at: usize) -> Bound<Typed> {
        // One of the two may be binary.
        let (left, right) = match (left.data_type.is_integer(), right.data_type.is_integer()) {
            (true, false) if right.data_type.is_binary() => {
                let to = left.data_type;
                (left, self.implicit(right, to, at)?)
            }
            (false, true) if left.data_type.is_binary() => {
                let to = right.data_type;
                (self.implicit(left, to, at)?, right)
            }
            _ => (left, right),
        };
        for operand in [&left, &right] {
            if !operand.data_type.is_integer() && !operand.is_null() {
                return self.invalid_operand(operand.data_type, &format!("'{}'", operator.symbol()), at);
            }
        }
        let data_type = common(&left, &right);
        let sql = match operator {
            BinaryOp::BitAnd => format!("({} & {})", left.sql, right.sql),
            BinaryOp::BitOr => format!("({} | {})", left.sql, right.sql),
            _ => format!("(({0} | {1}) - ({0} & {1}))", left.sql, right.sql),
        };
        Ok(Typed::new(sql, data_type, left.nullable || right.nullable).with(&left).with(&right))
    }

    /// `datetime` and `smalldatetime` take numbers as days; the newer types do not (Msg 206).
    fn move_date(&mut self, operator: BinaryOp, left: Typed, right: Typed, at: usize) -> Bound<Typed> {
        let old = |typed: &Typed| matches!(typed.data_type, SqlType::DateTime | SqlType::SmallDateTime);
        let (left_type, right_type) = (left.data_type, right.data_type);
        if !(old(&left) || left_type.is_number() || left_type.is_text() || left.is_null())
            || !(old(&right) || right_type.is_number() || right_type.is_text() || right.is_null())
        {
            let newer =
                if old(&left) || !left_type.is_temporal() { (right_type, left_type) } else { (left_type, right_type) };
            if newer.0.is_temporal() && newer.1.is_temporal() {
                return self.invalid_operand(newer.0, word(operator), at);
            }
            return Err(self.fail(crate::sandbox::value::convert::clash(newer.1, newer.0), at));
        }
        let data_type = common(&left, &right);
        let (a, b) = (self.implicit(left, data_type, at)?, self.implicit(right, data_type, at)?);
        let function = if operator == BinaryOp::Add { "t_add_days" } else { "t_subtract_days" };
        let sql = format!("{function}({}, {})", a.sql, b.sql);
        Ok(Typed::new(sql, data_type, a.nullable || b.nullable).with(&a).with(&b))
    }

    fn compute(&mut self, operator: BinaryOp, sign: &str, left: Typed, right: Typed, at: usize) -> Bound<Typed> {
        let data_type = common(&left, &right);
        if !data_type.is_number() || data_type == SqlType::Bit && !left.is_null() && !right.is_null() {
            return self.invalid_operand(data_type, word(operator), at);
        }
        if left.is_null() && right.is_null() {
            return Ok(Typed::null());
        }
        let exact = matches!(data_type, SqlType::Decimal { .. });
        if exact {
            return self.compute_exact(operator, left, right, at);
        }
        let (a, b) = (self.implicit(left, data_type, at)?, self.implicit(right, data_type, at)?);
        let sql = match operator {
            BinaryOp::Divide | BinaryOp::Modulo if data_type.is_money() => {
                format!("t_exact('{sign}', {}, 4, {}, 4, 19, 4)", a.sql, b.sql)
            }
            _ if data_type.is_money() => format!("t_exact('{sign}', {}, 4, {}, 4, 19, 4)", a.sql, b.sql),
            BinaryOp::Divide | BinaryOp::Modulo => format!("t_divide('{sign}', {}, {})", a.sql, b.sql),
            _ => self.checked(format!("({} {sign} {})", a.sql, b.sql), data_type),
        };
        Ok(Typed::new(sql, data_type, a.nullable || b.nullable).with(&a).with(&b))
    }

    /// The result stays in its type's range (Msg 8115).
    pub(super) fn checked(&self, sql: String, data_type: SqlType) -> String {
        format!("t_check({sql}, '{data_type}')")
    }

    /// Precision and scale as in "Precision, scale, and length" (Learn).
    fn compute_exact(&mut self, operator: BinaryOp, left: Typed, right: Typed, at: usize) -> Bound<Typed> {
        let ((p1, s1), (p2, s2)) = (wide(&left), wide(&right));
        let (precision, scale) = match operator {
            BinaryOp::Add | BinaryOp::Subtract => (s1.max(s2) + (p1 - s1).max(p2 - s2) + 1, s1.max(s2)),
            BinaryOp::Multiply => (p1 + p2 + 1, s1 + s2),
            BinaryOp::Divide => {
                let scale = 6.max(s1 + p2 + 1);
                (p1 - s1 + s2 + scale, scale)
            }
            _ => ((p1 - s1).min(p2 - s2) + s1.max(s2), s1.max(s2)),
        };
        let whole = if matches!(operator, BinaryOp::Add | BinaryOp::Subtract) {
            (p1 - s1).max(p2 - s2)
        } else {
            precision - scale
        };
        let (precision, scale) = bounded(operator, precision, scale, whole);
        let (a, a_scale) = self.as_exact(left, at)?;
        let (b, b_scale) = self.as_exact(right, at)?;
        let sql = format!(
            "t_exact('{}', {}, {a_scale}, {}, {b_scale}, {precision}, {scale})",
            operator.symbol(),
            a.sql,
            b.sql
        );
        let data_type = SqlType::Decimal { precision, scale };
        Ok(Typed::new(sql, data_type, a.nullable || b.nullable).with(&a).with(&b))
    }

    fn as_exact(&mut self, value: Typed, at: usize) -> Bound<(Typed, u8)> {
        let (precision, scale) = precision(&value);
        let exact = self.implicit(value, SqlType::Decimal { precision, scale }, at)?;
        Ok((exact, scale))
    }

    /// The collation of two texts together (Msg 468 for two explicit ones).
    pub(super) fn combined_collation(
        &self,
        left: &Typed,
        right: &Typed,
        operation: &str,
        at: usize,
    ) -> Bound<super::typed::Collated> {
        left.collation.combine(&right.collation).or_else(|(a, b)| {
            let text = format!(
                "Cannot resolve the collation conflict between \"{}\" and \"{}\" in the {operation} operation.",
                a.as_str(),
                b.as_str()
            );
            self.error(468, text, at)
        })
    }
}

fn wide(typed: &Typed) -> (i32, i32) {
    let (precision, scale) = precision(typed);
    (i32::from(precision), i32::from(scale))
}

/// At most 38 digits: the scale gives way to the digits before the point, `whole`, but a product or
/// quotient keeps six if it can.
fn bounded(operator: BinaryOp, precision: i32, scale: i32, whole: i32) -> (u8, u8) {
    if precision <= 38 {
        return (precision.max(1) as u8, scale as u8);
    }
    let kept = match operator {
        BinaryOp::Multiply | BinaryOp::Divide => scale.min((38 - whole).max(scale.min(6))),
        _ => scale.min((38 - whole).max(0)),
    };
    (38, kept as u8)
}

/// The operator as Msg 8117 names it.
fn word(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Add => "add",
        BinaryOp::Subtract => "subtract",
        BinaryOp::Multiply => "multiply",
        BinaryOp::Divide => "divide",
        BinaryOp::Modulo => "modulo",
        BinaryOp::BitAnd => "'&'",
        BinaryOp::BitOr => "'|'",
        BinaryOp::BitXor => "'^'",
        BinaryOp::Concat => "concat",
    }
}
