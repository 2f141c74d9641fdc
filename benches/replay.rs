//! Replay of generated histories: linear in their size. Run `cargo bench --bench replay`.

#[path = "generated/history.rs"]
mod history;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ragsql::replay::{Replay, Step, replay};

fn whole(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replay");
    group.sample_size(10);
    for migrations in [1_000, 5_000] {
        let project = history::history(migrations);
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
    let project = history::history(1_000);
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
