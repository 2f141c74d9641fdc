//! To text.

use rusqlite::types::Value;

use super::{clash, temporal};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::{SqlType, calendar, datetime, decimal, guid, text, vector};

pub(super) fn convert(value: Value, from: SqlType, to: SqlType, style: Option<i64>) -> Result<Value, SqlError> {
    let written = match value {
        Value::Text(text) => text,
        Value::Blob(bytes) if from.is_binary() => binary(&bytes, to, style)?,
        value => {
            let written = to_text(&value, from, style).ok_or_else(|| refused(from, to, style))?;
            return numeric_fits(written, from, to);
        }
    };
    Ok(Value::Text(text::fit(written, to)))
}

fn refused(from: SqlType, to: SqlType, style: Option<i64>) -> SqlError {
    match style {
        Some(style) if from.is_temporal() => {
            let (from, to) = (from.describe(), to.describe());
            SqlError::new(281, format!("{style} is not a valid style number when converting from {from} to a {to}."))
        }
        _ => clash(from, to),
    }
}

/// A number is never cut: `*` for an integer in `char`, an error otherwise (Learn, "CAST and CONVERT",
/// "Truncating and rounding results").
fn numeric_fits(written: String, from: SqlType, to: SqlType) -> Result<Value, SqlError> {
    let fits = to.length().is_none_or(|most| written.len() <= usize::from(most));
    if fits || from.is_temporal() {
        return Ok(Value::Text(text::fit(written, to)));
    }
    let star = from.is_integer() && matches!(to, SqlType::Char(_) | SqlType::VarChar(_));
    if star && !matches!(from, SqlType::BigInt) {
        return Ok(Value::Text(text::fit("*".to_owned(), to)));
    }
    if from == SqlType::UniqueIdentifier {
        return Err(SqlError::new(8170, "Insufficient result space to convert uniqueidentifier value to char."));
    }
    let what = if from.exact().is_some() { from.describe() } else { "expression".to_owned() };
    let text = format!("Arithmetic overflow error converting {what} to data type {}.", to.describe());
    Err(SqlError::new(8115, text).state(2))
}

/// The text of a value that is neither text nor binary; `None` when it has none or the style is unknown.
#[must_use]
pub fn to_text(value: &Value, from: SqlType, style: Option<i64>) -> Option<String> {
    match (value, from) {
        (Value::Integer(days), SqlType::Date) => date(*days, style),
        (Value::Integer(ticks), SqlType::Time(scale)) => time(*ticks, scale, style),
        (Value::Integer(ticks), SqlType::DateTime2(scale)) => datetime::format(*ticks, scale, style.unwrap_or(121)),
        (Value::Integer(ticks), SqlType::DateTime) => datetime::format(*ticks, 3, style.unwrap_or(0)),
        (Value::Integer(ticks), SqlType::SmallDateTime) => datetime::format(*ticks, 0, style.unwrap_or(0)),
        (Value::Blob(bytes), SqlType::DateTimeOffset(scale)) => offset(bytes, scale, style),
        (Value::Integer(number), _) => Some(number.to_string()),
        (Value::Real(number), _) => Some(float(*number, style.unwrap_or(0))),
        (Value::Blob(bytes), SqlType::UniqueIdentifier) => guid::load(bytes).map(guid::format),
        (Value::Blob(bytes), SqlType::Vector { .. }) => Some(vector::format(&vector::decode(bytes))),
        (Value::Blob(bytes), SqlType::Money | SqlType::SmallMoney) => {
            money(decimal::decode(bytes)?, style.unwrap_or(0))
        }
        (Value::Blob(bytes), _) => {
            let (_, scale) = from.exact()?;
            Some(decimal::format(decimal::decode(bytes)?, scale))
        }
        (Value::Text(text), _) => Some(text.clone()),
        (Value::Null, _) => None,
    }
}

fn date(day: i64, style: Option<i64>) -> Option<String> {
    match style {
        None | Some(20 | 21 | 25 | 120 | 121 | 126 | 127 | 23) => Some(datetime::format_date(day)),
        Some(0 | 100) => datetime::format(day * calendar::DAY, 0, 100).map(|text| text[..11].to_owned()),
        Some(style) if matches!(style % 100, 1..=7 | 10..=12) => datetime::format(day * calendar::DAY, 0, style),
        Some(_) => None,
    }
}

fn time(ticks: i64, scale: u8, style: Option<i64>) -> Option<String> {
    match style {
        None | Some(21 | 25 | 121 | 126 | 127) => Some(datetime::format_time(ticks, scale)),
        Some(20 | 120 | 8 | 24 | 108) => Some(datetime::format_time(ticks, 0)),
        Some(0 | 100) => datetime::format(ticks, 0, 100).map(|text| text[12..].to_owned()),
        Some(_) => None,
    }
}

fn offset(bytes: &[u8], scale: u8, style: Option<i64>) -> Option<String> {
    let (utc, minutes) = temporal::split_offset(bytes)?;
    let local = utc + minutes * 60 * calendar::SECOND;
    match style.unwrap_or(121) {
        127 => datetime::format(utc, scale, 127).map(|text| text + "Z"),
        126 => Some(datetime::format(local, scale, 126)? + &datetime::format_offset(minutes)),
        style => Some(format!("{} {}", datetime::format(local, scale, style)?, datetime::format_offset(minutes))),
    }
}

/// Style 0: six significant digits; 1: eight; 2 and 3: all, in scientific form.
fn float(number: f64, style: i64) -> String {
    match style {
        1 => vector::scientific(number, 7),
        2 => vector::scientific(number, 15),
        3 => vector::scientific(number, 16),
        _ => general(number),
    }
}

/// As `%g` of C has it: six digits, no trailing zeros, an exponent of three digits where it is below -4
/// or above 5.
fn general(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let rounded = format!("{number:.5e}");
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        let digits = usize::try_from(5 - exponent).unwrap_or(0);
        return trim_zeros(&format!("{number:.digits$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:03}", trim_zeros(mantissa), exponent.abs())
}

fn trim_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// Style 0: two digits; 1: with commas; 2: four digits.
fn money(units: i128, style: i64) -> Option<String> {
    match style {
        2 | 126 => Some(decimal::format(units, 4)),
        0 => Some(decimal::format(decimal::rescale(units, 4, 2)?, 2)),
        1 => Some(commas(&decimal::format(decimal::rescale(units, 4, 2)?, 2))),
        _ => None,
    }
}

fn commas(text: &str) -> String {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}.{fraction}")
}

/// Style 0: the bytes are characters; 1: hexadecimal with `0x`; 2: without.
fn binary(bytes: &[u8], to: SqlType, style: Option<i64>) -> Result<String, SqlError> {
    let hex = || bytes.iter().map(|byte| format!("{byte:02X}")).collect::<String>();
    match style.unwrap_or(0) {
        0 if to.is_national() => Ok(text::from_utf16_bytes(bytes)),
        0 => Ok(text::from_code_page(bytes)),
        1 => Ok(format!("0x{}", hex())),
        2 => Ok(hex()),
        style => {
            let text =
                format!("{style} is not a valid style number when converting from varbinary to a character string.");
            Err(SqlError::new(281, text))
        }
    }
}
