//! ALTER SECURITY POLICY.

use super::super::object::{predicate, predicate_place};
use crate::name::Name;
use crate::schema::{Policy, Predicate};
use crate::syntax::spell;

/// The statement that turns one state of a policy into another: predicates that go, that change, that
/// come, then whether it is on. One statement, so that no moment is without protection.
pub(super) fn alter(name: &Name, from: &Policy, to: &Policy) -> String {
    let there =
        |policy: &'_ Policy, one: &Predicate| policy.predicates.iter().find(|other| same_place(one, other)).cloned();
    let mut actions = Vec::new();
    for one in from.predicates.iter().filter(|one| there(to, one).is_none()) {
        actions.push(format!("DROP {}", predicate_place(one.kind, &one.target, one.operation)));
    }
    for one in &to.predicates {
        match there(from, one) {
            None => actions.push(format!("ADD {}", predicate(one))),
            Some(old) if old != *one => actions.push(format!("ALTER {}", predicate(one))),
            Some(_) => {}
        }
    }
    let lines: Vec<_> = actions.iter().map(|action| format!("\n    {action}")).collect();
    let mut text = format!("ALTER SECURITY POLICY {}{}", spell::name(name), lines.join(","));
    if let Some(state) = to.state.filter(|_| to.state != from.state) {
        text += &format!("\n    WITH (STATE = {})", if state { "ON" } else { "OFF" });
    }
    if to.not_for_replication && !from.not_for_replication {
        text += "\n    NOT FOR REPLICATION";
    }
    text
}

fn same_place(one: &Predicate, other: &Predicate) -> bool {
    one.kind == other.kind && one.target == other.target && one.operation == other.operation
}
