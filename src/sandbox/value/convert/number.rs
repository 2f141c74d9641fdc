//! To numbers.

use rusqlite::types::Value;

use super::{clash, temporal};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::{SqlType, calendar, decimal};

/// A number of any type.
enum Number {
    Int(i64),
    Float(f64),
    Exact(i128, u8),
}

fn number(value: &Value, from: SqlType) -> Option<Number> {
    match (value, from) {
        (Value::Integer(number), _) if from.is_integer() => Some(Number::Int(*number)),
        (Value::Real(number), _) => Some(Number::Float(*number)),
        (Value::Blob(bytes), _) => {
            let (_, scale) = from.exact()?;
            decimal::decode(bytes).map(|units| Number::Exact(units, scale))
        }
        _ => None,
    }
}

pub(super) fn to_integer(value: Value, from: SqlType, to: SqlType) -> Result<Value, SqlError> {
    let wide = match (number(&value, from), value) {
        (Some(Number::Int(number)), _) => i128::from(number),
        (Some(Number::Float(number)), _) => whole(number).ok_or_else(|| overflow(from, to))?,
        (Some(Number::Exact(units, scale)), _) if to == SqlType::Bit => i128::from(units != 0) * decimal::power(scale),
        (Some(Number::Exact(units, scale)), _) if from.is_money() => {
            decimal::rescale(units, scale, 0).ok_or_else(|| overflow(from, to))?
        }
        (Some(Number::Exact(units, scale)), _) => units / decimal::power(scale),
        (None, Value::Text(text)) => return from_text(&text, from, to),
        (None, Value::Blob(bytes)) if from.is_binary() => i128::from(from_bytes(&bytes, to)),
        (None, value) if matches!(from, SqlType::DateTime | SqlType::SmallDateTime) => {
            i128::from(temporal::days_from_1900(&value, from)?.round() as i64)
        }
        _ => return Err(clash(from, to)),
    };
    in_range(wide, from, to)
}

fn whole(number: f64) -> Option<i128> {
    (number.abs() < 1e30).then(|| number.trunc() as i128)
}

/// The least and the greatest value.
fn range(to: SqlType) -> (i64, i64) {
    match to {
        SqlType::TinyInt => (0, 255),
        SqlType::SmallInt => (i64::from(i16::MIN), i64::from(i16::MAX)),
        SqlType::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => (i64::MIN, i64::MAX),
    }
}

/// The number as a value of an integer type (Msg 220 for the small ones, 8115 otherwise). Any number but
/// 0 is 1 as a bit.
pub(super) fn in_range(wide: i128, from: SqlType, to: SqlType) -> Result<Value, SqlError> {
    if to == SqlType::Bit {
        return Ok(Value::Integer(i64::from(wide != 0)));
    }
    let (least, most) = range(to);
    match i64::try_from(wide).ok().filter(|number| (least..=most).contains(number)) {
        Some(number) => Ok(Value::Integer(number)),
        None if matches!(to, SqlType::TinyInt | SqlType::SmallInt) && from.is_integer() => {
            let text = format!("Arithmetic overflow error for data type {}, value = {wide}.", to.describe());
            Err(SqlError::new(220, text).state(2))
        }
        None => Err(overflow(from, to)),
    }
}

/// Msg 8115.
fn overflow(from: SqlType, to: SqlType) -> SqlError {
    let from = if from.exact().is_some() { from.describe() } else { "expression".to_owned() };
    let text = format!("Arithmetic overflow error converting {from} to data type {}.", to.describe());
    SqlError::new(8115, text).state(2)
}

fn from_text(text: &str, from: SqlType, to: SqlType) -> Result<Value, SqlError> {
    let trimmed = text.trim_matches([' ', '\t', '\n', '\r']);
    if to == SqlType::Bit && ["true", "false"].iter().any(|word| trimmed.eq_ignore_ascii_case(word)) {
        return Ok(Value::Integer(i64::from(trimmed.eq_ignore_ascii_case("true"))));
    }
    let digits = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed).trim_start_matches(' ');
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || (digits.is_empty() && !trimmed.is_empty()) {
        let text = format!(
            "Conversion failed when converting the {} value '{text}' to data type {}.",
            from.describe(),
            to.describe()
        );
        return Err(SqlError::new(245, text));
    }
    let size = digits.trim_start_matches('0');
    let size: i128 = if size.len() > 30 { i128::MAX } else { size.parse().unwrap_or(0) };
    let wide = if trimmed.starts_with('-') { -size } else { size };
    in_range(wide, SqlType::Decimal { precision: 38, scale: 0 }, to).map_err(|_| text_overflow(text, from, to))
}

