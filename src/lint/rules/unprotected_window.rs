//! A policy that goes and comes back in one file, in no transaction that would hide it.

use crate::catalog::Catalog;
use crate::lint::guarding::{Lift, filters};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unprotected-window",
    summary: "leaves a table without its security policy for a while",
    docs: include_str!("unprotected_window.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Lifted>::default())],
};

/// What the file at hand has taken away for others to see.
#[derive(Default)]
struct Lifted(Vec<Lift>);

impl Watch for Lifted {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        self.0.extend(Lift::of(cx).filter(|lift| !lift.in_transaction));
    }

    fn file_end(&mut self, after: &Catalog, findings: &mut Findings) {
        for lift in self.0.drain(..) {
            for table in &lift.tables {
                let Some(again) = filters(after, table).next() else { continue };
                findings
                    .add(lift.place, format!("everyone sees every row of `{table}` until it is guarded again"))
                    .table(table)
                    .related(again.place, "it is guarded again here")
                    .help("use ALTER SECURITY POLICY, which changes a predicate in one step, or put both into one transaction");
            }
        }
    }
}
