//! Drift through the real binary: what status tells of it, and when apply stops.

use ragsql::db::database::Database;
use ragsql::db::events::Event;
use ragsql::db::{ConnectOptions, Environment, Target};
use serde_json::Value;
use tempfile::TempDir;

use crate::process::{Running, file_of, folder, on_file, run, serve, write};

/// Two tables, an index and a view.
pub const SCHEMA: (&str, &str) = (
    "migrations/V1__schema.sql",
    "CREATE TABLE dbo.doc (id INT NOT NULL PRIMARY KEY, title NVARCHAR(100) NOT NULL DEFAULT N'?', size INT NULL CHECK (size > 0));
     CREATE INDEX ix_title ON dbo.doc (title);
     CREATE TABLE dbo.other (id INT NOT NULL PRIMARY KEY, n INT NULL);
     GO
     CREATE VIEW dbo.shown AS SELECT id, title FROM dbo.doc;",
);

/// What `status` tells of drift, as lines of text.
fn drift(dir: &TempDir) -> Vec<String> {
    let (code, text, stderr) = on_file(dir, &["status"]);
    assert_eq!(code, 0, "{stderr}");
    let (_, drift) = text.split_once("\ndrift\n").expect("a section about drift");
    drift.split('\n').map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn json(dir: &TempDir) -> Value {
    let (_, stdout, _) = on_file(dir, &["status", "--format", "json"]);
    serde_json::from_str(&stdout).expect("one document")
}

/// Somebody works on the database by hand.
pub fn by_hand(dir: &TempDir, batches: &[&str]) {
    by_hand_at(&file_of(dir), batches);
}

fn by_hand_at(target: &Target, batches: &[&str]) {
    let database = Database::new(target, ConnectOptions::default()).expect("the database is whole");
    for batch in batches {
        database.query(batch, &mut |_: &Event| {}).expect("the statements are good");
    }
}

/// A folder of these files, applied.
pub fn applied(files: &[(&str, &str)]) -> TempDir {
    let dir = folder(files);
    let (code, _, stderr) = on_file(&dir, &["apply"]);
    assert_eq!(code, 0, "{stderr}");
    dir
}

/// What `diff` tells of the folder's database, in a format.
pub fn diff(dir: &TempDir, args: &[&str]) -> (i32, String) {
    let (code, stdout, stderr) = on_file(dir, &[&["diff", "--detailed-exitcode"], args].concat());
    (code, stdout + &stderr)
}

#[test]
fn what_was_applied_and_no_more_is_no_drift() {
    let dir = folder(&[SCHEMA]);
    by_hand(&dir, &["SELECT 1 AS made"]);
    assert_eq!(drift(&dir), ["not looked for: nothing is applied"]);
    assert_eq!(json(&dir)["drift"], Value::Null);
    let (_, text) = diff(&dir, &[]);
    assert!(text.contains("note: drift is not told from what is pending: nothing is applied"), "{text}");
    assert!(on_file(&dir, &["plan"]).1.ends_with("; drift was not looked for: nothing is applied\n"));
    assert_eq!(on_file(&dir, &["apply"]).0, 0);
    assert_eq!(drift(&dir), ["none"]);
    write(&dir, "migrations/V2__pending.sql", "ALTER TABLE dbo.doc ADD extra INT NULL");
    assert_eq!(drift(&dir), ["none"], "what is pending is not missed");
    assert_eq!(on_file(&dir, &["apply"]).0, 0);
    assert_eq!((drift(&dir), &json(&dir)["drift"]["changes"]), (vec!["none".to_owned()], &Value::Array(Vec::new())));
}

#[test]
fn what_was_changed_by_hand_is_told() {
    let dir = applied(&[SCHEMA]);
    by_hand(
        &dir,
        &[
            "ALTER TABLE dbo.doc ADD extra INT NULL; DROP INDEX ix_title ON dbo.doc",
            "ALTER TABLE dbo.other ALTER COLUMN n BIGINT NOT NULL",
            "CREATE TABLE dbo.scratch (id INT NOT NULL)",
            "ALTER VIEW dbo.shown AS SELECT id FROM dbo.doc",
            "GRANT SELECT ON dbo.other TO public",
        ],
    );
    let told = drift(&dir);
    let starts = |start: &str| told.iter().any(|line| line.starts_with(start));
    for start in [
        "+ dbo.doc.extra (add-column)",
        "- dbo.doc.ix_title (drop-index)",
        "~ dbo.other.n (alter-column): n int NULL -> n bigint NOT NULL",
        "+ dbo.scratch (add-table)",
        "~ dbo.shown",
        "+ dbo.other.[public] (grant)",
    ] {
        assert!(starts(start), "{start}: {told:#?}");
    }
    assert_eq!(told.len(), 6, "and nothing else: {told:#?}");
    assert_eq!(on_file(&dir, &["status", "--detailed-exitcode"]).0, 2);
    let of_column = json(&dir)["drift"]["changes"][0].clone();
    assert!(of_column["kind"].is_string() && of_column["object"].is_string(), "{of_column}");
}

#[test]
fn a_run_stops_at_drift_in_what_its_files_touch() {
    let dir = applied(&[SCHEMA]);
    by_hand(&dir, &["ALTER TABLE dbo.doc ADD extra INT NULL"]);
    write(&dir, "migrations/V2__other.sql", "ALTER TABLE dbo.other ADD m INT NULL");
    let (code, _, stderr) = on_file(&dir, &["apply"]);
    assert_eq!(code, 0, "the file touches another table: {stderr}");
    write(&dir, "migrations/V3__doc.sql", "CREATE INDEX ix_size ON dbo.doc (size)");
    let (code, _, stderr) = on_file(&dir, &["apply"]);
    assert_eq!(code, 4, "{stderr}");
    assert!(stderr.contains("+ dbo.doc.extra (add-column)") && stderr.contains("--allow-drift"), "{stderr}");
    assert!(!stderr.contains("dbo.other"), "only what is in the way: {stderr}");
    assert_eq!(drift(&dir), ["+ dbo.doc.extra (add-column) (stops `ragsql apply`: a pending file touches it)"]);
    assert_eq!(json(&dir)["migrations"][2]["state"], "pending");
    assert_eq!(on_file(&dir, &["apply", "--allow-drift"]).0, 0);
    assert_eq!(drift(&dir), ["+ dbo.doc.extra (add-column)"], "it is still there");
}

#[test]
fn what_a_run_would_stop_at_is_foreseen() {
    let dir = applied(&[SCHEMA]);
    by_hand(&dir, &["ALTER TABLE dbo.doc ADD extra INT NULL", "ALTER TABLE dbo.other ADD more INT NULL"]);
    let plan = |args: &[&str]| on_file(&dir, &[&["plan"], args].concat());
    assert_eq!(plan(&[]).0, 0, "nothing is pending");
    write(&dir, "migrations/V2__doc.sql", "CREATE INDEX ix_size ON dbo.doc (size)");
    let (code, stdout, stderr) = on_file(&dir, &["apply", "--dry-run"]);
    assert_eq!((code, stdout.as_str()), (4, ""), "{stderr}");
    assert!(stderr.contains("+ dbo.doc.extra (add-column)") && !stderr.contains("dbo.other"), "{stderr}");
    let (code, stdout, _) = on_file(&dir, &["apply", "--dry-run", "--format", "json"]);
    let document: Value = serde_json::from_str(&stdout).expect("one document");
    assert!(code == 4 && document["error"].as_str().is_some_and(|error| error.contains("dbo.doc.extra")), "{document}");
    let (code, stdout, _) = on_file(&dir, &["apply", "--dry-run", "--allow-drift"]);
    assert!(code == 0 && stdout.contains("CREATE INDEX ix_size"), "{stdout}");
    for format in ["text", "markdown", "html"] {
        let (code, shown, stderr) = plan(&["--format", format]);
        assert_eq!(code, 4, "{stderr}");
        let refused = "1 migration would be refused, for drift in what is touched";
        assert!(shown.contains(refused) && shown.contains("drift: 2 changes"), "{format}: {shown}");
        let lines: Vec<&str> = shown.split('\n').filter(|line| line.contains("add-column")).collect();
        assert_eq!(lines.len(), 2, "{format}: {shown}");
    }
    let document: Value = serde_json::from_str(&plan(&["--format", "json"]).1).expect("one document");
    let stops: Vec<_> = document["drift"]["changes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|change| (change["object"].as_str().unwrap_or_default(), change["stops_apply"].as_bool()))
        .collect();
    assert_eq!(stops, [("dbo.doc.extra", Some(true)), ("dbo.other.more", Some(false))]);
    assert_eq!(plan(&["--allow-drift"]).0, 0);
    assert_eq!(plan(&["--allow-drift", "--detailed-exitcode"]).0, 2);
}

#[test]
fn the_sign_says_what_happened_and_the_line_what_differs() {
    let long = "N'a text so long that nobody wants to read it whole when a single word of all of it is another one'";
    let view =
        |value: u32| format!("VIEW dbo.v AS SELECT id, title, {long} AS text FROM dbo.doc WHERE size > {value};");
    let policy = "CREATE SECURITY POLICY dbo.p ADD FILTER PREDICATE dbo.f(size) ON dbo.doc,
        ADD BLOCK PREDICATE dbo.f(size) ON dbo.doc AFTER INSERT, ADD BLOCK PREDICATE dbo.f(size) ON dbo.doc AFTER UPDATE
        WITH (STATE = ON);";
    let more = format!(
        "CREATE FUNCTION dbo.f (@n INT) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok WHERE @n = 1;
         GO
         {policy}
         CREATE SEQUENCE dbo.s AS INT START WITH 1;
         CREATE TABLE dbo.kept (id INT NOT NULL PRIMARY KEY, a DATETIME2 GENERATED ALWAYS AS ROW START NOT NULL,
             b DATETIME2 GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (a, b))
             WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.kept_history));
         GO
         CREATE TRIGGER dbo.tr ON dbo.other AFTER INSERT AS PRINT 'x';
         GO
         CREATE {}",
        view(1)
    );
    let dir = applied(&[SCHEMA, ("migrations/V2__more.sql", &more)]);
    assert_eq!(drift(&dir), ["none"]);
    by_hand(
        &dir,
        &[
            "ALTER SECURITY POLICY dbo.p WITH (STATE = OFF)",
            "ALTER SEQUENCE dbo.s INCREMENT BY 5",
            "DISABLE TRIGGER dbo.tr ON dbo.other",
            "ALTER TABLE dbo.kept SET (SYSTEM_VERSIONING = OFF)",
            &format!("ALTER {}", view(2)),
        ],
    );
    let told = drift(&dir);
    let line = |start: &str| told.iter().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{told:#?}"));
    assert!(line("~ dbo.p (alter-policy)").contains("(STATE = ON") && line("~ dbo.p").contains("(STATE = OFF"));
    assert!(line("~ dbo.s (alter-sequence)").contains("INCREMENT BY 5"));
    assert!(line("~ dbo.tr (switch-trigger)").contains("DISABLE TRIGGER"));
    assert!(line("~ dbo.kept (set-versioning)").contains("SYSTEM_VERSIONING = OFF"));
    assert_eq!(line("~ dbo.v"), "~ dbo.v (alter-module): … WHERE size > 1; -> … WHERE size > 2;");
}

#[test]
fn a_run_looks_for_drift_when_another_one_is_done() {
    let dir = applied(&[SCHEMA]);
    write(&dir, "migrations/V2__slow.sql", "-- ragsql: no-transaction\nSELECT 1\nGO\nWAITFOR DELAY '00:00:02'");
    let (server, url) = serve(&dir);
    let mut other = Running::start(dir.path(), &["apply", "--url", &url, "--format", "jsonl"]);
    other.until("\"event\":\"batch_finished\",\"version\":2");
    by_hand_at(
        &Target::parse(&url, &Environment::default()).expect("a URL"),
        &["ALTER TABLE dbo.doc ADD extra INT NULL"],
    );
    write(&dir, "migrations/V3__doc.sql", "CREATE INDEX ix_size ON dbo.doc (size)");
    let (_, stdout, _) = run(dir.path(), &["status", "--url", &url]);
    assert!(stdout.contains("drift\n  not looked for: a run is at work"), "{stdout}");
    let (code, stdout, stderr) = run(dir.path(), &["apply", "--url", &url]);
    assert!(code == Some(4) && stderr.contains("+ dbo.doc.extra (add-column)"), "{code:?}: {stdout}{stderr}");
    other.until("\"event\":\"result\"");
    server.kill();
    let states: Vec<Value> = (0..3).map(|at| json(&dir)["migrations"][at]["state"].clone()).collect();
    assert_eq!(states, ["applied", "applied", "pending"]);
}

#[test]
fn what_belongs_to_others_is_no_drift() {
    let dir = applied(&[SCHEMA]);
    by_hand(
        &dir,
        &[
            "CREATE SCHEMA audit",
            "CREATE TABLE audit.rows_of (id INT NOT NULL); CREATE ROLE monitoring; ALTER TABLE dbo.doc ADD extra INT NULL",
            "CREATE TRIGGER audit.watch ON audit.rows_of AFTER INSERT AS PRINT 'x'",
        ],
    );
    assert_eq!(drift(&dir).len(), 5);
    write(&dir, "ragsql.toml", "[drift]\nignore = ['audit', 'audit.*', 'monitoring', 'DBO.doc']\n");
    assert_eq!(drift(&dir), ["none"]);
    write(&dir, "migrations/V2__doc.sql", "CREATE INDEX ix_size ON dbo.doc (size)");
    assert_eq!(on_file(&dir, &["apply"]).0, 0);
    write(&dir, "ragsql.toml", "[drift]\nignore = ['audit', '[audit].*', '[monitoring]', '[DBO].[doc]']\n");
    assert_eq!(drift(&dir), ["none"]);
    for (pattern, why) in [("", "empty"), ("dbo.doc.extra", "more than two parts"), ("[dbo.doc", "brackets")] {
        write(&dir, "ragsql.toml", &format!("[drift]\nignore = ['{pattern}']\n"));
        let (code, _, stderr) = on_file(&dir, &["status"]);
        assert!(code == 64 && stderr.contains("drift.ignore: ") && stderr.contains(why), "{code} {stderr}");
    }
}

#[test]
fn the_tools_own_tables_and_their_schema_are_no_drift() {
    let dir = folder(&[SCHEMA, ("post-load/V1__note.sql", "INSERT INTO dbo.other (id) VALUES (1)")]);
    write(&dir, "ragsql.toml", "[database]\nmigrations-history = 'ops.m'\npost-load-history = 'ops.p'\n");
    assert_eq!(on_file(&dir, &["apply"]).0, 0);
    let (code, _, stderr) = on_file(&dir, &["post-load"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(drift(&dir), ["none"]);
    by_hand(&dir, &["CREATE TABLE ops.extra (id INT NOT NULL)"]);
    assert_eq!(drift(&dir), ["+ ops (add-schema)", "+ ops.extra (add-table)"]);
}

#[test]
fn a_vector_index_is_expected_once_it_was_built() {
    let dir = applied(&[
        (
            "migrations/V1__c.sql",
            "CREATE TABLE dbo.c (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3) NULL, n INT NULL)",
        ),
        ("post-load/V1__vi.sql", "CREATE VECTOR INDEX vi ON dbo.c (e) WITH (METRIC = 'cosine')"),
    ]);
    assert_eq!(drift(&dir), ["none"], "it is not built yet");
    let rows: Vec<String> = (0..100).map(|id| format!("({id}, '[1, 2, 3]')")).collect();
    by_hand(&dir, &[&format!("INSERT INTO dbo.c (id, e) VALUES {}", rows.join(", "))]);
    assert_eq!(on_file(&dir, &["post-load"]).0, 0);
    assert_eq!(drift(&dir), ["none"]);
    assert_eq!(on_file(&dir, &["post-load", "drop", "--yes"]).0, 0);
    assert_eq!(drift(&dir), ["none"], "post-load creates it again");
    write(&dir, "migrations/V2__n.sql", "CREATE INDEX ix_n ON dbo.c (n)");
    let (code, _, stderr) = on_file(&dir, &["apply"]);
    assert_eq!(code, 0, "{stderr}");
}

#[test]
fn a_vector_index_with_another_metric_is_one_change_and_its_step_would_be_refused() {
    let dir = applied(&[
        ("migrations/V1__c.sql", "CREATE TABLE dbo.c (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3) NULL)"),
        ("post-load/V1__vi.sql", "CREATE VECTOR INDEX vi ON dbo.c (e) WITH (METRIC = 'cosine', TYPE = 'DiskANN')"),
    ]);
    let rows: Vec<String> = (0..100).map(|id| format!("({id}, '[1, 2, 3]')")).collect();
    by_hand(
        &dir,
        &[
            &format!("INSERT INTO dbo.c (id, e) VALUES {}", rows.join(", ")),
            "CREATE VECTOR INDEX vi ON dbo.c (e) WITH (METRIC = 'dot', TYPE = 'DiskANN')",
        ],
    );
    let (code, text, _) = on_file(&dir, &["status"]);
    assert_eq!(code, 4, "{text}");
    let (_, drift) = text.split_once("\ndrift\n").expect("a section about drift");
    assert!(drift.starts_with("  ~ dbo.c.vi (alter-index): ") && drift.split('\n').count() == 2, "{drift}");
    assert!(drift.contains("cosine") && drift.contains("dot"), "{drift}");
    let (code, text, _) = on_file(&dir, &["plan"]);
    assert_eq!(code, 4, "{text}");
    assert!(text.contains("nothing would run on") && text.contains("; 1 post-load step would be refused;"), "{text}");
    assert!(text.contains("post-load/V1__vi.sql: drifted; nothing would be sent"), "{text}");
}

#[test]
fn what_is_not_understood_is_told_and_not_refused() {
    let dir = applied(&[(
        "migrations/V1__dynamic.sql",
        "CREATE TABLE dbo.doc (id INT NOT NULL);
         GO
         DECLARE @name NVARCHAR(10) = (SELECT N'made'), @sql NVARCHAR(MAX);
         SET @sql = N'CREATE TABLE dbo.' + @name + N' (id INT NOT NULL)';
         EXEC (@sql);",
    )]);
    let told = drift(&dir);
    assert!(told.iter().any(|line| line.starts_with("+ dbo.made")), "{told:#?}");
    assert!(
        told.iter().any(|line| line.starts_with("? not understood") && line.contains("V1__dynamic.sql:5")),
        "{told:#?}"
    );
}

#[test]
fn values_of_variables_are_no_drift_and_are_never_shown() {
    const VALUE: &str = "https://va'lue.example.org";
    let dir = folder(&[(
        "migrations/V1__x.sql",
        "CREATE TABLE dbo.t (id INT NOT NULL, host NVARCHAR(100) NOT NULL CONSTRAINT df DEFAULT N'${HOST}');
         GO
         CREATE PROCEDURE dbo.host AS SELECT N'${HOST}' AS host;",
    )]);
    write(&dir, "ragsql.toml", &format!("[variables.HOST]\nsandbox = \"{VALUE}\"\n"));
    let (code, _, stderr) = on_file(&dir, &["apply"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(drift(&dir), ["none"]);
    assert_eq!(diff(&dir, &[]).0, 0);
    let doubled = VALUE.replace('\'', "''");
    by_hand(
        &dir,
        &[
            &format!("ALTER PROCEDURE dbo.host AS SELECT N'{doubled}/x' AS host"),
            "ALTER TABLE dbo.t DROP CONSTRAINT df",
        ],
    );
    assert_eq!(drift(&dir).len(), 2);
    for format in ["text", "json", "sql", "markdown", "html"] {
        let (code, text) = diff(&dir, &["--format", format]);
        assert!(code == 2 && !text.contains("lue.example.org"), "{format}: {text}");
    }
    let (_, status, _) = on_file(&dir, &["status", "--format", "json"]);
    assert!(status.contains("${HOST}") && !status.contains("lue.example.org"), "{status}");
}
