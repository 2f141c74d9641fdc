//! `dbo.store_embeddings` and `dbo.embed_pending_chunks`: which vectors are stored, and which are not taken.

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

#[test]
fn the_model_in_the_database_embeds_batch_by_batch() {
    let corpus = Corpus::new();
    let id = corpus.ingest(1, "a.md", &["one", "two", "three", "four", "five"]).document_id;
    assert_eq!([corpus.embed_here(2), corpus.embed_here(2), corpus.embed_here(2)], [(2, 0), (2, 0), (1, 0)]);
    assert_eq!(corpus.embed_here(2), (0, 0));
    let by_model: Vec<_> = corpus.stored(id).into_iter().map(|chunk| (chunk.vector, chunk.model)).collect();
    corpus.rows(0, "UPDATE dbo.document_chunks SET embedding = NULL, embedded_at = NULL WHERE ordinal >= 0;");
    corpus.embed();
    let outside: Vec<_> = corpus.stored(id).into_iter().map(|chunk| (chunk.vector, chunk.model)).collect();
    assert_eq!(by_model, outside, "the same embedder, in the database and outside");
}

#[test]
fn a_text_that_waits_twice_is_embedded_once() {
    let corpus = Corpus::new();
    corpus.ingest(1, "a.md", &["footer", "one"]);
    corpus.ingest(1, "b.md", &["two", "footer"]);
    corpus.ingest(2, "c.md", &["footer"]);
    assert_eq!(corpus.embed_here(1), (1, 2));
    corpus.ingest(2, "d.md", &["one"]);
    let (id, hash, text) = corpus.pending().remove(0);
    assert_eq!((text.as_str(), corpus.store(&json!([embedding(id, &hash, &text)]))), ("one", (1, 0)));
    assert_eq!(corpus.pending().len(), 1, "the other one took it over");
    assert_eq!(corpus.embed_here(9), (1, 0));
    assert_eq!(
        corpus.number("SELECT COUNT(DISTINCT CAST(embedding AS NVARCHAR(MAX))) AS n FROM dbo.document_chunks;"),
        3
    );
}

#[test]
fn the_model_in_the_database_has_to_be_that_of_the_corpus() {
    let corpus = Corpus::new();
    corpus.ingest(1, "a.md", &["one"]);
    corpus.rows(0, "UPDATE dbo.corpus SET embed_model = N'next-model' WHERE corpus_id = 1;");
    corpus.refused(0, "EXEC dbo.embed_pending_chunks;", 50108);
    corpus.rows(0, &format!("UPDATE dbo.corpus SET embed_model = N'{MODEL}' WHERE corpus_id = 1;"));
    corpus.rows(0, "ALTER EXTERNAL MODEL text_embedder SET (PARAMETERS = '{\"dimensions\":3}');");
    corpus.refused(0, "EXEC dbo.embed_pending_chunks;", 42204);
    corpus.rows(0, "ALTER EXTERNAL MODEL text_embedder SET (LOCATION = 'https://elsewhere.example/embeddings');");
    corpus.refused(0, "EXEC dbo.embed_pending_chunks;", 60000);
    corpus.rows(0, "ALTER EXTERNAL MODEL text_embedder SET (LOCATION = 'http://embedder.ragsql.invalid/');");
    corpus.refused(0, "EXEC dbo.embed_pending_chunks;", 31610);
    assert_eq!(unembedded(&corpus), 1);
}
