//! An UPDATE of all vectors of a table whose vector index is there.

use crate::catalog::Presence;
use crate::lint::rows::Rows;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::replay::Step;
use crate::schema::Index;
use crate::syntax::ast::DmlVerb;

/// The rule.
pub static RULE: Rule = Rule {
    code: "reembed-under-vector-index",
    summary: "writes all vectors anew while a vector index follows each of them",
    docs: include_str!("reembed_under_vector_index.md"),
    levels: Levels::cloud(Level::Warning, Level::Off),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Step(check)],
};

fn check(step: &Step, findings: &mut Findings) {
    let Some(rows) = Rows::of_old_table(step, DmlVerb::Update).filter(|rows| rows.all) else { return };
    let Some(entry) = step.before.tables.get(&rows.table) else { return };
    let is_set = |index: &Index| index.keys.first().is_some_and(|key| rows.set.contains(&key.name));
    let Some((index, presence, place)) = entry.vector_indexes().find(|(index, ..)| is_set(index)) else { return };
    let message =
        format!("the vector index `{}` is kept up for every row of `{}` that this writes", index.name, rows.table);
    let finding = findings.add(step.place(), message);
    finding.table(&rows.table).related(place, "the index is created here").help(
        "write the new vectors to a column of their own, in steps, and build its index when they are there; or drop the index first and rebuild it in post-load/",
    );
    if presence == Presence::Possible || step.certainty == Presence::Possible {
        finding.at_most(Level::Info);
    }
}
