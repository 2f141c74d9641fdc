//! To dates and times.

use rusqlite::types::Value;

use super::{clash, number};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::SqlType;
use crate::sandbox::value::calendar::{self, DAY, DAY_1900, SECOND};
use crate::sandbox::value::datetime::{self, Moment};

/// A stored `datetimeoffset`.
#[must_use]
pub fn join_offset(utc: i64, minutes: i64) -> Value {
    let mut bytes = utc.to_be_bytes().to_vec();
    bytes.extend((minutes as i16).to_be_bytes());
    Value::Blob(bytes)
}

/// Ticks in UTC and minutes of a stored `datetimeoffset`.
#[must_use]
pub fn split_offset(bytes: &[u8]) -> Option<(i64, i64)> {
    let utc = i64::from_be_bytes(bytes.get(..8)?.try_into().ok()?);
    let minutes = i16::from_be_bytes(bytes.get(8..10)?.try_into().ok()?);
    Some((utc, i64::from(minutes)))
}

/// Local day, time and offset of a stored value of a date or time type; `None` for other values.
#[must_use]
pub fn moment_of(value: &Value, from: SqlType) -> Option<Moment> {
    let both =
        |ticks: i64| Moment { day: Some(ticks.div_euclid(DAY)), time: Some(ticks.rem_euclid(DAY)), offset: None };
    match (value, from) {
        (Value::Integer(day), SqlType::Date) => Some(Moment { day: Some(*day), ..Moment::default() }),
        (Value::Integer(time), SqlType::Time(_)) => Some(Moment { time: Some(*time), ..Moment::default() }),
        (Value::Integer(ticks), SqlType::DateTime | SqlType::SmallDateTime | SqlType::DateTime2(_)) => {
            Some(both(*ticks))
        }
        (Value::Blob(bytes), SqlType::DateTimeOffset(_)) => {
            let (utc, minutes) = split_offset(bytes)?;
            Some(Moment { offset: Some(minutes), ..both(utc + minutes * 60 * SECOND) })
        }
        _ => None,
    }
}

/// Days since 1900-01-01 with the time as their fraction.
pub(super) fn days_from_1900(value: &Value, from: SqlType) -> Result<f64, SqlError> {
    match value {
        Value::Integer(ticks) => Ok((ticks - DAY_1900 * DAY) as f64 / DAY as f64),
        _ => Err(clash(from, SqlType::Float)),
    }
}

pub(super) fn convert(value: Value, from: SqlType, to: SqlType) -> Result<Value, SqlError> {
    let moment = match &value {
        Value::Text(text) => from_text(text, from, to)?,
        value if matches!(to, SqlType::DateTime | SqlType::SmallDateTime) && from.is_number() => {
            let ticks = number::ticks_from_days(value, from).ok_or_else(|| {
                let text = format!("Arithmetic overflow error converting expression to data type {}.", to.describe());
                SqlError::new(8115, text).state(2)
            })?;
            Moment { day: Some(ticks.div_euclid(DAY)), time: Some(ticks.rem_euclid(DAY)), offset: None }
        }
        value => moment_of(value, from).ok_or_else(|| clash(from, to))?,
    };
    store(moment, from, to)
}

fn from_text(text: &str, from: SqlType, to: SqlType) -> Result<Moment, SqlError> {
    match datetime::parse(text) {
        Some(Moment { offset: Some(_), .. }) if to == SqlType::DateTime => Err(failed()),
        Some(moment) => Ok(moment),
        None if matches!(to, SqlType::DateTime | SqlType::SmallDateTime) && looks_like_a_date(text) => {
            Err(out_of_range(from, to))
        }
        None => Err(failed()),
    }
}

/// Digits in the shape of a date, which only are out of range: Msg 242 and not 241.
fn looks_like_a_date(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits >= 6 && text.bytes().all(|byte| byte.is_ascii_digit() || b"-/.: T".contains(&byte))
}

/// Msg 241.
fn failed() -> SqlError {
    SqlError::new(241, "Conversion failed when converting date and/or time from character string.")
}

/// Msg 242.
fn out_of_range(from: SqlType, to: SqlType) -> SqlError {
    let (from, to) = (from.describe(), to.describe());
    let text = format!("The conversion of a {from} data type to a {to} data type resulted in an out-of-range value.");
    SqlError::new(242, text).state(3)
}

fn store(moment: Moment, from: SqlType, to: SqlType) -> Result<Value, SqlError> {
    let day = moment.day.unwrap_or(DAY_1900);
    let ticks = day * DAY + moment.time.unwrap_or(0);
    let stored = match to {
        SqlType::Date if moment.day.is_none() && !matches!(from, SqlType::Time(_)) => day,
        SqlType::Date if moment.day.is_none() => return Err(clash(from, to)),
        SqlType::Date => day,
        SqlType::Time(_) if from == SqlType::Date => return Err(clash(from, to)),
        SqlType::Time(scale) => calendar::round(moment.time.unwrap_or(0), scale).min(DAY - 1),
        SqlType::DateTime2(scale) => in_calendar(calendar::round(ticks, scale), from, to)?,
        SqlType::DateTime => from_year(calendar::round_datetime(ticks), 1753, from, to)?,
        SqlType::SmallDateTime => from_year((ticks + 30 * SECOND) / (60 * SECOND) * 60 * SECOND, 1900, from, to)?,
        SqlType::DateTimeOffset(scale) => {
            let minutes = moment.offset.unwrap_or(0);
            let utc = in_calendar(calendar::round(ticks, scale) - minutes * 60 * SECOND, from, to)?;
            return Ok(join_offset(utc, minutes));
        }
        _ => return Err(clash(from, to)),
    };
    Ok(Value::Integer(stored))
}

fn in_calendar(ticks: i64, from: SqlType, to: SqlType) -> Result<i64, SqlError> {
    if (0..calendar::DAYS * DAY).contains(&ticks) { Ok(ticks) } else { Err(out_of_range(from, to)) }
}

/// `datetime` starts in 1753, `smalldatetime` lasts from 1900 to 2079-06-06.
fn from_year(ticks: i64, year: i64, from: SqlType, to: SqlType) -> Result<i64, SqlError> {
    let last = if to == SqlType::SmallDateTime { calendar::days(2079, 6, 7) } else { calendar::DAYS };
    let holds = (calendar::days(year, 1, 1) * DAY..last * DAY).contains(&ticks);
    if holds { Ok(ticks) } else { Err(out_of_range(from, to)) }
}
