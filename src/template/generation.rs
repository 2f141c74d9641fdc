//! Generations of vectors: a corpus that moved to another model has its vectors in columns of other names, and the
//! template's procedures with those names in them.

use super::{CHUNKS, Embedding, FILES, Names, fill};
use crate::syntax::batch;
use crate::syntax::lexer::{TokenKind, lex};
use crate::text::Span;

/// What is named after a generation. The first has the names that stand in the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Generation(pub u32);

impl Generation {
    /// The column of the vectors.
    #[must_use]
    pub fn vector(self) -> String {
        self.of("embedding", "")
    }

    /// The column that tells which model made a vector.
    #[must_use]
    pub fn model(self) -> String {
        self.of("embed_model", "_model")
    }

    /// The column that tells how many numbers were asked for.
    #[must_use]
    pub fn dimensions(self) -> String {
        self.of("embed_dims", "_dims")
    }

    /// The column that tells when it was made: NULL exactly when the vector is.
    #[must_use]
    pub fn time(self) -> String {
        self.of("embedded_at", "_at")
    }

    /// Vector, model, dimensions, time.
    #[must_use]
    pub fn columns(self) -> [String; 4] {
        [self.vector(), self.model(), self.dimensions(), self.time()]
    }

    /// The index of what is still to be embedded.
    #[must_use]
    pub fn queue_index(self) -> String {
        self.numbered("ix_chunks_pending")
    }

    /// The index by which a known text gives its vector.
    #[must_use]
    pub fn hash_index(self) -> String {
        self.numbered("ix_chunks_hash")
    }

    /// The vector index.
    #[must_use]
    pub fn vector_index(self, names: Names<'_>) -> String {
        self.numbered(&names.put_inside(&format!("vi_{CHUNKS}")))
    }

    /// The external model.
    #[must_use]
    pub fn external_model(self) -> String {
        self.numbered("text_embedder")
    }

    /// The provenance begins with the vector's name, by which the linter and the checks know whose it is.
    fn of(self, first: &str, part: &str) -> String {
        match self.0 {
            1 => first.to_owned(),
            number => format!("embedding{number}{part}"),
        }
    }

    fn numbered(self, name: &str) -> String {
        match self.0 {
            1 => name.to_owned(),
            number => format!("{name}{number}"),
        }
    }

    /// What stands in the template, with its name here.
    fn renamed(self) -> [(&'static str, String); 5] {
        let [vector, model, dimensions, time] = self.columns();
        [
            ("embedding", vector),
            ("embed_model", model),
            ("embed_dims", dimensions),
            ("embedded_at", time),
            ("text_embedder", self.external_model()),
        ]
    }
}

/// The text that makes a procedure of the template (`procedure store_embeddings`) or its external model
/// (`external model text_embedder`), with what is said above it. `None` when the template has none.
#[must_use]
pub fn made(what: &str, embedding: Embedding<'_>, names: Names<'_>, generation: Generation) -> Option<String> {
    let made = format!("CREATE {what}");
    let batches = FILES
        .iter()
        .flat_map(|(_, text)| batch::split(text).batches.into_iter().map(|batch| &text[batch.span.range()]));
    let batch = batches.into_iter().find(|batch| begins(batch, &made))?;
    Some(renamed(&names.put(&fill(batch.trim(), embedding)), &generation.renamed()))
}

/// Whether the first line of a batch that is no remark begins like this.
fn begins(batch: &str, with: &str) -> bool {
    let code = batch.split('\n').find(|line| !line.is_empty() && !line.starts_with("--")).unwrap_or_default();
    code.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
}

/// A text with other names for columns and models. What stands in strings, and the corpus' own columns, stays.
fn renamed(text: &str, names: &[(&str, String)]) -> String {
    let tokens = lex(text, Span::new(0, text.len())).tokens;
    let (mut renamed, mut done) = (String::with_capacity(text.len()), 0);
    for (at, token) in tokens.iter().enumerate() {
        let is_of_corpus = at >= 2 && tokens[at - 2].is_word(text, "corpus");
        let name = names.iter().find(|(name, _)| token.is_word(text, name));
        let Some((_, other)) = name.filter(|_| token.kind == TokenKind::Word && !is_of_corpus) else { continue };
        let place = token.span.range();
        renamed += &text[done..place.start];
        renamed += other;
        done = place.end;
    }
    renamed + &text[done..]
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMBEDDING: Embedding<'_> = Embedding { model: "another", dimensions: 1024 };

    #[test]
    fn a_procedure_of_a_later_generation_has_its_names_and_no_others() {
        let text =
            made("procedure dbo.store_embeddings", EMBEDDING, Names::default(), Generation(2)).expect("it is there");
        assert!(text.starts_with("-- Embeddings that were computed outside"), "{text}");
        assert!(
            text.contains("CAST(e.embedding2 AS VECTOR(1024))") && text.contains("'$.embedding' AS JSON"),
            "{text}"
        );
        assert!(text.contains("corpus.embed_model") && !text.contains(" embed_model"), "{text}");
        assert!(text.contains("WHERE c.embedding2_at IS NULL"), "{text}");
    }

    #[test]
    fn the_first_generation_is_the_template() {
        for (what, file) in [("procedure dbo.search_chunks", 7), ("external model text_embedder", 9)] {
            let own = Embedding { model: super::super::MODEL, dimensions: 1536 };
            let text = made(what, own, Names::default(), Generation(1)).expect("it is there");
            assert!(FILES[file].1.contains(&text), "{text}");
        }
        assert_eq!(made("procedure dbo.none", EMBEDDING, Names::default(), Generation(1)), None);
    }
}
