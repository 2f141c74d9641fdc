//! Extended properties.

use super::super::row::{Row, RowError};
use super::Introspection;
use super::principals::Securables;
use super::query::Answers;
use super::text::{ident, maybe, number, text};
use crate::name::{Ident, Name};
use crate::schema::Levels;

/// Reads the properties of everything that a catalog holds. One of something else is told.
pub(super) fn read(answers: &Answers, known: &Securables<'_>, into: &mut Introspection) -> Result<(), RowError> {
    for row in answers.of("properties") {
        let name = ident(row, "name")?;
        // Without a value it is NULL, which stands for no text.
        let value = maybe(row, "value")?.unwrap_or_default().into_boxed_str();
        match levels(row, known)? {
            Some(on) => drop(into.catalog.properties.entry(on).or_default().insert(name, value)),
            None => into.note(&Name::bare(name), "this extended property is on something that is not read"),
        }
    }
    Ok(())
}

/// What a row is about (Learn, "sys.extended_properties", `class`).
fn levels(row: &Row, known: &Securables<'_>) -> Result<Option<Levels>, RowError> {
    let id = number(row, "major_id")?;
    Ok(match number(row, "class")? {
        0 => Some(Levels::default()),
        1 | 2 | 7 => of_object(row, id, known)?,
        3 => known.schemas.get(&id).map(|schema| Levels::outside("SCHEMA", schema)),
        4 => known.principals.get(&id).map(|(name, _)| Levels::outside("USER", name)),
        6 => known.types.get(&id).map(|name| Levels::object("TYPE", name)),
        _ => None,
    })
}

fn of_object(row: &Row, id: i64, known: &Securables<'_>) -> Result<Option<Levels>, RowError> {
    let Some(object) = known.objects.get(id) else { return of_constraint(row, known) };
    let whole = match (class(&object.kind), known.objects.get(object.parent)) {
        (Some("TRIGGER"), Some(table)) => levels_of(&table.name, &table.kind),
        (Some(class), _) => Some(Levels::object(class, &object.name)),
        (None, _) => None,
    };
    let is_trigger = class(&object.kind) == Some("TRIGGER");
    let part = [("COLUMN", "column_name"), ("INDEX", "index_name"), ("PARAMETER", "parameter_name")];
    let part = part.map(|(class, column)| Ok(maybe(row, column)?.map(|name| (class, Ident::new(name)))));
    let mut parts = part.into_iter().collect::<Result<Vec<_>, RowError>>()?.into_iter().flatten();
    let part = if is_trigger { Some(("TRIGGER", object.name.object.clone())) } else { parts.next() };
    Ok(whole.map(|whole| part.iter().fold(whole, |whole, (class, name)| whole.part(class, name))))
}

/// Constraints have ids of objects, and are parts of their tables.
fn of_constraint(row: &Row, known: &Securables<'_>) -> Result<Option<Levels>, RowError> {
    let Some(table) = known.objects.get(number(row, "parent_id")?) else { return Ok(None) };
    let name = Ident::new(text(row, "object_name")?);
    Ok(levels_of(&table.name, &table.kind).map(|whole| whole.part("CONSTRAINT", &name)))
}

fn levels_of(name: &Name, kind: &str) -> Option<Levels> {
    class(kind).map(|class| Levels::object(class, name))
}

/// The class of an object of `sys.objects`.
fn class(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "U" => "TABLE",
        "V" => "VIEW",
        "P" => "PROCEDURE",
        "FN" | "IF" | "TF" => "FUNCTION",
        "SO" => "SEQUENCE",
        "SN" => "SYNONYM",
        "SP" => "SECURITY POLICY",
        "TR" => "TRIGGER",
        _ => return None,
    })
}
