//! Replay: fixtures of several files, with the steps that are told and the catalog that they lead to.

#[path = "replay/render.rs"]
mod render;

use std::fs;

use ragsql::catalog::{Catalog, Part, Place, Presence};
use ragsql::change::{ApplyError, Change};
use ragsql::name::{Ident, Name};
use ragsql::replay::{Inside, Observer, Skipped, Step, replay};
use ragsql::source::Project;
use ragsql::text::Span;

/// Writes down what it is told.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    misfits: Vec<ApplyError>,
}

impl Observer for Log {
    fn step(&mut self, step: &Step<'_>) {
        self.lines.push(render::step(step));
    }

    fn misfit(&mut self, _: &Step<'_>, _: &Change, _: Span, error: &ApplyError) {
        self.lines.push(format!("    misfit: {error}"));
        self.misfits.push(error.clone());
    }
}

fn replayed(text: &str) -> (Catalog, Log) {
    let mut log = Log::default();
    let catalog = replay(&Project::fixture(text), &mut log);
    (catalog, log)
}

fn catalog(text: &str) -> Catalog {
    replayed(text).0
}

#[test]
fn fixtures() {
    insta::with_settings!({ snapshot_path => "../snapshots/replay", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::glob!("replay/*.sql", |path| {
            let text = fs::read_to_string(path).expect("a fixture can be read");
            let project = Project::fixture(&text);
            assert!(project.problems.is_empty(), "{:?}", project.problems);
            let mut log = Log::default();
            let catalog = replay(&project, &mut log);
            assert_eq!(catalog, replay(&project, &mut ()), "the same history leads to the same catalog");
            insta::assert_snapshot!(format!("{}\n\n{}", log.lines.join("\n"), render::catalog(&catalog)));
        });
    });
}

/// The tables that have a policy's predicate and a vector index at once, with how certain that is.
fn pairs(catalog: &Catalog) -> Vec<(Name, Presence)> {
    let mut pairs = Vec::new();
    for (name, entry) in &catalog.tables {
        let index = entry.vector_indexes().map(|(_, presence, _)| presence).min();
        let policies = catalog.policies_on(name);
        let predicate =
            policies.flat_map(|(_, policy)| policy.predicates_on(name).map(|(_, presence, _)| presence)).min();
        if let (Some(index), Some(predicate)) = (index, predicate) {
            pairs.push((name.clone(), index.max(predicate)));
        }
    }
    pairs
}

const BASE: &str = "CREATE SCHEMA rls;\nGO\n\
    CREATE TABLE dbo.Chunks (id int NOT NULL CONSTRAINT pk PRIMARY KEY, tenant int NOT NULL, v vector(3) NULL);\nGO\n\
    CREATE FUNCTION rls.see(@t int) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok;\nGO\n";

/// The pairs after a history that follows the base.
fn pairs_after(history: &str) -> Vec<(Name, Presence)> {
    pairs(&catalog(&format!("{BASE}{history}")))
}

const POLICY: &str = "CREATE SECURITY POLICY rls.pol ADD FILTER PREDICATE rls.see(tenant) ON dbo.Chunks WITH (STATE = ON, SCHEMABINDING = OFF);\n";
const INDEX: &str = "CREATE VECTOR INDEX vx ON Chunks (v) WITH (METRIC = 'cosine');\n";

#[test]
fn a_policy_and_a_vector_index_meet_in_either_order() {
    let certain = vec![(Name::dbo("chunks"), Presence::Certain)];
    assert_eq!(pairs_after(&format!("{POLICY}{INDEX}")), certain);
    assert_eq!(pairs_after(&format!("{INDEX}{POLICY}")), certain);
}

