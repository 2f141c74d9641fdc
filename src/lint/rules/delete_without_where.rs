//! A DELETE that nothing restricts.

use crate::catalog::{Place, Presence};
use crate::lint::rows::Rows;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
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
    checks: &[Check::Step(check)],
};

fn check(step: &Step, findings: &mut Findings) {
    let Some(rows) = Rows::of_old_table(step, DmlVerb::Delete).filter(|rows| rows.all) else { return };
    let place = Place { file: step.file as u32, span: step.span };
    let table = rows.table;
    let finding = findings.add(place, format!("this deletes every row of `{table}`")).table(&table);
    finding.help("say which rows with a WHERE; where all have to go, say why in an allowance");
    if step.certainty == Presence::Possible {
        finding.unsure();
    }
}
