//! An index that is built without ONLINE = ON over a table that was there before.

use crate::change::Change;
use crate::hazard::{Lock, index_lock, is_clustered};
use crate::lint::history::is_on;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::name::Name;
use crate::schema::ConstraintKind;

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
    if !cx.is_old(table) || is_elevated(cx) || is_memory_optimized(cx, table) {
        return;
    }
    let message = match lock {
        Lock::Schema if matches!(cx.change, Change::SetTableOption { .. }) => {
            format!("nobody can use `{table}` while it is rebuilt (schema-modification lock)")
        }
        Lock::Shared => format!("nobody can write to `{table}` while {what} is built (shared lock)"),
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
    match cx.change {
        Change::CreateIndex { table, index, drop_existing } if !is_on(&index.options, "ONLINE") => {
            let lock = index_lock(index)?;
            let lock = if *drop_existing { Lock::Schema } else { lock };
            Some((table, format!("the index `{}`", index.name), lock))
        }
        Change::AddConstraint { table, constraint } => {
            let ConstraintKind::Key { options, .. } = &constraint.kind else { return None };
            let lock = if is_clustered(cx.before, table, constraint) { Lock::Schema } else { Lock::Shared };
            let named =
                constraint.name.as_ref().map_or_else(|| "the key".to_owned(), |name| format!("the key `{name}`"));
            (!is_on(options, "ONLINE")).then_some((table, named, lock))
        }
        Change::AlterIndex { table, index, action, options } if &**action == "REBUILD" && !is_on(options, "ONLINE") => {
            let named = index.as_ref().map_or_else(|| "every index".to_owned(), |name| format!("the index `{name}`"));
            Some((table, named, Lock::Schema))
        }
        Change::SetTableOption { table, option } if &*option.name == "REBUILD" && !is_on(cx.options(), "ONLINE") => {
            Some((table, "the table".to_owned(), Lock::Schema))
        }
        _ => None,
    }
}

/// Whether the database builds indexes online where it can, without being asked.
fn is_elevated(cx: &ChangeCx) -> bool {
    let value = cx.before.configurations.get("ELEVATE_ONLINE");
    value.is_some_and(|value| !value.trim().eq_ignore_ascii_case("OFF"))
}

fn is_memory_optimized(cx: &ChangeCx, table: &Name) -> bool {
    cx.before.table(table).is_some_and(|table| is_on(&table.options, "MEMORY_OPTIMIZED"))
}
