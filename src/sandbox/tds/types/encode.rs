//! Values to a client.

use encoding_rs::WINDOWS_1252;

use super::{COLLATION, LENGTH_MAX, PLP_NULL, decimal_bytes, id, time};
use crate::sandbox::wire::{Value, WireType};

/// A value that its column cannot hold. It is a fault of the engine, and the client is told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Mismatch(String);

impl Mismatch {
    fn new(wire_type: WireType, value: &Value) -> Self {
        let kind = match value {
            Value::Null => "NULL",
            Value::Int(_) => "an integer",
            Value::Float(_) => "a float",
            Value::Decimal { .. } => "a decimal",
            Value::Text(_) => "text",
            Value::Bytes(_) => "binary",
            Value::Guid(_) => "a uniqueidentifier",
            Value::Date(_) => "a date",
            Value::Time(_) => "a time",
            Value::DateTime(..) => "a date and time",
            Value::DateTimeOffset(..) => "a date and time with an offset",
        };
        Self(format!("a column of type {wire_type:?} cannot hold {kind} of this kind or size"))
    }
}

/// Appends a value of a type whose information was sent.
///
/// # Errors
/// The value is not one of the type. What was appended then is of no use.
pub fn put_value(out: &mut Vec<u8>, wire_type: WireType, value: &Value) -> Result<(), Mismatch> {
    if *value == Value::Null {
        put_null(out, wire_type);
        return Ok(());
    }
    let mismatch = || Mismatch::new(wire_type, value);
    match wire_type {
        WireType::NVarChar(_) | WireType::NChar(_) | WireType::Xml => {
            let text = text(value).ok_or_else(mismatch)?;
            put_bytes(out, wire_type, &utf16(text)).ok_or_else(mismatch)
        }
        WireType::VarChar(_) | WireType::Char(_) | WireType::Vector(_) => {
            let (bytes, _, _) = WINDOWS_1252.encode(text(value).ok_or_else(mismatch)?);
            put_bytes(out, wire_type, &bytes).ok_or_else(mismatch)
        }
        WireType::VarBinary(_) | WireType::Binary(_) => {
            let Value::Bytes(bytes) = value else { return Err(mismatch()) };
            put_bytes(out, wire_type, bytes).ok_or_else(mismatch)
        }
        WireType::Variant => put_variant(out, value).ok_or_else(mismatch),
        _ => {
            let at = out.len();
            out.push(0);
            put_short(out, wire_type, value).ok_or_else(mismatch)?;
            out[at] = (out.len() - at - 1) as u8;
            Ok(())
        }
    }
}

fn put_null(out: &mut Vec<u8>, wire_type: WireType) {
    match wire_type {
        _ if is_max(wire_type) => out.extend_from_slice(&PLP_NULL.to_le_bytes()),
        WireType::NVarChar(_) | WireType::NChar(_) | WireType::VarChar(_) | WireType::Char(_) => {
            out.extend_from_slice(&LENGTH_MAX.to_le_bytes());
        }
        WireType::VarBinary(_) | WireType::Binary(_) => out.extend_from_slice(&LENGTH_MAX.to_le_bytes()),
        WireType::Variant => out.extend_from_slice(&0u32.to_le_bytes()),
        _ => out.push(0),
    }
}

/// Whether values travel in chunks (PLP).
fn is_max(wire_type: WireType) -> bool {
    use WireType::{NVarChar, VarBinary, VarChar, Vector, Xml};
    matches!(wire_type, NVarChar(None) | VarChar(None) | VarBinary(None) | Vector(_) | Xml)
}

/// The most bytes that a value of a type with a limit can have.
fn limit(wire_type: WireType) -> Option<usize> {
    match wire_type {
        WireType::NVarChar(Some(units)) | WireType::NChar(units) => Some(usize::from(units) * 2),
        WireType::VarChar(Some(bytes)) | WireType::Char(bytes) => Some(usize::from(bytes)),
        WireType::VarBinary(Some(bytes)) | WireType::Binary(bytes) => Some(usize::from(bytes)),
        _ => None,
    }
}

