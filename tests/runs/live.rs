//! The same cases on a server, where `RAGSQL_TEST_URL` names one: in schemas of their own, which are dropped.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ragsql::db::{Environment, Target};

use crate::place::Place;
use crate::{migrations, outside, together};

/// Drops everything in a schema, and the schema.
const CLEAR: &str = "\
DECLARE @sql NVARCHAR(MAX) = N'';
SELECT @sql = @sql + N'DROP TABLE {s}.' + QUOTENAME(t.name) + N'; ' FROM sys.tables AS t WHERE t.schema_id = SCHEMA_ID(N'{s}');
EXEC (@sql);
EXEC (N'DROP SCHEMA {s}');";

#[test]
fn every_case_holds_on_a_server() {
    let Ok(url) = std::env::var("RAGSQL_TEST_URL") else {
        println!("skipped: RAGSQL_TEST_URL names no server");
        return;
    };
    let target = Target::parse(&url, &Environment::read(|name| std::env::var(name).ok())).expect("a URL");
    let mut failed = Vec::new();
    let cases = [migrations::CASES, outside::CASES, together::CASES].concat();
    for (number, (name, case)) in cases.iter().enumerate() {
        let mut place = Place::at(&target, &format!("ragsql_test_{}_{number}", std::process::id()));
        let passed = catch_unwind(AssertUnwindSafe(|| case(&mut place))).is_ok();
        println!("{} {name}", if passed { "passed" } else { "FAILED" });
        failed.extend((!passed).then_some(*name));
        place.query(CLEAR);
    }
    assert!(failed.is_empty(), "{failed:?}");
}
