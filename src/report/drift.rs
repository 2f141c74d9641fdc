//! Drift as people and programs are told of it, wherever that is.

use serde_json::{Value, json};

use super::diff::Sign;
use super::short::{differing, one_line};
use crate::drift::{Drift, Drifted, Looked};
use crate::emit::Described;
use crate::text::printable;

/// Which way the signs of drift are to be read.
pub const DIRECTION: &str = "- goes and + comes, from what the applied files lead to, to what is there";

/// The drift for people, under a heading.
#[must_use]
pub fn text(looked: &Looked) -> String {
    let lines: String = lines(looked).iter().map(|line| format!("  {}\n", printable(line))).collect();
    format!("\ndrift\n{lines}")
}

/// Everything that there is to say, a line each; never empty.
#[must_use]
pub fn lines(looked: &Looked) -> Vec<String> {
    match looked {
        Looked::Not(why) => vec![format!("not looked for: {why}")],
        Looked::Found(drift) if drift.is_empty() => vec!["none".to_owned()],
        Looked::Found(Drift { changes, notes }) => {
            changes.iter().map(drifted).chain(notes.iter().map(|note| format!("? {note}"))).collect()
        }
    }
}

fn drifted(drifted: &Drifted) -> String {
    let stops = if drifted.stops { " (stops `ragsql apply`: a pending file touches it)" } else { "" };
    format!("{}{stops}", line(&drifted.change))
}

/// One change on a line: what comes, goes or is another, and how it differs.
#[must_use]
pub fn line(change: &Described) -> String {
    let sign = Sign::of(change);
    let values = match (&change.from, &change.to) {
        (Some(from), Some(to)) if from != to => {
            let (from, to) = differing(from, to);
            format!(": {from} -> {to}")
        }
        (None, Some(to)) if sign == Sign::Tilde => format!(": {}", one_line(to)),
        _ => String::new(),
    };
    format!("{} {} ({}){values}", sign.as_str(), change.path(), change.kind)
}

/// The drift as data; null where it was not looked for.
#[must_use]
pub fn json(looked: &Looked) -> Value {
    let Looked::Found(drift) = looked else { return Value::Null };
    let change = |drifted: &Drifted| {
        let Described { kind, from, to, .. } = &drifted.change;
        json!({ "kind": kind, "object": drifted.change.path(), "from": from, "to": to, "stops_apply": drifted.stops })
    };
    json!({ "changes": drift.changes.iter().map(change).collect::<Vec<_>>(), "notes": drift.notes })
}
