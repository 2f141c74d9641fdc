//! A plan without a database: linear in the history. Run `cargo bench --bench plan`.

#[path = "generated/history.rs"]
mod history;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ragsql::catalog::Catalog;
use ragsql::plan::{self, Plan};
use ragsql::report::plan::text;

fn whole(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("plan");
    group.sample_size(10);
    for migrations in [1_250, 5_000] {
        let project = history::history(migrations);
        group.throughput(Throughput::Elements(migrations as u64));
        group.bench_with_input(BenchmarkId::new("offline, to text", migrations), &project, |bencher, project| {
            bencher.iter(|| {
                let files = plan::files(Catalog::default(), project);
                assert_eq!(files.len(), migrations);
                black_box(text::render(&Plan { migrations: files, ..Plan::default() }, false))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, whole);
criterion_main!(benches);
