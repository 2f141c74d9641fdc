//! `dbo.ingest_document`, `dbo.chunk_document` and `dbo.delete_document`: what each writes, and what it leaves alone.

use ragsql::template::Names;

use crate::corpus::{Corpus, ingest, number, text};

const NOTHING: [i64; 4] = [0, 0, 0, 0];

#[test]
fn the_second_ingest_writes_nothing() {
    let corpus = Corpus::new();
    let first = corpus.ingest(1, "a.md", &["one", "two", "three"]);
    assert_eq!((first.counts(), first.chunks), ([3, 0, 0, 0], 3));
    assert_eq!(corpus.embed(), 3);
    let watch = "CREATE TABLE dbo.touched (rows INT NOT NULL);";
    corpus.rows(0, watch);
    for table in ["documents", "document_chunks"] {
        let counted = "INSERT INTO dbo.touched SELECT COUNT(*) FROM (SELECT 1 AS x FROM inserted UNION ALL SELECT 1 FROM deleted) AS r";
        let trigger = format!(
            "EXEC (N'CREATE TRIGGER dbo.tr_{table} ON dbo.{table} AFTER INSERT, UPDATE, DELETE AS {counted};');"
        );
        corpus.rows(0, &trigger);
    }
    let before = corpus.stored(first.document_id);
    let second = corpus.ingest(1, "a.md", &["one", "two", "three"]);
    assert_eq!((second.counts(), second.document_id), (NOTHING, first.document_id));
    assert_eq!(corpus.stored(first.document_id), before);
    let touched = "SELECT ISNULL(SUM(rows), 0) AS n FROM dbo.touched;";
    assert_eq!(corpus.number(touched), 0);
    corpus.ingest(1, "a.md", &["one", "two", "3"]);
    assert_eq!(corpus.number(touched), 4, "the document and one chunk, before and after");
}

#[test]
fn changed_text_loses_its_vector_and_the_rest_keeps_it() {
    let corpus = Corpus::new();
    let id = corpus.ingest(1, "a.md", &["one", "two", "three"]).document_id;
    corpus.embed();
    let before = corpus.stored(id);
    assert_eq!(corpus.ingest(1, "a.md", &["one", "TWO", "three", "four"]).counts(), [1, 1, 0, 0]);
    let after = corpus.stored(id);
    assert_eq!([&after[0], &after[2]], [&before[0], &before[2]]);
    assert_eq!(after[1].text, "TWO", "only the case of the letters differs");
    assert_eq!((&after[1].chunk_id, &after[1].vector, &after[1].embedded_at), (&before[1].chunk_id, &None, &None));
    assert_eq!((&after[3].vector, &after[3].embedded_at), (&None, &None));
    assert_eq!(corpus.ingest(1, "a.md", &["one ", "TWO", "three", "four"]).counts(), [0, 1, 0, 0]);
    let wrong = "SELECT COUNT(*) AS n FROM dbo.document_chunks WHERE source_hash <> HASHBYTES('SHA2_256', chunk_text);";
    assert_eq!(corpus.number(wrong), 0);
}

#[test]
fn surplus_chunks_go_and_so_does_a_document() {
    let corpus = Corpus::new();
    let id = corpus.ingest(1, "a.md", &["one", "two", "three"]).document_id;
    let other = corpus.ingest(1, "b.md", &["elsewhere"]).document_id;
    assert_eq!(corpus.ingest(1, "a.md", &["one"]).counts(), [0, 0, 2, 0]);
    assert_eq!(corpus.stored(id).len(), 1);
    corpus.refused(2, &format!("EXEC dbo.delete_document {id};"), 50104);
    let gone = corpus.rows(1, &format!("EXEC dbo.delete_document {id};"));
    assert_eq!(number(&gone[0], "removed"), 1);
    assert_eq!((corpus.stored(id).len(), corpus.stored(other).len()), (0, 1));
    corpus.refused(1, &format!("EXEC dbo.delete_document {id};"), 50104);
    assert_eq!(corpus.ingest(1, "b.md", &[]).counts(), [0, 0, 1, 0]);
}

