//! How fast text is read: cutting it at GO, and cutting and understanding its statements.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ragsql::syntax::{batch, tree};

/// Migrations as they are written by hand, about 700 bytes each.
fn migrations(count: usize) -> String {
    let one = |n: usize| {
        format!(
            "-- Migration {n}\nCREATE TABLE dbo.t{n} (\n    id bigint NOT NULL IDENTITY(1, 1) CONSTRAINT pk_t{n} PRIMARY KEY,\n    \
             title nvarchar(400) NOT NULL, -- what it's called\n    embedding VECTOR(1536) NULL,\n    created_at datetime2(3) NOT NULL \
             CONSTRAINT df_t{n} DEFAULT SYSUTCDATETIME()\n);\nGO\nCREATE INDEX ix_t{n} ON dbo.t{n} (title) WHERE embedding IS NULL\n\
             ALTER TABLE dbo.t{n} ADD note nvarchar(max) NULL\nIF EXISTS (SELECT 1 FROM dbo.t{n})\nBEGIN\n    DECLARE @sql \
             nvarchar(max) = N'UPDATE dbo.t{n} SET note = N''x'''\n    EXEC (@sql)\nEND\nGO\nCREATE OR ALTER PROCEDURE dbo.p{n} @id \
             bigint AS\nSELECT title FROM dbo.t{n} WHERE id = @id\nGO\n"
        )
    };
    (0..count).map(one).collect()
}

/// One statement on one line.
fn line(bytes: usize) -> String {
    format!("INSERT dbo.t VALUES (0x{})", "0123456789abcdef".repeat(bytes / 16))
}

/// One batch of many rows.
fn rows(count: usize) -> String {
    (0..count).map(|n| format!("INSERT dbo.t (a, b, c) VALUES ({n}, N'it''s row {n}', {n}.5)\n")).collect()
}

fn understand(text: &str) -> usize {
    let split = batch::split(text);
    split.batches.iter().map(|batch| tree::statements(text, batch.span).statements.len()).sum()
}

fn reading(criterion: &mut Criterion) {
    let texts = [
        ("migrations, 0.7 MB", migrations(1_000)),
        ("migrations, 2.8 MB", migrations(4_000)),
        ("rows, 1.2 MB", rows(20_000)),
        ("rows, 4.8 MB", rows(80_000)),
        ("one line, 5 MB", line(5_000_000)),
        ("one line, 50 MB", line(50_000_000)),
    ];
    let mut group = criterion.benchmark_group("reading");
    group.sample_size(10);
    for (name, text) in &texts {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("split", name), text, |b, text| {
            b.iter(|| batch::split(black_box(text)))
        });
        group.bench_with_input(BenchmarkId::new("understand", name), text, |b, text| {
            b.iter(|| understand(black_box(text)))
        });
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
