//! A vector index that goes for good: searches become scans.

use crate::catalog::{Catalog, Place};
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::schema::Index;

use super::drop_index::is_old_index;

/// The rule.
pub static RULE: Rule = Rule {
    code: "drop-vector-index",
    summary: "drops a vector index and builds none again",
    docs: include_str!("drop_vector_index.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Dropped>::default())],
};

/// The vector indexes that the history has dropped.
#[derive(Default)]
struct Dropped(Vec<(Place, Name, Index)>);

impl Watch for Dropped {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let Change::DropIndex { table, index } = cx.change else { return };
        if index.is_vector() && is_old_index(cx, table, index) {
            self.0.push((cx.place, table.clone(), (**index).clone()));
        }
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (place, table, index) in &self.0 {
            let still_there = index.keys.first().is_some_and(|key| after.column(table, &key.name).is_some());
            let again = after.vector_indexes_on(table).any(|other| other.keys == index.keys);
            if !still_there || again {
                continue;
            }
            let message =
                format!("without the vector index `{}` every search of `{table}` reads all its rows", index.name);
            findings.add(*place, message).table(table).help(
                "build it again in post-load/ when the work for which it went is done; where it goes for good, \
                 search exactly with ORDER BY VECTOR_DISTANCE",
            );
        }
    }
}
