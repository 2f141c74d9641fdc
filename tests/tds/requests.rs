//! Requests and what their replies are made of: counts, errors, messages, transactions, calls, cancellation.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::client::{batch, client, number, serve};
use crate::raw::{
    self, ATTENTION, BATCH, RPC, Raw, TRANSACTION, Token, call, headers, int_parameter, text_parameter, utf16,
};

const DONE: u8 = 0xFD;
const DONE_PROC: u8 = 0xFE;
const DONE_IN_PROC: u8 = 0xFF;
const MORE: u16 = 0x01;
const FAILED: u16 = 0x02;
const COUNT: u16 = 0x10;
const UPDATE: u16 = 0xC5;
const CANCELLED: u16 = 0x20;

/// The tokens that answer a batch.
fn answer(sql: &str) -> Vec<Token> {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    raw.batch(sql, 0);
    raw.tokens()
}

fn message(number: i32, class: u8, text: &str, procedure: &str, line: u32) -> Token {
    Token::Message(number, class, text.into(), procedure.into(), line)
}

#[test]
fn every_statement_has_its_count_and_only_the_last_ends_the_reply() {
    let updated = |status, count| Token::Done(DONE, status | COUNT, UPDATE, count);
    let done = |status| Token::Done(DONE, status, 0, 0);
    assert_eq!(answer("UPDATE 3; SET x; UPDATE 0"), [updated(MORE, 3), done(MORE), updated(0, 0)]);
    assert_eq!(answer(""), [done(0)]);
}

#[test]
fn an_error_marks_its_own_statement_as_failed() {
    let error = message(547, 16, "This is error 547.", "p", 12);
    let updated = |status, count| Token::Done(DONE, status | COUNT, UPDATE, count);
    let failed = Token::Done(DONE, FAILED, 0, 0);
    assert_eq!(answer("UPDATE 1; RAISE 547 16 12 p"), [updated(MORE, 1), error.clone(), failed.clone()]);
    assert_eq!(answer("RAISE 547 16 12 p; UPDATE 1"), [error.clone(), updated(FAILED, 1)]);
    assert_eq!(answer("RAISE 547 16 12 p; RAISE 547 16 12 p"), [error.clone(), error, failed]);
}

#[test]
fn an_error_of_class_20_ends_the_connection() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    raw.batch("RAISE 40197 20 1", 0);
    assert_eq!(raw.tokens(), [message(40197, 20, "This is error 40197.", "", 1), Token::Done(DONE, FAILED, 0, 0)]);
    assert!(raw.is_closed());
}

#[test]
fn another_database_is_announced() {
    let tokens = answer("USE other");
    let new_and_old = [&[5][..], &utf16("other"), &[7], &utf16("sandbox")].concat();
    assert_eq!(tokens[0], Token::Change(1, new_and_old));
    assert_eq!(tokens[1], message(5701, 0, "Changed database context to 'other'.", "", 1));
}

#[test]
fn a_long_message_is_cut_and_the_reply_stays_readable() {
    let tokens = answer(&format!("PRINT {}; UPDATE 1", "é".repeat(20_000)));
    let Token::Message(0, 0, text, ..) = &tokens[0] else { panic!("{tokens:?}") };
    assert_eq!(text.chars().count(), 8000);
    assert_eq!(tokens[1], Token::Done(DONE, COUNT, UPDATE, 1));
}

#[test]
fn a_message_arrives_while_its_batch_runs() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    raw.batch("PRINT hello; WAITFOR cancel", 0);
    let mut packet = [0; 9];
    std::io::Read::read_exact(&mut raw.0, &mut packet).expect("the message comes before the end");
    assert_eq!(packet[8], 0xAB);
}

