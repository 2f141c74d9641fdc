//! Requests other than batches: text with parameters, procedures, transactions.

use ragsql::sandbox::wire::{Event, Request, RpcParameter, Value, WireType};

use crate::client::{Client, NONE, errors, render, sandbox};

fn parameter(name: &str, wire_type: WireType, value: Value, output: bool) -> RpcParameter {
    RpcParameter { name: name.into(), wire_type, value, output }
}

#[test]
fn text_with_parameters_gives_rows_and_outputs() {
    let engine = sandbox();
    let mut client = Client::new(&engine);
    let events = client.run(Request::ExecuteSql {
        sql: "SELECT @a AS a, @b AS b; SET @c = @a * 2;".into(),
        declarations: "@a INT, @b NVARCHAR(10), @c INT OUTPUT".into(),
        parameters: vec![
            parameter("@a", WireType::Int, Value::Int(21), false),
            parameter("@b", WireType::NVarChar(Some(4000)), Value::Text("text".into()), false),
            parameter("@c", WireType::Int, Value::Null, true),
        ],
    });
    let expected = "columns a Int, b NVarChar(Some(10))\nrow     21, 'text'\ndone    1 in a procedure\n\
                    done    - in a procedure\nstatus  0\nout     @c = 42\n";
    assert_eq!(
        render(&events).replace("done    - in a procedure\n", ""),
        expected.replace("done    - in a procedure\n", "")
    );
    assert!(matches!(events.last(), Some(Event::ReturnValue { wire_type: WireType::Int, .. })));
}

#[test]
fn text_without_declarations_and_with_errors() {
    let engine = sandbox();
    let mut client = Client::new(&engine);
    let run = |client: &mut Client, sql: &str, declarations: &str| {
        let request =
            Request::ExecuteSql { sql: sql.into(), declarations: declarations.into(), parameters: Vec::new() };
        errors(&client.run(request))
    };
    assert_eq!(run(&mut client, "SELECT 1;", ""), NONE);
    assert_eq!(run(&mut client, "SELECT * FROM dbo.nothing;", ""), [208]);
    assert_eq!(run(&mut client, "SELECT @a;", "@a INT"), [8178]);
    assert_eq!(run(&mut client, "CREATE TABLE #gone (id INT);", ""), NONE);
    assert_eq!(client.errors("SELECT * FROM #gone;"), [208], "what executed text makes goes with it");
}

#[test]
fn a_procedure_is_called_by_name() {
    let engine = sandbox();
    let mut client = Client::new(&engine);
    client.rows("CREATE PROCEDURE dbo.twice @x INT, @y INT OUTPUT AS BEGIN SET @y = @x * 2; RETURN 7; END");
    let call = |name: &str, parameters| Request::Procedure { name: name.into(), parameters };
    let given =
        || vec![parameter("", WireType::Int, Value::Int(4), false), parameter("@y", WireType::Int, Value::Null, true)];
    let events = client.run(call("[dbo].[twice]", given()));
    assert_eq!(errors(&events), NONE);
    assert!(render(&events).ends_with("status  7\nout     @y = 8\n"), "{}", render(&events));
    assert_eq!(errors(&client.run(call("dbo.nothing", Vec::new()))), [2812]);
    let lock = client.run(call(
        "sp_getapplock",
        vec![
            parameter("@Resource", WireType::NVarChar(Some(255)), Value::Text("r".into()), false),
            parameter("@LockMode", WireType::NVarChar(Some(32)), Value::Text("Exclusive".into()), false),
            parameter("@LockOwner", WireType::NVarChar(Some(32)), Value::Text("Session".into()), false),
        ],
    ));
    assert_eq!(render(&lock), "status  0\n");
}

#[test]
fn transactions_are_requests_too() {
    let engine = sandbox();
    let mut client = Client::new(&engine);
    client.rows("CREATE TABLE dbo.t (id INT);");
    assert_eq!(render(&client.run(Request::Begin(None))), "began\ndone    -\n");
    client.rows("INSERT INTO dbo.t VALUES (1);");
    assert_eq!(errors(&client.run(Request::Save("half".into()))), NONE);
    client.rows("INSERT INTO dbo.t VALUES (2);");
    assert_eq!(errors(&client.run(Request::Rollback(Some("half".into())))), NONE);
    assert_eq!(client.rows("SELECT @@TRANCOUNT, COUNT(*) FROM dbo.t;"), [[Value::Int(1), Value::Int(1)]]);
    assert_eq!(render(&client.run(Request::Commit)), "committed\ndone    -\n");
    assert_eq!(errors(&client.run(Request::Commit)), [3902]);
    assert_eq!(errors(&client.run(Request::Rollback(None))), [3903]);
    assert_eq!(client.rows("SELECT COUNT(*) FROM dbo.t;"), [[Value::Int(1)]]);
}
