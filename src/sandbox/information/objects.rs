//! Functions about objects, columns, types and schemas.

use rusqlite::types::Value;

use super::{Arguments, decimal_of, flag, number, text};
use crate::name::{DEFAULT_SCHEMA, Ident, Name};
use crate::sandbox::host::{Host, State};
use crate::sandbox::store::table::physical;
use crate::sandbox::system::{self, SYSTEM_SCHEMAS, types};
use crate::schema::{Column, FunctionKind, IndexKind, Module, ModuleKind, Table};
use crate::syntax::lexer::{TokenKind, identifier_text, lex};
use crate::syntax::parse::type_in_text;
use crate::text::Span;

/// Calls a function; `None` when it is not one of these.
pub(super) fn call(host: &Host, state: &State, function: &str, arguments: Arguments<'_>) -> Option<Value> {
    Some(match function {
        "OBJECT_ID" => number(object_id(state, arguments)),
        "OBJECT_NAME" => text(arguments.number(0).and_then(|id| Some(found(state, id)?.object.as_str().to_owned()))),
        "OBJECT_SCHEMA_NAME" => {
            text(arguments.number(0).and_then(|id| Some(found(state, id)?.schema.as_str().to_owned())))
        }
        "OBJECT_DEFINITION" => text(arguments.number(0).and_then(|id| definition(state, id))),
        "SCHEMA_NAME" => match arguments.count() {
            0 => text(Some(DEFAULT_SCHEMA)),
            _ => text(arguments.number(0).and_then(|id| schema_name(state, id))),
        },
        "SCHEMA_ID" => match arguments.count() {
            0 => number(Some(1)),
            _ => number(arguments.text(0).and_then(|name| schema_id(state, &Ident::new(name)))),
        },
        "TYPE_ID" => number(arguments.text(0).and_then(|name| type_id(state, &name))),
        "TYPE_NAME" => text(arguments.number(0).and_then(|id| type_name(state, id))),
        "COL_LENGTH" => number(column_by_name(state, arguments).and_then(|(_, column)| length(state, column))),
        "COL_NAME" => text(column_name(state, arguments)),
        "COLUMNPROPERTY" => number(column_property(state, arguments)),
        "OBJECTPROPERTY" | "OBJECTPROPERTYEX" => object_property(state, arguments),
        "INDEXPROPERTY" => number(index_property(state, arguments)),
        "IDENT_SEED" => decimal_of(identity(state, arguments).map(|limits| limits.start)),
        "IDENT_INCR" => decimal_of(identity(state, arguments).map(|limits| limits.increment)),
        "IDENT_CURRENT" => decimal_of(current_identity(host, state, arguments)),
        _ => return None,
    })
}

/// A name of one to three parts in text, as `OBJECT_ID` takes it: `[dbo].[t]`, `tempdb..#t`. `None` when
/// it is no name.
#[must_use]
pub fn parse_name(written: &str) -> Option<Name> {
    let tokens = lex(written, Span::new(0, written.len())).tokens;
    let mut parts = vec![String::new()];
    for token in tokens {
        let word = token.text(written);
        match token.kind {
            TokenKind::Symbol if word == "." => parts.push(String::new()),
            TokenKind::Word | TokenKind::Bracketed | TokenKind::Quoted | TokenKind::Variable => {
                let part = parts.last_mut().filter(|part| part.is_empty())?;
                *part = identifier_text(word);
            }
            _ => return None,
        }
    }
    let object = parts.pop().filter(|part| !part.is_empty())?;
    let schema = parts.pop().filter(|part| !part.is_empty()).unwrap_or_else(|| DEFAULT_SCHEMA.to_owned());
    (parts.len() <= 1).then(|| Name::new(schema, object))
}

/// An object's name by its id, a constraint's too.
fn found(state: &State, id: i64) -> Option<Name> {
    let id = i32::try_from(id).ok()?;
    let numbers = &state.schema.numbers;
    let object = numbers.objects.iter().find(|(_, numbered)| numbered.id == id).map(|(name, _)| name.clone());
    let constraint = || {
        numbers.tables.iter().find_map(|(table, of_table)| {
            let (name, _) = of_table.constraints.iter().find(|(_, numbered)| numbered.id == id)?;
            Some(Name { schema: table.schema.clone(), object: name.clone() })
        })
    };
    let view = || {
        let mut views = system::views().iter().map(|view| Name::new(view.schema, view.name));
        views.find(|name| system::view_id(name) == Some(id))
    };
    let temporary = || state.temporary_ids.iter().find(|(_, known)| **known == id).map(|(name, _)| name.clone());
    object.or_else(constraint).or_else(view).or_else(temporary)
}

