//! Row-level security: the conditions that policies put on the rows of a table.

use std::collections::BTreeMap;

use super::Interpreter;
use crate::catalog::Catalog;
use crate::name::Name;
use crate::sandbox::error::SqlError;
use crate::sandbox::query::{self, Change};
use crate::schema::{BlockOperation, Predicate, PredicateKind};

/// The predicates of enabled policies on a table. A policy whose STATE was not written is enabled
/// (Learn, CREATE SECURITY POLICY: "if not specified, the policy is enabled").
fn predicates<'a>(catalog: &'a Catalog, table: &'a Name) -> impl Iterator<Item = (&'a Name, &'a Predicate)> {
    let enabled = catalog.policies_on(table).filter(|(_, entry)| entry.definition.state != Some(false));
    enabled.flat_map(move |(name, entry)| {
        let of_table = entry.definition.predicates.iter().filter(move |predicate| &predicate.target == table);
        of_table.map(move |predicate| (name, predicate))
    })
}

/// The condition that FILTER predicates put on every row, as T-SQL over the table's columns.
pub(super) fn row_filter(catalog: &Catalog, table: &Name) -> Option<String> {
    let filters = predicates(catalog, table).filter(|(_, predicate)| predicate.kind == PredicateKind::Filter);
    let conditions: Vec<String> = filters.map(|(_, predicate)| condition(predicate)).collect();
    (!conditions.is_empty()).then(|| conditions.join(" AND "))
}

fn condition(predicate: &Predicate) -> String {
    let arguments: Vec<&str> = predicate.arguments.iter().map(|argument| argument.as_str()).collect();
    format!("EXISTS (SELECT * FROM {}({}))", predicate.function.bracketed(), arguments.join(", "))
}

/// When a BLOCK predicate is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// Before rows are written.
    Before,
    /// After rows are written.
    After,
}

/// The action of pending rows that a predicate without or with an operation judges at a moment.
fn actions(operation: Option<BlockOperation>, moment: Moment) -> &'static [&'static str] {
    match (operation, moment) {
        (None, Moment::Before) => &["UPDATE", "DELETE"],
        (None, Moment::After) => &["INSERT", "UPDATE"],
        (Some(BlockOperation::AfterInsert), Moment::After) => &["INSERT"],
        (Some(BlockOperation::AfterUpdate), Moment::After) => &["UPDATE"],
        (Some(BlockOperation::BeforeUpdate), Moment::Before) => &["UPDATE"],
        (Some(BlockOperation::BeforeDelete), Moment::Before) => &["DELETE"],
        _ => &[],
    }
}

impl Interpreter<'_> {
    /// Whether BLOCK predicates let a change of rows pass (Msg 33504).
    pub(super) fn judge_blocks(&self, change: &Change, moment: Moment) -> Result<(), SqlError> {
        let catalog = &self.session.schema.catalog;
        let Some(table) = catalog.table(&change.target) else { return Ok(()) };
        let blocks = predicates(catalog, &change.target).filter(|(_, each)| each.kind == PredicateKind::Block);
        let mut judged = BTreeMap::new();
        for (policy, predicate) in blocks {
            for action in actions(predicate.operation, moment) {
                judged.entry((*action, condition(predicate))).or_insert(policy);
            }
        }
        for ((action, condition), policy) in judged {
            let (holds, _) = self.look(|scope| query::row_condition(&condition, table, scope));
            let holds = holds.map_err(|refused| refused.error)?;
            let query = format!(
                "SELECT 1 FROM {} WHERE _rowid_ IN (SELECT row FROM {} WHERE action = '{action}') AND NOT ({holds}) LIMIT 1",
                change.physical, change.pending
            );
            if self.session.connection.prepare_cached(&query)?.exists([])? {
                return Err(blocked(policy, &change.target, self.session.database()));
            }
        }
        Ok(())
    }
}

fn blocked(policy: &Name, table: &Name, database: &str) -> SqlError {
    let text = format!(
        "The attempted operation failed because the target object '{database}.{}.{}' has a block predicate that conflicts with \
         this operation. If the operation is performed on a view, the block predicate might be enforced on the underlying \
         table. Modify the operation to target only the rows that are allowed by the block predicate. (Security policy \
         {policy}.)",
        table.schema.as_str(),
        table.object.as_str(),
    );
    SqlError::new(33504, text)
}
