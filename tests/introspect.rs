//! Introspection: what a database says of itself after a project was applied is what replay says of its files.
#![cfg(feature = "sandbox")]

#[path = "introspect/requests.rs"]
mod requests;

use std::fs;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ragsql::catalog::{Catalog, Referrers};
use ragsql::change::Change;
use ragsql::db::apply::ApplyOptions;
use ragsql::db::database::Database;
use ragsql::db::events::Event;
use ragsql::db::history::History;
use ragsql::db::introspect::{Introspection, introspect};
use ragsql::db::{ConnectOptions, Target};
use ragsql::name::Name;
use ragsql::normal;
use ragsql::replay;
use ragsql::source::Project;

fn history() -> Name {
    Name::dbo("ragsql_migrations")
}

fn options() -> ApplyOptions {
    let lock_timeout = Duration::from_secs(60);
    ApplyOptions { history: History { table: history() }, to_version: None, lock_timeout, timeout: None }
}

/// What an embedded engine holds after these files were applied to it.
fn applied(project: &Project) -> Introspection {
    let database = Database::new(&Target::Sandbox(None), ConnectOptions::default()).expect("the engine starts");
    let events = &mut |_: &Event| {};
    database.apply(&project.migrations, &options(), events).unwrap_or_else(|error| panic!("{error}"));
    let mut found = database.introspect(events).unwrap_or_else(|error| panic!("{error}"));
    found.catalog.apply(&Change::DropTable { name: history() }).expect("the history is there");
    found
}

/// The lines that differ. Who refers to what is no part of what is compared.
fn difference(found: &Catalog, expected: &Catalog) -> String {
    let text = |catalog: &Catalog| format!("{:#?}", Catalog { referrers: Referrers::default(), ..catalog.clone() });
    let (found, expected) = (text(found), text(expected));
    let diff = similar::TextDiff::from_lines(&expected, &found);
    diff.unified_diff().context_radius(4).header("replay", "introspection").to_string()
}

fn same_as_replay(text: &str) {
    let project = Project::from_texts([("migrations/V1__fixture.sql", text)]);
    let found = applied(&project);
    assert!(found.gaps.is_empty(), "{:?}", found.gaps);
    let mut expected = replay::replay(&project, &mut ());
    found.forget_own_collation(&mut expected);
    let expected = normal::catalog(&expected);
    let found = normal::catalog(&found.catalog);
    assert_eq!(difference(&found, &expected), "");
    assert!(found == expected, "what is printed is not all");
}

#[test]
fn what_was_applied_is_what_is_there() {
    let mut count = 0;
    let mut failed = Vec::new();
    for entry in fs::read_dir("tests/introspect").expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "sql") {
            let text = fs::read_to_string(&path).expect("it can be read");
            count += 1;
            let outcome = std::panic::catch_unwind(|| same_as_replay(&text));
            failed.extend(outcome.is_err().then_some(path));
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
    assert!(count >= 40, "{count} schemas");
}

/// The requests that reading a database of so many tables takes.
fn requests_for(tables: usize) -> usize {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let (mut session, requests, _server) = requests::session().await;
        let one = |at: usize| format!("CREATE TABLE dbo.t{at} (id INT NOT NULL PRIMARY KEY, n INT NULL INDEX ix_n);");
        let batch: String = (0..tables).map(one).collect();
        session.batch(&batch, None, &mut |_| {}).await.expect("the tables are made");
        let before = requests.load(Ordering::Relaxed);
        let found = introspect(&mut session).await.expect("it can be read");
        assert_eq!(found.catalog.tables.len(), tables);
        requests.load(Ordering::Relaxed) - before
    })
}

#[test]
fn two_round_trips_read_any_number_of_objects() {
    assert_eq!([requests_for(1), requests_for(40)], [2, 2]);
}
