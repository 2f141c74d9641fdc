//! CAST and CONVERT, and comparisons of what SQLite cannot compare.

use std::cmp::Ordering;

use rusqlite::types::Value;

use super::args::{Answer, Args, Function};
use crate::sandbox::collation::Collation;
use crate::sandbox::error::{NOT_IN_SANDBOX, SqlError};
use crate::sandbox::value::{SqlType, convert, decimal, variant};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("t_convert", cast),
    ("t_try_convert", try_cast),
    ("t_utc", utc),
    ("t_join_bytes", join_bytes),
    ("t_fill", fill),
    ("t_compare_variants", compare_variants),
];

/// `t_convert(x, 'from', 'to'[, style])`.
fn cast(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) || args.len() > 3 && args.is_null(3) {
        return Ok(Value::Null);
    }
    let style = (args.len() > 3).then(|| args.integer(3));
    convert::convert(args.value(0), args.data_type(1)?, args.data_type(2)?, style)
}

/// NULL where the value does not convert; the sandbox's own refusals stay refusals.
fn try_cast(args: &Args<'_, '_>) -> Answer {
    match cast(args) {
        Err(error) if error.number != NOT_IN_SANDBOX => Ok(Value::Null),
        answer => answer,
    }
}

/// The point in time of a `datetimeoffset`.
fn utc(args: &Args<'_, '_>) -> Answer {
    Ok(convert::split_offset(args.blob(0)).map_or(Value::Null, |(ticks, _)| Value::Integer(ticks)))
}

fn join_bytes(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    Ok(Value::Blob([args.blob(0), args.blob(1)].concat()))
}

/// `t_fill(bytes, width)`: zeros at the end come or go until there are so many bytes, if they can.
fn fill(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) {
        return Ok(Value::Null);
    }
    let width = usize::try_from(args.integer(1)).unwrap_or(0);
    let bytes = args.blob(0);
    let kept = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
    let mut filled = bytes[..bytes.len().min(kept.max(width))].to_vec();
    filled.resize(filled.len().max(width), 0);
    Ok(Value::Blob(filled))
}

/// -1, 0 or 1: by the family of the types first, then by value ("sql_variant", Learn).
fn compare_variants(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let (a, b) = (variant::unwrap(args.value(0)), variant::unwrap(args.value(1)));
    let order = family(a.1).cmp(&family(b.1));
    let order = if order == Ordering::Equal { within_family(a, b)? } else { order };
    Ok(Value::Integer(order as i64))
}

fn family(data_type: SqlType) -> u8 {
    match data_type {
        data_type if data_type.is_temporal() => 6,
        SqlType::Real | SqlType::Float => 5,
        data_type if data_type.is_number() => 4,
        data_type if data_type.is_text() => 3,
        data_type if data_type.is_binary() => 2,
        _ => 1,
    }
}

fn within_family(a: (Value, SqlType), b: (Value, SqlType)) -> Result<Ordering, SqlError> {
    let common = match family(a.1) {
        6 => SqlType::DateTime2(7),
        5 => SqlType::Float,
        4 => SqlType::Decimal { precision: 38, scale: 10 },
        _ => a.1,
    };
    let a = convert::convert(a.0, a.1, common, None)?;
    let b = convert::convert(b.0, b.1, common, None)?;
    Ok(match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a.cmp(&b),
        (Value::Real(a), Value::Real(b)) => a.total_cmp(&b),
        (Value::Text(a), Value::Text(b)) => Collation::CaseInsensitive.compare(&a, &b),
        (Value::Blob(a), Value::Blob(b)) => match (decimal::decode(&a), decimal::decode(&b)) {
            (Some(a), Some(b)) if common.exact().is_some() => a.cmp(&b),
            _ => a.cmp(&b),
        },
        _ => Ordering::Equal,
    })
}
