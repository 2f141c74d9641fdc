//! BEGIN TRANSACTION without COMMIT, and the other way round.

use crate::catalog::{Catalog, Place, Presence};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::replay::{Inside, Step};
use crate::source::{Stray, Transactions};
use crate::syntax::ast::{Kind, Transaction};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unbalanced-transaction",
    summary: "begins or ends a transaction without its counterpart",
    docs: include_str!("unbalanced_transaction.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Open>::default())],
};

/// The transactions that the file at hand has begun itself.
#[derive(Default)]
struct Open {
    begun: Transactions<Place>,
    /// COMMIT and ROLLBACK that end what the file did not begin.
    stray: Vec<(Place, Stray)>,
    /// A branch begins or commits, so it cannot be told what is open.
    unknown: bool,
}

impl Watch for Open {
    fn step(&mut self, step: &Step, _findings: &mut Findings) {
        let Kind::Transaction(transaction) = &step.statement.kind else { return };
        if matches!(step.inside, Inside::Procedure(_)) {
            return;
        }
        if step.certainty == Presence::Possible {
            self.unknown |= !matches!(transaction, Transaction::Rollback(_));
            return;
        }
        let place = step.place();
        let stray = self.begun.take(transaction, place, step.in_transaction);
        self.stray.extend(stray.map(|stray| (place, stray)));
    }

    fn file_end(&mut self, _after: &Catalog, findings: &mut Findings) {
        let Open { begun, stray, unknown } = std::mem::take(self);
        if unknown {
            return;
        }
        for (place, Stray { word, number, of_file }) in stray {
            if of_file {
                findings
                    .add(place, format!("this {word} ends the transaction in which ragsql runs the file: what follows is not undone when it fails"))
                    .help("leave it out; where the file needs transactions of its own, write -- ragsql: no-transaction in its header");
            } else {
                findings
                    .add(place, format!("this {word} has no BEGIN TRANSACTION"))
                    .errors(&[number])
                    .help("leave it out");
            }
        }
        if let Some(place) = begun.open() {
            findings
                .add(*place, "this transaction is never committed: what it did is rolled back when the session ends")
                .help("write COMMIT at the end");
        }
    }
}
