//! A foreign key or check that is there, but not known to hold.

use std::collections::BTreeMap;

use crate::catalog::{Catalog, Place};
use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::{Ident, Name};
use crate::replay::Step;
use crate::schema::{Constraint, ConstraintKind};
use crate::syntax::ast::{AlterTable, Kind};

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
struct Untrusted {
    named: BTreeMap<(Name, Ident), Place>,
    /// The tables in which it did so to those without a name: only ALL reaches them.
    unnamed: BTreeMap<Name, Place>,
}

impl Watch for Untrusted {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        let Kind::AlterTable { name, actions } = &step.statement.kind else { return };
        let table = step.before.resolve(&name.to_name());
        for (action, span) in actions {
            match action {
                AlterTable::SwitchConstraint { enable: true, with_check: true, names } if names.is_empty() => {
                    self.unnamed.remove(&table);
                }
                AlterTable::SwitchConstraint { enable: false, names, .. }
                    if names.is_empty() && has_unnamed(step.before, &table) =>
                {
                    self.unnamed.insert(table.clone(), step.at(*span));
                }
                _ => {}
            }
        }
    }

    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let (table, name) = match cx.change {
            Change::AddConstraint { table, constraint } if constraint.not_trusted => {
                if constraint.name.is_none() && !is_never_trusted(&constraint.kind) && !table.is_temporary() {
                    self.unnamed.insert(table.clone(), cx.place);
                }
                (table, constraint.name.as_ref())
            }
            Change::SwitchConstraint { table, name, trusted: false, .. } => (table, Some(name)),
            _ => return,
        };
        self.named.extend(name.filter(|_| !table.is_temporary()).map(|name| ((table.clone(), name.clone()), cx.place)));
    }

    fn file_end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (table, place) in std::mem::take(&mut self.unnamed) {
            if after.table(&table).is_some() {
                let message =
                    format!("what has no name in `{table}` stays not trusted: rows that break it may be there");
                findings.add(place, message).table(&table).help(format!(
                    "check the rows in this file or a later one: ALTER TABLE {table} WITH CHECK CHECK CONSTRAINT ALL"
                ));
            }
        }
        for ((table, name), place) in std::mem::take(&mut self.named) {
            let constraint = after.table(&table).and_then(|table| table.constraint(&name));
            let Some(constraint) = constraint.filter(|constraint| constraint.not_trusted) else { continue };
            if is_never_trusted(&constraint.kind) {
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

fn is_never_trusted(kind: &ConstraintKind) -> bool {
    matches!(
        kind,
        ConstraintKind::ForeignKey { not_for_replication: true, .. }
            | ConstraintKind::Check { not_for_replication: true, .. }
    )
}

/// Whether a table that is not temporary has a foreign key or check without a name.
fn has_unnamed(catalog: &Catalog, table: &Name) -> bool {
    let is_unnamed = |constraint: &Constraint| {
        let can_be_switched =
            matches!(constraint.kind, ConstraintKind::ForeignKey { .. } | ConstraintKind::Check { .. });
        constraint.name.is_none() && can_be_switched && !is_never_trusted(&constraint.kind)
    };
    !table.is_temporary() && catalog.table(table).is_some_and(|table| table.constraints.iter().any(is_unnamed))
}
