//! `sys.partitions` and what is counted of each: rows, and how they are compressed.

use super::indexes::{of_table, option};
use super::{Facts, NULL, Row, View, row};

pub(super) fn views() -> Vec<View> {
    vec![
        View::sys(
            "partitions",
            "partition_id bigint, object_id int, index_id int, partition_number int, hobt_id bigint, rows bigint, filestream_filegroup_id smallint, data_compression tinyint, data_compression_desc nvarchar(60)",
            partitions,
        ),
        View::sys(
            "dm_db_partition_stats",
            "partition_id bigint, object_id int, index_id int, partition_number int, in_row_data_page_count bigint, in_row_used_page_count bigint, in_row_reserved_page_count bigint, used_page_count bigint, reserved_page_count bigint, row_count bigint",
            partition_stats,
        ),
    ]
}

/// A heap, clustered index or b-tree with its rows.
struct RowStore {
    object: i32,
    index: i32,
    rows: i64,
    compression: (i32, &'static str),
}

fn row_stores(facts: &Facts<'_>) -> Vec<RowStore> {
    let mut stores = Vec::new();
    for (table, entry) in &facts.catalog.tables {
        let (object, rows) = (facts.object_id(table), (facts.row_count)(table));
        let whole = option(&entry.definition.options, "DATA_COMPRESSION");
        if entry.definition.clustered_index().is_none() {
            stores.push(RowStore { object, index: 0, rows, compression: compression(whole) });
        }
        for shown in of_table(facts, table, &entry.definition).iter().filter(|shown| shown.kind.0 != 8) {
            let written = shown.option("DATA_COMPRESSION").or(whole.filter(|_| shown.id == 1));
            let columnstore = matches!(shown.kind.0, 5 | 6).then_some("COLUMNSTORE");
            let compression = compression(written.or(columnstore));
            stores.push(RowStore { object, index: shown.id, rows, compression });
        }
    }
    stores
}

/// Number and word of a compression (Learn, sys.partitions).
fn compression(written: Option<&str>) -> (i32, &'static str) {
    let known = [(1, "ROW"), (2, "PAGE"), (3, "COLUMNSTORE"), (4, "COLUMNSTORE_ARCHIVE")];
    let found = |text: &str| known.into_iter().find(|(_, word)| text.eq_ignore_ascii_case(word));
    written.and_then(found).unwrap_or((0, "NONE"))
}

fn partition_id(object: i32, index: i32) -> i64 {
    (i64::from(object) << 20) + i64::from(index)
}

fn partitions(facts: &Facts<'_>) -> Vec<Row> {
    let of = |RowStore { object, index, rows, compression }| {
        let id = partition_id(object, index);
        row![id, object, index, 1, id, rows, 0, compression.0, compression.1]
    };
    row_stores(facts).into_iter().map(of).collect()
}

fn partition_stats(facts: &Facts<'_>) -> Vec<Row> {
    let of = |RowStore { object, index, rows, .. }| {
        row![partition_id(object, index), object, index, 1, NULL, NULL, NULL, NULL, NULL, rows]
    };
    row_stores(facts).into_iter().map(of).collect()
}
