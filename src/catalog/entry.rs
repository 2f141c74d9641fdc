//! What a catalog knows of an object beside its definition: whether it is there, and where it came from.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::name::{Ident, Name};
use crate::schema::{BlockOperation, Policy, Predicate, PredicateKind, Table};
use crate::text::Span;

/// Whether an object is there for certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Presence {
    /// It is there.
    #[default]
    Certain,
    /// It may be there: what made or dropped it stood under a condition that cannot be judged here.
    Possible,
}

/// A place in the project's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Which file: its index in the list that is replayed.
    pub file: u32,
    /// Where in it.
    pub span: Span,
}

/// Where something was made, or last made anew. Two origins are always equal: where an object came
/// from is no part of what it is, so a replayed catalog equals one that was read from a database.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin(pub Option<Place>);

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Origin {}

/// A part of a table, view or policy that can come and go on its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A column.
    Column(Ident),
    /// An index that belongs to no constraint.
    Index(Ident),
    /// A constraint with a name, a default too.
    Constraint(Ident),
    /// A predicate of a security policy.
    Predicate {
        /// FILTER or BLOCK.
        kind: PredicateKind,
        /// The table.
        target: Name,
        /// For BLOCK: the operation; `None` is every one.
        operation: Option<BlockOperation>,
    },
}

impl Part {
    /// The part that a predicate is. Kind, target and operation identify it.
    #[must_use]
    pub fn predicate(predicate: &Predicate) -> Self {
        Self::Predicate { kind: predicate.kind, target: predicate.target.clone(), operation: predicate.operation }
    }
}

/// What is known of a part that was not made together with its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Note {
    /// Whether it is there for certain, where its object is.
    pub presence: Presence,
    /// Whether something that may not have run may have changed it.
    pub uncertain: bool,
    /// Where it was made.
    pub origin: Origin,
}

/// An object with what is known about it beside its definition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry<T> {
    /// The definition; shared, so that a catalog is cheap to clone.
    pub definition: Arc<T>,
    /// Whether it is there for certain.
    pub presence: Presence,
    /// Whether something that is not understood, or may not have run, may have changed it. Of a table
    /// that is uncertain not all parts may be known.
    pub uncertain: bool,
    /// Where it was made.
    pub origin: Origin,
    /// Its parts that came later than itself, or may be missing. The others are as certain as it is.
    pub parts: BTreeMap<Part, Note>,
}

impl<T> Entry<T> {
    /// An object that is there for certain.
    pub fn certain(definition: T) -> Self {
        Self {
            definition: Arc::new(definition),
            presence: Presence::Certain,
            uncertain: false,
            origin: Origin::default(),
            parts: BTreeMap::new(),
        }
    }

    /// Whether a part is there for certain and as it is defined: neither it nor the object is in doubt.
    #[must_use]
    pub fn presence_of(&self, part: &Part) -> Presence {
        let changed = self.parts.get(part).is_some_and(|note| note.uncertain);
        if changed { Presence::Possible } else { self.existence_of(part) }
    }

    /// Whether a part is there for certain, however it is defined.
    #[must_use]
    pub fn existence_of(&self, part: &Part) -> Presence {
        self.parts.get(part).map_or(self.presence, |note| note.presence.max(self.presence))
    }

    /// Where a part was made: the object's place for one that came with it.
    #[must_use]
    pub fn place_of(&self, part: &Part) -> Option<Place> {
        self.parts.get(part).and_then(|note| note.origin.0).or(self.origin.0)
    }
}

impl Entry<Policy> {
    /// The predicates on a table, each with whether it is there for certain and where it was made.
    pub fn predicates_on<'a>(
        &'a self,
        table: &'a Name,
    ) -> impl Iterator<Item = (&'a Predicate, Presence, Option<Place>)> {
        self.definition.predicates.iter().filter(move |predicate| &predicate.target == table).map(|predicate| {
            let part = Part::predicate(predicate);
            (predicate, self.presence_of(&part), self.place_of(&part))
        })
    }
}

impl Entry<Table> {
    /// The vector indexes, each with whether it is there for certain and where it was made.
    pub fn vector_indexes(&self) -> impl Iterator<Item = (&crate::schema::Index, Presence, Option<Place>)> {
        self.definition.indexes.iter().filter(|index| index.is_vector()).map(|index| {
            let part = Part::Index(index.name.clone());
            (index, self.presence_of(&part), self.place_of(&part))
        })
    }
}
