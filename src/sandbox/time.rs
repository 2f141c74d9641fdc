//! The clock, in the units of the storage.

use jiff::tz::TimeZone;

/// Units of 100 ns in a second.
const SECOND: i64 = 10_000_000;
/// Seconds from 0001-01-01 to 1970-01-01.
const TO_UNIX: i64 = 62_135_596_800;

/// Now, in UTC: units of 100 ns since 0001-01-01.
#[must_use]
pub fn now() -> i64 {
    let unix = jiff::Timestamp::now();
    (unix.as_second() + TO_UNIX) * SECOND + i64::from(unix.subsec_nanosecond()) / 100
}

/// A moment as the log has it: `2026-11-30 14:05:06.789`.
#[must_use]
pub fn text(ticks: i64) -> String {
    let seconds = ticks.div_euclid(SECOND) - TO_UNIX;
    let milliseconds = ticks.rem_euclid(SECOND) / 10_000;
    let moment = jiff::Timestamp::from_second(seconds).unwrap_or_default().to_zoned(TimeZone::UTC).datetime();
    format!("{} {:02}:{:02}:{:02}.{milliseconds:03}", moment.date(), moment.hour(), moment.minute(), moment.second())
}

/// A moment of the log in units of 100 ns since 0001-01-01.
#[must_use]
pub fn parse(text: &str) -> Option<i64> {
    let moment = text.replace(' ', "T").parse::<jiff::civil::DateTime>().ok()?.to_zoned(TimeZone::UTC).ok()?;
    let unix = moment.timestamp();
    Some((unix.as_second() + TO_UNIX) * SECOND + i64::from(unix.subsec_nanosecond()) / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_keeps_milliseconds() {
        let ticks = parse("2026-11-30 14:05:06.789").expect("is a moment");
        assert_eq!(text(ticks), "2026-11-30 14:05:06.789");
        assert_eq!(parse("0001-01-01 00:00:00.000"), Some(0));
        assert_eq!(parse("nonsense"), None);
        assert!(now() > ticks - 400 * 86_400 * SECOND);
    }
}
