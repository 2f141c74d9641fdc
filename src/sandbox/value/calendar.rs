//! Days and ticks: the proleptic Gregorian calendar from 0001-01-01, and arithmetic by date parts.

use crate::sandbox::error::SqlError;

/// Ticks of 100 ns in a second.
pub const SECOND: i64 = 10_000_000;
/// Ticks in a day.
pub const DAY: i64 = 86_400 * SECOND;
/// 10000-01-01: the first day that is too late.
pub const DAYS: i64 = 3_652_059;
/// 1900-01-01, the day 0 of `datetime`.
pub const DAY_1900: i64 = 693_595;

/// Days since 0001-01-01 of a date that exists.
#[must_use]
pub fn days(year: i64, month: i64, day: i64) -> i64 {
    let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    365 * y + y.div_euclid(4) - y.div_euclid(100) + y.div_euclid(400) + (153 * m + 2) / 5 + day - 307
}

/// Year, month and day of a day since 0001-01-01.
#[must_use]
pub fn civil(days: i64) -> (i64, i64, i64) {
    let z = days + 306;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    let year = yoe + era * 400 + i64::from(month <= 2);
    (year, month, doy - (153 * mp + 2) / 5 + 1)
}

/// How many days a month has.
#[must_use]
pub fn month_length(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The day, when year, month and day make one between 0001-01-01 and 9999-12-31.
#[must_use]
pub fn checked_days(year: i64, month: i64, day: i64) -> Option<i64> {
    let exists =
        (1..=9999).contains(&year) && (1..=12).contains(&month) && (1..=month_length(year, month)).contains(&day);
    exists.then(|| days(year, month, day))
}

/// A part of a date, as DATEADD, DATEDIFF, DATEPART and DATETRUNC name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// `year`.
    Year,
    /// `quarter`.
    Quarter,
    /// `month`.
    Month,
    /// `dayofyear`.
    DayOfYear,
    /// `day`.
    Day,
    /// `week`.
    Week,
    /// `iso_week`.
    IsoWeek,
    /// `weekday`.
    Weekday,
    /// `hour`.
    Hour,
    /// `minute`.
    Minute,
    /// `second`.
    Second,
    /// `millisecond`.
    Millisecond,
    /// `microsecond`.
    Microsecond,
    /// `nanosecond`.
    Nanosecond,
    /// `tzoffset`.
    Offset,
}

impl Part {
    /// The part of a name or abbreviation, in any letter case.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "year" | "yy" | "yyyy" => Self::Year,
            "quarter" | "qq" | "q" => Self::Quarter,
            "month" | "mm" | "m" => Self::Month,
            "dayofyear" | "dy" | "y" => Self::DayOfYear,
            "day" | "dd" | "d" => Self::Day,
            "week" | "wk" | "ww" => Self::Week,
            "iso_week" | "isowk" | "isoww" => Self::IsoWeek,
            "weekday" | "dw" | "w" => Self::Weekday,
            "hour" | "hh" => Self::Hour,
            "minute" | "mi" | "n" => Self::Minute,
            "second" | "ss" | "s" => Self::Second,
            "millisecond" | "ms" => Self::Millisecond,
            "microsecond" | "mcs" => Self::Microsecond,
            "nanosecond" | "ns" => Self::Nanosecond,
            "tzoffset" | "tz" => Self::Offset,
            _ => return None,
        })
    }

    /// Ticks of one such part, when all are of one length. A nanosecond is less than a tick.
    fn ticks(self) -> Option<i64> {
        Some(match self {
            Self::Day | Self::DayOfYear | Self::Weekday => DAY,
            Self::Week | Self::IsoWeek => 7 * DAY,
            Self::Hour => 3600 * SECOND,
            Self::Minute => 60 * SECOND,
            Self::Second => SECOND,
            Self::Millisecond => SECOND / 1000,
            Self::Microsecond => 10,
            _ => return None,
        })
    }

    fn months(self) -> Option<i64> {
        match self {
            Self::Year => Some(12),
            Self::Quarter => Some(3),
            Self::Month => Some(1),
            _ => None,
        }
    }
}

