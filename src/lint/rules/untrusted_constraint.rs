//! A foreign key or check that is there, but not known to hold.

use std::collections::BTreeMap;

use crate::catalog::{Catalog, Place};
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::{Ident, Name};
use crate::schema::ConstraintKind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "untrusted-constraint",
    summary: "leaves a constraint that the engine does not trust",
    docs: include_str!("untrusted_constraint.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Untrusted>::default())],
};

/// The constraints that the file at hand has added or switched on or off without a look at the rows, and
/// where it did so last.
#[derive(Default)]
struct Untrusted(BTreeMap<(Name, Ident), Place>);

impl Watch for Untrusted {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let (table, name) = match cx.change {
            Change::AddConstraint { table, constraint } if constraint.not_trusted => (table, constraint.name.as_ref()),
            Change::SwitchConstraint { table, name, trusted: false, .. } => (table, Some(name)),
            _ => return,
        };
        self.0.extend(name.filter(|_| !table.is_temporary()).map(|name| ((table.clone(), name.clone()), cx.place)));
    }

    fn file_end(&mut self, after: &Catalog, findings: &mut Findings) {
        for ((table, name), place) in std::mem::take(&mut self.0) {
            let constraint = after.table(&table).and_then(|table| table.constraint(&name));
            let Some(constraint) = constraint.filter(|constraint| constraint.not_trusted) else { continue };
            let never = matches!(
                constraint.kind,
                ConstraintKind::ForeignKey { not_for_replication: true, .. }
                    | ConstraintKind::Check { not_for_replication: true, .. }
            );
            if never {
                continue;
            }
            let state =
                if constraint.disabled { "switched off" } else { "not trusted: rows that break it may be there" };
            findings.add(place, format!("`{name}` of `{table}` stays {state}")).table(&table).help(format!(
                "check the rows in this file or a later one: ALTER TABLE {table} WITH CHECK CHECK CONSTRAINT {name}"
            ));
        }
    }
}
