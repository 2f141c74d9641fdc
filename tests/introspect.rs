//! Introspection: what a database says of itself after a project was applied is what replay says of its files.
#![cfg(feature = "sandbox")]

#[path = "introspect/requests.rs"]
mod requests;
#[path = "introspect/live.rs"]
mod live;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ragsql::catalog::{Catalog, Referrers};
use ragsql::change::Change;
use ragsql::db::apply::ApplyOptions;
use ragsql::db::database::Database;
use ragsql::db::events::Event;
use ragsql::db::history::History;
use ragsql::db::introspect::{Introspection, introspect};
use ragsql::db::post_load::{PostLoadOptions, StepState};
use ragsql::db::{ConnectOptions, Target};
use ragsql::diff::Renames;
use ragsql::emit::Above;
use ragsql::name::Name;
use ragsql::source::{self, Project};
use ragsql::{diff, emit, normal, replay};
use rayon::prelude::*;

fn history() -> Name {
    Name::dbo("ragsql_migrations")
}

fn options() -> ApplyOptions {
    let lock_timeout = Duration::from_secs(60);
    ApplyOptions { history: History { table: history() }, to_version: None, lock_timeout, timeout: None }
}

fn post_load_options(history: Name) -> PostLoadOptions {
    PostLoadOptions {
        wait: None,
        lock_timeout: Duration::from_secs(60),
        timeout: None,
        counts_rows: true,
        refuses_policy: true,
        history: History { table: history },
        poll: Duration::from_secs(1),
        phantom_pauses: Vec::new(),
    }
}

/// What an embedded engine holds after these files were applied to it.
fn applied(project: &Project) -> Introspection {
    let database = Database::new(&Target::Sandbox(None), ConnectOptions::default()).expect("the engine starts");
    apply(&database, project)
}

/// What a database holds after these files were applied to it.
fn apply(database: &Database, project: &Project) -> Introspection {
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

/// What was applied is what is there, and what is read can be written to another database and is read there again.
fn is_read(name: &str, text: &str) {
    let project = Project::from_texts([("migrations/V1__fixture.sql", text)]);
    let found = applied(&project);
    assert!(found.gaps.is_empty(), "{:?}", found.gaps);
    let mut expected = replay::replay(&project, &mut ());
    found.forget_own_collation(&mut expected);
    let (expected, there) = (normal::catalog(&expected), normal::catalog(&found.catalog));
    assert_eq!(difference(&there, &expected), "");
    assert!(there == expected, "what is printed is not all");
    if !NEED_MORE.contains(&name) {
        let script = emit::schema(&found.catalog);
        let again = applied(&Project::from_texts([("migrations/V1__written.sql", script.as_str())])).catalog;
        assert_eq!(difference(&normal::catalog(&again), &there), "", "{script}");
    }
}

/// The schemas of the folder, by their names.
fn fixtures() -> Vec<(String, String)> {
    let paths = fs::read_dir("tests/introspect").expect("a folder").map(|entry| entry.expect("an entry").path());
    let scripts = paths.filter(|path| path.extension().is_some_and(|extension| extension == "sql"));
    scripts
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("it can be read"))
        })
        .collect()
}

const NONE: [&str; 0] = [];

/// Schemas that need rows, or secrets that nobody reads, before they can be made again.
const NEED_MORE: [&str; 3] = ["vector_indexes", "external_models", "principals"];

#[test]
fn what_was_applied_is_what_is_there() {
    let fixtures = fixtures();
    assert!(fixtures.len() >= 40, "{} schemas", fixtures.len());
    let is_wrong = |name: &str, text: &str| catch_unwind(AssertUnwindSafe(|| is_read(name, text))).is_err();
    let wrong = fixtures.par_iter().filter(|(name, text)| is_wrong(name, text));
    assert_eq!(wrong.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), NONE);
}

