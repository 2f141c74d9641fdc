//! Diff of two catalogs, one release apart and spelt by two hands: linear in their size. Run `cargo bench
//! --bench diff`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ragsql::catalog::Catalog;
use ragsql::diff::{Renames, diff};
use ragsql::emit;

/// How a table, a view and a procedure are written.
type Spelling = fn(usize, bool) -> String;

/// As an author writes; every hundredth table is of the next release when asked for.
fn author(at: usize, next: bool) -> String {
    let (length, extra) =
        if next && at.is_multiple_of(100) { (400, "    lang nvarchar(5) NULL,\n") } else { (200, "") };
    let before = at / 2;
    format!(
        "CREATE TABLE dbo.t{at} (\n    id int IDENTITY CONSTRAINT pk{at} PRIMARY KEY,\n    tenant int NOT NULL,\n\
         \x20   title nvarchar({length}) NULL,\n{extra}    state int NOT NULL CONSTRAINT ck{at} CHECK (state IN (1, 2, 3)),\n\
         \x20   made datetime2 NOT NULL CONSTRAINT df{at} DEFAULT SYSUTCDATETIME(),\n    e vector(768) NULL,\n\
         \x20   parent int CONSTRAINT fk{at} REFERENCES dbo.t{before} (id)\n);\n\
         CREATE INDEX ix{at} ON dbo.t{at} (tenant) INCLUDE (title) WHERE e IS NULL;\nGO\n\
         CREATE VIEW dbo.v{at} AS SELECT id, title FROM dbo.t{at} WHERE state = 1\nGO\n"
    )
}

/// The same as the server tells it.
fn server(at: usize, _: bool) -> String {
    let before = at / 2;
    format!(
        "CREATE TABLE [dbo].[t{at}] ([id] int IDENTITY(1,1) NOT NULL, [tenant] int NOT NULL, [title] nvarchar(200) NULL, \
         [state] int NOT NULL, [made] datetime2(7) NOT NULL CONSTRAINT [df{at}] DEFAULT (sysutcdatetime()), [e] vector(768) NULL, \
         [parent] int NULL, CONSTRAINT [pk{at}] PRIMARY KEY CLUSTERED ([id]), CONSTRAINT [fk{at}] FOREIGN KEY ([parent]) \
         REFERENCES [dbo].[t{before}] ([id]), CONSTRAINT [ck{at}] CHECK ([state]=(3) OR [state]=(2) OR [state]=(1)));\n\
         CREATE NONCLUSTERED INDEX [ix{at}] ON [dbo].[t{at}] ([tenant]) INCLUDE ([title]) WHERE ([e] IS NULL);\nGO\n\
         create view [dbo].[v{at}] as select [id], [title] from [dbo].[t{at}] where [state] = 1\nGO\n"
    )
}

fn catalog(tables: usize, spelling: Spelling, next: bool) -> Catalog {
    let script: String = (0..tables).map(|at| spelling(at, next)).collect();
    emit::read("schema.sql", &script)
}

fn whole(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("diff");
    group.sample_size(10);
    for tables in [1_250, 5_000] {
        group.throughput(Throughput::Elements(tables as u64));
        let next = catalog(tables, author, true);
        for (name, from) in
            [("a release", catalog(tables, author, false)), ("a database", catalog(tables, server, false))]
        {
            group.bench_with_input(BenchmarkId::new(name, tables), &from, |bencher, from| {
                bencher.iter(|| {
                    let difference = diff(from, &next, &Renames::default());
                    assert_eq!(difference.changes.len(), 2 * (tables.div_ceil(100)));
                    black_box(difference)
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, whole);
criterion_main!(benches);
