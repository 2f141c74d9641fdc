//! Laws of the translation: arithmetic and texts against simple models, no panic and no overflow on any text.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use ragsql::catalog::{Catalog, Entry};
use ragsql::name::{Ident, Name};
use ragsql::sandbox::error::SqlError;
use ragsql::sandbox::query::{self, Environment, Scope, SystemView, Temporary};
use ragsql::sandbox::value::SqlType;
use ragsql::schema::{Column, DataType, Table, VectorBase};

/// An integer expression with what it is worth: `None` where the engine refuses it.
#[derive(Debug, Clone)]
struct Worth {
    text: String,
    value: Option<i32>,
}

fn integers() -> impl Strategy<Value = Worth> {
    let leaf = prop_oneof![-3..12, Just(46_341), Just(i32::MAX)]
        .prop_map(|number: i32| Worth { text: number.to_string(), value: Some(number) });
    leaf.prop_recursive(4, 24, 2, |inner| {
        (inner.clone(), "[-+*/%&|^]", inner).prop_map(|(a, operator, b)| {
            let both = a.value.zip(b.value);
            let value = both.and_then(|(x, y)| match operator.as_str() {
                "+" => x.checked_add(y),
                "-" => x.checked_sub(y),
                "*" => x.checked_mul(y),
                "/" => x.checked_div(y),
                "%" => x.checked_rem(y),
                "&" => Some(x & y),
                "|" => Some(x | y),
                _ => Some(x ^ y),
            });
            Worth { text: format!("({} {operator} {})", a.text, b.text), value }
        })
    })
}

#[test]
fn integers_are_worth_what_the_model_says() {
    let client = std::cell::RefCell::new(Client::new());
    TestRunner::new(Config::with_cases(200))
        .run(&integers(), |worth| {
            let mut client = client.borrow_mut();
            let query = format!("SELECT {}", worth.text);
            match worth.value {
                Some(value) => prop_assert_eq!(client.value(&worth.text), value.to_string(), "{}", query),
                None => {
                    let errors = client.errors(&query);
                    prop_assert!(errors == [8115] || errors == [8134], "{}: {:?}", query, errors);
                }
            }
            Ok(())
        })
        .expect("the model holds");
}

/// Decimals against integers of the smallest unit.
#[test]
fn decimals_are_exact() {
    let client = std::cell::RefCell::new(Client::new());
    let pair = (-99_999_i64..99_999, 0_u8..4, -99_999_i64..99_999, 0_u8..4);
    TestRunner::new(Config::with_cases(100))
        .run(&pair, |(a, a_scale, b, b_scale)| {
            let written = |units: i64, scale| decimal::format(i128::from(units), scale);
            let (x, y) = (written(a, a_scale), written(b, b_scale));
            let value = client
                .borrow_mut()
                .value(&format!("CAST({x} AS DECIMAL(9, {a_scale})) * CAST({y} AS DECIMAL(9, {b_scale}))"));
            prop_assert_eq!(value, decimal::format(i128::from(a) * i128::from(b), a_scale + b_scale));
            let sum = client
                .borrow_mut()
                .value(&format!("CAST({x} AS DECIMAL(9, {a_scale})) + CAST({y} AS DECIMAL(9, {b_scale}))"));
            let wide = a_scale.max(b_scale);
            let units = |units: i64, scale: u8| i128::from(units) * 10_i128.pow(u32::from(wide - scale));
            prop_assert_eq!(sum, decimal::format(units(a, a_scale) + units(b, b_scale), wide));
            Ok(())
        })
        .expect("the model holds");
}

