//! Dates and times: days and nanoseconds here, scaled units and older epochs on the wire.

/// Days from 0001-01-01 to 1900-01-01, the day 0 of `datetime`.
const DAYS_TO_1900: i32 = 693_595;
const NANOSECONDS_PER_DAY: u64 = 86_400_000_000_000;
const NANOSECONDS_PER_MINUTE: u64 = 60_000_000_000;
const TICKS_PER_SECOND: u64 = 300;
const TICKS_PER_DAY: u64 = 86_400 * TICKS_PER_SECOND;

/// The bytes of a time by its scale.
pub fn time_bytes(scale: u8) -> usize {
    match scale {
        0..=2 => 3,
        3..=4 => 4,
        _ => 5,
    }
}

/// Nanoseconds in a unit of a scale; scales above 7 do not exist and count as 7.
fn unit(scale: u8) -> u64 {
    10u64.pow(9 - u32::from(scale.min(7)))
}

/// Nanoseconds as units of a scale.
pub fn to_units(nanoseconds: u64, scale: u8) -> u64 {
    nanoseconds / unit(scale)
}

/// Units of a scale as nanoseconds. `None` beyond the end of a day.
pub fn from_units(units: u64, scale: u8) -> Option<u64> {
    units.checked_mul(unit(scale)).filter(|nanoseconds| *nanoseconds < NANOSECONDS_PER_DAY)
}

/// A point in time as `datetime`: days since 1900 and three-hundredths of a second, rounded to the nearest.
pub fn to_datetime(days: i32, nanoseconds: u64) -> (i32, u32) {
    let ticks = (nanoseconds * 3 + 5_000_000) / 10_000_000;
    let carried = if ticks >= TICKS_PER_DAY { 1 } else { 0 };
    (days - DAYS_TO_1900 + carried, (ticks % TICKS_PER_DAY) as u32)
}

/// A `datetime` as days since 0001-01-01 and nanoseconds of whole milliseconds, as the engine shows them (.000, .003,
/// .007). `None` beyond the end of a day.
pub fn from_datetime(days: i32, ticks: u32) -> Option<(i32, u64)> {
    let ticks = u64::from(ticks);
    let milliseconds = (ticks * 10 + 1) / 3;
    (ticks < TICKS_PER_DAY).then_some(())?;
    Some((days.checked_add(DAYS_TO_1900)?, milliseconds * 1_000_000))
}

/// A point in time as `smalldatetime`: days since 1900 and minutes. `None` outside of 1900 to 2079.
pub fn to_smalldatetime(days: i32, nanoseconds: u64) -> Option<(u16, u16)> {
    let days = u16::try_from(days - DAYS_TO_1900).ok()?;
    Some((days, (nanoseconds / NANOSECONDS_PER_MINUTE) as u16))
}

/// A `smalldatetime` as days since 0001-01-01 and nanoseconds.
pub fn from_smalldatetime(days: u16, minutes: u16) -> Option<(i32, u64)> {
    let nanoseconds = u64::from(minutes) * NANOSECONDS_PER_MINUTE;
    (nanoseconds < NANOSECONDS_PER_DAY).then_some((i32::from(days) + DAYS_TO_1900, nanoseconds))
}
