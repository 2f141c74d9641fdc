//! Queries about vectors, wherever they stand: which are read, which are not, and what is said of them.

use std::fmt::Write;

use ragsql::lint::{self, Options, Report};
use ragsql::name::Ident;
use ragsql::source::Project;

const TABLE: &str =
    "CREATE TABLE dbo.chunk (id INT NOT NULL CONSTRAINT pk PRIMARY KEY, org INT NOT NULL, v VECTOR(3) NULL);\nGO\n";

fn report(text: &str) -> Report {
    lint::lint(&Project::fixture(text), &Options::default())
}

/// The codes of the findings with their lines.
fn told(report: &Report) -> Vec<String> {
    let findings = report.findings.iter();
    findings
        .map(|finding| {
            format!("{}:{}", finding.rule, report.file(finding.place).position(finding.place.span.start).line)
        })
        .collect()
}

const COMPARED: &str = "SELECT id FROM dbo.chunk WHERE v = v";

#[test]
fn queries_are_found_wherever_they_stand() {
    for home in [
        "{}",
        "BEGIN TRY {} END TRY BEGIN CATCH THROW; END CATCH",
        "IF 1 = 1 {}",
        "EXEC ('{}')",
        "EXEC sp_executesql N'{}'",
        "DECLARE @sql NVARCHAR(MAX) = N'{}'; EXEC (@sql)",
        "EXEC ('EXEC (''{}'')')",
        "EXEC ('CREATE PROCEDURE dbo.p AS {}')",
        "DECLARE @n INT = ({})",
        "DECLARE @n INT; SET @n = ({})",
        "IF EXISTS ({}) PRINT N'there'",
        "WHILE (SELECT COUNT(*) FROM ({}) AS d) > 3 BREAK",
        "CREATE PROCEDURE dbo.p AS IF 1 = 1 AND NOT EXISTS ({}) RETURN 1",
        "CREATE VIEW dbo.w AS {}",
        "CREATE FUNCTION dbo.f () RETURNS TABLE AS RETURN ({})",
        "CREATE FUNCTION dbo.f () RETURNS INT AS BEGIN DECLARE @n INT; SELECT @n = id FROM ({}) AS d; RETURN @n; END",
        "CREATE PROCEDURE dbo.p AS WHILE 1 = 1 BEGIN {} BREAK END",
        "CREATE OR ALTER TRIGGER dbo.t ON dbo.chunk AFTER INSERT AS EXEC ('{}')",
    ] {
        let report = report(&format!("{TABLE}{}", home.replace("{}", COMPARED)));
        assert_eq!(told(&report), ["vector-comparison:3"], "{home}");
        assert_eq!(report.queries.not_read, [], "{home}");
    }
}

#[test]
fn what_is_not_read_is_counted_and_nothing_is_said_of_it() {
    let text = format!("{TABLE}SELECT id FROM dbo.chunk FOR SYSTEM_TIME ALL WHERE v = v\nGO\n{COMPARED}");
    let report = report(&text);
    assert_eq!(told(&report), ["vector-comparison:5"]);
    assert_eq!(report.queries.read, 1);
    let reasons: Vec<&str> = report.queries.not_read.iter().map(|(_, reason)| &**reason).collect();
    assert_eq!(reasons, ["FOR SYSTEM_TIME is not known"]);
}

#[test]
fn queries_about_other_things_are_not_read() {
    let text = format!(
        "{TABLE}CREATE TABLE dbo.o (id INT NOT NULL CONSTRAINT pk_o PRIMARY KEY);\nGO\n\
         SELECT id FROM dbo.o FOR SYSTEM_TIME ALL;\nINSERT dbo.o (id) VALUES (1);"
    );
    let queries = report(&text).queries;
    assert_eq!((queries.read, queries.not_read.len()), (0, 0));
}

#[test]
fn names_are_followed() {
    for (prepared, query) in [
        ("EXEC sp_rename 'dbo.chunk', 'piece'", "SELECT id FROM dbo.piece WHERE v = v"),
        ("EXEC sp_rename 'dbo.chunk.v', 'w', 'COLUMN'", "SELECT id FROM dbo.chunk WHERE w = w"),
        ("CREATE SYNONYM dbo.s FOR dbo.chunk", "SELECT id FROM s WHERE [V] = v"),
        ("ALTER TABLE dbo.chunk ADD w VECTOR(2) NULL", "SELECT id FROM dbo.CHUNK AS c WHERE c.W = c.w"),
    ] {
        let text = format!("{TABLE}{prepared}\nGO\n{query}");
        let told = told(&report(&text));
        assert!(told.iter().any(|told| told == "vector-comparison:5"), "{query}: {told:?}");
    }
    // The column of another table, of a CTE, of a table that is gone.
    for query in [
        "SELECT o.id FROM dbo.o AS o WHERE o.v = o.v",
        "WITH chunk AS (SELECT 1 AS v) SELECT v FROM chunk WHERE v = v",
        "SELECT v FROM #chunk WHERE v = v",
    ] {
        let text = format!(
            "{TABLE}CREATE TABLE dbo.o (id INT NOT NULL CONSTRAINT pk_o PRIMARY KEY, v INT NULL);\nGO\n{query}"
        );
        assert_eq!(told(&report(&text)), [""; 0], "{query}");
    }
}

