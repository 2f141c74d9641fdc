//! To binary.

use rusqlite::types::Value;

use super::{clash, not_allowed};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::{SqlType, guid, text};

pub(super) fn convert(value: Value, from: SqlType, to: SqlType, style: Option<i64>) -> Result<Value, SqlError> {
    let (bytes, fill_left) = match value {
        Value::Text(written) => (from_text(&written, from, style.unwrap_or(0))?, false),
        Value::Blob(bytes) if from.is_binary() => (bytes, false),
        Value::Blob(bytes) if from == SqlType::UniqueIdentifier => {
            (guid::load(&bytes).map(guid::to_binary).unwrap_or_default(), false)
        }
        Value::Integer(number) if from.is_integer() => (integer(number, from), true),
        _ if matches!(from, SqlType::Vector { .. }) => return Err(not_allowed(from, to)),
        _ if from.exact().is_some() || from.is_temporal() || matches!(from, SqlType::Float | SqlType::Real) => {
            return Err(SqlError::unknown(format!("A conversion from {} to {}", from.describe(), to.describe())));
        }
        _ => return Err(clash(from, to)),
    };
    Ok(Value::Blob(fit(bytes, to, fill_left)))
}

/// Style 0: the characters' bytes; 1: hexadecimal after `0x`; 2: hexadecimal.
fn from_text(written: &str, from: SqlType, style: i64) -> Result<Vec<u8>, SqlError> {
    let failed =
        || SqlError::new(8114, format!("Error converting data type {} to varbinary.", from.describe())).state(5);
    match style {
        0 if from.is_national() => Ok(text::utf16_bytes(written)),
        0 => Ok(text::code_page(written)),
        1 => hex(written.strip_prefix("0x").or(written.strip_prefix("0X")).ok_or_else(failed)?).ok_or_else(failed),
        2 => hex(written).ok_or_else(failed),
        _ => Err(failed()),
    }
}

fn hex(digits: &str) -> Option<Vec<u8>> {
    if digits.len() % 2 == 1 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..digits.len() / 2).map(|at| u8::from_str_radix(&digits[at * 2..at * 2 + 2], 16).ok()).collect()
}

/// Big endian, as many bytes as the type has.
fn integer(number: i64, from: SqlType) -> Vec<u8> {
    let width = match from {
        SqlType::Bit | SqlType::TinyInt => 1,
        SqlType::SmallInt => 2,
        SqlType::Int => 4,
        _ => 8,
    };
    number.to_be_bytes()[8 - width..].to_vec()
}

/// Cuts and fills: numbers on the left, all else on the right.
fn fit(mut bytes: Vec<u8>, to: SqlType, left: bool) -> Vec<u8> {
    let Some(most) = to.length().map(usize::from) else { return bytes };
    if bytes.len() > most {
        return if left { bytes.split_off(bytes.len() - most) } else { bytes[..most].to_vec() };
    }
    if let SqlType::Binary(_) = to {
        let missing = vec![0; most - bytes.len()];
        return if left { [missing, bytes].concat() } else { [bytes, missing].concat() };
    }
    bytes
}
