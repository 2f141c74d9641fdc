//! Telling a statement and carrying out its changes; what does not fit the catalog is told, then
//! taken as the history's own word.

use super::Run;
use crate::catalog::Place;
use crate::change::Change;
use crate::name::Name;
use crate::replay::meaning::{Meaning, meaning};
use crate::replay::step::{Observer, Skipped, Step};
use crate::syntax::ast::{Kind, Statement};
use crate::text::Span;

impl Run<'_> {
    /// Tells a statement that changes nothing itself, or is skipped.
    pub(super) fn tell(&mut self, statement: &Statement, skipped: Option<Skipped>) {
        self.tell_all(statement, &[], None, skipped);
    }

    fn tell_all(
        &mut self,
        statement: &Statement,
        changes: &[(Change, Span)],
        unknown: Option<&[Name]>,
        skipped: Option<Skipped>,
    ) {
        with_step(self, statement, changes, unknown, skipped, |run, step| run.step(step));
    }

    /// Tells a leaf statement and carries out what it does.
    pub(super) fn carry_out(&mut self, statement: &Statement) {
        let (mut changes, mut touches) = match meaning(statement, &self.replay.catalog, &self.cx) {
            Meaning::Changes(changes) => (changes, None),
            Meaning::Nothing => (Vec::new(), None),
            Meaning::Unknown { touches, changes } => (changes, Some(touches)),
        };
        if matches!(statement.kind, Kind::Execute { .. }) && self.called_enough() {
            touches.get_or_insert_default();
        }
        changes.retain(|(change, _)| !change.is_temporary());
        changes.iter_mut().for_each(|(_, span)| *span = self.place(*span));
        self.tell_all(statement, &changes, touches.as_deref(), None);
        for change in &changes {
            self.apply(statement, change);
        }
        for name in touches.iter().flatten() {
            self.replay.journal.suspect(&mut self.replay.catalog, name);
        }
    }

    fn apply(&mut self, statement: &Statement, made: &(Change, Span)) {
        let ((change, span), changes) = (made, std::slice::from_ref(made));
        with_step(self, statement, changes, None, None, |run, step| run.change(step, change, *span, step.before));
        let place = Place { file: self.file as u32, span: *span };
        let applied = if self.can_be_undone() {
            self.replay.apply(change, place)
        } else {
            self.replay.apply_for_good(change, place)
        };
        let Err(error) = applied else { return };
        if !self.replay.expected(&error) {
            with_step(self, statement, changes, None, None, |run, step| run.misfit(step, change, *span, &error));
        }
        self.replay.take_its_word(change, &error, place);
    }
}

/// Builds the step for a statement and gives it to the observer.
fn with_step(
    run: &mut Run<'_>,
    statement: &Statement,
    changes: &[(Change, Span)],
    unknown: Option<&[Name]>,
    skipped: Option<Skipped>,
    tell: impl FnOnce(&mut dyn Observer, &Step<'_>),
) {
    let (span, in_transaction) = (run.place(statement.span), run.transaction.depth > 0);
    let step = Step {
        file: run.file,
        batch: run.batch,
        statement,
        source: run.origin.source().unwrap_or(run.source),
        span,
        before: &run.replay.catalog,
        changes,
        unknown,
        certainty: run.certainty,
        skipped,
        in_transaction,
        settings: run.cx.settings,
        inside: run.origin.inside(),
    };
    tell(run.observer, &step);
}
