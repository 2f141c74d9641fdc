//! A hint for tests in a query that is no test.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "force-ann-only",
    summary: "makes a search fail where no vector index answers it",
    docs: include_str!("force_ann_only.md"),
    levels: Levels::cloud(Level::Info, Level::Off),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::StandingQuery(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    if cx.path.to_lowercase().contains("test") {
        return;
    }
    for (_, select) in parts(&cx.query.statement).selects {
        for (source, _) in cx.searches(select).filter(|(_, search)| search.force_ann_only) {
            findings
                .add(cx.query.place(source.at), "FORCE_ANN_ONLY makes this search fail while there is no fitting vector index")
                .errors(&[42227])
                .help("keep it for tests, which it tells whether the index is used; without it the search is slower, not down");
        }
    }
}
