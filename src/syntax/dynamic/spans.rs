//! Every place in a tree of statements, for moving it.

use crate::syntax::ast::{AlterTable, Kind, ObjectName, Statement};
use crate::text::Span;

/// Calls `change` on every span of the statements and of all that is inside them.
pub(super) fn visit(statements: &mut [Statement], change: &mut dyn FnMut(&mut Span)) {
    for statement in statements {
        change(&mut statement.span);
        inside(&mut statement.kind, change);
        own(&mut statement.kind, change);
    }
}

/// The statements in a statement.
fn inside(kind: &mut Kind, change: &mut dyn FnMut(&mut Span)) {
    match kind {
        Kind::Block(list) | Kind::CreateSchema { elements: list, .. } | Kind::Module { statements: list, .. } => {
            visit(list, change);
        }
        Kind::Dynamic { statements: Some(list), .. } => visit(list, change),
        Kind::If { then, otherwise, .. } => {
            visit(std::slice::from_mut(then), change);
            otherwise.iter_mut().for_each(|inner| visit(std::slice::from_mut(inner), change));
        }
        Kind::While { body, .. } => visit(std::slice::from_mut(body), change),
        Kind::TryCatch { body, handler } => {
            visit(body, change);
            visit(handler, change);
        }
        _ => {}
    }
}

/// The places that a statement holds itself. Every kind is named, so that a new one is not forgotten.
fn own(kind: &mut Kind, change: &mut dyn FnMut(&mut Span)) {
    match kind {
        Kind::If { condition, .. } | Kind::While { condition, .. } => change(condition),
        Kind::AlterTable { name, actions } => {
            change(&mut name.span);
            for (action, span) in actions {
                change(span);
                alter_table(action, change);
            }
        }
        Kind::DropIndex { items, .. } => {
            for item in items {
                change(&mut item.span);
                change(&mut item.table.span);
            }
        }
        Kind::CreatePolicy { name, predicate_spans, .. } => {
            change(&mut name.span);
            predicate_spans.iter_mut().for_each(change);
        }
        Kind::AlterPolicy { name, actions, .. } => {
            change(&mut name.span);
            actions.iter_mut().for_each(|(_, span)| change(span));
        }
        Kind::Module { name, body_span, .. } => {
            change(&mut name.span);
            change(body_span);
        }
        Kind::SwitchTrigger { triggers, table, .. } => names(triggers.iter_mut().chain(table), change),
        Kind::CreateSynonym { name, base } => names([name, base], change),
        Kind::Drop { names: dropped, .. } => names(dropped, change),
        Kind::Credential { secret, .. } => secret.iter_mut().for_each(change),
        Kind::Declare(variables) => variables.iter_mut().filter_map(|v| v.value.as_mut()).for_each(change),
        Kind::Assign { value, .. } => change(value),
        Kind::CreateTable { name, .. }
        | Kind::CreateType { name, .. }
        | Kind::Sequence { name, .. }
        | Kind::Transfer { name, .. }
        | Kind::Rename { old: name, .. }
        | Kind::NamedObject { name, .. }
        | Kind::CreateIndex { table: name, .. }
        | Kind::AlterIndex { table: name, .. }
        | Kind::Truncate { table: name, .. }
        | Kind::CreateStatistics { table: name, .. }
        | Kind::UpdateStatistics { table: name, .. } => change(&mut name.span),
        Kind::Execute { procedure: name, .. } | Kind::Dml { target: name, .. } | Kind::Opaque { names: name, .. } => {
            names(name, change);
        }
        Kind::Block(_)
        | Kind::TryCatch { .. }
        | Kind::CreateSchema { .. }
        | Kind::Dynamic { .. }
        | Kind::CreatePrincipal { .. }
        | Kind::AlterPrincipal { .. }
        | Kind::Authorization { .. }
        | Kind::RoleMember { .. }
        | Kind::ExtendedProperty { .. }
        | Kind::Permission { .. }
        | Kind::ExternalModel { .. }
        | Kind::ScopedConfiguration { .. }
        | Kind::AlterDatabase { .. }
        | Kind::Transaction(_)
        | Kind::SetOption { .. }
        | Kind::Use(_)
        | Kind::Other(_) => {}
    }
}

fn alter_table(action: &mut AlterTable, change: &mut dyn FnMut(&mut Span)) {
    match action {
        AlterTable::Switch { target, .. } => change(&mut target.span),
        AlterTable::SystemVersioning { history, .. } => names(history, change),
        _ => {}
    }
}

fn names<'a>(list: impl IntoIterator<Item = &'a mut ObjectName>, change: &mut dyn FnMut(&mut Span)) {
    list.into_iter().for_each(|name| change(&mut name.span));
}
