//! Tables and the shapes of table types.

use super::{column, constraint, index};
use crate::name::Name;
use crate::schema::{Constraint, HISTORY_RETENTION, Index, IndexKind, IndexOption, Table};
use crate::syntax::spell;

/// Options of SYSTEM_VERSIONING, which stand in its parentheses.
const OF_VERSIONING: [&str; 2] = ["DATA_CONSISTENCY_CHECK", HISTORY_RETENTION];

/// Options that only ALTER TABLE sets.
const SET_LATER: [&str; 2] = ["LOCK_ESCALATION", "CHANGE_TRACKING"];

/// `CREATE TABLE`, without a closing semicolon: everything but foreign keys, what is not trusted,
/// indexes that can be made by themselves, and options that only ALTER TABLE sets.
pub(super) fn create(name: &Name, table: &Table) -> String {
    let mut text = format!("CREATE TABLE {}", spell::name(name));
    if !table.columns.is_empty() {
        text += &format!(" {}", shape(table, inline_indexes(table)));
    }
    let mut clauses = Vec::new();
    clauses.extend(table.graph.as_ref().map(|graph| format!("AS {graph}")));
    clauses.extend(table.storage.as_ref().map(|storage| format!("ON {}", storage.as_str())));
    clauses.extend(table.lob_storage.as_ref().map(|storage| format!("TEXTIMAGE_ON {}", storage.as_str())));
    clauses.extend(table.filestream_storage.as_ref().map(|storage| format!("FILESTREAM_ON {}", storage.as_str())));
    let options = with(table);
    clauses.extend((!options.is_empty()).then(|| format!("WITH ({})", options.join(", "))));
    clauses.extend(table.opaque.iter().map(|text| text.as_str().to_owned()));
    for clause in clauses {
        text += &format!("\n{clause}");
    }
    text
}

/// The list of columns, constraints and indexes of a table type, with its options behind.
pub(super) fn table_type(table: &Table) -> String {
    let mut text = shape(table, table.indexes.iter().collect());
    if !table.options.is_empty() {
        text += &format!(" WITH ({})", spell::options(&table.options));
    }
    text
}

/// The list in parentheses, an item a line.
fn shape(table: &Table, indexes: Vec<&Index>) -> String {
    let columns = table.columns.iter().map(column::column);
    let constraints = table.constraints.iter().filter(|constraint| stands_inside(constraint));
    let mut items: Vec<String> = columns.chain(constraints.map(constraint::constraint)).collect();
    items.extend(indexes.into_iter().map(index::inline));
    items.extend(table.period.as_ref().map(|period| {
        format!("PERIOD FOR SYSTEM_TIME ({}, {})", spell::ident(&period.start), spell::ident(&period.end))
    }));
    format!("(\n    {}\n)", items.join(",\n    "))
}

/// Whether a table can be made: it has columns, unless it is an edge, and each of them a type or an expression.
pub(super) fn is_known(table: &Table) -> bool {
    (!table.columns.is_empty() || table.graph.as_deref() == Some("EDGE"))
        && table.columns.iter().all(|column| column.data_type.is_some() || column.computed.is_some())
}

/// Whether a constraint stands in CREATE TABLE; the others are added later.
pub(crate) fn stands_inside(constraint: &Constraint) -> bool {
    !constraint.not_trusted && !constraint.is_foreign_key()
}

/// The indexes that can only be made together with their table: those of memory-optimized tables.
pub(crate) fn inline_indexes(table: &Table) -> Vec<&Index> {
    let all = table.is_memory_optimized();
    table.indexes.iter().filter(|index| all || matches!(index.kind, IndexKind::Hash { .. })).collect()
}

/// The indexes that are made by themselves.
pub(super) fn own_indexes(table: &Table) -> impl Iterator<Item = &Index> {
    let all = table.is_memory_optimized();
    table.indexes.iter().filter(move |index| !all && !matches!(index.kind, IndexKind::Hash { .. }))
}

/// The items of `WITH (…)`.
fn with(table: &Table) -> Vec<String> {
    let mut items = Vec::new();
    if let Some(history) = &table.versioned {
        let named = history.iter().map(|history| format!("HISTORY_TABLE = {}", spell::name(history)));
        let others = table.options.iter().filter(|option| OF_VERSIONING.contains(&&*option.name));
        let inside: Vec<_> = named.chain(others.map(|option| spell::options(std::slice::from_ref(option)))).collect();
        let inside = if inside.is_empty() { String::new() } else { format!(" ({})", inside.join(", ")) };
        items.push(format!("SYSTEM_VERSIONING = ON{inside}"));
    }
    let here = |option: &&IndexOption| {
        let versioning = table.versioned.is_some() && OF_VERSIONING.contains(&&*option.name);
        !versioning && !SET_LATER.contains(&&*option.name)
    };
    items.extend(table.options.iter().filter(here).map(|option| spell::options(std::slice::from_ref(option))));
    items
}

/// The statements that give a new table what CREATE TABLE cannot say; foreign keys are not here.
pub(super) fn afterwards(name: &Name, table: &Table) -> Vec<String> {
    let untrusted =
        table.constraints.iter().filter(|constraint| !stands_inside(constraint) && !constraint.is_foreign_key());
    let mut statements: Vec<String> = untrusted.flat_map(|constraint| add_constraint(name, constraint)).collect();
    let set = table.options.iter().filter(|option| SET_LATER.contains(&&*option.name));
    statements.extend(set.map(|option| set_option(name, option)));
    statements
}

/// `ALTER TABLE … ADD`, and the statement that disables it again.
pub(super) fn add_constraint(table: &Name, constraint: &Constraint) -> Vec<String> {
    let table = spell::name(table);
    let check = if constraint.not_trusted { " WITH NOCHECK" } else { "" };
    let mut statements = vec![format!("ALTER TABLE {table}{check} ADD {}", constraint::constraint(constraint))];
    if let (true, Some(name)) = (constraint.disabled, &constraint.name) {
        statements.push(format!("ALTER TABLE {table} NOCHECK CONSTRAINT {}", spell::ident(name)));
    }
    statements
}

/// The statement that sets an option of a table that is there.
pub(super) fn set_option(table: &Name, option: &IndexOption) -> String {
    let table = spell::name(table);
    match (&*option.name, option.value.as_str()) {
        ("CHANGE_TRACKING", value) => {
            let verb = if value.eq_ignore_ascii_case("OFF") { "DISABLE" } else { "ENABLE" };
            format!("ALTER TABLE {table} {verb} CHANGE_TRACKING")
        }
        (name, _) if OF_VERSIONING.contains(&name) => {
            let inside = spell::options(std::slice::from_ref(option));
            format!("ALTER TABLE {table} SET (SYSTEM_VERSIONING = ON ({inside}))")
        }
        (name, _) if name.ends_with("_COMPRESSION") => {
            format!("ALTER TABLE {table} REBUILD WITH ({})", spell::options(std::slice::from_ref(option)))
        }
        _ => format!("ALTER TABLE {table} SET ({})", spell::options(std::slice::from_ref(option))),
    }
}
