//! The aggregate behind FOR JSON.

use std::collections::BTreeMap;

use rusqlite::functions::{Aggregate, Context};
use rusqlite::types::Value;

use super::quoted;
use crate::sandbox::error::SqlError;
use crate::sandbox::functions::args::Args;

/// What the clause says, as `t_for_json`'s first argument has it.
#[derive(Debug, Clone, Default, serde::Deserialize)]
struct Spec {
    names: Vec<String>,
    /// PATH: a name's dots nest.
    path: bool,
    root: Option<String>,
    nulls: bool,
    bare: bool,
}

/// `t_for_json(spec, value as JSON, …)`: NULL for no rows.
pub(in crate::sandbox::functions) struct ForJson;

/// The clause and the rows so far.
#[derive(Default)]
pub(in crate::sandbox::functions) struct State {
    spec: Spec,
    rows: Vec<String>,
}

impl Aggregate<State, Value> for ForJson {
    fn init(&self, _: &mut Context<'_>) -> rusqlite::Result<State> {
        Ok(State::default())
    }

    fn step(&self, context: &mut Context<'_>, state: &mut State) -> rusqlite::Result<()> {
        let args = Args::new(context);
        if state.rows.is_empty() {
            state.spec = serde_json::from_str(args.text(0)).unwrap_or_default();
        }
        let mut object = Object::default();
        for (at, name) in state.spec.names.iter().enumerate() {
            let value = if args.is_null(at + 1) { None } else { Some(args.text(at + 1)) };
            let value = value.or(state.spec.nulls.then_some("null"));
            let parts: Vec<&str> = if state.spec.path { name.split('.').collect() } else { vec![name] };
            if let Some(value) = value {
                object.set(&parts, value, name).map_err(|error| rusqlite::Error::UserFunctionError(Box::new(error)))?;
            }
        }
        state.rows.push(object.text());
        Ok(())
    }

    fn finalize(&self, _: &mut Context<'_>, state: Option<State>) -> rusqlite::Result<Value> {
        let state = state.unwrap_or_default();
        if state.rows.is_empty() {
            return Ok(Value::Null);
        }
        let joined = state.rows.join(",");
        let whole = if state.spec.bare { joined } else { format!("[{joined}]") };
        Ok(Value::Text(match &state.spec.root {
            Some(root) => format!("{{{}:{whole}}}", quoted(root)),
            None => whole,
        }))
    }
}

/// An object that is filled, keys in the order in which they come.
#[derive(Default)]
struct Object {
    order: Vec<String>,
    members: BTreeMap<String, Member>,
}

enum Member {
    Value(String),
    Object(Object),
}

impl Object {
    /// Msg 13601 where a name is both a value and an object, or comes twice.
    fn set(&mut self, parts: &[&str], value: &str, whole: &str) -> Result<(), SqlError> {
        let conflict = || {
            let text = format!(
                "Property '{whole}' cannot be generated in JSON output due to a conflict with another column name or alias. Use different names and aliases for each column in SELECT list."
            );
            SqlError::new(13601, text)
        };
        let Some((first, rest)) = parts.split_first() else { return Err(conflict()) };
        if !self.members.contains_key(*first) {
            self.order.push((*first).to_owned());
            let member =
                if rest.is_empty() { Member::Value(value.to_owned()) } else { Member::Object(Self::default()) };
            self.members.insert((*first).to_owned(), member);
        } else if rest.is_empty() {
            return Err(conflict());
        }
        match self.members.get_mut(*first) {
            Some(Member::Object(inner)) if !rest.is_empty() => inner.set(rest, value, whole),
            Some(Member::Value(_)) if rest.is_empty() => Ok(()),
            _ => Err(conflict()),
        }
    }

    fn text(&self) -> String {
        let parts: Vec<String> = self
            .order
            .iter()
            .map(|name| {
                let value = match &self.members[name] {
                    Member::Value(value) => value.clone(),
                    Member::Object(inner) => inner.text(),
                };
                format!("{}:{value}", quoted(name))
            })
            .collect();
        format!("{{{}}}", parts.join(","))
    }
}
