//! Sequences, types, policies, modules, models, principals and permissions in their normal form.

use std::collections::BTreeSet;

use super::data_type::{Use, data_type};
use super::table::whole;
use super::{expression, tokens};
use crate::catalog::{Catalog, Principal};
use crate::name::{DEFAULT_SCHEMA, Ident, Name};
use crate::schema::{DataType, ExternalModel, IndexOption, Module, Permission, Policy, Sequence, SqlText, UserType};

/// A module in its normal form: the tokens of its text and the options that it was made under. What else
/// a module holds follows from its text.
#[must_use]
pub fn module(name: &Name, module: &Module) -> Module {
    let definition = super::definition(name, module);
    let text = tokens(&definition);
    Module {
        kind: module.kind,
        function: module.function,
        parameters: Vec::new(),
        returns: None,
        return_table: None,
        columns: Vec::new(),
        options: Vec::new(),
        trigger_on: module.trigger_on.clone(),
        trigger_events: None,
        body: SqlText::default(),
        definition: SqlText::new(text.trim_end_matches([';', ' '])),
        references: Vec::new(),
        quoted_identifier: module.quoted_identifier,
        ansi_nulls: module.ansi_nulls,
    }
}

/// A policy in its normal form. It binds the schema unless it says otherwise.
#[must_use]
pub fn policy(policy: &Policy) -> Policy {
    let mut policy = policy.clone();
    policy.schema_bound = Some(policy.schema_bound.unwrap_or(true));
    for predicate in &mut policy.predicates {
        predicate.arguments.iter_mut().for_each(|argument| *argument = SqlText::new(expression(argument.as_str())));
    }
    policy.predicates.sort_by(|one, other| {
        (&one.target, one.kind, one.operation).cmp(&(&other.target, other.kind, other.operation))
    });
    policy
}

/// A type in its normal form.
#[must_use]
pub fn user_type(catalog: &Catalog, definition: &UserType) -> UserType {
    match definition {
        UserType::Alias { base, nullable } => {
            UserType::Alias { base: data_type(base, Use::Column), nullable: Some(nullable.unwrap_or(true)) }
        }
        UserType::Table(table) => {
            let mut normal = super::table(catalog, table);
            // Nobody can alter a table type, and rows are put in by the order of columns.
            normal.columns = table.columns.iter().map(|column| super::column(catalog, table, column)).collect();
            UserType::Table(Box::new(normal))
        }
        UserType::Clr(external) => UserType::Clr(SqlText::new(tokens(external.as_str()))),
    }
}

/// A sequence with everything that holds where nothing is said (Learn, "CREATE SEQUENCE").
#[must_use]
pub fn sequence(sequence: &Sequence) -> Sequence {
    let of = sequence.data_type.clone().unwrap_or(DataType::System { name: "bigint".into(), args: Vec::new() });
    let of = data_type(&of, Use::Column);
    let increment = sequence.increment.as_ref().map_or_else(|| "1".into(), |step| whole(step));
    let (lowest, highest) = range(&of);
    let bound = |said: &Option<Option<Box<str>>>, default: &str| -> Box<str> {
        said.clone().flatten().map_or_else(|| default.into(), |value| whole(&value))
    };
    let (min, max) = (bound(&sequence.min, &lowest), bound(&sequence.max, &highest));
    let first = if increment.starts_with('-') { &max } else { &min };
    Sequence {
        start: Some(sequence.start.as_ref().map_or_else(|| first.clone(), |start| whole(start))),
        data_type: Some(of),
        increment: Some(increment),
        min: Some(Some(min)),
        max: Some(Some(max)),
        cycle: Some(sequence.cycle.unwrap_or(false)),
        cache: sequence.cache.clone(),
    }
}

/// The lowest and highest value of a whole-number type.
fn range(data_type: &DataType) -> (String, String) {
    let DataType::System { name, args } = data_type else { return (String::new(), String::new()) };
    match &**name {
        "tinyint" => ("0".into(), u8::MAX.to_string()),
        "smallint" => (i16::MIN.to_string(), i16::MAX.to_string()),
        "int" => (i32::MIN.to_string(), i32::MAX.to_string()),
        "decimal" => {
            let digits = args.first().and_then(|digits| digits.parse().ok()).unwrap_or(18);
            (format!("-{}", "9".repeat(digits)), "9".repeat(digits))
        }
        _ => (i64::MIN.to_string(), i64::MAX.to_string()),
    }
}

/// The owner of a schema, when it is not `dbo`.
#[must_use]
pub fn owner(owner: Option<&Ident>) -> Option<Ident> {
    owner.filter(|owner| !owner.is(DEFAULT_SCHEMA)).cloned()
}

/// An external model in its normal form.
#[must_use]
pub fn external_model(model: &ExternalModel) -> ExternalModel {
    let option = |option: &IndexOption| {
        let value = option.value.as_str();
        let value = match &*option.name {
            "PARAMETERS" => {
                serde_json::from_str::<serde_json::Value>(value).map_or(value.into(), |json| json.to_string())
            }
            "MODEL_TYPE" => value.to_uppercase(),
            "CREDENTIAL" => value.to_lowercase(),
            _ => value.to_owned(),
        };
        IndexOption { name: option.name.clone(), value: SqlText::new(value) }
    };
    let mut options: Vec<_> = model.options.iter().map(option).collect();
    options.sort_by(|one, other| one.name.cmp(&other.name));
    ExternalModel { owner: owner(model.owner.as_ref()), options }
}

/// A user or role in its normal form: without options that say what holds anyway.
#[must_use]
pub fn principal(principal: &Principal) -> Principal {
    let options = principal.options.iter().map(|option| tokens(option.as_str()).replacen("FROM login", "FOR login", 1));
    let says_something = |option: &String| !matches!(&**option, "default_schema = dbo" | "AUTHORIZATION dbo");
    let mut options: Vec<_> = options.filter(says_something).map(SqlText::new).collect();
    options.sort();
    Principal { class: principal.class.clone(), options, member_of: principal.member_of.clone() }
}

/// Permissions with one column each, as the server keeps them.
#[must_use]
pub fn permissions<'a>(held: impl IntoIterator<Item = &'a Permission>) -> BTreeSet<Permission> {
    let each = |permission: &Permission| -> Vec<Permission> {
        let one = |columns: Vec<Ident>| Permission { columns, ..permission.clone() };
        match permission.columns.as_slice() {
            [] => vec![one(Vec::new())],
            columns => columns.iter().map(|column| one(vec![column.clone()])).collect(),
        }
    };
    held.into_iter().flat_map(each).collect()
}
