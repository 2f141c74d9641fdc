//! Connections that end in each phase of a file, and files that run outside a transaction.

use ragsql::db::events::Event;
use ragsql::db::failure::{Aftermath, Cause, Failed, Point};
use ragsql::db::{Kind, RunError};
use ragsql::source::Migration;

use crate::database::{Database, migrations, options};
use crate::reply::{Reply, Value};
use crate::server::Login;

const NO_TRANSACTION: &str = "-- ragsql: no-transaction\nFIRST\nGO\nSECOND\nGO\nTHIRD";

/// Runs one file on a server that cuts the connection at a batch that holds `at`.
async fn cut(at: &'static str, files: &[Migration]) -> (Database, RunError) {
    let mut database = Database::start(move |sql, tables| {
        let cut = sql.contains(at).then(|| Reply::new().cut());
        cut.inspect(|_| tables.lose_session())
    })
    .await;
    let error = database.fail(files).await;
    (database, error)
}

fn failed(error: RunError) -> Failed {
    match error {
        RunError::Failed { failed, .. } => *failed,
        other => panic!("another error: {other}"),
    }
}

#[tokio::test]
async fn before_its_commit_a_lost_file_leaves_nothing() {
    let files = migrations(&[("V1__a", "FIRST\nGO\nSECOND"), ("V2__b", "LATER")]);
    let places = [
        ("BEGIN TRANSACTION", Point::Start),
        ("FIRST", Point::Batch(1)),
        ("SECOND", Point::Batch(2)),
        ("XACT_STATE()", Point::Record),
        ("INSERT INTO [dbo].[h]", Point::Record),
    ];
    for (at, point) in places {
        let (database, error) = cut(at, &files).await;
        assert_eq!(error.kind(), Kind::Unavailable, "{at}");
        let failed = failed(error);
        assert_eq!((failed.point, &failed.aftermath), (point, &Aftermath::RolledBack), "{at}");
        assert!(database.recorded().is_empty() && !database.was_sent("COMMIT TRANSACTION"), "{at}");
        assert!(!database.was_sent("LATER"), "{at}: nothing after it runs");
        assert_eq!(database.sessions(), 1, "{at}: the outcome is known without asking");
    }
}

#[tokio::test]
async fn a_connection_that_ends_within_a_reply_is_lost_too() {
    let rows = [vec![Value::from(1)]];
    for reply in [Reply::new().columns(&["n"], &rows).cut(), Reply::new().rows(&["n"], &rows).cut()] {
        let mut database = Database::start(move |sql, _| (sql == "FIRST").then(|| reply.clone())).await;
        let failed = database.failed(&migrations(&[("V1__a", "FIRST")])).await;
        assert!(matches!(failed.cause, Cause::Batch(ragsql::db::BatchError::ConnectionLost { .. })), "{failed}");
        assert_eq!(failed.aftermath, Aftermath::RolledBack);
    }
}

#[tokio::test]
async fn a_lost_file_that_commits_by_itself_is_not_called_harmless() {
    let (_database, error) = cut("IF 1 = 1 COMMIT WORK", &migrations(&[("V1__a", "IF 1 = 1 COMMIT WORK")])).await;
    assert_eq!(error.kind(), Kind::Unknown);
    assert_eq!(failed(error).aftermath, Aftermath::Unknown);
}

/// Runs two files where the first COMMIT is not answered and `arrives` or not.
async fn lost_commit(arrives: bool, logins: Vec<Login>) -> (Database, Result<Vec<i64>, RunError>) {
    let mut database = Database::with_logins(logins, move |sql, tables| {
        let is_first = tables.history.as_ref().is_some_and(Vec::is_empty);
        (sql == "COMMIT TRANSACTION" && is_first).then(|| {
            if arrives {
                tables.commit()
            } else {
                tables.lose_session()
            }
            Reply::new().cut()
        })
    })
    .await;
    let files = migrations(&[("V1__a", "FIRST\nGO\nSECOND"), ("V2__b", "LATER")]);
    let applied = database.apply(&files, &options()).await;
    (database, applied.map(|applied| applied.applied.iter().map(|done| done.version).collect()))
}

#[tokio::test]
async fn a_commit_that_arrived_is_found_in_the_history_and_the_run_goes_on() {
    let (database, applied) = lost_commit(true, vec![Login::Accept]).await;
    assert_eq!(applied.expect("it succeeds"), [1, 2]);
    assert!(database.events.contains(&Event::Resolved { version: 1, applied: true }));
    assert_eq!(database.server.batches().iter().filter(|sql| *sql == "FIRST").count(), 1, "nothing is sent twice");
    assert_eq!(database.recorded(), [1, 2]);
}

