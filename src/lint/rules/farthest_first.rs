//! The rows that are farthest away, where the nearest were meant.

use crate::lint::{BOTH, Check, Diagnostic, Findings, Level, Levels, QueryCx, Ranking, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "farthest-first",
    summary: "orders by distance descending, or by similarity ascending, which finds the farthest rows",
    docs: include_str!("farthest_first.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    let rankings = cx.rankings();
    let numberings = cx.numberings();
    for ranking in rankings.iter().chain(&numberings).filter(|ranking| ranking.is_farthest_first()) {
        let (what, help) = match ranking.is_similarity {
            false => ("DESC", "leave DESC out: the smaller the distance the nearer, by every metric"),
            true => (
                "ascending, this",
                "add DESC, or order by VECTOR_DISTANCE itself: a similarity is the larger the nearer",
            ),
        };
        let why = if is_dot(ranking) { ": VECTOR_DISTANCE('dot') is the negative inner product" } else { "" };
        let message = format!("{what} finds the rows that are farthest away{why}");
        tell(cx, ranking, ranking.key.value.at, message, findings).help(help);
    }
    for (at, is_similarity) in cx.farthest_values() {
        let (taken, meant) = if is_similarity { ("MIN", "MAX") } else { ("MAX", "MIN") };
        findings
            .add(
                cx.query.call_place(at),
                format!("{taken} is of the row that is farthest away, and not of the nearest"),
            )
            .unsure()
            .help(format!("take {meant}: the smaller the distance the nearer, the larger a similarity"));
    }
    for ranking in rankings.iter().filter(|ranking| !ranking.is_farthest_first()) {
        let thresholds = cx.thresholds(ranking);
        // With a bound on the other side too, a ring of rows is what is looked for.
        if let Some((at, _)) = thresholds.first().filter(|_| thresholds.iter().all(|(_, is_far)| *is_far)) {
            let message = "this keeps the rows that are farther away, and ORDER BY the nearest of them".to_owned();
            tell(cx, ranking, *at, message, findings)
                .unsure()
                .help("turn the comparison around: the smaller the distance the nearer, the larger a similarity");
        }
    }
}

fn is_dot(ranking: &Ranking) -> bool {
    ranking.metric().is_some_and(|metric| metric.eq_ignore_ascii_case("dot"))
}

fn tell<'f>(
    cx: &QueryCx,
    ranking: &Ranking,
    at: usize,
    message: String,
    findings: &'f mut Findings,
) -> &'f mut Diagnostic {
    let finding = findings.add(cx.query.call_place(at), message);
    if !is_dot(ranking) {
        finding.unsure();
    }
    if let Some(searched) = ranking.searched(cx) {
        finding.table(&searched.table);
    }
    finding
}
