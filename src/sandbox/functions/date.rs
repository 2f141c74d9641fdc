//! Functions of dates and times.

use rusqlite::types::Value;

use super::args::{Answer, Args, Function};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::calendar::{self, DAY, DAY_1900, Part, SECOND};
use crate::sandbox::value::{SqlType, convert, datetime};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("t_dateadd", date_add),
    ("t_datediff", date_difference),
    ("t_datepart", date_part),
    ("t_datename", date_name),
    ("t_datetrunc", date_truncate),
    ("t_eomonth", end_of_month),
    ("t_switchoffset", switch_offset),
    ("t_todatetimeoffset", to_offset),
    ("t_fromparts", from_parts),
    ("t_isdate", is_date),
    ("t_add_days", |args| move_days(args, 1)),
    ("t_subtract_days", |args| move_days(args, -1)),
];

/// A stored value as local ticks and offset in minutes.
fn local(args: &Args<'_, '_>, at: usize, data_type: SqlType) -> (i64, i64) {
    let moment = convert::moment_of(&args.value(at), data_type).unwrap_or_default();
    (moment.day.unwrap_or(DAY_1900) * DAY + moment.time.unwrap_or(0), moment.offset.unwrap_or(0))
}

/// Local ticks as a value of a date or time type.
fn stored(ticks: i64, offset: i64, data_type: SqlType) -> Answer {
    if let SqlType::DateTimeOffset(_) = data_type {
        return Ok(convert::join_offset(ticks - offset * 60 * SECOND, offset));
    }
    if let SqlType::Time(_) = data_type {
        return Ok(Value::Integer(ticks.rem_euclid(DAY)));
    }
    convert::convert(Value::Integer(ticks), SqlType::DateTime2(7), data_type, None)
}

fn part(args: &Args<'_, '_>, function: &str) -> Result<Part, SqlError> {
    Part::of(args.text(0)).ok_or_else(|| calendar::unknown_part(args.text(0), function))
}

/// `t_dateadd('part', number, x, 'type')` (Msg 517).
fn date_add(args: &Args<'_, '_>) -> Answer {
    if args.any_null(3) {
        return Ok(Value::Null);
    }
    let data_type = args.data_type(3)?;
    let (ticks, offset) = local(args, 2, data_type);
    let overflow =
        || SqlError::new(517, format!("Adding a value to a '{}' column caused an overflow.", data_type.describe()));
    let sum = calendar::add(part(args, "dateadd")?, args.integer(1), ticks).ok_or_else(overflow)?;
    stored(sum, offset, data_type).map_err(|_| overflow())
}

/// `t_datediff('part', from, 'type', to, 'type', 'result')` (Msg 535).
fn date_difference(args: &Args<'_, '_>) -> Answer {
    if args.is_null(1) || args.is_null(3) {
        return Ok(Value::Null);
    }
    let utc = |at: usize, data_type| {
        let (ticks, offset) = local(args, at, data_type);
        ticks - offset * 60 * SECOND
    };
    let (from, to) = (utc(1, args.data_type(2)?), utc(3, args.data_type(4)?));
    let difference = calendar::difference(part(args, "datediff")?, from, to);
    let narrow = args.data_type(5)? == SqlType::Int;
    match difference.filter(|number| !narrow || i32::try_from(*number).is_ok()) {
        Some(number) => Ok(Value::Integer(number)),
        None => {
            let text = "The datediff function resulted in an overflow. The number of dateparts separating two date/time \
                        instances is too large. Try to use datediff with a less precise datepart.";
            Err(SqlError::new(535, text))
        }
    }
}

fn date_part(args: &Args<'_, '_>) -> Answer {
    if args.is_null(1) {
        return Ok(Value::Null);
    }
    let (ticks, offset) = local(args, 1, args.data_type(2)?);
    Ok(Value::Integer(calendar::part_of(part(args, "datepart")?, ticks, offset)))
}

fn date_name(args: &Args<'_, '_>) -> Answer {
    let part = part(args, "datename")?;
    Ok(match date_part(args)? {
        Value::Integer(number) => {
            let name = calendar::name_of(part, number).map(str::to_owned);
            Value::Text(name.unwrap_or_else(|| number.to_string()))
        }
        other => other,
    })
}

