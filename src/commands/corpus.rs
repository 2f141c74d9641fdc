//! The corpus of a project's database, for the commands that fill and ask it.

use super::progress::Progress;
use super::{Cx, Failure};
use crate::db::RunError;
use crate::db::corpus::{Corpus, Record, Vectors};
use crate::db::database::Database;
use crate::settings::Embedding;
use crate::template::{CHUNKS, DOCUMENTS, Names, SCHEMA};

/// Invalid object name: the schema is not there.
const NO_SUCH_OBJECT: u32 = 208;

impl Cx<'_> {
    /// The names that the project's schema has.
    ///
    /// # Errors
    /// When one of them cannot be a name.
    pub fn names(&self) -> Result<Names<'_>, Failure> {
        let names = &self.settings.names;
        let names = Names {
            schema: names.schema.as_deref().unwrap_or(SCHEMA),
            documents: names.documents.as_deref().unwrap_or(DOCUMENTS),
            chunks: names.chunks.as_deref().unwrap_or(CHUNKS),
        };
        names.check().map_err(|error| Failure::usage(format!("ragsql.toml: [names] {error}")))?;
        Ok(names)
    }

    /// The corpus of a database, and what it records.
    ///
    /// # Errors
    /// When the database cannot be reached, or has no corpus.
    pub fn corpus<'a>(&'a self, database: &'a Database) -> Result<(Corpus<'a>, Record), Failure> {
        let names = self.names()?;
        let client = database.client(self.global.timeout, &mut Progress::new(self))?;
        let mut corpus = Corpus::new(client, names);
        let table = format!("{}.corpus", names.schema);
        let missing = |what: &str| {
            Failure::refused(format!(
                "{table} {what}: `ragsql apply` brings the schema that `ragsql init` wrote; other names than its defaults \
                 belong under [names] in ragsql.toml"
            ))
        };
        match corpus.record() {
            Ok(Some(record)) => Ok((corpus, record)),
            Ok(None) => Err(missing("has no row")),
            Err(RunError::Own { error, .. }) if error.has_number(NO_SUCH_OBJECT) => Err(missing("is not there")),
            Err(error) => Err(error.into()),
        }
    }

    /// How vectors of a corpus are made: as the project says of their model, in `[embedding]` or, while the corpus moves to
    /// another model, in `[reembedding]`.
    ///
    /// # Errors
    /// When both name another model, or other dimensions.
    pub fn embedding_of(&self, vectors: &Vectors) -> Result<Embedding, Failure> {
        let settings = &self.settings.embedding;
        let next = self.settings.reembedding.as_ref().filter(|next| next.model.is_some() && next.dimensions.is_some());
        let next = next.map(|next| next.or(settings));
        let is_meant = |settings: &&Embedding| {
            settings.model.as_deref().is_none_or(|model| model == vectors.model)
                && settings.dimensions.is_none_or(|dimensions| dimensions == vectors.dimensions)
        };
        if let Some(found) = next.iter().chain([settings]).find(is_meant) {
            return Ok(found.clone());
        }
        let model = settings.model.as_deref().unwrap_or(&vectors.model);
        let dimensions = settings.dimensions.unwrap_or(vectors.dimensions);
        Err(Failure::refused(format!(
            "the corpus is embedded by {} with {} dimensions, and [embedding] in ragsql.toml names {model} with \
             {dimensions}: distances between two models' vectors mean nothing; name the corpus' own",
            vectors.model, vectors.dimensions
        )))
    }
}
