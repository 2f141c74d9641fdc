//! The locks that a change holds on tables for as long as it runs (Learn, "CREATE INDEX", ONLINE; "ALTER TABLE",
//! "Locks and ALTER TABLE").

use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::Name;
use crate::schema::{Constraint, ConstraintKind, Index, IndexKind, IndexOption, Table};

/// A lock on a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lock {
    /// Writers wait (S).
    Shared,
    /// Who writes the same rows waits (X); from about 5,000 rows on, every writer (Learn, "lock escalation").
    Rows,
    /// Everyone waits (Sch-M).
    Schema,
}

impl Lock {
    /// What `sys.dm_tran_locks` calls it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Lock::Shared => "S",
            Lock::Rows => "X",
            Lock::Schema => "Sch-M",
        }
    }
}

/// The tables that a change locks, its own first, and how.
pub(super) fn locks<'a>(change: &'a Change, before: &Catalog) -> Vec<(&'a Name, Lock)> {
    let others = others(change).into_iter().map(|table| (table, Lock::Schema));
    lock(change, before).into_iter().chain(others).collect()
}

/// The table that a change changes, and how it is locked; `None` where others hardly notice.
#[must_use]
pub fn lock<'a>(change: &'a Change, before: &Catalog) -> Option<(&'a Name, Lock)> {
    if is_online(change, before) {
        return None;
    }
    Some(match change {
        Change::CreateIndex { table, drop_existing: true, .. } => (table, Lock::Schema),
        Change::CreateIndex { table, index, .. } => (table, of_index(index)?),
        Change::AddConstraint { table, constraint } => match &constraint.kind {
            ConstraintKind::Key { .. } if !is_clustered(before, table, constraint) => (table, Lock::Shared),
            _ => (table, Lock::Schema),
        },
        Change::AlterIndex { action, .. } if !matches!(&**action, "REBUILD" | "DISABLE") => return None,
        Change::CreateStatistics { .. } | Change::DropStatistics { .. } => return None,
        Change::DropTable { name: table } => (table, Lock::Schema),
        Change::Rename { from, .. } | Change::Transfer { from, .. } => {
            before.table(from)?;
            (from, Lock::Schema)
        }
        change => (change.table()?, Lock::Schema),
    })
}

/// Whether an index is built beside those who use the table: as it is written, or since the database does so where it
/// can (`ELEVATE_ONLINE`).
fn is_online(change: &Change, before: &Catalog) -> bool {
    let (options, can) = match change {
        Change::CreateIndex { index, .. } => (&index.options, !index.is_vector()),
        Change::AddConstraint { constraint, .. } => match &constraint.kind {
            ConstraintKind::Key { options, .. } => (options, true),
            _ => return false,
        },
        Change::AlterIndex { action, options, .. } => (options, &**action == "REBUILD"),
        _ => return false,
    };
    let elevated =
        before.configurations.get("ELEVATE_ONLINE").is_some_and(|value| !value.trim().eq_ignore_ascii_case("OFF"));
    can && (elevated || is_on(options, "ONLINE"))
}

/// No source says what the build of a vector index holds; until it is measured, it is taken to stop writers.
const VECTOR_BUILD: Lock = Lock::Shared;

/// Further tables: those that foreign keys refer to (Learn, "ALTER TABLE"), and the other side of a switch.
fn others(change: &Change) -> Vec<&Name> {
    match change {
        Change::CreateTable { name, table } => {
            table.constraints.iter().filter_map(referenced).filter(|other| *other != name).collect()
        }
        Change::AddConstraint { constraint, .. } | Change::DropConstraint { constraint, .. } => {
            referenced(constraint).into_iter().collect()
        }
        Change::SwitchPartition { target, .. } => vec![target],
        _ => Vec::new(),
    }
}

fn referenced(constraint: &Constraint) -> Option<&Name> {
    match &constraint.kind {
        ConstraintKind::ForeignKey { references, .. } => Some(references),
        _ => None,
    }
}

/// The lock while an index is built; `None` for kinds of which nothing is known.
fn of_index(index: &Index) -> Option<Lock> {
    match index.kind {
        IndexKind::Rowstore { clustered, .. } | IndexKind::Columnstore { clustered, .. } => {
            Some(if clustered { Lock::Schema } else { Lock::Shared })
        }
        IndexKind::Vector { .. } => Some(VECTOR_BUILD),
        IndexKind::Hash { .. } | IndexKind::Other { .. } => None,
    }
}

/// Whether a key is, or becomes, the clustered index of its table.
#[must_use]
pub fn is_clustered(before: &Catalog, table: &Name, constraint: &Constraint) -> bool {
    before.table(table).unwrap_or(&Table::default()).is_clustered(constraint)
}

/// Whether an option is ON: `ONLINE = ON`, `ONLINE = ON (WAIT_AT_LOW_PRIORITY (…))`.
#[must_use]
pub fn is_on(options: &[IndexOption], name: &str) -> bool {
    let on = |option: &IndexOption| {
        let value = option.value.as_str().split('(').next().unwrap_or_default().trim();
        &*option.name == name && (value.is_empty() || value.eq_ignore_ascii_case("ON"))
    };
    options.iter().any(on)
}
