//! An online build inside a transaction that goes on: its last lock stays until COMMIT.

use std::collections::BTreeSet;

use crate::catalog::{Catalog, Place};
use crate::change::Change;
use crate::hazard::is_on;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::replay::Step;
use crate::schema::ConstraintKind;
use crate::syntax::ast::Kind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "online-index-in-transaction",
    summary: "builds an index online and keeps its locks for what follows",
    docs: include_str!("online_index_in_transaction.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &["resumable-index"],
    checks: &[Check::Watch(|| Box::<Built>::default())],
};

/// What was built online in the transaction at hand.
#[derive(Default)]
struct Built {
    builds: Vec<(Place, Name)>,
    /// The tables of the file that were told: each stays locked once.
    told: BTreeSet<Name>,
}

impl Watch for Built {
    fn step(&mut self, step: &Step, findings: &mut Findings) {
        if !step.in_transaction {
            self.builds.clear();
        } else if works(&step.statement.kind) {
            for (place, table) in self.builds.drain(..) {
                if !self.told.insert(table.clone()) {
                    continue;
                }
                let next = step.place();
                findings
                    .add(place, format!("`{table}` stays locked after the online build until the transaction ends"))
                    .table(&table)
                    .related(Some(next), "the transaction goes on with this")
                    .help("put it last, or in a file of its own with the header line -- ragsql: no-transaction");
            }
        }
    }

    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        let (table, options) = match cx.change {
            Change::CreateIndex { table, index, .. } => (table, &index.options),
            Change::AlterIndex { table, options, .. } => (table, options),
            Change::AddConstraint { table, constraint } => match &constraint.kind {
                ConstraintKind::Key { options, .. } => (table, options),
                _ => return,
            },
            _ => return,
        };
        if cx.step.in_transaction && is_on(options, "ONLINE") && cx.is_old(table) {
            self.builds.push((cx.place, table.clone()));
        }
    }

    fn file_end(&mut self, _after: &Catalog, _findings: &mut Findings) {
        *self = Self::default();
    }
}

/// Whether a statement takes time.
fn works(kind: &Kind) -> bool {
    !matches!(
        kind,
        Kind::Transaction(_)
            | Kind::Other(_)
            | Kind::SetOption { .. }
            | Kind::Declare(_)
            | Kind::Assign { .. }
            | Kind::DropIndex { .. }
            | Kind::Drop { .. }
    )
}
