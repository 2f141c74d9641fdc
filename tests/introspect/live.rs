//! The same law on a server, where `RAGSQL_TEST_URL` names one: in a schema of its own, which is dropped.

use ragsql::catalog::Catalog;
use ragsql::db::database::Database;
use ragsql::db::events::Event;
use ragsql::db::{ConnectOptions, Environment, Target};
use ragsql::name::Ident;
use ragsql::source::Project;
use ragsql::syntax::batch;
use ragsql::{normal, replay};

use crate::difference;

/// What the engines have in common, and how it goes again.
const MADE: &str = include_str!("live/made.sql");
const DROPPED: &str = include_str!("live/dropped.sql");

/// What is in one schema.
fn only(catalog: &Catalog, schema: &Ident) -> Catalog {
    let mut only = Catalog::default();
    let mine = |name: &ragsql::name::Name| name.schema == *schema;
    only.tables.extend(catalog.tables.clone().into_iter().filter(|(name, _)| mine(name)));
    only.modules.extend(catalog.modules.clone().into_iter().filter(|(name, _)| mine(name)));
    only.types.extend(catalog.types.clone().into_iter().filter(|(name, _)| mine(name)));
    only.sequences.extend(catalog.sequences.clone().into_iter().filter(|(name, _)| mine(name)));
    only.synonyms.extend(catalog.synonyms.clone().into_iter().filter(|(name, _)| mine(name)));
    only.schemas.extend(catalog.schemas.clone().into_iter().filter(|(name, _)| name == schema));
    only
}

fn run(database: &Database, script: &str) -> Result<(), String> {
    for batch in batch::split(script).batches {
        let text = &script[batch.span.range()];
        database.query(text, &mut |_: &Event| {}).map_err(|error| format!("{error}\n{text}"))?;
    }
    Ok(())
}

#[test]
fn a_server_says_what_was_applied() {
    let Ok(url) = std::env::var("RAGSQL_TEST_URL") else {
        println!("skipped: RAGSQL_TEST_URL names no server");
        return;
    };
    let target = Target::parse(&url, &Environment::read(|name| std::env::var(name).ok())).expect("a URL");
    let database = Database::new(&target, ConnectOptions::default()).expect("a server");
    let schema = format!("ragsql_test_{}", std::process::id());
    let (made, dropped) = (MADE.replace("{s}", &schema), DROPPED.replace("{s}", &schema));
    let ran = run(&database, &made);
    let found = database.introspect(&mut |_: &Event| {});
    let gone = run(&database, &dropped);
    ran.expect("every statement runs");
    gone.expect("everything goes again");
    let found = found.expect("it can be read");
    let project = Project::from_texts([("migrations/V1__made.sql", made.as_str())]);
    let schema = Ident::new(schema);
    let expected = normal::catalog(&only(&replay::replay(&project, &mut ()), &schema));
    assert_eq!(difference(&normal::catalog(&only(&found.catalog, &schema)), &expected), "");
}