fn object_id(state: &State, arguments: Arguments<'_>) -> Option<i32> {
    let name = parse_name(&arguments.text(0)?)?;
    let numbers = &state.schema.numbers;
    let wanted = arguments.text(1).map(|class| class.trim().to_uppercase());
    let fits = |class: &str| wanted.as_deref().is_none_or(|wanted| wanted == class.trim());
    if name.is_temporary() {
        return state.temporary_ids.get(&name).copied().filter(|_| fits("U"));
    }
    if let Some(class) = class_of(state, &name) {
        return numbers.object(&name).filter(|_| fits(class));
    }
    if let Some(table) = state.schema.catalog.constraint_names.get(&name) {
        let numbered = numbers.tables.get(table)?.constraints.get(&name.object)?;
        return wanted
            .as_deref()
            .is_none_or(|wanted| matches!(wanted, "PK" | "UQ" | "C" | "D" | "F"))
            .then_some(numbered.id);
    }
    system::view_id(&name).filter(|_| fits("V"))
}

/// The `type` of an object in `sys.objects`.
fn class_of(state: &State, name: &Name) -> Option<&'static str> {
    let catalog = &state.schema.catalog;
    if catalog.tables.contains_key(name) {
        return Some("U");
    }
    if let Some(module) = catalog.modules.get(name) {
        return Some(module_class(&module.definition));
    }
    let others = [
        (catalog.sequences.contains_key(name), "SO"),
        (catalog.synonyms.contains_key(name), "SN"),
        (catalog.policies.contains_key(name), "SP"),
    ];
    others.into_iter().find_map(|(is, class)| is.then_some(class))
}

fn module_class(module: &Module) -> &'static str {
    match (module.kind, module.function) {
        (ModuleKind::Procedure, _) => "P",
        (ModuleKind::View, _) => "V",
        (ModuleKind::Trigger, _) => "TR",
        (ModuleKind::Function, Some(FunctionKind::Inline)) => "IF",
        (ModuleKind::Function, Some(FunctionKind::MultiStatement)) => "TF",
        (ModuleKind::Function, _) => "FN",
    }
}

fn definition(state: &State, id: i64) -> Option<String> {
    let name = found(state, id)?;
    Some(state.schema.catalog.modules.get(&name)?.definition.definition.as_str().to_owned())
}

fn schema_name(state: &State, id: i64) -> Option<String> {
    let system = SYSTEM_SCHEMAS.iter().find(|(_, known)| i64::from(*known) == id);
    let made = || Some(state.schema.numbers.schemas.find(i32::try_from(id).ok()?)?.as_str().to_owned());
    system.map(|(name, _)| (*name).to_owned()).or_else(made)
}

fn schema_id(state: &State, name: &Ident) -> Option<i32> {
    let system = SYSTEM_SCHEMAS.iter().find(|(known, _)| name.is(known)).map(|(_, id)| *id);
    system.or_else(|| state.schema.numbers.schemas.get(name))
}

fn type_id(state: &State, written: &str) -> Option<i32> {
    let name = parse_name(written)?;
    let system = type_in_text(written).and_then(types::system_type).map(|known| known.user_id);
    system.or_else(|| state.schema.numbers.types.get(&name))
}

fn type_name(state: &State, id: i64) -> Option<String> {
    let id = i32::try_from(id).ok()?;
    let system = types::SYSTEM_TYPES.iter().find(|known| known.user_id == id);
    let made = || Some(state.schema.numbers.types.find(id)?.object.as_str().to_owned());
    system.map(|known| known.name.to_owned()).or_else(made)
}

fn table_by_id(state: &State, id: i64) -> Option<(Name, &Table)> {
    let name = found(state, id)?;
    let table = state.schema.catalog.table(&name)?;
    Some((name, table))
}

/// The table and column that two names tell.
fn column_by_name<'a>(state: &'a State, arguments: Arguments<'_>) -> Option<(&'a Table, &'a Column)> {
    let table = state.schema.catalog.table(&parse_name(&arguments.text(0)?)?)?;
    let column = parse_name(&arguments.text(1)?)?.object;
    Some((table, table.column(&column)?))
}

/// `max_length`, which is -1 for max.
fn length(state: &State, column: &Column) -> Option<i32> {
    let base = types::base_type(column.data_type.as_ref()?, &state.schema.catalog)?;
    types::shape(&base).map(|shape| shape.length)
}

fn column_name(state: &State, arguments: Arguments<'_>) -> Option<String> {
    let (name, _) = table_by_id(state, arguments.number(0)?)?;
    let id = i32::try_from(arguments.number(1)?).ok()?;
    Some(state.schema.numbers.tables.get(&name)?.columns.find(id)?.as_str().to_owned())
}

