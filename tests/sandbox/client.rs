//! A client of the engine through its wire contract, and events as a reader likes them.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ragsql::sandbox::engine::Sandbox;
use ragsql::sandbox::wire::{Engine, Event, Login, Request, Session, Value};

/// No error.
pub const NONE: [i32; 0] = [];

/// A client of one session.
pub struct Client(Box<dyn Session>);

impl Client {
    pub fn new(engine: &Sandbox) -> Self {
        let login = Login { user: "tester".into(), ansi_defaults: true, ..Login::default() };
        Self(engine.open(&login).expect("logs in"))
    }

    pub fn run(&mut self, request: Request) -> Vec<Event> {
        let mut events = Vec::new();
        self.run_with(request, &Arc::new(AtomicBool::new(false)), &mut |event| events.push(event));
        events
    }

    pub fn run_with(&mut self, request: Request, cancelled: &Arc<AtomicBool>, emit: &mut dyn FnMut(Event)) {
        self.0.run(request, cancelled, emit);
    }

    pub fn batch(&mut self, text: &str) -> Vec<Event> {
        self.run(Request::Batch(text.into()))
    }

    /// Runs a batch that has to succeed; its rows.
    pub fn rows(&mut self, text: &str) -> Vec<Vec<Value>> {
        let events = self.batch(text);
        assert_eq!(errors(&events), NONE, "{text}");
        rows(events)
    }

    /// Runs a batch; the numbers of its errors.
    pub fn errors(&mut self, text: &str) -> Vec<i32> {
        errors(&self.batch(text))
    }
}

pub fn errors(events: &[Event]) -> Vec<i32> {
    let number = |event: &Event| match event {
        Event::Error(message) => Some(message.number),
        _ => None,
    };
    events.iter().filter_map(number).collect()
}

pub fn rows(events: Vec<Event>) -> Vec<Vec<Value>> {
    let row = |event| match event {
        Event::Row(row) => Some(row),
        _ => None,
    };
    events.into_iter().filter_map(row).collect()
}

pub fn sandbox() -> Sandbox {
    Sandbox::temporary().expect("opens")
}

/// Events as a reader likes them. Transaction numbers are left out.
pub fn render(events: &[Event]) -> String {
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

pub fn cell(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => format!("'{text}'"),
        other => format!("{other:?}"),
    }
}