#[tokio::test]
async fn a_commit_that_did_not_arrive_is_missing_in_the_history() {
    let (database, applied) = lost_commit(false, vec![Login::Accept]).await;
    let error = applied.expect_err("the first file is rolled back");
    assert!(database.events.contains(&Event::Resolved { version: 1, applied: false }));
    assert_eq!(error.kind(), Kind::Unavailable);
    let failed = failed(error);
    assert_eq!((failed.point, failed.aftermath), (Point::Commit, Aftermath::RolledBack));
    assert_eq!(database.server.batches().iter().filter(|sql| *sql == "FIRST").count(), 1, "nothing is sent twice");
}

#[tokio::test]
async fn without_the_server_the_outcome_of_a_commit_stays_unknown() {
    let gone = Reply::new().error(18456, 14, 1, "", "Login failed.").failed();
    let (_database, applied) = lost_commit(true, vec![Login::Accept, Login::Answer(gone)]).await;
    let error = applied.expect_err("nobody knows");
    assert_eq!(error.kind(), Kind::Unknown);
    assert!(error.to_string().contains("`ragsql status` tells whether it is recorded"), "{error}");
}

#[tokio::test]
async fn a_commit_that_is_refused_is_looked_up() {
    let mut database = Database::start(|sql, tables| {
        (sql == "COMMIT TRANSACTION").then(|| {
            tables.lose_session();
            Reply::refused(3930, 1, "The current transaction cannot be committed.")
        })
    })
    .await;
    let failed = database.failed(&migrations(&[("V1__a", "SELECT 1")])).await;
    assert_eq!((failed.point, failed.aftermath), (Point::Commit, Aftermath::RolledBack));
    assert_eq!(database.sessions(), 2);
}

#[tokio::test]
async fn outside_a_transaction_each_batch_is_counted() {
    let mut database = Database::healthy().await;
    database.apply(&migrations(&[("V1__a", NO_TRANSACTION)]), &options()).await.expect("it succeeds");
    let row = &database.history()[0];
    assert_eq!((row.state.as_str(), row.batches_done), ("applied", 3));
    assert!(!database.was_sent("BEGIN TRANSACTION"));
    let sent = database.changes();
    let place = |part: &str| sent.iter().position(|sql| sql.contains(part)).expect(part);
    assert!(place("'started'") < place("FIRST") && place("FIRST") < place("batches_done = 1"), "{sent:?}");
    assert!(place("batches_done = 3") < place("state = 'applied'"), "{sent:?}");
}

#[tokio::test]
async fn outside_a_transaction_a_lost_batch_is_interrupted_and_never_sent_again() {
    let files = migrations(&[("V1__a", NO_TRANSACTION), ("V2__b", "LATER")]);
    let (mut database, error) = cut("SECOND", &files).await;
    assert_eq!(error.kind(), Kind::Unknown);
    let failed = failed(error);
    assert_eq!((failed.point, &failed.aftermath), (Point::Batch(2), &Aftermath::Unknown));
    assert!(failed.outside_transaction && failed.to_string().contains("ragsql status"), "{failed}");
    let row = &database.history()[0];
    assert_eq!((row.state.as_str(), row.batches_done), ("started", 1));

    let before = database.changes().len();
    let error = database.fail(&files).await;
    assert_eq!(error.kind(), Kind::Unknown);
    let text = error.to_string();
    assert!(text.contains("V1__a runs outside a transaction") && text.contains("1 of 3 batches done"), "{text}");
    assert!(!text.contains("the last finished version"), "{text}");
    assert!(text.contains("--action mark-applied") && text.contains("--action forget"), "{text}");
    assert_eq!(database.changes().len(), before, "nothing is sent");
}

#[tokio::test]
async fn outside_a_transaction_a_refused_batch_leaves_those_before_it() {
    let mut database =
        Database::start(|sql, _| (sql == "SECOND").then(|| Reply::refused(208, 1, "Invalid object name 'x'."))).await;
    let error = database.fail(&migrations(&[("V1__a", NO_TRANSACTION)])).await;
    assert_eq!(error.kind(), Kind::Unknown);
    assert_eq!(failed(error).aftermath, Aftermath::HalfDone { done: 1 });
    let row = &database.history()[0];
    assert_eq!((row.state.as_str(), row.batches_done), ("started", 1));
}

