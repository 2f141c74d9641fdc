//! Branches: what runs for certain, what may, and what the catalog may hold after it.

use super::transaction::Transaction;
use super::{Flow, Run};
use crate::catalog::Presence;
use crate::change::{Branch, Mark};
use crate::replay::Replay;
use crate::replay::condition::{Facts, Truth, judge};
use crate::replay::step::Skipped;
use crate::syntax::ast::Statement;
use crate::text::Span;

/// One of the courses that things may have taken, while it is followed.
pub(super) struct Course {
    mark: Mark,
    certainty: Presence,
    transaction: Transaction,
}

impl Run<'_> {
    pub(super) fn branch(&mut self, condition: Span, then: &Statement, otherwise: Option<&Statement>) -> Flow {
        match self.judge(condition) {
            Truth::True => {
                let flow = self.statement(then);
                otherwise.into_iter().for_each(|other| self.skip(other, Skipped::Branch));
                flow
            }
            Truth::False => {
                self.skip(then, Skipped::Branch);
                otherwise.map_or(Flow::Next, |other| self.statement(other))
            }
            Truth::Unknown => match otherwise {
                None => self.perhaps(|run| run.statement(then)),
                Some(other) => self.either(then, other),
            },
        }
    }

    fn judge(&self, condition: Span) -> Truth {
        let facts = Facts {
            catalog: &self.replay.catalog,
            index_owners: &self.replay.index_owners,
            variables: self.variables.known(),
            ef_history: &self.replay.ef_history,
            empty_tables: &self.empty_tables,
            transactions: self.transaction.depth,
            phase: self.phase,
        };
        judge(&self.text_of(condition), facts)
    }

    pub(super) fn repeat(&mut self, condition: Span, body: &Statement) -> Flow {
        if self.judge(condition) == Truth::False {
            self.skip(body, Skipped::Branch);
            return Flow::Next;
        }
        self.perhaps(|run| run.statement(body))
    }

    /// The body is taken to succeed; the handler is what may run instead of some of it. What the
    /// handler does to transactions happens only to a body that failed.
    pub(super) fn try_catch(&mut self, body: &[Statement], handler: &[Statement]) -> Flow {
        let flow = self.sequence(body);
        self.handlers += 1;
        self.perhaps(|run| run.sequence(handler));
        self.handlers -= 1;
        if flow == Flow::Fails { Flow::MayEnd } else { flow }
    }

    /// Starts to follow what may have happened.
    pub(super) fn open(&mut self) -> Course {
        let mark = self.replay.journal.mark();
        self.courses.push(mark);
        let certainty = std::mem::replace(&mut self.certainty, Presence::Possible);
        Course { mark, certainty, transaction: self.transaction.clone() }
    }

    /// Ends a course beside which nothing else may have happened.
    pub(super) fn close(&mut self, course: Course, flow: Flow) {
        let Replay { catalog, journal, .. } = &mut *self.replay;
        if flow == Flow::Fails {
            journal.undo(catalog, course.mark);
            self.transaction = course.transaction;
        } else {
            journal.doubt(catalog, course.mark);
            let now = std::mem::take(&mut self.transaction);
            self.transaction = course.transaction.either(now);
        }
        self.courses.pop();
        self.certainty = course.certainty;
        self.forget_journal();
    }

    /// Follows what may happen or not.
    pub(super) fn perhaps(&mut self, follow: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let course = self.open();
        let flow = follow(self);
        self.close(course, flow);
        match flow {
            Flow::Next | Flow::Fails => Flow::Next,
            Flow::MayEnd | Flow::Ends => Flow::MayEnd,
        }
    }

    /// Follows two branches of which one is taken.
    fn either(&mut self, then: &Statement, otherwise: &Statement) -> Flow {
        let mut course = self.open();
        let first = self.statement(then);
        let branch = self.replay.journal.take_branch(&mut self.replay.catalog, course.mark);
        let after_first = std::mem::replace(&mut self.transaction, course.transaction.clone());
        let second = self.statement(otherwise);
        let after_second = std::mem::take(&mut self.transaction);
        self.settle(course.mark, branch, first == Flow::Fails, second == Flow::Fails);
        course.transaction = match (first, second) {
            (Flow::Fails, _) => after_second,
            (_, Flow::Fails) => after_first,
            _ => after_first.either(after_second),
        };
        self.courses.pop();
        self.certainty = course.certainty;
        self.transaction = course.transaction;
        self.forget_journal();
        joined(first, second)
    }

    /// Leaves the catalog as one branch made it, or as either of both.
    fn settle(&mut self, mark: Mark, first: Branch, first_failed: bool, second_failed: bool) {
        let Replay { catalog, journal, .. } = &mut *self.replay;
        match (first_failed, second_failed) {
            (true, true) => journal.undo(catalog, mark),
            (true, false) => {}
            (false, true) => {
                journal.undo(catalog, mark);
                journal.resume(catalog, first);
            }
            (false, false) => journal.join(catalog, mark, first),
        }
    }

    /// Outside of transactions and doubt nothing can be undone.
    pub(super) fn can_be_undone(&self) -> bool {
        self.transaction.depth > 0 || !self.courses.is_empty()
    }

    /// Forgets what nothing can undo any more.
    pub(super) fn forget_journal(&mut self) {
        if !self.can_be_undone() {
            self.replay.journal.clear();
        }
    }
}

/// How two branches of which one is taken leave the batch.
fn joined(first: Flow, second: Flow) -> Flow {
    match (first, second) {
        (Flow::Fails, flow) | (flow, Flow::Fails) => flow,
        (Flow::Ends, Flow::Ends) => Flow::Ends,
        (Flow::Next, Flow::Next) => Flow::Next,
        _ => Flow::MayEnd,
    }
}
