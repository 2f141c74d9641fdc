//! Lists of options that are closed. Learn: CREATE INDEX, CREATE TABLE, ALTER TABLE, CREATE and UPDATE
//! STATISTICS (Transact-SQL); ScriptDom 180 refuses any other word.

use super::{Reader, Row, misfit};
use crate::name::Ident;
use crate::schema::IndexOption;
use crate::syntax::lexer::lex;
use crate::text::Span;

/// Options: their names, and what their values may be, as patterns.
pub(super) type Options = &'static [(&'static str, &'static [&'static str])];

/// On or off; a bare word is on.
const SWITCH: &[&str] = &["ON|OFF", ""];

const COMPRESSION: &[&str] = &[
    "NONE|ROW|PAGE|COLUMNSTORE|COLUMNSTORE_ARCHIVE|ON|OFF",
    "NONE|ROW|PAGE|COLUMNSTORE|COLUMNSTORE_ARCHIVE|ON|OFF ON PARTITIONS ()",
];

/// Of indexes of every kind, keys, and their ALTER and DROP.
pub(super) const INDEX: Options = &[
    (
        "ALLOW_PAGE_LOCKS|ALLOW_ROW_LOCKS|COMPRESS_ALL_ROW_GROUPS|DROP_EXISTING|IGNORE_DUP_KEY|LOB_COMPACTION|\
         OPTIMIZE_FOR_ARRAY_SEARCH|OPTIMIZE_FOR_SEQUENTIAL_KEY|PAD_INDEX|RESUMABLE|SORTED_DATA|SORTED_DATA_REORG|\
         SORT_IN_TEMPDB|STATISTICS_INCREMENTAL|STATISTICS_NORECOMPUTE",
        SWITCH,
    ),
    ("BUCKET_COUNT|CELLS_PER_OBJECT|FILLFACTOR|MAXDOP", &["_"]),
    ("COMPRESSION_DELAY|MAX_DURATION", &["_ MINUTE|MINUTES?"]),
    ("DATA_COMPRESSION|XML_COMPRESSION", COMPRESSION),
    ("IGNORE_DUP_KEY", &["ON|OFF ()"]),
    ("ONLINE", &["ON|OFF", "ON ()", ""]),
    (
        "ABORT_AFTER_WAIT|BOUNDING_BOX|FILESTREAM_ON|GRIDS|METRIC|MOVE TO|ORDER|PARTITION|TYPE|WAIT_AT_LOW_PRIORITY",
        ANYTHING,
    ),
];

/// Of tables, in CREATE and in ALTER … SET; those of system versioning among them.
pub(super) const TABLE: Options = &[
    ("APPEND_ONLY|DATA_CONSISTENCY_CHECK|MEMORY_OPTIMIZED", &["ON|OFF"]),
    ("DATA_COMPRESSION|XML_COMPRESSION", COMPRESSION),
    ("DURABILITY", &["SCHEMA_ONLY|SCHEMA_AND_DATA"]),
    ("HISTORY_RETENTION_PERIOD", &["INFINITE", "_ DAY|DAYS|WEEK|WEEKS|MONTH|MONTHS|YEAR|YEARS"]),
    ("LEDGER|REMOTE_DATA_ARCHIVE|DATA_DELETION|SYSTEM_VERSIONING", &["ON|OFF", "ON|OFF|OFF_WITHOUT_DATA_RECOVERY ()"]),
    ("LOCK_ESCALATION", &["AUTO|TABLE|DISABLE"]),
    ("CLUSTERED|CLUSTERED COLUMNSTORE INDEX|CLUSTERED INDEX|DISTRIBUTION|FILESTREAM_ON|HEAP|HISTORY_TABLE", ANYTHING),
    ("LEDGER_VIEW|PARTITION", ANYTHING),
    ("FILETABLE_COLLATE_FILENAME|FILETABLE_DIRECTORY|FILETABLE_FULLPATH_UNIQUE_CONSTRAINT_NAME", ANYTHING),
    ("FILETABLE_NAMESPACE|FILETABLE_PRIMARY_KEY_CONSTRAINT_NAME", ANYTHING),
    ("FILETABLE_STREAMID_UNIQUE_CONSTRAINT_NAME", ANYTHING),
];

/// Of statistics.
pub(super) const STATISTICS: Options = &[
    ("ALL|COLUMNS|FULLSCAN|INDEX|NORECOMPUTE", &["", "ON|OFF"]),
    ("AUTO_DROP|INCREMENTAL|PERSIST_SAMPLE_PERCENT", SWITCH),
    ("FULLSCAN , PERSIST_SAMPLE_PERCENT|MAXDOP|PAGECOUNT|ROWCOUNT|STATS_STREAM", &["_"]),
    ("RESAMPLE", &["", "ON PARTITIONS ()"]),
    ("RESAMPLE ON PARTITIONS", &["()"]),
    ("SAMPLE", &["_ PERCENT|ROWS"]),
];

/// Of change tracking.
pub(super) const TRACKING: Options = &[("TRACK_COLUMNS_UPDATED", &["ON|OFF"])];

const ANYTHING: &[&str] = &["…"];

impl Reader<'_> {
    /// Options, each of which has to be one of these.
    pub(super) fn options(&mut self, options: &[IndexOption], known: Options) {
        options.iter().for_each(|option| self.option(option, known));
    }

    /// Those behind names.
    pub(super) fn options_of<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n Ident>,
        options: &[IndexOption],
        known: Options,
    ) {
        names.into_iter().for_each(|name| self.go_to(name));
        self.options(options, known);
    }

    fn option(&mut self, option: &IndexOption, known: Options) {
        let (name, value) = (&*option.name, option.value.as_str());
        let is_it = |(names, _): &&(&str, &[&str])| names.split('|').any(|one| one == name);
        let patterns: Vec<&str> = known.iter().filter(is_it).flat_map(|(_, values)| *values).copied().collect();
        if name.is_empty() && is_filled_in(value) {
            return;
        }
        if patterns.is_empty() {
            return self.opaque(if name.is_empty() { value } else { name });
        }
        let tokens = lex(value, Span::new(0, value.len())).tokens;
        if let Some(at) = misfit(Row { source: value, tokens: &tokens }, &patterns) {
            let named = self.find(name).map(|found| found.start);
            match self.find(value).map(|found| (found.start + at).min(found.end - 1)).or(named) {
                Some(at) => self.unexpected(at),
                None => self.refuse(self.span),
            }
        }
    }
}

/// Whether another tool fills this in before it is sent.
pub(super) fn is_filled_in(text: &str) -> bool {
    text.starts_with("$(") || text.starts_with("${") || text.starts_with('<')
}