/// Text goes in and out, is joined, measured, cut and searched as its UTF-16 code units say.
#[test]
fn text_is_kept_and_measured() {
    let client = std::cell::RefCell::new(Client::new());
    TestRunner::new(Config::with_cases(100))
        .run(&("[a-zA-Z'\\[%é日😀 ]{0,12}", "[a-z'é日]{1,3}", 0_usize..6), |(a, b, start)| {
            let literal = |text: &str| format!("N'{}'", text.replace('\'', "''"));
            let (x, y) = (literal(&a), literal(&b));
            let mut client = client.borrow_mut();
            prop_assert_eq!(client.value(&format!("{x} + {y}")), format!("'{a}{b}'"));
            prop_assert_eq!(client.value(&format!("DATALENGTH({x}) / 2")), a.encode_utf16().count().to_string());
            let kept: Vec<u16> = a.encode_utf16().skip(start).take(4).collect();
            let kept = String::from_utf16_lossy(&kept);
            prop_assert_eq!(client.value(&format!("SUBSTRING({x}, {}, 4)", start + 1)), format!("'{kept}'"));
            let found = client.value(&format!("CHARINDEX({y} COLLATE Latin1_General_BIN2, {x})"));
            let expected = a.find(&b).map_or(0, |at| a[..at].encode_utf16().count() + 1);
            prop_assert_eq!(found, expected.to_string());
            Ok(())
        })
        .expect("the model holds");
}

/// A session that has a variable of each kind and nothing else.
struct Alone;

impl Environment for Alone {
    fn variable(&self, name: &Ident) -> Option<SqlType> {
        match name.folded() {
            "@i" | "@@rowcount" => Some(SqlType::Int),
            "@s" => Some(SqlType::NVarChar(Some(10))),
            "@q" => Some(SqlType::Vector { dimensions: 3, base: VectorBase::Float32 }),
            _ => None,
        }
    }

    fn temporary(&self, _: &Ident) -> Option<Temporary<'_>> {
        None
    }

    fn system_view(&self, _: &Name) -> Option<SystemView> {
        None
    }

    fn row_filter(&self, _: &Name) -> Option<String> {
        None
    }

    fn unreadable(&self, _: &Name) -> Option<SqlError> {
        None
    }

    fn identity_insert(&self) -> Option<Name> {
        None
    }
}

fn catalog() -> Catalog {
    let system = |name: &str, args: &[&str]| DataType::System {
        name: name.into(),
        args: args.iter().map(|arg| (*arg).into()).collect(),
    };
    let columns = [
        ("id", system("int", &[])),
        ("name", system("nvarchar", &["10"])),
        ("n", system("decimal", &["9", "2"])),
        ("at", system("datetime2", &["3"])),
        ("v", DataType::Vector { dimensions: 3, base: VectorBase::Float32 }),
    ];
    let columns = columns.map(|(name, data_type)| Column::new(Ident::new(name), Some(data_type)));
    let mut catalog = Catalog::default();
    catalog.tables.insert(Name::dbo("t"), Entry::certain(Table { columns: columns.to_vec(), ..Table::default() }));
    catalog
}

fn translate(text: &str) {
    let (catalog, schema) = (catalog(), Ident::new("dbo"));
    let scope = Scope { catalog: &catalog, environment: &Alone, default_schema: &schema, database: "db", depth: 0 };
    for error in [
        query::translate(text, &scope).err(),
        query::expression(text, &scope).err(),
        query::condition(text, &scope).err(),
    ]
    .into_iter()
    .flatten()
    {
        assert!(error.at <= text.len(), "the place is in the text: {text}");
        assert!(!error.error.message.is_empty());
    }
}

const WORDS: [&str; 72] = [
    "SELECT",
    "TOP",
    "(",
    ")",
    "1",
    "FROM",
    "t",
    "WHERE",
    "id",
    "=",
    "AND",
    "NOT",
    "IN",
    "NULL",
    "ORDER",
    "BY",
    "name",
    ",",
    "INSERT",
    "INTO",
    "VALUES",
    "UPDATE",
    "SET",
    "DELETE",
    "MERGE",
    "USING",
    "ON",
    "WHEN",
    "MATCHED",
    "THEN",
    "OUTPUT",
    "inserted",
    ".",
    "*",
    "WITH",
    "AS",
    "a",
    "UNION",
    "ALL",
    "JOIN",
    "APPLY",
    "CROSS",
    "OUTER",
    "CASE",
    "END",
    "ELSE",
    "CAST",
    "INT",
    "VECTOR",
    "'x'",
    "N'",
    "@i",
    "@q",
    "@",
    "OVER",
    "PARTITION",
    "GROUP",
    "HAVING",
    "COUNT",
    "OPENJSON",
    "VECTOR_SEARCH",
    "TABLE",
    "COLUMN",
    "SIMILAR_TO",
    "METRIC",
    "APPROXIMATE",
    "FOR",
    "JSON",
    "LIKE",
    "BETWEEN",
    "-",
    "[",
];

