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

fn check(cx: &QueryCx, findings: &mut Findings) {
    for (_, select) in parts(&cx.query.statement).selects {
        for (_, search) in cx.searches(select) {
            let Some(top_n) = &search.top_n else { continue };
            let searched = cx.searched(search);
            let index = searched.as_ref().and_then(|searched| searched.index());
            let message = match index {
                Some(index) => format!("TOP_N is refused on the vector index `{}`", index.name),
                None => "TOP_N is deprecated, and refused once the column has a current vector index".to_owned(),
            };
            let finding = findings.add(cx.query.place(top_n.at), message).errors(&[42274]);
            finding.help("write SELECT TOP (n) WITH APPROXIMATE … and ORDER BY the distance, and leave TOP_N out");
            if let (Some(searched), Some(index)) = (&searched, index) {
                finding.table(&searched.table).related(searched.place_of(index), "the index is made here");
            } else {
                finding.unsure();
            }
        }
    }
}
