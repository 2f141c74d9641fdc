//! The typed parsers: every fixture's nodes as snapshots, and facts about single statements.

#[path = "parse/render.rs"]
mod render;
#[path = "parse/soup.rs"]
mod soup;

use std::fs;

use ragsql::name::Name;
use ragsql::schema::{ConstraintKind, IndexKind, VectorBase};
use ragsql::syntax::ast::{AlterTable, Kind, Statement};
use ragsql::syntax::parse::opaque_clauses;
use ragsql::syntax::{batch, tree};

/// Every top-level statement of a file, in order.
fn statements(text: &str) -> Vec<Statement> {
    let batches = batch::split(text).batches;
    batches.into_iter().flat_map(|batch| tree::statements(text, batch.span).statements).collect()
}

/// The one statement of a text.
fn one(text: &str) -> Kind {
    let mut statements = statements(text);
    assert_eq!(statements.len(), 1, "{text}: {statements:#?}");
    statements.remove(0).kind
}

/// A statement's text and its node.
fn describe(text: &str, statement: &Statement) -> String {
    let words: Vec<&str> = text[statement.span.range()].split_whitespace().collect();
    let shown: String = words.join(" ").chars().take(160).collect();
    let opaque = match opaque_clauses(&statement.kind) {
        0 => String::new(),
        count => format!("opaque clauses: {count}\n"),
    };
    format!("-- {shown}\n{}{opaque}", render::render(&statement.kind))
}

#[test]
fn fixtures() {
    insta::with_settings!({
        snapshot_path => "../snapshots/parse",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::glob!("parse/*.sql", |path| {
            let text = fs::read_to_string(path).unwrap();
            let described: Vec<String> = statements(&text).iter().map(|one| describe(&text, one)).collect();
            insta::assert_snapshot!(described.join("\n"));
        });
    });
}

#[test]
fn spellings_of_the_vector_type() {
    let cases = [
        ("[vector](1536) NOT NULL", 1536, VectorBase::Float32),
        ("sys.vector(3)", 3, VectorBase::Float32),
        ("VECTOR(1024)", 1024, VectorBase::Float32),
        ("Vector ( 1024 )", 1024, VectorBase::Float32),
        ("vector(1024, float32)", 1024, VectorBase::Float32),
        ("VECTOR(3072,FLOAT16) NULL", 3072, VectorBase::Float16),
        ("VECTOR(2560)", 2560, VectorBase::Float32),
        ("vector(0)", 0, VectorBase::Float32),
    ];
    for (written, dimensions, base) in cases {
        let Kind::CreateTable { table, .. } = one(&format!("CREATE TABLE dbo.c (id INT, e {written})")) else {
            panic!("{written} is no table")
        };
        assert_eq!(table.columns[1].vector(), Some((dimensions, base)), "{written}");
    }
}

#[test]
fn names_are_followed_through_brackets_and_blanks() {
    let Kind::CreatePolicy { policy, predicate_spans, .. } = one(POLICY) else { panic!("no policy") };
    let targets: Vec<&Name> = policy.predicates.iter().map(|predicate| &predicate.target).collect();
    assert_eq!(targets, [&Name::dbo(" Vendor"), &Name::dbo("Patient")]);
    let texts: Vec<&str> = predicate_spans.iter().map(|span| &POLICY[span.range()]).collect();
    assert_eq!(texts, ["ADD FILTER PREDICATE r.f(v) ON dbo.[ Vendor]", "ADD FILTER PREDICATE r.g(w) ON Patient"]);
}

const POLICY: &str = "CREATE SECURITY POLICY p ADD FILTER PREDICATE r.f(v) ON dbo.[ Vendor], \
    ADD FILTER PREDICATE r.g(w) ON Patient WITH (STATE = ON)";

#[test]
fn switching_a_policy_on_is_a_change_of_the_policy() {
    let kind = one("ALTER SECURITY POLICY r.p WITH (STATE = ON);");
    assert!(matches!(kind, Kind::AlterPolicy { state: Some(true), ref actions, .. } if actions.is_empty()), "{kind:?}");
}

#[test]
fn doubled_delimiters_name_the_same_table() {
    let quoted = r#"CREATE TABLE "dbo"."Doc ""Chunks"" ]v1" (id INT)"#;
    let bracketed = r#"CREATE TABLE [dbo].[Doc "Chunks" ]]v1] (id INT)"#;
    let name = |text| match one(text) {
        Kind::CreateTable { name, .. } => name.to_name(),
        other => panic!("{other:?}"),
    };
    assert_eq!(name(quoted), name(bracketed));
}

#[test]
fn a_placeholder_is_a_name_like_any_other() {
    for text in ["CREATE TABLE [$(S)].t (id INT)", "CREATE TABLE $(S).t (id INT)"] {
        let Kind::CreateTable { name, .. } = one(text) else { panic!("{text}") };
        assert_eq!(name.to_name(), Name::new("$(S)", "t"), "{text}");
    }
}

