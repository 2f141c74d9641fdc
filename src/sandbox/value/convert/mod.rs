//! Conversions between types, explicit and implicit: what CAST and CONVERT do and what an assignment
//! adds to it.

mod binary;
mod number;
mod temporal;
mod text;

use rusqlite::types::Value;

use super::{SqlType, guid, variant, vector};
use crate::sandbox::error::SqlError;
pub use temporal::{join_offset, moment_of, split_offset};
pub use text::to_text;

/// The value in another type, as CAST and CONVERT have it: text that is too long is cut. `style` is
/// CONVERT's third argument.
///
/// # Errors
/// 206, 220, 241, 242, 244, 245, 248, 529, 8114, 8115, 8169, 42204, … as the engine has them.
pub fn convert(value: Value, from: SqlType, to: SqlType, style: Option<i64>) -> Result<Value, SqlError> {
    if matches!(value, Value::Null) || (from == to && !matches!(from, SqlType::Variant)) {
        return Ok(value);
    }
    if from == SqlType::Variant && to != SqlType::Variant {
        let (value, inner) = variant::unwrap(value);
        return convert(value, inner, to, style);
    }
    match to {
        SqlType::Bit | SqlType::TinyInt | SqlType::SmallInt | SqlType::Int | SqlType::BigInt => {
            number::to_integer(value, from, to)
        }
        SqlType::Real | SqlType::Float => number::to_float(value, from, to),
        SqlType::Decimal { .. } | SqlType::Money | SqlType::SmallMoney => number::to_exact(value, from, to),
        SqlType::Char(_) | SqlType::VarChar(_) | SqlType::NChar(_) | SqlType::NVarChar(_) => {
            text::convert(value, from, to, style)
        }
        SqlType::Json | SqlType::Xml => text::convert(value, from, to, style),
        SqlType::Binary(_) | SqlType::VarBinary(_) => binary::convert(value, from, to, style),
        SqlType::Date
        | SqlType::Time(_)
        | SqlType::DateTime
        | SqlType::SmallDateTime
        | SqlType::DateTime2(_)
        | SqlType::DateTimeOffset(_) => temporal::convert(value, from, to),
        SqlType::UniqueIdentifier => to_guid(value, from, to),
        SqlType::Vector { .. } => to_vector(value, from, to),
        SqlType::Variant => variant::wrap(value, from),
    }
}

/// Types that have no way from one to the other (Msg 206).
#[must_use]
pub fn clash(from: SqlType, to: SqlType) -> SqlError {
    let text = format!("Operand type clash: {} is incompatible with {}", from.describe(), to.describe());
    SqlError::new(206, text).state(2)
}

fn to_guid(value: Value, from: SqlType, to: SqlType) -> Result<Value, SqlError> {
    match value {
        Value::Text(text) => Ok(Value::Blob(guid::store(guid::parse(text.trim_end_matches(' '))?))),
        Value::Blob(bytes) if from.is_binary() => Ok(Value::Blob(guid::store(guid::from_binary(&bytes)))),
        _ => Err(clash(from, to)),
    }
}

fn to_vector(value: Value, from: SqlType, to: SqlType) -> Result<Value, SqlError> {
    let SqlType::Vector { dimensions, base } = to else { return Err(clash(from, to)) };
    match (value, from) {
        (Value::Text(text), _) => {
            let elements = vector::parse(&text, base)?;
            vector::check_dimensions(elements.len(), dimensions)?;
            Ok(Value::Blob(vector::encode(&elements)))
        }
        (value, SqlType::Vector { dimensions: have, base: from_base }) => {
            if base != from_base {
                return Err(SqlError::new(42238, "A vector cannot be converted to a vector of another base type."));
            }
            vector::check_dimensions(usize::from(have), dimensions)?;
            Ok(value)
        }
        (_, from) if from.is_binary() => Err(not_allowed(from, to)),
        _ => Err(clash(from, to)),
    }
}

/// Explicit conversion is not allowed (Msg 529).
fn not_allowed(from: SqlType, to: SqlType) -> SqlError {
    let (from, to) = (from.describe(), to.describe());
    SqlError::new(529, format!("Explicit conversion from data type {from} to {to} is not allowed."))
}

/// Checks that a stored text or binary, converted to `to`'s kind already, is not longer than `to`.
/// Trailing blanks of text and trailing zeros of binary do not count.
///
/// # Errors
/// 2628, with the table and column that `place` names (`table`, `column`).
pub fn check_length(value: Value, to: SqlType, place: (&str, &str)) -> Result<Value, SqlError> {
    let Some(most) = to.length().map(usize::from) else { return Ok(value) };
    let (fits, shown) = match &value {
        Value::Text(text) => {
            let kept = text.trim_end_matches(' ');
            (super::text::units(kept) <= most, super::text::slice(text, 0, most))
        }
        Value::Blob(bytes) => {
            let kept = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
            (kept <= most, String::new())
        }
        _ => return Ok(value),
    };
    if fits {
        return Ok(value);
    }
    let (table, column) = place;
    let text = format!(
        "String or binary data would be truncated in table '{table}', column '{column}'. Truncated value: '{shown}'."
    );
    Err(SqlError::new(2628, text))
}
