//! Conversions that nobody wrote, and those of CAST: what is allowed, and the SQLite text of it.

use super::typed::{Collated, Constant, Typed};
use super::{Binder, Bound};
use crate::sandbox::error::SqlError;
use crate::sandbox::query::physical;
use crate::sandbox::value::{SqlType, decimal};

/// What a conversion is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// An operand: text keeps its length.
    Implicit,
    /// CAST, CONVERT, a variable: text is cut.
    Cast,
}

/// Families within which the tables of "CAST and CONVERT" (Learn) make no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Number,
    Float,
    Text,
    Binary,
    Guid,
    OldDate,
    Date,
    Time,
    NewDate,
    Variant,
    Vector,
    Json,
    Xml,
}

fn family(data_type: SqlType) -> Family {
    match data_type {
        SqlType::Real | SqlType::Float => Family::Float,
        SqlType::Char(_) | SqlType::VarChar(_) | SqlType::NChar(_) | SqlType::NVarChar(_) => Family::Text,
        SqlType::Binary(_) | SqlType::VarBinary(_) => Family::Binary,
        SqlType::UniqueIdentifier => Family::Guid,
        SqlType::DateTime | SqlType::SmallDateTime => Family::OldDate,
        SqlType::Date => Family::Date,
        SqlType::Time(_) => Family::Time,
        SqlType::DateTime2(_) | SqlType::DateTimeOffset(_) => Family::NewDate,
        SqlType::Variant => Family::Variant,
        SqlType::Vector { .. } => Family::Vector,
        SqlType::Json => Family::Json,
        SqlType::Xml => Family::Xml,
        _ => Family::Number,
    }
}

/// Whether CAST takes the one to the other.
fn castable(from: SqlType, to: SqlType) -> bool {
    use Family::*;
    match (family(from), family(to)) {
        (a, b) if a == b => true,
        (Date, Time) | (Time, Date) => false,
        (OldDate | Date | Time | NewDate, OldDate | Date | Time | NewDate) => true,
        (Text, _) | (_, Text) => !matches!((family(from), family(to)), (Variant, Xml)),
        (Number, Float | Binary | OldDate) | (Float, Number | OldDate) => true,
        (OldDate, Number | Float) => true,
        (Binary, Number | Guid | Xml) | (Guid, Binary) | (Xml, Binary) => true,
        (Json, Vector) | (Vector, Json) => true,
        (Variant, Vector | Json | Xml) | (Vector | Json | Xml, Variant) => false,
        (Variant, _) | (_, Variant) => true,
        _ => false,
    }
}

/// Whether the engine converts without being told.
fn implicit(from: SqlType, to: SqlType) -> bool {
    use Family::*;
    let needs_cast = matches!(
        (family(from), family(to)),
        (Text, Binary)
            | (OldDate, Number | Float)
            | (Variant, Number | Float | Text | Binary | Guid | OldDate | Date | Time | NewDate)
            | (Xml, Text | Binary)
    );
    castable(from, to) && (!needs_cast || family(from) == family(to))
}

/// The precision and scale of a number of a type, as an exact one.
fn exact_of(data_type: SqlType) -> (u8, u8) {
    match data_type {
        SqlType::Bit => (1, 0),
        SqlType::TinyInt => (3, 0),
        SqlType::SmallInt => (5, 0),
        SqlType::Int => (10, 0),
        SqlType::BigInt => (19, 0),
        other => other.exact().unwrap_or((38, 0)),
    }
}

/// The same for an operand of arithmetic: a literal has as many digits as are written.
pub(super) fn precision(typed: &Typed) -> (u8, u8) {
    match typed.constant {
        Constant::Int(number) => (number.unsigned_abs().max(1).ilog10() as u8 + 1, 0),
        _ => exact_of(typed.data_type),
    }
}

