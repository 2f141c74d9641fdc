//! `dbo.search_chunks`, `dbo.neighbouring_chunks` and the log: only the tenant's own, the nearest, in reading order.

use std::fmt::Write;

use ragsql::embed;
use ragsql::template::{self, Embedding, Names};
use serde_json::json;

use crate::corpus::{Corpus, DIMENSIONS, number, text};

const TENANTS: i32 = 3;

/// Three tenants with documents of many words, embedded.
fn library() -> Corpus {
    let corpus = Corpus::new();
    for document in 0..12 {
        let chunks: Vec<String> =
            (0..5).map(|chunk| format!("w{} x{} y{}", document, document * chunk, chunk)).collect();
        let chunks: Vec<&str> = chunks.iter().map(String::as_str).collect();
        corpus.ingest(1 + document % TENANTS, &format!("{document}.md"), &chunks);
    }
    corpus.embed();
    corpus
}

/// A question's vector, as a variable.
fn declare(vector: &[f32]) -> String {
    format!("DECLARE @q VECTOR({DIMENSIONS}) = CAST(N'{}' AS VECTOR({DIMENSIONS}));\n", embed::json(vector))
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn vector(&mut self) -> Vec<f32> {
        (0..DIMENSIONS).map(|_| self.roll(2001) as f32 / 1000.0 - 1.0).collect()
    }
}

/// Random searches, 50 in a batch, into `@all`.
fn searches(dice: &mut Dice) -> String {
    let mut sql = "DECLARE @all TABLE (search INT, tenant_id INT, top_n INT, chunk_id INT, distance FLOAT);
        DECLARE @hits TABLE (chunk_id INT, document_id INT, ordinal INT, chunk_text NVARCHAR(MAX), distance FLOAT);
        DECLARE @v VECTOR(8);\n"
        .to_owned();
    for search in 0..50 {
        let (tenant, top, candidates) = (1 + dice.roll(3), 1 + dice.roll(30), dice.roll(50));
        let vector = embed::json(&dice.vector());
        writeln!(
            sql,
            "DELETE FROM @hits; SET @v = CAST(N'{vector}' AS VECTOR(8));
             INSERT INTO @hits EXEC dbo.search_chunks @v, {tenant}, {top}, {candidates};
             INSERT INTO @all SELECT {search}, {tenant}, {top}, chunk_id, distance FROM @hits;"
        )
        .expect("writes to a string");
    }
    sql
}

/// What the searches of a batch came to: how many, rows of another tenant, searches with fewer rows than qualify.
fn judged(corpus: &Corpus, dice: &mut Dice) -> [i64; 3] {
    let judge = "SELECT COUNT(DISTINCT a.search) AS searches,
            SUM(CASE WHEN c.tenant_id <> a.tenant_id THEN 1 ELSE 0 END) AS leaked,
            (SELECT COUNT(*) FROM (SELECT search, MIN(top_n) AS top_n, COUNT(*) AS rows FROM @all GROUP BY search) AS s
              WHERE s.rows <> CASE WHEN s.top_n < 20 THEN s.top_n ELSE 20 END) AS short
        FROM @all AS a JOIN dbo.document_chunks AS c ON c.chunk_id = a.chunk_id;";
    let row = &corpus.rows(0, &(searches(dice) + judge))[0];
    ["searches", "leaked", "short"].map(|column| number(row, column))
}

#[test]
fn a_thousand_searches_never_return_another_tenants_chunk() {
    let corpus = library();
    let mut dice = Dice(7);
    for _ in 0..20 {
        assert_eq!(judged(&corpus, &mut dice), [50, 0, 0]);
    }
}

#[test]
fn without_the_filter_the_same_searches_do() {
    let corpus = library();
    let procedure = template::files(Embedding { model: "m", dimensions: DIMENSIONS }, Names::default());
    let (_, text) = procedure.iter().find(|(path, _)| path.ends_with("search_chunks.sql")).expect("the file is there");
    let start = text.find("CREATE PROCEDURE").expect("the procedure is there");
    let first = text[start..].split("\nGO").next().expect("a batch");
    let open = first.replace("CREATE PROCEDURE", "ALTER PROCEDURE").replace("c.tenant_id = @tenant_id AND ", "");
    assert_ne!(first.replace("CREATE", "ALTER"), open, "the filter is there to be taken out");
    corpus.rows(0, &format!("EXEC (N'{}');", open.replace('\'', "''")));
    let [_, leaked, _] = judged(&corpus, &mut Dice(7));
    assert!(leaked > 0);
}

