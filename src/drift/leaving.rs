//! What is there and about to go.

use crate::catalog::Catalog;
use crate::change::Change;
use crate::replay::{Observer, Step};
use crate::source::Migration;
use crate::text::Span;

/// The vector indexes of a database that files are about to drop: their post-load steps are gone already, since those work
/// towards what the files lead to in the end.
#[must_use]
pub fn leaving(found: &Catalog, files: &[&Migration]) -> Vec<Change> {
    let mut leaving = Leaving::default();
    super::rehearsed(found, files, &mut leaving);
    leaving.0
}

/// Notes which vector indexes are dropped.
#[derive(Default)]
struct Leaving(Vec<Change>);

impl Observer for Leaving {
    fn change(&mut self, _step: &Step<'_>, change: &Change, _span: Span, _before: &Catalog) {
        if matches!(change, Change::DropIndex { index, .. } if index.is_vector()) {
            self.0.push(change.clone());
        }
    }
}
