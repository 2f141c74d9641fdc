//! A security policy that is off, does not say whether it is on, or is not schema-bound.

use crate::catalog::{Catalog, Place};
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;

/// The rule.
pub static RULE: Rule = Rule {
    code: "policy-state",
    summary: "makes a security policy that may not work as it looks",
    docs: include_str!("policy_state.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Made>::default())],
};

/// The policies that the file at hand makes.
#[derive(Default)]
struct Made(Vec<(Place, Name)>);

impl Watch for Made {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        if let Change::CreatePolicy { name, .. } = cx.change {
            self.0.retain(|(_, made)| made != name);
            self.0.push((cx.place, name.clone()));
        }
    }

    fn file_end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (place, name) in self.0.drain(..) {
            let Some(policy) = after.policies.get(&name).map(|entry| &entry.definition) else { continue };
            let (message, help) = match (policy.state, policy.schema_bound) {
                (Some(false), _) => (
                    format!("`{name}` is off and guards nothing"),
                    "write WITH (STATE = ON), or switch it on in the file that needs it",
                ),
                (None, _) => (
                    format!("`{name}` does not say whether it is on, and the documentation says both"),
                    "write WITH (STATE = ON)",
                ),
                (Some(true), Some(false)) => (
                    format!(
                        "`{name}` is not schema-bound: what its function reads can change under it, and every user needs rights on that"
                    ),
                    "leave SCHEMABINDING = OFF out, and make the function WITH SCHEMABINDING",
                ),
                (Some(true), _) => continue,
            };
            findings.add(place, message).help(help);
        }
    }
}
