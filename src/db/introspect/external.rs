//! External models, credentials, scoped configurations, and what is known by class and name only.

use std::collections::BTreeMap;

use super::super::row::{Row, RowError};
use super::Introspection;
use super::query::Answers;
use super::text::{ident, maybe, number, option, text};
use crate::catalog::Entry;
use crate::name::{DEFAULT_SCHEMA, Ident, Name};
use crate::schema::{Credential, ExternalModel};
use crate::syntax::ast::ObjectClass;

/// The options of an external model, and the columns that show them.
const MODEL: [(&str, &str); 6] = [
    ("LOCATION", "location"),
    ("API_FORMAT", "api_format"),
    ("MODEL_TYPE", "model_type"),
    ("MODEL", "model"),
    ("CREDENTIAL", "credential"),
    ("PARAMETERS", "parameters"),
];

/// Reads external models; gives their names by id.
pub(super) fn models(answers: &Answers, into: &mut Introspection) -> Result<BTreeMap<i64, Ident>, RowError> {
    let mut names = BTreeMap::new();
    for row in answers.of("models") {
        let name = ident(row, "name")?;
        names.insert(number(row, "model_id")?, name.clone());
        into.catalog.external_models.insert(name, Entry::certain(model(row)?));
    }
    Ok(names)
}

fn model(row: &Row) -> Result<ExternalModel, RowError> {
    let owner = maybe(row, "owner")?.filter(|owner| owner != "dbo").map(Ident::new);
    let told = MODEL.iter().map(|(name, column)| Ok(maybe(row, column)?.map(|value| option(name, value))));
    let options = told.collect::<Result<Vec<_>, RowError>>()?;
    Ok(ExternalModel { owner, options: options.into_iter().flatten().collect() })
}

/// Reads credentials; gives their names by id. No view tells whether one has a secret.
pub(super) fn credentials(answers: &Answers, into: &mut Introspection) -> Result<BTreeMap<i64, Ident>, RowError> {
    let mut names = BTreeMap::new();
    for row in answers.of("credentials") {
        let name = ident(row, "name")?;
        names.insert(number(row, "credential_id")?, name.clone());
        let identity = maybe(row, "identity_name")?.map(Into::into);
        into.catalog.credentials.insert(name, Entry::certain(Credential { identity, has_secret: false }));
    }
    Ok(names)
}

/// Reads the scoped configurations that are not the engine's defaults.
pub(super) fn configurations(answers: &Answers, into: &mut Introspection) -> Result<(), RowError> {
    for row in answers.of("configurations") {
        let name = text(row, "name")?.to_uppercase();
        if row.get::<Option<bool>>("is_default")? == Some(false) {
            let value = maybe(row, "value")?.unwrap_or_default();
            into.catalog.configurations.insert(name.as_str().into(), value.into());
        }
        if let Some(value) = maybe(row, "value_for_secondary")? {
            into.catalog.configurations.insert(format!("{name} FOR SECONDARY").into(), value.into());
        }
    }
    Ok(())
}

/// Reads objects that are known by class and name only. What has no name of its own goes by its class.
pub(super) fn others(answers: &Answers, into: &mut Introspection) -> Result<(), RowError> {
    for row in answers.of("others") {
        let class = text(row, "class")?;
        let schema = maybe(row, "schema_name")?.unwrap_or_else(|| DEFAULT_SCHEMA.to_owned());
        let name = if class == "MASTER KEY" { class.clone() } else { text(row, "name")? };
        into.catalog.others.insert((ObjectClass::Other(class.into()), Name::new(schema, name)), Vec::new());
    }
    Ok(())
}
