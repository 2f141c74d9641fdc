//! TOP_N, the old argument of VECTOR_SEARCH.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "top-n-search",
    summary: "searches with TOP_N, which current vector indexes refuse",
    docs: include_str!("top_n_search.md"),
    levels: Levels::cloud(Level::Error, Level::Off),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check)],
};

const HELP: &str = "write SELECT TOP (n) WITH APPROXIMATE … and ORDER BY the distance, and leave TOP_N out";

fn check(cx: &QueryCx, findings: &mut Findings) {
    for (_, select) in parts(&cx.query.statement).selects {
        for (_, search) in cx.searches(select) {
            let Some(top_n) = &search.top_n else { continue };
            let (place, searched) = (cx.query.place(top_n.at), cx.searched(search));
            let index = searched.as_ref().and_then(|searched| searched.index());
            if let (Some(searched), Some(index)) = (&searched, index) {
                findings
                    .add(place, format!("TOP_N is refused on the vector index `{}`", index.name))
                    .table(&searched.table)
                    .errors(&[42274])
                    .related(searched.place_of(index), "the index is made here")
                    .help(HELP);
            } else if cx.table(&search.table).is_none() {
                let message = "TOP_N is refused once the column has a current vector index";
                findings.add(place, message).unsure().errors(&[42274]).help(HELP);
            }
        }
    }
}
