//! The rows that are farthest away, where the nearest were meant.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "farthest-first",
    summary: "orders by distance descending, which finds the farthest rows",
    docs: include_str!("farthest_first.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    for ranking in cx.rankings().iter().filter(|ranking| ranking.key.descending) {
        let is_dot = ranking.metric().is_some_and(|metric| metric.eq_ignore_ascii_case("dot"));
        let why = if is_dot { ": VECTOR_DISTANCE('dot') is the negative inner product" } else { "" };
        let finding = findings
            .add(cx.query.call_place(ranking.key.value.at), format!("DESC finds the rows that are farthest away{why}"));
        finding.help("leave DESC out: the smaller the distance the nearer, by every metric");
        if !is_dot {
            finding.unsure();
        }
        if let Some(searched) = ranking.searched(cx) {
            finding.table(&searched.table);
        }
    }
}
