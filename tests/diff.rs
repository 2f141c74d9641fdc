//! Diff: its laws over random catalogs, the order of changes, renames, and what the reports say.

#[path = "emit/generated.rs"]
mod generated;
#[path = "diff/near.rs"]
mod near;

use std::collections::BTreeMap;

use proptest::prelude::*;
use ragsql::catalog::Catalog;
use ragsql::change::{ApplyError, Change};
use ragsql::diff::{Difference, Renames, diff};
use ragsql::emit::{self, Above};
use ragsql::name::{Ident, Name};
use ragsql::normal;
use ragsql::refusal::{self, Situation};
use ragsql::replay::{Observer, Replay, Step, replay};
use ragsql::report::diff::{Report, sql};
use ragsql::source::{self, Project};
use ragsql::syntax::ProblemKind;
use ragsql::text::Span;

/// What the changes of a difference lead to.
fn applied(from: &Catalog, difference: &Difference) -> Catalog {
    let mut catalog = normal::settled(from);
    for change in &difference.changes {
        catalog.apply(change).unwrap_or_else(|error| panic!("{error}: {change:?}\nof {:#?}", difference.changes));
    }
    catalog
}

fn between(from: &Catalog, to: &Catalog) -> Difference {
    diff(from, to, &Renames::default())
}

/// What a catalog says, settings aside, which nothing sets back.
fn said(catalog: &Catalog) -> Catalog {
    Catalog { configurations: BTreeMap::new(), ..normal::catalog(catalog) }
}

/// Changes that do not fit, and statements that are not understood.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Observer for Wrong {
    fn step(&mut self, step: &Step<'_>) {
        if step.unknown.is_some() {
            self.0.push(format!("not understood: {}", &step.source.text()[step.span.range()]));
        }
    }

    fn misfit(&mut self, _: &Step<'_>, change: &Change, _: Span, error: &ApplyError) {
        self.0.push(format!("{error}: {change:?}"));
    }
}

/// What a script leads to on a database that is like `from`, and what is wrong with it.
fn run(from: &Catalog, script: &str) -> (Catalog, Vec<String>) {
    let mut wrong = Wrong::default();
    let file = source::text("changes.sql", script);
    let parsed = file.parse();
    let problems = parsed.problems.iter().filter(|problem| problem.kind != ProblemKind::Placeholder);
    wrong.0.extend(problems.map(|problem| format!("{:?}", problem.kind)));
    let mut replay = Replay::from(normal::settled(from));
    replay.file(0, &file, &parsed, &mut wrong);
    (replay.finish(), wrong.0)
}

/// Whether one of several checks without a name goes: a person has to find the right one.
fn needs_a_person(script: &str) -> bool {
    script.contains("by its name in sys.check_constraints, and take this line out")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, max_global_rejects: 5000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_applied_leads_there(from in generated::catalog(), to in generated::catalog()) {
        let difference = between(&from, &to);
        prop_assert_eq!(said(&applied(&from, &difference)), said(&to), "{:#?}", difference);
    }

    #[test]
    fn what_differs_in_details_is_found(from in generated::catalog(), flips in prop::collection::vec(any::<bool>(), 7..40)) {
        let to = near::near(&from, &flips);
        let difference = between(&from, &to);
        prop_assert_eq!(said(&applied(&from, &difference)), said(&to), "{:#?}", difference);
        let script = emit::script(&difference.changes, &normal::settled(&from), |_| Above::default());
        prop_assume!(!needs_a_person(&script));
        let (reached, wrong) = run(&from, &script);
        prop_assert_eq!(wrong, Vec::<String>::new(), "{}", script);
        prop_assert_eq!(said(&reached), said(&to), "{}", script);
    }

    #[test]
    fn what_is_emitted_leads_there(from in generated::catalog(), to in generated::catalog()) {
        let difference = between(&from, &to);
        let script = emit::script(&difference.changes, &normal::settled(&from), |_| Above::default());
        prop_assume!(!needs_a_person(&script));
        let (reached, wrong) = run(&from, &script);
        prop_assert_eq!(wrong, Vec::<String>::new(), "{}", script);
        prop_assert_eq!(said(&reached), said(&to), "{}", script);
    }

    #[test]
    fn nothing_is_between_equals(catalog in generated::catalog()) {
        prop_assert_eq!(between(&catalog, &catalog).changes, []);
        let settled = normal::settled(&normal::without_notes(&catalog));
        prop_assert_eq!(between(&settled, &settled), Difference::default());
    }

    #[test]
    fn from_nothing_and_back(catalog in generated::catalog()) {
        let empty = Catalog::default();
        let reached = applied(&empty, &between(&empty, &catalog));
        prop_assert_eq!(normal::catalog(&reached), normal::catalog(&catalog));
        let gone = applied(&catalog, &between(&catalog, &empty));
        let kept = Catalog { configurations: gone.configurations.clone(), ..Catalog::default() };
        prop_assert_eq!(gone, kept);
    }
}

