//! Generated histories for benches.

use std::fmt::Write;

use ragsql::source::Project;

/// A history of so many migrations of forty lines each. Every migration makes a table with what
/// belongs to it and changes one that an earlier migration made, behind guards as tools write them.
pub fn history(migrations: usize) -> Project {
    let files: Vec<_> =
        (1..=migrations).map(|at| (format!("migrations/V{at}__step_{at}.sql"), migration(at))).collect();
    Project::from_texts(files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
}

fn migration(at: usize) -> String {
    let earlier = at / 2 + 1;
    let mut text = format!(
        "-- Step {at} of the history.\nSET NOCOUNT ON;\nGO\n\
         CREATE TABLE dbo.chunk_{at}\n(\n    id          int           NOT NULL CONSTRAINT pk_chunk_{at} PRIMARY KEY CLUSTERED,\n"
    );
    for column in 0..8 {
        writeln!(text, "    field_{column}     nvarchar(200) NULL,").expect("writes");
    }
    text += &format!(
        "    tenant_id   int           NOT NULL,\n    embedding   vector(768)   NULL,\n\
         \x20   created_at  datetime2(3)  NOT NULL CONSTRAINT df_chunk_{at} DEFAULT (SYSUTCDATETIME()),\n\
         \x20   CONSTRAINT uq_chunk_{at} UNIQUE (tenant_id, id)\n);\nGO\n\
         IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE name = N'ix_chunk_{at}_tenant')\n\
         \x20   CREATE INDEX ix_chunk_{at}_tenant ON dbo.chunk_{at} (tenant_id) INCLUDE (field_0);\nGO\n\
         IF COL_LENGTH(N'dbo.chunk_{earlier}', N'added_{at}') IS NULL\nBEGIN\n\
         \x20   ALTER TABLE dbo.chunk_{earlier} ADD added_{at} int NULL;\nEND\nGO\n\
         CREATE OR ALTER PROCEDURE dbo.read_{at} @tenant int\nAS\nBEGIN\n    SET NOCOUNT ON;\n\
         \x20   SELECT c.id, c.field_1, c.field_2\n    FROM dbo.chunk_{at} AS c\n    WHERE c.tenant_id = @tenant;\nEND\nGO\n\
         INSERT INTO dbo.chunk_{at} (id, tenant_id, field_0)\nVALUES (1, 1, N'first'), (2, 1, N'second');\n\
         EXEC sp_rename N'dbo.chunk_{at}.field_7', N'remark', N'COLUMN';\n"
    );
    text
}
