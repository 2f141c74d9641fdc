//! The sandbox's engine through its wire contract: scripts with the events that they give, and facts
//! about transactions, sessions, locks and files.
#![cfg(feature = "sandbox")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ragsql::sandbox::engine::Sandbox;
use ragsql::sandbox::wire::{Engine, Event, Login, Request, Session, Value};
use ragsql::syntax::batch;

/// No error.
const NONE: [i32; 0] = [];

/// A client of one session.
struct Client(Box<dyn Session>);

impl Client {
    fn new(engine: &Sandbox) -> Self {
        let login = Login { user: "tester".into(), ansi_defaults: true, ..Login::default() };
        Self(engine.open(&login).expect("logs in"))
    }

    fn run(&mut self, request: Request) -> Vec<Event> {
        let mut events = Vec::new();
        self.0.run(request, &Arc::new(AtomicBool::new(false)), &mut |event| events.push(event));
        events
    }

    fn batch(&mut self, text: &str) -> Vec<Event> {
        self.run(Request::Batch(text.into()))
    }

    /// Runs a batch that has to succeed; its rows.
    fn rows(&mut self, text: &str) -> Vec<Vec<Value>> {
        let events = self.batch(text);
        assert_eq!(errors(&events), NONE, "{text}");
        rows(events)
    }

    /// Runs a batch; the numbers of its errors.
    fn errors(&mut self, text: &str) -> Vec<i32> {
        errors(&self.batch(text))
    }
}

fn errors(events: &[Event]) -> Vec<i32> {
    let number = |event: &Event| match event {
        Event::Error(message) => Some(message.number),
        _ => None,
    };
    events.iter().filter_map(number).collect()
}

fn rows(events: Vec<Event>) -> Vec<Vec<Value>> {
    let row = |event| match event {
        Event::Row(row) => Some(row),
        _ => None,
    };
    events.into_iter().filter_map(row).collect()
}

fn sandbox() -> Sandbox {
    Sandbox::temporary().expect("opens")
}

/// Events as a reader likes them. Transaction numbers are left out.
fn render(events: &[Event]) -> String {
    let mut out = String::new();
    for event in events {
        let line = match event {
            Event::Columns(columns) => {
                let columns: Vec<_> = columns
                    .iter()
                    .map(|column| {
                        format!("{} {:?}{}", column.name, column.wire_type, if column.nullable { "" } else { "!" })
                    })
                    .collect();
                format!("columns {}", columns.join(", "))
            }
            Event::Row(cells) => format!("row     {}", cells.iter().map(cell).collect::<Vec<_>>().join(", ")),
            Event::Done { count, procedure, .. } => {
                let count = count.map_or("-".to_owned(), |count| count.to_string());
                format!("done    {count}{}", if *procedure { " in a procedure" } else { "" })
            }
            Event::Error(message) => {
                let procedure = if message.procedure.is_empty() { "" } else { &format!(" in {}", message.procedure) };
                format!(
                    "ERROR   {} {}/{} line {}{procedure}: {}",
                    message.number, message.class, message.state, message.line, message.message
                )
            }
            Event::Info(message) => format!("info    {} {}: {}", message.number, message.class, message.message),
            Event::Began(_) => "began".to_owned(),
            Event::Committed(_) => "committed".to_owned(),
            Event::RolledBack(_) => "rolled back".to_owned(),
            Event::ReturnStatus(status) => format!("status  {status}"),
            Event::ReturnValue { name, value, .. } => format!("out     {name} = {}", cell(value)),
            Event::Database(name) => format!("database {name}"),
        };
        writeln!(out, "{line}").expect("writes to a string");
    }
    out
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => format!("'{text}'"),
        other => format!("{other:?}"),
    }
}

/// Runs a script, batch by batch. `-- session NAME` at the top of a batch sends it to that session.
fn play(script: &str) -> String {
    let engine = sandbox();
    let mut clients: BTreeMap<String, Client> = BTreeMap::new();
    let mut out = String::new();
    for batch in batch::split(script).batches {
        let text = &script[batch.span.range()];
        let session = text.strip_prefix("-- session ").and_then(|rest| rest.split_whitespace().next()).unwrap_or("a");
        let client = clients.entry(session.to_owned()).or_insert_with(|| Client::new(&engine));
        for _ in 0..batch.repeat {
            let events = client.batch(text);
            writeln!(out, "{text}\n{}", render(&events).trim_end()).expect("writes to a string");
            out.push_str("----\n");
        }
    }
    out
}

#[test]
fn scripts() {
    insta::with_settings!({ snapshot_path => "../snapshots/sandbox", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::glob!("sandbox/*.sql", |path| {
            let script = fs::read_to_string(path).expect("the script can be read");
            let played = play(&script);
            assert!(!played.contains("storage refused"), "SQLite's own words reach nobody:\n{played}");
            insta::assert_snapshot!(played);
        });
    });
}

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

/// Runs the files of a folder of this repository, batch by batch.
fn run_files(client: &mut Client, folder: &str) {
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has files");
    for file in files {
        let text = fs::read_to_string(&file).expect("can be read");
        for batch in batch::split(&text).batches {
            let events = client.batch(&text[batch.span.range()]);
            assert_eq!(errors(&events), NONE, "{}: {}", file.display(), render(&events));
        }
    }
}

/// Loads chunks with vectors, under the tenant that the policy asks for.
fn load(client: &mut Client, count: usize, with_vectors: usize) {
    client.rows("EXEC sp_set_session_context @key = N'tenant_id', @value = 1;");
    client.rows("INSERT INTO dbo.documents (tenant_id, title, body) VALUES (1, N't', N'b');");
    let vector = format!("[{}]", vec!["0.25"; 1536].join(","));
    for at in 0..count {
        let (embedding, embedded) =
            if at < with_vectors { (format!("N'{vector}'"), "SYSUTCDATETIME()") } else { ("NULL".into(), "NULL") };
        client.rows(&format!(
            "INSERT INTO dbo.document_chunks (document_id, tenant_id, ordinal, chunk_text, source_hash, embed_model, embed_dims, embedded_at, embedding)
             VALUES (1, 1, {at}, N'chunk {at}', HASHBYTES('SHA2_256', N'chunk {at}'), N'm', 1536, {embedded}, {embedding});"
        ));
    }
}

#[test]
fn the_migrations_of_this_repository_run_and_its_checks_hold() {
    let engine = sandbox();
    let mut client = Client::new(&engine);
    run_files(&mut client, "migrations");
    load(&mut client, 100, 99);
    let post_load = fs::read_to_string("post-load/V1__vi_document_chunks.sql").expect("can be read");
    assert_eq!(client.errors(&post_load), [42266]);
    load_vector_of_last(&mut client);
    run_files(&mut client, "post-load");
    assert_eq!(client.errors(&post_load), [1913]);
    assert_eq!(client.errors("TRUNCATE TABLE dbo.document_chunks;"), [42232]);
    let checks = fs::read_to_string("tests/sandbox/checks/seed.sql").expect("can be read");
    let shown = render(&client.batch(&checks));
    insta::with_settings!({ snapshot_path => "../snapshots/sandbox", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("seed_checks", shown);
    });
}

fn load_vector_of_last(client: &mut Client) {
    let vector = format!("[{}]", vec!["0.5"; 1536].join(","));
    client.rows(&format!(
        "UPDATE dbo.document_chunks SET embedding = N'{vector}', embedded_at = SYSUTCDATETIME() WHERE embedded_at IS NULL;"
    ));
}
