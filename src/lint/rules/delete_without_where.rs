//! A DELETE that nothing restricts.

use crate::catalog::{Catalog, Place};
use crate::lint::emptied::Emptied;
use crate::lint::rows::Rows;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
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
        let Some(rows) = Rows::of_old_table(step, DmlVerb::Delete).filter(|rows| rows.all) else { return };
        self.0.note(step, Place { file: step.file as u32, span: step.span }, rows.table);
    }

    fn file_end(&mut self, _after: &Catalog, findings: &mut Findings) {
        let message = |table: &Name| format!("this deletes every row of `{table}`");
        self.0.tell(findings, message, |finding| {
            finding.help("say which rows with a WHERE; where all have to go, say why in an allowance");
        });
    }
}
