//! How external models may be written and dropped (Learn, CREATE and DROP EXTERNAL MODEL).

use super::{Judge, table};
use crate::name::Ident;
use crate::schema::ExternalModel;
use crate::syntax::ast::{Kind, ObjectClass};

/// What the engine calls the services that it knows.
const FORMATS: [&str; 4] = ["Azure OpenAI", "OpenAI", "Ollama", "ONNX Runtime"];

/// 46505, 46508 and 102 for CREATE EXTERNAL MODEL, 156 for DROP EXTERNAL MODEL IF EXISTS.
pub(super) fn statement(judge: &mut Judge, kind: &Kind) {
    match kind {
        Kind::ExternalModel { alter, name, model } => options(judge, *alter, name, model),
        Kind::Drop { class: ObjectClass::ExternalModel, if_exists: true, .. } => {
            judge.add(table::DROP_MODEL_IF_EXISTS.plain(&[]));
        }
        _ => {}
    }
}

fn options(judge: &mut Judge, alter: bool, name: &Ident, model: &ExternalModel) {
    match model.option("API_FORMAT") {
        None if !alter => judge.add(table::MODEL_WITHOUT_FORMAT.plain(&[name])),
        Some(format) if !FORMATS.iter().any(|known| known.eq_ignore_ascii_case(format)) => {
            judge.add(table::MODEL_FORMAT.plain(&[&format, name]));
        }
        _ => {}
    }
    if let Some(model_type) = model.option("MODEL_TYPE").filter(|found| !found.eq_ignore_ascii_case("EMBEDDINGS")) {
        judge.add(table::MODEL_TYPE.plain(&[&model_type]));
    }
}
