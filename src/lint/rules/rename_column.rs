//! A column that takes another name: whoever uses the old one no longer finds it.

use crate::catalog::{Catalog, Place, Presence};
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::{Ident, Name};

/// The rule.
pub static RULE: Rule = Rule {
    code: "rename-column",
    summary: "renames a column that others may name",
    docs: include_str!("rename_column.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &["column-still-used"],
    checks: &[Check::Watch(|| Box::<Renamed>::default())],
};

/// The columns that the file at hand has renamed: table, old and new name.
#[derive(Default)]
struct Renamed(Vec<(Place, Name, Ident, Ident)>);

impl Watch for Renamed {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let Change::RenameColumn { table, from, to } = cx.change else { return };
        if cx.is_old_column(table, from) && cx.step.certainty == Presence::Certain {
            self.0.push((cx.place, table.clone(), from.clone(), to.clone()));
        }
    }

    fn file_end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (place, table, from, to) in self.0.drain(..) {
            if after.column(&table, &from).is_some() {
                continue;
            }
            findings
                .add(place, format!("whatever names `{from}` of `{table}` no longer finds it: it is `{to}` now"))
                .table(&table)
                .errors(&[207])
                .help(format!("add a computed column `{from} AS {to}` until no release reads the old name, or add a new column and fill it"));
        }
    }
}