/// `DATEADD` on ticks; `None` outside 0001 to 9999.
#[must_use]
pub fn add(part: Part, number: i64, ticks: i64) -> Option<i64> {
    let sum = if let Some(months) = part.months() {
        add_months(ticks, number.checked_mul(months)?)?
    } else if part == Part::Nanosecond {
        ticks.checked_add((number + 50 * number.signum()) / 100)?
    } else {
        ticks.checked_add(number.checked_mul(part.ticks()?)?)?
    };
    (0..DAYS * DAY).contains(&sum).then_some(sum)
}

/// The last day of the month where the day does not exist.
fn add_months(ticks: i64, months: i64) -> Option<i64> {
    let (year, month, day) = civil(ticks.div_euclid(DAY));
    let count = (year * 12 + month - 1).checked_add(months)?;
    let (year, month) = (count.div_euclid(12), count.rem_euclid(12) + 1);
    let days = checked_days(year, month, day.min(month_length(year.clamp(1, 9999), month)))?;
    Some(days * DAY + ticks.rem_euclid(DAY))
}

/// `DATEDIFF`: how many boundaries of the part lie between. `None` for a part that it does not take.
#[must_use]
pub fn difference(part: Part, from: i64, to: i64) -> Option<i64> {
    if let Some(months) = part.months() {
        let index = |ticks: i64| {
            let (year, month, _) = civil(ticks.div_euclid(DAY));
            (year * 12 + month - 1).div_euclid(months)
        };
        return Some(index(to) - index(from));
    }
    match part {
        Part::Nanosecond => (to - from).checked_mul(100),
        // Weeks begin on Sunday, whatever DATEFIRST says; day 0 is a Monday.
        Part::Week => Some((to + DAY).div_euclid(7 * DAY) - (from + DAY).div_euclid(7 * DAY)),
        Part::IsoWeek | Part::Offset => None,
        _ => part.ticks().map(|ticks| to.div_euclid(ticks) - from.div_euclid(ticks)),
    }
}

/// `DATEPART`, with DATEFIRST 7 (Sunday is 1), as `us_english` has it.
#[must_use]
pub fn part_of(part: Part, ticks: i64, offset: i64) -> i64 {
    let (day_number, time) = (ticks.div_euclid(DAY), ticks.rem_euclid(DAY));
    let (year, month, day) = civil(day_number);
    let day_of_year = day_number - days(year, 1, 1) + 1;
    match part {
        Part::Year => year,
        Part::Quarter => (month + 2) / 3,
        Part::Month => month,
        Part::DayOfYear => day_of_year,
        Part::Day => day,
        Part::Week => (day_of_year - 1 + (days(year, 1, 1) + 1).rem_euclid(7)) / 7 + 1,
        Part::IsoWeek => iso_week(day_number),
        Part::Weekday => (day_number + 1).rem_euclid(7) + 1,
        Part::Hour => time / (3600 * SECOND),
        Part::Minute => time / (60 * SECOND) % 60,
        Part::Second => time / SECOND % 60,
        Part::Millisecond => time % SECOND / 10_000,
        Part::Microsecond => time % SECOND / 10,
        Part::Nanosecond => time % SECOND * 100,
        Part::Offset => offset,
    }
}

/// The week whose Thursday is in the year.
fn iso_week(day: i64) -> i64 {
    let thursday = day - day.rem_euclid(7) + 3;
    let (year, _, _) = civil(thursday);
    (thursday - days(year, 1, 1)) / 7 + 1
}