#[test]
fn statements_of_a_call_end_in_doneinproc_and_the_call_in_doneproc() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    let execute_sql = |sql: &str| [call(10), text_parameter("", sql)].concat();
    raw.send(RPC, &[headers(0), execute_sql("UPDATE 2; UPDATE 3")].concat());
    let in_proc = |count| Token::Done(DONE_IN_PROC, MORE | COUNT, UPDATE, count);
    let end = |status| Token::Done(DONE_PROC, status, 0, 0);
    assert_eq!(raw.tokens(), [in_proc(2), in_proc(3), Token::ReturnStatus(0), end(0)]);

    raw.send(RPC, &[headers(0), execute_sql("RAISE 208 16 1")].concat());
    let error = message(208, 16, "This is error 208.", "", 1);
    assert_eq!(raw.tokens(), [error, Token::ReturnStatus(208), end(FAILED)]);

    const NEXT: [u8; 1] = [0xFF];
    raw.send(RPC, &[headers(0), execute_sql("UPDATE 1"), NEXT.to_vec(), execute_sql("UPDATE 5")].concat());
    let first = [in_proc(1), Token::ReturnStatus(0), end(MORE)];
    let second = [in_proc(5), Token::ReturnStatus(0), end(0)];
    assert_eq!(raw.tokens(), [first, second].concat());
}

#[test]
fn statements_are_prepared_run_and_forgotten() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    let handle = |output, value| int_parameter("", output, value);
    let end = Token::Done(DONE_PROC, 0, 0, 0);
    let failed = Token::Done(DONE_PROC, FAILED, 0, 0);
    let updated = Token::Done(DONE_IN_PROC, MORE | COUNT, UPDATE, 4);
    let statement = [text_parameter("", "@a int"), text_parameter("", "UPDATE 4")].concat();

    raw.send(RPC, &[headers(0), call(13), handle(true, 0), statement.clone(), handle(false, 9)].concat());
    let prepared = |number| Token::ReturnValue(0, String::new(), number);
    assert_eq!(raw.tokens(), [updated.clone(), Token::ReturnStatus(0), prepared(1), end.clone()]);

    raw.send(RPC, &[headers(0), call(11), handle(true, 0), statement, handle(false, 1)].concat());
    assert_eq!(raw.tokens(), [Token::ReturnStatus(0), prepared(2), end.clone()]);

    raw.send(RPC, &[headers(0), call(12), handle(false, 2), handle(false, 9)].concat());
    assert_eq!(raw.tokens(), [updated, Token::ReturnStatus(0), end.clone()]);

    raw.send(RPC, &[headers(0), call(15), handle(false, 2)].concat());
    assert_eq!(raw.tokens(), [Token::ReturnStatus(0), end]);

    raw.send(RPC, &[headers(0), call(12), handle(false, 2)].concat());
    let unknown = message(8179, 16, "Could not find prepared statement with handle 2.", "", 1);
    assert_eq!(raw.tokens(), [unknown, Token::ReturnStatus(8179), failed]);
}

#[test]
fn output_parameters_come_back_at_their_positions() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    let parameters =
        [int_parameter("@a", false, 1), int_parameter("@b", true, 0), int_parameter("@c", true, 0)].concat();
    let sql =
        [text_parameter("", "SET @c = 1; SET @b = 1"), text_parameter("", "@a int, @b int OUTPUT, @c int OUTPUT")]
            .concat();
    raw.send(RPC, &[headers(0), call(10), sql, parameters].concat());
    let tokens = raw.tokens();
    assert_eq!(
        tokens[..2],
        [Token::ReturnValue(4, "@c".into(), 42), Token::ReturnValue(3, "@b".into(), 42)],
        "{tokens:?}"
    );
}

#[test]
fn what_is_not_served_is_refused_and_the_connection_goes_on() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    let table_parameter = [&[0, 0, 0xF3][..], &[0; 3], &[0xFF, 0xFF, 0, 0]].concat();
    let distributed = [headers(0), vec![0, 0, 0, 0]].concat();
    let refused = [
        (RPC, [headers(0), call(2), int_parameter("", true, 0)].concat(), "server-side cursors (sp_cursoropen)"),
        (RPC, [headers(0), call(10), table_parameter].concat(), "table-valued parameters"),
        (TRANSACTION, distributed, "distributed transactions"),
        (0x07, vec![1, 2, 3], "bulk loads"),
    ];
    for (kind, payload, what) in refused {
        raw.send(kind, &payload);
        let tokens = raw.tokens();
        let [Token::Message(50_000, 16, text, ..), Token::Done(DONE, FAILED, ..)] = &tokens[..] else {
            panic!("{tokens:?}")
        };
        assert!(text.contains(what), "{text}");
    }
    raw.batch("UPDATE 1", 0);
    assert_eq!(raw.tokens(), [Token::Done(DONE, COUNT, UPDATE, 1)]);
}

