//! Options in their normal form: those that say what holds anyway are left out.

use crate::schema::{ConstraintKind, HISTORY_RETENTION, IndexOption, SqlText, Table};
use crate::syntax::lexer::string_text;

/// Options that say how an index is built and leave nothing (Learn, "CREATE INDEX").
const OF_BUILDING: [&str; 6] = ["ONLINE", "MAXDOP", "SORT_IN_TEMPDB", "RESUMABLE", "MAX_DURATION", "DROP_EXISTING"];

/// What holds where nothing is said (Learn, "CREATE INDEX", "CREATE TABLE", "ALTER TABLE").
const DEFAULTS: [(&str, &str); 20] = [
    ("PAD_INDEX", "OFF"),
    ("FILLFACTOR", "0"),
    ("FILLFACTOR", "100"),
    ("IGNORE_DUP_KEY", "OFF"),
    ("STATISTICS_NORECOMPUTE", "OFF"),
    ("STATISTICS_INCREMENTAL", "OFF"),
    ("ALLOW_ROW_LOCKS", "ON"),
    ("ALLOW_PAGE_LOCKS", "ON"),
    ("OPTIMIZE_FOR_SEQUENTIAL_KEY", "OFF"),
    ("DATA_COMPRESSION", "NONE"),
    ("XML_COMPRESSION", "OFF"),
    ("COMPRESSION_DELAY", "0"),
    ("COMPRESSION_DELAY", "0 MINUTES"),
    ("LOCK_ESCALATION", "TABLE"),
    ("CHANGE_TRACKING", "OFF"),
    ("MEMORY_OPTIMIZED", "OFF"),
    ("DURABILITY", "SCHEMA_AND_DATA"),
    ("LEDGER", "OFF"),
    (HISTORY_RETENTION, "INFINITE"),
    ("DATA_DELETION", "OFF"),
];

/// Options that are carried out once and leave nothing.
const ONCE: [&str; 1] = ["DATA_CONSISTENCY_CHECK"];

/// Leaves the options that last, by name.
pub(super) fn lasting(options: &mut Vec<IndexOption>) {
    options.retain(|option| !OF_BUILDING.contains(&&*option.name));
    options.sort_by(|one, other| one.name.cmp(&other.name));
}

/// How a table is compressed is a property of its clustered index, where it has one, and the server shows it there.
pub(super) fn compress_clustered(table: &mut Table) {
    let Some(clustered) = table.clustered_index().map(|found| found.cloned()) else { return };
    let of_key = table.constraints.iter_mut().find_map(|constraint| match &mut constraint.kind {
        ConstraintKind::Key { primary, clustered: written, options, .. } if constraint.name == clustered => {
            written.unwrap_or(*primary).then_some(options)
        }
        _ => None,
    });
    let of_index = table.indexes.iter_mut().find(|index| Some(&index.name) == clustered.as_ref());
    let Some(options) = of_key.or(of_index.map(|index| &mut index.options)) else { return };
    for option in table.options.extract_if(.., |option| option.name.ends_with("_COMPRESSION")) {
        if options.iter().all(|there| there.name != option.name) {
            options.push(option);
        }
    }
    options.sort_by(|one, other| one.name.cmp(&other.name));
}

/// The options that say something, by name, in one spelling; one without a value is ON.
pub(super) fn options(options: &[IndexOption]) -> Vec<IndexOption> {
    let mut options: Vec<_> = options.iter().map(option).collect();
    options
        .retain(|option| !ONCE.contains(&&*option.name) && !DEFAULTS.contains(&(&option.name, option.value.as_str())));
    lasting(&mut options);
    options
}

/// What holds where this option is not said; `None` when that is not known.
#[must_use]
pub fn default_option(name: &str) -> Option<&'static str> {
    DEFAULTS.iter().find(|(option, _)| *option == name).map(|(_, value)| *value)
}

/// An option in one spelling; one without a value is ON.
pub(super) fn option(option: &IndexOption) -> IndexOption {
    let value = option.value.as_str();
    let value = match value {
        "" => "ON".to_owned(),
        text if text.starts_with('\'') => string_text(text),
        // One month or several: the engine takes both, and shows neither as it was written.
        text if &*option.name == HISTORY_RETENTION => {
            super::tokens(text).to_uppercase().trim_end_matches('S').to_owned()
        }
        text => super::tokens(text).to_uppercase(),
    };
    IndexOption { name: option.name.clone(), value: SqlText::new(value) }
}
