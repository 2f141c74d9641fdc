//! Constraints over rows that are there.

use super::alter::{Done, Store};
use super::table::{physical, quoted, referenced_columns};
use crate::name::{Ident, Name};
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::query;
use crate::schema::{Constraint, ConstraintKind};

impl Store<'_> {
    pub(super) fn add_constraint(&self, table: &Name, constraint: &Constraint) -> Done {
        let failed = "Could not create constraint or index. See previous errors.";
        if let ConstraintKind::Key { primary: true, columns, .. } = &constraint.kind {
            columns.iter().try_for_each(|key| self.refuse_nulls(table, &key.name))?;
        }
        self.settle_named(table).map_err(|errors| errors.then(SqlError::new(1750, failed)))?;
        if !constraint.not_trusted && !constraint.disabled {
            self.judge_rows(table, constraint)?;
        }
        Ok(())
    }

    pub(super) fn switch_constraint(&self, table: &Name, name: &Ident, with_check: bool) -> Done {
        self.settle_named(table)?;
        match self.table(table)?.constraint(name) {
            Some(constraint) if with_check => self.judge_rows(table, constraint),
            _ => Ok(()),
        }
    }

    /// Whether the rows that are there satisfy a constraint (Msg 547).
    pub(super) fn judge_rows(&self, table: &Name, constraint: &Constraint) -> Done {
        let name = physical(table);
        let (kind, place, violated) = match &constraint.kind {
            ConstraintKind::Check { condition, .. } => {
                let condition = query::row_condition(condition.as_str(), self.table(table)?, &self.scope);
                let condition = condition.map_err(|refused| refused.error)?;
                let query = format!("SELECT 1 FROM {} WHERE NOT ({condition}) LIMIT 1", quoted(&name));
                ("CHECK", table, self.any(&query)?)
            }
            ConstraintKind::ForeignKey { references, .. } => {
                ("FOREIGN KEY", references, self.has_orphans(&name, constraint)?)
            }
            _ => return Ok(()),
        };
        if !violated {
            return Ok(());
        }
        let text = format!(
            "The ALTER TABLE statement conflicted with the {kind} constraint \"{}\". The conflict occurred in database \
             \"{}\", table \"{place}\".",
            constraint.name.as_ref().map_or("", Ident::as_str),
            self.scope.database,
        );
        Err(SqlError::new(547, text).state(0).into())
    }

    /// Whether a row refers to no row, by this foreign key.
    pub(super) fn has_orphans(&self, table: &str, constraint: &Constraint) -> Result<bool, Errors> {
        let ConstraintKind::ForeignKey { columns, references, referenced, .. } = &constraint.kind else {
            return Ok(false);
        };
        let there = referenced_columns(self.scope.catalog, references, referenced);
        self.any(&super::rows::orphans(table, columns, &physical(references), &there))
    }
}