const FIXTURES: [&str; 6] = [
    "",
    include_str!("diff/released.sql"),
    include_str!("emit/order.sql"),
    include_str!("emit/everything.sql"),
    include_str!("../snapshots/schema.sql"),
    include_str!("diff/temporal.sql"),
];

fn replayed(text: &str) -> Catalog {
    replay(&Project::fixture(text), &mut ())
}

/// What of a catalog changes can make: no more than the name is known of the rest.
fn makeable(catalog: &Catalog) -> Catalog {
    let mut catalog = said(catalog);
    catalog.others.retain(|_, definition| !definition.is_empty());
    catalog
}

/// Fails when the engine is known to refuse one of these changes where it stands.
fn refuses_nothing(from: &Catalog, changes: &[Change]) {
    let mut state = normal::settled(from);
    for change in changes {
        let refused = refusal::refusals(change, &state, &Situation::default());
        let certain: Vec<_> =
            refused.iter().filter(|refusal| refusal.certain).map(|refusal| &refusal.message).collect();
        assert!(certain.is_empty(), "{certain:?}: {change:?}\nof {changes:#?}");
        state.apply(change).expect("the change fits");
    }
}

#[test]
fn every_fixture_becomes_every_other() {
    for from in FIXTURES.map(replayed) {
        for to in FIXTURES.map(replayed) {
            let difference = between(&from, &to);
            refuses_nothing(&from, &difference.changes);
            assert_eq!(makeable(&applied(&from, &difference)), makeable(&to), "{difference:#?}");
            let script = emit::script(&difference.changes, &normal::settled(&from), |_| Above::default());
            if needs_a_person(&script) {
                continue;
            }
            let (reached, wrong) = run(&from, &script);
            assert_eq!(wrong, Vec::<String>::new(), "{script}");
            assert_eq!(makeable(&reached), makeable(&to), "{script}");
        }
    }
}

#[test]
fn what_two_functions_are_bound_to_changes_in_an_order_that_runs() {
    let from = "CREATE TABLE dbo.t (a int NOT NULL, b AS dbo.f(a), CONSTRAINT c CHECK (dbo.g(a) > 0));";
    let functions = |body: &str| {
        format!(
            "CREATE FUNCTION dbo.f(@x int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN {body} END\nGO\n\
             CREATE FUNCTION dbo.g(@x int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN dbo.f(@x) END\nGO\n{from}\nGO\n\
             CREATE VIEW dbo.v WITH SCHEMABINDING AS SELECT a, b FROM dbo.t"
        )
    };
    let (from, to) = (replayed(&functions("@x")), replayed(&functions("@x + 1")));
    let difference = between(&from, &to);
    refuses_nothing(&from, &difference.changes);
    assert_eq!(said(&applied(&from, &difference)), said(&to));
    let kinds: Vec<_> = difference.changes.iter().map(|change| emit::describe(change, &from).kind).collect();
    let at = |kind: &str| kinds.iter().position(|found| found == kind).unwrap_or_else(|| panic!("{kind}: {kinds:?}"));
    assert!(at("drop-module") < at("drop-constraint") && at("drop-column") < at("alter-module"), "{kinds:?}");
    assert!(at("alter-module") < at("add-column"), "{kinds:?}");
}

