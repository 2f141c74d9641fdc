//! Replay of generated histories: linear in their size. Run `cargo bench --bench replay`.

use std::fmt::Write;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ragsql::replay::{Replay, Step, replay};
use ragsql::source::Project;

/// A history of so many migrations of forty lines each. Every migration makes a table with what
/// belongs to it and changes one that an earlier migration made, behind guards as tools write them.
fn history(migrations: usize) -> Project {
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

fn whole(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replay");
    group.sample_size(10);
    for migrations in [1_000, 5_000] {
        let project = history(migrations);
        group.throughput(Throughput::Elements(migrations as u64));
        group.bench_with_input(BenchmarkId::new("parse and replay", migrations), &project, |bencher, project| {
            bencher.iter(|| {
                let mut steps = 0;
                let catalog = replay(project, &mut |step: &Step<'_>| steps += step.changes.len());
                assert!(catalog.tables.len() == migrations && steps > migrations);
                black_box(catalog)
            });
        });
    }
    group.finish();
}

fn parsed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replay");
    group.sample_size(10);
    let project = history(1_000);
    let parsed: Vec<_> = project.files().map(|file| (file, file.parse())).collect();
    group.throughput(Throughput::Elements(1_000));
    group.bench_function("replay alone/1000", |bencher| {
        bencher.iter(|| {
            let mut replay = Replay::default();
            for (at, (file, parsed)) in parsed.iter().enumerate() {
                replay.file(at, file, parsed, &mut ());
            }
            black_box(replay.finish())
        });
    });
    group.finish();
}

criterion_group!(benches, whole, parsed);
criterion_main!(benches);
