//! This repository's own migrations and post-load steps on the engine.

use std::fs;

use ragsql::syntax::batch;

use crate::client::{Client, NONE, errors, render, sandbox};

/// Runs the files of a folder of this repository, batch by batch.
fn run_files(client: &mut Client, folder: &str) {
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has files");
    for file in files {
        let text = fs::read_to_string(&file).expect("can be read");
        for batch in batch::split(&text).batches {
            let events = client.batch(&text[batch.span.range()]);
            assert_eq!(errors(&events), NONE, "{}: {}", file.display(), render(&events));
        }
    }
}

/// Loads chunks with vectors, under the tenant that the policy asks for.
fn load(client: &mut Client, count: usize, with_vectors: usize) {
    client.rows("EXEC sp_set_session_context @key = N'tenant_id', @value = 1;");
    client.rows("INSERT INTO dbo.documents (tenant_id, title, body) VALUES (1, N't', N'b');");
    let vector = format!("[{}]", vec!["0.25"; 1536].join(","));
    for at in 0..count {
        let (embedding, embedded) =
            if at < with_vectors { (format!("N'{vector}'"), "SYSUTCDATETIME()") } else { ("NULL".into(), "NULL") };
        client.rows(&format!(
            "INSERT INTO dbo.document_chunks (document_id, tenant_id, ordinal, chunk_text, source_hash, embed_model, embed_dims, embedded_at, embedding)
             VALUES (1, 1, {at}, N'chunk {at}', HASHBYTES('SHA2_256', N'chunk {at}'), N'm', 1536, {embedded}, {embedding});"
        ));
    }
}

#[test]
fn the_migrations_of_this_repository_run_and_its_checks_hold() {
    let engine = sandbox();
    let mut client = Client::new(&engine);
    run_files(&mut client, "migrations");
    load(&mut client, 100, 99);
    let post_load = fs::read_to_string("post-load/V1__vi_document_chunks.sql").expect("can be read");
    assert_eq!(client.errors(&post_load), [42266]);
    load_vector_of_last(&mut client);
    run_files(&mut client, "post-load");
    assert_eq!(client.errors(&post_load), [1913]);
    assert_eq!(client.errors("TRUNCATE TABLE dbo.document_chunks;"), [42232]);
    let checks = fs::read_to_string("tests/sandbox/checks/seed.sql").expect("can be read");
    let shown = render(&client.batch(&checks));
    insta::with_settings!({ snapshot_path => "../../snapshots/sandbox", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("seed_checks", shown);
    });
}

fn load_vector_of_last(client: &mut Client) {
    let vector = format!("[{}]", vec!["0.5"; 1536].join(","));
    client.rows(&format!(
        "UPDATE dbo.document_chunks SET embedding = N'{vector}', embedded_at = SYSUTCDATETIME() WHERE embedded_at IS NULL;"
    ));
}