#[test]
fn a_policy_that_must_go_first_is_told() {
    let text = |kind: &str| {
        format!(
            "CREATE SCHEMA r;\nGO\nCREATE FUNCTION r.f(@t int) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok\nGO\n\
             CREATE TABLE dbo.t (tenant {kind} NOT NULL);\nCREATE SECURITY POLICY r.p ADD FILTER PREDICATE r.f(tenant) ON dbo.t WITH (STATE = ON);"
        )
    };
    let difference = between(&replayed(&text("int")), &replayed(&text("bigint")));
    assert!(difference.notes.iter().any(|note| note.contains("unprotected in between")), "{difference:?}");
    assert!(matches!(difference.changes.first(), Some(Change::DropPolicy { .. })), "{difference:?}");
}

#[test]
fn a_history_follows_its_table() {
    let from = replayed(FIXTURES[5]);
    let to = replayed(&format!(
        "{}\nGO\nALTER TABLE dbo.docs ADD lang nvarchar(5) NULL;\nEXEC sp_rename 'dbo.docs.lang', 'language', 'COLUMN';",
        FIXTURES[5]
    ));
    assert!(to.column(&Name::dbo("docs_history"), &Ident::new("language")).is_some());
    let difference = between(&from, &to);
    let kinds: Vec<_> = difference.changes.iter().map(|change| emit::describe(change, &from).path()).collect();
    assert_eq!(kinds, ["dbo.docs.language"]);
    assert_eq!(said(&applied(&from, &difference)), said(&to));
    let gone = between(&from, &Catalog::default());
    let dropped = |name: &str| gone.changes.contains(&Change::DropTable { name: Name::dbo(name) });
    assert!(dropped("docs") && dropped("docs_history"), "{gone:?}");
}

