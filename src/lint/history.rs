//! What was there before the file at hand, and so may hold rows and have users; and what of it the file
//! copies elsewhere.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::Diagnostic;
use super::finding::Findings;
use crate::catalog::{Catalog, Part, Place, Presence};
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::replay::{Inside, Step};
use crate::schema::IndexOption;
use crate::syntax::ast::{AlterTable, DmlVerb, Kind};
use crate::syntax::lexer::{Lexer, identifier_text};
use crate::text::{SourceFile, Span};

/// A change that is about to be made.
pub struct ChangeCx<'a> {
    /// The statement that makes it.
    pub step: &'a Step<'a>,
    /// The change.
    pub change: &'a Change,
    /// Where it is written.
    pub place: Place,
    /// The catalog that it meets: earlier changes of the statement are made.
    pub before: &'a Catalog,
    /// What the file has copied so far.
    pub(super) copies: &'a Copies,
}

impl ChangeCx<'_> {
    /// Whether a table was there before this file.
    #[must_use]
    pub fn is_old(&self, table: &Name) -> bool {
        is_old_table(self.before, self.step.file, table)
    }

    /// Whether a column was there before this file.
    #[must_use]
    pub fn is_old_column(&self, table: &Name, column: &Ident) -> bool {
        is_old_column(self.before, self.step.file, table, column)
    }

    /// The options of the ALTER COLUMN or REBUILD that makes the change: `ONLINE = ON` and the like.
    #[must_use]
    pub fn options(&self) -> &[IndexOption] {
        let Kind::AlterTable { actions, .. } = &self.step.statement.kind else { return &[] };
        let options =
            actions.iter().filter(|(_, span)| *span == self.place.span).find_map(|(action, _)| match action {
                AlterTable::AlterColumn(_, options) | AlterTable::Rebuild(options) => Some(options),
                _ => None,
            });
        options.map_or(&[], |options| options)
    }

    /// Where this file copied what all these names together stand for, when it did: the table, or
    /// the table and a column of it.
    #[must_use]
    pub fn copied(&self, names: &[&Ident]) -> Option<Place> {
        self.copies.of(self.step.source, names)
    }

    /// Adds a finding about a table at the place of the change. One that may not be made is a warning.
    pub fn tell<'f>(&self, findings: &'f mut Findings, table: &Name, message: impl Into<String>) -> &'f mut Diagnostic {
        self.say(findings, message).table(table)
    }

    /// Adds a finding about something else than a table.
    pub fn say<'f>(&self, findings: &'f mut Findings, message: impl Into<String>) -> &'f mut Diagnostic {
        let finding = findings.add(self.place, message);
        if self.step.certainty == Presence::Possible {
            finding.unsure();
        }
        finding
    }
}

/// Whether a table was there before a file. One that the history does not make was.
pub(super) fn is_old_table(catalog: &Catalog, file: usize, table: &Name) -> bool {
    match catalog.tables.get(table) {
        _ if table.is_temporary() => false,
        Some(entry) => entry.origin.0.is_none_or(|place| place.file as usize != file),
        None => catalog.object_kind(table).is_none(),
    }
}

/// Whether a column was there before a file, with its table.
pub(super) fn is_old_column(catalog: &Catalog, file: usize, table: &Name, column: &Ident) -> bool {
    let entry = catalog.tables.get(table);
    let place = entry.and_then(|entry| entry.place_of(&Part::Column(column.clone())));
    is_old_table(catalog, file, table) && place.is_none_or(|place| place.file as usize != file)
}

/// The statements of a file that may copy rows from one place to another.
#[derive(Debug, Default)]
pub(super) struct Copies {
    file: usize,
    statements: Vec<(Span, OnceCell<BTreeSet<Ident>>)>,
}

impl Copies {
    /// Follows a statement.
    pub(super) fn follow(&mut self, step: &Step) {
        if self.file != step.file {
            *self = Self { file: step.file, statements: Vec::new() };
        }
        let copies = matches!(
            &step.statement.kind,
            Kind::Dml { verb: DmlVerb::Insert | DmlVerb::Select | DmlVerb::Update | DmlVerb::Merge, target: Some(_) }
        );
        if copies && !matches!(step.inside, Inside::Procedure(_)) {
            self.statements.push((step.statement.span, OnceCell::new()));
        }
    }

    /// The last statement that holds all these names.
    fn of(&self, source: &SourceFile, names: &[&Ident]) -> Option<Place> {
        let holds = |(span, found): &&(Span, OnceCell<BTreeSet<Ident>>)| {
            let found = found.get_or_init(|| identifiers(source.text(), *span));
            names.iter().all(|name| found.contains(name))
        };
        let (span, _) = self.statements.iter().rev().find(holds)?;
        Some(Place { file: self.file as u32, span: *span })
    }
}

/// The identifiers in a text.
fn identifiers(text: &str, span: Span) -> BTreeSet<Ident> {
    let tokens = Lexer::new(text, span).tokens();
    let names = tokens.filter(|token| token.kind.is_name());
    names.map(|token| Ident::new(identifier_text(token.text(text)))).collect()
}
