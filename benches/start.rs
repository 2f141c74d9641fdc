//! Cold start: the whole of a process, from its start to its end. Run `cargo bench --bench start`.

use std::path::Path;
use std::process::{Command, Stdio};

use criterion::{Criterion, criterion_group, criterion_main};

/// A migration as people write them; it is the schema of this repository.
const FILE: &str = "migrations/V2__document_chunks.sql";

fn run(args: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragsql"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(args).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().expect("the binary runs");
    assert!(status.success(), "{args:?}: {status}");
}

fn start(criterion: &mut Criterion) {
    assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE).exists(), "{FILE} is there");
    let mut group = criterion.benchmark_group("start");
    group.sample_size(20);
    group.bench_function("--version", |bencher| bencher.iter(|| run(&["--version"])));
    group.bench_function("lint one file", |bencher| bencher.iter(|| run(&["lint", FILE])));
    group.bench_function("lint the project", |bencher| bencher.iter(|| run(&["lint"])));
    group.finish();
}

criterion_group!(benches, start);
criterion_main!(benches);
