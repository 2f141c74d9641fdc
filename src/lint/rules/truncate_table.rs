//! TRUNCATE TABLE takes every row.

use crate::catalog::Catalog;
use crate::change::Change;
use crate::lint::emptied::Emptied;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::replay::Step;

/// The rule.
pub static RULE: Rule = Rule {
    code: "truncate-table",
    summary: "deletes every row of a table",
    docs: include_str!("truncate_table.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Truncated>::default())],
};

/// The tables that the file at hand truncates.
#[derive(Default)]
struct Truncated(Emptied);

impl Watch for Truncated {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        self.0.follow(step);
    }

    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let Change::Truncate { table } = cx.change else { return };
        if cx.is_old(table) && cx.copied(&[&table.object]).is_none() {
            let message = format!("truncating `{table}` deletes all of its rows");
            self.0.note(cx.step, cx.place, table.clone(), message, false);
        }
    }

    fn file_end(&mut self, _after: &Catalog, findings: &mut Findings) {
        self.0.tell(findings, "delete what has to go, with a WHERE; copy the rest first where all of it goes");
    }
}
