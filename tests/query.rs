//! Queries and changes of rows on the sandbox: scripts with what they give, and facts about the
//! translation: error numbers, digests, arithmetic against a model, no panic on any text.
#![cfg(feature = "sandbox")]

use std::fmt::Write;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ragsql::sandbox::engine::Sandbox;
use ragsql::sandbox::value::{datetime, decimal, guid};
use ragsql::sandbox::wire::{Engine, Event, Login, Request, Session, Value};
use ragsql::syntax::batch;

/// A client of a database of its own.
struct Client {
    session: Box<dyn Session>,
    _engine: Sandbox,
}

impl Client {
    fn new() -> Self {
        let engine = Sandbox::temporary().expect("opens");
        let login = Login { user: "tester".into(), ansi_defaults: true, ..Login::default() };
        Self { session: engine.open(&login).expect("logs in"), _engine: engine }
    }

    fn run(&mut self, batch: &str) -> Vec<Event> {
        let mut events = Vec::new();
        let never = Arc::new(AtomicBool::new(false));
        self.session.run(Request::Batch(batch.into()), &never, &mut |event| events.push(event));
        events
    }

    /// The numbers of a batch's errors.
    fn errors(&mut self, batch: &str) -> Vec<i32> {
        let number = |event: &Event| match event {
            Event::Error(message) => Some(message.number),
            _ => None,
        };
        self.run(batch).iter().filter_map(number).collect()
    }

    /// The rows of a batch that succeeds, each value as text.
    fn rows(&mut self, batch: &str) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for event in self.run(batch) {
            match event {
                Event::Row(row) => rows.push(row.iter().map(shown).collect()),
                Event::Error(message) => panic!("{batch}: Msg {}: {}", message.number, message.message),
                _ => {}
            }
        }
        rows
    }

    /// The one value of a batch that succeeds.
    fn value(&mut self, expression: &str) -> String {
        self.rows(&format!("SELECT {expression}")).concat().concat()
    }
}

fn shown(value: &Value) -> String {
    const DAY: i64 = 864_000_000_000;
    let ticks = |nanoseconds: u64| i64::try_from(nanoseconds / 100).expect("fits");
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}f"),
        Value::Decimal { units, scale } => decimal::format(*units, *scale),
        Value::Text(text) => format!("'{text}'"),
        Value::Bytes(bytes) => bytes.iter().fold("0x".to_owned(), |text, byte| format!("{text}{byte:02X}")),
        Value::Guid(bytes) => guid::format(*bytes),
        Value::Date(days) => datetime::format_date(i64::from(*days)),
        Value::Time(nanoseconds) => datetime::format_time(ticks(*nanoseconds), 7),
        Value::DateTime(day, time) => {
            datetime::format(i64::from(*day) * DAY + ticks(*time), 7, 121).expect("the style is known")
        }
        Value::DateTimeOffset(day, time, minutes) => {
            let utc = datetime::format(i64::from(*day) * DAY + ticks(*time), 7, 121).expect("the style is known");
            format!("{utc} UTC {}", datetime::format_offset(i64::from(*minutes)))
        }
    }
}

/// A batch and what it gave, as a reader likes it.
fn rendered(batch: &str, events: &[Event]) -> String {
    let mut text = format!("{}\n", batch.trim());
    for event in events {
        let line = match event {
            Event::Columns(columns) => {
                let column = |column: &ragsql::sandbox::wire::ResultColumn| {
                    let null = if column.nullable { " null" } else { "" };
                    format!("{} {:?}{null}", if column.name.is_empty() { "?" } else { &column.name }, column.wire_type)
                };
                format!("[{}]", columns.iter().map(column).collect::<Vec<_>>().join(", "))
            }
            Event::Row(row) => row.iter().map(shown).collect::<Vec<_>>().join(" | "),
            Event::Error(message) | Event::Info(message) => {
                format!("Msg {}, Level {}, Line {}: {}", message.number, message.class, message.line, message.message)
            }
            Event::Done { count: Some(count), .. } => format!("({count})"),
            _ => continue,
        };
        writeln!(text, "    {line}").expect("a text takes it");
    }
    text
}

#[test]
fn scripts() {
    insta::with_settings!({
        snapshot_path => "../snapshots/query", prepend_module_to_snapshot => false, omit_expression => true
    }, {
        insta::glob!("query/*.sql", |path| {
            let source = fs::read_to_string(path).expect("the script is there");
            let mut client = Client::new();
            let mut text = String::new();
            for batch in &batch::split(&source).batches {
                let batch = &source[batch.span.range()];
                let events = client.run(batch);
                writeln!(text, "{}", rendered(batch, &events)).expect("a text takes it");
            }
            insta::assert_snapshot!(text);
        });
    });
}

