//! The guarded phase on a server that counts, refuses and forgets.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ragsql::db::events::Event;
use ragsql::db::post_load::{PostLoadOptions, StepState};
use ragsql::db::{Kind, RunError};
use ragsql::source::Migration;

use crate::database::{Database, Tables, post_load, post_load_options};
use crate::reply::{Reply, Value};

const INDEX: &str = "CREATE VECTOR INDEX vi ON dbo.c (e) WITH (METRIC = 'cosine', TYPE = 'DiskANN')";
/// A step that does something else before and after its index.
const MIXED: &str = "BEFORE\nGO\nCREATE VECTOR INDEX vi ON dbo.c (e) WITH (METRIC = 'cosine')\nGO\nAFTER";

fn step() -> Vec<Migration> {
    post_load(&[("V1__vi", INDEX)])
}

/// A database with so many rows that have a vector.
async fn with_rows(
    rows: i64,
    otherwise: impl Fn(&str, &mut Tables) -> Option<Reply> + Send + Sync + 'static,
) -> Database {
    let database = Database::start(otherwise).await;
    database.tables.lock().expect("no test panics with it").rows = rows;
    database
}

/// The state of the only step after a run.
async fn state(database: &mut Database, files: &[Migration]) -> StepState {
    let outcome = database.guarded(files, &post_load_options()).await.expect("it does not fail");
    outcome.steps[0].state
}

fn sent(database: &Database, sql: &str) -> usize {
    database.server.batches().iter().filter(|batch| *batch == sql).count()
}

#[tokio::test]
async fn below_its_guard_nothing_is_sent() {
    for rows in [0, 60, 99] {
        let mut database = with_rows(rows, |_, _| None).await;
        let outcome = database.guarded(&step(), &post_load_options()).await.expect("it waits");
        let step = &outcome.steps[0];
        assert_eq!(step.state, StepState::Waiting);
        let guard = &step.guards[0];
        assert_eq!((guard.guard.as_str(), guard.have as i64, guard.need), ("rows dbo.c.e >= 100", rows, 100));
        assert!(database.changes().is_empty() && !database.was_sent("sp_getapplock"), "{:?}", database.changes());
    }
}

#[tokio::test]
async fn at_its_guard_the_step_runs_outside_a_transaction_and_is_recorded() {
    let mut database = with_rows(100, |_, _| None).await;
    let outcome = database.guarded(&step(), &post_load_options()).await.expect("it runs");
    assert_eq!((outcome.steps[0].state, outcome.applied.len()), (StepState::Applied, 1));
    assert_eq!(outcome.steps[0].indexes[0].format.as_deref(), Some("3"), "the catalog is read back");
    let changes = database.changes();
    let place = |part: &str| changes.iter().position(|sql| sql.contains(part)).expect(part);
    assert!(
        place("SET QUOTED_IDENTIFIER ON") < place("CREATE VECTOR INDEX") && !database.was_sent("BEGIN TRANSACTION")
    );
    assert_eq!(database.history()[0].state, "applied");

    let before = database.changes().len();
    assert_eq!(state(&mut database, &step()).await, StepState::Applied);
    assert_eq!(database.changes().len(), before, "a second run changes nothing");
}

#[tokio::test]
async fn guards_are_counted_at_a_bounded_cost() {
    let header =
        "-- ragsql: guard complete dbo.c.e\n-- ragsql: guard single dbo.c.model\n-- ragsql: guard rows dbo.c.e >= 500";
    let mut database = with_rows(0, |_, _| None).await;
    let files = post_load(&[("V1__vi", &format!("{header}\n{INDEX}"))]);
    let outcome = database.guarded(&files, &post_load_options()).await.expect("it waits");
    assert_eq!(outcome.steps[0].guards.len(), 4);
    let counts: Vec<_> =
        database.server.batches().into_iter().filter(|sql| sql.contains("COUNT(*) AS bigint) AS n FROM")).collect();
    assert_eq!(counts.len(), 4);
    for (sql, bound) in counts.iter().zip(["TOP (100) 1", "TOP (1) 1", "DISTINCT TOP (2)", "TOP (500) 1"]) {
        assert!(sql.contains(bound), "{sql}");
    }
}

#[tokio::test]
async fn a_server_that_counts_fewer_rows_makes_the_step_wait() {
    let mut database = with_rows(100, |sql, _| {
        (sql == INDEX).then(|| Reply::refused(42266, 1, "At least 100 rows with a non-NULL vector are needed."))
    })
    .await;
    let outcome = database.guarded(&step(), &post_load_options()).await.expect("that is no failure");
    assert_eq!(outcome.steps[0].state, StepState::Waiting);
    assert!(outcome.steps[0].obstacles[0].contains("42266"), "{:?}", outcome.steps[0].obstacles);
    assert!(outcome.applied.is_empty() && database.recorded().is_empty());
}

