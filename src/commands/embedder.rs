//! Where vectors come from: the database's own model, an endpoint, or the local embedder of demonstrations.

use super::{Code, Cx, Failure, connection};
use crate::db::corpus::Vectors;
use crate::embed::openai::{Endpoint, EndpointError};
use crate::embed::{self, LOCAL_MODEL};
use crate::settings::Embedding;
use crate::template::FIXED_MODEL;

/// What embeds a corpus and its questions.
pub enum Embedder {
    /// The database, by its external model.
    Database,
    /// A deterministic embedder that knows words and no meaning.
    Local,
    /// An endpoint that is compatible with OpenAI's.
    Endpoint(Box<Endpoint>),
}

impl Cx<'_> {
    /// The embedder of the project, when it and its model are the corpus' own.
    ///
    /// # Errors
    /// When a setting is missing or wrong, or the model is another one.
    pub fn embedder(&self, vectors: &Vectors) -> Result<Embedder, Failure> {
        let settings = self.embedding_of(vectors)?;
        match settings.source.as_deref() {
            None | Some("database") => Ok(Embedder::Database),
            Some("local") if vectors.model == LOCAL_MODEL => Ok(Embedder::Local),
            Some("local") => Err(Failure::refused(format!(
                "the corpus is embedded by {}, and the local embedder's vectors are recorded under {LOCAL_MODEL} alone: \
                 start a corpus of its own with `ragsql init --model {LOCAL_MODEL}`",
                vectors.model
            ))),
            Some("openai") => Ok(Embedder::Endpoint(Box::new(endpoint(&settings, vectors)?))),
            Some(_) => Err(Failure::usage("ragsql.toml: [embedding] source is database, openai or local")),
        }
    }
}

fn endpoint(settings: &Embedding, vectors: &Vectors) -> Result<Endpoint, Failure> {
    let address = settings.endpoint.as_deref().ok_or_else(|| {
        Failure::usage("ragsql.toml: [embedding] source = \"openai\" needs endpoint, such as https://api.openai.com/v1")
    })?;
    let key = settings.key_variable.as_deref().map(key).transpose()?;
    let asked = settings.ask_dimensions.unwrap_or(vectors.model != FIXED_MODEL).then_some(vectors.dimensions);
    Endpoint::new(address, key, &vectors.model, asked).map_err(failure)
}

impl Embedder {
    /// The word for it in settings and reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Database => "database",
            Self::Local => "local",
            Self::Endpoint(_) => "openai",
        }
    }

    /// The vectors of texts, each with as many numbers as the corpus has; `None` when the database embeds.
    ///
    /// # Errors
    /// When the endpoint gives none, or vectors of other dimensions.
    pub fn embed(&self, of: &Vectors, texts: &[&str]) -> Result<Option<Vec<Vec<f32>>>, Failure> {
        let dimensions = of.dimensions as usize;
        let vectors = match self {
            Self::Database => return Ok(None),
            Self::Local => texts.iter().map(|text| embed::local(text, dimensions)).collect(),
            Self::Endpoint(endpoint) => endpoint.embed(texts).map_err(failure)?,
        };
        match vectors.iter().find(|vector| vector.len() != dimensions) {
            None => Ok(Some(vectors)),
            Some(vector) => Err(Failure::refused(format!(
                "{} gave a vector of {} numbers, and the corpus has {dimensions}: nothing of this batch was stored; ask \
                 the model for {dimensions} (ask-dimensions under [embedding]), or use the model of the corpus",
                of.model,
                vector.len()
            ))),
        }
    }
}

/// The key of an endpoint, from the environment.
fn key(variable: &str) -> Result<String, Failure> {
    let missing = || {
        Failure::usage(format!(
            "the environment variable {variable} is not set: it holds the endpoint's key (key-variable under [embedding])"
        ))
    };
    let key = connection::variable(variable).ok_or_else(missing)?;
    match key.bytes().all(|byte| byte.is_ascii_graphic()) {
        true => Ok(key),
        false => Err(Failure::usage(format!("the environment variable {variable} holds no key: spaces are in it"))),
    }
}

fn failure(error: EndpointError) -> Failure {
    let code = match &error {
        EndpointError::Busy { .. } | EndpointError::Unreachable(_) => Code::Unavailable,
        EndpointError::Address(_) | EndpointError::Key(_) => Code::Usage,
        EndpointError::Refused { .. } | EndpointError::Answer(_) => Code::Refused,
    };
    Failure::new(code, error)
}
