//! Several sessions: what they see of each other, what they wait for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ragsql::sandbox::wire::{Event, Request, Value};

use crate::client::{Client, NONE, errors, rows, sandbox};

#[test]
fn two_sessions_see_each_others_tables_once_they_are_committed() {
    let engine = sandbox();
    let (mut a, mut b) = (Client::new(&engine), Client::new(&engine));
    a.rows("BEGIN TRANSACTION; CREATE TABLE dbo.t (id INT);");
    assert_eq!(b.errors("DROP TABLE dbo.t;"), [3701]);
    a.rows("COMMIT;");
    assert_eq!(b.errors("DROP TABLE dbo.t;"), NONE);
    assert_eq!(a.errors("DROP TABLE dbo.t;"), [3701]);
}

#[test]
fn readers_see_the_last_committed_state_and_never_wait() {
    let engine = sandbox();
    let (mut a, mut b) = (Client::new(&engine), Client::new(&engine));
    a.rows("CREATE TABLE dbo.t (id INT); INSERT INTO dbo.t VALUES (1);");
    a.rows("BEGIN TRANSACTION; INSERT INTO dbo.t VALUES (2);");
    assert_eq!(b.rows("SELECT COUNT(*) FROM dbo.t;"), [[Value::Int(1)]]);
    assert_eq!(a.rows("SELECT COUNT(*) FROM dbo.t;"), [[Value::Int(2)]]);
    // A transaction that only reads sees each commit, as under READ_COMMITTED_SNAPSHOT.
    b.rows("BEGIN TRANSACTION; SELECT COUNT(*) FROM dbo.t;");
    a.rows("COMMIT;");
    assert_eq!(b.rows("SELECT COUNT(*) FROM dbo.t;"), [[Value::Int(2)]]);
    b.rows("INSERT INTO dbo.t VALUES (3); COMMIT;");
    assert_eq!(a.rows("SELECT COUNT(*) FROM dbo.t;"), [[Value::Int(3)]]);
}

#[test]
fn a_writer_waits_for_the_other_until_its_lock_timeout() {
    let engine = sandbox();
    let (mut a, mut b) = (Client::new(&engine), Client::new(&engine));
    a.rows("CREATE TABLE dbo.t (id INT); BEGIN TRANSACTION; INSERT INTO dbo.t VALUES (1);");
    assert_eq!(b.errors("SET LOCK_TIMEOUT 0; INSERT INTO dbo.t VALUES (2);"), [1222]);
    // Tables of the session's own need no lock.
    assert_eq!(
        b.errors(
            "CREATE TABLE #t (id INT); INSERT INTO #t VALUES (1); DECLARE @t TABLE (id INT); INSERT INTO @t VALUES (1);"
        ),
        NONE
    );
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| b.errors("SET LOCK_TIMEOUT -1; INSERT INTO dbo.t VALUES (2);"));
        a.rows("WAITFOR DELAY '00:00:00.050'; COMMIT;");
        assert_eq!(waiting.join().expect("no panic"), NONE);
    });
    assert_eq!(a.rows("SELECT COUNT(*) FROM dbo.t;"), [[Value::Int(2)]]);
}

#[test]
fn a_session_that_ends_gives_everything_back() {
    let engine = sandbox();
    let mut a = Client::new(&engine);
    a.rows("CREATE TABLE dbo.t (id INT);");
    a.rows("EXEC sp_getapplock @Resource = N'r', @LockMode = N'Exclusive', @LockOwner = N'Session';");
    a.rows("BEGIN TRANSACTION; INSERT INTO dbo.t VALUES (1);");
    drop(a);
    let mut b = Client::new(&engine);
    assert_eq!(b.rows("SELECT COUNT(*) FROM dbo.t;"), [[Value::Int(0)]]);
    assert_eq!(b.errors("SET LOCK_TIMEOUT 0; INSERT INTO dbo.t VALUES (2);"), NONE);
    assert_eq!(lock(&mut b, "r", 0), 0);
}

