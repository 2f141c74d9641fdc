use ragsql::sandbox::engine::Sandbox;
use ragsql::sandbox::wire::{Engine, Event, Login, Request, Value};
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
fn show(v: &Value) -> String {
    match v {
        Value::Null => "NULL".into(),
        Value::Int(n) => n.to_string(),
        Value::Float(f) => format!("{f:?}f"),
        Value::Text(t) => format!("'{t}'"),
        Value::Bytes(b) => format!("0x{}", b.iter().map(|b| format!("{b:02X}")).collect::<String>()),
        Value::Decimal { units, scale } => ragsql::sandbox::value::decimal::format(*units, *scale) + "m",
        Value::Guid(g) => ragsql::sandbox::value::guid::format(*g),
        Value::DateTime(d, t) => {
            ragsql::sandbox::value::datetime::format(*d as i64 * 864000000000 + (*t / 100) as i64, 7, 121).unwrap()
        }
        Value::Date(d) => ragsql::sandbox::value::datetime::format_date(*d as i64),
        Value::Time(t) => ragsql::sandbox::value::datetime::format_time((*t / 100) as i64, 7),
        other => format!("{other:?}"),
    }
}
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let engine = Sandbox::temporary().unwrap();
    let mut session = engine.open(&Login { user: "t".into(), ansi_defaults: true, ..Login::default() }).unwrap();
    for batch in text.split("\nGO\n") {
        if batch.trim().is_empty() {
            continue;
        }
        let start = std::time::Instant::now();
        session.run(Request::Batch(batch.into()), &Arc::new(AtomicBool::new(false)), &mut |e| match e {
            Event::Columns(c) => println!(
                "  [{}]",
                c.iter()
                    .map(|c| format!("{} {:?}{}", c.name, c.wire_type, if c.nullable { "?" } else { "" }))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            Event::Row(r) => println!("  {}", r.iter().map(show).collect::<Vec<_>>().join(" | ")),
            Event::Error(m) => println!("  Msg {}, line {}: {}", m.number, m.line, m.message),
            Event::Info(m) => println!("  info {}: {}", m.number, m.message),
            Event::Done { count, .. } => println!("  ({count:?})"),
            _ => {}
        });
        if std::env::var("T").is_ok() {
            println!("  -- {:?}", start.elapsed());
        }
    }
}