/// Tables of vectors, with an index that has the metric `cosine` on `indexed` alone.
fn vectors() -> Client {
    let mut client = Client::new();
    let made = client.errors(
        "CREATE TABLE dbo.c (id INT NOT NULL PRIMARY KEY, v VECTOR(3) NULL, h VECTOR(3, float16) NULL, n INT NULL);
         CREATE TABLE dbo.indexed (id INT NOT NULL PRIMARY KEY, v VECTOR(3) NULL);
         INSERT INTO dbo.indexed SELECT value, CAST(CONCAT('[1,', value, ',2]') AS VECTOR(3)) FROM GENERATE_SERIES(1, 100);",
    );
    assert_eq!(made, NONE);
    assert_eq!(client.errors("CREATE VECTOR INDEX vi ON dbo.indexed (v) WITH (METRIC = 'cosine')"), NONE);
    client
}

/// No error.
const NONE: [i32; 0] = [];

#[test]
fn vectors_cannot_be_compared() {
    let mut client = vectors();
    for (number, query) in [
        (8117, "SELECT 1 FROM c WHERE v = v"),
        (8117, "SELECT 1 FROM c WHERE v < v"),
        (8117, "SELECT 1 FROM c WHERE v IN (v)"),
        (8117, "SELECT 1 FROM c AS a JOIN c AS b ON a.v = b.v"),
        (8117, "SELECT MIN(v) FROM c"),
        (8117, "SELECT COUNT(DISTINCT v) FROM c"),
        (421, "SELECT DISTINCT v FROM c"),
        (42213, "SELECT id FROM c ORDER BY v"),
        (42213, "SELECT COUNT(*) FROM c GROUP BY v"),
        (5335, "SELECT v FROM c UNION SELECT v FROM c"),
        (5335, "SELECT v FROM c EXCEPT SELECT v FROM c"),
        (447, "SELECT v COLLATE Latin1_General_BIN2 FROM c"),
        (42204, "SELECT CASE WHEN 1 = 1 THEN v ELSE CAST('[1]' AS VECTOR(1)) END FROM c"),
        (42238, "SELECT CAST(v AS VECTOR(3, float16)) FROM c"),
        (42243, "SELECT VECTOR_DISTANCE('dot', v, h) FROM c"),
        (42204, "SELECT VECTOR_DISTANCE('dot', v, CAST('[1]' AS VECTOR(1))) FROM c"),
        (42201, "SELECT VECTOR_DISTANCE('manhattan', v, v) FROM c"),
        (42246, "SELECT VECTOR_NORM(h, 'norm2') FROM c"),
        (8116, "SELECT VECTOR_DISTANCE('dot', v, '[1,2,3]') FROM c"),
        (195, "SELECT VECTOR_TO_JSON_ARRAY(v) FROM c"),
    ] {
        assert_eq!(client.errors(query), [number], "{query}");
    }
    for query in
        ["SELECT COUNT(v) FROM c", "SELECT v FROM c UNION ALL SELECT v FROM c", "SELECT 1 FROM c WHERE v IS NULL"]
    {
        assert_eq!(client.errors(query), NONE, "{query}");
    }
}

#[test]
fn vector_search_keeps_the_engines_rules() {
    let mut client = vectors();
    let search = |rest: &str| {
        format!("VECTOR_SEARCH(TABLE = dbo.indexed AS c, COLUMN = v, SIMILAR_TO = @q, METRIC = 'cosine'{rest}) AS r")
    };
    let cases = [
        (42248, "SELECT TOP (1) WITH APPROXIMATE id FROM dbo.c ORDER BY id".to_owned()),
        (42248, format!("SELECT TOP (1) WITH APPROXIMATE c.id FROM {}", search(""))),
        (42271, format!("SELECT TOP (1) WITH APPROXIMATE c.id FROM {} ORDER BY r.distance, c.id", search(""))),
        (42271, format!("SELECT TOP (1) WITH APPROXIMATE c.id FROM {} ORDER BY r.distance DESC", search(""))),
        (42271, format!("SELECT TOP (1) WITH APPROXIMATE c.id FROM {} ORDER BY c.id", search(""))),
        (
            42271,
            format!(
                "SELECT TOP (1) WITH APPROXIMATE COUNT(*) AS n, r.distance FROM {} GROUP BY r.distance ORDER BY r.distance",
                search("")
            ),
        ),
        (42274, format!("SELECT c.id FROM {}", search(", TOP_N = 5"))),
        (42253, format!("SELECT c.id FROM {}", search(", TOP_N = 2001"))),
        (207, format!("SELECT r.id FROM {}", search(""))),
        (
            42227,
            format!(
                "SELECT TOP (1) WITH APPROXIMATE c.id FROM {} WITH (FORCE_ANN_ONLY) ORDER BY r.distance",
                search("").replace("cosine", "dot")
            ),
        ),
        (42226, format!("SELECT c.id FROM {}", search("").replace("COLUMN = v", "COLUMN = id"))),
        (207, format!("SELECT c.id FROM {}", search("").replace("COLUMN = v", "COLUMN = w"))),
        (208, format!("SELECT c.id FROM {}", search("").replace("dbo.indexed", "dbo.nothing"))),
        (42201, format!("SELECT c.id FROM {}", search("").replace("cosine", "manhattan"))),
        (42204, format!("SELECT c.id FROM {}", search("").replace("@q", "@short"))),
        (8116, format!("SELECT c.id FROM {}", search("").replace("@q", "@text"))),
        (102, format!("SELECT c.id FROM {}", search("").replace("@q", "'[1,2,3]'"))),
        (102, format!("SELECT c.id FROM {}", search("").replace("@q", "CAST('[1,2,3]' AS VECTOR(3))"))),
    ];
    let declared = "DECLARE @q VECTOR(3) = '[1,2,3]', @short VECTOR(2) = '[1,2]', @text NVARCHAR(20) = N'[1,2,3]';";
    for (number, query) in cases {
        assert_eq!(client.errors(&format!("{declared} {query}")), [number], "{query}");
    }
    let query = format!(
        "{declared} SELECT TOP 2 WITH APPROXIMATE c.id, r.distance FROM {} WITH (FORCE_ANN_ONLY) WHERE c.id > 50 ORDER BY distance",
        search("")
    );
    let rows = client.rows(&query);
    let ids: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(ids, ["51", "52"], "the filter is inside the search");
}

