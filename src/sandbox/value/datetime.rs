//! Dates and times as text: reading what the engine reads, and writing its styles.

use super::calendar::{self, DAY, Part, SECOND};

/// What a text says about a point in time; a part that it does not name is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moment {
    /// Days since 0001-01-01.
    pub day: Option<i64>,
    /// Ticks since midnight.
    pub time: Option<i64>,
    /// Minutes before UTC.
    pub offset: Option<i64>,
}

/// Reads a date, a time or both: ISO 8601, `yyyymmdd`, `mm/dd/yyyy`, `Mon dd yyyy` and the like in the
/// order month, day, year, as `us_english` has it. `None` when it is none of them.
#[must_use]
pub fn parse(text: &str) -> Option<Moment> {
    let mut reader = Reader { rest: text.trim_matches(' ') };
    let mut moment = Moment::default();
    if !reader.rest.is_empty() && !reader.time_is_next() {
        moment.day = Some(reader.date()?);
        if !reader.take('T') {
            reader.spaces();
        }
    }
    if !reader.rest.is_empty() {
        moment.time = Some(reader.time()?);
        reader.spaces();
    }
    if !reader.rest.is_empty() {
        moment.offset = Some(reader.offset()?);
    }
    reader.rest.is_empty().then_some(moment)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn take(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn spaces(&mut self) {
        self.rest = self.rest.trim_start_matches(' ');
    }

    fn digits(&mut self) -> (usize, i64) {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count().min(9);
        let number = self.rest[..length].parse().unwrap_or(0);
        self.rest = &self.rest[length..];
        (length, number)
    }

    fn letters(&mut self) -> String {
        let length = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let word = self.rest[..length].to_ascii_lowercase();
        self.rest = &self.rest[length..];
        word
    }

    fn time_is_next(&self) -> bool {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = self.rest[digits..].trim_start().to_ascii_lowercase();
        (1..=2).contains(&digits) && (after.starts_with(':') || after.starts_with("am") || after.starts_with("pm"))
    }

    fn date(&mut self) -> Option<i64> {
        if self.month_is_near() {
            return self.named_date();
        }
        let (length, first) = self.digits();
        match length {
            8 => calendar::checked_days(first / 10_000, first / 100 % 100, first % 100),
            6 => calendar::checked_days(full_year(2, first / 10_000)?, first / 100 % 100, first % 100),
            4 => self.year_first(first),
            1 | 2 => self.month_first(first),
            _ => None,
        }
    }

    /// A month's name comes first, or after one number.
    fn month_is_near(&self) -> bool {
        let after = self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches([' ', '-', ',']);
        after.bytes().take_while(u8::is_ascii_alphabetic).count() > 2
    }

    /// A month by name with a day and a year around it; the day may be missing where the year has four digits.
    fn named_date(&mut self) -> Option<i64> {
        let mut month = None;
        let mut numbers: Vec<(usize, i64)> = Vec::new();
        loop {
            if month.is_none() && self.rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                month = Some(self.month()?);
            } else if numbers.len() < 2 && self.rest.starts_with(|c: char| c.is_ascii_digit()) && !self.time_is_next() {
                numbers.push(self.digits());
            } else {
                break;
            }
            self.rest = self.rest.trim_start_matches([' ', ',', '-']);
        }
        let (day, year) = match numbers.as_slice() {
            [(4, year)] => (1, (4, *year)),
            [(4, year), (1 | 2, day)] => (*day, (4, *year)),
            [(1 | 2, day), year] => (*day, *year),
            _ => return None,
        };
        calendar::checked_days(full_year(year.0, year.1)?, month?, day)
    }

    fn year_first(&mut self, year: i64) -> Option<i64> {
        if self.rest.is_empty() {
            return calendar::checked_days(year, 1, 1);
        }
        self.date_separator()?;
        let (_, month) = self.digits();
        self.date_separator()?;
        let (length, day) = self.digits();
        (length > 0).then(|| calendar::checked_days(year, month, day)).flatten()
    }

    fn month_first(&mut self, month: i64) -> Option<i64> {
        self.date_separator()?;
        let (_, day) = self.digits();
        self.date_separator()?;
        let (length, year) = self.digits();
        calendar::checked_days(full_year(length, year)?, month, day)
    }

    fn month(&mut self) -> Option<i64> {
        let word = self.letters();
        (1..=12).find(|month| {
            let name = calendar::name_of(Part::Month, *month).unwrap_or_default().to_ascii_lowercase();
            word == name || word == name[..3]
        })
    }

    fn date_separator(&mut self) -> Option<()> {
        (self.take('-') || self.take('/') || self.take('.')).then_some(())
    }

    fn time(&mut self) -> Option<i64> {
        let (length, mut hour) = self.digits();
        if length == 0 {
            return None;
        }
        let (mut minute, mut second, mut fraction) = (0, 0, 0);
        if self.take(':') {
            minute = self.two_digits()?;
            if self.take(':') {
                second = self.two_digits()?;
                if self.take('.') || self.take(':') {
                    fraction = self.fraction()?;
                }
            }
        }
        self.spaces();
        if self.rest.starts_with(['a', 'A', 'p', 'P']) {
            hour = half_day(&self.letters(), hour)?;
        }
        let holds = hour < 24 && minute < 60 && second < 60;
        holds.then_some((hour * 3600 + minute * 60 + second) * SECOND + fraction)
    }

    fn two_digits(&mut self) -> Option<i64> {
        let (length, number) = self.digits();
        (1..=2).contains(&length).then_some(number)
    }

    /// Ticks, rounded.
    fn fraction(&mut self) -> Option<i64> {
        let (length, number) = self.digits();
        let scale = u32::try_from(length).ok().filter(|length| *length > 0)?;
        let nanoseconds = number * 10_i64.pow(9 - scale);
        Some((nanoseconds + 50) / 100)
    }

    fn offset(&mut self) -> Option<i64> {
        if self.take('Z') || self.take('z') {
            return Some(0);
        }
        let sign = if self.take('+') { 1 } else { self.take('-').then_some(-1)? };
        let hours = self.two_digits()?;
        self.take(':').then_some(())?;
        let minutes = self.two_digits()?;
        (hours * 60 + minutes <= 14 * 60 && minutes < 60).then_some(sign * (hours * 60 + minutes))
    }
}

