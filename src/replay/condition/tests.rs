//! Conditions over a small catalog.

use std::collections::{BTreeMap, BTreeSet};

use super::{Facts, Truth, Value, judge};
use crate::name::{Ident, Name};
use crate::replay::Replay;
use crate::source::{Phase, Project};

const HISTORY: &str = "
CREATE SCHEMA kb;
GO
CREATE TABLE kb.doc (id int NOT NULL CONSTRAINT pk_doc PRIMARY KEY, v vector(3) NULL, n int CONSTRAINT df_n DEFAULT 0);
CREATE VECTOR INDEX vx ON kb.doc (v) WITH (METRIC = 'cosine');
CREATE INDEX ix ON kb.doc (id);
CREATE STATISTICS st ON kb.doc (n);
CREATE TYPE kb.code FROM varchar(10);
CREATE USER app WITHOUT LOGIN;
CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://x.example/', API_FORMAT = 'OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'e');
CREATE PARTITION FUNCTION pf (int) AS RANGE RIGHT FOR VALUES (1);
GO
CREATE FUNCTION kb.see (@id int) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok;
GO
CREATE VIEW kb.titles AS SELECT id FROM kb.doc;
GO
CREATE SECURITY POLICY kb.pol ADD FILTER PREDICATE kb.see(id) ON kb.doc WITH (STATE = ON);
GO
IF DB_NAME() = 'x' CREATE TABLE kb.maybe (id int);
";

fn holds(condition: &str, phase: Phase) -> Truth {
    let mut replay = Replay::default();
    Project::fixture(HISTORY).for_each_parsed(|file, parsed| replay.file(0, file, &parsed, &mut ()));
    let variables = BTreeMap::from([
        (Ident::new("@one"), Value::Int(1)),
        (Ident::new("@name"), Value::Text("kb.doc".into())),
        (Ident::new("@nothing"), Value::Null),
    ]);
    let facts = Facts {
        catalog: replay.catalog(),
        index_owners: &BTreeMap::from([(Ident::new("ix"), BTreeSet::from([Name::new("kb", "doc")]))]),
        variables: &variables,
        ef_history: &BTreeSet::from(["20240101_First".to_owned()]),
        empty_tables: &BTreeSet::from([Ident::new("#errors")]),
        transactions: 1,
        phase,
    };
    judge(condition, facts)
}

/// Asserts that each condition is judged so.
fn all(expected: Truth, conditions: &[&str]) {
    for condition in conditions {
        assert_eq!(holds(condition, Phase::Migrations), expected, "{condition}");
    }
}

#[test]
fn conditions_that_hold() {
    all(
        Truth::True,
        &[
            "1 = 1",
            "(((1 = 1)))",
            "NOT 1 = 2",
            "OBJECT_ID('kb.doc') IS NOT NULL",
            "object_id(N'[KB].[Doc]', N'U') is not null",
            "OBJECT_ID(@name, 'U') > 0",
            "OBJECT_ID('[kb].[doc') IS NULL",
            "OBJECT_ID('kb.nothing') IS NULL AND (1 = 2 OR 2 > 1)",
            "OBJECT_ID('kb.doc', 'V') IS NULL",
            "OBJECT_ID('kb.pk_doc', 'PK') IS NOT NULL",
            "ISNULL(OBJECT_ID('kb.nothing'), 0) = 0",
            "OBJECT_ID('kb.see', 'IF') IS NOT NULL",
            "COL_LENGTH('kb.doc', 'ID') IS NOT NULL",
            "COL_LENGTH('kb.doc', 'other') IS NULL",
            "COL_LENGTH('kb.doc', 'id') = 4 AND COL_LENGTH('kb.doc', 'v') = 20",
            "COLUMNPROPERTY(OBJECT_ID('kb.doc', 'U'), 'id', 'AllowsNull') = 0",
            "COLUMNPROPERTY(OBJECT_ID('kb.doc'), 'n', 'AllowsNull') = 1",
            "COLUMNPROPERTY(OBJECT_ID('kb.doc'), 'id', 'ColumnId') IS NOT NULL",
            "INDEXPROPERTY(OBJECT_ID('kb.doc'), 'pk_doc', 'IndexID') IS NOT NULL",
            "INDEXPROPERTY(OBJECT_ID(N'kb.doc'), 'other', 'IndexID') IS NULL",
            "SCHEMA_ID('kb') IS NOT NULL AND SCHEMA_ID('dbo') > 0 AND SCHEMA_ID('other') IS NULL",
            "TYPE_ID('kb.code') IS NOT NULL AND TYPE_ID('other') IS NULL AND TYPE_ID('int') IS NOT NULL",
            "USER_ID('app') IS NOT NULL AND DATABASE_PRINCIPAL_ID('other') IS NULL",
            "@one = 1 AND @nothing IS NULL AND @@ERROR = 0 AND @@TRANCOUNT > 0 AND XACT_STATE() = 1",
            "'a' IN ('b', 'A') AND 1 NOT IN (2, 3)",
        ],
    );
}

