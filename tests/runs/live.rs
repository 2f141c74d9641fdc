//! The same cases on a server, where `RAGSQL_TEST_URL` names one: in schemas of their own, which are dropped.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ragsql::db::{Environment, Target};

use crate::place::Place;
use crate::{migrations, outside, together, variables};

/// Drops everything in the place's schema, and the schema.
fn clear(place: &mut Place) {
    let tables =
        place.query("SELECT CAST(name AS nvarchar(128)) AS name FROM sys.tables WHERE schema_id = SCHEMA_ID(N'{s}')");
    for table in tables {
        let name: String = table.get("name").expect("a name");
        place.query(&format!("DROP TABLE {{s}}.[{name}]"));
    }
    place.query("DROP SCHEMA {s}");
}

#[test]
fn every_case_holds_on_a_server() {
    let Ok(url) = std::env::var("RAGSQL_TEST_URL") else {
        println!("skipped: RAGSQL_TEST_URL names no server");
        return;
    };
    let target = Target::parse(&url, &Environment::read(|name| std::env::var(name).ok())).expect("a URL");
    let mut failed = Vec::new();
    let cases = [migrations::CASES, outside::CASES, together::CASES, variables::CASES].concat();
    for (number, (name, case)) in cases.iter().enumerate() {
        let mut place = Place::at(&target, &format!("ragsql_test_{}_{number}", std::process::id()));
        let passed = catch_unwind(AssertUnwindSafe(|| case(&mut place))).is_ok();
        println!("{} {name}", if passed { "passed" } else { "FAILED" });
        failed.extend((!passed).then_some(*name));
        clear(&mut place);
    }
    assert!(failed.is_empty(), "{failed:?}");
}