/// The return code of sp_getapplock, for the session.
fn lock(client: &mut Client, resource: &str, timeout: i32) -> i64 {
    let batch = format!(
        "DECLARE @code INT; EXEC @code = sp_getapplock @Resource = N'{resource}', @LockMode = N'Exclusive', \
         @LockOwner = N'Session', @LockTimeout = {timeout}; SELECT @code;"
    );
    match client.rows(&batch)[..] {
        [ref row] => match row[..] {
            [Value::Int(code)] => code,
            ref other => panic!("{other:?}"),
        },
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn application_locks_exclude_and_tell_who_holds_them() {
    let engine = sandbox();
    let (mut a, mut b) = (Client::new(&engine), Client::new(&engine));
    assert_eq!(lock(&mut a, "apply", 0), 0);
    assert_eq!(lock(&mut a, "apply", 0), 0, "a session may take it again");
    assert_eq!(lock(&mut b, "apply", 0), -1);
    let holder = "SELECT request_session_id FROM sys.dm_tran_locks \
                  WHERE resource_type = N'APPLICATION' AND request_mode = N'X' AND resource_description LIKE N'%\\[apply]%' ESCAPE N'\\';";
    assert_eq!(b.rows(holder), a.rows("SELECT @@SPID;"));
    assert_eq!(lock(&mut b, "APPLY", 0), 0, "resources are compared with case");
    let release = "EXEC sp_releaseapplock @Resource = N'apply', @LockOwner = N'Session';";
    assert_eq!(a.errors(release), NONE);
    assert_eq!(lock(&mut b, "apply", 0), -1, "it was taken twice");
    assert_eq!(a.errors(release), NONE);
    assert_eq!(a.errors(release), [1223]);
    assert_eq!(lock(&mut b, "apply", 0), 0);
    assert_eq!(a.rows("SELECT APPLOCK_MODE(N'public', N'apply', N'Session');"), [[Value::Text("NoLock".into())]]);
    assert_eq!(b.rows("SELECT APPLOCK_MODE(N'public', N'apply', N'Session');"), [[Value::Text("Exclusive".into())]]);
    assert_eq!(a.errors("EXEC sp_getapplock N'x', N'Exclusive';"), [3975], "a transaction's lock needs one");
    a.rows("BEGIN TRANSACTION; EXEC sp_getapplock N'x', N'Exclusive'; COMMIT;");
    assert_eq!(lock(&mut b, "x", 0), 0, "it went with the transaction");
}

/// Waits until some session waits for a lock.
fn until_somebody_waits(watcher: &mut Client) {
    let waiting = "SELECT COUNT(*) FROM sys.dm_tran_locks WHERE request_status = N'WAIT';";
    while watcher.rows(waiting) == [[Value::Int(0)]] {
        std::thread::yield_now();
    }
}

#[test]
fn who_would_wait_for_ever_is_the_victim_of_a_deadlock() {
    let engine = sandbox();
    let (mut a, mut b, mut watcher) = (Client::new(&engine), Client::new(&engine), Client::new(&engine));
    a.rows("CREATE TABLE dbo.t (id INT); BEGIN TRANSACTION; INSERT INTO dbo.t VALUES (1);");
    lock(&mut b, "r", 0);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| lock(&mut a, "r", -1));
        until_somebody_waits(&mut watcher);
        assert_eq!(b.errors("INSERT INTO dbo.t VALUES (2);"), [1205]);
        b.rows("EXEC sp_releaseapplock N'r', N'Session';");
        assert_eq!(waiting.join().expect("no panic"), 1);
    });
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| b.errors("INSERT INTO dbo.t VALUES (2);"));
        until_somebody_waits(&mut watcher);
        a.rows("COMMIT;");
        assert_eq!(waiting.join().expect("no panic"), NONE);
    });
}

#[test]
fn an_attention_ends_a_statement() {
    let engine = sandbox();
    let mut a = Client::new(&engine);
    let cancelled = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            cancelled.store(true, Ordering::Relaxed);
        });
        let endless = "DECLARE @i INT = 0; WHILE 1 = 1 SET @i = 1;";
        let mut events = Vec::new();
        a.run_with(Request::Batch(endless.into()), &cancelled, &mut |event: Event| events.push(event));
        assert_eq!(errors(&events), NONE);
    });
    assert_eq!(rows(a.batch("SELECT 1;")), [[Value::Int(1)]], "the session goes on");
}

#[test]
fn identity_values_are_not_given_again() {
    let engine = sandbox();
    let (mut a, mut b) = (Client::new(&engine), Client::new(&engine));
    a.rows("CREATE TABLE dbo.t (id INT IDENTITY PRIMARY KEY, x INT NOT NULL CHECK (x > 0));");
    a.rows("BEGIN TRANSACTION; INSERT INTO dbo.t (x) VALUES (1); ROLLBACK;");
    assert_eq!(a.errors("INSERT INTO dbo.t (x) VALUES (0);"), [547]);
    a.rows("INSERT INTO dbo.t (x) VALUES (1);");
    assert_eq!(b.rows("SELECT id FROM dbo.t;"), [[Value::Int(3)]]);
    b.rows("INSERT INTO dbo.t (x) VALUES (1);");
    let last = b.rows("SELECT CAST(SCOPE_IDENTITY() AS INT), CAST(IDENT_CURRENT(N'dbo.t') AS INT);");
    assert_eq!(last, [[Value::Int(4), Value::Int(4)]]);
    let of_a =
        a.rows("SELECT CAST(SCOPE_IDENTITY() AS INT), CAST(@@IDENTITY AS INT), CAST(IDENT_CURRENT(N'dbo.t') AS INT);");
    assert_eq!(of_a, [[Value::Int(3), Value::Int(3), Value::Int(4)]]);
}

#[test]
fn sequences_go_on_across_sessions() {
    let engine = sandbox();
    let (mut a, mut b) = (Client::new(&engine), Client::new(&engine));
    a.rows("CREATE SEQUENCE dbo.numbers AS INT START WITH 5 INCREMENT BY 2;");
    assert_eq!(a.rows("SELECT NEXT VALUE FOR dbo.numbers;"), [[Value::Int(5)]]);
    assert_eq!(b.rows("SELECT NEXT VALUE FOR dbo.numbers;"), [[Value::Int(7)]]);
    b.rows("BEGIN TRANSACTION; DECLARE @x INT = NEXT VALUE FOR dbo.numbers; ROLLBACK;");
    assert_eq!(a.rows("SELECT NEXT VALUE FOR dbo.numbers;"), [[Value::Int(11)]]);
    a.rows("CREATE TABLE dbo.t (id INT NOT NULL DEFAULT (NEXT VALUE FOR dbo.numbers), x INT); INSERT INTO dbo.t (x) VALUES (1), (2);");
    assert_eq!(b.rows("SELECT id FROM dbo.t ORDER BY id;"), [[Value::Int(13)], [Value::Int(15)]]);
    a.rows("ALTER SEQUENCE dbo.numbers RESTART WITH 100;");
    assert_eq!(b.rows("SELECT NEXT VALUE FOR dbo.numbers;"), [[Value::Int(100)]]);
}