impl Binder<'_> {
    /// The expression as a value of `to` (Msg 206 and 257 where the engine has no implicit conversion).
    pub(super) fn implicit(&self, value: Typed, to: SqlType, at: usize) -> Bound<Typed> {
        self.coerce(value, to, Wanted::Implicit, at)
    }

    /// The same, and text is cut to the type's length.
    pub(in crate::sandbox::query) fn as_assigned(&self, value: Typed, to: SqlType, at: usize) -> Bound<Typed> {
        self.coerce(value, to, Wanted::Cast, at)
    }

    fn coerce(&self, value: Typed, to: SqlType, wanted: Wanted, at: usize) -> Bound<Typed> {
        if !value.is_null() && !implicit(value.data_type, to) {
            return Err(self.fail(refused(value.data_type, to), at));
        }
        self.sized(&value, to, at)?;
        Ok(self.converted(value, to, wanted))
    }

    /// CAST (Msg 529 where there is no way).
    pub(super) fn cast(&self, value: Typed, to: SqlType, at: usize) -> Bound<Typed> {
        if !value.is_null() && !castable(value.data_type, to) {
            let text = format!(
                "Explicit conversion from data type {} to {} is not allowed.",
                value.data_type.describe(),
                to.describe()
            );
            return self.error(529, text, at);
        }
        self.sized(&value, to, at)?;
        Ok(self.converted(value, to, Wanted::Cast))
    }

    /// Vectors of one size and base only (Msg 42204, 42238).
    fn sized(&self, value: &Typed, to: SqlType, at: usize) -> Bound<()> {
        let (SqlType::Vector { dimensions: a, base: from }, SqlType::Vector { dimensions: b, base }) =
            (value.data_type, to)
        else {
            return Ok(());
        };
        if value.is_null() {
            return Ok(());
        }
        if from != base {
            return self.error(42238, "A vector cannot be converted to a vector of another base type.", at);
        }
        if a != b {
            return self.error(42204, format!("The vector dimensions {a} and {b} do not match."), at);
        }
        Ok(())
    }

    /// The conversion in SQLite; none where the stored value is the same.
    fn converted(&self, value: Typed, to: SqlType, wanted: Wanted) -> Typed {
        let collation =
            if to.is_text() && value.data_type.is_text() { value.collation.clone() } else { Collated::Default };
        if value.is_null() {
            return Typed { data_type: to, collation, ..value };
        }
        if same_storage(&value, to, wanted) {
            let constant = if value.data_type == to { value.constant } else { Constant::None };
            return Typed { data_type: to, collation, constant, ..value };
        }
        let sql = folded(&value, to).unwrap_or_else(|| convert_call("t_convert", &value, to));
        Typed { data_type: to, collation, identity: None, ..value.rewritten(sql) }
    }
}

/// `t_convert(x, 'from', 'to')`; a collation of another code page keeps its characters.
pub(super) fn convert_call(function: &str, value: &Typed, to: SqlType) -> String {
    let to = if value.collation.is_wide() { widened(to) } else { to };
    format!("{function}({}, '{}', '{to}')", value.sql, value.data_type)
}

fn widened(to: SqlType) -> SqlType {
    match to {
        SqlType::VarChar(length) => SqlType::NVarChar(length.map(|n| n.min(4000))),
        SqlType::Char(length) => SqlType::NChar(length.min(4000)),
        other => other,
    }
}

/// A literal number that becomes a `decimal` is one at once.
fn folded(value: &Typed, to: SqlType) -> Option<String> {
    let (precision, scale) = to.exact()?;
    let (units, have) = match value.constant {
        Constant::Int(number) => (i128::from(number), 0),
        Constant::Exact(units, have) => (units, have),
        _ => return None,
    };
    let fitted = decimal::fit(units, have, precision, scale).ok()?;
    Some(physical::blob(&decimal::encode(fitted)))
}

/// Whether the stored value is the same in both types.
fn same_storage(value: &Typed, to: SqlType, wanted: Wanted) -> bool {
    let from = value.data_type;
    if from == to {
        return true;
    }
    match (from, to) {
        (SqlType::Bit, _) | (SqlType::TinyInt, SqlType::SmallInt | SqlType::Int | SqlType::BigInt) => to.is_integer(),
        (SqlType::SmallInt, SqlType::Int | SqlType::BigInt) | (SqlType::Int, SqlType::BigInt) => true,
        (SqlType::Real, SqlType::Float) => true,
        (SqlType::DateTime2(a), SqlType::DateTime2(b)) | (SqlType::Time(a), SqlType::Time(b)) => a <= b,
        (SqlType::DateTime | SqlType::SmallDateTime, SqlType::DateTime2(b)) => b >= 3,
        (SqlType::SmallDateTime, SqlType::DateTime) => true,
        (SqlType::DateTimeOffset(a), SqlType::DateTimeOffset(b)) => a <= b,
        (SqlType::Json, SqlType::NVarChar(None)) => true,
        _ if from.is_text() && to.is_text() => text_fits(value, to, wanted),
        (SqlType::Binary(_) | SqlType::VarBinary(_), SqlType::VarBinary(most)) => {
            wanted == Wanted::Implicit || most.is_none_or(|most| from.length().is_some_and(|length| length <= most))
        }
        _ => match (from.exact(), to.exact()) {
            (Some((a, from_scale)), Some((b, to_scale))) => from_scale == to_scale && a <= b,
            _ => false,
        },
    }
}