#[test]
fn queries_that_have_rows() {
    all(
        Truth::True,
        &[
            "EXISTS (SELECT 1)",
            "EXISTS (SELECT * FROM sys.tables WHERE name = 'doc')",
            "EXISTS (SELECT * FROM sys.tables AS t WHERE t.[name] = N'doc' AND t.schema_id = SCHEMA_ID(N'kb') AND is_ms_shipped = 0)",
            "EXISTS (SELECT 1 FROM sys.tables t INNER JOIN sys.schemas s ON t.schema_id = s.schema_id WHERE s.name = 'kb' AND t.name = 'doc')",
            "EXISTS (SELECT 1 FROM sys.tables WHERE SCHEMA_NAME(schema_id) = 'kb' AND name LIKE 'doc')",
            "EXISTS (SELECT * FROM dbo.sysobjects WHERE id = OBJECT_ID(N'[kb].[doc]') AND OBJECTPROPERTY(id, N'IsUserTable') = 1)",
            "EXISTS (SELECT * FROM sys.objects WHERE object_id = OBJECT_ID(N'kb.see') AND type IN (N'FN', N'IF', N'TF'))",
            "EXISTS (SELECT 1 FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'kb' AND TABLE_NAME = 'doc' AND TABLE_TYPE = 'BASE TABLE')",
            "EXISTS (SELECT 1 FROM INFORMATION_SCHEMA.SCHEMATA WHERE SCHEMA_NAME = 'kb')",
            "EXISTS (SELECT 1 FROM sys.columns c JOIN sys.tables t ON c.object_id = t.object_id WHERE t.name = 'doc' AND c.name = 'v')",
            "EXISTS (SELECT 1 FROM sys.columns WHERE object_id = OBJECT_ID('kb.doc') AND name = 'n' AND is_nullable = 1)",
            "EXISTS (SELECT 1 FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'doc' AND COLUMN_NAME = 'n' AND IS_NULLABLE = 'YES' AND DATA_TYPE = 'int')",
            "EXISTS (SELECT 1 FROM syscolumns WHERE id = OBJECT_ID('kb.doc') AND name = 'v')",
            "EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID('kb.doc') AND type = 8)",
            "EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID('kb.doc') AND type_desc = 'VECTOR' AND name = 'vx')",
            "EXISTS (SELECT name FROM sys.indexes WHERE name = 'ix')",
            "EXISTS (SELECT 1 FROM sys.vector_indexes WHERE object_id = OBJECT_ID('kb.doc'))",
            "EXISTS (SELECT 1 FROM sys.default_constraints WHERE name = 'df_n' AND parent_object_id = OBJECT_ID('kb.doc'))",
            "EXISTS (SELECT 1 FROM sys.key_constraints WHERE object_id = OBJECT_ID('kb.pk_doc') AND type = 'PK')",
            "EXISTS (SELECT 1 FROM sys.security_policies p WHERE p.name = N'pol')",
            "EXISTS (SELECT 1 FROM sys.security_predicates WHERE target_object_id = OBJECT_ID('kb.doc'))",
            "EXISTS (SELECT 1 FROM sys.external_models WHERE name = 'm')",
            "EXISTS (SELECT 1 FROM sys.types WHERE is_user_defined = 1 AND name = 'code' AND schema_id = SCHEMA_ID('kb'))",
            "EXISTS (SELECT 1 FROM sys.database_principals WHERE name = 'app')",
            "EXISTS (SELECT 1 FROM sys.stats WHERE object_id = OBJECT_ID('kb.doc') AND name = 'st')",
            "NOT EXISTS (SELECT 1 FROM sys.stats WHERE object_id = OBJECT_ID('kb.doc') AND name = 'other')",
            "EXISTS (SELECT 1 FROM sys.partition_functions WHERE name = 'pf')",
            "EXISTS (SELECT * FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'20240101_First')",
            "(SELECT COUNT(*) FROM sys.views WHERE name = 'titles') > 0",
            "(SELECT COUNT(*) FROM sys.tables WHERE name = 'other') = 0",
            "(SELECT OBJECT_ID FROM sys.tables WHERE name = 'other') IS NULL",
        ],
    );
}