fn text_overflow(text: &str, from: SqlType, to: SqlType) -> SqlError {
    let from = from.describe();
    match to {
        SqlType::TinyInt | SqlType::SmallInt => {
            let column = if to == SqlType::TinyInt { "INT1" } else { "INT2" };
            let text = format!(
                "The conversion of the {from} value '{text}' overflowed an {column} column. Use a larger integer column."
            );
            SqlError::new(244, text)
        }
        SqlType::Int => {
            SqlError::new(248, format!("The conversion of the {from} value '{text}' overflowed an int column."))
        }
        _ => overflow(SqlType::BigInt, to),
    }
}

/// The last bytes, big endian, as many as the type has.
fn from_bytes(bytes: &[u8], to: SqlType) -> i64 {
    let width = match to {
        SqlType::Bit | SqlType::TinyInt => 1,
        SqlType::SmallInt => 2,
        SqlType::Int => 4,
        _ => 8,
    };
    let kept = &bytes[bytes.len().saturating_sub(width)..];
    let raw = kept.iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    match width {
        2 => i64::from(raw as u16 as i16),
        4 => i64::from(raw as u32 as i32),
        _ => raw as i64,
    }
}

pub(super) fn to_float(value: Value, from: SqlType, to: SqlType) -> Result<Value, SqlError> {
    let wide = match (number(&value, from), value) {
        (Some(Number::Int(number)), _) => number as f64,
        (Some(Number::Float(number)), _) => number,
        (Some(Number::Exact(units, scale)), _) => decimal::to_float(units, scale),
        (None, Value::Text(text)) => parse_float(&text).ok_or_else(|| failed(from, to))?,
        (None, value) if matches!(from, SqlType::DateTime | SqlType::SmallDateTime) => {
            temporal::days_from_1900(&value, from)?
        }
        _ => return Err(clash(from, to)),
    };
    let narrow = if to == SqlType::Real { f64::from(wide as f32) } else { wide };
    if narrow.is_finite() { Ok(Value::Real(narrow)) } else { Err(overflow(from, to)) }
}

/// Digits with an exponent or without; an empty text is 0. No `inf`, no `nan`.
fn parse_float(text: &str) -> Option<f64> {
    let trimmed = text.trim_matches(' ');
    if trimmed.is_empty() {
        return Some(0.0);
    }
    let shaped = trimmed.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    shaped.then(|| trimmed.parse().ok()).flatten()
}

/// Msg 8114.
pub(super) fn failed(from: SqlType, to: SqlType) -> SqlError {
    SqlError::new(8114, format!("Error converting data type {} to {}.", from.describe(), to.describe())).state(5)
}

pub(super) fn to_exact(value: Value, from: SqlType, to: SqlType) -> Result<Value, SqlError> {
    let Some((precision, scale)) = to.exact() else { return Err(clash(from, to)) };
    let (units, have) = match (number(&value, from), value) {
        (Some(Number::Int(number)), _) => (i128::from(number), 0),
        (Some(Number::Float(number)), _) => {
            (decimal::from_float(number, scale).ok_or_else(|| overflow(from, to))?, scale)
        }
        (Some(Number::Exact(units, have)), _) => (units, have),
        (None, Value::Text(text)) => exact_from_text(&text, to).ok_or_else(|| failed(from, to))?,
        (None, value) if matches!(from, SqlType::DateTime | SqlType::SmallDateTime) => {
            let days = temporal::days_from_1900(&value, from)?;
            (decimal::from_float(days, scale).ok_or_else(|| overflow(from, to))?, scale)
        }
        _ => return Err(clash(from, to)),
    };
    let fitted = decimal::fit(units, have, precision, scale).map_err(|_| exact_overflow(from, to))?;
    Ok(Value::Blob(decimal::encode(fitted)))
}

/// A text with more digits than a number holds is cut where it has no exponent.
fn exact_from_text(text: &str, to: SqlType) -> Option<(i128, u8)> {
    let trimmed = text.trim_matches(' ');
    if to.is_money() {
        let plain = trimmed.replace([',', '$'], "");
        return if plain.is_empty() { Some((0, 0)) } else { decimal::parse(&plain) };
    }
    decimal::parse(trimmed)
}

fn exact_overflow(from: SqlType, to: SqlType) -> SqlError {
    let text = format!("Arithmetic overflow error converting {} to data type {}.", from.describe(), to.describe());
    SqlError::new(8115, text).state(8)
}

/// Days since 1900-01-01, which a number means as a `datetime`, in ticks.
pub(super) fn ticks_from_days(value: &Value, from: SqlType) -> Option<i64> {
    let days = match number(value, from)? {
        Number::Int(number) => number as f64,
        Number::Float(number) => number,
        Number::Exact(units, scale) => decimal::to_float(units, scale),
    };
    let ticks = (days + calendar::DAY_1900 as f64) * calendar::DAY as f64;
    (0.0..calendar::DAYS as f64 * calendar::DAY as f64).contains(&ticks).then_some(ticks as i64)
}
