//! Tables that a file empties: of one that it then fills anew, the rows are replaced.

use std::collections::BTreeMap;

use super::finding::Findings;
use crate::catalog::{Place, Presence};
use crate::name::Name;
use crate::replay::{Inside, Step};
use crate::syntax::ast::{DmlVerb, Kind};

/// The tables that the file at hand has emptied.
#[derive(Debug, Default)]
pub(super) struct Emptied {
    emptyings: Vec<Emptying>,
    /// Those of a table that nothing has filled since, by their places in the list.
    empty: BTreeMap<Name, Vec<usize>>,
}

#[derive(Debug)]
struct Emptying {
    place: Place,
    table: Name,
    message: String,
    certain: bool,
    filled: bool,
}

impl Emptied {
    /// Notes a statement that empties a table, with what is told of it and whether it fills the table itself.
    pub(super) fn note(&mut self, step: &Step, place: Place, table: Name, message: String, filled: bool) {
        let certain = step.certainty == Presence::Certain;
        self.empty.entry(table.clone()).or_default().push(self.emptyings.len());
        self.emptyings.push(Emptying { place, table, message, certain, filled });
    }

    /// Follows a statement: it may fill a table that was emptied.
    pub(super) fn follow(&mut self, step: &Step) {
        let Kind::Dml { verb: DmlVerb::Insert | DmlVerb::Merge, target: Some(target) } = &step.statement.kind else {
            return;
        };
        if self.empty.is_empty() || matches!(step.inside, Inside::Procedure(_)) {
            return;
        }
        let table = step.before.resolve(&target.to_name());
        self.empty.remove(&table).unwrap_or_default().into_iter().for_each(|at| self.emptyings[at].filled = true);
    }

    /// Tells what was emptied when the file has ended. A table that is filled anew is a warning, since its
    /// rows may be those of a list that belongs to the code.
    pub(super) fn tell(&mut self, findings: &mut Findings, help: &str) {
        self.empty.clear();
        for Emptying { place, table, message, certain, filled } in self.emptyings.drain(..) {
            let finding = findings.add(place, message).table(&table).help(help);
            if filled || !certain {
                finding.unsure();
            }
        }
    }
}
