//! BEGIN TRANSACTION in a file that ragsql runs in a transaction.

use crate::catalog::{Catalog, Presence};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::replay::{Inside, Step};
use crate::syntax::ast::{Kind, Transaction};

/// The rule.
pub static RULE: Rule = Rule {
    code: "transaction-in-migration",
    summary: "begins a transaction in a file that runs in one",
    docs: include_str!("transaction_in_migration.md"),
    levels: Levels::all(Level::Info),
    phases: BOTH,
    guarded: false,
    yields_to: &["unbalanced-transaction"],
    checks: &[Check::Watch(|| Box::<Nested>::default())],
};

/// Whether the file at hand was told of already, and how deep its own transactions are.
#[derive(Default)]
struct Nested {
    told: bool,
    depth: u32,
}

impl Watch for Nested {
    fn step(&mut self, step: &Step, findings: &mut Findings) {
        let Kind::Transaction(transaction) = &step.statement.kind else { return };
        if matches!(step.inside, Inside::Procedure(_)) || step.certainty == Presence::Possible {
            return;
        }
        match transaction {
            Transaction::Begin(_) => {
                if step.in_transaction && self.depth == 0 && !std::mem::replace(&mut self.told, true) {
                    let place = step.place();
                    findings
                        .add(place, "ragsql runs this file in a transaction: this one only counts, and its COMMIT commits nothing")
                        .help("leave BEGIN TRANSACTION and COMMIT out; where the file needs its own, write -- ragsql: no-transaction in its header");
                }
                self.depth += 1;
            }
            Transaction::Commit(_) => self.depth = self.depth.saturating_sub(1),
            Transaction::Rollback(_) => self.depth = 0,
            Transaction::Save(_) => {}
        }
    }

    fn file_end(&mut self, _after: &Catalog, _findings: &mut Findings) {
        *self = Self::default();
    }
}