#[test]
fn a_text_that_moved_or_is_known_takes_over_its_vector() {
    let corpus = Corpus::new();
    let id = corpus.ingest(1, "a.md", &["one", "two"]).document_id;
    corpus.embed();
    let before = corpus.stored(id);
    assert_eq!(corpus.ingest(1, "a.md", &["new", "one", "two"]).counts(), [1, 2, 0, 2]);
    let after = corpus.stored(id);
    assert_eq!((&after[1].vector, &after[2].vector), (&before[0].vector, &before[1].vector));
    assert_eq!(after[0].vector, None);
    assert!(after[1].embedded_at.is_some());

    let elsewhere = corpus.ingest(2, "other.md", &["two", "more"]);
    assert_eq!(elsewhere.counts(), [2, 0, 0, 1]);
    assert_eq!(corpus.stored(elsewhere.document_id)[0].vector, before[1].vector);
    assert_eq!(corpus.pending().len(), 2);
}

#[test]
fn no_vector_of_another_model_is_taken_over() {
    let corpus = Corpus::new();
    corpus.ingest(1, "a.md", &["one", "two"]);
    corpus.embed();
    corpus.rows(0, "UPDATE dbo.document_chunks SET embed_model = N'older' WHERE chunk_text = N'one';");
    assert_eq!(corpus.ingest(1, "b.md", &["one", "two"]).counts(), [2, 0, 0, 1]);
    let waiting: Vec<String> = corpus.pending().into_iter().map(|(_, _, text)| text).collect();
    assert_eq!(waiting, ["one"]);
}

#[test]
fn only_a_tenant_writes_its_documents() {
    let corpus = Corpus::new();
    corpus.refused(2, &ingest(1, "a.md", &["one"]), 50107);
    let id = corpus.ingest(1, "a.md", &["one"]).document_id;
    corpus.refused(2, &ingest(1, "a.md", &["stolen"]), 50107);
    corpus.refused(2, &format!("EXEC dbo.chunk_document {id};"), 50104);
    let direct = format!("DECLARE @list dbo.chunk_list; EXEC dbo.ingest_chunks {id}, @list;");
    corpus.refused(2, &direct, 50104);
    assert_eq!(corpus.stored(id)[0].text, "one");
    assert_ne!(corpus.ingest(2, "a.md", &["two"]).document_id, id, "a source belongs to its tenant");
}

#[test]
fn a_document_that_moves_to_another_tenant_takes_its_chunks_along() {
    let corpus = Corpus::new();
    let id = corpus.ingest(1, "a.md", &["one"]).document_id;
    corpus.embed();
    let before = corpus.stored(id);
    corpus.rows(
        1,
        &format!(
            "ALTER SECURITY POLICY security.documents_by_tenant WITH (STATE = OFF);
             UPDATE dbo.documents SET tenant_id = 2 WHERE document_id = {id};
             ALTER SECURITY POLICY security.documents_by_tenant WITH (STATE = ON);"
        ),
    );
    assert_eq!(corpus.ingest(2, "a.md", &["one"]).counts(), [0, 1, 0, 1]);
    assert_eq!(corpus.number("SELECT tenant_id AS n FROM dbo.document_chunks;"), 2);
    assert_eq!(corpus.stored(id)[0].vector, before[0].vector);
}