/// A server that answers the first so many builds with 42230.
async fn with_phantom(times: usize) -> Database {
    let tries = AtomicUsize::new(0);
    with_rows(100, move |sql, _| {
        let refused = sql.starts_with("CREATE VECTOR INDEX") && tries.fetch_add(1, Ordering::SeqCst) < times;
        refused.then(|| Reply::refused(42230, 1, "The column 'e' has a vector index."))
    })
    .await
}

#[tokio::test]
async fn the_row_of_a_failed_build_is_waited_out() {
    let mut database = with_phantom(2).await;
    assert_eq!(state(&mut database, &step()).await, StepState::Applied);
    let pauses = database.events.iter().filter(|event| matches!(event, Event::TryAgain { .. })).count();
    assert_eq!((pauses, sent(&database, INDEX)), (2, 3));
}

#[tokio::test]
async fn a_row_that_does_not_go_away_is_not_waited_for_for_ever() {
    let mut database = with_phantom(usize::MAX).await;
    let error = database.guarded(&step(), &post_load_options()).await.expect_err("it stays");
    assert_eq!((error.kind(), sent(&database, INDEX)), (Kind::Refused, 4));
    assert!(error.to_string().contains("42230") && database.recorded().is_empty(), "{error}");
}

#[tokio::test]
async fn what_stands_in_the_way_is_said_and_nothing_is_sent() {
    let facts = |table: Value, columns: i64, clustered: i64, policy: Value| {
        let columns = vec![table, columns.into(), clustered.into(), policy];
        Reply::table(&["table_id", "n_columns", "n_clustered", "policy"], &[columns])
    };
    let cases = [
        (facts(Value::Null, 0, 0, Value::Null), "the table dbo.c does not exist: run `ragsql apply` first"),
        (facts(5.into(), 0, 1, Value::Null), "dbo.c has no column e"),
        (facts(5.into(), 1, 0, Value::Null), "no clustered index"),
        (facts(5.into(), 1, 1, "p".into()), "the security policy p has a predicate on dbo.c"),
    ];
    for (reply, said) in cases {
        let mut database = with_rows(100, move |sql, _| sql.contains("AS table_id").then(|| reply.clone())).await;
        let outcome = database.guarded(&step(), &post_load_options()).await.expect("it is told");
        assert_eq!(outcome.steps[0].state, StepState::Blocked);
        assert!(outcome.steps[0].obstacles[0].contains(said), "{:?}", outcome.steps[0].obstacles);
        assert!(database.changes().is_empty());
    }
}

#[tokio::test]
async fn a_policy_is_no_obstacle_where_the_engine_takes_both() {
    let facts = vec![5.into(), 1.into(), 1.into(), "p".into()];
    let reply = Reply::table(&["table_id", "n_columns", "n_clustered", "policy"], &[facts]);
    let mut database = with_rows(100, move |sql, _| sql.contains("AS table_id").then(|| reply.clone())).await;
    let takes_both = PostLoadOptions { refuses_policy: false, ..post_load_options() };
    let outcome = database.guarded(&step(), &takes_both).await.expect("it runs");
    assert_eq!(outcome.steps[0].state, StepState::Applied);
}

#[tokio::test]
async fn another_index_on_the_column_and_one_that_differs_are_told_apart() {
    let mut database = with_rows(100, |_, _| None).await;
    database.tables.lock().expect("no test panics with it").indexes = vec!["vi_old".into()];
    let outcome = database.guarded(&step(), &post_load_options()).await.expect("it is told");
    assert_eq!(outcome.steps[0].state, StepState::Blocked);
    assert!(outcome.steps[0].obstacles[0].contains("has the vector index vi_old already"));

    let differs = post_load(&[("V1__vi", "CREATE VECTOR INDEX vi_old ON dbo.c (e) WITH (METRIC = 'dot')")]);
    let outcome = database.guarded(&differs, &post_load_options()).await.expect("it is told");
    assert_eq!(outcome.steps[0].state, StepState::Drifted);
    let said = &outcome.steps[0].obstacles[0];
    assert!(said.contains("metric cosine") && said.contains("with dot") && said.contains("rebuild vi"), "{said}");
    assert!(database.changes().is_empty());
}

