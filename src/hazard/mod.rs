//! Hazards: what a change does to rows, to locks and to those who use the database while it runs. The one
//! place that knows; the linter tells it of files, diff and plan of changes.

mod column;
mod conversion;
mod judge;
mod lock;
mod rows;

pub use column::{Written, writes_rows};
pub use conversion::{Conversion, conversion};
pub use judge::{Held, Judge, Judged};
pub use lock::{Lock, is_clustered, is_on, lock};
pub use rows::of_rows;

use std::collections::BTreeSet;

use crate::catalog::Catalog;
use crate::change::Change;
use crate::schema::{Column, ConstraintKind, Index, IndexKind};
use lock::locks;

/// Something that a change may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hazard {
    /// Rows, values or digits go.
    LosesData,
    /// Every row is written anew: time and log grow with the table.
    RewritesTable,
    /// Nobody reads the table meanwhile.
    BlocksReads,
    /// Nobody writes to the table meanwhile.
    BlocksWrites,
    /// A row that is there makes it fail.
    FailsOnExistingRows,
    /// Who uses what goes or is renamed fails.
    BreaksClients,
    /// It runs in no transaction, so nothing undoes it.
    CannotRollBack,
}

impl Hazard {
    /// Its stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Hazard::LosesData => "loses-data",
            Hazard::RewritesTable => "rewrites-table",
            Hazard::BlocksReads => "blocks-reads",
            Hazard::BlocksWrites => "blocks-writes",
            Hazard::FailsOnExistingRows => "fails-on-existing-rows",
            Hazard::BreaksClients => "breaks-clients",
            Hazard::CannotRollBack => "cannot-be-rolled-back",
        }
    }
}

/// Hazards by their names, parted by commas.
#[must_use]
pub fn words(hazards: &BTreeSet<Hazard>) -> String {
    hazards.iter().map(|hazard| hazard.as_str()).collect::<Vec<_>>().join(", ")
}

/// What a change may do to what has rows and users; `before` is the catalog that it meets. Whether the users of a module
/// that goes are harmed, only what follows tells: see [`Judge`].
fn hazards(change: &Change, before: &Catalog) -> BTreeSet<Hazard> {
    use Hazard::{
        BlocksReads, BlocksWrites, BreaksClients, CannotRollBack, FailsOnExistingRows, LosesData, RewritesTable,
    };
    let mut found: BTreeSet<Hazard> = match lock(change, before) {
        Some((_, Lock::Schema)) if works_on_rows(change, before) => [BlocksReads, BlocksWrites].into(),
        Some((_, Lock::Shared)) => [BlocksWrites].into(),
        _ => BTreeSet::new(),
    };
    match change {
        Change::DropTable { .. } | Change::DropSequence { .. } => found.extend([LosesData, BreaksClients]),
        Change::Truncate { .. } => found.extend([LosesData]),
        Change::DropColumn { table, column } => {
            found.insert(BreaksClients);
            let is_computed = before.column(table, column).is_some_and(|column| column.computed.is_some());
            found.extend((!is_computed).then_some(LosesData));
        }
        Change::AlterColumn { from, to, .. } => found.extend(of_conversion(from, to)),
        Change::AddColumn { column, .. } => {
            found.extend(needs_value(column).then_some(FailsOnExistingRows));
            found.extend(writes_rows(column, false).is_some().then_some(RewritesTable));
        }
        Change::AddConstraint { constraint, .. } if !constraint.not_trusted => {
            found.insert(FailsOnExistingRows);
        }
        Change::SwitchConstraint { enable: true, trusted: true, .. } => found.extend([FailsOnExistingRows]),
        Change::CreateIndex { index, .. } => found.extend(of_index(index)),
        Change::DropIndex { index, .. } if index.is_vector() => found.extend([BreaksClients, CannotRollBack]),
        Change::Rename { .. } | Change::Transfer { .. } | Change::RenameColumn { .. } => found.extend([BreaksClients]),
        Change::Grant(permission) if permission.deny => found.extend([BreaksClients]),
        change if breaks_clients(change) => found.extend([BreaksClients]),
        _ => {}
    }
    found.extend(rewrites(change, before).then_some(RewritesTable));
    found
}

/// Objects that somebody may use go, or a right does.
fn breaks_clients(change: &Change) -> bool {
    matches!(
        change,
        Change::DropSynonym { .. }
            | Change::DropType { .. }
            | Change::DropPrincipal { .. }
            | Change::DropExternalModel { .. }
            | Change::Revoke(_)
            | Change::RoleMember { add: false, .. }
    )
}

fn of_conversion(from: &Column, to: &Column) -> Vec<Hazard> {
    let mut found = match conversion(from, to) {
        Conversion::None => Vec::new(),
        Conversion::Rewrites => vec![Hazard::RewritesTable],
        Conversion::MayFail(_) => vec![Hazard::FailsOnExistingRows],
        Conversion::Loses(_) => vec![Hazard::LosesData, Hazard::RewritesTable],
    };
    if from.nullable != Some(false) && to.nullable == Some(false) {
        found.push(Hazard::FailsOnExistingRows);
    }
    found
}

fn of_index(index: &Index) -> Vec<Hazard> {
    match index.kind {
        IndexKind::Rowstore { unique: true, .. } => vec![Hazard::FailsOnExistingRows],
        IndexKind::Vector { .. } => vec![Hazard::CannotRollBack],
        _ => Vec::new(),
    }
}

/// Whether rows that are there get no value for a new column that has to have one (Msg 4901).
fn needs_value(column: &Column) -> bool {
    let filled = column.default.is_some()
        || column.identity.is_some()
        || column.computed.is_some()
        || column.generated.is_some();
    column.nullable == Some(false) && !filled
}

/// Whether a change looks at or writes every row while it holds its lock; the others hold it for a moment.
fn works_on_rows(change: &Change, before: &Catalog) -> bool {
    match change {
        Change::AddConstraint { constraint, .. } => !constraint.not_trusted,
        Change::SwitchConstraint { enable, trusted, .. } => *enable && *trusted,
        Change::AlterColumn { from, to, .. } => {
            let reads = from.nullable != Some(false) && to.nullable == Some(false);
            reads || conversion(from, to) != Conversion::None
        }
        Change::AddColumn { column, .. } => writes_rows(column, false).is_some(),
        Change::CreateIndex { .. } => true,
        Change::AlterIndex { action, .. } => &**action == "REBUILD",
        _ => rewrites(change, before),
    }
}

/// Whether a change writes every row: the clustered index comes or goes, or the compression changes.
fn rewrites(change: &Change, before: &Catalog) -> bool {
    match change {
        Change::CreateIndex { index, .. } | Change::DropIndex { index, .. } => index.is_clustered(),
        Change::AddConstraint { table, constraint } => is_clustered(before, table, constraint),
        Change::DropConstraint { table, constraint } => {
            let is_key = matches!(constraint.kind, ConstraintKind::Key { .. });
            is_key && before.clustered_index(table) == Some(constraint.name.as_ref())
        }
        Change::SetTableOption { option, .. } => &*option.name == "REBUILD" || option.name.ends_with("_COMPRESSION"),
        _ => false,
    }
}
