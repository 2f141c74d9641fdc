//! AI_GENERATE_EMBEDDINGS: the external model is known here; what it answers, the function says when it is called.

use super::typed::Typed;
use super::{Binder, Bound};
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
        let text = self.text_operand(source)?;
        let literal = |name: &str, default| physical::literal(option(&found, name).unwrap_or(default));
        let (own, location, kind) = (literal("PARAMETERS", "{}"), literal("LOCATION", ""), literal("MODEL", ""));
        let mut given = Typed::null();
        if let Some(overriding) = overrides.first() {
            given = self.text_operand(overriding)?;
        }
        let sql = format!("t_ai_generate_embeddings({}, {own}, {}, {location}, {kind})", text.sql, given.sql);
        Ok(Typed::new(sql, SqlType::Json, true).with(&text).with(&given))
    }
}

fn option<'m>(model: &'m ExternalModel, name: &str) -> Option<&'m str> {
    model.options.iter().find(|option| &*option.name == name).map(|option| option.value.as_str())
}
