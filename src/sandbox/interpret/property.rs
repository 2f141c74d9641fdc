//! What the engine refuses of extended properties.

use super::{Interpreter, Stop};
use crate::catalog::Catalog;
use crate::name::Ident;
use crate::sandbox::error::SqlError;
use crate::schema::Levels;
use crate::syntax::ast::{Kind, PropertyVerb, Statement};

impl Interpreter<'_> {
    /// Checks a call of `sp_addextendedproperty` and its like; every other statement is fine.
    pub(super) fn check_property(&self, statement: &Statement) -> Result<(), Stop> {
        let Kind::ExtendedProperty { verb, name, on, .. } = &statement.kind else { return Ok(()) };
        let found = refused(&self.session.schema.catalog, *verb, name, on);
        found.map_or(Ok(()), |error| Err(self.failure(error, statement.span).into()))
    }
}

/// sys.messages 15135, 15233 and 15217.
fn refused(catalog: &Catalog, verb: PropertyVerb, name: &Ident, on: &Levels) -> Option<SqlError> {
    let parts: Vec<&str> = on.0.iter().map(|(_, name)| name.as_str()).collect();
    let shown = if parts.is_empty() { "object specified".to_owned() } else { parts.join(".") };
    if !is_there(catalog, on) {
        let text = format!(
            "Object is invalid. Extended properties are not permitted on '{shown}', or the object does not exist."
        );
        return Some(SqlError::new(15135, text));
    }
    let has_it = catalog.properties.get(on).is_some_and(|held| held.contains_key(name));
    let name = name.as_str();
    match (verb, has_it) {
        (PropertyVerb::Add, true) => Some(SqlError::new(
            15233,
            format!("Property cannot be added. Property '{name}' already exists for '{shown}'."),
        )),
        (PropertyVerb::Update | PropertyVerb::Drop, false) => Some(SqlError::new(
            15217,
            format!("Property cannot be updated or deleted. Property '{name}' does not exist for '{shown}'."),
        )),
        _ => None,
    }
}

fn is_there(catalog: &Catalog, on: &Levels) -> bool {
    match on.0.as_slice() {
        [] => true,
        [(class, name)] => match &**class {
            "SCHEMA" => catalog.has_schema(name),
            "USER" => catalog.principals.contains_key(name) || name.is("dbo") || name.is("public"),
            _ => false,
        },
        _ => on.object_name().is_some_and(|object| match &*on.0[1].0 {
            "TYPE" => catalog.types.contains_key(&object),
            class => {
                let words = catalog.object_kind(&object).map(|found| found.words().to_uppercase());
                words.as_deref() == Some(class) && on.0.get(2).is_none_or(|part| has_part(catalog, &object, part))
            }
        }),
    }
}

fn has_part(catalog: &Catalog, object: &crate::name::Name, (class, part): &(Box<str>, Ident)) -> bool {
    let in_schema = crate::name::Name { schema: object.schema.clone(), object: part.clone() };
    match &**class {
        // What columns a view has is not in the catalog.
        "COLUMN" => !catalog.tables.contains_key(object) || catalog.column(object, part).is_some(),
        "INDEX" => {
            let is_key = catalog.table(object).is_some_and(|table| table.constraint(part).is_some());
            is_key || catalog.index(object, part).is_some()
        }
        "CONSTRAINT" => catalog.constraint_names.get(&in_schema) == Some(object),
        "TRIGGER" => {
            catalog.modules.get(&in_schema).is_some_and(|entry| entry.definition.trigger_on.as_ref() == Some(object))
        }
        "PARAMETER" => catalog
            .modules
            .get(object)
            .is_some_and(|entry| entry.definition.parameters.iter().any(|parameter| &parameter.name == part)),
        _ => false,
    }
}
