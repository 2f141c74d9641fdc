//! Running migrations on a server that refuses: what fails, where it is said to fail, and what is left.

use std::time::Duration;

use ragsql::db::Kind;
use ragsql::db::events::Event;
use ragsql::db::failure::{Aftermath, Cause, Point};

use crate::database::{COMMITTED, Database, ROLLED_BACK, migrations, options};
use crate::reply::{Reply, Value};
use crate::server::{Asked, Login};

fn row() -> Vec<Vec<Value>> {
    vec![vec![1.into()]]
}

#[tokio::test]
async fn each_file_is_one_transaction_with_its_row() {
    let mut database = Database::healthy().await;
    let files =
        migrations(&[("V1__a", "CREATE TABLE dbo.t (id INT)\nGO\nINSERT dbo.t VALUES (1)\nGO 2"), ("V2__b", "")]);
    let applied = database.apply(&files, &options()).await.expect("it succeeds");
    assert_eq!(applied.applied.iter().map(|done| (done.version, done.batches)).collect::<Vec<_>>(), [(1, 3), (2, 0)]);
    assert_eq!(database.recorded(), [1, 2]);
    let sent = database.changes();
    let starts = |at: usize, start: &str| sent[at].starts_with(start);
    assert!(starts(0, "IF SCHEMA_ID(N'dbo') IS NULL") && starts(1, "CREATE TABLE [dbo].[h]"), "{sent:?}");
    assert!(sent[2].starts_with("SET NOEXEC OFF") && sent[2].ends_with("BEGIN TRANSACTION"), "{}", sent[2]);
    assert_eq!(sent[3..6], ["CREATE TABLE dbo.t (id INT)", "INSERT dbo.t VALUES (1)", "INSERT dbo.t VALUES (1)"]);
    assert!(starts(6, "INSERT INTO [dbo].[h]") && sent[7] == "COMMIT TRANSACTION" && sent.len() == 11, "{sent:?}");
}

#[tokio::test]
async fn a_second_run_changes_nothing_and_sends_no_ddl() {
    let mut database = Database::healthy().await;
    let files = migrations(&[("V1__a", "SELECT 1")]);
    database.apply(&files, &options()).await.expect("it succeeds");
    let before = database.changes().len();
    let again = database.apply(&files, &options()).await.expect("it succeeds");
    assert!(again.applied.is_empty() && again.pending == 0);
    assert_eq!(database.changes().len(), before);
    assert_eq!(
        database.server.batches().iter().filter(|sql| sql.contains("sp_getapplock")).count(),
        1,
        "no lock either"
    );
}

#[tokio::test]
async fn an_error_after_a_result_set_fails_the_file() {
    let mut database = Database::start(|sql, _| {
        let late = Reply::new().rows(&["n"], &row()).error(208, 16, 2, "", "Invalid object name 'dbo.nope'.").failed();
        sql.starts_with("SELECT 1;").then_some(late)
    })
    .await;
    let failed = database.failed(&migrations(&[("V1__a", "SELECT 1;\nINSERT dbo.nope VALUES (1)")])).await;
    assert_eq!((failed.point, failed.line, &failed.aftermath), (Point::Batch(1), 2, &Aftermath::RolledBack));
    assert_eq!(
        failed.to_string(),
        "migrations/V1__a.sql:2: batch 1 failed: Msg 208, Level 16, State 1, Line 2: Invalid object name 'dbo.nope'.\n  \
         nothing of this file was left behind, and it is not recorded"
    );
    assert!(database.recorded().is_empty() && !database.was_sent("COMMIT TRANSACTION"));
    assert!(database.was_sent("IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION") && database.was_sent("sp_releaseapplock"));
}

