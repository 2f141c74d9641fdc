//! JSON_MODIFY: one value set, added, removed or appended; the rest of the text stays as it is.

use rusqlite::types::Value;

use super::path::{Path, Step};
use super::{quoted, scan};
use crate::sandbox::error::SqlError;
use crate::sandbox::functions::args::{Answer, Args};

/// `t_json_modify(document, path, value as JSON)`; a NULL value removes a key on a lax path.
pub(super) fn modify(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let path = args.cached(1, Path::read)?;
    let document = args.text(0).trim();
    scan::check(document)?;
    let value = if args.is_null(2) { None } else { Some(args.text(2)) };
    if path.steps.is_empty() && !path.append {
        return Err(SqlError::new(13619, "Unsupported JSON path found in argument 2 of JSON_MODIFY."));
    }
    changed(document, &path.steps, &path, value).map(Value::Text)
}

/// The text of a value with the change inside it.
fn changed(text: &str, steps: &[Step], path: &Path, value: Option<&str>) -> Result<String, SqlError> {
    let Some((first, rest)) = steps.split_first() else { return appended(text, path, value) };
    let last = rest.is_empty() && !path.append;
    match first {
        Step::Key(key) => {
            let Some(members) = scan::members(text) else { return missing(text, path) };
            let mut parts = Vec::with_capacity(members.len() + 1);
            let mut found = false;
            for (name, old) in members {
                if name != *key || found {
                    parts.push(format!("{}:{old}", quoted(&name)));
                    continue;
                }
                found = true;
                let new = if last {
                    value.map(str::to_owned).or_else(|| path.strict.then(|| "null".to_owned()))
                } else {
                    Some(changed(old, rest, path, value)?)
                };
                parts.extend(new.map(|new| format!("{}:{new}", quoted(&name))));
            }
            if !found {
                if path.strict {
                    return missing(text, path);
                }
                parts.extend(added(rest, path, value).map(|new| format!("{}:{new}", quoted(key))));
            }
            Ok(format!("{{{}}}", parts.join(",")))
        }
        Step::Index(index) => {
            let Some(elements) = scan::elements(text).filter(|elements| *index < elements.len()) else {
                return missing(text, path);
            };
            let mut parts: Vec<String> = elements.iter().map(|element| (*element).to_owned()).collect();
            parts[*index] =
                if last { value.unwrap_or("null").to_owned() } else { changed(elements[*index], rest, path, value)? };
            Ok(format!("[{}]", parts.join(",")))
        }
    }
}

/// What a key that is not there becomes: the value at the end of the path only.
fn added(rest: &[Step], path: &Path, value: Option<&str>) -> Option<String> {
    if !rest.is_empty() {
        return None;
    }
    value.map(|value| if path.append { format!("[{value}]") } else { value.to_owned() })
}

fn appended(text: &str, path: &Path, value: Option<&str>) -> Result<String, SqlError> {
    let Some(elements) = scan::elements(text) else { return missing(text, path) };
    let mut parts = elements;
    parts.push(value.unwrap_or("null"));
    Ok(format!("[{}]", parts.join(",")))
}

fn missing(text: &str, path: &Path) -> Result<String, SqlError> {
    if path.strict {
        return Err(SqlError::new(13608, "Property cannot be found on the specified JSON path.").state(2));
    }
    Ok(text.to_owned())
}
