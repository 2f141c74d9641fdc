//! Requests on a session: every reply is read to its end, and a broken connection is never used again.

use std::time::Duration;

use ragsql::db::{BatchError, Cell, ConnectOptions, Message, Row, Server, Session, TransactionState};
use tokio::sync::Notify;

use crate::reply::{Reply, Value};
use crate::server::{Asked, FaultServer};

const ROLLED_BACK: u8 = 10;
const COMMITTED: u8 = 9;

/// A session that gives up a cancelled statement soon.
async fn open(server: &FaultServer) -> Session {
    let options = ConnectOptions { cancel_timeout: Duration::from_millis(200), ..ConnectOptions::default() };
    let place = Server::loopback(server.port, "db");
    Session::open(&place, &options, &mut |retry| panic!("{}", retry.reason)).await.expect("a session")
}

/// A session with a server that answers every batch alike.
async fn open_answering(reply: Reply) -> (FaultServer, Session) {
    let server = FaultServer::start(move |_| reply.clone()).await;
    let session = open(&server).await;
    (server, session)
}

/// Runs one batch; gives its row counts and the messages.
async fn run(session: &mut Session, limit: Option<u64>) -> (Result<Vec<u64>, BatchError>, Vec<String>) {
    let mut messages = Vec::new();
    let mut note = |message: &Message| messages.push(message.text.clone());
    let outcome = session.batch("EXEC dbo.p", limit.map(Duration::from_millis), &mut note).await;
    (outcome.map(|outcome| outcome.row_counts), messages)
}

/// The error of a batch that has to fail.
async fn fail(session: &mut Session, limit: Option<u64>) -> BatchError {
    run(session, limit).await.0.expect_err("the batch fails")
}

fn numbers(error: &BatchError) -> Vec<u32> {
    error.server_errors().map(|error| error.number).collect()
}

fn one_row() -> Vec<Vec<Value>> {
    vec![vec![1.into()]]
}

#[tokio::test]
async fn a_batch_is_sent_as_it_is_and_its_rows_are_counted() {
    let (server, mut session) = open_answering(Reply::new().count(3).count(0).rows(&["n"], &one_row()).done()).await;
    let sql = "CREATE SCHEMA rag -- año 😀";
    let outcome = session.batch(sql, None, &mut |_| {}).await.expect("it succeeds");
    assert_eq!(outcome.row_counts, [3, 0, 1]);
    assert_eq!(server.batches(), [sql]);
    session.close().await;
}

#[tokio::test]
async fn a_batch_of_two_megabytes_arrives_whole() {
    let (server, mut session) = open_answering(Reply::ok()).await;
    let sql = "INSERT dbo.t VALUES (N'日本語');\n".repeat(60_000);
    session.batch(&sql, None, &mut |_| {}).await.expect("it succeeds");
    assert!(server.batches() == [sql]);
}

#[tokio::test]
async fn an_error_after_a_result_set_fails_the_batch() {
    let reply = Reply::new().rows(&["n"], &one_row()).error(208, 16, 2, "", "Invalid object name 'x'.").failed();
    let (_server, mut session) = open_answering(reply).await;
    let error = fail(&mut session, None).await;
    assert_eq!(error.to_string(), "Msg 208, Level 16, State 1, Line 2: Invalid object name 'x'.");
    assert_eq!(error.server_errors().next().and_then(ragsql::db::ServerError::batch_line), Some(2));
    assert!(session.is_alive() && !error.outcome_is_unknown());
}

#[tokio::test]
async fn an_error_before_a_result_set_fails_the_batch() {
    let reply = Reply::new().error(547, 16, 1, "", "The INSERT conflicted.").rows(&["n"], &one_row()).count(5).done();
    let (_server, mut session) = open_answering(reply).await;
    assert_eq!(numbers(&fail(&mut session, None).await), [547]);
    assert_eq!(numbers(&fail(&mut session, None).await), [547], "the session goes on");
}

