//! Everyday scripts, as people report them about tools of this kind: what the linter says to each.

use ragsql::lint::{self, Level, Options, Report};
use ragsql::source::Project;

fn lint(text: &str) -> Report {
    lint::lint(&Project::fixture(text), &Options::default())
}

/// The findings of a text: level, rule and line.
fn told(text: &str) -> Vec<String> {
    let report = lint(text);
    let line = |finding: &lint::Diagnostic| report.file(finding.place).position(finding.place.span.start).line;
    report.findings.iter().map(|finding| format!("{} {}:{}", finding.level, finding.rule, line(finding))).collect()
}

const NOTHING: [&str; 0] = [];

#[test]
fn vector_types_are_known_however_they_are_written() {
    for written in ["VECTOR(1024)", "Vector ( 1024 )", "vector(1024, float32)", "[vector](1024)", "sys.vector(1024)"] {
        let project = format!(
            "-- file: migrations/V1__c.sql\nCREATE TABLE dbo.c (id INT NOT NULL CONSTRAINT pk PRIMARY KEY, e {written} NULL);\n\
             -- file: post-load/V1__v.sql\nCREATE VECTOR INDEX v ON dbo.c (e) WITH (METRIC = 'cosine');\n"
        );
        assert_eq!(told(&project), NOTHING, "{written}");
    }
    assert_eq!(told("CREATE TABLE dbo.c (id INT NOT NULL, e VECTOR(2560) NULL);"), ["error vector-dimensions:1"]);
}

#[test]
fn a_search_makes_no_index() {
    let search = "CREATE TABLE dbo.c (id INT NOT NULL CONSTRAINT pk PRIMARY KEY, e VECTOR(3) NULL);\nGO\n\
        CREATE PROCEDURE dbo.s @q VECTOR(3) AS SELECT t.id FROM VECTOR_SEARCH(TABLE = dbo.c AS t, COLUMN = e, \
        SIMILAR_TO = @q, METRIC = 'cosine', TOP_N = 3) AS r\nGO\nTRUNCATE TABLE dbo.c;";
    assert_eq!(told(search), NOTHING);
}

#[test]
fn text_in_strings_is_left_alone() {
    for text in [
        "INSERT dbo.u (h) VALUES (N'$2y$13$abcdefghijk');",
        "INSERT dbo.m (b) VALUES (N'Dear ${customer}, $(link)');",
        "INSERT dbo.t (n) VALUES (N'P&P');",
        "PRINT 'C:\\\\data\\\\x';",
        "INSERT dbo.doc (body) VALUES (N'step 1\nGO\nstep 2')\nGO",
        "/* it's the header */\nPRINT 'a'\nGO\nPRINT 'b'",
    ] {
        assert_eq!(told(text), NOTHING, "{text}");
    }
}

#[test]
fn variables_of_sqlcmd_are_told_where_a_server_would_see_them() {
    assert_eq!(told("CREATE TABLE [$(S)].t (id INT)"), ["error sqlcmd-script:1"]);
}

#[test]
fn a_backslash_does_not_switch_an_allowance_off() {
    let text = "PRINT 'C:\\\\data\\\\x';\nGO\n-- ragsql: allow use-database A server of our own\nUSE master;";
    assert_eq!(told(text), NOTHING);
    assert_eq!(lint(text).allowed, 1);
}

#[test]
fn findings_in_executed_text_stand_at_the_exec_and_point_at_the_text() {
    let text = "-- file: post-load/V1__v.sql\n\n\n\n\n\
        DECLARE @s NVARCHAR(MAX);\nSET @s = N'CREATE VECTOR INDEX v ON #c (e) WITH (METRIC = ''cosine'')';\nEXEC (@s);";
    assert_eq!(told(text), ["error vector-index-target:7"]);
    let report = lint(text);
    let related = &report.findings[0].related[0];
    assert_eq!(report.file(related.place).position(related.place.span.start).line, 6);
}

#[test]
fn a_broken_file_fails() {
    assert!(lint("CREATE TABLE dbo.t (id INT NOT NULL);\nPRINT 'open").reaches(Level::Error));
    assert!(lint("BEGIN\nPRINT 'open';").reaches(Level::Error));
}

