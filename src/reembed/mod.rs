//! Re-embedding a corpus by another model, as expand and contract: the text of each step's files, and where it stands.
//!
//! A second vector column is made and filled beside the one that is searched, searches move to it in one transaction, and
//! the first one goes. Each step is a migration, which is reviewed and applied like any other.

mod stage;

pub use stage::{Stage, Step};

use crate::db::corpus::Vectors;
use crate::syntax::spell::unicode;
use crate::template::{Generation, Names, made, vector_type};

const START: &str = include_str!("start.sql");
const INGEST_IN_BETWEEN: &str = include_str!("ingest_chunks.sql");
const CUTOVER: &str = include_str!("cutover.sql");
const FINISH: &str = include_str!("finish.sql");
const ABORT: &str = include_str!("abort.sql");
const REMOVE: &str = include_str!("remove.sql");
const POST_LOAD: &str = include_str!("post_load.sql");
const RETIRED: &str = include_str!("retired.sql");

/// What stands between two batches of a file.
const GO: &str = "\nGO\n\n";

/// A corpus on its way from one model to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move<'a> {
    /// What is searched when it begins.
    pub old: Vectors,
    /// What is searched when it ends.
    pub new: Vectors,
    /// What the tables are called.
    pub names: Names<'a>,
    /// Whether the database embeds by an external model.
    pub in_database: bool,
}

impl Move<'_> {
    /// The migration that makes the second column.
    #[must_use]
    pub fn start(&self) -> String {
        let own = |what| altered(what, &self.new, self.names, "CREATE");
        let twin = own("procedure dbo.store_embeddings")
            .map(|text| for_backfill(&text, "store_embeddings", "backfill_embeddings"));
        let here = own("procedure dbo.embed_pending_chunks");
        let here = here.map(|text| for_backfill(&text, "embed_pending_chunks", "backfill_pending_chunks"));
        let in_database =
            [own("external model text_embedder"), here].into_iter().flatten().filter(|_| self.in_database);
        let backfill: Vec<String> = twin.into_iter().chain(in_database).collect();
        let ingest = self.filled(INGEST_IN_BETWEEN);
        self.with(START, &[("ingest_in_between", ingest.trim_end()), ("backfill", &backfill.join(GO))])
    }

    /// The migration that moves searches to it.
    #[must_use]
    pub fn cutover(&self) -> String {
        let own = |what| altered(what, &self.new, self.names, "ALTER");
        let here = own("procedure dbo.embed_pending_chunks").filter(|_| self.in_database);
        let writing: Vec<String> = own("procedure dbo.store_embeddings").into_iter().chain(here).collect();
        let search = own("procedure dbo.search_chunks").unwrap_or_default();
        self.with(CUTOVER, &[("search", &search), ("writing", &writing.join(GO))])
    }

    /// The migration that drops the second column.
    #[must_use]
    pub fn abort(&self) -> String {
        let why = "these vectors were never searched, and can be made again from the texts";
        let remove = remove(&self.old, self.new.generation, self.names, self.in_database, why);
        self.with(ABORT, &[("remove", &remove)])
    }

    /// The post-load file of the second vector index.
    #[must_use]
    pub fn post_load(&self) -> String {
        self.filled(POST_LOAD)
    }

    fn with(&self, text: &str, parts: &[(&str, &str)]) -> String {
        ended(&put(&self.filled(text), parts))
    }

    /// A text with the names of this move.
    fn filled(&self, text: &str) -> String {
        let drop = format!("DROP PROCEDURE {}.backfill_pending_chunks;", self.names.schema);
        let drop = if self.in_database { drop } else { String::new() };
        let number = self.new.generation.0.to_string();
        let mut text = put(&self.names.put(text), &[("number", &number), ("drop_backfill_here", &drop)]);
        for (word, vectors) in [("old", &self.old), ("new", &self.new)] {
            text = of_generation(&text, word, vectors.generation, self.names);
            text = put(
                &text,
                &[
                    (&format!("{word}_name"), &unicode(&vectors.model)),
                    (&format!("{word}_number"), &vectors.dimensions.to_string()),
                    (&format!("{word}_type"), &vector_type(vectors.dimensions)),
                ],
            );
        }
        text
    }
}

/// The migration that drops the first column; the other vectors are kept.
#[must_use]
pub fn finish(kept: &Vectors, gone: Generation, names: Names<'_>, in_database: bool) -> String {
    let why = "searches moved to the other vectors, and these can be made again from the texts";
    let text = of_generation(FINISH, "old", gone, names);
    let remove = remove(kept, gone, names, in_database, why);
    ended(&put(&text, &[("number", &kept.generation.0.to_string()), ("remove", &remove)]))
}

/// What stays of the post-load file of vectors that a migration drops.
#[must_use]
pub fn retired(gone: Generation, names: Names<'_>, file: &str) -> String {
    put(&of_generation(&names.put(RETIRED), "gone", gone, names), &[("file", file)])
}

/// The statements that drop vectors and all that belongs to them.
fn remove(kept: &Vectors, gone: Generation, names: Names<'_>, in_database: bool, why: &str) -> String {
    let ingest = altered("procedure dbo.ingest_chunks", kept, names, "ALTER").unwrap_or_default();
    let drop_model = match in_database {
        true => format!("DROP EXTERNAL MODEL {};", gone.external_model()),
        false => String::new(),
    };
    let text = of_generation(&names.put(REMOVE), "gone", gone, names);
    put(&text, &[("ingest", &ingest), ("drop_model", &drop_model), ("why", why)]).trim_end().to_owned()
}

/// A text of the template for these vectors, which makes or alters.
fn altered(what: &str, vectors: &Vectors, names: Names<'_>, verb: &str) -> Option<String> {
    let text = made(what, vectors.embedding(), names, vectors.generation)?;
    Some(text.replacen("CREATE PROCEDURE", &format!("{verb} PROCEDURE"), 1))
}

/// A text with the names of a generation under a word: `{new}`, `{new_model}`, ….
fn of_generation(text: &str, word: &str, generation: Generation, names: Names<'_>) -> String {
    let [vector, model, dims, at] = generation.columns();
    let own = [
        ("", vector),
        ("_model", model),
        ("_dims", dims),
        ("_at", at),
        ("_queue", generation.queue_index()),
        ("_hash", generation.hash_index()),
        ("_index", generation.vector_index(names)),
    ];
    own.into_iter().fold(text.to_owned(), |text, (part, value)| put(&text, &[(&format!("{word}{part}"), &value)]))
}

fn ended(text: &str) -> String {
    text.trim_end().to_owned() + "\n"
}

fn put(text: &str, pairs: &[(&str, &str)]) -> String {
    pairs.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// The twin of a procedure that fills vectors which are not searched yet: the corpus tells their model as the next one.
fn for_backfill(text: &str, name: &str, twin: &str) -> String {
    let renamed = text.replacen(&format!(".{name}"), &format!(".{twin}"), 1);
    renamed.replace("corpus.embed_model", "corpus.next_model").replace("corpus.embed_dims", "corpus.next_dims")
}