#[test]
fn a_request_must_name_the_transaction_that_is_open() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    const BEGIN: [u8; 4] = [5, 0, 4, 0];
    raw.send(TRANSACTION, &[headers(0), BEGIN.to_vec()].concat());
    let descriptor = 1u64.to_le_bytes();
    assert_eq!(raw.tokens(), [Token::Change(8, [&[8], &descriptor[..], &[0]].concat()), Token::Done(DONE, 0, 0, 0)]);
    raw.batch("UPDATE 1", 77);
    assert!(matches!(raw.tokens()[0], Token::Message(3989, ..)));
    const COMMIT_AND_BEGIN: [u8; 6] = [7, 0, 0, 1, 0, 0];
    raw.send(TRANSACTION, &[headers(1), COMMIT_AND_BEGIN.to_vec()].concat());
    let tokens = raw.tokens();
    assert_eq!(tokens[0], Token::Change(9, [&[0, 8], &descriptor[..]].concat()));
    assert_eq!(tokens[2], Token::Change(8, [&[8], &2u64.to_le_bytes()[..], &[0]].concat()));
    const ROLL_BACK: [u8; 4] = [8, 0, 0, 0];
    raw.send(TRANSACTION, &[headers(2), ROLL_BACK.to_vec()].concat());
    assert_eq!(raw.tokens()[0], Token::Change(10, [&[0, 8], &2u64.to_le_bytes()[..]].concat()));
}

#[test]
fn a_reset_gives_a_new_session() {
    let (server, engine) = serve();
    let mut raw = Raw::log_in(server.port());
    raw.batch("BEGIN TRAN; USE other", 0);
    raw.tokens();
    const RESET: u8 = 0x08;
    raw.send_with(BATCH, RESET, raw::END, &[headers(1), utf16("UPDATE 1")].concat());
    let changes: Vec<u8> = raw
        .tokens()
        .iter()
        .filter_map(|token| if let Token::Change(kind, _) = token { Some(*kind) } else { None })
        .collect();
    assert_eq!(changes, [10, 1, 18], "rolled back, database, reset");
    assert_eq!(engine.logins.lock().unwrap().len(), 2);
    assert_eq!(*engine.open.lock().unwrap(), 1);
}

#[test]
fn an_attention_stops_the_request_and_is_answered_once() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    let acknowledged = Token::Done(DONE, CANCELLED, 0, 0);
    raw.batch("UPDATE 1; WAITFOR cancel; UPDATE 2", 0);
    raw.send(ATTENTION, &[]);
    assert_eq!(raw.tokens(), [Token::Done(DONE, COUNT, UPDATE, 1)]);
    assert_eq!(raw.tokens(), std::slice::from_ref(&acknowledged), "in a message of its own");

    raw.batch("WAITFOR cancel", 0);
    raw.send(ATTENTION, &[]);
    assert_eq!(raw.tokens(), [Token::Done(DONE, FAILED, 0, 0)]);
    assert_eq!(raw.tokens(), std::slice::from_ref(&acknowledged));

    raw.send(ATTENTION, &[]);
    assert_eq!(raw.tokens(), std::slice::from_ref(&acknowledged), "nothing was running");

    raw.batch("UPDATE 3", 0);
    assert_eq!(raw.tokens(), [Token::Done(DONE, COUNT, UPDATE, 3)]);
}

#[test]
fn an_attention_does_not_hide_that_the_transaction_is_gone() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    raw.batch("BEGIN TRAN", 0);
    raw.tokens();
    raw.batch("WAITFOR cancel and roll back", 1);
    raw.send(ATTENTION, &[]);
    assert!(matches!(raw.tokens()[..], [Token::Change(10, _), Token::Done(DONE, FAILED, ..)]));
    assert_eq!(raw.tokens(), [Token::Done(DONE, CANCELLED, 0, 0)]);
}

#[test]
fn a_request_that_the_client_gave_up_is_not_run() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    const IGNORE: u8 = 0x02;
    raw.send_with(BATCH, 0, raw::END | IGNORE, &[headers(0), utf16("UPDATE 1")].concat());
    assert_eq!(raw.tokens(), [Token::Done(DONE, FAILED, 0, 0)]);
}

