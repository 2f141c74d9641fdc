//! A report by hand, with everything in it that a form could stumble over.

use std::collections::BTreeMap;
use std::sync::Arc;

use ragsql::catalog::Place;
use ragsql::lint::{Diagnostic, Fix, Level, QueriesRead, Related, Report};
use ragsql::refusal::Profile;
use ragsql::report::Context;
use ragsql::text::{SourceFile, Span};

/// The file with the findings. Its name and text hold what the forms have to escape.
const POLICY: &str =
    "CREATE TABLE dbo.[a;b] (id INT);\nGO\n-- é\n\tDROP TABLE dbo.[a;b]; DROP TABLE dbo.[a;b];\r\nUSE\n  other;\n";

/// Three files, one of them clean.
pub fn report() -> Report {
    report_of(POLICY)
}

/// The same findings in another text of the first file.
pub fn report_of(policy: &str) -> Report {
    let files = [
        ("migrations/V1__50%,é.sql", policy),
        ("migrations/V2__clean.sql", "SELECT 1;\n"),
        ("post-load/V1__x].sql", ""),
    ];
    let files: Vec<_> = files.into_iter().map(|(path, text)| Arc::new(SourceFile::new(path, text))).collect();
    let place = |wanted: &str, nth: usize| {
        let (start, _) = policy.match_indices(wanted).nth(nth).expect("the text has it");
        Place { file: 0, span: Span::new(start, start + wanted.len()) }
    };
    let at = |wanted: &str| policy.find(wanted).expect("the text has it");
    let first = finding(
        "missing-object",
        Level::Error,
        "100% of `dbo.[a;b]` is gone: see\nbelow",
        place("DROP TABLE dbo.[a;b]", 0),
    );
    let findings = vec![
        Diagnostic {
            clause_of: None,
            table: Some("dbo.a;b".to_owned()),
            engine_errors: vec![3701, 42244],
            related: vec![Related {
                place: place("CREATE TABLE dbo.[a;b]", 0),
                message: "it is made | here".to_owned(),
            }],
            help: Some("ask <b>@someone</b>; or [x]".to_owned()),
            fix: Some(Fix { span: place("DROP TABLE dbo.[a;b]", 0).span, text: "-- é\n".to_owned() }),
            ..first
        },
        Diagnostic {
            clause_of: None,
            table: Some("dbo.a;b".to_owned()),
            ..finding("missing-object", Level::Error, "`dbo.[a;b]` is gone", place("DROP TABLE dbo.[a;b]", 1))
        },
        finding(
            "use-database",
            Level::Warning,
            "USE over two lines",
            Place { file: 0, span: Span::new(at("USE"), at("other;") + 5) },
        ),
        finding("preview-features", Level::Info, "good to know", place("-- é", 0)),
        finding("file-name", Level::Error, "the name is wrong", Place { file: 2, span: Span::default() }),
    ];
    Report {
        engine: Profile::Azure,
        files,
        findings,
        allowed: 1,
        secrets: BTreeMap::new(),
        queries: QueriesRead::default(),
    }
}

fn finding(rule: &'static str, level: Level, message: &str, place: Place) -> Diagnostic {
    assert!(ragsql::lint::rule(rule).is_some(), "{rule} is a rule");
    Diagnostic {
        rule,
        level,
        message: message.to_owned(),
        place,
        clause_of: None,
        table: None,
        engine_errors: Vec::new(),
        related: Vec::new(),
        help: None,
        fix: None,
    }
}

/// A project in the folder `my db` of a repository.
pub fn context() -> Context {
    Context {
        root: "/repo".into(),
        base: "/repo/my db".into(),
        docs_url: Some("https://example.com/rules/{rule}.html".to_owned()),
        fail_on: Level::Error,
    }
}

/// The text of the first file.
pub fn policy() -> &'static str {
    POLICY
}