#[test]
fn options_end_with_their_file() {
    let text = "-- file: migrations/V1__off.sql\nSET QUOTED_IDENTIFIER OFF;\nGO\nCREATE TABLE dbo.t (id INT NOT NULL);\n\
        -- file: migrations/V2__next.sql\nCREATE INDEX ix ON dbo.t (id) WHERE id > 0 WITH (ONLINE = ON);";
    assert_eq!(told(text), NOTHING);
}

#[test]
fn statements_that_need_no_transaction_are_told_by_their_lines() {
    let text = "CREATE TABLE dbo.d (id INT NOT NULL CONSTRAINT pk_d PRIMARY KEY, body NVARCHAR(MAX) NULL);\nGO\n\
        CREATE FULLTEXT CATALOG ft AS DEFAULT;\nGO\nCREATE FULLTEXT INDEX ON dbo.d (body) KEY INDEX pk_d;\nGO\n\
        ALTER DATABASE CURRENT SET RECOVERY SIMPLE;";
    let rule = "error not-allowed-in-transaction";
    assert_eq!(told(text), [format!("{rule}:3"), format!("{rule}:5"), format!("{rule}:7")]);
}

#[test]
fn a_policy_with_two_targets_and_an_odd_name() {
    let text = "-- file: migrations/V1__p.sql\nCREATE SECURITY POLICY p ADD FILTER PREDICATE r.f(v) ON dbo.[ Vendor],\n\
        ADD FILTER PREDICATE r.g(w) ON dbo.Patient WITH (STATE = ON);\n\
        -- file: post-load/V1__v.sql\nCREATE VECTOR INDEX v ON dbo.[ Vendor] (e) WITH (METRIC = 'cosine');";
    let report = lint(text);
    let pair: Vec<_> = report.findings.iter().filter(|finding| finding.rule == "policy-and-vector-index").collect();
    assert_eq!(pair.iter().map(|finding| finding.table.as_deref()).collect::<Vec<_>>(), [Some("dbo.[ Vendor]")]);
}

#[test]
fn a_history_before_the_history_is_not_complained_about() {
    let text = "-- file: migrations/V1__column.sql\nALTER TABLE dbo.Customer ADD note NVARCHAR(50) NULL;\n\
        -- file: migrations/V2__more.sql\nCREATE INDEX ix ON dbo.[Order] (customer);\nCREATE TABLE dbo.own (id INT NOT NULL);\n\
        -- file: migrations/V3__late.sql\nDROP TABLE dbo.Invoice;\nDROP INDEX ix_city ON dbo.Customer;";
    // what was there before may hold rows
    assert_eq!(told(text), ["warning offline-index:1", "error drop-table:1", "info drop-index:2"]);
}

#[test]
fn single_files_are_judged_without_their_history() {
    let options = Options { partial: true, ..Options::default() };
    let project = Project::fixture("CREATE TABLE dbo.own (id INT NOT NULL);\nDROP TABLE dbo.other;\nUSE master;");
    let report = lint::lint(&project, &options);
    assert_eq!(report.findings.iter().map(|finding| finding.rule).collect::<Vec<_>>(), ["drop-table", "use-database"]);
}

