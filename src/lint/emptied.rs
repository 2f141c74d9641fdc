//! Tables that a file empties: of one that it then fills anew, the rows are replaced.

use super::diagnostic::Diagnostic;
use super::finding::Findings;
use crate::catalog::{Place, Presence};
use crate::name::Name;
use crate::replay::{Inside, Step};
use crate::syntax::ast::{DmlVerb, Kind};

/// The tables that the file at hand has emptied.
#[derive(Debug, Default)]
pub(super) struct Emptied(Vec<Emptying>);

#[derive(Debug)]
struct Emptying {
    place: Place,
    table: Name,
    certain: bool,
    filled: bool,
}

impl Emptied {
    /// Notes a statement that empties a table.
    pub(super) fn note(&mut self, step: &Step, place: Place, table: Name) {
        let certain = step.certainty == Presence::Certain;
        self.0.push(Emptying { place, table, certain, filled: false });
    }

    /// Follows a statement: it may fill a table that was emptied.
    pub(super) fn follow(&mut self, step: &Step) {
        let Kind::Dml { verb: DmlVerb::Insert | DmlVerb::Merge, target: Some(target) } = &step.statement.kind else {
            return;
        };
        if self.0.is_empty() || matches!(step.inside, Inside::Procedure(_)) {
            return;
        }
        let table = step.before.resolve(&target.to_name());
        self.0.iter_mut().filter(|emptying| emptying.table == table).for_each(|emptying| emptying.filled = true);
    }

    /// Tells what was emptied when the file has ended. A table that is filled anew is a warning, since its
    /// rows may be those of a list that belongs to the code.
    pub(super) fn tell(
        &mut self,
        findings: &mut Findings,
        message: impl Fn(&Name) -> String,
        finish: impl Fn(&mut Diagnostic),
    ) {
        for Emptying { place, table, certain, filled } in self.0.drain(..) {
            let finding = findings.add(place, message(&table)).table(&table);
            finish(finding);
            if filled || !certain {
                finding.unsure();
            }
        }
    }
}
