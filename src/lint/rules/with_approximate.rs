//! WITH APPROXIMATE, which SQL Server 2025 does not know.

use crate::lint::{BOTH, Check, Findings, Level, Levels, QueryCx, Rule};
use crate::syntax::query::walk::parts;

/// The rule.
pub static RULE: Rule = Rule {
    code: "with-approximate",
    summary: "writes WITH APPROXIMATE, which SQL Server 2025 does not parse",
    docs: include_str!("with_approximate.md"),
    levels: Levels::cloud(Level::Off, Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Query(check)],
};

fn check(cx: &QueryCx, findings: &mut Findings) {
    let selects = parts(&cx.query.statement).selects;
    for at in selects.iter().filter_map(|(query, select)| query.approximate_at(select)) {
        findings
            .add(cx.query.place(at), "SQL Server 2025 does not know WITH APPROXIMATE")
            .errors(&[102])
            .help("give VECTOR_SEARCH the argument TOP_N = n instead");
    }
}