#[test]
fn conditions_that_do_not_hold() {
    all(
        Truth::False,
        &[
            "1 = 0",
            "NOT EXISTS (SELECT 1 FROM sys.tables WHERE name = 'doc')",
            "EXISTS (SELECT 1 FROM sys.tables WHERE name = 'doc' AND schema_id = SCHEMA_ID('dbo'))",
            "EXISTS (SELECT 1 FROM sys.tables WHERE name = 'titles')",
            "EXISTS (SELECT 1 FROM sys.tables WHERE name = 'other' AND DB_NAME() = 'x')",
            "EXISTS (SELECT 1 FROM sys.tables WHERE name = 'doc' AND 1 = 0)",
            "EXISTS (SELECT 1 FROM sys.vector_indexes WHERE object_id = OBJECT_ID('kb.other'))",
            "EXISTS (SELECT 1 FROM sys.indexes WHERE name = 'ix' AND object_id = OBJECT_ID('kb.doc') AND type = 8)",
            "EXISTS (SELECT * FROM #errors)",
            "EXISTS (SELECT * FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'20250101_Second')",
            "EXISTS (SELECT 1 FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'doc' AND COLUMN_NAME = 'n' AND DATA_TYPE = 'bigint')",
            "EXISTS (SELECT 1 FROM sys.columns c WHERE c.object_id = OBJECT_ID('kb.doc') AND c.name = 'id' AND c.is_nullable = 1)",
            "DB_NAME() = 'x' AND OBJECT_ID('kb.doc') IS NULL",
        ],
    );
}

#[test]
fn conditions_that_cannot_be_judged() {
    all(
        Truth::Unknown,
        &[
            "",
            "DB_NAME() = 'x'",
            "EXISTS (SELECT 1 FROM kb.doc)",
            "EXISTS (SELECT 1 FROM sys.tables WHERE name = 'doc' AND DB_NAME() = 'x')",
            "EXISTS (SELECT 1 FROM sys.tables WHERE name = 'maybe')",
            "OBJECT_ID('kb.maybe') IS NULL",
            "OBJECT_ID('tempdb..#t') IS NOT NULL",
            "OBJECT_ID('other.kb.doc') IS NULL",
            "OBJECT_ID(@unknown) IS NULL",
            "OBJECT_ID('kb.doc', 'XX') IS NULL",
            "EXISTS (SELECT 1 FROM sys.tables WHERE name LIKE 'do%')",
            "EXISTS (SELECT 1 FROM sys.tables UNION SELECT 1 FROM kb.doc)",
            "EXISTS (SELECT 1 FROM sys.tables t FULL JOIN kb.doc d ON 1 = 0 WHERE t.name = 'other')",
            "(SELECT COUNT(*) FROM kb.doc) >= 100",
            "@unknown = 1",
            "COL_LENGTH('kb.titles', 'other') IS NULL",
            "COLUMNPROPERTY(OBJECT_ID('kb.doc'), 'n', 'Precision') = 10",
            "EXISTS (SELECT 1 FROM sys.columns WHERE object_id = OBJECT_ID('kb.doc') AND name = 'n' AND collation_name = 'x')",
            "1 BETWEEN 0 AND 2",
            "EXISTS (SELECT",
            "((((1 = 1",
            "IS NOT NULL",
            "= = =",
        ],
    );
}

#[test]
fn after_the_load_there_are_rows_enough() {
    assert_eq!(holds("(SELECT COUNT(*) FROM kb.doc WHERE v IS NOT NULL) >= 100", Phase::PostLoad), Truth::True);
    assert_eq!(holds("100 <= (SELECT COUNT_BIG(*) FROM kb.doc)", Phase::PostLoad), Truth::True);
    assert_eq!(holds("(SELECT COUNT(*) FROM kb.doc WHERE v IS NULL) = 0", Phase::PostLoad), Truth::Unknown);
}

#[test]
fn deep_nesting_is_unknown_and_quick() {
    let deep = format!("{}1 = 1{}", "(".repeat(20_000), ")".repeat(20_000));
    assert_eq!(holds(&deep, Phase::Migrations), Truth::Unknown);
    let long = vec!["1 = 1"; 20_000].join(" AND ");
    assert_eq!(holds(&long, Phase::Migrations), Truth::True);
    assert_eq!(holds(&"NOT ".repeat(20_000), Phase::Migrations), Truth::Unknown);
}
