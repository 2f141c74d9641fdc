//! Indexes: as a statement, and inside the definition of a table.

use super::constraint::keys;
use crate::name::Name;
use crate::schema::{Index, IndexKind};
use crate::syntax::spell;

/// `CREATE … INDEX`, without a closing semicolon.
pub(super) fn create(table: &Name, index: &Index) -> String {
    let words = kind(&index.kind);
    let kind = if words.is_empty() { words } else { words + " " };
    let mut text = format!("CREATE {kind}INDEX {} ON {}", spell::ident(&index.name), spell::name(table));
    if !index.keys.is_empty() {
        text += &format!(" ({})", keys(&index.keys));
    }
    text + &clauses(index)
}

/// What disables an index again.
pub(super) fn disable(table: &Name, index: &Index) -> String {
    format!("ALTER INDEX {} ON {} DISABLE", spell::ident(&index.name), spell::name(table))
}

/// `INDEX name …` inside a table.
pub(super) fn inline(index: &Index) -> String {
    let words = kind(&index.kind);
    let mut text = format!("INDEX {}", spell::ident(&index.name));
    if !words.is_empty() {
        text += &format!(" {words}");
    }
    if !index.keys.is_empty() {
        text += &format!(" ({})", keys(&index.keys));
    }
    text + &clauses(index)
}

/// The words before INDEX.
fn kind(kind: &IndexKind) -> String {
    let flag = |is: bool, word: &'static str| is.then_some(word);
    let words: Vec<&str> = match kind {
        IndexKind::Rowstore { unique, clustered } => {
            flag(*unique, "UNIQUE").into_iter().chain(flag(*clustered, "CLUSTERED")).collect()
        }
        IndexKind::Columnstore { clustered, .. } => {
            vec![if *clustered { "CLUSTERED" } else { "NONCLUSTERED" }, "COLUMNSTORE"]
        }
        IndexKind::Vector { .. } => vec!["VECTOR"],
        IndexKind::Hash { unique } => flag(*unique, "UNIQUE").into_iter().chain(["NONCLUSTERED", "HASH"]).collect(),
        IndexKind::Other { class, .. } => vec![class],
    };
    words.join(" ")
}

/// What follows the keys.
fn clauses(index: &Index) -> String {
    let mut words = Vec::new();
    if !index.included.is_empty() {
        words.push(format!("INCLUDE ({})", spell::idents(&index.included)));
    }
    match &index.kind {
        IndexKind::Columnstore { order, .. } if !order.is_empty() => {
            words.push(format!("ORDER ({})", spell::idents(order)));
        }
        IndexKind::Other { detail: Some(detail), .. } => words.push(detail.as_str().to_owned()),
        _ => {}
    }
    words.extend(index.filter.as_ref().map(|filter| format!("WHERE {}", filter.as_str())));
    let options = options(index);
    words.extend((!options.is_empty()).then(|| format!("WITH ({options})")));
    words.extend(index.storage.as_ref().map(|storage| format!("ON {}", storage.as_str())));
    words.extend(index.opaque.iter().map(|text| text.as_str().to_owned()));
    words.iter().map(|word| format!(" {word}")).collect()
}

fn options(index: &Index) -> String {
    let mut options = Vec::new();
    if let IndexKind::Vector { metric, index_type, unquoted } = &index.kind {
        let value = |text: &str| if *unquoted { text.to_owned() } else { spell::string(text) };
        options.extend(metric.as_ref().map(|metric| format!("METRIC = {}", value(metric))));
        options.extend(index_type.as_ref().map(|index_type| format!("TYPE = {}", value(index_type))));
    }
    let others = spell::options(&index.options);
    options.extend((!others.is_empty()).then_some(others));
    options.join(", ")
}
