//! A search by another metric than that of the vector index.

use crate::catalog::{Part, Place, Presence};
use crate::lint::literal;
use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule, Searched};
use crate::refusal::Profile;
use crate::schema::{Index, IndexKind, METRICS, is_one_of};
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "search-metric",
    summary: "measures by another metric than the vector index of the column",
    docs: include_str!("search_metric.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    for (_, select) in parts(&cx.query.statement).selects {
        for (_, search) in cx.searches(select) {
            if let Some(searched) = cx.searched(search)
                && let Some((index, own)) = other_metric(&searched, literal(&search.metric))
            {
                tell(cx, &searched, index, own, cx.query.place(search.metric.at), findings);
            }
        }
    }
    for ranking in cx.rankings() {
        if let Some(searched) = ranking.searched(cx)
            && let Some((index, own)) = other_metric(&searched, ranking.metric())
        {
            let message = format!(
                "this ranks `{}` by another metric than `{}`, its vector index, has: `{own}`",
                searched.table, index.name
            );
            findings
                .add(cx.query.call_place(ranking.at), message)
                .unsure()
                .table(&searched.table)
                .related(searched.place_of(index), "the metric is chosen here")
                .help(format!("search with VECTOR_SEARCH and METRIC = '{own}'"));
        }
    }
}

fn tell(cx: &QueryCx, searched: &Searched, index: &Index, own: &str, place: Place, findings: &mut Findings) {
    let is_box = cx.options.engine == Profile::Sql2025;
    let message = if is_box {
        format!("the vector index `{}` has the metric `{own}`: the search is refused", index.name)
    } else {
        format!(
            "the vector index `{}` has the metric `{own}`: this search does not use it and reads every row, without a \
             warning",
            index.name
        )
    };
    let finding = findings.add(place, message).table(&searched.table);
    finding.related(searched.place_of(index), "the metric is chosen here").help(format!("write METRIC = '{own}'"));
    if is_box {
        finding.errors(&[42227]);
    }
    if searched.entry.presence_of(&Part::Index(index.name.clone())) == Presence::Possible {
        finding.unsure();
    }
}

/// The index of the column and its metric, when the one that is written differs from it.
fn other_metric<'a>(searched: &Searched<'a>, written: Option<&str>) -> Option<(&'a Index, &'a str)> {
    let index = searched.index()?;
    let IndexKind::Vector { metric: Some(own), .. } = &index.kind else { return None };
    let own = own.trim_end_matches(' ');
    // An index of no metric is told where it is made.
    (is_one_of(own, &METRICS) && !own.eq_ignore_ascii_case(written?)).then_some((index, own))
}