#[test]
fn of_what_single_files_do_not_make_nothing_is_missing() {
    let options = Options { partial: true, ..Options::default() };
    let text = "CREATE TABLE dbo.own (id INT NOT NULL);\nEXEC sp_rename N'dbo.other.a', N'b', N'COLUMN';\n\
        ALTER TABLE dbo.other DROP CONSTRAINT ck;\nALTER PROCEDURE dbo.p AS SELECT 1;";
    let report = lint::lint(&Project::fixture(text), &options);
    let codes = report.findings.iter().map(|finding| finding.rule);
    assert_eq!(codes.filter(|code| code.starts_with("missing")).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_file_of_no_folder_may_be_empty() {
    let mut project = Project::default();
    project.migrations.push(ragsql::source::text("notes/todo.sql", "-- nothing yet\n"));
    let report = lint::lint(&project, &Options { partial: true, ..Options::default() });
    assert_eq!(report.findings, []);
}

#[test]
fn a_miss_that_later_files_survived_says_that_there_was_a_past() {
    let text = "-- file: migrations/V1__own.sql\nCREATE TABLE dbo.own (id INT NOT NULL);\n\
        -- file: migrations/V2__old.sql\nALTER TABLE dbo.old ADD a INT NULL;\nALTER TABLE dbo.older ADD a INT NULL;\n\
        -- file: migrations/V3__oldest.sql\nALTER TABLE dbo.oldest ADD a INT NULL;";
    assert_eq!(told(text), ["warning missing-object:1", "warning missing-object:2"]);
}

#[test]
fn a_default_that_is_dropped_by_text_is_gone() {
    let text = "-- file: migrations/V1__text.sql\n\
        CREATE TABLE dbo.doc (id INT NOT NULL, title NVARCHAR(40) NULL DEFAULT N'');\nGO\n\
        DECLARE @name SYSNAME;\nSELECT @name = name FROM sys.default_constraints WHERE parent_object_id = OBJECT_ID(N'dbo.doc');\n\
        IF @name IS NOT NULL EXEC (N'ALTER TABLE dbo.doc DROP CONSTRAINT [' + @name + N'];');\n\
        ALTER TABLE dbo.doc DROP COLUMN title;\n\
        -- file: migrations/V2__more.sql\nALTER TABLE dbo.never ADD note INT NULL;";
    // the text drops a constraint and makes no table
    assert_eq!(told(text), ["info unnamed-constraint:1", "warning missing-object:1"]);
}

#[test]
fn a_generated_script_that_asks_its_history_first() {
    let step = |id: &str, body: &str| {
        format!(
            "IF NOT EXISTS (SELECT * FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'{id}')\nBEGIN\n    {body}\nEND;\nGO\n"
        )
    };
    let history = "CREATE TABLE [__EFMigrationsHistory] ([MigrationId] NVARCHAR(150) NOT NULL, \
        [ProductVersion] NVARCHAR(32) NOT NULL, CONSTRAINT [PK___EFMigrationsHistory] PRIMARY KEY ([MigrationId]));";
    let text = format!(
        "IF OBJECT_ID(N'[__EFMigrationsHistory]') IS NULL\nBEGIN\n    {history}\nEND;\nGO\nBEGIN TRANSACTION;\nGO\n{}{}{}{}COMMIT;\nGO\n",
        step(
            "1",
            "CREATE TABLE [Blogs] ([Id] INT NOT NULL IDENTITY, [Url] NVARCHAR(MAX) NULL, CONSTRAINT [PK_Blogs] PRIMARY KEY ([Id]));"
        ),
        step("1", "INSERT INTO [__EFMigrationsHistory] ([MigrationId], [ProductVersion]) VALUES (N'1', N'9.0.0');"),
        step("2", "ALTER TABLE [Blogs] ADD [Rating] INT NOT NULL DEFAULT 0;"),
        step("2", "CREATE INDEX [IX_Blogs_Rating] ON [Blogs] ([Rating]);"),
    );
    // a default that EF Core leaves without a name
    assert_eq!(
        told(&text),
        ["info unqualified-name:3", "info transaction-in-migration:6", "info unnamed-constraint:20"]
    );
}

#[test]
fn a_script_of_no_folder_runs_in_no_transaction() {
    let mut project = Project::default();
    project
        .migrations
        .push(ragsql::source::text("setup.sql", "CREATE DATABASE notes;\nGO\nCREATE FULLTEXT CATALOG ft;"));
    let report = lint::lint(&project, &Options { partial: true, ..Options::default() });
    assert!(report.findings.iter().all(|finding| finding.level == Level::Info), "{:?}", report.findings);
}

#[test]
fn a_statement_behind_a_procedure_belongs_to_it() {
    let text = "CREATE TABLE dbo.hist (v INT NOT NULL);\nGO\nCREATE OR ALTER PROCEDURE dbo.p AS\n SELECT 1\nINSERT dbo.hist(v) VALUES (7)";
    assert_eq!(told(text), ["info statement-after-module:5"]);
}

#[test]
fn a_column_is_not_there_in_the_batch_that_adds_it() {
    let text = "-- file: migrations/V1__t.sql\nCREATE TABLE dbo.t (c1 INT NULL);\n\
        -- file: migrations/V2__c2.sql\nALTER TABLE dbo.t ADD c2 INT NULL;\nUPDATE dbo.t SET c2 = 1;";
    assert_eq!(told(text), ["error column-used-in-its-batch:2"]);
}

#[test]
fn both_kinds_of_statements_are_named_where_a_file_mixes_them() {
    let text = "CREATE TABLE dbo.t (id INT NOT NULL CONSTRAINT pk_t PRIMARY KEY);\nGO\nALTER DATABASE CURRENT SET RECOVERY SIMPLE;";
    assert_eq!(told(text), ["error not-allowed-in-transaction:3"]);
    let report = lint(text);
    let related = &report.findings[0].related[0];
    assert_eq!(report.file(related.place).position(related.place.span.start).line, 1);
}

#[test]
fn one_version_twice_is_told_without_a_database() {
    let dir = tempfile::tempdir().expect("a folder");
    for (name, text) in [("V7__a.sql", "SELECT 1;"), ("V7__b.sql", "SELECT 2;"), ("V114.1__c.sql", "SELECT 3;")] {
        let folder = dir.path().join("migrations");
        std::fs::create_dir_all(&folder).expect("made");
        std::fs::write(folder.join(name), text).expect("written");
    }
    std::fs::create_dir_all(dir.path().join("post-load")).expect("made");
    let report = lint::lint(&ragsql::source::read(dir.path()).expect("a project"), &Options::default());
    let found: Vec<_> = report
        .findings
        .iter()
        .map(|finding| (finding.rule, report.file(finding.place).path(), finding.message.contains("V7__a.sql")))
        .collect();
    assert!(found.contains(&("duplicate-version", "migrations/V7__b.sql", true)), "{found:?}");
    assert!(found.contains(&("file-name", "migrations/V114.1__c.sql", false)), "{found:?}");
}

#[test]
fn what_is_only_compiled_changes_nothing() {
    let text = "-- file: migrations/V1__t.sql\nCREATE TABLE dbo.t (id INT NOT NULL);\n\
        -- file: migrations/V2__check.sql\nSET PARSEONLY ON\nGO\nDROP TABLE dbo.t\nGO\nSET PARSEONLY OFF\nGO\n\
        -- file: migrations/V3__use.sql\nALTER TABLE dbo.t ADD c INT NULL;";
    assert_eq!(told(text), NOTHING);
}

#[test]
fn a_policy_that_is_switched_is_seen() {
    let policy = |state: &str| {
        format!(
            "-- file: migrations/V1__p.sql\nCREATE TABLE dbo.t (id INT NOT NULL CONSTRAINT pk_t PRIMARY KEY, tenant INT NOT NULL);\nGO\n\
             CREATE SCHEMA r;\nGO\nCREATE FUNCTION r.f (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS\n\
             RETURN SELECT 1 AS ok WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT);\nGO\n\
             CREATE SECURITY POLICY r.p ADD FILTER PREDICATE r.f(tenant) ON dbo.t,\n\
             ADD BLOCK PREDICATE r.f(tenant) ON dbo.t AFTER INSERT,\n\
             ADD BLOCK PREDICATE r.f(tenant) ON dbo.t AFTER UPDATE WITH (STATE = {state});\n\
             -- file: migrations/V2__state.sql\nALTER SECURITY POLICY r.p WITH (STATE = OFF);"
        )
    };
    assert_eq!(told(&policy("ON")), ["error lift-security-policy:1"]);
    assert_eq!(told(&policy("OFF")), ["warning policy-state:8"]);
}

#[test]
fn an_index_moves_to_post_load() {
    let text = "CREATE TABLE dbo.c (id INT NOT NULL CONSTRAINT pk_c PRIMARY KEY, e VECTOR(3) NULL);\nGO\n\
        CREATE VECTOR INDEX v ON dbo.c (e) WITH (METRIC = 'cosine');";
    let report = lint(text);
    assert!(report.findings.iter().any(|finding| finding.rule == "vector-index-in-migration"), "{:?}", report.findings);
    assert!(report.findings.iter().all(|finding| finding.level == Level::Error));
}

#[test]
fn quoted_identifiers_that_stay_off_are_told_where_they_matter() {
    let text = "-- file: migrations/V1__c.sql\nCREATE TABLE dbo.c (id INT NOT NULL CONSTRAINT pk_c PRIMARY KEY, e VECTOR(3) NULL);\n\
        -- file: post-load/V1__v.sql\nSET QUOTED_IDENTIFIER OFF;\nGO\nCREATE VECTOR INDEX v ON dbo.c (e) WITH (METRIC = 'cosine');\n\
        GO\nUPDATE dbo.c SET id = 2 WHERE id = 1;";
    assert_eq!(told(text), ["error set-options-for-index:3", "error set-options-for-write:5"]);
}