/// `nvarchar` takes any text that is not too long; `char` and `nchar` fill with blanks.
fn text_fits(value: &Typed, to: SqlType, wanted: Wanted) -> bool {
    let from = value.data_type;
    let narrows = from.is_national() && !to.is_national() && !value.collation.is_wide();
    let pads = matches!(to, SqlType::Char(_) | SqlType::NChar(_));
    if narrows || pads {
        return false;
    }
    let fits = match (from.length(), to.length()) {
        (_, None) => true,
        (Some(have), Some(most)) => have <= most,
        (None, Some(_)) => false,
    };
    fits || wanted == Wanted::Implicit
}

/// Msg 257 where CAST would do, 206 otherwise.
fn refused(from: SqlType, to: SqlType) -> SqlError {
    if castable(from, to) {
        let text = format!(
            "Implicit conversion from data type {} to {} is not allowed. Use the CONVERT function to run this query.",
            from.describe(),
            to.describe()
        );
        return SqlError::new(257, text).state(3);
    }
    crate::sandbox::value::convert::clash(from, to)
}

/// The type that two operands of CASE, COALESCE, UNION and the like have in common.
pub(super) fn common(a: &Typed, b: &Typed) -> SqlType {
    if a.is_null() {
        return b.data_type;
    }
    if b.is_null() {
        return a.data_type;
    }
    let (x, y) = (a.data_type, b.data_type);
    if x.is_text() && y.is_text() {
        return common_text(x, y);
    }
    if let (SqlType::Binary(n), SqlType::Binary(m)) = (x, y) {
        return SqlType::Binary(n.max(m));
    }
    if x.is_binary() && y.is_binary() {
        return SqlType::VarBinary(longest(x, y));
    }
    let (high, low) = if x.rank() >= y.rank() { (x, y) } else { (y, x) };
    match (high, low) {
        (SqlType::Decimal { .. }, low) if low.is_number() => common_exact(exact_of(x), exact_of(y)),
        (SqlType::DateTime2(s), SqlType::DateTime2(t) | SqlType::Time(t)) => SqlType::DateTime2(s.max(t)),
        (SqlType::DateTimeOffset(s), SqlType::DateTimeOffset(t) | SqlType::DateTime2(t) | SqlType::Time(t)) => {
            SqlType::DateTimeOffset(s.max(t))
        }
        (SqlType::Time(s), SqlType::Time(t)) => SqlType::Time(s.max(t)),
        // A vector compared with text is text's business: text converts.
        (high, _) => high,
    }
}

fn common_exact(a: (u8, u8), b: (u8, u8)) -> SqlType {
    let scale = a.1.max(b.1);
    let whole = (a.0 - a.1).max(b.0 - b.1);
    let precision = (whole + scale).min(38);
    SqlType::Decimal { precision, scale: scale.min(38 - whole.min(38)) }
}

fn common_text(a: SqlType, b: SqlType) -> SqlType {
    let national = a.is_national() || b.is_national();
    let length = longest(a, b).map(|n| if national { n.min(4000) } else { n });
    match (national, a, b) {
        (_, a, b) if a == b => a,
        (false, SqlType::Char(x), SqlType::Char(y)) => SqlType::Char(x.max(y)),
        (true, SqlType::NChar(x) | SqlType::Char(x), SqlType::NChar(y) | SqlType::Char(y)) => {
            SqlType::NChar(x.max(y).min(4000))
        }
        (true, ..) => SqlType::NVarChar(length),
        (false, ..) => SqlType::VarChar(length),
    }
}

fn longest(a: SqlType, b: SqlType) -> Option<u16> {
    Some(a.length()?.max(b.length()?))
}