#[tokio::test]
async fn a_single_statement_that_is_refused_leaves_no_mark() {
    let atomic = [
        "CREATE FULLTEXT CATALOG ft AS DEFAULT",
        "ALTER DATABASE CURRENT SET AUTO_CREATE_STATISTICS ON",
        "DROP INDEX i ON t",
    ];
    for statement in atomic {
        let text = format!("-- ragsql: no-transaction\n{statement}");
        let mut database =
            Database::start(move |sql, _| sql.ends_with(statement).then(|| Reply::refused(5000, 1, "Refused."))).await;
        let error = database.fail(&migrations(&[("V1__a", &text)])).await;
        assert_eq!(error.kind(), Kind::Refused, "{statement}");
        assert_eq!(failed(error).aftermath, Aftermath::RolledBack);
        assert!(database.recorded().is_empty(), "{statement}");
    }
}

#[tokio::test]
async fn what_may_do_several_things_keeps_its_mark() {
    let several = [
        "EXEC dbo.rebuild_all",
        "CREATE INDEX i ON t (c) WITH (ONLINE = ON, RESUMABLE = ON)",
        "CREATE INDEX i ON t (c); DROP INDEX j ON t",
        "ALTER INDEX ALL ON t REBUILD",
    ];
    for statement in several {
        let text = format!("-- ragsql: no-transaction\n{statement}");
        let mut database =
            Database::start(move |sql, _| sql.ends_with(statement).then(|| Reply::refused(5000, 1, "Refused."))).await;
        let error = database.fail(&migrations(&[("V1__a", &text)])).await;
        assert_eq!(error.kind(), Kind::Unknown, "{statement}");
        assert_eq!(database.history()[0].state, "started", "{statement}");
    }
}

#[tokio::test]
async fn outside_a_transaction_none_may_be_left_open() {
    let mut database = Database::start(|sql, _| {
        let open = crate::reply::session_state(1, 1, "db", "Exclusive");
        sql.contains("XACT_STATE()").then_some(open)
    })
    .await;
    let error = database.fail(&migrations(&[("V1__a", "-- ragsql: no-transaction\nBEGIN TRAN")])).await;
    assert!(error.to_string().contains("left a transaction open (@@TRANCOUNT is 1, and 0 is right)"), "{error}");
    assert_eq!(database.history()[0].state, "started");
}

#[tokio::test]
async fn a_mark_that_cannot_be_written_lets_nothing_run() {
    let mut database = Database::start(|sql, _| {
        sql.contains("'started'").then(|| Reply::refused(229, 1, "The INSERT permission was denied on the object 'h'."))
    })
    .await;
    let error = database.fail(&migrations(&[("V1__a", NO_TRANSACTION)])).await;
    assert_eq!(error.kind(), Kind::Refused);
    assert_eq!(failed(error).aftermath, Aftermath::RolledBack);
    assert!(!database.was_sent("FIRST"));
}

#[tokio::test]
async fn a_mark_that_may_be_written_is_told_and_nothing_runs() {
    let (database, error) = cut("'started'", &migrations(&[("V1__a", NO_TRANSACTION)])).await;
    assert_eq!(error.kind(), Kind::Unknown);
    assert!(error.to_string().contains("nothing of it was sent, and the history may have it as started"), "{error}");
    assert!(!database.was_sent("FIRST"));
}

#[tokio::test]
async fn a_file_whose_own_transactions_are_over_leaves_nothing_when_it_is_lost_later() {
    let files = migrations(&[("V1__a", "BEGIN TRAN; UPDATE t SET a = 1; COMMIT\nGO\nLAST")]);
    for at in ["LAST", "INSERT INTO [dbo].[h]"] {
        let (_database, error) = cut(at, &files).await;
        assert_eq!(failed(error).aftermath, Aftermath::RolledBack, "{at}");
    }
}

#[tokio::test]
async fn a_session_that_ends_before_anything_ran_is_no_server() {
    for at in ["HAS_PERMS_BY_NAME", "sp_getapplock", "AS login, CAST(@@SPID"] {
        let (database, error) = cut(at, &migrations(&[("V1__a", "FIRST")])).await;
        assert_eq!(error.kind(), Kind::Unavailable, "{at}");
        assert!(!database.was_sent("FIRST"), "{at}");
    }
}