#[tokio::test]
async fn every_error_of_a_batch_is_told() {
    let mut database = Database::start(|sql, _| {
        let refused = Reply::new().error(5074, 16, 1, "", "The object 'df' depends on column 'c'.");
        sql.starts_with("ALTER").then(|| refused.error(4922, 16, 1, "", "DROP COLUMN c failed.").failed())
    })
    .await;
    let text = database.failed(&migrations(&[("V1__a", "ALTER TABLE dbo.t DROP COLUMN c")])).await.to_string();
    assert!(text.contains("Msg 5074") && text.contains("\n  also: Msg 4922: DROP COLUMN c failed."), "{text}");
}

#[tokio::test]
async fn the_line_is_the_files() {
    let text = format!("SELECT 1\nGO\nSELECT 2\n{}GO\n-- third\nINSERT dbo.nope\nVALUES (1)\n", "\n".repeat(34));
    let third = text.find("-- third").expect("is there");
    assert_eq!(text[..third].matches('\n').count(), 38, "the third batch starts at line 39");
    let files = migrations(&[("V1__a", &text)]);
    for (said, shown) in [(2, 40), (1, 39), (900, 41), (u32::MAX, 41), (0, 39)] {
        let mut database = Database::start(move |sql, _| {
            sql.starts_with("-- third").then(|| Reply::refused(208, said, "Invalid object name 'dbo.nope'."))
        })
        .await;
        let failed = database.failed(&files).await;
        assert_eq!((failed.point, failed.line), (Point::Batch(3), shown), "the server said {said}");
    }
}

#[tokio::test]
async fn an_error_in_a_procedure_has_the_line_of_its_batch() {
    let mut database = Database::start(|sql, _| {
        sql.starts_with("EXEC").then(|| Reply::new().error(547, 16, 70, "dbo.p", "The INSERT conflicted.").failed())
    })
    .await;
    let failed = database.failed(&migrations(&[("V1__a", "SELECT 1\nGO\n\nEXEC dbo.p")])).await;
    assert_eq!((failed.point, failed.line), (Point::Batch(2), 4));
    assert!(failed.to_string().contains("Procedure dbo.p, Line 70"), "{failed}");
}

#[tokio::test]
async fn nothing_after_a_failed_file_runs_and_what_ran_before_stays() {
    let mut database =
        Database::start(|sql, _| (sql == "BAD").then(|| Reply::refused(2812, 1, "Could not find 'BAD'."))).await;
    let error = database.fail(&migrations(&[("V1__a", "SELECT 1"), ("V2__b", "BAD"), ("V3__c", "SELECT 3")])).await;
    assert_eq!(error.kind(), Kind::Refused);
    let ragsql::db::RunError::Failed { applied, .. } = error else { panic!("{error}") };
    assert_eq!(applied.iter().map(|done| done.version).collect::<Vec<_>>(), [1]);
    assert!(database.recorded() == [1] && !database.was_sent("SELECT 3"));
}

#[tokio::test]
async fn a_file_that_ends_its_transaction_is_stopped_at_once() {
    let ends = |reply: Reply, kind| reply.end(kind, 7).done();
    let cases = [
        (ends(Reply::new(), COMMITTED), Aftermath::Escaped, Kind::Unknown),
        (ends(Reply::new(), ROLLED_BACK), Aftermath::RolledBack, Kind::Refused),
        (Reply::new().end(ROLLED_BACK, 7).count(1).done(), Aftermath::Escaped, Kind::Unknown),
    ];
    for (reply, aftermath, kind) in cases {
        let mut database = Database::start(move |sql, _| (sql == "EXEC dbo.ends").then(|| reply.clone())).await;
        let error = database.fail(&migrations(&[("V1__a", "EXEC dbo.ends\nGO\nINSERT dbo.t VALUES (1)")])).await;
        assert_eq!(error.kind(), kind, "{error}");
        let ragsql::db::RunError::Failed { failed, .. } = error else { panic!("{error}") };
        assert_eq!((&failed.cause, &failed.aftermath, failed.point), (&Cause::Ended, &aftermath, Point::Batch(1)));
        assert!(!database.was_sent("INSERT dbo.t") && database.recorded().is_empty());
    }
}