/// `1 PM` is 13, `12 AM` is 0.
fn half_day(word: &str, hour: i64) -> Option<i64> {
    let afternoon = match word {
        "am" => 0,
        "pm" => 12,
        _ => return None,
    };
    (1..=12).contains(&hour).then_some(hour % 12 + afternoon)
}

/// Two digits belong to 1950 to 2049 (`two digit year cutoff`).
fn full_year(digits: usize, year: i64) -> Option<i64> {
    match digits {
        4 => Some(year),
        1 | 2 => Some(if year < 50 { year + 2000 } else { year + 1900 }),
        _ => None,
    }
}

/// `yyyy-mm-dd`.
#[must_use]
pub fn format_date(day: i64) -> String {
    let (year, month, date) = calendar::civil(day);
    format!("{year:04}-{month:02}-{date:02}")
}

/// `hh:mm:ss.fffffff` with `scale` digits after the point.
#[must_use]
pub fn format_time(ticks: i64, scale: u8) -> String {
    let seconds = ticks / SECOND;
    let base = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if scale == 0 {
        return base;
    }
    let fraction = format!("{:07}", ticks % SECOND);
    format!("{base}.{}", &fraction[..usize::from(scale.min(7))])
}

/// ` +02:00`, without the space.
#[must_use]
pub fn format_offset(minutes: i64) -> String {
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

/// `CONVERT(varchar, x, style)` of a point in time; `scale` is its type's. `None` for a style that the
/// sandbox does not know.
#[must_use]
pub fn format(ticks: i64, scale: u8, style: i64) -> Option<String> {
    let (day, time) = (ticks.div_euclid(DAY), ticks.rem_euclid(DAY));
    let (y, m, d) = calendar::civil(day);
    let yy = y % 100;
    let month = &calendar::name_of(Part::Month, m).unwrap_or_default()[..3];
    let seconds = format_time(time, 0);
    let colon = |scale| format_time(time, scale).replace('.', ":");
    Some(match style {
        0 | 100 => format!("{month} {d:2} {y:04} {}", twelve_hours(time)),
        1 => format!("{m:02}/{d:02}/{yy:02}"),
        101 => format!("{m:02}/{d:02}/{y:04}"),
        2 => format!("{yy:02}.{m:02}.{d:02}"),
        102 => format!("{y:04}.{m:02}.{d:02}"),
        3 => format!("{d:02}/{m:02}/{yy:02}"),
        103 => format!("{d:02}/{m:02}/{y:04}"),
        4 => format!("{d:02}.{m:02}.{yy:02}"),
        104 => format!("{d:02}.{m:02}.{y:04}"),
        5 => format!("{d:02}-{m:02}-{yy:02}"),
        105 => format!("{d:02}-{m:02}-{y:04}"),
        6 => format!("{d:02} {month} {yy:02}"),
        106 => format!("{d:02} {month} {y:04}"),
        7 => format!("{month} {d:02}, {yy:02}"),
        107 => format!("{month} {d:02}, {y:04}"),
        8 | 24 | 108 => seconds,
        10 => format!("{m:02}-{d:02}-{yy:02}"),
        110 => format!("{m:02}-{d:02}-{y:04}"),
        11 => format!("{yy:02}/{m:02}/{d:02}"),
        111 => format!("{y:04}/{m:02}/{d:02}"),
        12 => format!("{yy:02}{m:02}{d:02}"),
        112 => format!("{y:04}{m:02}{d:02}"),
        13 | 113 => format!("{d:02} {month} {y:04} {}", colon(scale)),
        14 | 114 => colon(scale),
        20 | 120 => format!("{} {seconds}", format_date(day)),
        21 | 25 | 121 => format!("{} {}", format_date(day), format_time(time, scale)),
        23 => format_date(day),
        126 | 127 => format!("{}T{}", format_date(day), iso_time(time, scale)),
        _ => return None,
    })
}

/// ISO 8601 leaves out a fraction of zero.
fn iso_time(time: i64, scale: u8) -> String {
    format_time(time, if time % SECOND == 0 { 0 } else { scale })
}

/// ` 9:05AM`.
fn twelve_hours(time: i64) -> String {
    let (hour, minute) = (time / (3600 * SECOND), time / (60 * SECOND) % 60);
    let shown = if hour % 12 == 0 { 12 } else { hour % 12 };
    format!("{shown:2}:{minute:02}{}", if hour < 12 { "AM" } else { "PM" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ticks(text: &str) -> Option<i64> {
        let moment = parse(text)?;
        Some(moment.day.unwrap_or(calendar::DAY_1900) * DAY + moment.time.unwrap_or(0))
    }

    #[test]
    fn the_usual_spellings_are_one_moment() {
        let expected = calendar::days(2024, 3, 5) * DAY + (14 * 3600 + 7 * 60) * SECOND;
        for text in [
            "2024-03-05T14:07:00",
            "2024-03-05 14:07",
            "20240305 14:07:00.000",
            "2024/03/05 2:07 PM",
            "03/05/2024 14:07:00",
            "3-5-24 2:07pm",
            "Mar 5 2024  2:07PM",
            "5 March 2024 14:07",
            "March 5, 2024 14:07",
            "2024 Mar 5 14:07",
            "5-Mar-24 14:07",
        ] {
            assert_eq!(ticks(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_month_and_a_year_are_its_first_day() {
        for text in ["Apr 2000", "2000 April", "April, 2000"] {
            assert_eq!(ticks(text), Some(calendar::days(2000, 4, 1) * DAY), "{text}");
        }
        assert_eq!(parse("Apr 15"), None);
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in ["2024-13-01", "2024-02-30", "x", "2024-01-01 25:00", "24:00", "2024-01-", "é", "1 PMx"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn offsets_are_read() {
        assert_eq!(parse("2024-01-01T00:00:00Z").and_then(|m| m.offset), Some(0));
        assert_eq!(parse("2024-01-01 00:00:00.5 -05:30").and_then(|m| m.offset), Some(-330));
    }

    #[test]
    fn styles_are_those_of_the_documentation() {
        let moment = ticks("2024-03-05 14:07:09.123").expect("reads");
        let style = |style| format(moment, 3, style).expect("known");
        assert_eq!(style(0), "Mar  5 2024  2:07PM");
        assert_eq!(style(101), "03/05/2024");
        assert_eq!(style(112), "20240305");
        assert_eq!(style(113), "05 Mar 2024 14:07:09:123");
        assert_eq!(style(121), "2024-03-05 14:07:09.123");
        assert_eq!(style(126), "2024-03-05T14:07:09.123");
        assert_eq!(format(moment, 3, 999), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}") {
            let _ = parse(&text);
        }

        #[test]
        fn style_121_reads_back(day in 0..calendar::DAYS, time in 0..DAY) {
            let moment = day * DAY + time;
            prop_assert_eq!(ticks(&format(moment, 7, 121).expect("known")), Some(moment));
        }
    }
}
