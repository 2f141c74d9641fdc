//! A DELETE that nothing restricts.

use crate::catalog::Catalog;
use crate::lint::emptied::Emptied;
use crate::lint::rows::Rows;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::replay::Step;
use crate::syntax::ast::DmlVerb;

/// The rule.
pub static RULE: Rule = Rule {
    code: "delete-without-where",
    summary: "deletes every row of a table",
    docs: include_str!("delete_without_where.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &["own-history-table"],
    checks: &[Check::Watch(|| Box::<Deleted>::default())],
};

/// The tables of which the file at hand deletes every row.
#[derive(Default)]
struct Deleted(Emptied);

impl Watch for Deleted {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        self.0.follow(step);
        let place = step.place();
        if let Some(rows) = Rows::of_old_table(step, DmlVerb::Delete).filter(|rows| rows.all) {
            let message = format!("this deletes every row of `{}`", rows.table);
            self.0.note(step, place, rows.table, message, false);
        }
        if let Some(rows) = Rows::of_old_table(step, DmlVerb::Merge)
            && let Some(brings) = rows.unmatched
        {
            let message = format!("this deletes every row of `{}` that the source does not have", rows.table);
            self.0.note(step, place, rows.table, message, brings);
        }
    }

    fn file_end(&mut self, _after: &Catalog, findings: &mut Findings) {
        self.0.tell(findings, "say which rows with a WHERE; where all have to go, say why in an allowance");
    }
}
