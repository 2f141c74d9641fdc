//! The RAG schema as a project's files, for the model and the dimensions that a corpus has.

mod generation;

pub use generation::{Generation, made};

/// This repository's own files are the template: path and text, in the order in which they run.
const FILES: [(&str, &str); 12] = [
    ("migrations/V1__documents.sql", include_str!("../migrations/V1__documents.sql")),
    ("migrations/V2__document_chunks.sql", include_str!("../migrations/V2__document_chunks.sql")),
    ("migrations/V3__tenant_policy.sql", include_str!("../migrations/V3__tenant_policy.sql")),
    ("migrations/V4__corpus.sql", include_str!("../migrations/V4__corpus.sql")),
    ("migrations/V5__ingest_document.sql", include_str!("../migrations/V5__ingest_document.sql")),
    ("migrations/V6__chunk_document.sql", include_str!("../migrations/V6__chunk_document.sql")),
    ("migrations/V7__store_embeddings.sql", include_str!("../migrations/V7__store_embeddings.sql")),
    ("migrations/V8__search_chunks.sql", include_str!("../migrations/V8__search_chunks.sql")),
    ("migrations/V9__retrieval_log.sql", include_str!("../migrations/V9__retrieval_log.sql")),
    ("migrations/V10__text_embedder.sql", include_str!("../migrations/V10__text_embedder.sql")),
    ("migrations/V11__embed_pending_chunks.sql", include_str!("../migrations/V11__embed_pending_chunks.sql")),
    ("post-load/V1__vi_document_chunks.sql", include_str!("../post-load/V1__vi_document_chunks.sql")),
];

/// The model and the dimensions that stand in [`FILES`].
const MODEL: &str = "text-embedding-3-small";
const DIMENSIONS: &str = "1536";

/// The variable that the files hold: the address of the model's endpoint.
pub const ENDPOINT: &str = "EMBEDDING_ENDPOINT";

/// The most dimensions of a float32 vector (Learn, "Vector data type"; Msg 2717 above it). Above it the base type is
/// float16, which holds up to 3996.
const FLOAT32_DIMENSIONS: u32 = 1998;

/// How a model is asked for the dimensions.
const ASKED: &str = r#""dimensions":1536,"#;
/// The model that cannot be asked for a number of dimensions.
pub const FIXED_MODEL: &str = "text-embedding-ada-002";

/// The names that stand in [`FILES`]; they are the defaults.
pub const SCHEMA: &str = "dbo";
/// The table of the source rows.
pub const DOCUMENTS: &str = "documents";
/// The table of the chunks.
pub const CHUNKS: &str = "document_chunks";

/// Names that the files need for themselves.
const TAKEN: [&str; 4] = ["corpus", "retrieval_log", "chunk_list", "security"];

/// The most letters of a name: it is a part of other names, of at most 128.
const NAME_LENGTH: usize = 80;

/// What a corpus is embedded with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Embedding<'a> {
    /// The model, as the provenance of each vector names it.
    pub model: &'a str,
    /// How many numbers a vector has: 1 to 3996.
    pub dimensions: u32,
}

/// What the tables are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names<'a> {
    /// The schema of everything but the policies.
    pub schema: &'a str,
    /// The table of the source rows.
    pub documents: &'a str,
    /// The table of the chunks.
    pub chunks: &'a str,
}

impl Default for Names<'_> {
    fn default() -> Self {
        Self { schema: SCHEMA, documents: DOCUMENTS, chunks: CHUNKS }
    }
}

/// A name that the files cannot have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It would have to stand in brackets.
    #[error("`{0}` is no plain name: a letter first, then letters, digits and underscores, {NAME_LENGTH} at most")]
    NotPlain(String),
    /// Something else has it.
    #[error("the name `{0}` is taken by another part of the schema")]
    Taken(String),
}

impl Names<'_> {
    /// Sees that the names can stand everywhere as they are, and that no two are the same.
    ///
    /// # Errors
    /// The first name that cannot be.
    pub fn check(&self) -> Result<(), NameError> {
        for name in [self.schema, self.documents, self.chunks] {
            let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && name.len() <= NAME_LENGTH;
            if !is_plain {
                return Err(NameError::NotPlain(name.to_owned()));
            }
            if TAKEN.iter().any(|taken| taken.eq_ignore_ascii_case(name)) {
                return Err(NameError::Taken(name.to_owned()));
            }
        }
        match self.documents.eq_ignore_ascii_case(self.chunks) {
            true => Err(NameError::Taken(self.chunks.to_owned())),
            false => Ok(()),
        }
    }

    /// A path or a text with these names in place of the template's.
    pub(crate) fn put(&self, text: &str) -> String {
        let mut named = String::with_capacity(text.len());
        let mut before = '\0';
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            match word {
                SCHEMA if after.starts_with('.') => named.push_str(self.schema),
                DOCUMENTS if before == '.' => named.push_str(self.documents),
                DOCUMENTS => named.push_str(word),
                _ => named.push_str(&self.put_inside(word)),
            }
            before = word.chars().last().unwrap_or(before);
            rest = after;
        }
        named
    }

    /// A name that is made of others, such as `fk_document_chunks_documents`.
    fn put_inside(&self, word: &str) -> String {
        let parts = word.split(CHUNKS).map(|part| part.replace(DOCUMENTS, self.documents));
        parts.collect::<Vec<_>>().join(self.chunks)
    }
}