#[test]
fn a_search_is_exact_and_finds_the_nearest() {
    let mut client = vectors();
    let expected = client
        .rows("SELECT TOP (10) id FROM indexed ORDER BY VECTOR_DISTANCE('cosine', v, CAST('[3,1,2]' AS VECTOR(3)))");
    let found = client.rows(
        "DECLARE @q VECTOR(3) = '[3,1,2]'; SELECT TOP (10) WITH APPROXIMATE c.id FROM VECTOR_SEARCH(TABLE = indexed AS c, \
         COLUMN = v, SIMILAR_TO = @q, METRIC = 'cosine') AS r ORDER BY r.distance",
    );
    assert_eq!(found, expected);
    assert_eq!(found.len(), 10);
}

/// Digests by another implementation (Python's hashlib) over UTF-16LE for `nvarchar`, code page 1252 for
/// `varchar`, the bytes for `varbinary`.
#[test]
fn hashes_agree_with_known_digests() {
    let mut client = Client::new();
    for (expression, digest) in [
        ("HASHBYTES('SHA2_256', 'abc')", "0xBA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"),
        ("HASHBYTES('SHA2_256', N'abc')", "0x13E228567E8249FCE53337F25D7970DE3BD68AB2653424C7B8F9FD05E33CAEDF"),
        ("HASHBYTES('SHA2_256', 0x616263)", "0xBA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"),
        ("HASHBYTES('sha1', 'abc')", "0xA9993E364706816ABA3E25717850C26C9CD0D89D"),
        ("HASHBYTES('MD5', 'abc')", "0x900150983CD24FB0D6963F7D28E17F72"),
        ("HASHBYTES('SHA2_256', 'é')", "0xDE2E331D891AE267A7009CB45B4E8830F170E0C937288EA2731A1941C7A53B0D"),
        ("HASHBYTES('SHA2_256', N'é')", "0x63E3C807F93F669A2625F37EE673726C36EF3E99B6B7DB02C910BE25087E0F9C"),
        (
            "HASHBYTES('SHA2_256', CAST(N'é' AS VARCHAR(10)))",
            "0xDE2E331D891AE267A7009CB45B4E8830F170E0C937288EA2731A1941C7A53B0D",
        ),
        ("HASHBYTES('NONE', 'abc')", "NULL"),
    ] {
        assert_eq!(client.value(expression), digest, "{expression}");
    }
    assert_eq!(client.errors("SELECT HASHBYTES('MD5', 1)"), [8116]);
}