#[test]
fn the_tenant_column_can_be_set() {
    let text = format!(
        "{TABLE}CREATE PROCEDURE dbo.p @q VECTOR(3) AS SELECT TOP (3) id FROM dbo.chunk ORDER BY VECTOR_DISTANCE('dot', v, @q)"
    );
    assert_eq!(told(&report(&text)), [""; 0]);
    let options = Options { tenant_column: Some(Ident::new("ORG")), ..Options::default() };
    let report = lint::lint(&Project::fixture(&text), &options);
    assert_eq!(told(&report), ["search-without-tenant:3"]);
    assert!(report.reaches(lint::Level::Error));
}

/// A procedure is judged as it is in the end: what replaced it is what runs.
#[test]
fn a_procedure_that_is_replaced_is_judged_once() {
    let search = |metric: &str| {
        format!(
            "CREATE OR ALTER PROCEDURE dbo.p @q VECTOR(3) AS SELECT TOP (3) WITH APPROXIMATE c.id FROM VECTOR_SEARCH(TABLE = \
             dbo.chunk AS c, COLUMN = v, SIMILAR_TO = @q, METRIC = '{metric}') AS r ORDER BY r.distance"
        )
    };
    let index = "-- file: post-load/V1__i.sql\nCREATE VECTOR INDEX i ON dbo.chunk (v) WITH (METRIC = 'cosine');\n";
    let project = |first: &str, then: &str| {
        format!("-- file: migrations/V1__a.sql\n{TABLE}{first}\nGO\n-- file: migrations/V2__b.sql\n{then}\nGO\n{index}")
    };
    assert_eq!(told(&report(&project(&search("dot"), &search("cosine")))), [""; 0]);
    assert_eq!(told(&report(&project(&search("cosine"), &search("dot")))), ["search-metric:1"]);
    assert_eq!(told(&report(&project(&search("dot"), "DROP PROCEDURE dbo.p"))), [""; 0]);
}

const SEARCH: &str = "DECLARE @q VECTOR(3); SELECT TOP (3) WITH APPROXIMATE c.id FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, \
                      COLUMN = v, SIMILAR_TO = @q, METRIC = 'dot') AS r";

/// `((((c.tenant_id = 1) AND … OR …) AND … OR …)`.
fn nested(levels: usize) -> String {
    (0..levels)
        .fold("c.tenant_id = 1".to_owned(), |inner, level| format!("({inner} AND c.id > {level} OR c.id = {level})"))
}

/// Statements that would take for ever if parts were looked at over and over.
#[test]
fn hostile_queries_come_to_an_end() {
    let mut chain = "WITH c0 AS (SELECT VECTOR_DISTANCE('dot', v, v) AS d FROM dbo.chunk)".to_owned();
    for level in 1..40 {
        let sources: Vec<String> = (0..60).map(|at| format!("c{} AS s{at}", level - 1)).collect();
        write!(chain, ", c{level} AS (SELECT d FROM {})", sources.join(", ")).expect("a text takes it");
    }
    let many = vec!["(SELECT TOP (1) v FROM dbo.chunk ORDER BY VECTOR_DISTANCE('dot', v, v))"; 5_000].join(", ");
    let rows = vec!["(1, 1, '[1,2,3]')"; 10_000].join(", ");
    for text in [
        format!("{chain} SELECT TOP (1) d FROM c39 ORDER BY d"),
        format!("SELECT {many}"),
        format!("INSERT dbo.chunk (id, org, v) VALUES {rows}"),
        format!("SELECT v FROM dbo.chunk WHERE {}", vec!["v = v"; 10_000].join(" OR ")),
        format!("SELECT v{}", "(".repeat(50_000)),
        format!("{SEARCH} WHERE {} ORDER BY r.distance", nested(60)),
    ] {
        let table = TABLE.replace("org INT", "tenant_id INT");
        let queries = report(&format!("{table}{text}")).queries;
        assert_eq!(queries.read + queries.not_read.len(), 1, "{}", &text[..60]);
    }
}
