//! A FILTER predicate without the BLOCK predicates that keep writers to their own rows.

use std::collections::BTreeSet;

use crate::catalog::Catalog;
use crate::change::Change;
use crate::lint::guarding::{is_blocked, is_enabled, is_history};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::schema::{BlockOperation, PredicateKind};

/// The rule.
pub static RULE: Rule = Rule {
    code: "filter-without-block",
    summary: "hides rows of others but lets them be written",
    docs: include_str!("filter_without_block.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Touched>::default())],
};

/// The policies that the file at hand makes or changes.
#[derive(Default)]
struct Touched {
    file: usize,
    policies: BTreeSet<Name>,
}

impl Watch for Touched {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        if let Change::CreatePolicy { name, .. } | Change::AlterPolicy { name, .. } = cx.change {
            self.file = cx.step.file;
            self.policies.insert(name.clone());
        }
    }

    fn file_end(&mut self, after: &Catalog, findings: &mut Findings) {
        for policy in std::mem::take(&mut self.policies) {
            self.judge(&policy, after, findings);
        }
    }
}

impl Touched {
    fn judge(&self, name: &Name, after: &Catalog, findings: &mut Findings) {
        let Some(entry) = after.policies.get(name).filter(|entry| is_enabled(&entry.definition)) else { return };
        let filters = entry.definition.predicates.iter().filter(|predicate| predicate.kind == PredicateKind::Filter);
        for predicate in filters {
            let table = &predicate.target;
            if is_history(after, table) {
                continue;
            }
            let added =
                entry.predicates_on(table).find(|(found, ..)| *found == predicate).and_then(|(.., place)| place);
            let Some(place) = added.filter(|place| place.file as usize == self.file) else { continue };
            let needed = [(BlockOperation::AfterInsert, "AFTER INSERT"), (BlockOperation::AfterUpdate, "AFTER UPDATE")];
            let missing = needed.iter().copied().filter(|(operation, _)| !is_blocked(after, table, *operation));
            let missing: Vec<_> = missing.map(|(_, words)| words).collect();
            if missing.is_empty() {
                continue;
            }
            let message = format!(
                "`{name}` lets a tenant write rows of `{table}` for another: it has no BLOCK predicate {}",
                missing.join(" and ")
            );
            let add =
                |operation: &&str| format!("ADD BLOCK PREDICATE {}(…) ON {table} {operation}", predicate.function);
            let additions: Vec<_> = missing.iter().map(add).collect();
            let help = format!("add to the policy: {}", additions.join(", "));
            let finding = findings.add(place, message).table(table).help(help);
            if additions.len() < needed.len() {
                finding.unsure();
            }
        }
    }
}