#[tokio::test]
async fn every_error_is_told_and_the_first_one_in_full() {
    let reply = Reply::new()
        .error(5074, 16, 3, "dbo.p", "The object 'df' is dependent on column 'c'.")
        .info("one moment")
        .error(4922, 16, 3, "dbo.p", "ALTER TABLE DROP COLUMN c failed.")
        .failed();
    let (_server, mut session) = open_answering(reply).await;
    let (outcome, messages) = run(&mut session, None).await;
    let Err(BatchError::Server { first, others }) = outcome else { panic!("{outcome:?}") };
    assert_eq!(first.origin.as_ref().map(|origin| (origin.procedure.as_str(), origin.line)), Some(("dbo.p", 3)));
    assert_eq!(first.batch_line(), None, "the line is the procedure's");
    let others: Vec<_> = others.iter().map(|error| (error.number, error.message.as_str())).collect();
    assert_eq!(others, [(4922, "ALTER TABLE DROP COLUMN c failed.")]);
    assert_eq!(messages, ["one moment"]);
}

#[tokio::test]
async fn an_expired_token_is_called_so() {
    let (_server, mut session) = open_answering(Reply::refused(37396, 1, "The token has expired.")).await;
    let error = fail(&mut session, None).await;
    assert!(error.has_number(37396) && error.to_string().contains("get a new one"), "{error}");
}

#[tokio::test]
async fn a_transaction_that_is_lost_in_a_catch_is_explained() {
    let refused = Reply::refused(3998, 1, "Uncommittable transaction is detected at the end of the batch.");
    let (_server, mut session) = open_answering(refused).await;
    let error = fail(&mut session, None).await;
    assert!(error.to_string().contains("put THROW into the CATCH"), "{error}");
}

