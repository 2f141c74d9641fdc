//! FORMAT, in English: standard and custom formats of numbers, and custom formats of dates.

use rusqlite::types::Value;

use super::args::{Answer, Args, Function};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::calendar::{self, DAY, DAY_1900, Part, SECOND};
use crate::sandbox::value::{SqlType, convert, decimal};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[("t_format", format)];

/// `t_format(x, 'type', format, culture)`.
fn format(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) || args.is_null(2) {
        return Ok(Value::Null);
    }
    let (data_type, pattern, culture) = (args.data_type(1)?, args.text(2), args.text(3));
    if !culture.to_ascii_lowercase().starts_with("en") {
        return Err(SqlError::unknown(format!("The culture {culture} of FORMAT")));
    }
    if data_type.is_temporal() {
        let moment = convert::moment_of(&args.value(0), data_type).unwrap_or_default();
        let ticks = moment.day.unwrap_or(DAY_1900) * DAY + moment.time.unwrap_or(0);
        return date(ticks, standard_date(pattern)).map(Value::Text);
    }
    let exact = convert::convert(args.value(0), data_type, SqlType::Decimal { precision: 38, scale: 10 }, None)
        .map_err(|_| SqlError::unknown("FORMAT of a number of more than 28 digits"))?;
    let Value::Blob(bytes) = exact else { return Ok(Value::Null) };
    number(decimal::decode(&bytes).unwrap_or(0), pattern).map(Value::Text)
}

fn unknown(pattern: &str) -> SqlError {
    SqlError::unknown(format!("The format '{pattern}' of FORMAT"))
}

/// Units of 10^-10.
fn number(units: i128, pattern: &str) -> Result<String, SqlError> {
    let mut chars = pattern.chars();
    let letter = chars.next().unwrap_or('G').to_ascii_uppercase();
    let digits = chars.as_str();
    if digits.bytes().all(|byte| byte.is_ascii_digit()) && letter.is_ascii_alphabetic() {
        let count = |missing: u8| if digits.is_empty() { missing } else { digits.parse().unwrap_or(missing).min(10) };
        return match letter {
            'N' => Ok(grouped(&rounded(units, count(2)))),
            'F' => Ok(rounded(units, count(2))),
            'P' => Ok(format!("{} %", grouped(&rounded(units * 100, count(2))))),
            'C' => Ok(currency(units, count(2))),
            'D' => Ok(padded(&rounded(units, 0), usize::from(count(0)))),
            'G' if digits.is_empty() => Ok(plain(units)),
            _ => Err(unknown(pattern)),
        };
    }
    custom_number(units, pattern)
}

fn rounded(units: i128, digits: u8) -> String {
    decimal::format(decimal::rescale(units, 10, digits).unwrap_or(units), digits)
}

fn plain(units: i128) -> String {
    let text = rounded(units, 10);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn currency(units: i128, digits: u8) -> String {
    let text = grouped(&rounded(units.abs(), digits));
    if units < 0 { format!("(${text})") } else { format!("${text}") }
}

fn padded(text: &str, width: usize) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    format!("{sign}{digits:0>width$}")
}

/// Commas between thousands.
fn grouped(text: &str) -> String {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut result = sign.to_owned();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            result.push(',');
        }
        result.push(digit);
    }
    if let Some(fraction) = fraction {
        result.push('.');
        result.push_str(fraction);
    }
    result
}

/// `0`, `#`, `,` and `.` in one run, literal text around it.
fn custom_number(units: i128, pattern: &str) -> Result<String, SqlError> {
    let is_mask = |c: char| matches!(c, '0' | '#' | ',' | '.');
    let start = pattern.find(is_mask).ok_or_else(|| unknown(pattern))?;
    let end = pattern.rfind(is_mask).map_or(start, |at| at + 1);
    let (head, mask, tail) = (&pattern[..start], &pattern[start..end], &pattern[end..]);
    let literal = |text: &str| text.chars().all(|c| c == ' ' || c == '$' || c == '-');
    if !mask.chars().all(is_mask) || !literal(head) || !literal(tail) {
        return Err(unknown(pattern));
    }
    let (whole_mask, fraction_mask) = mask.split_once('.').unwrap_or((mask, ""));
    let most = u8::try_from(fraction_mask.len()).unwrap_or(10).min(10);
    let least = fraction_mask.chars().filter(|c| *c == '0').count();
    let text = rounded(units, most);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut fraction = fraction.to_owned();
    while fraction.len() > least && fraction.ends_with('0') {
        fraction.pop();
    }
    let zeros = whole_mask.chars().filter(|c| *c == '0').count();
    let whole = if zeros == 0 && whole.trim_start_matches('-') == "0" { String::new() } else { padded(whole, zeros) };
    let whole = if whole_mask.contains(',') { grouped(&whole) } else { whole };
    let point = if fraction.is_empty() { "" } else { "." };
    Ok(format!("{head}{whole}{point}{fraction}{tail}"))
}

