//! A difference as one JSON document.

use serde_json::{Value, json};

use super::{Cause, Item, Report};
use crate::report::drift;

/// The document; its `schema` names its version.
#[must_use]
pub fn render(report: &Report) -> String {
    let changes: Vec<Value> = report.items.iter().map(change).collect();
    let document = json!({
        "schema": "ragsql.diff/1",
        "from": report.from,
        "to": report.to,
        "changes": changes,
        "drift": report.drift.as_ref().map(drift::json),
        "notes": report.notes,
        "not_compared": report.not_compared,
        "offers": report.offers,
    });
    format!("{document:#}\n")
}

fn change(item: &Item) -> Value {
    json!({
        "kind": item.described.kind,
        "cause": item.cause.map(Cause::as_str),
        "object": item.described.path(),
        "from": item.described.from,
        "to": item.described.to,
        "hazards": item.hazards.iter().map(|hazard| hazard.as_str()).collect::<Vec<_>>(),
        "sql": item.statements.text(),
    })
}
