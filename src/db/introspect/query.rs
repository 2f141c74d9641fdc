//! The questions that introspection asks: one for what the engine's views have, then all others in one batch.

use std::collections::{BTreeMap, BTreeSet};

use super::super::error::BatchError;
#[cfg(test)]
use super::super::row::Cell;
use super::super::row::{Row, RowError};
use super::super::session::Session;
use crate::syntax::spell::unicode;

/// What a line needs to be sent: `-- if sys.view` or `-- if sys.view.column` at its end.
const CONDITION: &str = "-- if sys.";

macro_rules! queries {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!(concat!("sql/", $name, ".sql")))),*] };
}

/// Every query by its name, in the order in which they are sent.
const QUERIES: [(&str, &str); 29] = queries![
    "database",
    "schemas",
    "objects",
    "tables",
    "columns",
    "indexes",
    "index_columns",
    "vector_indexes",
    "hash_indexes",
    "xml_indexes",
    "spatial_indexes",
    "compression",
    "checks",
    "foreign_keys",
    "statistics",
    "modules",
    "policies",
    "predicates",
    "types",
    "sequences",
    "synonyms",
    "principals",
    "members",
    "permissions",
    "models",
    "credentials",
    "configurations",
    "others",
    "properties",
];

const PRESENT: &str = include_str!("sql/present.sql");

/// The views of the engine with their columns, lower case: `columns`, `columns.is_masked`.
#[derive(Debug, Default)]
pub(super) struct Present(BTreeSet<String>);

impl Present {
    /// Asks the engine, in one round trip.
    pub(super) async fn ask(session: &mut Session) -> Result<Self, BatchError> {
        let lines = QUERIES.iter().flat_map(|(_, text)| text.split('\n'));
        let views: BTreeSet<&str> = lines.filter_map(condition).map(view_of).collect();
        let views: Vec<String> = views.into_iter().map(unicode).collect();
        let rows = session.query(&PRESENT.replace("/*views*/", &views.join(", "))).await?;
        let mut present = BTreeSet::new();
        for row in &rows {
            let (view, column) = (row.get::<String>("view_name")?, row.get::<String>("column_name")?);
            present.insert(format!("{view}.{column}").to_lowercase());
            present.insert(view.to_lowercase());
        }
        Ok(Self(present))
    }
}

/// What a line needs: `view` or `view.column`.
fn condition(line: &str) -> Option<&str> {
    line.split_once(CONDITION).map(|(_, needed)| needed.trim())
}

fn view_of(needed: &str) -> &str {
    needed.split('.').next().unwrap_or(needed)
}

/// A query as this engine can answer it; `None` when the view that it is about is not there. A value that is not there
/// is NULL, and another line that is not there is left out.
fn prepared(text: &str, present: &Present) -> Option<String> {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let (sql, needed) = line.split_once(CONDITION).unwrap_or((line, ""));
        let sql = sql.trim_end();
        if needed.is_empty() || present.0.contains(needed.trim()) {
            lines.push(sql.to_owned());
        } else if sql.starts_with("FROM ") {
            return None;
        } else if sql.trim_start().starts_with("CAST(") {
            lines.push(null_instead(sql));
        }
    }
    Some(lines.join("\n").trim_end().trim_end_matches(';').to_owned())
}

/// `CAST(NULL AS type) AS alias,` for `CAST(value AS type) AS alias,`.
fn null_instead(item: &str) -> String {
    let (value, alias) = item.rsplit_once(" AS ").unwrap_or((item, ""));
    let (_, data_type) = value.rsplit_once(" AS ").unwrap_or(("", value));
    format!("    CAST(NULL AS {data_type} AS {alias}")
}

/// What the database answered, by query.
#[derive(Debug, Default)]
pub(super) struct Answers(BTreeMap<&'static str, Vec<Row>>);

impl Answers {
    /// Asks everything, in one round trip.
    pub(super) async fn ask(session: &mut Session, present: &Present) -> Result<Self, BatchError> {
        let asked = QUERIES.iter().filter_map(|(name, text)| Some((*name, prepared(text, present)?)));
        let (names, texts): (Vec<_>, Vec<_>) = asked.unzip();
        let sets = session.query_sets(&texts.join(";\n"), None).await?;
        if sets.len() != names.len() {
            return Err(RowError::NoRow.into());
        }
        Ok(Self(names.into_iter().zip(sets).collect()))
    }

    /// The rows of a query; none where the engine has no such view.
    pub(super) fn of(&self, query: &str) -> &[Row] {
        self.0.get(query).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
impl Answers {
    /// Adds a row to what a query answers: these values, and NULL in its other columns.
    pub(super) fn with(mut self, query: &str, values: &[(&str, Cell)]) -> Self {
        let (name, text) = QUERIES.iter().find(|(name, _)| *name == query).expect("is a query");
        let items = text.split('\n').filter(|line| line.starts_with("    CAST("));
        let aliases = items.map(|item| item.split(CONDITION).next().unwrap_or(item).trim().trim_end_matches(','));
        let columns: Vec<String> = aliases.filter_map(|item| Some(item.rsplit_once(" AS ")?.1.to_owned())).collect();
        let given = |column: &String| values.iter().find(|(name, _)| name == column).map(|(_, cell)| cell.clone());
        let cells = columns.iter().map(|column| given(column).unwrap_or(Cell::Null)).collect();
        assert!(values.iter().all(|(name, _)| columns.iter().any(|column| column == name)), "{query}: {values:?}");
        self.0.entry(name).or_default().push(Row::of(columns.into(), cells));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUERY: &str = "\
-- Things.
SELECT
    CAST(a.x AS int) AS x, -- if sys.things.x
    CAST(b.y AS nvarchar(max)) AS y -- if sys.others
FROM sys.things AS a
LEFT JOIN sys.others AS b ON b.id = a.id -- if sys.others
WHERE a.z = 1;
";

    fn present(names: &[&str]) -> Present {
        Present(names.iter().map(|name| (*name).to_owned()).collect())
    }

    #[test]
    fn what_is_there_is_asked_for() {
        let sent = prepared(QUERY, &present(&["things.x", "others"])).expect("is asked");
        assert!(sent.contains("    CAST(a.x AS int) AS x,\n    CAST(b.y AS nvarchar(max)) AS y\nFROM"), "{sent}");
        assert!(sent.contains("\nLEFT JOIN sys.others AS b ON b.id = a.id\n"), "{sent}");
        assert!(sent.ends_with("WHERE a.z = 1"), "{sent}");
    }

    #[test]
    fn what_is_not_there_is_null_or_left_out() {
        let sent = prepared(QUERY, &present(&[])).expect("is asked");
        assert!(sent.contains("    CAST(NULL AS int) AS x,\n    CAST(NULL AS nvarchar(max)) AS y\nFROM"), "{sent}");
        assert!(!sent.contains("JOIN"), "{sent}");
        let about = "SELECT\n    CAST(v.x AS int) AS x\nFROM sys.views AS v; -- if sys.views\n";
        assert_eq!(prepared(about, &present(&[])), None);
        assert!(prepared(about, &present(&["views"])).is_some());
    }

    #[test]
    fn every_value_is_cast_and_every_query_says_what_it_asks() {
        for (name, text) in QUERIES {
            assert!(text.starts_with("-- ") && text.trim_end().split(" -- if").next().is_some(), "{name}");
            let items = text.split('\n').filter(|line| line.starts_with("    "));
            let plain: Vec<_> = items.filter(|item| !item.starts_with("    CAST(")).collect();
            assert!(plain.is_empty(), "{name}: {plain:?}");
        }
    }
}
