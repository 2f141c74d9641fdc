//! Values as JSON text and back.

use rusqlite::types::{Value, ValueRef};

use crate::sandbox::functions::args::{Answer, Args};
use crate::sandbox::value::{SqlType, convert, vector};

/// A text in quotes, escaped as the engine does: also `/`.
pub(in crate::sandbox::functions) fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.replace('/', "\\/")
}

/// The text of a scalar: strings without quotes, numbers and booleans as written. `None` for null, objects
/// and arrays.
pub(in crate::sandbox::functions) fn text_of(value: &str) -> Option<String> {
    match value.as_bytes().first()? {
        b'"' => serde_json::from_str(value).ok(),
        b'{' | b'[' => None,
        _ if value == "null" => None,
        _ => Some(value.to_owned()),
    }
}

/// OPENJSON's `value` and `type` of an element.
pub(in crate::sandbox::functions) fn element(value: &str) -> (Option<String>, i64) {
    match value.as_bytes().first() {
        Some(b'"') => (text_of(value), 1),
        Some(b'{') => (Some(value.to_owned()), 5),
        Some(b'[') => (Some(value.to_owned()), 4),
        Some(b't' | b'f') => (Some(value.to_owned()), 3),
        Some(b'n') | None => (None, 0),
        _ => (Some(value.to_owned()), 2),
    }
}

/// `t_json_text(x, 'type')`: the value as JSON; NULL stays NULL.
pub(super) fn json_text(args: &Args<'_, '_>) -> Answer {
    let data_type = args.data_type(1)?;
    let value = args.value(0);
    Ok(match (args.raw(0), data_type) {
        (ValueRef::Null, _) => Value::Null,
        (ValueRef::Integer(number), SqlType::Bit) => Value::Text(if number == 0 { "false" } else { "true" }.to_owned()),
        (ValueRef::Integer(number), data_type) if data_type.is_integer() => Value::Text(number.to_string()),
        (ValueRef::Real(number), SqlType::Real) => Value::Text(vector::scientific(number, 7)),
        (ValueRef::Real(number), _) => Value::Text(vector::scientific(number, 15)),
        (ValueRef::Blob(bytes), data_type) if data_type.is_binary() => Value::Text(format!("\"{}\"", base64(bytes))),
        (ValueRef::Blob(bytes), SqlType::Vector { .. }) => Value::Text(vector::format(&vector::decode(bytes))),
        (_, data_type) if data_type.exact().is_some() => {
            convert::to_text(&value, data_type, Some(2)).map_or(Value::Null, Value::Text)
        }
        (_, data_type) => {
            let style = if data_type.is_temporal() { Some(126) } else { None };
            convert::to_text(&value, data_type, style).map_or(Value::Null, |text| Value::Text(quoted(&text)))
        }
    })
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| three.get(at).copied().map_or(0, u32::from);
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let index = (group >> (18 - 6 * digit)) as usize & 63;
            text.push(if digit <= three.len() { char::from(DIGITS[index]) } else { '=' });
        }
    }
    text
}

/// `t_json_object(absent on null, key, value, …)`.
pub(super) fn object(args: &Args<'_, '_>) -> Answer {
    let absent = args.integer(0) != 0;
    let mut parts = Vec::new();
    for at in (1..args.len()).step_by(2) {
        if absent && args.is_null(at + 1) {
            continue;
        }
        parts.push(format!("{}:{}", quoted(args.text(at)), fragment(args, at + 1)));
    }
    Ok(Value::Text(format!("{{{}}}", parts.join(","))))
}

/// `t_json_array(absent on null, value, …)`.
pub(super) fn array(args: &Args<'_, '_>) -> Answer {
    let absent = args.integer(0) != 0;
    let kept = (1..args.len()).filter(|at| !absent || !args.is_null(*at));
    let parts: Vec<&str> = kept.map(|at| fragment(args, at)).collect();
    Ok(Value::Text(format!("[{}]", parts.join(","))))
}

fn fragment<'t>(args: &'t Args<'_, '_>, at: usize) -> &'t str {
    if args.is_null(at) { "null" } else { args.text(at) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_as_the_engine_does() {
        assert_eq!(quoted("a\"/\\\n\u{1}é"), r#""a\"\/\\\n\u0001é""#);
    }

    #[test]
    fn bytes_are_base64() {
        assert_eq!([b"".as_slice(), b"f", b"fo", b"foo"].map(base64), ["", "Zg==", "Zm8=", "Zm9v"]);
    }
}
