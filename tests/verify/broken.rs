//! Each way to break a corpus, with the checks that find it. Whatever else is asked still passes.

use crate::lab::Lab;

/// What is done by hand, and what is not well then.
const BROKEN: [(&str, &[&str]); 17] = [
    ("UPDATE dbo.document_chunks SET embed_model = N'another' WHERE chunk_id % 2 = 0;", &["provenance failed"]),
    ("UPDATE dbo.document_chunks SET embedding = NULL, embedded_at = NULL WHERE chunk_id = 7;", &["provenance failed"]),
    ("UPDATE dbo.document_chunks SET embedded_at = NULL WHERE chunk_id = 7;", &["work-queue failed"]),
    (
        "UPDATE dbo.document_chunks SET embedding = NULL WHERE chunk_id = 7;",
        &["provenance failed", "work-queue failed"],
    ),
    ("UPDATE dbo.document_chunks SET embed_dims = 9 WHERE chunk_id = 7;", &["dimensions failed"]),
    (
        "UPDATE dbo.document_chunks SET chunk_text = N'changed, and its hash is not' WHERE chunk_id = 7;",
        &["hash failed"],
    ),
    (
        "DROP INDEX ux_chunks_identity ON dbo.document_chunks;
         UPDATE dbo.document_chunks SET ordinal = 1 WHERE document_id = 1 AND ordinal = 2;",
        &["chunk-identity failed"],
    ),
    (
        "ALTER TABLE dbo.document_chunks DROP CONSTRAINT fk_document_chunks_documents;
         EXEC sp_set_session_context N'tenant_id', 1;
         DELETE FROM dbo.documents WHERE document_id = 1;",
        &["orphaned-chunks failed"],
    ),
    ("UPDATE dbo.document_chunks SET tenant_id = 2 WHERE chunk_id = 1;", &["orphaned-chunks failed"]),
    (
        "ALTER SECURITY POLICY security.documents_by_tenant WITH (STATE = OFF);",
        &[
            "policy-enabled failed",
            "policy-hides-rows failed",
            "policy-blocks-insert failed",
            "policy-blocks-update failed",
        ],
    ),
    ("DROP SECURITY POLICY security.retrieval_log_by_tenant;", &["policy-enabled failed"]),
    (
        "ALTER SECURITY POLICY security.documents_by_tenant DROP BLOCK PREDICATE ON dbo.documents AFTER INSERT;",
        &["policy-enabled failed", "policy-blocks-insert failed"],
    ),
    (
        "ALTER SECURITY POLICY security.documents_by_tenant DROP BLOCK PREDICATE ON dbo.documents AFTER UPDATE;",
        &["policy-enabled failed", "policy-blocks-update failed"],
    ),
    (
        "EXEC (N'CREATE FUNCTION security.open_predicate (@tenant_id INT) RETURNS TABLE WITH SCHEMABINDING AS RETURN
             SELECT 1 AS allowed WHERE @tenant_id = CAST(SESSION_CONTEXT(N''tenant_id'') AS INT)
                OR SESSION_CONTEXT(N''tenant_id'') IS NULL;');
         ALTER SECURITY POLICY security.documents_by_tenant
             ALTER FILTER PREDICATE security.open_predicate (tenant_id) ON dbo.documents;",
        &["policy-hides-rows failed"],
    ),
    (
        "EXEC (N'CREATE FUNCTION security.owner_predicate (@tenant_id INT) RETURNS TABLE WITH SCHEMABINDING AS RETURN
             SELECT 1 AS allowed WHERE @tenant_id = CAST(SESSION_CONTEXT(N''tenant_id'') AS INT)
                OR IS_MEMBER(N''db_owner'') = 1;');
         ALTER SECURITY POLICY security.documents_by_tenant
             ALTER FILTER PREDICATE security.owner_predicate (tenant_id) ON dbo.documents;",
        &[],
    ),
    ("DROP INDEX vi_document_chunks ON dbo.document_chunks;", &["vector-index failed", "index-used failed"]),
    (
        "DROP INDEX vi_document_chunks ON dbo.document_chunks;
         CREATE VECTOR INDEX vi_document_chunks ON dbo.document_chunks (embedding)
             WITH (METRIC = 'euclidean', TYPE = 'DiskANN');",
        &["index-used failed"],
    ),
];

#[test]
fn each_way_to_break_a_corpus_is_found() {
    for (batch, unwell) in BROKEN {
        let lab = Lab::new();
        lab.run(batch);
        assert_eq!(lab.unwell(), unwell, "{batch}");
    }
}

/// The migration that makes the retrieval, to be altered.
fn search_procedure() -> String {
    let file = include_str!("../../migrations/V8__search_chunks.sql").replace("1536", "8");
    let start = file.find("CREATE PROCEDURE").expect("the procedure is there");
    file[start..].split("\nGO").next().expect("a batch").replacen("CREATE", "ALTER", 1)
}

/// Alters the retrieval; gives what is not well then.
fn with_search(change: impl Fn(&str) -> String) -> Vec<String> {
    let (lab, text) = (Lab::new(), search_procedure());
    let changed = change(&text);
    assert_ne!(changed, text, "there is something to change");
    lab.run(&changed);
    lab.unwell()
}

#[test]
fn a_retrieval_without_its_filter_is_found() {
    let unwell = with_search(|text| text.replace("c.tenant_id = @tenant_id AND ", ""));
    assert_eq!(unwell, ["search-filter failed"]);
}

#[test]
fn a_retrieval_with_a_filter_that_lets_all_pass_is_found() {
    let unwell = with_search(|text| text.replace("c.tenant_id = @tenant_id", "(c.tenant_id = @tenant_id OR @top > 1)"));
    assert_eq!(unwell, ["search-filter failed"]);
}

#[test]
fn a_retrieval_that_finds_nothing_is_found() {
    let unwell = with_search(|text| text.replace("c.tenant_id = @tenant_id", "c.tenant_id = -@tenant_id"));
    assert_eq!(unwell, ["search-filter failed"]);
}

#[test]
fn a_retrieval_that_cannot_be_asked_is_not_checked() {
    let lab = Lab::new();
    lab.run("DROP PROCEDURE dbo.search_chunks;");
    assert_eq!(lab.unwell(), ["search-filter not-checked"]);
    assert_eq!(with_search(|text| text.replace("hits.chunk_id, ", "")), ["search-filter not-checked"]);
}

#[test]
fn a_corpus_of_one_tenant_can_be_checked() {
    let lab = Lab::new();
    lab.run("DELETE FROM dbo.document_chunks WHERE tenant_id <> 1;");
    lab.run("DROP INDEX vi_document_chunks ON dbo.document_chunks;");
    assert_eq!(lab.unwell(), [""; 0], "the others' 80 chunks are gone, so the index waits for more");
    let open = search_procedure().replace("c.tenant_id = @tenant_id AND ", "");
    lab.run(&open);
    assert_eq!(lab.unwell(), ["search-filter failed"]);
}

#[test]
fn a_user_that_cannot_be_made_is_not_taken_for_a_policy_that_holds() {
    let lab = Lab::new();
    lab.run("CREATE USER ragsql_verify WITHOUT LOGIN;");
    let checks = ["policy-hides-rows", "policy-blocks-insert", "policy-blocks-update"];
    assert_eq!(lab.unwell(), checks.map(|check| format!("{check} not-checked")));
}
