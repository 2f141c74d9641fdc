//! Databases in files: kept, crash-safe, refused when they are something else.

use std::fs;
use std::path::Path;

use ragsql::sandbox::engine::Sandbox;
use ragsql::sandbox::wire::Value;

use crate::client::{Client, NONE};

fn open(path: &Path) -> Sandbox {
    Sandbox::file(path).expect("opens")
}

#[test]
fn a_file_keeps_tables_rows_procedures_and_counters() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kept.db");
    {
        let engine = open(&path);
        let mut client = Client::new(&engine);
        client.rows("CREATE TABLE dbo.t (id INT IDENTITY PRIMARY KEY, a NVARCHAR(20) NOT NULL DEFAULT N'x');");
        client.rows("INSERT INTO dbo.t DEFAULT VALUES; DELETE FROM dbo.t; INSERT INTO dbo.t DEFAULT VALUES;");
        client.rows("CREATE PROCEDURE dbo.p AS SELECT id, a FROM dbo.t;");
    }
    let engine = open(&path);
    let mut client = Client::new(&engine);
    assert_eq!(client.rows("EXEC dbo.p;"), [[Value::Int(2), Value::Text("x".into())]]);
    client.rows("INSERT INTO dbo.t DEFAULT VALUES;");
    assert_eq!(client.rows("SELECT MAX(id) FROM dbo.t;"), [[Value::Int(3)]]);
}

#[test]
fn what_was_not_committed_when_the_process_died_was_never_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("crashed.db");
    let engine = open(&path);
    let mut client = Client::new(&engine);
    client.rows("CREATE TABLE dbo.t (id INT); INSERT INTO dbo.t VALUES (1);");
    client.rows("BEGIN TRANSACTION; CREATE TABLE dbo.half (id INT); INSERT INTO dbo.t VALUES (2);");
    // A copy of the files is what a killed process leaves behind.
    let left = folder.path().join("left.db");
    for ending in ["", "-wal"] {
        let (from, to) = (format!("{}{ending}", path.display()), format!("{}{ending}", left.display()));
        fs::copy(from, to).expect("copies");
    }
    let engine = open(&left);
    let mut after = Client::new(&engine);
    assert_eq!(after.rows("SELECT COUNT(*) FROM dbo.t;"), [[Value::Int(1)]]);
    assert_eq!(after.errors("SELECT * FROM dbo.half;"), [208]);
    assert_eq!(after.errors("CREATE TABLE dbo.half (id INT);"), NONE);
}

#[test]
fn two_engines_over_one_file_follow_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shared.db");
    let (one, two) = (open(&path), open(&path));
    let (mut a, mut b) = (Client::new(&one), Client::new(&two));
    a.rows("CREATE TABLE dbo.t (id INT IDENTITY, x INT); INSERT INTO dbo.t (x) VALUES (1);");
    b.rows("INSERT INTO dbo.t (x) VALUES (2); ALTER TABLE dbo.t ADD y INT NULL;");
    let rows = a.rows("SELECT id, x, y FROM dbo.t ORDER BY id;");
    assert_eq!(rows, [[Value::Int(1), Value::Int(1), Value::Null], [Value::Int(2), Value::Int(2), Value::Null]]);
    a.rows("BEGIN TRANSACTION; DELETE FROM dbo.t;");
    assert_eq!(b.errors("SET LOCK_TIMEOUT 20; DELETE FROM dbo.t;"), [1222]);
    a.rows("ROLLBACK;");
    let get = "DECLARE @code INT; EXEC @code = sp_getapplock N'r', N'Exclusive', N'Session', 0; SELECT @code;";
    assert_eq!(a.rows(get), [[Value::Int(0)]]);
    assert_eq!(b.rows(get), [[Value::Int(-1)]]);
    drop(a);
    assert_eq!(b.rows(get), [[Value::Int(0)]]);
}

#[test]
fn a_file_that_is_something_else_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.txt");
    fs::write(&path, "not a database").expect("writes");
    assert!(Sandbox::file(&path).is_err());
    assert_eq!(fs::read_to_string(&path).expect("is there"), "not a database");
}