/// `DATETRUNC`; `None` for a part that it does not take.
#[must_use]
pub fn truncate(part: Part, ticks: i64) -> Option<i64> {
    let day = ticks.div_euclid(DAY);
    let (year, month, _) = civil(day);
    Some(match part {
        Part::Year => days(year, 1, 1) * DAY,
        Part::Quarter => days(year, (month - 1) / 3 * 3 + 1, 1) * DAY,
        Part::Month => days(year, month, 1) * DAY,
        Part::Week => (day - (day + 1).rem_euclid(7)) * DAY,
        Part::IsoWeek => (day - day.rem_euclid(7)) * DAY,
        Part::Weekday | Part::Nanosecond | Part::Offset => return None,
        _ => ticks - ticks.rem_euclid(part.ticks()?),
    })
}

/// The nearest time with `scale` digits of a second.
#[must_use]
pub fn round(ticks: i64, scale: u8) -> i64 {
    let unit = 10_i64.pow(7 - u32::from(scale.min(7)));
    (ticks + unit / 2).div_euclid(unit) * unit
}

/// The nearest time that `datetime` holds: a multiple of 1/300 s, kept to the millisecond.
#[must_use]
pub fn round_datetime(ticks: i64) -> i64 {
    let (day, time) = (ticks.div_euclid(DAY), ticks.rem_euclid(DAY));
    let units = (time * 300 + SECOND / 2) / SECOND;
    day * DAY + (units * 10 + 1) / 3 * 10_000
}

/// A name of a month or weekday, from 1, in `us_english`.
#[must_use]
pub fn name_of(part: Part, number: i64) -> Option<&'static str> {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    let names: &[&str] = match part {
        Part::Month => &MONTHS,
        Part::Weekday => &WEEKDAYS,
        _ => return None,
    };
    usize::try_from(number - 1).ok().and_then(|at| names.get(at)).copied()
}

/// The date part that a function was given is none that it takes.
#[must_use]
pub fn unknown_part(name: &str, function: &str) -> SqlError {
    SqlError::new(155, format!("'{name}' is not a recognized {} option.", function.to_lowercase())).class(15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(year: i64, month: i64, day: i64) -> i64 {
        days(year, month, day) * DAY
    }

    #[test]
    fn the_calendar_has_its_landmarks() {
        assert_eq!(days(1, 1, 1), 0);
        assert_eq!(days(1900, 1, 1), DAY_1900);
        assert_eq!(days(10000, 1, 1), DAYS);
        assert_eq!(part_of(Part::Weekday, at(2024, 1, 1), 0), 2);
    }

    #[test]
    fn parts_add_and_differ_as_documented() {
        assert_eq!(add(Part::Month, 1, at(2024, 1, 31)), Some(at(2024, 2, 29)));
        assert_eq!(add(Part::Year, 8000, at(2024, 1, 1)), None);
        let (end, start) = (at(2006, 1, 1) - 1, at(2006, 1, 1));
        for part in [Part::Year, Part::Quarter, Part::Month, Part::Day, Part::Week, Part::Hour, Part::Microsecond] {
            assert_eq!(difference(part, end, start), Some(1), "{part:?}");
        }
    }

    #[test]
    fn weeks() {
        assert_eq!(part_of(Part::Week, at(2024, 1, 7), 0), 2);
        assert_eq!(part_of(Part::IsoWeek, at(2021, 1, 3), 0), 53);
        assert_eq!(truncate(Part::IsoWeek, at(2024, 1, 7)), Some(at(2024, 1, 1)));
    }

    #[test]
    fn datetime_keeps_three_hundredths() {
        let milliseconds = |ms: i64| round_datetime(ms * 10_000) / 10_000;
        assert_eq!([1, 2, 4, 5, 8, 9, 999].map(milliseconds), [0, 3, 3, 7, 7, 10, 1000]);
    }

    proptest! {
        #[test]
        fn every_day_has_its_date(day in 0..DAYS) {
            let (year, month, date) = civil(day);
            prop_assert_eq!(checked_days(year, month, date), Some(day));
        }
    }
}
