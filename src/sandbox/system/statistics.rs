//! `sys.stats` and its columns: those of indexes, and those that a person made.

use super::indexes::{Shown, shown};
use super::{Facts, Row, View, row};
use crate::name::{Ident, Name};
use crate::normal;

pub(super) fn views() -> Vec<View> {
    vec![
        View::sys(
            "stats",
            "object_id int, name sysname, stats_id int, auto_created bit, user_created bit, no_recompute bit, has_filter bit, filter_definition nvarchar(max), is_temporary bit, is_incremental bit",
            statistics,
        ),
        View::sys(
            "stats_columns",
            "object_id int, stats_id int, stats_column_id int, column_id int",
            columns_of_statistics,
        ),
    ]
}

/// The first `stats_id` of statistics that belong to no index.
const FIRST_STATISTICS: i32 = 100;

fn statistics(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for shown in shown(facts).iter().filter(|shown| has_statistics(shown)) {
        let filter = shown.index.and_then(|index| index.filter.as_ref());
        let text = filter.map(|filter| format!("({})", filter.as_str()));
        let (object, fixed) = (facts.object_id(shown.table), shown.is_on("STATISTICS_NORECOMPUTE"));
        let incremental = shown.is_on("STATISTICS_INCREMENTAL");
        rows.push(row![object, shown.name, shown.id, false, false, fixed, filter.is_some(), text, false, incremental]);
    }
    for (table, made) in &facts.catalog.statistics {
        for (at, (name, one)) in (FIRST_STATISTICS..).zip(made) {
            let filter = one.filter.as_ref().map(|filter| format!("({})", filter.as_str()));
            let has = |option: &str| normal::statistics(one).options.iter().any(|one| &*one.name == option);
            let (fixed, incremental) = (has("NORECOMPUTE"), has("INCREMENTAL"));
            let object = facts.object_id(table);
            rows.push(row![object, name, at, false, true, fixed, filter.is_some(), filter, false, incremental]);
        }
    }
    rows
}

fn has_statistics(shown: &Shown<'_>) -> bool {
    shown.kind.0 != 8
}

fn columns_of_statistics(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |table: &Name, statistics: i32, columns: &mut dyn Iterator<Item = &Ident>| {
        for (at, column) in (1_i32..).zip(columns) {
            rows.push(row![facts.object_id(table), statistics, at, facts.column_id(table, column)]);
        }
    };
    for shown in shown(facts).iter().filter(|shown| has_statistics(shown)) {
        add(shown.table, shown.id, &mut shown.keys.iter().map(|key| &key.name));
    }
    for (table, made) in &facts.catalog.statistics {
        for (at, one) in (FIRST_STATISTICS..).zip(made.values()) {
            add(table, at, &mut one.columns.iter());
        }
    }
    rows
}
