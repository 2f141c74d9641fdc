//! `sys.extended_properties`.

use super::{Facts, Row, indexes, row};
use crate::name::{Ident, Name};
use crate::schema::Levels;

/// A class with its words, and the ids of what a property is on.
type Located = (i32, &'static str, i32, i32);

const OBJECT: (i32, &str) = (1, "OBJECT_OR_COLUMN");

pub(super) fn extended_properties(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (on, held) in &facts.catalog.properties {
        let Some((class, words, major, minor)) = locate(facts, on) else { continue };
        rows.extend(held.iter().map(|(name, value)| row![class, words, major, minor, name, &**value]));
    }
    rows
}

fn locate(facts: &Facts<'_>, on: &Levels) -> Option<Located> {
    Some(match on.0.as_slice() {
        [] => (0, "DATABASE", 0, 0),
        [(class, name)] if &**class == "SCHEMA" => (3, "SCHEMA", facts.schema_id(name), 0),
        [(_, name)] => (4, "DATABASE_PRINCIPAL", facts.principal_id(name)?, 0),
        [_, (class, _)] if &**class == "TYPE" => {
            (6, "TYPE", facts.numbers.types.get(&on.object_name()?).unwrap_or(0), 0)
        }
        [_, _] => (OBJECT.0, OBJECT.1, facts.object_id(&on.object_name()?), 0),
        [_, _, (class, part), ..] => of_part(facts, &on.object_name()?, class, part)?,
    })
}

fn of_part(facts: &Facts<'_>, object: &Name, class: &str, part: &Ident) -> Option<Located> {
    let whole = facts.object_id(object);
    let in_schema = Name { schema: object.schema.clone(), object: part.clone() };
    Some(match class {
        "COLUMN" => (OBJECT.0, OBJECT.1, whole, column(facts, object, part)?),
        "CONSTRAINT" => (OBJECT.0, OBJECT.1, facts.constraint(object, Some(part))?.id, 0),
        "TRIGGER" => (OBJECT.0, OBJECT.1, facts.object_id(&in_schema), 0),
        "INDEX" => {
            let table = facts.catalog.table(object)?;
            let shown = indexes::of_table(facts, object, table);
            (7, "INDEX", whole, shown.iter().find(|index| index.name == part)?.id)
        }
        "PARAMETER" => {
            let module = &facts.catalog.modules.get(object)?.definition;
            let at = module.parameters.iter().position(|parameter| &parameter.name == part)?;
            (2, "PARAMETER", whole, i32::try_from(at).ok()? + 1)
        }
        _ => return None,
    })
}

/// The number of a column of a table or view.
fn column(facts: &Facts<'_>, object: &Name, column: &Ident) -> Option<i32> {
    if facts.catalog.tables.contains_key(object) {
        return Some(facts.column_id(object, column));
    }
    let at = (facts.view_columns)(object).columns.iter().position(|each| &each.name == column)?;
    i32::try_from(at).ok().map(|at| at + 1)
}