#[tokio::test]
async fn an_error_after_the_files_own_commit_is_not_called_harmless() {
    let reply = Reply::new().end(COMMITTED, 7).error(208, 16, 1, "", "Invalid object name 'x'.").failed();
    let mut database = Database::start(move |sql, _| sql.starts_with("IF 1 = 1 COMMIT;").then(|| reply.clone())).await;
    let failed = database.failed(&migrations(&[("V1__a", "IF 1 = 1 COMMIT; INSERT x VALUES (1)")])).await;
    assert_eq!(failed.aftermath, Aftermath::Escaped);
    assert!(failed.to_string().contains("may stay"), "{failed}");
}

/// What the server says of the session at the end of a file, and what becomes of the file.
async fn at_the_end(depth: i64, state: i64, database: &str, lock: &str) -> (Cause, Aftermath) {
    let table = crate::reply::session_state(depth, state, database, lock);
    let mut database = Database::start(move |sql, _| sql.contains("XACT_STATE()").then(|| table.clone())).await;
    let failed = database.failed(&migrations(&[("V1__a", "SELECT 1")])).await;
    assert!(database.recorded().is_empty() && !database.was_sent("COMMIT TRANSACTION"), "{failed}");
    assert_eq!(failed.point, Point::Record);
    (failed.cause, failed.aftermath)
}

#[tokio::test]
async fn a_session_that_is_not_as_it_should_be_is_not_committed() {
    assert_eq!(at_the_end(0, 0, "db", "Exclusive").await, (Cause::Ended, Aftermath::Escaped));
    assert_eq!(
        at_the_end(2, 1, "db", "Exclusive").await,
        (Cause::LeftOpen { depth: 2, wanted: 1 }, Aftermath::RolledBack)
    );
    assert_eq!(at_the_end(1, -1, "db", "Exclusive").await, (Cause::Doomed, Aftermath::RolledBack));
    let other = Cause::OtherDatabase { now: "other".into() };
    assert_eq!(at_the_end(1, 1, "other", "NoLock").await, (other, Aftermath::RolledBack));
    assert_eq!(at_the_end(1, 1, "db", "NoLock").await, (Cause::LockGone, Aftermath::RolledBack));
}

#[tokio::test]
async fn a_server_that_only_pretends_to_execute_is_found_out() {
    let mut database = Database::start(|sql, _| sql.contains("XACT_STATE()").then(Reply::ok)).await;
    let failed = database.failed(&migrations(&[("V1__a", "SET NOEXEC ON\nGO\nDROP TABLE dbo.t")])).await;
    assert_eq!((failed.cause.clone(), failed.aftermath.clone()), (Cause::NotExecuted, Aftermath::RolledBack));
    assert!(failed.to_string().contains("SET NOEXEC"), "{failed}");
    let plan = Reply::table(&["StmtText"], &[vec!["SELECT …".into()]]);
    let mut database = Database::start(move |sql, _| sql.contains("XACT_STATE()").then(|| plan.clone())).await;
    let failed = database.failed(&migrations(&[("V1__a", "SET SHOWPLAN_ALL ON")])).await;
    assert_eq!(failed.cause, Cause::NotExecuted);
}

#[tokio::test]
async fn a_row_that_is_not_written_fails_the_file() {
    let none = |sql: &str, _: &mut _| {
        sql.starts_with("INSERT INTO [dbo].[h]").then(|| Reply::table(&["n"], &[vec![0.into()]]))
    };
    let mut database = Database::start(none).await;
    let failed = database.failed(&migrations(&[("V1__a", "SELECT 1")])).await;
    assert_eq!((&failed.cause, &failed.aftermath), (&Cause::NotRecorded { rows: 0 }, &Aftermath::RolledBack));
    assert!(!database.was_sent("COMMIT TRANSACTION"));
}

