//! A table that was guarded before the file and is not after it.

use crate::catalog::Catalog;
use crate::lint::guarding::{Lift, filters};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};

/// The rule.
pub static RULE: Rule = Rule {
    code: "lift-security-policy",
    summary: "takes the security policy off a table",
    docs: include_str!("lift_security_policy.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &["missing-object"],
    checks: &[Check::Watch(|| Box::<Lifted>::default())],
};

/// What the file at hand has taken away.
#[derive(Default)]
struct Lifted(Vec<Lift>);

const HELP: &str = "keep the predicate; a function is replaced by ALTER SECURITY POLICY … ALTER FILTER PREDICATE, which leaves \
                    no moment without one";

impl Watch for Lifted {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        self.0.extend(Lift::of(cx));
    }

    fn file_end(&mut self, after: &Catalog, findings: &mut Findings) {
        for lift in self.0.drain(..) {
            let policy = &lift.policy;
            let open = lift.tables.iter().filter(|table| after.tables.contains_key(table));
            for table in open.filter(|table| filters(after, table).next().is_none()) {
                let message = format!("without `{policy}` everyone sees every row of `{table}`");
                let finding = findings.add(lift.place, message).table(table).help(HELP);
                if !lift.certain {
                    finding.unsure();
                }
            }
            if !lift.is_known && !after.policies.contains_key(policy) {
                findings
                    .add(lift.place, format!("without `{policy}` everyone sees every row of the tables that it guards"))
                    .help(HELP)
                    .unsure();
            }
        }
    }
}
