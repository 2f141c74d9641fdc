//! What the translation checks while a statement runs.

use rusqlite::types::{Value, ValueRef};

use super::args::{Answer, Args, Function};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::{SqlType, convert};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("t_check", check),
    ("t_not_null", not_null),
    ("t_assign", assign),
    ("t_top", top),
    ("t_offset", offset),
    ("t_fetch", fetch),
    ("t_recursion", recursion),
    ("t_merge_once", merge_once),
    ("t_string_agg_limit", string_agg_limit),
    ("t_no_key", no_key),
];

/// `t_check(x, 'type')`: an integer or float within its type (Msg 8115). SQLite makes a float of a sum
/// that is too large for it.
fn check(args: &Args<'_, '_>) -> Answer {
    let data_type = args.data_type(1)?;
    let holds = match (args.raw(0), data_type) {
        (ValueRef::Null, _) => true,
        (ValueRef::Integer(number), SqlType::TinyInt) => (0..=255).contains(&number),
        (ValueRef::Integer(number), SqlType::SmallInt) => i16::try_from(number).is_ok(),
        (ValueRef::Integer(number), SqlType::Int) => i32::try_from(number).is_ok(),
        (ValueRef::Integer(_), _) => true,
        (ValueRef::Real(number), SqlType::Float) => number.is_finite(),
        (ValueRef::Real(number), SqlType::Real) => number.abs() <= f64::from(f32::MAX),
        _ => false,
    };
    if holds {
        return Ok(match args.value(0) {
            Value::Real(number) if data_type == SqlType::Real => Value::Real(f64::from(number as f32)),
            value => value,
        });
    }
    let text = format!("Arithmetic overflow error converting expression to data type {}.", data_type.describe());
    Err(SqlError::new(8115, text).state(2))
}

/// `t_not_null(x, 'table', 'column', 'INSERT')`: Msg 515.
fn not_null(args: &Args<'_, '_>) -> Answer {
    if !args.is_null(0) {
        return Ok(args.value(0));
    }
    let (table, column, verb) = (args.text(1), args.text(2), args.text(3));
    let text = format!(
        "Cannot insert the value NULL into column '{column}', table '{table}'; column does not allow nulls. {verb} fails."
    );
    Err(SqlError::new(515, text).state(2))
}

/// `t_assign(x, 'from', 'to', 'table', 'column')`: converted, and not too long (Msg 2628).
fn assign(args: &Args<'_, '_>) -> Answer {
    let (from, to) = (args.data_type(1)?, args.data_type(2)?);
    // A number is filled and cut on the left.
    if to.is_binary() && from.is_number() {
        return convert::convert(args.value(0), from, to, None);
    }
    let unbounded = match to {
        SqlType::Char(_) | SqlType::VarChar(_) => SqlType::VarChar(None),
        SqlType::NChar(_) | SqlType::NVarChar(_) => SqlType::NVarChar(None),
        _ => SqlType::VarBinary(None),
    };
    let whole = convert::convert(args.value(0), from, unbounded, None)?;
    let checked = convert::check_length(whole, to, (args.text(3), args.text(4)))?;
    convert::convert(checked, unbounded, to, None)
}

/// The number of TOP (Msg 1014, 127).
fn top(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) || args.integer(0) < 0 {
        return Err(SqlError::new(1014, "A TOP or FETCH clause contains an invalid value."));
    }
    Ok(args.value(0))
}

fn offset(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) || args.integer(0) < 0 {
        return Err(SqlError::new(10742, "The offset specified in a OFFSET clause may not be negative."));
    }
    Ok(args.value(0))
}

fn fetch(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) || args.integer(0) < 1 {
        return Err(SqlError::new(10744, "The number of rows provided for a FETCH clause must be greater then zero."));
    }
    Ok(args.value(0))
}

/// `t_recursion(depth, most)`: Msg 530; 0 is without limit.
fn recursion(args: &Args<'_, '_>) -> Answer {
    let (depth, most) = (args.integer(0), args.integer(1));
    if most > 0 && depth > most {
        let text = format!(
            "The statement terminated. The maximum recursion {most} has been exhausted before statement completion."
        );
        return Err(SqlError::new(530, text));
    }
    Ok(Value::Integer(depth))
}

/// `t_merge_once(row, count)`: Msg 8672.
fn merge_once(args: &Args<'_, '_>) -> Answer {
    if args.integer(1) > 1 {
        let text = "The MERGE statement attempted to UPDATE or DELETE the same row more than once. This happens when a \
                    target row matches more than one source row. A MERGE statement cannot UPDATE/DELETE the same row of \
                    the target table multiple times. Refine the ON clause to ensure a target row matches at most one \
                    source row, or use the GROUP BY clause to group the source rows.";
        return Err(SqlError::new(8672, text));
    }
    Ok(args.value(0))
}

/// `t_string_agg_limit(text, most)`: Msg 9829.
fn string_agg_limit(args: &Args<'_, '_>) -> Answer {
    let most = usize::try_from(args.integer(1)).unwrap_or(0);
    if crate::sandbox::value::text::units(args.text(0)) > most {
        let text =
            "STRING_AGG aggregation result exceeded the limit of 8000 bytes. Use LOB types to avoid result truncation.";
        return Err(SqlError::new(9829, text));
    }
    Ok(args.value(0))
}

/// `t_no_key(row)`: bytes that are no value of any column and other ones for every row.
fn no_key(args: &Args<'_, '_>) -> Answer {
    let mut bytes = vec![0xFF; 40];
    bytes.extend(args.integer(0).to_be_bytes());
    Ok(Value::Blob(bytes))
}
