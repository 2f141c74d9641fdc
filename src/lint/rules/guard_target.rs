//! Guards of a header count rows of a column, which must be there.

use crate::catalog::{Catalog, Entry, Place, Presence};
use crate::lint::world::{Absence, World};
use crate::lint::{Check, Findings, Level, Levels, Rule};
use crate::name::Ident;
use crate::schema::Table;
use crate::source::{Migration, Phase};

/// The rule.
pub static RULE: Rule = Rule {
    code: "guard-target",
    summary: "has a guard about a table or column that is not there",
    docs: include_str!("guard_target.md"),
    levels: Levels::all(Level::Error),
    phases: &[Phase::PostLoad],
    guarded: false,
    yields_to: &[],
    checks: &[Check::Linter],
};

/// Judges the guards of a file by the catalog before it, when they are counted.
pub(in crate::lint) fn check(
    file: usize,
    migration: &Migration,
    before: &Catalog,
    world: &World,
    findings: &mut Findings,
) {
    for (guard, span) in &migration.header.guards {
        let table = before.resolve(guard.table());
        let (what, gone) = match before.tables.get(&table) {
            Some(entry) if !misses(entry, guard.column()) => continue,
            Some(_) => (format!("`{}` of `{}`", guard.column(), guard.table()), None),
            None if before.object_kind(&table).is_some() => continue,
            None => match world.absence(&table, file) {
                Absence::Unknown => continue,
                Absence::Gone(place) => (format!("`{}`", guard.table()), Some(place)),
                Absence::NeverMade => (format!("`{}`", guard.table()), None),
            },
        };
        findings
            .add(
                Place { file: file as u32, span: *span },
                format!("this guard asks about {what}, which is not there before the file runs"),
            )
            .table(guard.table())
            .related(gone, "it is dropped, renamed or moved here")
            .help("mend the name, or move what makes it to migrations/: guards are counted before the file runs");
    }
}

/// Whether a table that is wholly known has no such column.
fn misses(entry: &Entry<Table>, column: &Ident) -> bool {
    entry.presence == Presence::Certain && !entry.uncertain && entry.definition.column(column).is_none()
}
