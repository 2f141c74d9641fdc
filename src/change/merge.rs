//! Two states of one thing of which either may hold: what is in one only is possible, what differs
//! is uncertain.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::journal::Held;
use crate::catalog::{Entry, Note, Part, Presence};
use crate::schema::{Policy, Table};

/// Puts two states of a cell beside each other; where they cannot both be kept, the second one stays.
pub(super) fn merge(one: Held, other: Held) -> Held {
    match (one, other) {
        (Held::Nothing, held) | (held, Held::Nothing) => possible(held),
        (Held::Schema(one), Held::Schema(other)) => Held::Schema(either(&one, other)),
        (Held::Table(one), Held::Table(other)) => Held::Table(tables(&one, other)),
        (Held::Module(one), Held::Module(other)) => Held::Module(either(&one, other)),
        (Held::Type(one), Held::Type(other)) => Held::Type(either(&one, other)),
        (Held::Sequence(one), Held::Sequence(other)) => Held::Sequence(either(&one, other)),
        (Held::Synonym(one), Held::Synonym(other)) => Held::Synonym(either(&one, other)),
        (Held::Policy(one), Held::Policy(other)) => Held::Policy(policies(&one, other)),
        (Held::Principal(one), Held::Principal(other)) => Held::Principal(either(&one, other)),
        (Held::ExternalModel(one), Held::ExternalModel(other)) => Held::ExternalModel(either(&one, other)),
        (Held::Credential(one), Held::Credential(other)) => Held::Credential(either(&one, other)),
        (Held::Permissions(one), Held::Permissions(mut other)) => {
            other.extend(one);
            Held::Permissions(other)
        }
        (Held::Statistics(mut one), Held::Statistics(other)) => {
            one.extend(other);
            Held::Statistics(one)
        }
        // Which of two definitions holds is not known.
        (Held::Other(_), Held::Other(_)) => Held::Other(Vec::new()),
        (Held::Properties(mut one), Held::Properties(other)) => {
            one.extend(other);
            Held::Properties(one)
        }
        (Held::ViewIndexes(one), Held::ViewIndexes(mut other)) => {
            let missing = one.into_iter().filter(|index| other.iter().all(|there| there.name != index.name));
            let missing: Vec<_> = missing.collect();
            other.extend(missing);
            Held::ViewIndexes(other)
        }
        (_, other) => other,
    }
}

/// Something that is there in one state only.
fn possible(held: Held) -> Held {
    fn doubt<T>(mut entry: Entry<T>) -> Entry<T> {
        entry.presence = Presence::Possible;
        entry
    }
    match held {
        Held::Schema(entry) => Held::Schema(doubt(entry)),
        Held::Table(entry) => Held::Table(doubt(entry)),
        Held::Module(entry) => Held::Module(doubt(entry)),
        Held::Type(entry) => Held::Type(doubt(entry)),
        Held::Sequence(entry) => Held::Sequence(doubt(entry)),
        Held::Synonym(entry) => Held::Synonym(doubt(entry)),
        Held::Policy(entry) => Held::Policy(doubt(entry)),
        Held::Principal(entry) => Held::Principal(doubt(entry)),
        Held::ExternalModel(entry) => Held::ExternalModel(doubt(entry)),
        Held::Credential(entry) => Held::Credential(doubt(entry)),
        held @ (Held::Nothing
        | Held::There
        | Held::ViewIndexes(_)
        | Held::Permissions(_)
        | Held::Configuration(_)
        | Held::Statistics(_)
        | Held::Other(_)
        | Held::Properties(_)
        | Held::ConstraintName(_)) => held,
    }
}

/// Two states of an object that has no parts of its own.
fn either<T: PartialEq>(one: &Entry<T>, mut other: Entry<T>) -> Entry<T> {
    other.uncertain |= one.uncertain || one.definition != other.definition;
    other.presence = other.presence.max(one.presence);
    other
}

fn tables(one: &Entry<Table>, other: Entry<Table>) -> Entry<Table> {
    let (before, after) = (Arc::clone(&one.definition), Arc::clone(&other.definition));
    let mut both = either(one, other);
    let mut union = Union::new(&one.parts, &mut both.parts);
    let table = Arc::make_mut(&mut both.definition);
    union.of(&before.columns, &mut table.columns, |column| Some(Part::Column(column.name.clone())));
    union.of(&before.indexes, &mut table.indexes, |index| Some(Part::Index(index.name.clone())));
    union.of(&before.constraints, &mut table.constraints, |constraint| constraint.name.clone().map(Part::Constraint));
    both.uncertain = one.uncertain || union.unnamed || !same_but_for_parts(&before, &after);
    both
}

fn policies(one: &Entry<Policy>, other: Entry<Policy>) -> Entry<Policy> {
    let (before, after) = (Arc::clone(&one.definition), Arc::clone(&other.definition));
    let mut both = either(one, other);
    let mut union = Union::new(&one.parts, &mut both.parts);
    let predicates = &mut Arc::make_mut(&mut both.definition).predicates;
    union.of(&before.predicates, predicates, |predicate| Some(Part::predicate(predicate)));
    both.uncertain = one.uncertain || union.unnamed || before.state != after.state;
    both
}

/// Whether two tables differ in nothing but their columns, indexes and constraints.
fn same_but_for_parts(one: &Table, other: &Table) -> bool {
    let rest = |table: &Table| {
        let parts = (Vec::new(), Vec::new(), Vec::new());
        Table { columns: parts.0, constraints: parts.1, indexes: parts.2, ..table.clone() }
    };
    rest(one) == rest(other)
}

/// Collects the parts of two states and what is known of each.
struct Union<'a> {
    before: &'a BTreeMap<Part, Note>,
    notes: &'a mut BTreeMap<Part, Note>,
    /// Whether a part that only one state has cannot be named.
    unnamed: bool,
}

impl<'a> Union<'a> {
    fn new(before: &'a BTreeMap<Part, Note>, notes: &'a mut BTreeMap<Part, Note>) -> Self {
        Self { before, notes, unnamed: false }
    }

    /// Adds to `after` what only `before` has, and notes what is in one of them only.
    fn of<T: Clone + PartialEq>(&mut self, before: &[T], after: &mut Vec<T>, part: impl Fn(&T) -> Option<Part>) {
        let was: BTreeMap<Part, &T> = before.iter().filter_map(|item| Some((part(item)?, item))).collect();
        let is: BTreeMap<Part, &T> = after.iter().filter_map(|item| Some((part(item)?, item))).collect();
        for (key, item) in &is {
            match was.get(key) {
                Some(earlier) => self.both(key, earlier == item),
                None => self.notes.entry(key.clone()).or_default().presence = Presence::Possible,
            }
        }
        let mut missing = Vec::new();
        for item in before {
            match part(item) {
                Some(key) if is.contains_key(&key) => continue,
                Some(key) => {
                    let origin = self.before.get(&key).copied().unwrap_or_default().origin;
                    self.notes.insert(key, Note { presence: Presence::Possible, uncertain: false, origin });
                }
                None if after.contains(item) => continue,
                None => self.unnamed = true,
            }
            missing.push(item.clone());
        }
        after.extend(missing);
    }

    /// A part that both states have.
    fn both(&mut self, part: &Part, same: bool) {
        let before = self.before.get(part).copied();
        if same && before.is_none() {
            return;
        }
        let before = before.unwrap_or_default();
        let note = self.notes.entry(part.clone()).or_insert(before);
        note.presence = note.presence.max(before.presence);
        note.uncertain |= before.uncertain || !same;
    }
}
