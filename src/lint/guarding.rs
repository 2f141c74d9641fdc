//! Which tables security policies guard, and which statements take the guard away.

use super::history::ChangeCx;
use crate::catalog::{Catalog, Entry, Place, Presence};
use crate::change::Change;
use crate::name::Name;
use crate::schema::{BlockOperation, Policy, Predicate, PredicateKind};

/// A FILTER predicate of an enabled policy.
pub(crate) struct Filter<'a> {
    /// The policy.
    pub policy: &'a Name,
    /// The predicate.
    pub predicate: &'a Predicate,
    /// Whether policy and predicate are there for certain.
    pub presence: Presence,
    /// Where the predicate was added.
    pub place: Option<Place>,
}

/// The FILTER predicates of enabled policies on a table.
pub(crate) fn filters<'a>(catalog: &'a Catalog, table: &'a Name) -> impl Iterator<Item = Filter<'a>> {
    enabled(catalog, table).flat_map(move |(policy, entry)| {
        let filters = entry.predicates_on(table).filter(|(predicate, ..)| predicate.kind == PredicateKind::Filter);
        filters.map(move |(predicate, presence, place)| Filter { policy, predicate, presence, place })
    })
}

/// Whether an enabled policy refuses rows of others in an operation.
pub(super) fn is_blocked(catalog: &Catalog, table: &Name, operation: BlockOperation) -> bool {
    let blocks = |predicate: &Predicate| {
        predicate.kind == PredicateKind::Block && predicate.operation.is_none_or(|of| of == operation)
    };
    enabled(catalog, table).any(|(_, entry)| entry.predicates_on(table).any(|(predicate, ..)| blocks(predicate)))
}

fn enabled<'a>(catalog: &'a Catalog, table: &'a Name) -> impl Iterator<Item = (&'a Name, &'a Entry<Policy>)> {
    catalog.policies_on(table).filter(|(_, entry)| is_enabled(&entry.definition))
}

/// Whether a table keeps the old rows of another: nobody writes to it.
pub(super) fn is_history(catalog: &Catalog, name: &Name) -> bool {
    let keeps = |of: &Name| {
        let versioned = catalog.table(of).and_then(|of| of.versioned.as_ref());
        versioned.is_some_and(|history| history.as_ref() == Some(name))
    };
    catalog.referrers.of(name).any(keeps)
}

/// Whether a policy works. One whose STATE was not written does (Learn, CREATE SECURITY POLICY, in its
/// text; its examples say otherwise, which a rule of its own tells).
pub(crate) fn is_enabled(policy: &Policy) -> bool {
    policy.state != Some(false)
}

/// The tables of which an enabled policy hides rows.
fn filtered(policy: &Policy) -> impl Iterator<Item = &Name> {
    let filters = policy.predicates.iter().filter(|predicate| predicate.kind == PredicateKind::Filter);
    filters.filter(|_| is_enabled(policy)).map(|predicate| &predicate.target)
}

/// A change that took the filter of a policy from tables.
pub(super) struct Lift {
    /// Where.
    pub place: Place,
    /// The policy.
    pub policy: Name,
    /// The tables.
    pub tables: Vec<Name>,
    /// Whether the history made the policy; otherwise it may guard any table.
    pub is_known: bool,
    /// Whether the change is certain to be made.
    pub certain: bool,
    /// Whether a transaction hides it from others.
    pub in_transaction: bool,
}

impl Lift {
    /// What a change takes away, if it does.
    pub(super) fn of(cx: &ChangeCx) -> Option<Lift> {
        let (policy, tables) = match cx.change {
            Change::DropPolicy { name } => {
                let known = cx.before.policies.get(name);
                (name, known.map(|entry| filtered(&entry.definition).cloned().collect()).unwrap_or_default())
            }
            Change::AlterPolicy { name, from, to } => {
                let lost = filtered(from).filter(|table| filtered(to).all(|kept| kept != *table));
                let lost: Vec<Name> = lost.cloned().collect();
                (!lost.is_empty()).then_some((name, lost))?
            }
            _ => return None,
        };
        Some(Lift {
            is_known: cx.before.policies.contains_key(policy),
            place: cx.place,
            policy: policy.clone(),
            tables,
            certain: cx.step.certainty == Presence::Certain,
            in_transaction: cx.step.in_transaction,
        })
    }
}
