//! A FILTER predicate without the BLOCK predicates that keep writers to their own rows.

use std::collections::BTreeMap;

use crate::catalog::{Catalog, Entry, Part, Place};
use crate::change::Change;
use crate::lint::guarding::{is_blocked, is_enabled, is_history};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::schema::{BlockOperation, Policy, Predicate, PredicateKind};

/// The rule.
pub static RULE: Rule = Rule {
    code: "filter-without-block",
    summary: "hides rows of others but lets them be written",
    docs: include_str!("filter_without_block.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Lost>::default())],
};

/// Where a policy last lost a BLOCK predicate on a table.
#[derive(Default)]
struct Lost(BTreeMap<(Name, Name), Place>);

impl Watch for Lost {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let Change::AlterPolicy { name, from, to } = cx.change else { return };
        let blocks = from.predicates.iter().filter(|predicate| predicate.kind == PredicateKind::Block);
        for predicate in blocks.filter(|predicate| !to.predicates.contains(predicate)) {
            self.0.insert((name.clone(), predicate.target.clone()), cx.place);
        }
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        for (name, entry) in after.policies.iter().filter(|(_, entry)| is_enabled(&entry.definition)) {
            let predicates = entry.definition.predicates.iter();
            for filter in predicates.filter(|predicate| predicate.kind == PredicateKind::Filter) {
                self.judge(name, entry, filter, after, findings);
            }
        }
    }
}

impl Lost {
    fn judge(&self, name: &Name, entry: &Entry<Policy>, filter: &Predicate, after: &Catalog, findings: &mut Findings) {
        let table = &filter.target;
        let added = entry.place_of(&Part::predicate(filter));
        let lost = self.0.get(&(name.clone(), table.clone())).copied();
        let Some(place) = lost.max(added).filter(|_| !is_history(after, table)) else { return };
        let needed = [(BlockOperation::AfterInsert, "AFTER INSERT"), (BlockOperation::AfterUpdate, "AFTER UPDATE")];
        let missing = needed.iter().filter(|(operation, _)| !is_blocked(after, table, *operation));
        let missing: Vec<_> = missing.map(|(_, words)| *words).collect();
        if missing.is_empty() {
            return;
        }
        let message = format!(
            "`{name}` lets a tenant write rows of `{table}` for another: it has no BLOCK predicate {}",
            missing.join(" and ")
        );
        let add = |operation: &&str| format!("ADD BLOCK PREDICATE {}(…) ON {table} {operation}", filter.function);
        let additions: Vec<_> = missing.iter().map(add).collect();
        let help = format!("add to the policy: {}", additions.join(", "));
        findings.add(place, message).table(table).help(help);
    }
}
