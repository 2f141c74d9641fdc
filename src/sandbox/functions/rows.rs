//! Rows on their way through `json_each`: packed values, and the functions that make rows.

use rusqlite::types::{Value, ValueRef};

use super::args::{Answer, Args, Function};
use super::{chunks, json};
use crate::sandbox::error::SqlError;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("t_field", field),
    ("t_openjson", open_json),
    ("t_openjson_rows", open_json_rows),
    ("t_string_split", string_split),
    ("t_generate_series", generate_series),
    ("t_ai_generate_chunks", chunks::chunks),
];

/// A row as one text: each value as a letter, its length in bytes, `:` and its text.
#[derive(Default)]
pub(super) struct Packed(String);

impl Packed {
    pub(super) fn push(&mut self, value: ValueRef<'_>) {
        let (letter, text) = match value {
            ValueRef::Null => ('n', String::new()),
            ValueRef::Integer(number) => ('i', number.to_string()),
            ValueRef::Real(number) => ('r', number.to_bits().to_string()),
            ValueRef::Text(bytes) => ('t', String::from_utf8_lossy(bytes).into_owned()),
            ValueRef::Blob(bytes) => ('b', bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
        };
        self.0.push_str(&format!("{letter}{}:{text}", text.len()));
    }

    fn text(&mut self, text: Option<&str>) {
        self.push(text.map_or(ValueRef::Null, |text| ValueRef::Text(text.as_bytes())));
    }

    fn integer(&mut self, number: i64) {
        self.push(ValueRef::Integer(number));
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// The value at a position of a packed row.
fn unpack(row: &str, index: usize) -> Option<Value> {
    let mut rest = row;
    for at in 0..=index {
        let (head, after) = rest.split_once(':')?;
        let letter = head.chars().next()?;
        let length: usize = head.get(1..)?.parse().ok()?;
        let text = after.get(..length)?;
        if at == index {
            return value_of(letter, text);
        }
        rest = after.get(length..)?;
    }
    None
}

fn value_of(letter: char, text: &str) -> Option<Value> {
    Some(match letter {
        'i' => Value::Integer(text.parse().ok()?),
        'r' => Value::Real(f64::from_bits(text.parse().ok()?)),
        't' => Value::Text(text.to_owned()),
        'b' => {
            let bytes = (0..text.len() / 2).map(|at| u8::from_str_radix(&text[at * 2..at * 2 + 2], 16));
            Value::Blob(bytes.collect::<Result<_, _>>().ok()?)
        }
        _ => Value::Null,
    })
}

/// `t_field(row, position)`.
fn field(args: &Args<'_, '_>) -> Answer {
    let index = usize::try_from(args.integer(1)).unwrap_or(usize::MAX);
    Ok(unpack(args.text(0), index).unwrap_or(Value::Null))
}

/// Packed rows as the JSON array that `json_each` takes.
pub(super) fn array(rows: Vec<String>) -> Value {
    Value::Text(serde_json::Value::from(rows).to_string())
}

/// What OPENJSON goes through: the value at its path, or nothing.
fn opened<'t>(args: &'t Args<'_, '_>) -> Result<Option<&'t str>, SqlError> {
    if args.any_null(2) {
        return Ok(None);
    }
    json::located_at(args)
}

/// `t_openjson(document, path)`: rows of key, value and type.
fn open_json(args: &Args<'_, '_>) -> Answer {
    let Some(value) = opened(args)? else { return Ok(array(Vec::new())) };
    let members: Vec<(String, &str)> = match (json::scan::members(value), json::scan::elements(value)) {
        (Some(members), _) => members,
        (_, Some(elements)) => elements.into_iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    let rows = members.into_iter().map(|(key, value)| {
        let (text, kind) = json::element(value);
        let mut row = Packed::default();
        row.text(Some(&key));
        row.text(text.as_deref());
        row.integer(kind);
        row.finish()
    });
    Ok(array(rows.collect()))
}

/// `t_openjson_rows(document, path)`: an object is one row, an array as many as it has elements.
fn open_json_rows(args: &Args<'_, '_>) -> Answer {
    let Some(value) = opened(args)? else { return Ok(array(Vec::new())) };
    let elements = json::scan::elements(value).unwrap_or_else(|| vec![value]);
    let rows = elements.into_iter().map(|element| {
        let mut row = Packed::default();
        row.text(Some(element));
        row.finish()
    });
    Ok(array(rows.collect()))
}

/// `t_string_split(text, separator)`: rows of value and ordinal (Msg 214 for a separator of another length).
fn string_split(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) {
        return Ok(array(Vec::new()));
    }
    let separator = args.text(1);
    if separator.encode_utf16().count() != 1 {
        let text = "Procedure expects parameter 'separator' of type 'nchar(1)/nvarchar(1)'.";
        return Err(SqlError::new(214, text));
    }
    let rows = args.text(0).split(separator).enumerate().map(|(at, value)| {
        let mut row = Packed::default();
        row.text(Some(value));
        row.integer(at as i64 + 1);
        row.finish()
    });
    Ok(array(rows.collect()))
}

/// How many numbers a series may have here.
const MOST: i64 = 10_000_000;

/// `t_generate_series(start, stop[, step])` (Msg 4199 for a step of 0).
fn generate_series(args: &Args<'_, '_>) -> Answer {
    if args.any_null(args.len()) {
        return Ok(array(Vec::new()));
    }
    let (start, stop) = (args.integer(0), args.integer(1));
    let step = if args.len() > 2 {
        args.integer(2)
    } else if start <= stop {
        1
    } else {
        -1
    };
    if step == 0 {
        return Err(SqlError::new(4199, "Argument value 0 is invalid for argument 3 of generate_series function."));
    }
    let count = (stop.saturating_sub(start) / step).saturating_add(1);
    if count > MOST {
        return Err(SqlError::unknown("A series of more than ten million numbers"));
    }
    let ahead = (stop >= start) == (step > 0) || start == stop;
    let rows = (0..if ahead { count } else { 0 }).map(|at| {
        let mut row = Packed::default();
        row.integer(start + at * step);
        row.finish()
    });
    Ok(array(rows.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_packed_row_comes_apart(text in ".{0,20}", number in any::<i64>(), real in any::<f64>(), bytes in any::<Vec<u8>>()) {
            let values = [Value::Text(text), Value::Integer(number), Value::Real(real), Value::Blob(bytes), Value::Null];
            let mut row = Packed::default();
            for value in &values {
                row.push(ValueRef::from(value));
            }
            let row = row.finish();
            for (at, value) in values.iter().enumerate() {
                let back = unpack(&row, at).expect("is there");
                match (value, &back) {
                    (Value::Real(a), Value::Real(b)) => prop_assert_eq!(a.to_bits(), b.to_bits()),
                    _ => prop_assert_eq!(value, &back),
                }
            }
            prop_assert_eq!(unpack(&row, values.len()), None);
        }
    }
}
