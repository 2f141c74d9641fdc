//! CREATE and ALTER SECURITY POLICY. Grammar: Learn, "CREATE SECURITY POLICY (Transact-SQL)".

use super::cursor::Cursor;
use super::name::object_name;
use crate::schema::{BlockOperation, Policy, Predicate, PredicateKind, SqlText};
use crate::syntax::ast::{AlterPolicy, Kind};

/// Behind CREATE SECURITY POLICY.
pub(super) fn create(cursor: &mut Cursor) -> Option<Kind> {
    let name = object_name(cursor)?;
    let mut policy = Policy::default();
    let mut predicate_spans = Vec::new();
    while cursor.is("ADD") {
        let start = *cursor;
        cursor.skip();
        policy.predicates.push(predicate(cursor)?);
        predicate_spans.push(cursor.span_since(&start));
        cursor.eat_symbol(",");
    }
    let switches = switches(cursor)?;
    policy.state = switches.state;
    policy.schema_bound = switches.schema_bound;
    policy.not_for_replication = switches.not_for_replication;
    Some(Kind::CreatePolicy { name, policy: Box::new(policy), predicate_spans })
}

/// Behind ALTER SECURITY POLICY.
pub(super) fn alter(cursor: &mut Cursor) -> Option<Kind> {
    let name = object_name(cursor)?;
    let mut actions = Vec::new();
    loop {
        let start = *cursor;
        let Some(verb) = cursor.eat_one(&["ADD", "ALTER", "DROP"]) else { break };
        let action = match verb {
            "ADD" => AlterPolicy::Add(predicate(cursor)?),
            "ALTER" => AlterPolicy::Alter(predicate(cursor)?),
            _ => dropped(cursor)?,
        };
        actions.push((action, cursor.span_since(&start)));
        cursor.eat_symbol(",");
    }
    let Switches { state, not_for_replication, .. } = switches(cursor)?;
    Some(Kind::AlterPolicy { name, actions, state, not_for_replication })
}

/// `[FILTER|BLOCK] PREDICATE schema.function(argument, …) ON table [operation]`.
fn predicate(cursor: &mut Cursor) -> Option<Predicate> {
    let kind = predicate_kind(cursor)?;
    let function = object_name(cursor)?.to_name();
    let arguments = arguments(cursor.group()?);
    cursor.expect("ON")?;
    let target = object_name(cursor)?.to_name();
    Some(Predicate { kind, function, arguments, target, operation: operation(cursor) })
}

/// Behind DROP. The engine takes the operation, though Learn leaves it out.
fn dropped(cursor: &mut Cursor) -> Option<AlterPolicy> {
    let kind = predicate_kind(cursor)?;
    cursor.expect("ON")?;
    let target = object_name(cursor)?.to_name();
    Some(AlterPolicy::Drop { kind, target, operation: operation(cursor) })
}

/// FILTER where neither word is written.
fn predicate_kind(cursor: &mut Cursor) -> Option<PredicateKind> {
    let word = cursor.eat_one(&["FILTER", "BLOCK"]);
    cursor.expect("PREDICATE")?;
    Some(if word == Some("BLOCK") { PredicateKind::Block } else { PredicateKind::Filter })
}

fn arguments(mut inside: Cursor) -> Vec<SqlText> {
    let mut arguments = Vec::new();
    while !inside.done() {
        arguments.push(inside.item().rest());
    }
    arguments
}

fn operation(cursor: &mut Cursor) -> Option<BlockOperation> {
    let operation = cursor.eat_one(&["AFTER INSERT", "AFTER UPDATE", "BEFORE UPDATE", "BEFORE DELETE"])?;
    Some(match operation {
        "AFTER INSERT" => BlockOperation::AfterInsert,
        "AFTER UPDATE" => BlockOperation::AfterUpdate,
        "BEFORE UPDATE" => BlockOperation::BeforeUpdate,
        _ => BlockOperation::BeforeDelete,
    })
}

#[derive(Default)]
struct Switches {
    state: Option<bool>,
    schema_bound: Option<bool>,
    not_for_replication: bool,
}

/// `[WITH (STATE = ON [,] SCHEMABINDING = OFF)] [NOT FOR REPLICATION]`.
fn switches(cursor: &mut Cursor) -> Option<Switches> {
    let mut switches = Switches::default();
    if cursor.eat("WITH") {
        let mut inside = cursor.group()?;
        while !inside.done() {
            let name = inside.eat_one(&["STATE", "SCHEMABINDING"])?;
            inside.eat_symbol("=").then_some(())?;
            let on = inside.eat_one(&["ON", "OFF"])? == "ON";
            inside.eat_symbol(",");
            let switch = if name == "STATE" { &mut switches.state } else { &mut switches.schema_bound };
            *switch = Some(on);
        }
    }
    switches.not_for_replication = cursor.eat("NOT FOR REPLICATION");
    Some(switches)
}