#[test]
fn what_cannot_be_chunks_is_refused_and_nothing_is_written() {
    let corpus = Corpus::new();
    let call = |source: &str, chunks: &str| format!("EXEC dbo.ingest_document 1, {source}, N't', N'b', {chunks};");
    for chunks in
        ["NULL", "N'no json'", r#"N'{"a": "b"}'"#, r#"N'["a", 1]'"#, r#"N'["a", null]'"#, r#"N'["a", ["b"]]'"#]
    {
        corpus.refused(1, &call("N'a.md'", chunks), 50106);
    }
    corpus.refused(1, &call("N'a.md'", r#"N'["a", ""]'"#), 50101);
    corpus.refused(1, &call("NULL", r#"N'["a"]'"#), 50105);
    assert_eq!(corpus.number("SELECT COUNT(*) AS n FROM dbo.document_chunks;"), 0);
    assert_eq!(number(&corpus.rows(1, "SELECT COUNT(*) AS n FROM dbo.documents;")[0], "n"), 0);
}

#[test]
fn any_text_comes_back_as_it_was() {
    let corpus = Corpus::new();
    let chunks = ["it's \"quoted\"\\", "tab\tand\r\nlines", "ß 🦀 \u{1}", "  spaces  "];
    let id = corpus.ingest(1, "dir/Ä.md", &chunks).document_id;
    let stored = corpus.stored(id);
    assert_eq!(stored.iter().map(|chunk| chunk.text.as_str()).collect::<Vec<_>>(), chunks);
    assert_eq!(stored.iter().map(|chunk| chunk.ordinal).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(corpus.ingest(1, "dir/Ä.md", &chunks).counts(), NOTHING);
    assert_ne!(corpus.ingest(1, "dir/ä.md", &chunks).document_id, id, "sources are compared with case");
}

#[test]
fn an_ingest_in_a_transaction_of_the_caller_goes_with_it() {
    let corpus = Corpus::new();
    corpus.rows(1, &format!("BEGIN TRANSACTION; {} ROLLBACK;", ingest(1, "a.md", &["one"])));
    assert_eq!(corpus.number("SELECT COUNT(*) AS n FROM dbo.document_chunks;"), 0);
    corpus.rows(1, &format!("BEGIN TRANSACTION; {} COMMIT;", ingest(1, "a.md", &["one"])));
    assert_eq!(corpus.number("SELECT COUNT(*) AS n FROM dbo.document_chunks;"), 1);
}

#[test]
fn a_text_in_the_database_is_cut_by_the_engine() {
    let corpus = Corpus::new();
    let body: String = (0..400).map(|word| format!("word{word:04} ")).collect();
    let insert = format!(
        "INSERT INTO dbo.documents (tenant_id, title, body) VALUES (1, N't', N'{body}'); \
         SELECT CAST(SCOPE_IDENTITY() AS INT) AS n;"
    );
    let id = number(&corpus.rows(1, &insert)[0], "n");
    assert_eq!(corpus.chunk(1, id).counts(), [4, 0, 0, 0], "3600 characters in steps of 1080");
    let stored = corpus.stored(id);
    assert_eq!(stored.iter().map(|chunk| chunk.text.len()).collect::<Vec<_>>(), [1200, 1200, 1200, 360]);
    assert!(body.starts_with(&stored[0].text) && stored[1].text.starts_with(&stored[0].text[1080..]));
    assert_eq!(corpus.chunk(1, id).counts(), NOTHING);
    corpus.embed();
    let rest = format!("UPDATE dbo.documents SET body = STUFF(body, 2000, 1, N'#') WHERE document_id = {id};");
    corpus.rows(1, &rest);
    assert_eq!(corpus.chunk(1, id).counts(), [0, 1, 0, 0], "what did not change keeps its vector");
    corpus.rows(1, &format!("UPDATE dbo.documents SET body = N'' WHERE document_id = {id};"));
    assert_eq!(corpus.chunk(1, id).counts(), [0, 0, 4, 0]);
}

#[test]
fn a_change_of_the_title_alone_touches_no_chunk() {
    let corpus = Corpus::new();
    let id = corpus.ingest(1, "a.md", &["one"]).document_id;
    let call = "EXEC dbo.ingest_document 1, N'a.md', N'A.MD', N'one', N'[\"one\"]';";
    assert_eq!(number(&corpus.rows(1, call)[0], "changed"), 0);
    let title = format!("SELECT title FROM dbo.documents WHERE document_id = {id};");
    assert_eq!(text(&corpus.rows(1, &title)[0], "title"), "A.MD");
}

#[test]
fn everything_works_under_other_names() {
    let corpus = Corpus::called(Names { schema: "rag", documents: "articles", chunks: "parts" });
    let call = ingest(1, "a.md", &["one", "two"]).replace("dbo.", "rag.");
    assert_eq!(number(&corpus.rows(1, &call)[0], "added"), 2);
    assert_eq!(number(&corpus.rows(1, &call)[0], "added"), 0);
    assert_eq!(number(&corpus.rows(1, "EXEC rag.embed_pending_chunks;")[0], "embedded"), 2);
    let ask = "DECLARE @q VECTOR(8) = AI_GENERATE_EMBEDDINGS(N'two' USE MODEL text_embedder); EXEC rag.search_chunks @q, 1, 1;";
    assert_eq!(text(&corpus.rows(1, ask)[0], "chunk_text"), "two");
    assert_eq!(corpus.number("SELECT COUNT(*) AS n FROM sys.tables WHERE SCHEMA_NAME(schema_id) = N'rag';"), 4);
    assert_eq!(number(&corpus.rows(1, "SELECT COUNT(*) AS n FROM rag.articles;")[0], "n"), 1);
}
