//! The guarded phase: waiting, done, drifted, dropped.

use std::time::Duration;

use ragsql::db::events::Event;
use ragsql::db::post_load::{StepReport, StepState, remove};

use crate::place::Place;

const STEP: (&str, &str) = ("V1__vi", "CREATE VECTOR INDEX vi ON {s}.c (e) WITH (METRIC = 'cosine', TYPE = 'DiskANN')");

/// A place with a table for vectors that has rows with ids `from..to`, with a vector or none.
fn place() -> Place {
    let mut place = Place::sandbox();
    place.query("CREATE TABLE {s}.c (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3) NULL)");
    place
}

fn load(place: &mut Place, ids: std::ops::Range<i32>, has_vector: bool) {
    let row = |id: i32| if has_vector { format!("({id}, '[{id}, 1, 0]')") } else { format!("({id}, NULL)") };
    let rows: Vec<String> = ids.map(row).collect();
    place.query(&format!("INSERT INTO {{s}}.c (id, e) VALUES {}", rows.join(", ")));
}

/// The only step after a run.
fn run(place: &mut Place, file: (&str, &str)) -> StepReport {
    place.post_load(&[file], None).expect("it does not fail").steps.remove(0)
}

#[test]
fn a_step_waits_for_a_hundred_vectors() {
    let mut place = place();
    assert_eq!(run(&mut place, STEP).state, StepState::Waiting);
    load(&mut place, 0..99, true);
    let step = run(&mut place, STEP);
    assert_eq!((step.state, step.guards[0].have, step.guards[0].need), (StepState::Waiting, 99, 100));
    load(&mut place, 99..100, true);
    let step = run(&mut place, STEP);
    assert_eq!(step.state, StepState::Applied);
    assert_eq!((step.indexes[0].metric.as_str(), step.indexes[0].format.as_deref()), ("cosine", Some("3")));
    assert!(place.post_load(&[STEP], None).expect("it succeeds").applied.is_empty(), "a second run changes nothing");
}

#[test]
fn rows_without_a_vector_do_not_count() {
    let mut place = place();
    load(&mut place, 0..60, true);
    load(&mut place, 60..120, false);
    let step = run(&mut place, STEP);
    assert_eq!((step.state, step.guards[0].have), (StepState::Waiting, 60));
    assert!(step.indexes.is_empty() && !place.has_table("post_load"), "nothing was sent");
}

#[test]
fn guards_of_the_header_add_to_the_engines() {
    let mut place = place();
    load(&mut place, 0..100, true);
    load(&mut place, 100..101, false);
    let text = format!("-- ragsql: guard complete {{s}}.c.e\n-- ragsql: guard rows {{s}}.c.e >= 101\n{}", STEP.1);
    let step = run(&mut place, ("V1__vi", &text));
    let met: Vec<bool> = step.guards.iter().map(|guard| guard.met).collect();
    assert_eq!((step.state, met), (StepState::Waiting, vec![true, false, false]));
    place.query("UPDATE {s}.c SET e = '[1, 1, 1]' WHERE e IS NULL");
    assert_eq!(run(&mut place, ("V1__vi", &text)).state, StepState::Applied);
}

#[test]
fn another_metric_is_drift_and_is_replaced_only_when_asked_for() {
    let mut place = place();
    load(&mut place, 0..100, true);
    run(&mut place, STEP);
    let dot = ("V1__vi", "CREATE VECTOR INDEX vi ON {s}.c (e) WITH (METRIC = 'dot')");
    let step = run(&mut place, dot);
    assert_eq!(step.state, StepState::Drifted);
    assert!(step.obstacles[0].contains("metric cosine"), "{:?}", step.obstacles);

    let files = place.files("post-load", &[dot]);
    let files: Vec<_> = files.iter().collect();
    let present = place.database.present(&files, &mut |_: &Event| {}).expect("the server answers");
    assert_eq!(present.iter().map(remove::statement).collect::<Vec<_>>(), ["DROP INDEX [vi] ON [work].[c]"]);
    place.database.drop_indexes(&present, Duration::from_secs(5), &mut |_: &Event| {}).expect("it is dropped");
    let step = run(&mut place, dot);
    assert_eq!((step.state, step.indexes[0].metric.as_str()), (StepState::Applied, "dot"));
}

#[test]
fn a_rebuild_is_rehearsed_before_anything_is_dropped() {
    let mut place = place();
    load(&mut place, 0..100, true);
    run(&mut place, STEP);
    let rehearsed = |place: &Place| {
        let files = place.files("post-load", &[STEP]);
        let files: Vec<_> = files.iter().collect();
        let steps = place.database.rehearse(&files, &place.post_load_options(), &mut |_: &Event| {});
        steps.expect("the server answers").remove(0).state
    };
    assert_eq!(rehearsed(&place), StepState::Ready);
    place.query("DELETE FROM {s}.c WHERE id = 7");
    assert_eq!(rehearsed(&place), StepState::Waiting, "with 99 vectors it could not be created again");
    assert_eq!(run(&mut place, STEP).state, StepState::Applied, "it is still there");
}

#[test]
fn what_stands_in_the_way_is_told() {
    let mut place = Place::sandbox();
    let step = run(&mut place, STEP);
    assert_eq!(step.state, StepState::Blocked);
    assert!(step.obstacles[0].contains("run `ragsql apply` first"), "{:?}", step.obstacles);
    place.query("CREATE TABLE {s}.c (id INT NOT NULL PRIMARY KEY NONCLUSTERED, e VECTOR(3) NULL)");
    let step = run(&mut place, STEP);
    assert!(step.state == StepState::Blocked && step.obstacles[0].contains("42254"), "{:?}", step.obstacles);
}

#[test]
fn waiting_goes_on_by_itself() {
    let mut place = place();
    load(&mut place, 0..99, true);
    let (options, files) = (place.post_load_options(), place.files("post-load", &[STEP]));
    let patient = ragsql::db::post_load::PostLoadOptions { wait: Some(Duration::from_secs(30)), ..options };
    let files: Vec<_> = files.iter().collect();
    let database = &place.database;
    let mut waited = 0;
    // The last vector is loaded when the run is heard to wait.
    let mut on_event = |event: &Event| {
        if let Event::Waiting { have: 99, .. } = event {
            waited += 1;
        }
    };
    let outcome = std::thread::scope(|scope| {
        let loader = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            database.query("INSERT INTO work.c (id, e) VALUES (99, '[1, 1, 1]')", &mut |_: &Event| {})
        });
        let outcome = database.post_load(&files, &patient, &mut on_event);
        loader.join().expect("no panic").expect("it is loaded");
        outcome
    });
    assert_eq!(outcome.expect("it runs").steps[0].state, StepState::Applied);
}
