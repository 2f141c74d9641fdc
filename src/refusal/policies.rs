//! Security policies: predicates over vector-indexed tables, twice over the same, or over nothing.

use super::{Cause, Judge, PairSetting, Refusal, objects, table};
use crate::catalog::Presence;
use crate::name::Name;
use crate::schema::{FunctionKind, Module, ModuleKind, Policy, Predicate, PredicateKind};
use crate::syntax::ast::ObjectClass;

/// CREATE SECURITY POLICY.
pub(super) fn create(judge: &mut Judge, name: &Name, policy: &Policy) {
    objects::create(judge, name);
    added(judge, name, policy, &Policy::default());
}

/// ALTER SECURITY POLICY.
pub(super) fn alter(judge: &mut Judge, name: &Name, from: &Policy, to: &Policy) {
    added(judge, name, to, from);
}

/// What the policy has that it did not have before.
fn added(judge: &mut Judge, name: &Name, policy: &Policy, before: &Policy) {
    let mut targets: Vec<&Name> = Vec::new();
    for (at, predicate) in policy.predicates.iter().enumerate() {
        let is_new = !before.predicates.contains(predicate);
        if is_new {
            single(judge, name, policy, at);
            objects_of(judge, name, predicate);
        }
        if is_new && !targets.contains(&&predicate.target) {
            targets.push(&predicate.target);
        }
    }
    for target in targets {
        vector_indexes(judge, name, target);
    }
    if policy.state == Some(true) {
        overlap(judge, name, policy);
    }
}

/// 33262 and 33263.
fn single(judge: &mut Judge, name: &Name, policy: &Policy, at: usize) {
    let predicate = &policy.predicates[at];
    if predicate.target.is_temporary() {
        return judge.add(table::PREDICATE_ON_TEMPORARY_TABLE.about(&predicate.target, &[&predicate.target.object]));
    }
    if policy.predicates[..at].iter().any(|other| is_same(other, predicate)) {
        let kind = match predicate.kind {
            PredicateKind::Filter => "FILTER",
            PredicateKind::Block => "BLOCK",
        };
        judge.add(table::SECOND_PREDICATE.about(&predicate.target, &[&kind, &predicate.target, name]));
    }
}

/// 33263, 33268 and 33270: the target and the function.
fn objects_of(judge: &mut Judge, name: &Name, predicate: &Predicate) {
    let (target, function) = (&predicate.target, &predicate.function);
    match judge.before.object_kind(&judge.before.resolve(target)) {
        Some(ObjectClass::Table | ObjectClass::View) => {}
        Some(class) => judge.add(table::PREDICATE_ON_OTHER.about(target, &[target, &class.words()])),
        None if target.is_temporary() => {}
        None => judge.add(table::NO_PREDICATE_OBJECT.about(target, &[target, name])),
    }
    match judge.before.modules.get(function) {
        None => judge.add(table::NO_PREDICATE_FUNCTION.about(function, &[function, name])),
        Some(entry) if !is_inline(&entry.definition) => {
            let cause = Cause::new(format!("`{function}` comes from here"), entry.origin.0);
            let certain = entry.presence == Presence::Certain && !entry.uncertain;
            judge.add(table::PREDICATE_FUNCTION_KIND.about(function, &[function, name]).because(cause, certain));
        }
        Some(_) => {}
    }
}

/// Whether a module is an inline table-valued function, or may be one as far as is known.
fn is_inline(module: &Module) -> bool {
    module.kind == ModuleKind::Function && matches!(module.function, None | Some(FunctionKind::Inline))
}

/// 37579.
fn vector_indexes(judge: &mut Judge, name: &Name, target: &Name) {
    if judge.situation.policy_and_vector_index != PairSetting::Refuse {
        return;
    }
    let target = &judge.before.resolve(target);
    let Some(entry) = judge.before.tables.get(target) else { return };
    for (index, presence, place) in entry.vector_indexes() {
        let refusal = table::POLICY_OVER_VECTOR_INDEX.about(target, &[name, target, &index.name]);
        judge.found.push(refusal.because(Cause::index(index, place), presence == Presence::Certain));
    }
}

/// 33264: two enabled policies with a predicate for the same operation of one table.
fn overlap(judge: &mut Judge, name: &Name, policy: &Policy) {
    let mut told: Vec<&Name> = Vec::new();
    for predicate in &policy.predicates {
        let target = &predicate.target;
        let is_other = |other_name: &Name, other: &Policy| other_name != name && other.state == Some(true);
        let others =
            judge.before.policies_on(target).filter(|(other_name, other)| is_other(other_name, &other.definition));
        for (other_name, other) in others {
            let meets = other.definition.predicates.iter().any(|found| is_same(found, predicate));
            if meets && !told.contains(&other_name) {
                told.push(other_name);
                let cause = Cause::new(format!("`{other_name}` comes from here"), other.origin.0);
                let refusal = table::SECOND_ENABLED_POLICY.about(target, &[name, target, other_name]);
                judge
                    .found
                    .push(Refusal { certain: other.presence == Presence::Certain, ..refusal.because(cause, true) });
            }
        }
    }
}

/// Whether two predicates are of one kind, for the same operation of one table.
fn is_same(one: &Predicate, other: &Predicate) -> bool {
    (one.kind, &one.target, one.operation) == (other.kind, &other.target, other.operation)
}