/// The script of what is between a database and another schema leads there, and leaves nothing between them.
fn is_led_to(from: &str, to: &str) {
    let database = Database::new(&Target::Sandbox(None), ConnectOptions::default()).expect("the engine starts");
    let first = ("migrations/V1__from.sql", from);
    let before = apply(&database, &Project::from_texts([first]));
    let mut wanted = replay::replay(&Project::from_texts([("migrations/V1__to.sql", to)]), &mut ());
    before.forget_own_collation(&mut wanted);
    let difference = diff::diff(&before.catalog, &wanted, &Renames::default());
    let script = emit::script(&difference.changes, &normal::settled(&before.catalog), |_| Above::default());
    let after = apply(&database, &Project::from_texts([first, ("migrations/V2__difference.sql", script.as_str())]));
    let left = diff::diff(&after.catalog, &wanted, &Renames::default());
    assert!(left.changes.is_empty(), "{script}\n\nstill: {:#?}", left.changes);
}

/// Schemas that another follows only with a person's help: a check that the system named is dropped by a name that
/// the person looks up, and no `datetime2` becomes an `int` (Msg 529).
const NEED_A_PERSON: [&str; 2] = ["checks", "indexes"];

#[test]
fn what_is_between_two_schemas_runs_and_leads_there() {
    let mut fixtures = fixtures();
    let needs = |name: &str| NEED_MORE.contains(&name) || NEED_A_PERSON.contains(&name);
    fixtures.retain(|(name, _)| !needs(name));
    fixtures.sort();
    let pairs: Vec<_> = fixtures.iter().zip(fixtures.iter().cycle().skip(1)).collect();
    let is_wrong = |from: &str, to: &str| catch_unwind(AssertUnwindSafe(|| is_led_to(from, to))).is_err();
    let wrong = pairs.par_iter().filter(|((_, from), (_, to))| is_wrong(from, to));
    let names = wrong.map(|((from, _), (to, _))| format!("{from} to {to}"));
    assert_eq!(names.collect::<Vec<_>>(), NONE);
}

/// Rows that hold a vector, under the tenant that the policy asks for.
fn load(database: &Database, rows: usize) {
    let vector = format!("[{}1]", "0.5,".repeat(1535));
    let row = |at: usize| {
        format!("(1, 7, {at}, N't', HASHBYTES('SHA2_256', N't'), N'm', 1536, SYSUTCDATETIME(), '{vector}')")
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    let batch = format!(
        "EXEC sp_set_session_context N'tenant_id', 7;
         INSERT INTO dbo.documents (tenant_id, title, body) VALUES (7, N't', N'b');
         INSERT INTO dbo.document_chunks (document_id, tenant_id, ordinal, chunk_text, source_hash, embed_model, embed_dims,
             embedded_at, embedding) VALUES {}",
        rows.join(", ")
    );
    database.query(&batch, &mut |_: &Event| {}).expect("the rows are good");
}

#[test]
fn this_repository_is_what_it_says() {
    let project = source::read(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the folders are there");
    let database = Database::new(&Target::Sandbox(None), ConnectOptions::default()).expect("the engine starts");
    let events = &mut |_: &Event| {};
    database.apply(&project.migrations, &options(), events).expect("every file runs");
    load(&database, 100);
    let steps: Vec<_> = project.post_load.iter().collect();
    let post_load = Name::dbo("ragsql_post_load");
    let steps = database.post_load(&steps, &post_load_options(post_load.clone()), events).expect("it runs").steps;
    assert!(steps.iter().all(|step| step.state == StepState::Applied), "{steps:?}");
    let mut found = database.introspect(events).expect("it can be read");
    for table in [history(), post_load] {
        found.catalog.tables.contains_key(&table).then(|| found.catalog.apply(&Change::DropTable { name: table }));
    }
    let expected = normal::catalog(&replay::replay(&project, &mut ()));
    assert_eq!(difference(&normal::catalog(&found.catalog), &expected), "");
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