fn column_property(state: &State, arguments: Arguments<'_>) -> Option<i64> {
    let (name, table) = table_by_id(state, arguments.number(0)?)?;
    let column = table.column(&Ident::new(arguments.text(1)?))?;
    let shape = || {
        let base = types::base_type(column.data_type.as_ref()?, &state.schema.catalog)?;
        types::shape(&base)
    };
    let value = match arguments.text(2)?.to_uppercase().as_str() {
        "ALLOWSNULL" => state.schema.catalog.is_nullable(table, column).into(),
        "ISIDENTITY" => column.identity.is_some().into(),
        "ISCOMPUTED" => column.computed.is_some().into(),
        "ISROWGUIDCOL" => column.rowguidcol.into(),
        "ISSPARSE" => column.sparse.into(),
        "ISHIDDEN" => column.hidden.into(),
        "COLUMNID" => state.schema.numbers.tables.get(&name)?.columns.get(&column.name)?,
        "PRECISION" => shape()?.precision,
        "SCALE" => shape()?.scale,
        "CHARMAXLEN" => shape().filter(|shape| shape.is_text)?.length,
        _ => return None,
    };
    Some(value.into())
}

fn object_property(state: &State, arguments: Arguments<'_>) -> Value {
    let name = arguments.number(0).and_then(|id| found(state, id));
    let (Some(name), Some(property)) = (name, arguments.text(1)) else { return Value::Null };
    let class = class_of(state, &name);
    let table = state.schema.catalog.table(&name);
    let has_key = |table: &Table| table.primary_key().next().is_some();
    let property = property.to_uppercase();
    let of_class = |classes: &[&str]| flag(class.is_some_and(|class| classes.contains(&class)));
    match property.as_str() {
        "ISTABLE" | "ISUSERTABLE" => of_class(&["U"]),
        "ISVIEW" => of_class(&["V"]),
        "ISPROCEDURE" => of_class(&["P"]),
        "ISSCALARFUNCTION" => of_class(&["FN"]),
        "ISTABLEFUNCTION" => of_class(&["IF", "TF"]),
        "ISINLINEFUNCTION" => of_class(&["IF"]),
        "ISTRIGGER" => of_class(&["TR"]),
        "ISMSSHIPPED" => flag(name.schema.is("sys") || name.schema.is("INFORMATION_SCHEMA")),
        "TABLEHASPRIMARYKEY" => flag(table.is_some_and(has_key)),
        "TABLEHASIDENTITY" => {
            flag(table.is_some_and(|table| table.columns.iter().any(|column| column.identity.is_some())))
        }
        "TABLEHASCLUSTINDEX" => flag(table.is_some_and(|table| table.clustered_index().is_some())),
        "SCHEMAID" => number(schema_id(state, &name.schema)),
        "OWNERID" => number(Some(1)),
        "BASETYPE" => text(class.map(|class| format!("{class:<2}"))),
        _ => Value::Null,
    }
}

fn index_property(state: &State, arguments: Arguments<'_>) -> Option<i64> {
    let (name, table) = table_by_id(state, arguments.number(0)?)?;
    let index = Ident::new(arguments.text(1)?);
    let own = table.index(&index);
    let is_key = table.constraint(&index).is_some_and(crate::sandbox::store::numbers::is_key);
    if own.is_none() && !is_key {
        return None;
    }
    let clustered = table.clustered_index().flatten() == Some(&index);
    let unique = is_key || own.is_some_and(|index| matches!(index.kind, IndexKind::Rowstore { unique: true, .. }));
    let id = || {
        let numbers = state.schema.numbers.tables.get(&name)?;
        numbers.indexes.get(&index).or_else(|| numbers.vector_indexes.get(&index))
    };
    let value = match arguments.text(2)?.to_uppercase().as_str() {
        "INDEXID" => {
            if clustered {
                1
            } else {
                id()?
            }
        }
        "ISCLUSTERED" => clustered.into(),
        "ISUNIQUE" => unique.into(),
        "ISDISABLED" => own.is_some_and(|index| index.disabled).into(),
        _ => return None,
    };
    Some(value.into())
}

fn identity(state: &State, arguments: Arguments<'_>) -> Option<crate::sandbox::store::counters::Limits> {
    let name = parse_name(&arguments.text(0)?)?;
    let table = state.schema.catalog.table(&name)?;
    table.columns.iter().find(|column| column.identity.is_some())?;
    crate::sandbox::host::limits(&state.schema, &physical(&name))
}

/// The last identity value of a table, in any session; the seed before the first.
fn current_identity(host: &Host, state: &State, arguments: Arguments<'_>) -> Option<i64> {
    let limits = identity(state, arguments)?;
    let name = physical(&parse_name(&arguments.text(0)?)?);
    let own = state.counters.get(&name).filter(|_| state.is_writing).and_then(|counter| counter.last);
    let last = own.or_else(|| host.committed_counter(&name));
    Some(last.unwrap_or(limits.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_at_their_dots() {
        let name = |text: &str| parse_name(text).map(|name| name.to_string());
        assert_eq!(name("documents").as_deref(), Some("dbo.documents"));
        assert_eq!(name("[my schema].[a]]b]").as_deref(), Some("[my schema].[a]]b]"));
        assert_eq!(name("tempdb..#t").as_deref(), Some("dbo.#t"));
        assert_eq!(name("\"rag\".t").as_deref(), Some("rag.t"));
        assert_eq!(name("a b"), None);
        assert_eq!(name(""), None);
        assert_eq!(name("a.b.c.d"), None);
    }
}
