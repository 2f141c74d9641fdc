//! What is read of a file beside its statements, while the files before it are judged.

use std::collections::BTreeMap;

use crate::refusal::{Rows, rows};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::unread::{self, Look, Unread};
use crate::text::Span;

/// What is known of the statements of a file, by their places.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// The tables and columns that those name that stand under no condition, in no loop and no TRY.
    pub rows: BTreeMap<Span, Rows>,
    /// What nobody read of them; those of which all was read are not here.
    pub unread: BTreeMap<Span, Vec<Unread>>,
}

/// Reads a file.
pub(super) fn of_file(migration: &Migration, parsed: &ParsedFile) -> Reading {
    let mut reading = Reading { rows: named(migration, parsed), ..Reading::default() };
    for statement in parsed.batches.iter().flat_map(|batch| &batch.statements) {
        note_unread(migration.file.text(), statement, &mut reading.unread);
    }
    reading
}

fn named(migration: &Migration, parsed: &ParsedFile) -> BTreeMap<Span, Rows> {
    let mut found = BTreeMap::new();
    let mut pending: Vec<&Statement> = parsed.batches.iter().flat_map(|batch| &batch.statements).collect();
    while let Some(statement) = pending.pop() {
        match &statement.kind {
            Kind::Block(inner) => pending.extend(inner),
            Kind::Dml { .. } => {
                let rows = rows(migration.file.slice(statement.span));
                found.extend(rows.map(|rows| (statement.span, rows)));
            }
            _ => {}
        }
    }
    found
}

fn note_unread(text: &str, statement: &Statement, found: &mut BTreeMap<Span, Vec<Unread>>) {
    let unread = unread::of_statement(text, statement, Look::All);
    if !unread.is_empty() {
        found.entry(statement.span).or_default().extend(unread);
    }
    // The statements of text that is executed have places in that text.
    if !matches!(statement.kind, Kind::Dynamic { .. }) {
        statement.children().into_iter().for_each(|inner| note_unread(text, inner, found));
    }
}