proptest! {
    #![proptest_config(Config::with_cases(400))]

    #[test]
    fn any_text_is_translated_or_refused(text in ".{0,60}") {
        translate(&text);
    }

    #[test]
    fn any_words_are_translated_or_refused(words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..40)) {
        translate(&words.join(" "));
    }

    #[test]
    fn cut_and_spliced_scripts_are_translated_or_refused(seed in any::<prop::sample::Index>(), from in any::<prop::sample::Index>(), count in 0_usize..8, word in prop::sample::select(&WORDS[..])) {
        let statement = seed.get(statements());
        let mut tokens: Vec<&str> = statement.split_inclusive(' ').collect();
        let start = from.index(tokens.len());
        let end = (start + count).min(tokens.len());
        tokens.splice(start..end, [word, " "]);
        translate(&tokens.concat());
    }
}

/// Every batch of the scripts, over the table `t`.
fn statements() -> &'static [String] {
    static STATEMENTS: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    STATEMENTS.get_or_init(read_statements)
}

fn read_statements() -> Vec<String> {
    let mut statements = Vec::new();
    for entry in fs::read_dir("tests/query").expect("the scripts are there") {
        let source = fs::read_to_string(entry.expect("is readable").path()).expect("is readable");
        statements.extend(batch::split(&source).batches.iter().map(|batch| source[batch.span.range()].to_owned()));
    }
    statements
}

/// Depth and length are bounded, so that a thread with a small stack holds any statement.
#[test]
fn deep_and_long_statements_do_not_overflow_the_stack() {
    let deep = |open: &str, close: &str, count: usize| format!("SELECT {}1{}", open.repeat(count), close.repeat(count));
    let chain = |term: &str, operator: &str, count: usize| vec![term; count].join(operator);
    let texts = [
        deep("(", ")", 88),
        deep("(", ")", 100_000),
        deep("CASE WHEN 1 = 1 THEN ", " END", 88),
        deep("CASE WHEN 1 = 1 THEN ", " END", 5_000),
        deep("(SELECT ", ")", 29),
        deep("(SELECT ", ")", 5_000),
        deep("(SELECT v FROM (SELECT ", " AS v) AS q)", 14),
        deep("ABS(", ")", 88),
        format!("SELECT 1 WHERE {}1 = 1{}", "EXISTS (SELECT 1 WHERE ".repeat(29), ")".repeat(29)),
        format!("SELECT 1 FROM {}t{}", "(t AS a JOIN ".repeat(80), " ON 1 = 1)".repeat(80)),
        format!("SELECT 1 WHERE {}1 = 1{}", "NOT (".repeat(40), ")".repeat(40)),
        deep("-", "", 100_000),
        format!("SELECT 1 WHERE {}", chain("1 = 1", " AND ", 20_000)),
        format!("SELECT 1 WHERE {}", chain("NOT", " ", 20_000)),
        format!("SELECT {}", chain("1", " + ", 400)),
        format!("SELECT {}", chain("1", " + ", 100_000)),
        chain("SELECT 1", " UNION ALL ", 400),
        chain("SELECT 1", " UNION ALL ", 50_000),
        format!("SELECT 1 FROM {}", chain("t", " CROSS JOIN ", 5_000)),
        format!("SELECT 1 FROM {}t", "(".repeat(50_000)),
        format!("SELECT 1 WHERE 1 IN ({})", chain("1", ", ", 50_000)),
    ];
    let small = std::thread::Builder::new().stack_size(2 << 20);
    let worker = small.spawn(move || texts.iter().for_each(|text| translate(text))).expect("starts");
    worker.join().expect("no text overflows the stack");
}
