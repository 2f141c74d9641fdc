//! AI_GENERATE_EMBEDDINGS: no model is called. The local embedder answers for an external model that says it is that.

use rusqlite::types::Value;

use super::args::{Answer, Args, Function};
use crate::embed;
use crate::sandbox::error::SqlError;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[("t_ai_generate_embeddings", embeddings)];

/// How many numbers a vector has when neither the model nor the call says it.
const DIMENSIONS: usize = 1536;
/// The most that a vector of any base type holds (Learn, "Vector data type").
const MOST: u64 = 3996;

/// `t_ai_generate_embeddings(text, parameters of the model, parameters of the call, location, model)`: a JSON array.
fn embeddings(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) {
        return Ok(Value::Null);
    }
    answered_here(args.text(3), args.text(4))?;
    let own = args.cached(1, dimensions)?;
    let given = if args.is_null(2) { None } else { args.cached(2, dimensions)? };
    let vector = embed::local(args.text(0), given.or(own).unwrap_or(DIMENSIONS));
    Ok(Value::Text(embed::json(&vector)))
}

/// Only the local embedder is here: a model of another name, or anywhere else, is not.
fn answered_here(location: &str, model: &str) -> Result<(), SqlError> {
    if !location.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://")) {
        return Err(SqlError::new(31610, "The URL of the external model is not HTTPS."));
    }
    let path = location.strip_prefix(embed::LOCAL_ENDPOINT);
    if model == embed::LOCAL_MODEL && path.is_some_and(|path| path.is_empty() || path.starts_with('/')) {
        return Ok(());
    }
    let (here, name) = (embed::LOCAL_ENDPOINT, embed::LOCAL_MODEL);
    Err(SqlError::unknown(format!("A call of the model '{model}' at {location} (here is only '{name}' at {here})")))
}

/// `dimensions` of JSON parameters, if it is there (Msg 31742: what an endpoint answers to one that it cannot give).
fn dimensions(parameters: &str) -> Result<Option<usize>, SqlError> {
    let refused =
        |why: String| SqlError::new(31742, format!("The embedding model answered with HTTP status 400: {why}."));
    let parameters: serde_json::Value =
        serde_json::from_str(parameters).map_err(|error| refused(format!("the parameters are no JSON, {error}")))?;
    match parameters.get("dimensions") {
        None => Ok(None),
        Some(number) => match number.as_u64() {
            Some(count) if (1..=MOST).contains(&count) => Ok(Some(count as usize)),
            _ => Err(refused(format!("{number} dimensions cannot be had"))),
        },
    }
}
