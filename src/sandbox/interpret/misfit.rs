//! Changes of the schema that do not fit what is in the database: versions and rows.

use super::Interpreter;
use crate::change::Change;
use crate::name::Name;
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::store::table::{physical, quoted};
use crate::schema::Column;

impl Interpreter<'_> {
    /// A change of the columns of a system-versioned table is one of its history too, and the engine refuses to drop it
    /// (Msg 13552).
    pub(super) fn refuse_versioned(&self, change: &Change) -> Result<(), Errors> {
        let (Change::DropTable { name }
        | Change::AddColumn { table: name, .. }
        | Change::AlterColumn { table: name, .. }
        | Change::DropColumn { table: name, .. }) = change
        else {
            return Ok(());
        };
        if self.session.schema.catalog.table(name).is_none_or(|table| table.versioned.is_none()) {
            return Ok(());
        }
        let Change::DropTable { .. } = change else {
            return Err(
                SqlError::unknown(format!("A change of the columns of the system-versioned table {name}")).into()
            );
        };
        let text = format!(
            "Drop table operation failed on table '{}.{}.{}' because it is not a supported operation on system-versioned \
             temporal tables.",
            self.session.database(),
            name.schema.as_str(),
            name.object.as_str()
        );
        Err(SqlError::new(13552, text).into())
    }

    /// A column that takes no NULL needs a value for the rows that are there (Msg 4901).
    pub(super) fn refuse_unfilled(&self, table: &Name, column: &Column) -> Result<(), Errors> {
        let filled = column.default.is_some() || column.identity.is_some() || column.computed.is_some();
        let has_rows = || {
            let query = format!("SELECT 1 FROM {} LIMIT 1", quoted(&physical(table)));
            self.session.connection.prepare(&query).and_then(|mut query| query.exists([]))
        };
        if filled || column.nullable != Some(false) || !has_rows()? {
            return Ok(());
        }
        let text = format!(
            "ALTER TABLE only allows columns to be added that can contain nulls, or have a DEFAULT definition specified, or \
             the column being added is an identity or timestamp column, or alternatively if none of the previous conditions \
             are satisfied the table must be empty to allow addition of this column. Column '{}' cannot be added to \
             non-empty table '{}' because it does not satisfy these conditions.",
            column.name.as_str(),
            table.object.as_str()
        );
        Err(SqlError::new(4901, text).into())
    }
}