#[tokio::test]
async fn the_tokens_of_procedures_are_no_trouble() {
    let in_proc = [0xFF, 0x11, 0, 0xC1, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    let status_and_end = [0x79, 5, 0, 0, 0, 0xFE, 0, 0, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let columns = Reply::new().columns(&["n"], &one_row()).row_tokens(&one_row());
    let (_server, mut session) = open_answering(columns.tokens(in_proc.to_vec()).tokens(status_and_end.to_vec())).await;
    assert_eq!(run(&mut session, None).await, (Ok(vec![1]), vec![]));
}

#[tokio::test]
async fn messages_come_while_the_batch_runs() {
    let (_server, mut session) = open_answering(Reply::new().info("10 percent").pause(5_000).done()).await;
    let heard = Notify::new();
    let mut note = |_: &Message| heard.notify_one();
    tokio::select! {
        _ = session.batch("BUILD", None, &mut note) => panic!("it ended before its message came"),
        () = heard.notified() => {}
    }
    assert!(!session.is_alive(), "a request that was dropped half way leaves no connection behind");
    assert_eq!(fail(&mut session, None).await, BatchError::Closed);
}

#[tokio::test]
async fn a_change_of_the_environment_is_no_message() {
    let changes = Reply::new().database("other").begin(7).info("Begin transaction").end(COMMITTED, 7).done();
    let (_server, mut session) = open_answering(changes).await;
    assert_eq!(run(&mut session, None).await, (Ok(vec![]), vec!["Begin transaction".to_owned()]));
}

#[tokio::test]
async fn requests_follow_the_transaction_of_the_server() {
    let server = FaultServer::start(|sql| match sql {
        "BEGIN TRAN" => Reply::new().begin(0x0102_0304_0506_0708).done(),
        "FAIL" => {
            Reply::new().rows(&["n"], &one_row()).error(1205, 13, 1, "", "Deadlock.").end(ROLLED_BACK, 1).failed()
        }
        _ => Reply::ok(),
    })
    .await;
    let mut session = open(&server).await;
    for sql in ["BEGIN TRAN", "FAIL", "SELECT 1"] {
        let _ = session.batch(sql, None, &mut |_| {}).await;
    }
    let transaction = |asked| if let Asked::Batch { transaction, .. } = asked { Some(transaction) } else { None };
    let transactions: Vec<u64> = server.asked().into_iter().filter_map(transaction).collect();
    assert_eq!(transactions, [0, 0x0102_0304_0506_0708, 0]);
}

#[tokio::test]
async fn a_limit_stops_the_statement_and_the_session_goes_on() {
    let server = FaultServer::start(|_| Reply::new().error(50000, 16, 1, "", "early").pause(5_000).done()).await;
    let mut session = open(&server).await;
    let error = fail(&mut session, Some(30)).await;
    assert!(matches!(error, BatchError::Timeout { .. }), "{error:?}");
    assert_eq!(numbers(&error), [50000]);
    assert!(session.is_alive() && server.asked().contains(&Asked::Attention));
    assert!(error.to_string().contains("time limit of 30ms"), "{error}");
    assert!(matches!(fail(&mut session, Some(30)).await, BatchError::Timeout { .. }), "the second one is heard anew");
}

#[tokio::test]
async fn a_limit_that_is_not_reached_does_nothing() {
    let (server, mut session) = open_answering(Reply::new().pause(20).count(2).done()).await;
    assert_eq!(run(&mut session, Some(5_000)).await.0, Ok(vec![2]));
    assert!(!server.asked().contains(&Asked::Attention));
}

#[tokio::test]
async fn a_server_that_does_not_stop_loses_its_connection() {
    let (_server, mut session) = open_answering(Reply::new().deaf().pause(3_000).done()).await;
    assert!(matches!(fail(&mut session, Some(30)).await, BatchError::Timeout { .. }));
    assert!(!session.is_alive());
    assert_eq!(session.query("SELECT 1").await, Err(BatchError::Closed));
}

#[tokio::test]
async fn a_limit_in_the_middle_of_a_row_ends_the_connection_rather_than_misread_it() {
    let half_a_row = vec![0xD1, 8, 1, 0];
    let reply = Reply::new().columns(&["n"], &one_row()).tokens(half_a_row).pause(5_000).done();
    let (_server, mut session) = open_answering(reply).await;
    assert!(matches!(fail(&mut session, Some(50)).await, BatchError::Timeout { .. }));
    assert!(!session.is_alive());
}

#[tokio::test]
async fn a_connection_that_ends_leaves_the_outcome_unknown() {
    let before = Reply::new().cut();
    let after_columns = Reply::new().columns(&["n"], &one_row()).cut();
    let after_rows = Reply::new().rows(&["n"], &one_row()).cut();
    for reply in [before, after_columns, after_rows] {
        let (_server, mut session) = open_answering(reply).await;
        let error = fail(&mut session, None).await;
        assert!(matches!(error, BatchError::ConnectionLost { .. }) && error.outcome_is_unknown(), "{error:?}");
        assert!(!session.is_alive());
        assert_eq!(fail(&mut session, None).await, BatchError::Closed);
    }
}

#[tokio::test]
async fn the_reason_is_kept_when_the_connection_ends_after_it() {
    let (_server, mut session) = open_answering(Reply::new().error(40197, 20, 1, "", "Processing failed.").cut()).await;
    let error = fail(&mut session, None).await;
    assert_eq!(numbers(&error), [40197]);
    assert!(error.to_string().contains("Msg 40197: Processing failed."), "{error}");
}

#[tokio::test]
async fn an_error_of_severity_20_ends_the_session() {
    let (_server, mut session) =
        open_answering(Reply::new().error(40197, 20, 1, "", "Processing failed.").failed()).await;
    assert_eq!(numbers(&fail(&mut session, None).await), [40197]);
    assert!(!session.is_alive());
}

#[tokio::test]
async fn a_reply_that_cannot_be_read_ends_the_session() {
    let (_server, mut session) = open_answering(Reply::new().tokens(vec![0x00, 1, 2, 3]).done()).await;
    let error = fail(&mut session, None).await;
    assert!(matches!(error, BatchError::Protocol { .. }) && error.outcome_is_unknown(), "{error:?}");
    assert!(!session.is_alive());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_at_the_same_time_hear_only_their_own_server() {
    let talk = |name: &'static str| async move {
        let reply = (0..50).fold(Reply::new(), |reply, at| reply.info(&format!("{name} {at}")).pause(1));
        let (_server, mut session) = open_answering(reply.error(50000, 16, 1, "", name).failed()).await;
        let (outcome, messages) = run(&mut session, None).await;
        assert_eq!(messages, (0..50).map(|at| format!("{name} {at}")).collect::<Vec<_>>());
        assert_eq!(outcome.expect_err("it fails").server_errors().count(), 1);
    };
    let spawned = tokio::spawn(talk("a"));
    tokio::join!(talk("b"), talk("c"));
    spawned.await.expect("it ends well");
}

#[tokio::test]
async fn rows_are_read_by_name_and_by_set() {
    let texts = vec![vec![Value::from("é😀"), 7.into()], vec![Value::Null, Value::Null]];
    let reply = Reply::new().rows(&["Name", "n"], &texts).rows(&["none"], &[]).rows(&["n"], &one_row()).done();
    let (_server, mut session) = open_answering(reply).await;
    let sets = session.query_sets("SELECT …", None).await.expect("rows");
    assert_eq!(sets.iter().map(Vec::len).collect::<Vec<_>>(), [2, 0, 1]);
    assert_eq!(sets[0][0].get::<String>("name").as_deref(), Ok("é😀"));
    assert_eq!(sets[0][0].columns(), ["Name", "n"]);
    assert_eq!(sets[0][1].cells(), [Cell::Null, Cell::Null]);
    let first: Vec<Row> = session.query("SELECT …").await.expect("rows");
    assert_eq!(first, sets[0]);
}

#[tokio::test]
async fn a_query_with_a_late_error_gives_no_rows() {
    let reply = Reply::new().rows(&["n"], &one_row()).error(8134, 16, 1, "", "Divide by zero.").failed();
    let (_server, mut session) = open_answering(reply).await;
    assert_eq!(session.query("SELECT 1/0").await.map_err(|error| numbers(&error)), Err(vec![8134]));
}

#[tokio::test]
async fn transaction_state_and_facts_are_read() {
    let server = FaultServer::start(|sql| {
        if sql.contains("XACT_STATE") {
            return crate::reply::session_state(1, -1, "rag", "NoLock");
        }
        let columns = ["server", "db", "edition", "version", "login", "session_id"];
        let row = vec!["srv".into(), "rag".into(), 5.into(), "12.0.2000.8".into(), Value::Null, 51.into()];
        Reply::table(&columns, &[row])
    })
    .await;
    let mut session = open(&server).await;
    let state = TransactionState { depth: 1, state: -1, database: "rag".to_owned(), holds_lock: false };
    assert_eq!(session.transaction_state().await, Ok(state));
    let facts = session.facts().await.expect("facts");
    assert_eq!((facts.server.as_str(), facts.database.as_str(), facts.engine_edition), ("srv", "rag", 5));
    assert_eq!((facts.product_version.as_str(), facts.login.as_str(), facts.session_id), ("12.0.2000.8", "", 51));
}

#[tokio::test]
async fn an_answer_of_another_shape_is_an_error() {
    let (_server, mut session) = open_answering(Reply::ok()).await;
    let error = session.transaction_state().await.expect_err("there is no row");
    assert_eq!(error.to_string(), "the server's reply has no row");
    assert!(session.is_alive());
}

#[test]
fn requests_can_move_between_threads() {
    fn is_send<T: Send>(_: &T) {}
    let _ = |session: &mut Session| {
        is_send(session);
        is_send(&session.batch("", None, &mut |_| {}));
        is_send(&session.query(""));
    };
    let _ = |server: &Server, options: &ConnectOptions| is_send(&Session::open(server, options, &mut |_| {}));
}
