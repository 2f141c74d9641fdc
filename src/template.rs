//! The RAG schema as a project's files, for the model and the dimensions that a corpus has.

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

/// How the model is asked for the dimensions, and the model that cannot be asked.
const ASKED: &str = r#""dimensions":1536,"#;
const FIXED_MODEL: &str = "text-embedding-ada-002";

/// What a corpus is embedded with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Embedding<'a> {
    /// The model, as the provenance of each vector names it.
    pub model: &'a str,
    /// How many numbers a vector has: 1 to 3996.
    pub dimensions: u32,
}

/// The files of a new project, path and text, in the order in which they run.
#[must_use]
pub fn files(embedding: Embedding<'_>) -> Vec<(&'static str, String)> {
    FILES.iter().map(|(path, text)| (*path, fill(text, embedding))).collect()
}

fn fill(text: &str, embedding: Embedding<'_>) -> String {
    let dimensions = embedding.dimensions.to_string();
    let base = if embedding.dimensions > FLOAT32_DIMENSIONS { ", float16" } else { "" };
    let asked = if embedding.model == FIXED_MODEL { "" } else { ASKED };
    text.replace(ASKED, asked)
        .replace(&format!("VECTOR({DIMENSIONS})"), &format!("VECTOR({dimensions}{base})"))
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
        let all = |embedding| files(embedding).into_iter().map(|(_, text)| text).collect::<String>();
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
}