#[test]
fn a_policy_that_went_does_not_meet_a_vector_index() {
    for gone in [
        "DROP SECURITY POLICY rls.pol;",
        "DROP SECURITY POLICY IF EXISTS rls.POL;",
        "ALTER SECURITY POLICY rls.pol DROP FILTER PREDICATE ON [dbo].[chunks];",
        "IF EXISTS (SELECT 1 FROM sys.security_policies WHERE name = 'pol') DROP SECURITY POLICY rls.pol;",
        "DROP TABLE dbo.Chunks; CREATE TABLE dbo.Chunks (id int NOT NULL PRIMARY KEY, v vector(3));",
    ] {
        assert_eq!(pairs_after(&format!("{POLICY}{gone}\n{INDEX}")), [], "{gone}");
    }
    assert_eq!(pairs_after(&format!("BEGIN TRAN;\n{POLICY}ROLLBACK;\nGO\n{BASE}{INDEX}")), [], "rolled back");
}

#[test]
fn a_policy_that_may_have_gone_may_meet_a_vector_index() {
    let possible = vec![(Name::dbo("chunks"), Presence::Possible)];
    let gone = "IF DB_NAME() = N'test' DROP SECURITY POLICY rls.pol;";
    assert_eq!(pairs_after(&format!("{POLICY}{gone}\n{INDEX}")), possible);
    let altered = "IF DB_NAME() = N'test' ALTER SECURITY POLICY rls.pol DROP FILTER PREDICATE ON dbo.Chunks;";
    assert_eq!(pairs_after(&format!("{POLICY}{altered}\n{INDEX}")), possible);
    assert_eq!(pairs_after(&format!("{POLICY}IF DB_NAME() = N'test' {INDEX}")), possible);
}

#[test]
fn a_policy_follows_its_table() {
    let moved = "CREATE SCHEMA rag;\nGO\nALTER SCHEMA rag TRANSFER dbo.Chunks;\nEXEC sp_rename 'rag.Chunks', 'Parts';\n\
                 CREATE VECTOR INDEX vx ON rag.parts (v) WITH (METRIC = 'cosine');";
    assert_eq!(pairs_after(&format!("{POLICY}GO\n{moved}")), [(Name::new("rag", "Parts"), Presence::Certain)]);
}

#[test]
fn a_synonym_stands_for_its_table() {
    let found = format!(
        "{POLICY}CREATE SYNONYM dbo.s FOR dbo.Chunks;\nCREATE VECTOR INDEX vx ON dbo.s (v) WITH (METRIC = 'cosine');"
    );
    assert_eq!(pairs_after(&found), [(Name::dbo("Chunks"), Presence::Certain)]);
}

#[test]
fn parts_remember_where_they_were_made() {
    let text = "-- file: migrations/V1__a.sql\nCREATE TABLE dbo.t (id int, v vector(3));\n\
                -- file: migrations/V2__b.sql\nSELECT 1;\nALTER TABLE dbo.t ADD c int;\n\
                -- file: post-load/V1__c.sql\nCREATE VECTOR INDEX vx ON dbo.t (v) WITH (METRIC = 'cosine');\n";
    let catalog = catalog(text);
    let entry = &catalog.tables[&Name::dbo("t")];
    let file = |part: Part| entry.place_of(&part).map(|place: Place| place.file);
    assert_eq!(file(Part::Column(Ident::new("ID"))), Some(0));
    assert_eq!(file(Part::Column(Ident::new("c"))), Some(1));
    assert_eq!(file(Part::Index(Ident::new("vx"))), Some(2));
}

#[test]
fn what_is_missing_is_told_once_and_taken_as_there() {
    let (catalog, log) =
        replayed("ALTER TABLE old.t ADD c int NULL;\nCREATE INDEX i ON old.t (c);\nALTER TABLE old.t DROP COLUMN d;");
    assert_eq!(
        log.misfits,
        [ApplyError::Missing { class: ragsql::syntax::ast::ObjectClass::Table, name: Name::new("old", "t") }]
    );
    let entry = &catalog.tables[&Name::new("old", "t")];
    assert!(entry.uncertain && entry.definition.index(&Ident::new("i")).is_some());
}

#[test]
fn names_that_are_taken_are_told() {
    let (_, log) = replayed(
        "CREATE TABLE t (id int CONSTRAINT c CHECK (id > 0));\nCREATE TABLE u (id int CONSTRAINT C PRIMARY KEY);\n\
                             CREATE SEQUENCE dbo.T;\nALTER TABLE t ADD ID int;",
    );
    let told: Vec<_> = log.misfits.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "there is already a constraint named dbo.C",
            "there is already a table named dbo.T",
            "dbo.t already has a column named ID"
        ]
    );
}