/// The files of a new project, path and text, in the order in which they run.
#[must_use]
pub fn files(embedding: Embedding<'_>, names: Names<'_>) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> =
        FILES.iter().map(|(path, text)| (names.put(path), names.put(&fill(text, embedding)))).collect();
    if !names.schema.eq_ignore_ascii_case(SCHEMA) {
        files[0].1.insert_str(0, &format!("CREATE SCHEMA {};\nGO\n\n", names.schema));
    }
    files
}

/// The type of a vector of so many numbers.
#[must_use]
pub fn vector_type(dimensions: u32) -> String {
    let base = if dimensions > FLOAT32_DIMENSIONS { ", float16" } else { "" };
    format!("VECTOR({dimensions}{base})")
}

fn fill(text: &str, embedding: Embedding<'_>) -> String {
    let dimensions = embedding.dimensions.to_string();
    let asked = if embedding.model == FIXED_MODEL { "" } else { ASKED };
    text.replace(ASKED, asked)
        .replace(&format!("VECTOR({DIMENSIONS})"), &vector_type(embedding.dimensions))
        .replace(DIMENSIONS, &dimensions)
        .replace(MODEL, &embedding.model.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_folders_are_the_template() {
        for folder in ["migrations", "post-load"] {
            let entries = std::fs::read_dir(folder).expect("this repository's folder");
            for entry in entries {
                let name = entry.expect("can be read").file_name().to_string_lossy().into_owned();
                let path = format!("{folder}/{name}");
                assert!(FILES.iter().any(|(known, _)| *known == path), "{path} is not in the template");
            }
        }
    }

    #[test]
    fn the_dimensions_and_the_model_stand_everywhere() {
        let all = |embedding| files(embedding, Names::default()).into_iter().map(|(_, text)| text).collect::<String>();
        let own = all(Embedding { model: "it's a model", dimensions: 3072 });
        assert!(!own.contains(DIMENSIONS) && !own.contains(MODEL));
        assert_eq!(own.matches("VECTOR(3072, float16)").count(), 3, "the column, the CAST and the parameter");
        assert_eq!(own.matches("VECTOR(").count(), 3);
        assert!(own.contains("(N'it''s a model', 3072, "));
        assert!(own.contains(r#"{"dimensions":3072,"#));
        let fixed = all(Embedding { model: FIXED_MODEL, dimensions: 1536 });
        assert!(fixed.contains(r#"'{"sql_rest_options""#) && !fixed.contains("\"dimensions"));
        assert!(all(Embedding { model: "m", dimensions: 1998 }).contains("VECTOR(1998) "));
    }

    #[test]
    fn names_are_put_where_they_are_names() {
        let names = Names { schema: "rag", documents: "articles", chunks: "article_parts" };
        assert_eq!(names.check(), Ok(()));
        let text = "-- the documents\nCREATE INDEX ix_documents_tenant ON dbo.documents (x); -- dbo; fk_document_chunks_documents dbo.ingest_document";
        let put = "-- the documents\nCREATE INDEX ix_articles_tenant ON rag.articles (x); -- dbo; fk_article_parts_articles rag.ingest_document";
        assert_eq!(names.put(text), put);
        assert_eq!(names.put("post-load/V1__vi_document_chunks.sql"), "post-load/V1__vi_article_parts.sql");
        for (path, text) in FILES {
            assert_eq!(Names::default().put(text), text, "{path}");
        }
    }

    #[test]
    fn names_that_cannot_be_are_refused() {
        let plain = Names::default();
        let of = |names: Names<'_>| names.check();
        assert_eq!(of(Names { schema: "my schema", ..plain }), Err(NameError::NotPlain("my schema".into())));
        assert_eq!(of(Names { documents: "1st", ..plain }), Err(NameError::NotPlain("1st".into())));
        assert_eq!(of(Names { chunks: "Corpus", ..plain }), Err(NameError::Taken("Corpus".into())));
        assert_eq!(of(Names { chunks: "Documents", ..plain }), Err(NameError::Taken("Documents".into())));
    }
}
