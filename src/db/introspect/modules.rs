//! Views, procedures, functions and triggers: the server's text, read as a file's is.

use super::super::row::RowError;
use super::Introspection;
use super::objects::{Object, Objects};
use super::query::Answers;
use super::text::{flag, maybe, number};
use crate::catalog::Entry;
use crate::name::Name;
use crate::schema::{FunctionKind, Module, ModuleKind};
use crate::syntax::ast::Kind;
use crate::syntax::tree;
use crate::text::Span;

/// `parent_class` of a trigger on the database.
const OF_DATABASE: i64 = 0;

/// Reads every module. Of one whose text cannot be read, only the kind is known.
pub(super) fn read(answers: &Answers, objects: &Objects, into: &mut Introspection) -> Result<(), RowError> {
    for row in answers.of("modules") {
        let object = objects.get(number(row, "object_id")?);
        let of_database = row.get::<Option<i64>>("trigger_class")? == Some(OF_DATABASE);
        let name = match (object, maybe(row, "trigger_name")?) {
            (Some(object), _) => object.name.clone(),
            (None, Some(trigger)) if of_database => Name::dbo(trigger),
            _ => continue,
        };
        let definition = maybe(row, "definition")?;
        let read = definition.as_deref().and_then(module);
        let mut entry = Entry::certain(read.clone().unwrap_or_else(|| unread(object)));
        if read.is_none() {
            entry.uncertain = true;
            into.note(&name, if definition.is_some() { NOT_UNDERSTOOD } else { NO_TEXT });
        }
        let module = std::sync::Arc::make_mut(&mut entry.definition);
        module.quoted_identifier = flag(row, "quoted_identifier")?;
        module.ansi_nulls = flag(row, "ansi_nulls")?;
        if module.kind == ModuleKind::Trigger && !of_database {
            module.trigger_on = object.and_then(|object| objects.get(object.parent)).map(|table| table.name.clone());
        }
        if flag(row, "is_disabled")? {
            into.catalog.disabled_triggers.insert(name.clone());
        }
        into.catalog.modules.insert(name, entry);
    }
    Ok(())
}

const NO_TEXT: &str = "its text cannot be read: it is encrypted, or the login lacks VIEW DEFINITION";
const NOT_UNDERSTOOD: &str = "its text is not understood";

/// The module that a text makes.
fn module(definition: &str) -> Option<Module> {
    let parsed = tree::statements(definition, Span::new(0, definition.len()));
    parsed.statements.into_iter().find_map(|statement| match statement.kind {
        Kind::Module { module, .. } => Some(*module),
        _ => None,
    })
}

/// A module of which only the kind is known.
fn unread(object: Option<&Object>) -> Module {
    let (kind, function) = match object.map_or("TR", |object| object.kind.as_str()) {
        "P" => (ModuleKind::Procedure, None),
        "V" => (ModuleKind::View, None),
        "IF" => (ModuleKind::Function, Some(FunctionKind::Inline)),
        "TF" => (ModuleKind::Function, Some(FunctionKind::MultiStatement)),
        "FN" => (ModuleKind::Function, Some(FunctionKind::Scalar)),
        _ => (ModuleKind::Trigger, None),
    };
    Module { function, ..Module::of(kind) }
}
