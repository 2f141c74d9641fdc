//! `dbo.store_embeddings`: vectors that were computed outside, and those that are not taken.

use serde_json::json;

use crate::corpus::{Corpus, DIMENSIONS, MODEL, embedding, store};

fn unembedded(corpus: &Corpus) -> i64 {
    corpus.number("SELECT COUNT(*) AS n FROM dbo.document_chunks WHERE embedded_at IS NULL AND embedding IS NULL;")
}

#[test]
fn a_vector_comes_with_its_provenance() {
    let corpus = Corpus::new();
    let id = corpus.ingest(1, "a.md", &["one", "two"]).document_id;
    assert_eq!(corpus.embed(), 2);
    assert_eq!(corpus.embed(), 0);
    assert!(corpus.stored(id).iter().all(|chunk| chunk.vector.is_some() && chunk.embedded_at.is_some()));
    let provenance = format!(
        "SELECT COUNT(*) AS n FROM dbo.document_chunks WHERE embed_model = N'{MODEL}' AND embed_dims = {DIMENSIONS} \
         AND VECTORPROPERTY(embedding, 'Dimensions') = {DIMENSIONS};"
    );
    assert_eq!(corpus.number(&provenance), 2);
}

#[test]
fn another_model_and_other_dimensions_are_refused() {
    let corpus = Corpus::new();
    corpus.ingest(1, "a.md", &["one", "two"]);
    let pending = corpus.pending();
    let good: Vec<_> = pending.iter().map(|(id, hash, text)| embedding(*id, hash, text)).collect();
    corpus.refused(0, &store("another-model", DIMENSIONS, &json!(good)), 50108);
    corpus.refused(0, &store(MODEL, DIMENSIONS + 1, &json!(good)), 50109);
    let mut bad = good.clone();
    bad[1]["embedding"] = json!([0.5, 0.5]);
    corpus.refused(0, &store(MODEL, DIMENSIONS, &json!(bad)), 42204);
    assert_eq!(unembedded(&corpus), 2, "all or nothing");
    assert_eq!(corpus.store(&json!(good)), (2, 0));
}

#[test]
fn a_text_that_changed_meanwhile_keeps_waiting() {
    let corpus = Corpus::new();
    let id = corpus.ingest(1, "a.md", &["one", "two"]).document_id;
    let late: Vec<_> = corpus.pending().iter().map(|(id, hash, text)| embedding(*id, hash, text)).collect();
    corpus.ingest(1, "a.md", &["one", "2"]);
    assert_eq!(corpus.store(&json!(late)), (1, 1));
    let stored = corpus.stored(id);
    assert!(stored[0].vector.is_some() && stored[1].vector.is_none());
    assert_eq!(corpus.store(&json!(late)), (0, 2), "what has a vector keeps it");
    assert_eq!(corpus.stored(id), stored);
}

#[test]
fn what_is_no_vector_stores_nothing() {
    let corpus = Corpus::new();
    corpus.ingest(1, "a.md", &["one"]);
    let (id, hash, _) = corpus.pending().remove(0);
    let none =
        json!([{ "chunk_id": id, "source_hash": hash }, { "chunk_id": 99, "source_hash": hash, "embedding": [] }]);
    assert_eq!(corpus.store(&none), (0, 2));
    assert_eq!(corpus.store(&json!([])), (0, 0));
    assert_eq!(unembedded(&corpus), 1);
}

#[test]
fn a_corpus_that_says_no_model_takes_nothing() {
    let corpus = Corpus::new();
    corpus.rows(0, "DELETE FROM dbo.corpus WHERE corpus_id = 1;");
    corpus.refused(1, &crate::corpus::ingest(1, "a.md", &["one"]), 50102);
    corpus.refused(0, &store(MODEL, DIMENSIONS, &json!([])), 50102);
    let two = "INSERT INTO dbo.corpus (corpus_id, embed_model, embed_dims, chunker, chunk_size, chunk_overlap) \
               VALUES (2, N'm', 8, N'c', 1, 0);";
    corpus.refused(0, two, 547);
}
