//! A plan as one JSON document.

use serde_json::{Map, Value, json};

use super::hazards;
use crate::hazard::{Held, Lock};
use crate::name::Name;
use crate::plan::{Batch, File, Guarded, Plan, Statement, Step};
use crate::report::drift;

/// The document; its `schema` names its version.
#[must_use]
pub fn render(plan: &Plan) -> String {
    let counts: Map<String, Value> =
        hazards(plan).into_iter().map(|(hazard, count)| (hazard.as_str().to_owned(), count.into())).collect();
    let document = json!({
        "schema": "ragsql.plan/1",
        "from": plan.from,
        "database": plan.database.as_ref().map(|(database, _)| database),
        "server": plan.database.as_ref().map(|(_, server)| server),
        "engine": plan.engine,
        "migrations": plan.migrations.iter().map(|one| Value::Object(file(plan, one))).collect::<Vec<_>>(),
        "post_load": plan.post_load.iter().map(|one| step(plan, one)).collect::<Vec<_>>(),
        "drift": plan.drift.as_ref().map(drift::json),
        "notes": plan.notes,
        "summary": { "migrations": plan.migrations.len(), "post_load": plan.post_load.len(), "hazards": counts },
    });
    format!("{document:#}\n")
}

fn file(plan: &Plan, file: &File) -> Map<String, Value> {
    let batches: Vec<_> = file.batches.iter().map(|one| batch(plan, one)).collect();
    [
        ("version", json!(file.version)),
        ("name", json!(file.name)),
        ("file", json!(file.path)),
        ("transaction", json!(file.transaction)),
        ("batches", json!(batches)),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value))
    .collect()
}

fn step(plan: &Plan, step: &Step) -> Value {
    let mut object = file(plan, &step.file);
    object.insert("state".to_owned(), json!(step.state));
    object.insert("guards".to_owned(), json!(step.guards.iter().map(guard).collect::<Vec<_>>()));
    object.insert("obstacles".to_owned(), json!(step.obstacles));
    Value::Object(object)
}

fn guard(guard: &Guarded) -> Value {
    let (have, need) = guard.counted.unzip();
    json!({ "guard": guard.guard, "have": have, "at_least": guard.at_least, "need": need, "met": guard.met })
}

fn batch(plan: &Plan, batch: &Batch) -> Value {
    let statements: Vec<_> = batch.statements.iter().map(|one| statement(plan, one)).collect();
    json!({ "batch": batch.number, "line": batch.line, "repeat": batch.repeat, "statements": statements })
}

fn statement(plan: &Plan, statement: &Statement) -> Value {
    let table = |(name, held): (&Name, &Held)| {
        let size = plan.sizes.get(&held.before);
        json!({
            "table": name.to_string(),
            "lock": held.lock.map(Lock::as_str),
            "rows": size.map(|size| size.rows),
            "megabytes": size.and_then(|size| size.megabytes),
        })
    };
    json!({
        "line": statement.line,
        "sql": statement.text,
        "runs": statement.runs.as_str(),
        "understood": statement.understood,
        "hazards": statement.hazards.iter().map(|hazard| hazard.as_str()).collect::<Vec<_>>(),
        "tables": statement.tables.iter().map(table).collect::<Vec<_>>(),
    })
}
