//! A corpus without tenants and policies: what is about them does not apply, the rest is checked.

use crate::lab::{Lab, outcomes};

const SCHEMA: &str = "\
CREATE TABLE dbo.article (id INT NOT NULL IDENTITY PRIMARY KEY, title NVARCHAR(200) NOT NULL);
CREATE TABLE dbo.article_chunk (
    article_id INT NOT NULL, position INT NOT NULL, content NVARCHAR(MAX) NOT NULL, content_hash BINARY(32) NOT NULL,
    vec VECTOR(3) NULL, vec_model SYSNAME NOT NULL, vec_dims INT NOT NULL, vec_at DATETIME2(3) NULL,
    CONSTRAINT pk_article_chunk PRIMARY KEY (article_id, position)
);
";

const ROWS: &str = "\
INSERT INTO dbo.article (title) VALUES (N'a'), (N'b');
INSERT INTO dbo.article_chunk VALUES
    (1, 0, N'x', HASHBYTES('SHA2_256', N'x'), CAST(N'[1, 0, 0]' AS VECTOR(3)), N'm', 3, SYSUTCDATETIME()),
    (2, 0, N'y', HASHBYTES('SHA2_256', N'y'), CAST(N'[0, 1, 0]' AS VECTOR(3)), N'm', 3, SYSUTCDATETIME());";

const KEY: &str =
    "ALTER TABLE dbo.article_chunk ADD CONSTRAINT fk FOREIGN KEY (article_id) REFERENCES dbo.article (id);\n";

#[test]
fn what_is_about_tenants_does_not_apply() {
    let lab = Lab::of(&[SCHEMA, KEY].concat());
    lab.run(ROWS);
    let (code, report, stderr) = lab.verify(&[]);
    assert_eq!(code, 0, "{report:#}{stderr}");
    let passed: Vec<_> =
        outcomes(&report).into_iter().filter(|(_, outcome)| outcome == "passed").map(|(name, _)| name).collect();
    let expected = [
        "provenance",
        "work-queue",
        "dimensions",
        "hash",
        "chunk-identity",
        "orphaned-chunks",
        "policy-and-vector-index",
    ];
    assert_eq!(passed, expected, "{report:#}");
    let others = outcomes(&report).into_iter().filter(|(_, outcome)| outcome == "not-applicable").count();
    assert_eq!(others, 14 - expected.len(), "{report:#}");
    lab.run("ALTER TABLE dbo.article_chunk DROP CONSTRAINT fk; DELETE FROM dbo.article WHERE id = 2;");
    assert_eq!(lab.unwell(), ["orphaned-chunks failed"]);
}

#[test]
fn a_policy_whose_tenant_is_told_otherwise_is_not_checked() {
    let schema = SCHEMA.replace("title NVARCHAR(200)", "owner SYSNAME NOT NULL, title NVARCHAR(200)");
    let policy = "GO
CREATE FUNCTION dbo.mine (@owner SYSNAME) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok WHERE @owner = USER_NAME();
GO
CREATE SECURITY POLICY dbo.mine_only ADD FILTER PREDICATE dbo.mine (owner) ON dbo.article WITH (STATE = ON);\n";
    let lab = Lab::of(&[&schema, KEY, policy].concat());
    let unwell = lab.unwell();
    for check in ["policy-hides-rows", "policy-blocks-insert", "policy-blocks-update", "orphaned-chunks"] {
        assert!(unwell.contains(&format!("{check} not-checked")), "{unwell:?}");
    }
}
