//! JSON functions. Fragments come out as they are written.

mod for_json;
mod modify;
mod path;
pub(super) mod scan;
mod write;

use rusqlite::types::Value;

use super::args::{Answer, Args, Function};
use crate::sandbox::error::SqlError;
pub(super) use for_json::ForJson;
use path::Path;
pub(super) use write::{element, quoted, text_of};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("t_json_value", |args| value(args, 4000)),
    ("t_json_scalar", |args| value(args, usize::MAX)),
    ("t_json_query", query),
    ("t_json_modify", modify::modify),
    ("t_json_path_exists", path_exists),
    ("t_json_text", write::json_text),
    ("t_json_object", write::object),
    ("t_json_array", write::array),
    ("t_isjson", is_json),
];

/// Msg 13609.
pub(super) fn malformed(text: &str, at: usize) -> SqlError {
    let found = text.get(at..).and_then(|rest| rest.chars().next());
    let message = match found {
        Some(c) => {
            format!("JSON text is not properly formatted. Unexpected character '{c}' is found at position {at}.")
        }
        None => "JSON text is not properly formatted. Unexpected end of the text.".to_owned(),
    };
    SqlError::new(13609, message).state(4)
}

/// What a path leads to in a document: the text of a value, trimmed. `None` where lax paths lead nowhere.
pub(super) fn locate<'t>(document: &'t str, path: &Path) -> Result<Option<&'t str>, SqlError> {
    scan::check(document)?;
    let mut at = document.trim();
    for step in &path.steps {
        match scan::step(at, step) {
            Some(found) => at = found,
            None if path.strict => {
                let text = "Property cannot be found on the specified JSON path.";
                return Err(SqlError::new(13608, text).state(2));
            }
            None => return Ok(None),
        }
    }
    Ok(Some(at))
}

/// The document and path of the first two arguments, located; `None` for NULL.
fn located<'t>(args: &'t Args<'_, '_>) -> Result<Option<(&'t str, Path)>, SqlError> {
    if args.any_null(2) {
        return Ok(None);
    }
    let path = args.cached(1, Path::read)?;
    Ok(locate(args.text(0), &path)?.map(|found| (found, path)))
}

/// What the path of the second argument leads to in the document of the first.
pub(super) fn located_at<'t>(args: &'t Args<'_, '_>) -> Result<Option<&'t str>, SqlError> {
    Ok(located(args)?.map(|(found, _)| found))
}

/// JSON_VALUE: a scalar; NULL for an object, an array or a text that is too long (Msg 13623 and 13625 on a
/// strict path).
fn value(args: &Args<'_, '_>, most: usize) -> Answer {
    let Some((found, path)) = located(args)? else { return Ok(Value::Null) };
    let Some(text) = text_of(found) else {
        let scalar = !found.starts_with(['{', '[']);
        if path.strict && !scalar {
            return Err(SqlError::new(13623, "Scalar value cannot be found in the specified JSON path.").state(2));
        }
        return Ok(Value::Null);
    };
    if crate::sandbox::value::text::units(&text) > most {
        if path.strict {
            return Err(SqlError::new(13625, "String value in the specified JSON path would be truncated."));
        }
        return Ok(Value::Null);
    }
    Ok(Value::Text(text))
}

/// JSON_QUERY: an object or array; NULL for a scalar (Msg 13624 on a strict path).
fn query(args: &Args<'_, '_>) -> Answer {
    let Some((found, path)) = located(args)? else { return Ok(Value::Null) };
    if found.starts_with(['{', '[']) {
        return Ok(Value::Text(found.to_owned()));
    }
    if path.strict {
        return Err(SqlError::new(13624, "Object or array cannot be found in the specified JSON path.").state(2));
    }
    Ok(Value::Null)
}

fn path_exists(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let path = Path { strict: false, ..args.cached(1, Path::read)? };
    let found = locate(args.text(0), &path).ok().flatten();
    Ok(Value::Integer(i64::from(found.is_some())))
}

/// `ISJSON(x)` is about objects and arrays, `ISJSON(x, kind)` about the kind.
fn is_json(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) || args.len() > 1 && args.is_null(1) {
        return Ok(if args.len() > 1 || args.is_null(0) { Value::Null } else { Value::Integer(0) });
    }
    let document = args.text(0).trim();
    if scan::check(document).is_err() {
        return Ok(Value::Integer(0));
    }
    let kind = if args.len() > 1 { args.text(1).to_ascii_uppercase() } else { String::new() };
    let holds = match kind.as_str() {
        "VALUE" => true,
        "ARRAY" => document.starts_with('['),
        "OBJECT" => document.starts_with('{'),
        "SCALAR" => document.starts_with(|c: char| c == '"' || c == '-' || c.is_ascii_digit()),
        _ => document.starts_with(['{', '[']),
    };
    Ok(Value::Integer(i64::from(holds)))
}