#[tokio::test]
async fn an_engine_without_vector_indexes_is_called_so() {
    let mut database = with_rows(100, |sql, _| {
        sql.contains("FROM sys.vector_indexes").then(|| Reply::refused(208, 1, "Invalid object name."))
    })
    .await;
    let outcome = database.guarded(&step(), &post_load_options()).await.expect("it is told");
    assert_eq!(outcome.steps[0].state, StepState::Blocked);
    assert!(outcome.steps[0].obstacles[0].contains("no vector indexes") && database.changes().is_empty());
}

#[tokio::test]
async fn waiting_looks_again_until_the_guard_holds() {
    let mut database = with_rows(98, |sql, tables| {
        tables.rows += i64::from(sql.contains("AS n FROM (SELECT TOP (100)"));
        None
    })
    .await;
    let patient = PostLoadOptions { wait: Some(Duration::from_secs(20)), ..post_load_options() };
    let outcome = database.guarded(&step(), &patient).await.expect("it runs");
    assert_eq!(outcome.steps[0].state, StepState::Applied);
    let waited = |event: &Event| matches!(event, Event::Waiting { have: 99, need: 100, .. });
    assert!(database.events.iter().any(waited), "{:?}", database.events);
}

#[tokio::test]
async fn waiting_ends_with_its_time() {
    let mut database = with_rows(1, |_, _| None).await;
    let patient = PostLoadOptions { wait: Some(Duration::from_millis(300)), ..post_load_options() };
    let outcome = database.guarded(&step(), &patient).await.expect("it waits");
    assert_eq!(outcome.steps[0].state, StepState::Waiting);
    assert!(database.sessions() > 1 && database.changes().is_empty());
}

#[tokio::test]
async fn a_limit_holds_in_this_phase_too() {
    let mut database = with_rows(100, |sql, _| (sql == INDEX).then(|| Reply::new().pause(5_000).done())).await;
    let limited = PostLoadOptions { timeout: Some(Duration::from_millis(30)), ..post_load_options() };
    let error = database.guarded(&step(), &limited).await.expect_err("it takes too long");
    assert!(error.to_string().contains("time limit of 30ms"), "{error}");
    assert!(
        error.to_string().contains("the next run goes on with this one") && error.kind() == Kind::Refused,
        "{error}"
    );
}

#[tokio::test]
async fn a_build_that_is_lost_is_judged_by_the_catalog() {
    let cut = AtomicUsize::new(0);
    let mut database = with_rows(100, move |sql, tables| {
        (sql == INDEX && cut.fetch_add(1, Ordering::SeqCst) == 0).then(|| {
            tables.indexes.push("vi".into());
            Reply::new().cut()
        })
    })
    .await;
    let error = database.guarded(&step(), &post_load_options()).await.expect_err("the connection is lost");
    assert_eq!(error.kind(), Kind::Unavailable);
    assert_eq!(state(&mut database, &step()).await, StepState::Applied);
    assert_eq!(sent(&database, INDEX), 1, "what is there is not built again");
}

#[tokio::test]
async fn an_index_that_is_built_and_not_recorded_is_done() {
    let mut database = with_rows(100, |sql, _| {
        sql.contains("state = 'applied'").then(|| Reply::refused(37396, 1, "The token has expired."))
    })
    .await;
    let error = database.guarded(&step(), &post_load_options()).await.expect_err("it cannot be recorded");
    assert!(error.to_string().contains("could not be recorded") && error.kind() == Kind::Unavailable, "{error}");
    assert_eq!(state(&mut database, &step()).await, StepState::Applied);
}

#[tokio::test]
async fn a_file_whose_condition_did_not_hold_is_not_called_applied() {
    let text = format!("IF 1 = 0 {INDEX}");
    let mut database = with_rows(100, |sql, _| sql.starts_with("IF 1 = 0").then(Reply::ok)).await;
    let outcome = database.guarded(&post_load(&[("V1__vi", &text)]), &post_load_options()).await.expect("it runs");
    assert_eq!(outcome.steps[0].state, StepState::Blocked);
    assert!(outcome.steps[0].obstacles[0].contains("is not there"));
}

#[tokio::test]
async fn batches_beside_the_index_run_once_however_often_the_build_is_tried() {
    let mut database = with_phantom(2).await;
    let files = post_load(&[("V1__vi", MIXED)]);
    assert_eq!(state(&mut database, &files).await, StepState::Applied);
    assert_eq!((sent(&database, "BEFORE"), sent(&database, "AFTER")), (1, 1));

    database.tables.lock().expect("no test panics with it").indexes.clear();
    assert_eq!(state(&mut database, &files).await, StepState::Applied);
    assert_eq!((sent(&database, "BEFORE"), sent(&database, "AFTER")), (1, 1), "the index alone is built again");
    assert_eq!(database.history()[0].batches_done, 3);
}

