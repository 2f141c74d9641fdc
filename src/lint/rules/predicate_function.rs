//! A schema-bound policy needs a schema-bound predicate function.

use crate::catalog::Presence;
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::schema::{FunctionKind, Policy};

/// The rule.
pub static RULE: Rule = Rule {
    code: "predicate-function",
    summary: "gives a schema-bound policy a function that is not",
    docs: include_str!("predicate_function.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let (policy, known): (&Policy, &[_]) = match cx.change {
        Change::CreatePolicy { policy, .. } => (policy, &[]),
        Change::AlterPolicy { from, to, .. } => (to, &from.predicates),
        _ => return,
    };
    if policy.schema_bound == Some(false) {
        return;
    }
    for predicate in policy.predicates.iter().filter(|predicate| !known.contains(predicate)) {
        let Some(entry) = cx.before.modules.get(&predicate.function) else { continue };
        let is_inline = entry.definition.function == Some(FunctionKind::Inline);
        if !is_inline || entry.definition.is_schema_bound() || entry.presence == Presence::Possible || entry.uncertain {
            continue;
        }
        let (function, table) = (&predicate.function, &predicate.target);
        cx.tell(findings, table, format!("the policy is schema-bound and `{function}` is not"))
            .errors(&[4513])
            .related(entry.origin.0, "the function is made here")
            .help("make the function WITH SCHEMABINDING, and name what it reads with two parts");
    }
}