#[test]
fn an_index_on_text_that_gets_longer_stays() {
    let text = |length: usize| {
        format!(
            "CREATE TABLE dbo.t (a nvarchar({length}) NOT NULL CONSTRAINT pk PRIMARY KEY, b AS LEN(a));\n\
             CREATE INDEX i ON dbo.t (a);\nGO\nCREATE VIEW dbo.v WITH SCHEMABINDING AS SELECT a FROM dbo.t"
        )
    };
    let kinds = |from: usize, to: usize| {
        let (from, to) = (replayed(&text(from)), replayed(&text(to)));
        let changes = between(&from, &to).changes;
        refuses_nothing(&from, &changes);
        changes.iter().map(|change| emit::describe(change, &from).kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(10, 20), ["drop-module", "drop-column", "alter-column", "add-column", "add-module"]);
    assert!(kinds(20, 10).contains(&"drop-index".to_owned()), "{:?}", kinds(20, 10));
}

#[test]
fn what_other_objects_say_is_compared() {
    let ranges = |text: &str| {
        replayed(&format!("CREATE PARTITION FUNCTION f {text};\nCREATE CERTIFICATE c WITH SUBJECT = 'x';"))
    };
    let from = ranges("(int) AS RANGE RIGHT FOR VALUES (1, 2)");
    let same = between(&from, &ranges("( [int] )\nAS range right FOR VALUES (1,2)"));
    assert!(same.is_empty(), "{same:?}");
    assert!(same.not_compared.len() == 1 && same.not_compared[0].contains("certificate dbo.c is in both"), "{same:?}");
    let split = ranges("(int) AS RANGE RIGHT FOR VALUES (1, 2);\nALTER PARTITION FUNCTION f() SPLIT RANGE (3)");
    let script = |difference: &Difference| emit::script(&difference.changes, &from, |_| Above::default());
    let difference = between(&from, &split);
    assert!(script(&difference).contains("ALTER PARTITION FUNCTION f () SPLIT RANGE (3)"), "{difference:?}");
    assert_eq!(said(&run(&from, &script(&difference)).0), said(&split));
    let other = between(&from, &ranges("(int) AS RANGE LEFT FOR VALUES (1, 2)"));
    assert!(other.changes.is_empty() && other.notes.len() == 1, "{other:?}");
    assert!(other.notes[0].contains("partition function dbo.f is defined in another way"), "{other:?}");
    let gone = between(&from, &Catalog::default());
    assert!(script(&gone).contains("DROP PARTITION FUNCTION f") && !script(&gone).contains("CERTIFICATE"), "{gone:?}");
}

#[test]
fn how_long_history_is_kept_is_said_inside_of_versioning() {
    let keeping = |text: &str| replayed(&format!("{}\nGO\n{text}", FIXTURES[5]));
    let (from, to) = (
        replayed(FIXTURES[5]),
        keeping("ALTER TABLE dbo.docs SET (SYSTEM_VERSIONING = ON (HISTORY_RETENTION_PERIOD = 6 MONTHS));"),
    );
    let script = |from: &Catalog, to: &Catalog| {
        let difference = between(from, to);
        let script = emit::script(&difference.changes, &normal::settled(from), |_| Above::default());
        let (reached, wrong) = run(from, &script);
        assert_eq!((wrong, said(&reached)), (Vec::new(), said(to)), "{script}");
        script
    };
    assert!(script(&from, &to).contains("SET (SYSTEM_VERSIONING = ON (HISTORY_RETENTION_PERIOD = 6 MONTH))"));
    assert!(script(&to, &from).contains("SET (SYSTEM_VERSIONING = ON (HISTORY_RETENTION_PERIOD = INFINITE))"));
    let off = keeping("ALTER TABLE dbo.docs SET (SYSTEM_VERSIONING = OFF);");
    assert!(script(&off, &to).contains("HISTORY_RETENTION_PERIOD = 6 MONTH)"));
}

#[test]
fn a_guard_looks_into_the_history_too() {
    let without = replayed(FIXTURES[5]);
    let with = replayed(&format!("{}\nGO\nALTER TABLE dbo.docs ADD note nvarchar(9) NULL;", FIXTURES[5]));
    let script = sql::render(&Report::new("a", "b", &with, &between(&with, &without), &[]));
    let guard = "IF EXISTS (SELECT 1 FROM dbo.docs WHERE note IS NOT NULL) OR EXISTS (SELECT 1 FROM dbo.docs_history WHERE note IS NOT NULL) THROW";
    assert!(script.contains(guard), "{script}");
}

/// The kinds of the changes between two schemas, the second of which is the first after some more statements.
fn renamed(first: &str, more: &str) -> (Vec<String>, String) {
    let file = |text: &str| emit::history(&Project::fixture(text));
    let (from, to) = (file(first), file(&format!("{first}\nGO\n{more}")));
    let there = Renames::of(&to.renames).and(Renames::of(&from.renames).backwards());
    let back = Renames::of(&from.renames).and(Renames::of(&to.renames).backwards());
    let mut told = Vec::new();
    for (from, to, renames) in [(&from.catalog, &to.catalog, there), (&to.catalog, &from.catalog, back)] {
        let difference = diff(from, to, &renames);
        assert_eq!(said(&applied(from, &difference)), said(to), "{difference:#?}");
        let script = emit::script(&difference.changes, &normal::settled(from), |_| Above::default());
        let (reached, wrong) = run(from, &script);
        assert_eq!((wrong, said(&reached)), (Vec::new(), said(to)), "{script}");
        let kept = |change: &Change| !matches!(change, Change::DropTable { .. } | Change::DropColumn { .. });
        assert!(difference.changes.iter().all(kept) && difference.notes.is_empty(), "{difference:#?}");
        assert_eq!(diff(to, to, &renames), Difference::default(), "nothing is renamed twice");
        told.push((difference.changes.iter().map(|change| emit::describe(change, from).kind).collect(), script));
    }
    told.swap_remove(0)
}

const TWO: &str =
    "CREATE TABLE dbo.a (id int NOT NULL, one int NULL);\nCREATE TABLE dbo.b (id int NOT NULL, two bigint NULL);";

#[test]
fn a_rename_is_told_from_wherever_the_first_schema_is() {
    let (kinds, _) = renamed(TWO, "EXEC sp_rename 'dbo.a', 'c'; EXEC sp_rename 'dbo.c.one', 'uno', 'COLUMN';");
    assert_eq!(kinds, ["rename-object", "rename-column"]);
    let (kinds, _) = renamed(&format!("{TWO}\nEXEC sp_rename 'dbo.a', 'c';"), "EXEC sp_rename 'dbo.c', 'd';");
    assert_eq!(kinds, ["rename-object"]);
}

#[test]
fn what_moves_to_a_schema_that_comes_is_moved() {
    let (kinds, _) = renamed(TWO, "CREATE SCHEMA kb\nGO\nALTER SCHEMA kb TRANSFER dbo.a;");
    assert_eq!(kinds, ["add-schema", "move-object"]);
    let (kinds, script) =
        renamed(TWO, "CREATE SCHEMA kb\nGO\nEXEC sp_rename 'dbo.a', 'c'; ALTER SCHEMA kb TRANSFER dbo.c;");
    assert_eq!(kinds, ["add-schema", "move-object", "rename-object"], "{script}");
    let taken = "CREATE SCHEMA kb\nGO\nCREATE TABLE kb.a (x int NULL);";
    let (kinds, script) =
        renamed(&format!("{TWO}\nGO\n{taken}"), "EXEC sp_rename 'dbo.a', 'c'; ALTER SCHEMA kb TRANSFER dbo.c;");
    assert_eq!(kinds, ["rename-object", "move-object"], "{script}");
}

#[test]
fn two_that_change_names_are_renamed_by_a_third() {
    let swap = "EXEC sp_rename 'dbo.a', 'c'; EXEC sp_rename 'dbo.b', 'a'; EXEC sp_rename 'dbo.c', 'b';";
    let (kinds, script) = renamed(TWO, swap);
    assert_eq!(kinds, ["rename-object"; 3], "{script}");
    let table = "CREATE TABLE dbo.t (id int NOT NULL, a int NULL, b nvarchar(9) NULL);";
    let swap = ["'dbo.t.a', 'c'", "'dbo.t.b', 'a'", "'dbo.t.c', 'b'"]
        .map(|names| format!("EXEC sp_rename {names}, 'COLUMN';"));
    let (kinds, script) = renamed(table, &swap.join(" "));
    assert_eq!(kinds, ["rename-column"; 3], "{script}");
}

#[test]
fn an_alias_type_in_use_is_left_before_it_changes() {
    let text = |length: usize| {
        format!(
            "CREATE TYPE dbo.code FROM nvarchar({length}) NOT NULL;\nCREATE TYPE dbo.codes AS TABLE (code dbo.code NOT NULL);\n\
             CREATE TABLE dbo.t (id int NOT NULL, code dbo.code CONSTRAINT df DEFAULT N'x', CONSTRAINT uq UNIQUE (code));\n\
             CREATE INDEX ix ON dbo.t (id) INCLUDE (code);\nGO\nCREATE PROCEDURE dbo.p @codes dbo.codes READONLY AS SELECT 1 AS x"
        )
    };
    let (from, to) = (replayed(&text(10)), replayed(&text(20)));
    let difference = between(&from, &to);
    refuses_nothing(&from, &difference.changes);
    let script = emit::script(&difference.changes, &normal::settled(&from), |_| Above::default());
    let (reached, wrong) = run(&from, &script);
    assert_eq!((wrong, said(&reached)), (Vec::new(), said(&to)), "{script}");
    let at = |text: &str| script.find(text).unwrap_or_else(|| panic!("{text} is missing in\n{script}"));
    let away = at("ALTER COLUMN code nvarchar(10) NOT NULL");
    let order = [away, at("DROP TYPE dbo.codes"), at("DROP TYPE dbo.code;"), at("CREATE TYPE dbo.code FROM")];
    assert!(order.is_sorted() && at("ALTER COLUMN code dbo.code NOT NULL") > order[3], "{script}");
}