#[test]
fn a_search_in_a_procedure_is_a_reference_and_no_index() {
    let text = "CREATE PROCEDURE dbo.s @q VECTOR(3) AS SELECT t.id FROM VECTOR_SEARCH(TABLE = dbo.c AS t, COLUMN = e, \
        SIMILAR_TO = @q, METRIC = 'cosine', TOP_N = 3) AS r";
    let Kind::Module { module, .. } = one(text) else { panic!("no module") };
    assert_eq!(module.references, [Name::dbo("c")]);
}

#[test]
fn a_secret_is_noticed_and_never_kept() {
    let text = "CREATE DATABASE SCOPED CREDENTIAL c WITH IDENTITY = 'x', SECRET = 'hush-hush'";
    let kind = one(text);
    let Kind::Credential { ref credential, secret: Some(secret), .. } = kind else { panic!("{kind:?}") };
    assert!(credential.has_secret);
    assert_eq!(&text[secret.range()], "'hush-hush'");
    for text in [
        text,
        "CREATE USER u WITH PASSWORD = 'hush-hush', DEFAULT_SCHEMA = dbo",
        "ALTER USER u WITH PASSWORD = 'hush-hush' OLD_PASSWORD = 'hush-hush'",
        "CREATE APPLICATION ROLE r WITH DEFAULT_SCHEMA = dbo, PASSWORD = N'hush-hush'",
        "CREATE LOGIN l WITH PASSWORD = 'hush-hush'",
        "CREATE MASTER KEY ENCRYPTION BY PASSWORD = 'hush-hush'",
        "CREATE CREDENTIAL c WITH IDENTITY = 'x', SECRET = 'hush-hush'",
    ] {
        let kept = format!("{:?}", one(text));
        assert!(!kept.contains("hush"), "{kept}");
        assert!(!kept.contains("Opaque"), "{kept}");
    }
}

#[test]
fn constraints_of_columns_stand_in_source_order() {
    let text = "CREATE TABLE t (a int CONSTRAINT one UNIQUE CONSTRAINT two CHECK (a > 0), \
        CONSTRAINT three CHECK (b > 0), b int CONSTRAINT four REFERENCES u (x) CONSTRAINT df DEFAULT 1)";
    let Kind::CreateTable { table, .. } = one(text) else { panic!("no table") };
    let names: Vec<&str> = table.constraints.iter().filter_map(|one| Some(one.name.as_ref()?.as_str())).collect();
    assert_eq!(names, ["one", "two", "three", "four"]);
    assert!(matches!(&table.constraints[3].kind, ConstraintKind::ForeignKey { columns, .. } if columns[0].is("b")));
    assert_eq!(table.columns[1].default.as_ref().map(|default| default.value.as_str()), Some("1"));
}

#[test]
fn every_action_of_alter_table_has_its_place() {
    let text =
        "ALTER TABLE t WITH NOCHECK ADD a int CHECK (a > 0), CONSTRAINT c FOREIGN KEY (a) REFERENCES u, UNIQUE (a)";
    let Kind::AlterTable { actions, .. } = one(text) else { panic!("no ALTER TABLE") };
    let places: Vec<&str> = actions.iter().map(|(_, span)| &text[span.range()]).collect();
    let foreign_key = "CONSTRAINT c FOREIGN KEY (a) REFERENCES u";
    assert_eq!(places, ["a int CHECK (a > 0)", "a int CHECK (a > 0)", foreign_key, "UNIQUE (a)"]);
    let distrusted = actions.iter().filter_map(|(action, _)| match action {
        AlterTable::AddConstraint(constraint) => Some(constraint.not_trusted),
        _ => None,
    });
    assert_eq!(distrusted.collect::<Vec<bool>>(), [true, true, false], "a key is checked all the same");
}

#[test]
fn values_of_variables_have_their_places() {
    let text = "DECLARE @a nvarchar(10) = N'x', @b int";
    let Kind::Declare(declared) = one(text) else { panic!("no DECLARE") };
    assert_eq!(declared[0].value.map(|span| &text[span.range()]), Some("N'x'"));
    assert_eq!(declared[1].value, None);
    let text = "SET @a += (SELECT 1)";
    let Kind::Assign { operator, value, .. } = one(text) else { panic!("no SET") };
    assert_eq!((&*operator, &text[value.range()]), ("+=", "(SELECT 1)"));
}

#[test]
fn the_engine_and_the_parser_agree_on_metric_quotes() {
    for (written, bare) in
        [("METRIC = COSINE", true), ("METRIC = 'cosine'", false), ("METRIC = N'dot', TYPE = DiskANN", true)]
    {
        let Kind::CreateIndex { index, .. } = one(&format!("CREATE VECTOR INDEX v ON dbo.c (e) WITH ({written})"))
        else {
            panic!("{written}")
        };
        assert!(matches!(index.kind, IndexKind::Vector { unquoted, .. } if unquoted == bare), "{written}");
    }
}
