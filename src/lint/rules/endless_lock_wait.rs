//! A lock on one table is held while the wait for another has no end.

use crate::catalog::{Catalog, Place};
use crate::change::Change;
use crate::hazard::is_on;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::replay::Step;
use crate::schema::IndexKind;
use crate::syntax::ast::Kind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "endless-lock-wait",
    summary: "waits for a second table while nobody can use the first",
    docs: include_str!("endless_lock_wait.md"),
    levels: Levels::all(Level::Info),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Held>::default())],
};

/// The table that the transaction at hand has locked against all use, and whether waits end.
#[derive(Default)]
struct Held {
    first: Option<(Name, Place)>,
    waits_end: bool,
    told: bool,
}

impl Watch for Held {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        if let Kind::SetOption { names, value } = &step.statement.kind
            && names.iter().any(|name| &**name == "LOCK_TIMEOUT")
        {
            self.waits_end = !value.as_str().starts_with('-');
        }
        if !step.in_transaction {
            self.first = None;
        }
    }

    fn change(&mut self, cx: &ChangeCx, findings: &mut Findings) {
        let Some(table) = waited_for(cx.change).filter(|table| cx.step.in_transaction && is_in_use(cx, table)) else {
            return;
        };
        match &self.first {
            None if locks_all_out(cx.change) => self.first = Some((table.clone(), cx.place)),
            Some((first, place)) if first != table && !self.waits_end && !self.told => {
                self.told = true;
                cx.tell(findings, table, format!("this waits for `{table}` as long as it takes, while nobody can use `{first}` (schema-modification lock)"))
                    .related(Some(*place), format!("`{first}` is locked from here to the end of the transaction"))
                    .help("write SET LOCK_TIMEOUT 5000 first, so that the file is rolled back and can be tried again (Msg 1222); or give each table a file of its own");
            }
            _ => {}
        }
    }

    fn file_end(&mut self, _after: &Catalog, _findings: &mut Findings) {
        *self = Self::default();
    }
}

/// Whether an earlier file made a table. What is only named may not be there.
fn is_in_use(cx: &ChangeCx, table: &Name) -> bool {
    cx.is_old(table) && cx.before.tables.get(table).is_some_and(|entry| !entry.uncertain)
}

/// The table for which a change waits while somebody uses it.
fn waited_for(change: &Change) -> Option<&Name> {
    match change {
        Change::DropTable { name } => Some(name),
        Change::CreateStatistics { .. } | Change::DropStatistics { .. } => None,
        Change::CreateIndex { index, .. } if is_on(&index.options, "ONLINE") => None,
        Change::AlterIndex { action, .. } if &**action == "REORGANIZE" => None,
        _ => change.table(),
    }
}

/// Whether nobody can use the table from then on. A new nonclustered index lets others read.
fn locks_all_out(change: &Change) -> bool {
    match change {
        Change::CreateIndex { index, .. } => matches!(index.kind, IndexKind::Rowstore { clustered: true, .. }),
        _ => true,
    }
}
