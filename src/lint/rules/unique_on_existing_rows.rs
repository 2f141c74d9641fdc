//! A unique index or key over rows that are there.

use std::collections::BTreeSet;

use crate::catalog::Catalog;
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::{Ident, Name};
use crate::schema::{Constraint, ConstraintKind, Index, IndexKind, KeyColumn};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unique-on-existing-rows",
    summary: "makes columns unique in a table that may hold duplicates",
    docs: include_str!("unique_on_existing_rows.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Unique>::default())],
};

/// The keys that the file at hand has dropped: their columns have no duplicates.
#[derive(Default)]
struct Unique(Vec<(Name, Vec<KeyColumn>)>);

impl Watch for Unique {
    fn change(&mut self, cx: &ChangeCx, findings: &mut Findings) {
        match cx.change {
            Change::DropIndex { table, index } => self.dropped(table, key_of_index(index)),
            Change::DropConstraint { table, constraint } => self.dropped(table, key_of_constraint(constraint)),
            Change::CreateIndex { table, index, .. } => {
                if let Some(keys) = key_of_index(index)
                    && !(index.filter.is_some() && is_filtered_away(cx, table, keys))
                {
                    self.made(cx, table, keys, findings);
                }
            }
            Change::AddConstraint { table, constraint } => {
                if let Some(keys) = key_of_constraint(constraint) {
                    self.made(cx, table, keys, findings);
                }
            }
            _ => {}
        }
    }

    fn file_end(&mut self, _after: &Catalog, _findings: &mut Findings) {
        self.0.clear();
    }
}

impl Unique {
    fn dropped(&mut self, table: &Name, keys: Option<&[KeyColumn]>) {
        self.0.extend(keys.map(|keys| (table.clone(), keys.to_vec())));
    }

    fn made(&self, cx: &ChangeCx, table: &Name, keys: &[KeyColumn], findings: &mut Findings) {
        if !cx.is_old(table)
            || keys.is_empty()
            || self.is_unique(cx.before, table, keys)
            || fills_itself(cx, table, keys)
        {
            return;
        }
        let columns: Vec<_> = keys.iter().map(|key| format!("`{}`", key.name)).collect();
        let columns = columns.join(", ");
        cx.tell(findings, table, format!("this fails when two rows of `{table}` have the same {columns}"))
            .errors(&[1505])
            .help("look for duplicates before the release (GROUP BY … HAVING COUNT(*) > 1), and settle them in an earlier step");
    }

    /// Whether some of the columns are unique already, or were when the file began.
    fn is_unique(&self, catalog: &Catalog, table: &Name, keys: &[KeyColumn]) -> bool {
        let names: BTreeSet<&Ident> = keys.iter().map(|key| &key.name).collect();
        let within = |other: &[KeyColumn]| !other.is_empty() && other.iter().all(|key| names.contains(&key.name));
        let dropped = self.0.iter().any(|(of, keys)| of == table && within(keys));
        let there = catalog.table(table).is_some_and(|table| {
            let indexes = table.indexes.iter().filter(|index| index.filter.is_none()).filter_map(key_of_index);
            indexes.chain(table.constraints.iter().filter_map(key_of_constraint)).any(within)
        });
        dropped || there
    }
}

fn key_of_index(index: &Index) -> Option<&[KeyColumn]> {
    matches!(index.kind, IndexKind::Rowstore { unique: true, .. }).then_some(&index.keys[..])
}

fn key_of_constraint(constraint: &Constraint) -> Option<&[KeyColumn]> {
    match &constraint.kind {
        ConstraintKind::Key { columns, .. } => Some(columns),
        _ => None,
    }
}

/// Whether a key column is new and NULL in every row, so that a filter leaves nothing.
fn is_filtered_away(cx: &ChangeCx, table: &Name, keys: &[KeyColumn]) -> bool {
    keys.iter().any(|key| {
        let column = cx.before.column(table, &key.name);
        let is_null = column.is_some_and(|column| column.nullable != Some(false) && column.computed.is_none());
        is_null && !cx.is_old_column(table, &key.name) && cx.copied(&[&table.object, &key.name]).is_none()
    })
}

/// Whether a key column is new and gives every row a value of its own.
fn fills_itself(cx: &ChangeCx, table: &Name, keys: &[KeyColumn]) -> bool {
    keys.iter().any(|key| {
        let column = cx.before.column(table, &key.name);
        let own = column.is_some_and(|column| {
            let default = column.default.as_ref().map(|default| default.value.as_str().to_uppercase());
            column.identity.is_some()
                || default.is_some_and(|default| {
                    default.contains("NEWID") || default.contains("NEXT VALUE") || default.contains("NEWSEQUENTIALID")
                })
        });
        own && !cx.is_old_column(table, &key.name)
    })
}
