//! The sandbox's engine through its wire contract: scripts with the events that they give, and facts
//! about transactions, sessions, locks and files.
#![cfg(feature = "sandbox")]

#[path = "sandbox/client.rs"]
mod client;
#[path = "sandbox/files.rs"]
mod files;
#[path = "sandbox/project.rs"]
mod project;
#[path = "sandbox/remote.rs"]
mod remote;
#[path = "sandbox/sessions.rs"]
mod sessions;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use client::{Client, render, sandbox};
use ragsql::syntax::batch;

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
