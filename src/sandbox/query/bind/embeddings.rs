//! AI_GENERATE_EMBEDDINGS: no model is called. The local embedder answers for an external model that says it is that.

use super::typed::Typed;
use super::{Binder, Bound};
use crate::embed;
use crate::name::Ident;
use crate::sandbox::query::physical;
use crate::sandbox::value::SqlType;
use crate::schema::ExternalModel;
use crate::syntax::query::ast::Call;

impl Binder<'_> {
    /// `AI_GENERATE_EMBEDDINGS(text USE MODEL model [PARAMETERS json])`: JSON, as the engine returns it.
    pub(super) fn embeddings(&mut self, call: &Call, model: &Ident, at: usize) -> Bound<Typed> {
        if !call.name[0].is("ai_generate_embeddings") {
            return self.error(102, "Incorrect syntax near 'USE'.", at);
        }
        let [source, overrides @ ..] = call.arguments.as_slice() else { return self.wrong_count(call, "1", at) };
        let name = model.as_str();
        let Some(found) = self.scope.catalog.external_models.get(model).map(|entry| entry.definition.clone()) else {
            let text = format!(
                "Cannot find the external model '{name}', because it does not exist or you do not have permission."
            );
            return self.error(15151, text, at);
        };
        self.answered_here(name, &found, at)?;
        let text = self.text_operand(source)?;
        let own = physical::literal(option(&found, "PARAMETERS").unwrap_or("{}"));
        let mut given = Typed::null();
        if let Some(overriding) = overrides.first() {
            given = self.text_operand(overriding)?;
        }
        let sql = format!("t_ai_generate_embeddings({}, {own}, {})", text.sql, given.sql);
        Ok(Typed::new(sql, SqlType::Json, true).with(&text).with(&given))
    }

    /// Only the local embedder is here: a model of another name, or anywhere else, is not.
    fn answered_here(&self, name: &str, model: &ExternalModel, at: usize) -> Bound<()> {
        let (location, kind) =
            (option(model, "LOCATION").unwrap_or_default(), option(model, "MODEL").unwrap_or_default());
        if !location.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://")) {
            return self.error(31610, format!("The URL of the external model '{name}' is not HTTPS."), at);
        }
        let is_local =
            location.strip_prefix(embed::LOCAL_ENDPOINT).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if is_local && kind == embed::LOCAL_MODEL {
            return Ok(());
        }
        self.unknown(
            format!(
                "A call of the model '{kind}' at {location} (the only one that is here is '{}' at {})",
                embed::LOCAL_MODEL,
                embed::LOCAL_ENDPOINT
            ),
            at,
        )
    }
}

fn option<'m>(model: &'m ExternalModel, name: &str) -> Option<&'m str> {
    model.options.iter().find(|option| &*option.name == name).map(|option| option.value.as_str())
}