/// What the sandbox does not know is refused by its own number, and nothing runs.
#[test]
fn no_model_is_called_but_the_local_one() {
    let mut client = Client::new();
    let ask = "SELECT AI_GENERATE_EMBEDDINGS(N'x' USE MODEL m)";
    assert_eq!(client.errors(ask), [15151]);
    let model = "CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://h.example/v1', API_FORMAT = 'OpenAI', \
                 MODEL_TYPE = EMBEDDINGS, MODEL = 'm', PARAMETERS = '{\"dimensions\":2}')";
    assert_eq!(client.errors(model), NONE);
    assert_eq!(client.errors(ask), [60000]);
    let here = format!(
        "ALTER EXTERNAL MODEL m SET (LOCATION = '{}/v1', MODEL = '{}')",
        ragsql::embed::LOCAL_ENDPOINT,
        ragsql::embed::LOCAL_MODEL
    );
    assert_eq!(client.errors(&here), NONE);
    assert_eq!(client.errors(ask), NONE);
    assert_eq!(client.errors("DECLARE @v VECTOR(2) = AI_GENERATE_EMBEDDINGS(N'x' USE MODEL m)"), NONE);
    assert_eq!(client.errors("DECLARE @v VECTOR(3) = AI_GENERATE_EMBEDDINGS(N'x' USE MODEL m)"), [42204]);
    let three = "DECLARE @v VECTOR(3) = AI_GENERATE_EMBEDDINGS(N'x' USE MODEL m PARAMETERS N'{\"dimensions\":3}')";
    assert_eq!(client.errors(three), NONE);
    let none = "SELECT AI_GENERATE_EMBEDDINGS(N'x' USE MODEL m PARAMETERS N'{\"dimensions\":0}')";
    assert_eq!(client.errors(none), [31742]);
}

#[test]
fn what_is_not_known_is_refused() {
    let mut client = Client::new();
    assert_eq!(client.errors("CREATE TABLE dbo.t (id INT NOT NULL, doc XML NULL)"), NONE);
    for query in [
        "SELECT SOUNDEX('x')",
        "SELECT GETDATE() AT TIME ZONE 'UTC'",
        "SELECT TOP (5) PERCENT id FROM t",
        "SELECT TOP (5) WITH TIES id FROM t ORDER BY id",
        "SELECT id FROM t ORDER BY id FETCH APPROXIMATE NEXT 5 ROWS ONLY",
        "SELECT id FROM t FOR XML PATH",
        "SELECT id FROM t GROUP BY CUBE (id)",
        "SELECT id FROM t TABLESAMPLE (10 PERCENT)",
        "SELECT * FROM t UNPIVOT (v FOR k IN (id)) AS u",
        "SELECT id FROM t OPTION (TABLE HINT (t, FORCESEEK))",
        "SELECT id FROM t WITH (SNAPSHOT)",
        "SELECT CAST('x' AS HIERARCHYID)",
        "SELECT CHECKSUM('x')",
        "SELECT LAG(id) IGNORE NULLS OVER (ORDER BY id) FROM t",
        "UPDATE t SET doc.modify('x')",
        "SELECT CAST(N'' AS XML).value('x', 'int')",
        "SELECT TRY_PARSE('1' AS INT)",
        "SELECT IDENTITY(INT, 1, 1) AS n INTO #x FROM t",
        "SELECT * FROM (DELETE FROM t OUTPUT deleted.id) AS d",
        "BULK INSERT t FROM 'x'",
        "SELECT 1 WHERE CONTAINS(doc, 'x')",
        "SELECT * FROM OPENROWSET(BULK 'x', SINGLE_CLOB) AS x",
    ] {
        assert_eq!(client.errors(query), [60000], "{query}");
    }
}

#[path = "query/laws.rs"]
mod laws;

/// Views in views: as deep as a small stack holds, and an error beyond.
#[test]
fn views_in_views_end_with_an_error() {
    let worker = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        let mut client = Client::new();
        assert_eq!(client.errors("CREATE VIEW dbo.v0 AS SELECT 1 AS x"), NONE);
        let mut refused = Vec::new();
        for number in 1..40 {
            let view = format!("CREATE VIEW dbo.v{number} AS SELECT x + ((((1)))) AS x FROM dbo.v{}", number - 1);
            refused = client.errors(&view);
            if !refused.is_empty() {
                assert!(number > 10, "ten views are not too many");
                break;
            }
        }
        assert!(refused == [191] || refused == [217], "{refused:?}");
        assert_eq!(client.value("x FROM dbo.v9"), "10");
    });
    worker.expect("starts").join().expect("the stack holds");
}

/// What a script leaves is what its statements say, whichever way they go: 3,000 rows come by VALUES.
#[test]
fn thousands_of_rows_go_in_and_come_back() {
    let mut client = Client::new();
    assert_eq!(client.errors("CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, name NVARCHAR(50) NOT NULL)"), NONE);
    for part in 0..3 {
        let rows: Vec<String> = (part * 1000..(part + 1) * 1000).map(|id| format!("({id}, N'row {id}')")).collect();
        assert_eq!(client.errors(&format!("INSERT INTO t (id, name) VALUES {}", rows.join(", "))), NONE);
    }
    assert_eq!(client.rows("SELECT COUNT(*), SUM(id), MAX(name) FROM t").concat(), ["3000", "4498500", "'row 999'"]);
    let rows: Vec<String> = (0..1001).map(|id| format!("({id}, N'x')")).collect();
    assert_eq!(client.errors(&format!("INSERT INTO t (id, name) VALUES {}", rows.join(", "))), [10738]);
}