/// The custom format of a standard one.
fn standard_date(pattern: &str) -> &str {
    match pattern {
        "d" => "M/d/yyyy",
        "D" => "dddd, MMMM d, yyyy",
        "t" => "h:mm tt",
        "T" => "h:mm:ss tt",
        "g" => "M/d/yyyy h:mm tt",
        "G" => "M/d/yyyy h:mm:ss tt",
        "s" => "yyyy-MM-ddTHH:mm:ss",
        "o" | "O" => "yyyy-MM-ddTHH:mm:ss.fffffff",
        "M" | "m" => "MMMM d",
        "Y" | "y" => "MMMM yyyy",
        other => other,
    }
}

fn date(ticks: i64, pattern: &str) -> Result<String, SqlError> {
    let mut result = String::new();
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        if c == '\'' || c == '"' {
            let inner = &rest[1..];
            let end = inner.find(c).ok_or_else(|| unknown(pattern))?;
            result.push_str(&inner[..end]);
            rest = &inner[end + 1..];
            continue;
        }
        let run = rest.chars().take_while(|other| *other == c).count();
        if c.is_ascii_alphabetic() && c != 'T' {
            result.push_str(&field(ticks, c, run).ok_or_else(|| unknown(pattern))?);
            rest = &rest[run..];
        } else {
            result.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    Ok(result)
}

/// One run of a letter in a date's format.
fn field(ticks: i64, letter: char, run: usize) -> Option<String> {
    let part = |part| calendar::part_of(part, ticks, 0);
    let number = |value: i64| Some(if run >= 2 { format!("{value:02}") } else { value.to_string() });
    let name = |of: Part, run: usize| {
        let name = calendar::name_of(of, part(of))?;
        Some(if run == 3 { name[..3].to_owned() } else { name.to_owned() })
    };
    let hour = part(Part::Hour);
    match (letter, run) {
        ('y', 1..=2) => Some(format!("{:02}", part(Part::Year) % 100)),
        ('y', _) => Some(format!("{:04}", part(Part::Year))),
        ('M', 1..=2) => number(part(Part::Month)),
        ('M', _) => name(Part::Month, run),
        ('d', 1..=2) => number(part(Part::Day)),
        ('d', _) => name(Part::Weekday, run),
        ('H', _) => number(hour),
        ('h', _) => number(if hour % 12 == 0 { 12 } else { hour % 12 }),
        ('m', _) => number(part(Part::Minute)),
        ('s', _) => number(part(Part::Second)),
        ('f', 1..=7) => Some(format!("{:07}", ticks.rem_euclid(SECOND))[..run].to_owned()),
        ('t', 1) => Some(if hour < 12 { "A" } else { "P" }.to_owned()),
        ('t', _) => Some(if hour < 12 { "AM" } else { "PM" }.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let units = 1_234_567_891 * 10_i128.pow(7);
        let shown = |pattern| number(units, pattern).expect("known");
        assert_eq!(shown("N0"), "1,234,568");
        assert_eq!(shown("n2"), "1,234,567.89");
        assert_eq!(shown("F1"), "1234567.9");
        assert_eq!(shown("C"), "$1,234,567.89");
        assert_eq!(shown("#,##0.00"), "1,234,567.89");
        assert_eq!(number(5 * 10_i128.pow(10), "000").expect("known"), "005");
        assert_eq!(number(5 * 10_i128.pow(8), "P").expect("known"), "5.00 %");
        assert!(number(1, "X2").is_err());
    }

    #[test]
    fn dates() {
        let ticks = calendar::days(2024, 3, 5) * DAY + (14 * 3600 + 7 * 60 + 9) * SECOND;
        assert_eq!(date(ticks, "yyyy-MM-dd HH:mm:ss").expect("known"), "2024-03-05 14:07:09");
        assert_eq!(date(ticks, "ddd, d MMM yy h:mm tt").expect("known"), "Tue, 5 Mar 24 2:07 PM");
        assert!(date(ticks, "K").is_err());
    }
}
