//! What replay tells while it runs: every statement once, in order, with the catalog that it meets.

use crate::catalog::{Catalog, Place, Presence};
use crate::change::{ApplyError, Change};
use crate::name::Name;
use crate::source::{Migration, ParsedBatch, ParsedFile};
use crate::syntax::ast::Statement;
use crate::text::{SourceFile, Span};

use super::settings::Settings;

/// Where a statement comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside<'a> {
    /// It stands in the file.
    Direct,
    /// It is text that the file executes (`EXEC ('…')`, `sp_executesql`).
    Dynamic,
    /// It is in the body of a procedure that the file executes. Such steps are always possible, and
    /// only those that may change the schema are told.
    Procedure(&'a Name),
}

/// Why a statement does not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skipped {
    /// It is in a branch that is not taken on a fresh database.
    Branch,
    /// `SET NOEXEC ON` or `SET PARSEONLY ON` is in force.
    NoExecution,
    /// The batch ended before it: `RETURN`, `THROW`.
    Ended,
}

/// One statement in the order in which it runs.
///
/// Blocks and TRY are no steps, what is in them is. `IF` and `WHILE` are steps of their own before
/// what is in them: they stand for their condition. So is known dynamic text before its statements.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// Its file, as an index into what is replayed.
    pub file: usize,
    /// Its batch in the file, from 0.
    pub batch: usize,
    /// The statement. Its spans are offsets into `source`.
    pub statement: &'a Statement,
    /// What the statement's spans are offsets into: the file, or the definition of the procedure
    /// that it is inside of.
    pub source: &'a SourceFile,
    /// The place in the file: the statement's, or the EXEC's for what is inside a procedure.
    pub span: Span,
    /// The catalog before the statement.
    pub before: &'a Catalog,
    /// What it changes, with places in the file; empty when it is skipped. Changes of temporary
    /// objects are left out.
    pub changes: &'a [(Change, Span)],
    /// When it is not, or not wholly, understood: the objects that it may touch, as far as known.
    pub unknown: Option<&'a [Name]>,
    /// Whether it runs for certain, once the file runs; `Possible` under a condition that cannot be
    /// judged, in a loop or a CATCH block.
    pub certainty: Presence,
    /// Why it does not run; `None` when it does or may.
    pub skipped: Option<Skipped>,
    /// Whether a transaction is open: the file's own, or one that it began.
    pub in_transaction: bool,
    /// The SET options in force.
    pub settings: Settings,
    /// Where it comes from.
    pub inside: Inside<'a>,
}

impl Step<'_> {
    /// Its place.
    #[must_use]
    pub fn place(&self) -> Place {
        self.at(self.span)
    }

    /// A place in its file.
    #[must_use]
    pub fn at(&self, span: Span) -> Place {
        Place { file: self.file as u32, span }
    }

    /// Whether it runs or may run.
    #[must_use]
    pub fn runs(&self) -> bool {
        self.skipped.is_none()
    }
}

/// Watches a replay.
pub trait Observer {
    /// A file begins.
    fn file(&mut self, _index: usize, _migration: &Migration, _parsed: &ParsedFile) {}

    /// A batch of it begins.
    fn batch(&mut self, _file: usize, _index: usize, _batch: &ParsedBatch, _before: &Catalog) {}

    /// A statement is about to run, or is skipped.
    fn step(&mut self, _step: &Step<'_>) {}

    /// One of the step's changes is about to be applied. `before` holds those of the same step that
    /// came before it, as `step.before` does not: `ALTER TABLE t ADD c INT, CONSTRAINT k UNIQUE (c)`.
    fn change(&mut self, _step: &Step<'_>, _change: &Change, _span: Span, _before: &Catalog) {}

    /// One of the step's changes does not fit the catalog, which is now as it is in `step.before`.
    /// Replay goes on: what is missing is taken as there, but uncertain.
    fn misfit(&mut self, _step: &Step<'_>, _change: &Change, _span: Span, _error: &ApplyError) {}
}

/// Watches nothing.
impl Observer for () {}

/// Watches the steps alone.
impl<F: FnMut(&Step<'_>)> Observer for F {
    fn step(&mut self, step: &Step<'_>) {
        self(step);
    }
}
