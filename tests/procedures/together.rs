//! Two callers at once: nothing is written twice, nothing is lost, nobody fails.

use serde_json::json;

use crate::corpus::{Corpus, embedding, ingest, number};

/// Runs the same work several times at once.
fn together<T: Send>(work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|caller| scope.spawn(move || work(caller))).collect();
        all.into_iter().map(|one| one.join().expect("no caller fails")).collect()
    })
}

#[test]
fn one_document_by_several_callers_is_there_once() {
    let corpus = Corpus::new();
    let chunks = ["one", "two", "three"];
    let done = together(|_| corpus.ingest(1, "a.md", &chunks));
    assert!(done.iter().all(|one| one.document_id == done[0].document_id), "{done:?}");
    assert_eq!(done.iter().map(|one| one.added).sum::<i64>(), 3, "{done:?}");
    assert_eq!(corpus.stored(done[0].document_id).len(), 3);
    assert_eq!(number(&corpus.rows(1, "SELECT COUNT(*) AS n FROM dbo.documents;")[0], "n"), 1);
}

#[test]
fn different_texts_of_one_document_end_as_one_of_them() {
    let corpus = Corpus::new();
    let texts = [["a", "b"], ["c", "d"], ["e", "f"], ["g", "h"]];
    let done = together(|caller| corpus.ingest(1, "a.md", &texts[caller]));
    let stored: Vec<String> = corpus.stored(done[0].document_id).into_iter().map(|chunk| chunk.text).collect();
    assert!(texts.iter().any(|text| *text == stored[..]), "{stored:?}");
    let body = number(&corpus.rows(1, "SELECT COUNT(*) AS n FROM dbo.documents WHERE body = (SELECT STRING_AGG(chunk_text, N'') WITHIN GROUP (ORDER BY ordinal) FROM dbo.document_chunks);")[0], "n");
    assert_eq!(body, 1, "the body and the chunks are one caller's");
}

#[test]
fn different_documents_at_once_are_all_there() {
    let corpus = Corpus::new();
    together(|caller| {
        for document in 0..5 {
            corpus
                .rows(1, &ingest(1, &format!("{caller}/{document}.md"), &["shared", &format!("{caller} {document}")]));
        }
    });
    assert_eq!(corpus.number("SELECT COUNT(*) AS n FROM dbo.document_chunks;"), 40);
    assert_eq!(corpus.number("SELECT COUNT(DISTINCT document_id) AS n FROM dbo.document_chunks;"), 20);
}

#[test]
fn the_same_vectors_by_several_callers_are_stored_once() {
    let corpus = Corpus::new();
    corpus.ingest(1, "a.md", &["one", "two", "three", "four"]);
    let given: Vec<_> = corpus.pending().iter().map(|(id, hash, text)| embedding(*id, hash, text)).collect();
    let stored = together(|_| corpus.store(&json!(given)).0);
    assert_eq!(stored.iter().sum::<i64>(), 4, "{stored:?}");
}

#[test]
fn several_embedders_take_every_chunk_once() {
    let corpus = Corpus::new();
    let texts: Vec<String> = (0..40).map(|chunk| format!("chunk {chunk}")).collect();
    corpus.ingest(1, "a.md", &texts.iter().map(String::as_str).collect::<Vec<_>>());
    let embedded = together(|_| {
        let batches = std::iter::repeat_with(|| corpus.embed_here(3).0);
        batches.take_while(|embedded| *embedded > 0).sum::<i64>()
    });
    assert_eq!(embedded.iter().sum::<i64>(), 40, "{embedded:?}");
}
