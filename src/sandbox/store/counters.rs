//! Counters of identity columns and sequences: their last values, and the rules of the next one.

use rusqlite::{Connection, OptionalExtension};

use crate::sandbox::error::SqlError;
use crate::schema::{DataType, Identity, Sequence};

/// How a counter goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The first value.
    pub start: i64,
    /// The step.
    pub increment: i64,
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    /// Whether it starts again at the other end.
    pub cycle: bool,
}

impl Limits {
    /// The value after `last`; `None` when there is no further one.
    #[must_use]
    pub fn next(&self, last: Option<i64>) -> Option<i64> {
        let Some(last) = last else { return Some(self.start) };
        let next = last.checked_add(self.increment).filter(|next| (self.min..=self.max).contains(next));
        let restart = if self.increment < 0 { self.max } else { self.min };
        next.or_else(|| self.cycle.then_some(restart))
    }
}

/// The range of an integer type; a decimal one is as `bigint` here.
fn range(name: &str) -> (i64, i64) {
    match name {
        "tinyint" => (0, 255),
        "smallint" => (i16::MIN.into(), i16::MAX.into()),
        "int" => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    }
}

/// How a sequence goes on: `bigint` and from the least value where nothing is said (Learn, CREATE
/// SEQUENCE).
#[must_use]
pub fn limits(sequence: &Sequence) -> Limits {
    let number = |text: &Option<Box<str>>| text.as_deref().and_then(|text| text.trim().parse::<i64>().ok());
    let flat = |text: &Option<Option<Box<str>>>| text.as_ref().and_then(number);
    let (least, greatest) = match &sequence.data_type {
        Some(DataType::System { name, .. }) => range(name),
        _ => range("bigint"),
    };
    let increment = number(&sequence.increment).unwrap_or(1);
    let (min, max) = (flat(&sequence.min).unwrap_or(least), flat(&sequence.max).unwrap_or(greatest));
    let start = number(&sequence.start).unwrap_or(if increment < 0 { max } else { min });
    Limits { start, increment, min, max, cycle: sequence.cycle == Some(true) }
}

/// How an identity column of this type goes on.
#[must_use]
pub fn identity_limits(identity: &Identity, base: Option<&DataType>) -> Limits {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let (min, max) = match base {
        Some(DataType::System { name, .. }) => range(name),
        _ => range("bigint"),
    };
    let (start, increment) = (number(&identity.seed).unwrap_or(1), number(&identity.increment).unwrap_or(1));
    Limits { start, increment, min, max, cycle: false }
}

/// The last value that a counter gave. `name` is the physical name of its table or sequence.
///
/// # Errors
/// SQLite's.
pub fn last(connection: &Connection, name: &str) -> Result<Option<i64>, SqlError> {
    let query = "SELECT last FROM sandbox_counter WHERE name = ?1";
    Ok(connection.prepare_cached(query)?.query_row([name], |row| row.get(0)).optional()?)
}

/// Keeps the last value of a counter; `None` lets it start again.
///
/// # Errors
/// SQLite's.
pub fn keep(connection: &Connection, name: &str, last: Option<i64>) -> Result<(), SqlError> {
    match last {
        Some(last) => connection
            .prepare_cached(
                "INSERT INTO sandbox_counter VALUES (?1, ?2) ON CONFLICT DO UPDATE SET last = excluded.last",
            )?
            .execute(rusqlite::params![name, last])?,
        None => connection.prepare_cached("DELETE FROM sandbox_counter WHERE name = ?1")?.execute([name])?,
    };
    Ok(())
}

/// Moves a counter to another name.
///
/// # Errors
/// SQLite's.
pub fn rename(connection: &Connection, from: &str, to: &str) -> Result<(), SqlError> {
    connection.execute("UPDATE sandbox_counter SET name = ?2 WHERE name = ?1", [from, to])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_starts_at_its_least_value_and_ends_at_its_greatest() {
        let sequence = Sequence {
            data_type: Some(DataType::System { name: "tinyint".into(), args: Vec::new() }),
            increment: Some("100".into()),
            ..Sequence::default()
        };
        let limits = limits(&sequence);
        let mut last = None;
        let given: Vec<i64> = std::iter::from_fn(|| {
            last = limits.next(last);
            last
        })
        .collect();
        assert_eq!(given, [0, 100, 200]);
    }

    #[test]
    fn a_cycle_starts_again_at_the_other_end() {
        let limits = Limits { start: 2, increment: -1, min: 1, max: 3, cycle: true };
        assert_eq!(limits.next(Some(1)), Some(3));
        assert_eq!(limits.next(None), Some(2));
    }
}
