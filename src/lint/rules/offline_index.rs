//! An index that is built without ONLINE = ON over a table that was there before.

use crate::change::Change;
use crate::hazard::{Lock, is_on, lock};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::name::{Ident, Name};
use crate::schema::{ConstraintKind, Table};

/// The rule.
pub static RULE: Rule = Rule {
    code: "offline-index",
    summary: "builds an index while a table in use is locked",
    docs: include_str!("offline_index.md"),
    levels: Levels::cloud(Level::Warning, Level::Info),
    phases: BOTH,
    guarded: false,
    yields_to: &["resumable-index"],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Some((table, what, lock)) = offline(cx) else { return };
    if !cx.is_old(table) || cx.before.table(table).is_some_and(Table::is_memory_optimized) {
        return;
    }
    let message = match lock {
        Lock::Schema if matches!(cx.change, Change::SetTableOption { .. }) => {
            format!("nobody can use `{table}` while it is rebuilt (schema-modification lock)")
        }
        Lock::Shared | Lock::Rows => format!("nobody can write to `{table}` while {what} is built (shared lock)"),
        Lock::Schema => format!("nobody can use `{table}` while {what} is built (schema-modification lock)"),
    };
    let help = if cx.step.in_transaction {
        "write WITH (ONLINE = ON), in a file of its own with the header line -- ragsql: no-transaction"
    } else {
        "write WITH (ONLINE = ON)"
    };
    cx.tell(findings, table, message).help(help);
}

/// The table whose index a change builds offline, what is built, and the lock (Learn, CREATE INDEX,
/// ONLINE).
fn offline<'a>(cx: &'a ChangeCx) -> Option<(&'a Name, String, Lock)> {
    let named = |kind: &str, name: &Ident| format!("the {kind} `{name}`");
    let what = match cx.change {
        Change::CreateIndex { index, .. } if !index.is_vector() => named("index", &index.name),
        Change::AddConstraint { constraint, .. } if matches!(constraint.kind, ConstraintKind::Key { .. }) => {
            constraint.name.as_ref().map_or_else(|| "the key".to_owned(), |name| named("key", name))
        }
        // Only a hash index has a BUCKET_COUNT, and no table in memory has anything else than this.
        Change::AlterIndex { options, .. } if options.iter().any(|option| &*option.name == "BUCKET_COUNT") => {
            return None;
        }
        Change::AlterIndex { index, action, .. } if &**action == "REBUILD" => {
            index.as_ref().map_or_else(|| "every index".to_owned(), |name| named("index", name))
        }
        Change::SetTableOption { option, .. } if &*option.name == "REBUILD" && !is_on(cx.options(), "ONLINE") => {
            "the table".to_owned()
        }
        _ => return None,
    };
    let (table, lock) = lock(cx.change, cx.before)?;
    Some((table, what, lock))
}
