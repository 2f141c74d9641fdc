//! Security policies.

use super::SqlText;
use crate::name::Name;

/// FILTER or BLOCK.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PredicateKind {
    /// Hides rows from reads, updates and deletes.
    Filter,
    /// Refuses writes (Msg 33504).
    Block,
}

/// The operation of a BLOCK predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockOperation {
    /// `AFTER INSERT`.
    AfterInsert,
    /// `AFTER UPDATE`.
    AfterUpdate,
    /// `BEFORE UPDATE`.
    BeforeUpdate,
    /// `BEFORE DELETE`.
    BeforeDelete,
}

/// One predicate of a security policy. Kind, target and operation identify it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Predicate {
    /// FILTER or BLOCK.
    pub kind: PredicateKind,
    /// The predicate function.
    pub function: Name,
    /// Its arguments, as written.
    pub arguments: Vec<SqlText>,
    /// The table that is guarded.
    pub target: Name,
    /// For BLOCK: the operation; `None` is every one.
    pub operation: Option<BlockOperation>,
}

/// A security policy.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Policy {
    /// Its predicates, in the order in which they were added.
    pub predicates: Vec<Predicate>,
    /// `STATE` as written; `None` where it was not (Learn contradicts itself on what that means).
    pub state: Option<bool>,
    /// `SCHEMABINDING`; ON unless written OFF.
    pub schema_bound: Option<bool>,
    /// `NOT FOR REPLICATION`.
    pub not_for_replication: bool,
}
