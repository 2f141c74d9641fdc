//! An index that goes, or is switched off, leaves queries without it.

use crate::catalog::{Catalog, Part, Place};
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::schema::{ConstraintKind, Index, KeyColumn};

/// The rule.
pub static RULE: Rule = Rule {
    code: "drop-index",
    summary: "drops an index that queries may rely on",
    docs: include_str!("drop_index.md"),
    levels: Levels::all(Level::Info),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Dropped>::default())],
};

/// The indexes that the file at hand has dropped.
#[derive(Default)]
struct Dropped(Vec<(Place, Name, Index)>);

impl Watch for Dropped {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let Change::DropIndex { table, index } = cx.change else { return };
        if !index.is_vector() && is_old_index(cx, table, index) {
            self.0.push((cx.place, table.clone(), (**index).clone()));
        }
    }

    fn file_end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (place, table, index) in self.0.drain(..).filter(|(_, table, index)| is_missed(after, table, index)) {
            let message = format!("queries that use the index `{}` of `{table}` scan from here on", index.name);
            findings
                .add(place, message)
                .table(&table)
                .help("look in sys.dm_db_index_usage_stats whether anything uses it, and drop it when nothing does");
        }
    }
}

/// Whether an index was there before the file.
pub(super) fn is_old_index(cx: &ChangeCx, table: &Name, index: &Index) -> bool {
    let entry = cx.before.tables.get(table);
    let place = entry.and_then(|entry| entry.place_of(&Part::Index(index.name.clone())));
    cx.is_old(table) && place.is_none_or(|place| place.file as usize != cx.step.file)
}

/// Whether a table is there, and has no index of the same name or over the same columns.
fn is_missed(after: &Catalog, table: &Name, index: &Index) -> bool {
    let Some(entry) = after.tables.get(table) else { return false };
    let same = |keys: &[KeyColumn]| !index.keys.is_empty() && keys.starts_with(&index.keys);
    let in_index = entry.definition.indexes.iter().any(|other| other.name == index.name || same(&other.keys));
    let in_key = entry
        .definition
        .constraints
        .iter()
        .any(|constraint| matches!(&constraint.kind, ConstraintKind::Key { columns, .. } if same(columns)));
    !in_index && !in_key
}
