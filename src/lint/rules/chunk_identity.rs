//! Chunks that cannot be found again.

use crate::catalog::{Catalog, Entry, Presence};
use crate::lint::vectors::{hash, holds_chunks};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::schema::{Column, ConstraintKind, DataType, IndexKind, Table};

/// The rule.
pub static RULE: Rule = Rule {
    code: "chunk-identity",
    summary: "keeps chunks without a hash of their text or without a key over document and position",
    docs: include_str!("chunk_identity.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Chunks>::default())],
};

/// Looks at the end of the history alone.
#[derive(Default)]
struct Chunks;

impl Watch for Chunks {
    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        let known = after.tables.iter().filter(|(_, entry)| entry.presence == Presence::Certain && !entry.uncertain);
        for (name, entry) in known.filter(|(name, entry)| holds_chunks(&name.object, &entry.definition)) {
            judge(name, entry, findings);
        }
    }
}

fn judge(name: &Name, entry: &Entry<Table>, findings: &mut Findings) {
    let table = &entry.definition;
    let missing = [
        (
            hash(table).is_none_or(is_short),
            if hash(table).is_none() { "no hash of the text" } else { "a hash of the text that is too short" },
            "source_hash BINARY(32), filled with HASHBYTES('SHA2_256', text)",
        ),
        (
            !has_key(table),
            "no unique key over the document and the position in it",
            "a UNIQUE index over document and position",
        ),
    ];
    let missing: Vec<_> = missing.into_iter().filter(|(is_missing, ..)| *is_missing).collect();
    let Some(place) = entry.origin.0.filter(|_| !missing.is_empty()) else { return };
    let what: Vec<&str> = missing.iter().map(|(_, what, _)| *what).collect();
    let help: Vec<&str> = missing.iter().map(|(.., help)| *help).collect();
    findings
        .add(place, format!("`{name}` has {}: the same chunk can come twice unseen", what.join(" and ")))
        .table(name)
        .help(format!("add {}", help.join(", and ")));
}

/// Whether a hash is a number, as CHECKSUM gives, or has fewer bytes than SHA2_256: different texts have the same.
fn is_short(hash: &Column) -> bool {
    let Some(DataType::System { name, args }) = &hash.data_type else { return false };
    let least = match &**name {
        "int" | "bigint" => return true,
        "binary" | "varbinary" => 32,
        // The same as text: 64 hexadecimal digits, or 43 of base 64.
        "char" | "nchar" | "varchar" | "nvarchar" => 43,
        _ => return false,
    };
    args.first().map_or(Some(1), |length| length.parse().ok()).is_some_and(|length: u32| length < least)
}

/// Whether two and more columns together are unique.
fn has_key(table: &Table) -> bool {
    let of_constraint =
        |kind: &ConstraintKind| matches!(kind, ConstraintKind::Key { columns, .. } if columns.len() > 1);
    let is_unique =
        |kind: &IndexKind| matches!(kind, IndexKind::Rowstore { unique: true, .. } | IndexKind::Hash { unique: true });
    table.constraints.iter().any(|constraint| of_constraint(&constraint.kind))
        || table.indexes.iter().any(|index| is_unique(&index.kind) && index.keys.len() > 1)
}
