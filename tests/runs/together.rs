//! Two runs at once: each migration runs once, and each run says what it waits for.

use std::time::Duration;

use ragsql::db::Kind;
use ragsql::db::apply::ApplyOptions;
use ragsql::db::events::Event;

use crate::migrations::cases;
use crate::place::Place;

cases! {
    two_runs_at_once_run_each_file_once,
    a_run_that_may_not_wait_says_who_is_at_work,
}

fn two_runs_at_once_run_each_file_once(place: &mut Place) {
    let row = |id: i32| format!("INSERT INTO {{s}}.t SELECT {id}, COUNT(*) FROM {{s}}.t WHERE id = {id}");
    let (two, three) = (row(2), row(3));
    let files = [("V1__t", "CREATE TABLE {s}.t (id INT, n INT)"), ("V2__a", two.as_str()), ("V3__b", three.as_str())];
    let (migrations, options) = (place.files("migrations", &files), place.options());
    let database = &place.database;
    let run = || database.apply(&migrations, &options, &mut |_: &Event| {}).expect("it succeeds").applied.len();
    let runs = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        runs.into_iter().map(|run| run.join().expect("no run panics")).collect::<Vec<_>>()
    });
    assert_eq!(runs.iter().sum::<usize>(), 3, "{runs:?}");
    assert_eq!((place.recorded(), place.rows("t")), (vec![1, 2, 3], 2));
}

fn a_run_that_may_not_wait_says_who_is_at_work(place: &mut Place) {
    let slow = place.files("migrations", &[("V1__slow", "WAITFOR DELAY '00:00:01'")]);
    let (options, database) = (place.options(), &place.database);
    std::thread::scope(|scope| {
        let (started, at_work) = std::sync::mpsc::channel();
        let tell = move |event: &Event| {
            if matches!(event, Event::Started { .. }) {
                started.send(()).expect("the other run waits for this");
            }
        };
        let first = scope.spawn(|| database.apply(&slow, &options, &mut { tell }).map(|done| done.applied.len()));
        at_work.recv().expect("the first run starts");
        let hurried = ApplyOptions { lock_timeout: Duration::from_millis(50), ..options.clone() };
        let mut events = Vec::new();
        let error = database.apply(&slow, &hurried, &mut |event: &Event| events.push(event.clone()));
        let error = error.expect_err("the first run is at work");
        assert!(
            error.to_string().contains("another run is in progress") && error.kind() == Kind::Unavailable,
            "{error}"
        );
        assert!(events.iter().any(|event| matches!(event, Event::LockWaiting { timeout_ms: 50, .. })), "{events:?}");
        assert_eq!(first.join().expect("no panic").expect("it succeeds"), 1);
    });
    assert_eq!(place.recorded(), [1]);
}
