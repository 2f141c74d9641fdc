//! A project with a database in a file, healthy at first, and the real binary beside it.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use assert_cmd::Command;
use ragsql::sandbox::engine::Sandbox;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, cell};

/// Every check, in the order of the report.
pub const CHECKS: [&str; 14] = [
    "provenance",
    "work-queue",
    "dimensions",
    "hash",
    "chunk-identity",
    "orphaned-chunks",
    "policy-and-vector-index",
    "policy-enabled",
    "policy-hides-rows",
    "policy-blocks-insert",
    "policy-blocks-update",
    "search-filter",
    "vector-index",
    "index-used",
];

/// A project and its database.
pub struct Lab(TempDir);

impl Lab {
    /// The schema that `ragsql init` writes, with three tenants' documents, embedded and indexed.
    pub fn new() -> Self {
        static HEALTHY: OnceLock<Lab> = OnceLock::new();
        HEALTHY.get_or_init(|| Lab::called(&[], "dbo")).copy()
    }

    /// The same with other names; the schema is where the procedures are.
    pub fn called(names: &[&str], schema: &str) -> Self {
        let lab = Self::applied(names);
        for document in 0..12 {
            lab.run(&ingest(document, schema));
        }
        lab.run(&format!("EXEC {schema}.embed_pending_chunks @batch = 1000;"));
        lab.succeeds(&["post-load"]);
        lab
    }

    /// The schema without a row.
    pub fn empty() -> Self {
        Self::applied(&[])
    }

    /// A project of one migration that is not applied.
    pub fn of(migration: &str) -> Self {
        let lab = Self(TempDir::new().expect("a folder"));
        for folder in ["migrations", "post-load"] {
            fs::create_dir(lab.0.path().join(folder)).expect("made");
        }
        fs::write(lab.0.path().join("migrations/V1__all.sql"), migration).expect("written");
        lab.succeeds(&["apply"]);
        lab
    }

    fn applied(names: &[&str]) -> Self {
        let lab = Self(TempDir::new().expect("a folder"));
        let init = ["init", ".", "--dims", "8", "--model", "ragsql-local-demo"];
        lab.succeeds(&[&init, names].concat());
        lab.succeeds(&["apply"]);
        lab
    }

    fn copy(&self) -> Self {
        let copy = TempDir::new().expect("a folder");
        copy_folder(self.0.path(), copy.path());
        Self(copy)
    }

    /// Runs the binary: exit code, stdout, stderr.
    pub fn ragsql(&self, args: &[&str]) -> (i32, String, String) {
        let mut command = Command::cargo_bin("ragsql").expect("the binary is built");
        for variable in ["DATABASE_URL", "RAGSQL_ENGINE", "EMBEDDING_ENDPOINT"] {
            command.env_remove(variable);
        }
        command.current_dir(self.0.path()).env("RAGSQL_URL", "sandbox:rag.db");
        let output = command.args(args).output().expect("the binary runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
        (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
    }

    fn succeeds(&self, args: &[&str]) {
        let (code, stdout, stderr) = self.ragsql(args);
        assert_eq!(code, 0, "{args:?}: {stdout}{stderr}");
    }

    /// The checks as JSON: exit code, document, stderr.
    pub fn verify(&self, args: &[&str]) -> (i32, Value, String) {
        let (code, stdout, stderr) = self.ragsql(&[&["verify", "--format", "json"], args].concat());
        let document = if stdout.is_empty() { Value::Null } else { serde_json::from_str(&stdout).expect("JSON") };
        (code, document, stderr)
    }

    /// The checks that neither passed nor do not apply, each with its outcome; the exit code has to say the same.
    pub fn unwell(&self) -> Vec<String> {
        let (code, report, stderr) = self.verify(&[]);
        let outcomes = outcomes(&report);
        let unwell: Vec<_> =
            outcomes.into_iter().filter(|(_, outcome)| outcome == "failed" || outcome == "not-checked").collect();
        assert_eq!(code, i32::from(!unwell.is_empty()), "{report:#}\n{stderr}");
        unwell.into_iter().map(|(name, outcome)| format!("{name} {outcome}")).collect()
    }

    /// A client of the database in the file. While it is there, no other process may use the file.
    pub fn client(&self) -> (Sandbox, Client) {
        let engine = Sandbox::file(&self.0.path().join("rag.db")).expect("the file opens");
        let client = Client::new(&engine);
        (engine, client)
    }

    /// Runs a batch that has to succeed.
    pub fn run(&self, batch: &str) {
        let (_engine, mut client) = self.client();
        client.rows(batch);
    }

    /// What a check could leave behind: rows, users, grants, the objects.
    pub fn state(&self) -> Vec<Vec<String>> {
        let (_engine, mut client) = self.client();
        let texts = [
            "SELECT chunk_id, document_id, tenant_id, chunk_text, embed_model, CONVERT(NVARCHAR(64), source_hash, 2) FROM dbo.document_chunks;",
            "EXEC sp_set_session_context N'tenant_id', 1; SELECT document_id, source, title, body FROM dbo.documents;",
            "EXEC sp_set_session_context N'tenant_id', 2; SELECT document_id, source, title, body FROM dbo.documents;",
            "SELECT name FROM sys.database_principals;",
            "SELECT permission_name, grantee_principal_id FROM sys.database_permissions;",
            "SELECT name, type FROM sys.objects;",
        ];
        texts.iter().flat_map(|text| client.rows(text)).map(|row| row.iter().map(cell).collect()).collect()
    }
}

/// Name and outcome of each check.
pub fn outcomes(report: &Value) -> Vec<(String, String)> {
    assert_eq!(report["schema"], "ragsql.verify/1");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let checks = report["checks"].as_array().expect("a list");
    checks.iter().map(|check| (text(&check["check"]), text(&check["outcome"]))).collect()
}

/// A document of ten chunks, of one of three tenants.
fn ingest(document: i32, schema: &str) -> String {
    let chunks: Vec<String> = (0..10).map(|chunk| format!("w{document} x{} y{chunk}", document * chunk)).collect();
    let (tenant, chunks) = (1 + document % 3, json!(chunks).to_string());
    format!(
        "EXEC sp_set_session_context N'tenant_id', {tenant};
         EXEC {schema}.ingest_document @tenant_id = {tenant}, @source = N'{document}.md', @title = N'title', @body = N'body',
              @chunks = N'{chunks}';"
    )
}

fn copy_folder(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("can be read") {
        let entry = entry.expect("can be read");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir(&target).expect("made");
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copied");
        }
    }
}
