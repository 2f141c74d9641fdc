//! Text that changes under a vector that stays.

use crate::catalog::Catalog;
use crate::lint::vectors::{hash, provenance, texts, vectors};
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule, Write};
use crate::name::Name;
use crate::schema::{Column, ModuleKind, Table};

/// The rule.
pub static RULE: Rule = Rule {
    code: "text-without-embedding",
    summary: "changes text and leaves the vector that was made from it",
    docs: include_str!("text_without_embedding.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    for write in cx.writes().iter().filter(|write| !write.inserts && !has_trigger(cx.catalog, &write.table)) {
        if let Some(text) = embedded_text(&write.entry.definition)
            && let Some(written) = write.of(&text.name)
            && !is_noticed(write)
        {
            let message = format!(
                "`{}` of `{}` changes and its vector stays: searches find the old text",
                text.name, write.table
            );
            findings.add(cx.query.place(written.at), message).table(&write.table).help(
                "set the vector and the time of its making to NULL in the same statement, so that the row is embedded \
                 again",
            );
        }
    }
}

/// The only column whose text is long enough to be what the vectors are made of.
fn embedded_text(table: &Table) -> Option<&Column> {
    vectors(table).next()?;
    let mut texts = texts(table);
    texts.next().filter(|_| texts.next().is_none())
}

/// Whether the statement writes something else from which a program can tell that the text changed: the vector,
/// its provenance, a hash, any time.
fn is_noticed(write: &Write) -> bool {
    let table = &write.entry.definition;
    let is_time = |column: &&Column| {
        let data_type = column.data_type.as_ref().map(ToString::to_string).unwrap_or_default();
        data_type.starts_with("date") || data_type.starts_with("smalldate")
    };
    let times = table.columns.iter().filter(is_time);
    let provenance = vectors(table).flat_map(|vector| {
        let provenance = provenance(table, vector);
        [Some(vector), provenance.model, provenance.time]
    });
    let watched = provenance.flatten().chain(hash(table)).chain(times);
    watched.into_iter().any(|column| write.of(&column.name).is_some())
}

fn has_trigger(catalog: &Catalog, table: &Name) -> bool {
    let referrers = catalog.referrers.of(table).filter_map(|name| catalog.modules.get(name));
    referrers.into_iter().any(|entry| {
        entry.definition.kind == ModuleKind::Trigger && entry.definition.trigger_on.as_ref() == Some(table)
    })
}
