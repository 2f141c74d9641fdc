//! Tables that hold the history of others.

use super::Edit;
use crate::change::Change;

impl Edit<'_> {
    /// The columns of a history table follow those of its table (Learn, "Change the schema of a
    /// system-versioned temporal table").
    pub(super) fn history_follows(&mut self, change: &Change) {
        let history = change.table().and_then(|table| self.catalog.table(table)?.versioned.clone().flatten());
        let Some(edit) = history.and_then(|history| self.table_mut(&history)) else { return };
        let columns = &mut edit.table.columns;
        match change {
            Change::AddColumn { column, .. } if !columns.iter().any(|there| there.name == column.name) => {
                columns.push(column.in_history());
            }
            Change::DropColumn { column, .. } => columns.retain(|there| &there.name != column),
            Change::AlterColumn { to, .. } => {
                columns.iter_mut().filter(|there| there.name == to.name).for_each(|there| *there = to.in_history());
            }
            Change::RenameColumn { from, to, .. } => edit.table.rename_column(from, to),
            _ => {}
        }
    }
}