/// Bytes with their length before them, in chunks for `max` types.
fn put_bytes(out: &mut Vec<u8>, wire_type: WireType, bytes: &[u8]) -> Option<()> {
    if let Some(limit) = limit(wire_type) {
        let length = u16::try_from(bytes.len()).ok().filter(|_| bytes.len() <= limit)?;
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(bytes);
        return Some(());
    }
    out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    for chunk in bytes.chunks(u32::MAX as usize) {
        out.extend_from_slice(&(chunk.len() as u32).to_le_bytes());
        out.extend_from_slice(chunk);
    }
    out.extend_from_slice(&0u32.to_le_bytes());
    Some(())
}

fn text(value: &Value) -> Option<&str> {
    let Value::Text(text) = value else { return None };
    Some(text)
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// The bytes of a value of a type whose length takes one byte.
fn put_short(out: &mut Vec<u8>, wire_type: WireType, value: &Value) -> Option<()> {
    match (wire_type, value) {
        (WireType::Bit, Value::Int(number)) => out.push(u8::from(*number != 0)),
        (WireType::TinyInt, Value::Int(number)) => out.push(u8::try_from(*number).ok()?),
        (WireType::SmallInt, Value::Int(number)) => out.extend(i16::try_from(*number).ok()?.to_le_bytes()),
        (WireType::Int, Value::Int(number)) => out.extend(i32::try_from(*number).ok()?.to_le_bytes()),
        (WireType::BigInt, Value::Int(number)) => out.extend(number.to_le_bytes()),
        (WireType::Real, _) => out.extend((float(value)? as f32).to_le_bytes()),
        (WireType::Float, _) => out.extend(float(value)?.to_le_bytes()),
        (WireType::Decimal { precision, scale }, _) => put_decimal(out, units(value, scale)?, precision)?,
        (WireType::Money, _) => put_money(out, i64::try_from(units(value, 4)?).ok()?),
        (WireType::SmallMoney, _) => out.extend(i32::try_from(units(value, 4)?).ok()?.to_le_bytes()),
        (WireType::UniqueIdentifier, Value::Guid(guid)) => put_guid(out, guid),
        (WireType::Date, Value::Date(days)) => put_days(out, *days)?,
        (WireType::Time(scale), Value::Time(nanoseconds)) => put_time(out, *nanoseconds, scale),
        (WireType::DateTime2(scale), Value::DateTime(days, nanoseconds)) => {
            put_time(out, *nanoseconds, scale);
            put_days(out, *days)?;
        }
        (WireType::DateTimeOffset(scale), Value::DateTimeOffset(days, nanoseconds, offset)) => {
            put_time(out, *nanoseconds, scale);
            put_days(out, *days)?;
            out.extend(offset.to_le_bytes());
        }
        (WireType::DateTime, Value::DateTime(days, nanoseconds)) => {
            let (days, ticks) = time::to_datetime(*days, *nanoseconds);
            out.extend(days.to_le_bytes());
            out.extend(ticks.to_le_bytes());
        }
        (WireType::SmallDateTime, Value::DateTime(days, nanoseconds)) => {
            let (days, minutes) = time::to_smalldatetime(*days, *nanoseconds)?;
            out.extend(days.to_le_bytes());
            out.extend(minutes.to_le_bytes());
        }
        _ => return None,
    }
    Some(())
}

fn float(value: &Value) -> Option<f64> {
    match value {
        Value::Float(number) => Some(*number),
        Value::Int(number) => Some(*number as f64),
        _ => None,
    }
}

/// A number as units of 10^-scale. A value with more digits after the point does not fit.
fn units(value: &Value, scale: u8) -> Option<i128> {
    let (units, from) = match value {
        Value::Decimal { units, scale } => (*units, *scale),
        Value::Int(number) => (i128::from(*number), 0),
        _ => return None,
    };
    match scale.checked_sub(from) {
        Some(more) => units.checked_mul(10i128.checked_pow(u32::from(more))?),
        None => {
            let divisor = 10i128.checked_pow(u32::from(from - scale))?;
            (units % divisor == 0).then_some(units / divisor)
        }
    }
}

fn put_decimal(out: &mut Vec<u8>, units: i128, precision: u8) -> Option<()> {
    let limit = 10u128.checked_pow(u32::from(precision))?;
    let digits = Some(units.unsigned_abs()).filter(|digits| *digits < limit)?;
    out.push(u8::from(units >= 0));
    out.extend_from_slice(&digits.to_le_bytes()[..decimal_bytes(precision)]);
    Some(())
}

/// `money` puts its more significant half first.
fn put_money(out: &mut Vec<u8>, units: i64) {
    out.extend(((units >> 32) as i32).to_le_bytes());
    out.extend((units as u32).to_le_bytes());
}

/// The first three groups of the text are numbers, least significant byte first.
fn put_guid(out: &mut Vec<u8>, guid: &[u8; 16]) {
    let [a, b, c, d, e, f, g, h, rest @ ..] = guid;
    out.extend([d, c, b, a, f, e, h, g]);
    out.extend(rest);
}

fn put_days(out: &mut Vec<u8>, days: i32) -> Option<()> {
    const DAYS: u32 = 3_652_059;
    let days = u32::try_from(days).ok().filter(|days| *days < DAYS)?;
    out.extend_from_slice(&days.to_le_bytes()[..3]);
    Some(())
}

fn put_time(out: &mut Vec<u8>, nanoseconds: u64, scale: u8) {
    let units = time::to_units(nanoseconds, scale);
    out.extend_from_slice(&units.to_le_bytes()[..time::time_bytes(scale)]);
}

/// A `sql_variant`: its length, its base type with properties, its bytes. The base type follows from the value.
fn put_variant(out: &mut Vec<u8>, value: &Value) -> Option<()> {
    const LONGEST: usize = 8000;
    let at = out.len();
    out.extend_from_slice(&[0; 4]);
    let base = put_variant_base(out, value)?;
    let before = out.len();
    match value {
        Value::Text(text) => out.extend(utf16(text)),
        Value::Bytes(bytes) => out.extend_from_slice(bytes),
        _ => put_short(out, base, value)?,
    }
    (out.len() - before <= LONGEST).then_some(())?;
    let length = (out.len() - at - 4) as u32;
    out[at..at + 4].copy_from_slice(&length.to_le_bytes());
    Some(())
}

fn put_variant_base(out: &mut Vec<u8>, value: &Value) -> Option<WireType> {
    const LONGEST: [u8; 2] = 8000u16.to_le_bytes();
    Some(match value {
        Value::Null => return None,
        Value::Int(number) if i32::try_from(*number).is_ok() => put_base(out, id::INT4, &[], WireType::Int),
        Value::Int(_) => put_base(out, id::INT8, &[], WireType::BigInt),
        Value::Float(_) => put_base(out, id::FLOAT8, &[], WireType::Float),
        Value::Decimal { scale, .. } => {
            put_base(out, id::DECIMAL_N, &[38, *scale], WireType::Decimal { precision: 38, scale: *scale })
        }
        Value::Guid(_) => put_base(out, id::GUID, &[], WireType::UniqueIdentifier),
        Value::Date(_) => put_base(out, id::DATE_N, &[], WireType::Date),
        Value::Time(_) => put_base(out, id::TIME_N, &[7], WireType::Time(7)),
        Value::DateTime(..) => put_base(out, id::DATETIME2_N, &[7], WireType::DateTime2(7)),
        Value::DateTimeOffset(..) => put_base(out, id::DATETIMEOFFSET_N, &[7], WireType::DateTimeOffset(7)),
        Value::Bytes(_) => put_base(out, id::VARBINARY, &LONGEST, WireType::VarBinary(Some(8000))),
        Value::Text(_) => {
            let [a, b, c, d, e] = COLLATION;
            let [low, high] = LONGEST;
            put_base(out, id::NVARCHAR, &[a, b, c, d, e, low, high], WireType::NVarChar(Some(4000)))
        }
    })
}

fn put_base(out: &mut Vec<u8>, id: u8, properties: &[u8], base: WireType) -> WireType {
    out.extend([id, properties.len() as u8]);
    out.extend_from_slice(properties);
    base
}