#[test]
fn the_nearest_come_in_reading_order() {
    let corpus = library();
    let question = embed::local("w3 x6 y2", DIMENSIONS as usize);
    let hits = corpus.rows(0, &(declare(&question) + "EXEC dbo.search_chunks @q, 1, 4;"));
    let places: Vec<_> = hits.iter().map(|hit| (number(hit, "document_id"), number(hit, "ordinal"))).collect();
    assert!(places.len() == 4 && places.is_sorted(), "{places:?}");
    let exact = declare(&question)
        + "SELECT TOP (4) chunk_id FROM dbo.document_chunks WHERE tenant_id = 1
           ORDER BY VECTOR_DISTANCE('cosine', embedding, @q), chunk_id;";
    let mut nearest: Vec<_> = corpus.rows(0, &exact).iter().map(|row| number(row, "chunk_id")).collect();
    let mut found: Vec<_> = hits.iter().map(|hit| number(hit, "chunk_id")).collect();
    nearest.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, nearest);
    assert!(hits.iter().any(|hit| text(hit, "chunk_text") == "w3 x6 y2"));
}

#[test]
fn what_waits_for_its_vector_is_never_found() {
    let corpus = library();
    corpus.ingest(1, "late.md", &["w3 x6 y2 late"]);
    let question = declare(&embed::local("w3 x6 y2 late", DIMENSIONS as usize));
    let hits = corpus.rows(0, &(question + "EXEC dbo.search_chunks @q, 1, 100;"));
    assert_eq!(hits.len(), 20, "every chunk of the tenant that has a vector");
}

#[test]
fn a_search_without_a_tenant_or_a_vector_is_refused() {
    let corpus = library();
    let question = declare(&[1.0; 8]);
    corpus.refused(0, &format!("{question}EXEC dbo.search_chunks @q, NULL;"), 50110);
    corpus.refused(0, "EXEC dbo.search_chunks NULL, 1;", 50110);
    corpus.refused(0, &format!("{question}EXEC dbo.search_chunks @q, 1, 0;"), 50111);
    corpus.refused(0, "DECLARE @q VECTOR(2) = CAST(N'[1, 2]' AS VECTOR(2)); EXEC dbo.search_chunks @q, 1;", 42204);
    assert_eq!(corpus.rows(0, &format!("{question}EXEC dbo.search_chunks @q, 99;")).len(), 0);
}

#[test]
fn neighbours_are_of_the_same_document_and_tenant() {
    let corpus = library();
    let hit = corpus.number("SELECT chunk_id AS n FROM dbo.document_chunks WHERE document_id = 1 AND ordinal = 2;");
    let ordinals = |sql: String| corpus.rows(0, &sql).iter().map(|row| number(row, "ordinal")).collect::<Vec<_>>();
    assert_eq!(ordinals(format!("EXEC dbo.neighbouring_chunks {hit}, 1;")), [1, 2, 3]);
    assert_eq!(ordinals(format!("EXEC dbo.neighbouring_chunks {hit}, 1, 10;")), [0, 1, 2, 3, 4]);
    assert_eq!(ordinals(format!("EXEC dbo.neighbouring_chunks {hit}, 2, 10;")), [0; 0]);
}

#[test]
fn the_log_keeps_what_an_answer_was_given() {
    let corpus = library();
    let own = |tenant| {
        let sql = format!(
            "SELECT TOP (2) chunk_id FROM dbo.document_chunks WHERE tenant_id = {tenant} ORDER BY chunk_id DESC;"
        );
        corpus.rows(0, &sql).iter().map(|row| number(row, "chunk_id")).collect::<Vec<_>>()
    };
    let log = |answer: u32, chunks: &[i64]| {
        format!("EXEC dbo.log_retrieval '00000000-0000-0000-0000-00000000000{answer}', 1, N'{}';", json!(chunks))
    };
    let (mine, others) = (own(1), own(2));
    corpus.rows(1, &log(1, &mine));
    corpus.refused(1, &log(2, &[mine[0], others[0]]), 50112);
    corpus.refused(2, &log(3, &mine), 33504);
    corpus.refused(1, &log(1, &mine), 2601);
    let logged = corpus.rows(1, "SELECT chunk_id FROM dbo.retrieval_log ORDER BY position;");
    assert_eq!(logged.iter().map(|row| number(row, "chunk_id")).collect::<Vec<_>>(), mine);
    assert_eq!(corpus.rows(2, "SELECT chunk_id FROM dbo.retrieval_log;").len(), 0);
    let same = "SELECT COUNT(*) AS n FROM dbo.retrieval_log AS l JOIN dbo.document_chunks AS c
                ON c.chunk_id = l.chunk_id AND c.source_hash = l.source_hash;";
    assert_eq!(number(&corpus.rows(1, same)[0], "n"), 2);
}
