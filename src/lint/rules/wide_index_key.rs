//! A key whose columns together may be longer than a key can be.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::name::Name;
use crate::schema::{Constraint, ConstraintKind, Index, IndexKind, KeyColumn, KeySize, Table};

/// The rule.
pub static RULE: Rule = Rule {
    code: "wide-index-key",
    summary: "makes a key that some rows are too long for",
    docs: include_str!("wide_index_key.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

/// The most bytes of a clustered key (Learn, "Maximum capacity specifications").
const CLUSTERED: u32 = 900;
/// The most bytes of any other key.
const NONCLUSTERED: u32 = 1700;

fn check(cx: &ChangeCx, findings: &mut Findings) {
    match cx.change {
        Change::CreateTable { name, table } if !name.is_temporary() && !table.is_memory_optimized() => {
            let indexes = table.indexes.iter().filter_map(Key::of_index);
            let keys: Vec<Key> =
                indexes.chain(table.constraints.iter().filter_map(|key| Key::of_constraint(key, table))).collect();
            keys.iter().for_each(|key| tell(cx, name, table, key, findings));
        }
        Change::CreateIndex { table, index, .. } => judge(cx, table, Key::of_index(index), findings),
        Change::AddConstraint { table, constraint } => {
            let key = cx.before.table(table).and_then(|definition| Key::of_constraint(constraint, definition));
            judge(cx, table, key, findings);
        }
        _ => {}
    }
}

fn judge(cx: &ChangeCx, name: &Name, key: Option<Key>, findings: &mut Findings) {
    if let (Some(table), Some(key)) = (cx.before.table(name).filter(|table| !table.is_memory_optimized()), key) {
        tell(cx, name, table, &key, findings);
    }
}

/// A key by what decides how wide it may be.
struct Key<'a> {
    name: String,
    columns: &'a [KeyColumn],
    most: u32,
}

impl<'a> Key<'a> {
    fn of_index(index: &'a Index) -> Option<Self> {
        let IndexKind::Rowstore { clustered, .. } = index.kind else { return None };
        let most = if clustered { CLUSTERED } else { NONCLUSTERED };
        Some(Self { name: format!("the index `{}`", index.name), columns: &index.keys, most })
    }

    fn of_constraint(constraint: &'a Constraint, table: &Table) -> Option<Self> {
        let ConstraintKind::Key { primary, clustered, hash: false, columns, .. } = &constraint.kind else {
            return None;
        };
        let clustered = clustered
            .unwrap_or(*primary && table.clustered_index().is_none_or(|index| index == constraint.name.as_ref()));
        let named = constraint.name.as_ref().map_or_else(|| "the key".to_owned(), |name| format!("the key `{name}`"));
        Some(Self { name: named, columns, most: if clustered { CLUSTERED } else { NONCLUSTERED } })
    }

    /// The most bytes that values of the key take, when some of that varies; `None` where a size is not
    /// known, or the engine refuses the key anyway.
    fn varying_size(&self, table: &Table) -> Option<u32> {
        let (mut bytes, mut varies) = (0_u32, false);
        for key in self.columns {
            match table.column(&key.name)?.data_type.as_ref()?.key_size()? {
                KeySize::Fixed(size) => bytes += size,
                KeySize::Varying(size) => (bytes, varies) = (bytes.saturating_add(size), true),
                KeySize::None => return None,
            }
        }
        varies.then_some(bytes)
    }
}

fn tell(cx: &ChangeCx, name: &Name, table: &Table, key: &Key, findings: &mut Findings) {
    let Some(bytes) = key.varying_size(table).filter(|bytes| *bytes > key.most) else { return };
    cx.tell(
        findings,
        name,
        format!(
            "{} of `{name}` may take {bytes} bytes, and a row for which it takes more than {} is refused",
            key.name, key.most
        ),
    )
    .errors(&[1946])
    .help(
        "make the columns as short as their values are, move those that are not looked up to INCLUDE, or index a hash",
    );
}