#[test]
fn steps_tell_settings_and_transactions() {
    let mut seen = Vec::new();
    let project = Project::fixture(
        "-- file: migrations/V1__a.sql\nSET QUOTED_IDENTIFIER OFF;\nCREATE TABLE a (id int);\n\
         -- file: migrations/V2__b.sql\nCREATE TABLE b (id int);\n\
         -- file: migrations/V3__c.sql\n-- ragsql: no-transaction\nCREATE TABLE c (id int);\n\
         -- file: post-load/V1__d.sql\nCREATE TABLE d (id int);\n",
    );
    replay(&project, &mut |step: &Step<'_>| {
        if !step.changes.is_empty() {
            seen.push((step.file, step.settings.quoted_identifier, step.in_transaction, step.inside == Inside::Direct));
        }
    });
    assert_eq!(seen, [(0, false, true, true), (1, true, true, true), (2, true, false, true), (3, true, false, true)]);
}

#[test]
fn what_does_not_run_is_told_as_such() {
    let mut skipped = Vec::new();
    let project = Project::fixture(
        "IF 1 = 0 DROP TABLE t;\nSET NOEXEC ON;\nDROP TABLE u;\nSET NOEXEC OFF;\nRETURN;\nDROP TABLE v;",
    );
    replay(&project, &mut |step: &Step<'_>| skipped.extend(step.skipped));
    assert_eq!(skipped, [Skipped::Branch, Skipped::NoExecution, Skipped::Ended]);
}

#[test]
fn a_history_that_says_it_fails_is_not_believed() {
    let (catalog, _) = replayed(
        "IF OBJECT_ID('dbo.legacy') IS NULL RAISERROR('no %s', 16, 1, N'legacy');\nCREATE TABLE t (id int);\nGO\n\
         RAISERROR('step, 12, 1', 10, 1) WITH NOWAIT;\nCREATE TABLE u (id int);\n",
    );
    assert_eq!(catalog.object_presence(&Name::dbo("t")), Some(Presence::Possible));
    assert_eq!(catalog.object_presence(&Name::dbo("u")), Some(Presence::Certain));
}

#[test]
fn text_has_its_own_variables_and_settings() {
    let (catalog, _) = replayed(
        "DECLARE @x int = 1;\nEXEC ('SET QUOTED_IDENTIFIER OFF; DECLARE @x int = 2; IF @x = 2 CREATE TABLE a (id int)');\n\
         IF @x = 1 CREATE TABLE b (id int);\nGO\nCREATE PROCEDURE p AS SELECT 1;\n",
    );
    assert!(catalog.tables.contains_key(&Name::dbo("a")) && catalog.tables.contains_key(&Name::dbo("b")));
    assert!(catalog.modules[&Name::dbo("p")].definition.quoted_identifier);
}

#[test]
fn procedures_that_call_each_other_come_to_an_end() {
    let calls = |of: usize| (0..20).map(|at| format!("EXEC p{};\n", (of + at) % 12)).collect::<String>();
    let made: String =
        (0..12).map(|at| format!("CREATE PROCEDURE p{at} AS\nDROP TABLE t{at};\n{}GO\n", calls(at))).collect();
    let (_, log) = replayed(&format!("{made}{}", calls(0)));
    assert!(log.lines.len() < 200_000, "{}", log.lines.len());
    assert!(log.lines.last().is_some_and(|line| line.contains("Execute unknown")), "{:?}", log.lines.last());
}

#[test]
fn deep_nesting_comes_to_an_end() {
    let deep = format!("{}CREATE TABLE t (id int);{}", "IF DB_NAME() = 'x' BEGIN ".repeat(5_000), " END".repeat(5_000));
    replayed(&deep);
    let wide = "IF DB_NAME() = 'x' RETURN;\n".repeat(5_000) + "CREATE TABLE t (id int);";
    assert_eq!(replayed(&wide).0.object_presence(&Name::dbo("t")), Some(Presence::Possible));
}
