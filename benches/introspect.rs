//! Introspection of the embedded engine over its own protocol: linear in the number of tables. Run
//! `cargo bench --bench introspect`.

use std::fmt::Write;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ragsql::db::database::Database;
use ragsql::db::events::Event;
use ragsql::db::{ConnectOptions, Target};

/// How many tables one batch makes.
const BATCH: usize = 100;

/// A database of so many tables, each with a key, a foreign key, a check, defaults, two indexes and a vector column.
fn database(tables: usize) -> Database {
    let database = Database::new(&Target::Sandbox(None), ConnectOptions::default()).expect("the engine starts");
    for first in (0..tables).step_by(BATCH) {
        let mut batch = String::from("SET XACT_ABORT ON; BEGIN TRANSACTION;\n");
        for at in first..tables.min(first + BATCH) {
            let parent = at.saturating_sub(1);
            writeln!(
                batch,
                "CREATE TABLE dbo.chunk_{at} (
                    id INT NOT NULL IDENTITY (1, 1) CONSTRAINT pk_{at} PRIMARY KEY,
                    parent_id INT NULL CONSTRAINT fk_{at} REFERENCES dbo.chunk_{parent} (id),
                    ordinal INT NOT NULL CONSTRAINT ck_{at} CHECK (ordinal >= 0),
                    body NVARCHAR(MAX) NOT NULL,
                    source_hash BINARY(32) NULL,
                    embedded_at DATETIME2(3) NULL CONSTRAINT df_{at} DEFAULT SYSUTCDATETIME(),
                    label AS (CONCAT(N'#', ordinal)),
                    embedding VECTOR(1536) NULL,
                    INDEX ix_a NONCLUSTERED (parent_id, ordinal),
                    INDEX ix_b NONCLUSTERED (embedded_at) WHERE embedded_at IS NOT NULL
                );"
            )
            .expect("writes to a string");
        }
        batch += "COMMIT;";
        database.query(&batch, &mut |_: &Event| {}).expect("the tables are made");
    }
    database
}

fn introspecting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("introspect");
    group.sample_size(10);
    for tables in [500, 1_000, 5_000] {
        let database = database(tables);
        group.throughput(Throughput::Elements(tables as u64));
        group.bench_function(BenchmarkId::from_parameter(tables), |bencher| {
            bencher.iter(|| {
                let found = database.introspect(&mut |_: &Event| {}).expect("it can be read");
                assert_eq!(black_box(found).catalog.tables.len(), tables);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, introspecting);
criterion_main!(benches);
