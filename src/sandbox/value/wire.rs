//! Stored values to values of the wire and back.

use rusqlite::types::Value;

use super::{SqlType, calendar, convert, decimal, guid, variant, vector};
use crate::sandbox::error::SqlError;
use crate::sandbox::wire;

/// A stored value as a client gets it.
#[must_use]
pub fn to_wire(value: Value, data_type: SqlType) -> wire::Value {
    match (data_type, value) {
        (_, Value::Null) => wire::Value::Null,
        (SqlType::Variant, value) => {
            let (value, inner) = variant::unwrap(value);
            to_wire(value, inner)
        }
        (SqlType::Date, Value::Integer(days)) => wire::Value::Date(days as i32),
        (SqlType::Time(_), Value::Integer(ticks)) => wire::Value::Time(ticks as u64 * 100),
        (SqlType::DateTime | SqlType::SmallDateTime | SqlType::DateTime2(_), Value::Integer(ticks)) => {
            let (day, nanoseconds) = moment(ticks);
            wire::Value::DateTime(day, nanoseconds)
        }
        (SqlType::DateTimeOffset(_), Value::Blob(bytes)) => {
            let (utc, offset) = convert::split_offset(&bytes).unwrap_or_default();
            let (day, nanoseconds) = moment(utc);
            wire::Value::DateTimeOffset(day, nanoseconds, offset as i16)
        }
        (SqlType::UniqueIdentifier, Value::Blob(bytes)) => {
            guid::load(&bytes).map_or(wire::Value::Null, wire::Value::Guid)
        }
        (SqlType::Vector { .. }, Value::Blob(bytes)) => wire::Value::Text(vector::format(&vector::decode(&bytes))),
        (_, Value::Blob(bytes)) => match data_type.exact() {
            Some((_, scale)) => {
                decimal::decode(&bytes).map_or(wire::Value::Null, |units| wire::Value::Decimal { units, scale })
            }
            None => wire::Value::Bytes(bytes),
        },
        (_, Value::Integer(number)) => wire::Value::Int(number),
        (_, Value::Real(number)) => wire::Value::Float(number),
        (_, Value::Text(text)) => wire::Value::Text(text),
    }
}

fn moment(ticks: i64) -> (i32, u64) {
    (ticks.div_euclid(calendar::DAY) as i32, ticks.rem_euclid(calendar::DAY) as u64 * 100)
}

/// A client's value as it is stored in `data_type`: converted where its kind is another, cut where it is
/// too long, as the engine does with a parameter.
///
/// # Errors
/// Those of the conversion.
pub fn from_wire(value: wire::Value, data_type: SqlType) -> Result<Value, SqlError> {
    let (value, from) = stored(value);
    convert::convert(value, from, data_type, None)
}

fn stored(value: wire::Value) -> (Value, SqlType) {
    let ticks = |day: i32, nanoseconds: u64| i64::from(day) * calendar::DAY + (nanoseconds / 100) as i64;
    match value {
        wire::Value::Null => (Value::Null, SqlType::Int),
        wire::Value::Int(number) => (Value::Integer(number), SqlType::BigInt),
        wire::Value::Float(number) => (Value::Real(number), SqlType::Float),
        wire::Value::Decimal { units, scale } => {
            (Value::Blob(decimal::encode(units)), SqlType::Decimal { precision: 38, scale })
        }
        wire::Value::Text(text) => (Value::Text(text), SqlType::NVarChar(None)),
        wire::Value::Bytes(bytes) => (Value::Blob(bytes), SqlType::VarBinary(None)),
        wire::Value::Guid(bytes) => (Value::Blob(guid::store(bytes)), SqlType::UniqueIdentifier),
        wire::Value::Date(days) => (Value::Integer(i64::from(days)), SqlType::Date),
        wire::Value::Time(nanoseconds) => (Value::Integer((nanoseconds / 100) as i64), SqlType::Time(7)),
        wire::Value::DateTime(day, time) => (Value::Integer(ticks(day, time)), SqlType::DateTime2(7)),
        wire::Value::DateTimeOffset(day, time, offset) => {
            (convert::join_offset(ticks(day, time), i64::from(offset)), SqlType::DateTimeOffset(7))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::VectorBase;

    #[test]
    fn every_kind_comes_back() {
        let cases = [
            (wire::Value::Int(-5), SqlType::Int),
            (wire::Value::Float(1.5), SqlType::Float),
            (wire::Value::Decimal { units: -1250, scale: 2 }, SqlType::Decimal { precision: 9, scale: 2 }),
            (wire::Value::Text("naïve".to_owned()), SqlType::NVarChar(None)),
            (wire::Value::Bytes(vec![0, 255]), SqlType::VarBinary(Some(2))),
            (wire::Value::Guid([3; 16]), SqlType::UniqueIdentifier),
            (wire::Value::Date(700_000), SqlType::Date),
            (wire::Value::Time(3_600_000_000_000), SqlType::Time(7)),
            (wire::Value::DateTime(700_000, 100), SqlType::DateTime2(7)),
            (wire::Value::DateTimeOffset(700_000, 100, -330), SqlType::DateTimeOffset(7)),
            (wire::Value::Int(7), SqlType::Variant),
        ];
        for (value, data_type) in cases {
            let stored = from_wire(value.clone(), data_type).expect("converts");
            assert_eq!(to_wire(stored, data_type), value, "{data_type:?}");
        }
    }

    #[test]
    fn a_vector_goes_as_text() {
        let data_type = SqlType::Vector { dimensions: 2, base: VectorBase::Float32 };
        let stored = from_wire(wire::Value::Text("[1,2]".to_owned()), data_type).expect("converts");
        assert_eq!(to_wire(stored, data_type), wire::Value::Text("[1.0000000e+000,2.0000000e+000]".to_owned()));
    }
}