#[tokio::test]
async fn a_step_goes_on_with_its_index_after_a_refusal() {
    let refusals = AtomicUsize::new(0);
    let mut database = with_rows(100, move |sql, _| {
        let refused = sql.starts_with("CREATE VECTOR INDEX") && refusals.fetch_add(1, Ordering::SeqCst) == 0;
        refused.then(|| Reply::refused(1934, 1, "CREATE INDEX failed: SET options."))
    })
    .await;
    let files = post_load(&[("V1__vi", MIXED)]);
    let error = database.guarded(&files, &post_load_options()).await.expect_err("it is refused");
    assert_eq!(error.kind(), Kind::Refused);
    assert_eq!((database.history()[0].state.as_str(), database.history()[0].batches_done), ("started", 1));
    assert_eq!(state(&mut database, &files).await, StepState::Applied);
    assert_eq!((sent(&database, "BEFORE"), sent(&database, "AFTER")), (1, 1));
}

#[tokio::test]
async fn a_batch_beside_the_index_that_was_interrupted_is_never_sent_again() {
    let cut = AtomicUsize::new(0);
    let mut database = with_rows(100, move |sql, _| {
        (sql == "AFTER" && cut.fetch_add(1, Ordering::SeqCst) == 0).then(|| Reply::new().cut())
    })
    .await;
    let files = post_load(&[("V1__vi", MIXED)]);
    let error = database.guarded(&files, &post_load_options()).await.expect_err("the connection is lost");
    assert_eq!(error.kind(), Kind::Unknown);
    assert_eq!(state(&mut database, &files).await, StepState::Interrupted);
    assert_eq!((sent(&database, "AFTER"), sent(&database, "BEFORE")), (1, 1));
}

#[tokio::test]
async fn a_file_without_an_index_is_a_log() {
    let mut database = with_rows(0, |_, _| None).await;
    let files = post_load(&[("V1__s", "UPDATE STATISTICS dbo.c")]);
    assert_eq!(state(&mut database, &files).await, StepState::Applied);
    assert_eq!(state(&mut database, &files).await, StepState::Applied);
    assert_eq!(sent(&database, "UPDATE STATISTICS dbo.c"), 1);
    let changed = post_load(&[("V1__s", "UPDATE STATISTICS dbo.c WITH FULLSCAN")]);
    let outcome = database.guarded(&changed, &post_load_options()).await.expect("it is told");
    assert_eq!(outcome.steps[0].state, StepState::Changed);
    assert!(outcome.steps[0].obstacles[0].contains("repair --post-load --version 1 --action accept-change"));
}

#[tokio::test]
async fn a_step_that_waits_does_not_hold_up_the_others() {
    let mut database = with_rows(50, |_, _| None).await;
    let files = post_load(&[("V1__vi", INDEX), ("V2__s", "UPDATE STATISTICS dbo.c")]);
    let outcome = database.guarded(&files, &post_load_options()).await.expect("it runs");
    let states: Vec<_> = outcome.steps.iter().map(|step| step.state).collect();
    assert_eq!(states, [StepState::Waiting, StepState::Applied]);
}

#[tokio::test]
async fn a_step_that_is_half_done_holds_up_those_behind_it() {
    let mut database = with_rows(0, |sql, _| (sql == "FIRST").then(|| Reply::new().cut())).await;
    let files = post_load(&[("V1__a", "FIRST"), ("V2__b", "SECOND")]);
    database.guarded(&files, &post_load_options()).await.expect_err("the connection is lost");
    for _ in 0..2 {
        let outcome = database.guarded(&files, &post_load_options()).await.expect("it is told");
        let states: Vec<_> = outcome.steps.iter().map(|step| step.state).collect();
        assert_eq!(states, [StepState::Interrupted, StepState::Blocked]);
        assert_eq!(outcome.steps[1].obstacles, ["V1__a before it is interrupted: mend that first"]);
    }
    assert_eq!(sent(&database, "SECOND"), 0);
}

#[tokio::test]
async fn a_guard_that_is_refused_is_an_error() {
    let mut database = with_rows(0, |sql, _| {
        sql.contains("AS n FROM (SELECT").then(|| Reply::refused(229, 1, "The SELECT permission was denied."))
    })
    .await;
    let error = database.guarded(&step(), &post_load_options()).await.expect_err("it cannot be counted");
    assert!(matches!(error, RunError::Own { doing: "counting a guard", .. }), "{error}");
    assert_eq!(error.kind(), Kind::Refused);
}