fn date_truncate(args: &Args<'_, '_>) -> Answer {
    if args.is_null(1) {
        return Ok(Value::Null);
    }
    let data_type = args.data_type(2)?;
    let (ticks, offset) = local(args, 1, data_type);
    let part = part(args, "datetrunc")?;
    let cut = calendar::truncate(part, ticks).ok_or_else(|| calendar::unknown_part(args.text(0), "datetrunc"))?;
    stored(cut, offset, data_type)
}

/// `t_eomonth(date, months)`.
fn end_of_month(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) {
        return Ok(Value::Null);
    }
    let overflow = || SqlError::new(517, "Adding a value to a 'date' column caused an overflow.");
    let moved = calendar::add(Part::Month, args.integer(1), args.integer(0) * DAY).ok_or_else(overflow)?;
    let (year, month, _) = calendar::civil(moved.div_euclid(DAY));
    Ok(Value::Integer(calendar::days(year, month, calendar::month_length(year, month))))
}

/// `+02:00`, or a number of minutes (Msg 9812).
fn offset_of(args: &Args<'_, '_>, at: usize) -> Result<i64, SqlError> {
    let minutes = match args.value(at) {
        Value::Integer(minutes) => Some(minutes),
        _ => datetime::parse(&format!("2000-01-01 00:00 {}", args.text(at))).and_then(|moment| moment.offset),
    };
    let wrong = || SqlError::new(9812, "The timezone provided to builtin function todatetimeoffset is invalid.");
    minutes.filter(|minutes| minutes.abs() <= 14 * 60).ok_or_else(wrong)
}

fn switch_offset(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let (utc, _) = convert::split_offset(args.blob(0)).unwrap_or_default();
    Ok(convert::join_offset(utc, offset_of(args, 1)?))
}

fn to_offset(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let offset = offset_of(args, 1)?;
    Ok(convert::join_offset(args.integer(0) - offset * 60 * SECOND, offset))
}

/// `t_fromparts('type', year, …)` (Msg 289).
fn from_parts(args: &Args<'_, '_>) -> Answer {
    let data_type = args.data_type(0)?;
    if (1..args.len()).any(|at| args.is_null(at)) {
        return Ok(Value::Null);
    }
    let wrong = || {
        let text = format!(
            "Cannot construct data type {}, some of the arguments have values which are not valid.",
            data_type.describe()
        );
        SqlError::new(289, text)
    };
    let number = |at: usize| args.integer(at);
    let first = if matches!(data_type, SqlType::Time(_)) { 1 } else { 4 };
    let day = match data_type {
        SqlType::Time(_) => Some(0),
        _ => calendar::checked_days(number(1), number(2), number(3)),
    };
    let time = time_of(args, first, data_type).ok_or_else(wrong)?;
    let ticks = day.ok_or_else(wrong)? * DAY + time;
    match data_type {
        SqlType::Date => Ok(Value::Integer(ticks / DAY)),
        SqlType::Time(_) => Ok(Value::Integer(time)),
        _ => convert::convert(Value::Integer(ticks), SqlType::DateTime2(7), data_type, None).map_err(|_| wrong()),
    }
}

/// Hour, minute, second and fraction from an argument on; missing ones are 0.
fn time_of(args: &Args<'_, '_>, first: usize, data_type: SqlType) -> Option<i64> {
    let number = |at: usize, most: i64| Some(args.integer(at)).filter(|number| (0..most).contains(number));
    let (hour, minute, second) = (number(first, 24)?, number(first + 1, 60)?, number(first + 2, 60)?);
    let unit = match data_type {
        SqlType::DateTime => SECOND / 1000,
        SqlType::DateTime2(scale) | SqlType::Time(scale) => SECOND / 10_i64.pow(u32::from(scale)),
        _ => SECOND,
    };
    let fraction = number(first + 3, SECOND / unit)?;
    Some((hour * 3600 + minute * 60 + second) * SECOND + fraction * unit)
}

/// Whether a text is a `datetime`.
fn is_date(args: &Args<'_, '_>) -> Answer {
    let text = Value::Text(args.text(0).to_owned());
    let converts = convert::convert(text, SqlType::NVarChar(None), SqlType::DateTime, None).is_ok();
    Ok(Value::Integer(i64::from(converts && !args.is_null(0))))
}

/// `datetime + n`: both are days since 1900.
fn move_days(args: &Args<'_, '_>, sign: i64) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let zero = DAY_1900 * DAY;
    let sum = args.integer(0) + sign * (args.integer(1) - zero);
    stored(sum, 0, SqlType::DateTime)
        .map_err(|_| SqlError::new(517, "Adding a value to a 'datetime' column caused an overflow."))
}
