//! What is known of an object beside its definition, as comments above it.

use crate::catalog::{Entry, Part, Presence};
use crate::schema::{Column, Index, SqlText, Table};
use crate::syntax::spell;

const MAY_BE_MISSING: &str =
    "May be missing: what makes or drops it stands under a condition that only a database can answer.";
const MAY_DIFFER: &str =
    "Not certain: something that is not understood, or that may not have run, may have changed it.";

/// The comments that tell how certain an object and its parts are.
pub(super) fn certainty<T>(entry: &Entry<T>) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend((entry.presence == Presence::Possible).then(|| MAY_BE_MISSING.to_owned()));
    notes.extend(entry.uncertain.then(|| MAY_DIFFER.to_owned()));
    for (part, note) in &entry.parts {
        if note.presence == Presence::Possible {
            notes.push(format!("May be missing: {}.", words(part)));
        }
        if note.uncertain {
            notes.push(format!("Not certain: {}.", words(part)));
        }
    }
    notes
}

/// The clauses of a table that are kept as they were written.
pub(super) fn opaque(table: &Table) -> Vec<String> {
    let of_columns = table.columns.iter().flat_map(|column: &Column| &column.opaque);
    let of_indexes = table.indexes.iter().flat_map(|index: &Index| &index.opaque);
    let clauses = table.opaque.iter().chain(of_columns).chain(of_indexes);
    clauses.map(|clause| format!("Not understood, kept as written: {}", one_line(clause))).collect()
}

/// A statement that cannot run, as a comment.
pub(super) fn statement(text: &str) -> String {
    format!("{text};")
}

/// A text on one line, so that a comment holds all of it.
fn one_line(text: &SqlText) -> String {
    text.as_str().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn words(part: &Part) -> String {
    match part {
        Part::Column(name) => format!("column {}", spell::ident(name)),
        Part::Index(name) => format!("index {}", spell::ident(name)),
        Part::Constraint(name) => format!("constraint {}", spell::ident(name)),
        Part::Predicate { kind, target, operation } => super::object::predicate_place(*kind, target, *operation),
    }
}
