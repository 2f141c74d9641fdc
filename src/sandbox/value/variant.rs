//! `sql_variant`: a value that carries its type.

use rusqlite::types::Value;

use super::SqlType;
use crate::sandbox::error::SqlError;

/// The value as a variant stores it.
///
/// # Errors
/// 206 for types that a variant cannot hold.
pub fn wrap(value: Value, from: SqlType) -> Result<Value, SqlError> {
    if matches!(value, Value::Null) {
        return Ok(value);
    }
    let (tag, first, second) = match from {
        SqlType::Bit | SqlType::TinyInt | SqlType::SmallInt | SqlType::Int | SqlType::BigInt => return Ok(value),
        SqlType::Real | SqlType::Float | SqlType::Variant => return Ok(value),
        SqlType::Char(_) | SqlType::VarChar(Some(_)) | SqlType::NChar(_) | SqlType::NVarChar(Some(_)) => {
            return Ok(value);
        }
        SqlType::Decimal { precision, scale } => (b'n', precision, scale),
        SqlType::Money | SqlType::SmallMoney => (b'm', 0, 0),
        SqlType::Date => (b'd', 0, 0),
        SqlType::Time(scale) => (b't', scale, 0),
        SqlType::DateTime2(scale) => (b'2', scale, 0),
        SqlType::DateTime => (b'D', 0, 0),
        SqlType::SmallDateTime => (b'S', 0, 0),
        SqlType::DateTimeOffset(scale) => (b'o', scale, 0),
        SqlType::UniqueIdentifier => (b'g', 0, 0),
        SqlType::Binary(_) | SqlType::VarBinary(Some(_)) => (b'b', 0, 0),
        other => {
            let text = format!("Operand type clash: {} is incompatible with sql_variant", other.describe());
            return Err(SqlError::new(206, text).state(2));
        }
    };
    let mut bytes = vec![tag, first, second];
    match value {
        Value::Integer(number) => bytes.extend(number.to_be_bytes()),
        Value::Blob(blob) => bytes.extend(blob),
        Value::Text(text) => bytes.extend(text.into_bytes()),
        Value::Real(number) => bytes.extend(number.to_be_bytes()),
        Value::Null => {}
    }
    Ok(Value::Blob(bytes))
}

/// The value inside a variant, and its type.
#[must_use]
pub fn unwrap(value: Value) -> (Value, SqlType) {
    match value {
        Value::Null => (Value::Null, SqlType::Int),
        Value::Integer(number) if i32::try_from(number).is_ok() => (value, SqlType::Int),
        Value::Integer(_) => (value, SqlType::BigInt),
        Value::Real(_) => (value, SqlType::Float),
        Value::Text(_) => (value, SqlType::NVarChar(Some(4000))),
        Value::Blob(bytes) => tagged(bytes),
    }
}

fn tagged(bytes: Vec<u8>) -> (Value, SqlType) {
    let [tag, first, second, rest @ ..] = bytes.as_slice() else {
        return (Value::Blob(bytes), SqlType::VarBinary(Some(8000)));
    };
    let blob = || Value::Blob(rest.to_vec());
    let integer = || Value::Integer(<[u8; 8]>::try_from(rest).map_or(0, i64::from_be_bytes));
    match tag {
        b'n' => (blob(), SqlType::Decimal { precision: *first, scale: *second }),
        b'm' => (blob(), SqlType::Money),
        b'd' => (integer(), SqlType::Date),
        b't' => (integer(), SqlType::Time(*first)),
        b'2' => (integer(), SqlType::DateTime2(*first)),
        b'D' => (integer(), SqlType::DateTime),
        b'S' => (integer(), SqlType::SmallDateTime),
        b'o' => (blob(), SqlType::DateTimeOffset(*first)),
        b'g' => (blob(), SqlType::UniqueIdentifier),
        _ => (blob(), SqlType::VarBinary(Some(8000))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_keeps_value_and_type() {
        let cases = [
            (Value::Integer(5), SqlType::Int),
            (Value::Text("x".to_owned()), SqlType::NVarChar(Some(4000))),
            (Value::Integer(700_000), SqlType::Date),
            (Value::Blob(vec![7; 16]), SqlType::Decimal { precision: 9, scale: 2 }),
            (Value::Blob(vec![1, 2]), SqlType::VarBinary(Some(8000))),
        ];
        for (value, data_type) in cases {
            let wrapped = wrap(value.clone(), data_type).expect("fits");
            assert_eq!(unwrap(wrapped), (value, data_type));
        }
        assert_eq!(wrap(Value::Text(String::new()), SqlType::NVarChar(None)).expect_err("too long").number, 206);
    }
}
