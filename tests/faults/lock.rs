//! The lock of a run: busy, refused, lost, and not given back.

use ragsql::db::Kind;
use ragsql::db::events::Event;

use crate::database::{Database, Recorded, Tables, migrations, options};
use crate::reply::{Reply, Value};

fn code(code: i64) -> Reply {
    Reply::table(&["code"], &[vec![code.into()]])
}

fn holder() -> Reply {
    let row = vec![57.into(), Value::from("ann"), Value::from("build-3"), Value::from("ragsql/0.1.0")];
    Reply::table(&["session_id", "login", "host", "program"], &[row])
}

async fn busy(holder: Reply) -> (Database, String) {
    let mut database = Database::start(move |sql, _| {
        if sql.contains("dm_tran_locks") {
            return Some(holder.clone());
        }
        sql.contains("sp_getapplock").then(|| code(-1))
    })
    .await;
    let error = database.fail(&migrations(&[("V1__a", "SELECT 1")])).await;
    assert_eq!(error.kind(), Kind::Unavailable);
    assert!(database.changes().is_empty(), "{:?}", database.changes());
    (database, error.to_string())
}

#[tokio::test]
async fn who_holds_the_lock_is_said_before_and_after_waiting() {
    let (database, text) = busy(holder()).await;
    let who = "session 57, user ann on build-3, ragsql/0.1.0";
    assert!(text.contains(&format!("another run is in progress ({who}), and was not done within 50ms")), "{text}");
    assert!(database.events.contains(&Event::LockWaiting { holder: Some(who.into()), timeout_ms: 50 }));
    assert!(database.was_sent("@LockTimeout = 1;") && database.was_sent("@LockTimeout = 50;"));
}

#[tokio::test]
async fn a_login_that_may_not_see_who_holds_the_lock_is_no_failure() {
    let denied = Reply::refused(262, 1, "VIEW DATABASE STATE permission denied in database 'db'.");
    for hidden in [denied, Reply::table(&["session_id", "login", "host", "program"], &[])] {
        let (_database, text) = busy(hidden).await;
        assert!(text.starts_with("another run is in progress, and was not done"), "{text}");
    }
}

#[tokio::test]
async fn codes_that_are_no_grant_are_no_grant() {
    for (refused, meaning) in [(-2, "cancelled"), (-3, "deadlock victim"), (-999, "refused the call"), (7, "not known")]
    {
        let mut database = Database::start(move |sql, _| sql.contains("sp_getapplock").then(|| code(refused))).await;
        let error = database.fail(&migrations(&[("V1__a", "SELECT 1")])).await;
        assert!(error.to_string().contains(meaning) && error.to_string().contains(&refused.to_string()), "{error}");
        assert_eq!(error.kind(), Kind::Unavailable);
        assert!(database.changes().is_empty());
    }
}

#[tokio::test]
async fn a_grant_after_waiting_is_a_grant() {
    let mut database = Database::start(move |sql, _| sql.contains("sp_getapplock").then(|| code(1))).await;
    database.apply(&migrations(&[("V1__a", "SELECT 1")]), &options()).await.expect("it is granted");
    assert_eq!(database.recorded(), [1]);
}

#[tokio::test]
async fn what_another_run_did_while_this_one_waited_is_not_done_again() {
    let files = migrations(&[("V1__a", "SELECT 1")]);
    let checksum = files[0].checksum.clone();
    let mut database = Database::start(move |sql, tables: &mut Tables| {
        if sql.contains("sp_getapplock") {
            let state = "applied".to_owned();
            let (name, checksum) = ("a".to_owned(), checksum.clone());
            tables.history = Some(vec![Recorded { version: 1, name, checksum, state, batches_done: 1 }]);
        }
        None
    })
    .await;
    let applied = database.apply(&files, &options()).await.expect("it succeeds");
    assert!(applied.applied.is_empty() && database.changes().is_empty(), "{:?}", database.changes());
}

#[tokio::test]
async fn what_is_running_is_waited_for_and_not_called_interrupted() {
    let files = migrations(&[("V1__a", "-- ragsql: no-transaction\nSELECT 1")]);
    let row = |state: &str, checksum: &str| {
        let (name, checksum) = ("a".to_owned(), checksum.to_owned());
        vec![Recorded { version: 1, name, checksum, state: state.to_owned(), batches_done: 0 }]
    };
    let checksum = files[0].checksum.clone();
    let mut database = Database::start(move |sql, tables: &mut Tables| {
        let state = if sql.contains("sp_getapplock") { "applied" } else { "started" };
        if sql.contains("applock") || tables.history.is_none() {
            tables.history = Some(row(state, &checksum));
        }
        None
    })
    .await;
    let applied = database.apply(&files, &options()).await.expect("the other run has finished it");
    assert!(applied.applied.is_empty() && database.was_sent("sp_getapplock"));
}

#[tokio::test]
async fn a_lock_that_is_not_given_back_is_an_error_and_the_work_stays() {
    for reply in [code(-999), Reply::refused(1223, 1, "Cannot release the application lock.")] {
        let mut database =
            Database::start(move |sql, _| sql.contains("sp_releaseapplock").then(|| reply.clone())).await;
        let error = database.fail(&migrations(&[("V1__a", "SELECT 1")])).await;
        assert!(error.to_string().contains("lock"), "{error}");
        assert_eq!(database.recorded(), [1]);
    }
}

#[tokio::test]
async fn a_lost_connection_is_told_and_not_the_lock_that_went_with_it() {
    let mut database = Database::start(move |sql, _| (sql == "SELECT 1").then(|| Reply::new().cut())).await;
    let error = database.fail(&migrations(&[("V1__a", "SELECT 1")])).await;
    assert!(error.to_string().contains("connection was lost") && !error.to_string().contains("lock"), "{error}");
}