#[test]
fn a_request_that_comes_early_waits_for_its_turn() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    raw.batch("SELECT rows 20000", 0);
    raw.batch("UPDATE 1", 0);
    raw.receive();
    assert_eq!(raw.tokens(), [Token::Done(DONE, COUNT, UPDATE, 1)]);
}

#[test]
fn a_client_that_leaves_ends_its_session() {
    let (server, engine) = serve();
    let mut raw = Raw::log_in(server.port());
    raw.batch("WAITFOR cancel", 0);
    assert_eq!(*engine.open.lock().unwrap(), 1);
    drop(raw);
    wait_until(|| *engine.open.lock().unwrap() == 0);
}

#[test]
fn a_server_that_stops_ends_every_session() {
    let (server, engine) = serve();
    let mut raw = Raw::log_in(server.port());
    raw.batch("WAITFOR cancel", 0);
    let idle = Raw::log_in(server.port());
    server.stop();
    assert_eq!(*engine.open.lock().unwrap(), 0);
    drop((raw, idle));
}

#[test]
fn a_panic_of_the_engine_ends_one_connection_alone() {
    let (server, _engine) = serve();
    let mut raw = Raw::log_in(server.port());
    raw.batch("PANIC", 0);
    assert!(raw.is_closed());
    Raw::log_in(server.port());
}

/// Waits for what other threads bring about; gives up after a long time.
fn wait_until(condition: impl Fn() -> bool) {
    for _ in 0..1000 {
        if condition() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("it did not come about");
}

#[tokio::test]
async fn a_batch_of_two_megabytes_arrives_whole() {
    let (server, _engine) = serve();
    let mut client = client(&server).await;
    let sql = format!("SELECT length; SET {}", "ž".repeat(1_000_000));
    assert_eq!(number(&mut client, &sql).await, 1_000_019);
}

#[tokio::test]
async fn a_value_of_four_megabytes_arrives_whole() {
    let (server, _engine) = serve();
    let mut client = client(&server).await;
    let results = batch(&mut client, "SELECT text 2000000").await.unwrap();
    assert_eq!(results[0][0].get::<&str, _>(0).map(str::len), Some(2_000_000));
}

#[tokio::test]
async fn an_error_has_number_line_and_procedure() {
    let (server, _engine) = serve();
    let mut client = client(&server).await;
    let error = batch(&mut client, "SELECT rows 1; RAISE 2627 14 7 p").await.expect_err("an error");
    let tiberius::error::Error::Server(error) = error else { panic!("{error}") };
    assert_eq!((error.code(), error.class(), error.line(), error.procedure()), (2627, 14, 7, "p"));
    assert_eq!(error.server(), "ragsql-sandbox");
    assert_eq!(number(&mut client, "SELECT trancount").await, 0, "the connection goes on");
}

#[tokio::test]
async fn transactions_begin_and_end_by_batch_and_by_request() {
    let (server, _engine) = serve();
    let mut client = client(&server).await;
    client.begin_transaction().await.unwrap();
    assert_eq!(number(&mut client, "SELECT trancount").await, 1);
    client.commit_transaction().await.unwrap();
    assert_eq!(number(&mut client, "SELECT trancount").await, 0);
    batch(&mut client, "BEGIN TRAN").await.unwrap();
    assert_eq!(number(&mut client, "SELECT trancount").await, 1);
    client.rollback_transaction().await.unwrap();
    assert_eq!(number(&mut client, "SELECT trancount").await, 0);
}

/// The engine must wait for a client that does not read; else all of a result would pile up in memory.
#[test]
fn a_large_result_waits_for_its_reader() {
    let (server, engine) = serve();
    let mut raw = Raw::log_in(server.port());
    raw.batch("SELECT endless", 0);
    let stands_still = || {
        let before = engine.emitted.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(50));
        before > 0 && before == engine.emitted.load(Ordering::SeqCst)
    };
    wait_until(|| stands_still() && stands_still());
    raw.send(ATTENTION, &[]);
    raw.receive();
    assert_eq!(raw.tokens(), [Token::Done(DONE, CANCELLED, 0, 0)]);
}
