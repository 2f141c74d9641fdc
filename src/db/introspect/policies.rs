//! Security policies and their predicates.

use std::collections::BTreeMap;

use super::super::row::{Row, RowError};
use super::Introspection;
use super::objects::Objects;
use super::query::Answers;
use super::text::{flag, inner, number, text};
use crate::catalog::Entry;
use crate::name::Name;
use crate::schema::{BlockOperation, Policy, Predicate, PredicateKind, SqlText};
use crate::syntax::ast::Kind;
use crate::syntax::tree;
use crate::text::Span;

/// `predicate_type` of a BLOCK predicate (Learn, "sys.security_predicates").
const BLOCK: i64 = 1;

/// Reads every policy.
pub(super) fn read(answers: &Answers, objects: &Objects, into: &mut Introspection) -> Result<(), RowError> {
    let mut predicates: BTreeMap<i64, Vec<Predicate>> = BTreeMap::new();
    for row in answers.of("predicates") {
        let target = objects.get(number(row, "target_id")?).map(|target| target.name.clone());
        predicates.entry(number(row, "object_id")?).or_default().push(predicate(row, target.unwrap_or_default())?);
    }
    for row in answers.of("policies") {
        let id = number(row, "object_id")?;
        let Some(object) = objects.get(id) else { continue };
        let policy = Policy {
            predicates: predicates.remove(&id).unwrap_or_default(),
            state: Some(flag(row, "is_enabled")?),
            schema_bound: row.get("is_schema_bound")?,
            not_for_replication: flag(row, "not_for_replication")?,
        };
        into.catalog.policies.insert(object.name.clone(), Entry::certain(policy));
    }
    Ok(())
}

fn predicate(row: &Row, target: Name) -> Result<Predicate, RowError> {
    let (function, arguments) = call(inner(&text(row, "definition")?).as_str());
    let block = number(row, "kind")? == BLOCK;
    let kind = if block { PredicateKind::Block } else { PredicateKind::Filter };
    let operation = row.get::<Option<i64>>("operation")?.and_then(operation).filter(|_| block);
    Ok(Predicate { kind, function, arguments, target, operation })
}

fn operation(number: i64) -> Option<BlockOperation> {
    match number {
        1 => Some(BlockOperation::AfterInsert),
        2 => Some(BlockOperation::AfterUpdate),
        3 => Some(BlockOperation::BeforeUpdate),
        4 => Some(BlockOperation::BeforeDelete),
        _ => None,
    }
}

/// The function and the arguments of a predicate, read as a policy of its own.
fn call(definition: &str) -> (Name, Vec<SqlText>) {
    let statement = format!("CREATE SECURITY POLICY p ADD FILTER PREDICATE {definition} ON t");
    let parsed = tree::statements(&statement, Span::new(0, statement.len()));
    let read = parsed.statements.into_iter().find_map(|statement| match statement.kind {
        Kind::CreatePolicy { policy, .. } => policy.predicates.into_iter().next(),
        _ => None,
    });
    read.map_or_else(|| (Name::default(), vec![SqlText::new(definition)]), |read| (read.function, read.arguments))
}