#[tokio::test]
async fn a_limit_stops_a_batch_and_nothing_is_left() {
    let mut database = Database::start(|sql, _| (sql == "SLOW").then(|| Reply::new().pause(5_000).done())).await;
    let limited = ragsql::db::apply::ApplyOptions { timeout: Some(Duration::from_millis(30)), ..options() };
    let error = database.apply(&migrations(&[("V1__a", "SLOW")]), &limited).await.expect_err("it takes too long");
    assert!(error.to_string().contains("time limit of 30ms") && error.kind() == Kind::Refused, "{error}");
    assert!(database.server.asked().contains(&Asked::Attention) && database.recorded().is_empty());
    assert!(database.was_sent("IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION"));
}

#[tokio::test]
async fn a_token_that_expires_is_called_so() {
    let mut database =
        Database::start(|sql, _| (sql == "LATE").then(|| Reply::refused(37396, 1, "The token has expired."))).await;
    let error = database.fail(&migrations(&[("V1__a", "SELECT 1\nGO\nLATE")])).await;
    assert!(error.to_string().contains("RAGSQL_ACCESS_TOKEN") && error.kind() == Kind::Unavailable, "{error}");
    assert!(database.recorded().is_empty());
}

#[tokio::test]
async fn a_database_that_is_starting_is_waited_for() {
    let starting = Reply::new().error(40613, 20, 1, "", "Database 'db' on server 's' is not currently available.");
    let logins = vec![Login::Answer(starting.failed()), Login::Accept];
    let mut database = Database::with_logins(logins, |_, _| None).await;
    database.apply(&migrations(&[("V1__a", "SELECT 1")]), &options()).await.expect("it succeeds");
    let events = &database.events;
    assert!(matches!(&events[0], Event::Retry { reason, .. } if reason.contains("40613")), "{events:?}");
    assert!(matches!(&events[1], Event::Connected { server, .. } if server == "srv"), "{events:?}");
    assert_eq!(database.recorded(), [1]);
}

#[tokio::test]
async fn messages_are_told_with_their_file() {
    let mut database =
        Database::start(|sql, _| sql.starts_with("PRINT").then(|| Reply::new().info("loaded 120 rows").done())).await;
    let files = migrations(&[("V7__a", "PRINT 'loaded 120 rows'")]);
    database.apply(&files, &options()).await.expect("it succeeds");
    assert!(database.events.contains(&Event::Message { version: 7, text: "loaded 120 rows".into() }));
}

#[tokio::test]
async fn a_file_that_leaves_something_in_its_session_gets_one_of_its_own() {
    let mut database = Database::healthy().await;
    let files = migrations(&[
        ("V1__a", "SELECT 1"),
        ("V2__b", "SELECT 1 AS a INTO #ids"),
        ("V3__c", "SELECT 1 AS a INTO #ids"),
        ("V4__d", "SELECT 4"),
    ]);
    let applied = database.apply(&files, &options()).await.expect("it succeeds");
    assert_eq!(applied.applied.len(), 4);
    assert_eq!((database.recorded(), database.sessions()), (vec![1, 2, 3, 4], 3));
}

#[tokio::test]
async fn a_run_stops_at_the_version_it_is_told() {
    let mut database = Database::healthy().await;
    let files = migrations(&[("V1__a", "SELECT 1"), ("V2__b", "SELECT 2"), ("V10__c", "SELECT 3")]);
    let to = |version| ragsql::db::apply::ApplyOptions { to_version: Some(version), ..options() };
    let applied = database.apply(&files, &to(2)).await.expect("it succeeds");
    assert_eq!((applied.applied.len(), applied.pending, database.recorded()), (2, 1, vec![1, 2]));
    let again = database.apply(&files, &to(1)).await.expect("it is there");
    assert_eq!((again.applied.len(), again.pending), (0, 1));
    let error = database.apply(&files, &to(9)).await.expect_err("there is no version 9");
    assert_eq!(error.kind(), Kind::Usage);
    assert_eq!(
        error.to_string(),
        "nothing was run: --to-version 9: there is no migration of that version; the next one below is 2"
    );
    assert_eq!(database.sessions(), 2, "that is said without a server");
}
