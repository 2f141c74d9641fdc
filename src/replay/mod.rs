//! Replay: folds the history of a project into the catalog that it leads to on a fresh database, and
//! tells every statement on the way.
//!
//! What cannot be judged is not guessed: it may have happened or not, and the catalog says so. The
//! history is taken as one of files that succeed: nobody applies the next file after one that failed.

mod condition;
mod meaning;
mod procedure;
mod run;
mod settings;
mod step;

pub use meaning::{Context, Meaning, meaning};
pub use procedure::{Body, body};
pub use settings::Settings;
pub use step::{Inside, Observer, Skipped, Step};

use std::collections::{BTreeMap, BTreeSet};

use self::procedure::Bodies;
use self::run::Run;
use crate::catalog::{Catalog, Place};
use crate::change::{ApplyError, Change, Journal};
use crate::name::{Ident, Name};
use crate::schema::Table;
use crate::source::{Migration, ParsedFile, Project};
use crate::syntax::ast::ObjectClass;

/// Replays a project: `migrations/` by version, then `post-load/` by version. Files are counted from
/// 0 in that order. Linear in the text.
pub fn replay(project: &Project, observer: &mut dyn Observer) -> Catalog {
    let mut replay = Replay::default();
    let mut index = 0;
    project.for_each_parsed(|migration, parsed| {
        replay.file(index, migration, &parsed, observer);
        index += 1;
    });
    replay.finish()
}

/// A replay in progress, file by file.
#[derive(Debug, Default)]
pub struct Replay {
    catalog: Catalog,
    journal: Journal,
    bodies: Bodies,
    /// The tables that ever had an index of a name.
    index_owners: BTreeMap<Ident, BTreeSet<Name>>,
    /// The migrations that EF Core's history table holds.
    ef_history: BTreeSet<String>,
    /// How many statements of procedures were followed.
    called: usize,
}

impl Replay {
    /// A replay that starts from a catalog instead of an empty database.
    #[must_use]
    pub fn from(catalog: Catalog) -> Self {
        let mut replay = Self { catalog, ..Self::default() };
        for (name, entry) in &replay.catalog.tables {
            own_indexes(&mut replay.index_owners, name, &entry.definition);
        }
        replay
    }

    /// Replays the next file. `index` is what steps and places call it.
    pub fn file(&mut self, index: usize, migration: &Migration, parsed: &ParsedFile, observer: &mut dyn Observer) {
        observer.file(index, migration, parsed);
        let mut run = Run::new(self, observer, index, migration);
        for (at, batch) in parsed.batches.iter().enumerate() {
            run.batch(at, batch);
        }
        self.journal.clear();
    }

    /// The catalog so far.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The catalog that the history leads to.
    #[must_use]
    pub fn finish(self) -> Catalog {
        self.catalog
    }

    fn apply(&mut self, change: &Change, place: Place) -> Result<(), ApplyError> {
        self.journal.apply(&mut self.catalog, change, Some(place))?;
        self.note_owners(change);
        Ok(())
    }

    /// The same where nothing can undo it: what the journal would keep of a large table is not copied for each change.
    fn apply_for_good(&mut self, change: &Change, place: Place) -> Result<(), ApplyError> {
        self.catalog.apply_for_good(change, place)?;
        self.note_owners(change);
        Ok(())
    }

    /// Notes which tables have indexes of which names.
    fn note_owners(&mut self, change: &Change) {
        match change {
            Change::CreateIndex { table, index, .. } => own(&mut self.index_owners, &index.name, table),
            Change::RenameIndex { table, to, .. } => own(&mut self.index_owners, to, table),
            Change::AddConstraint { table, constraint } => {
                constraint.name.iter().for_each(|name| own(&mut self.index_owners, name, table));
            }
            Change::RenameConstraint { table, to, .. } => own(&mut self.index_owners, to, table),
            Change::CreateTable { name, table } => own_indexes(&mut self.index_owners, name, table),
            Change::Rename { to, .. } | Change::Transfer { to, .. } => {
                if let Some(table) = self.catalog.table(to) {
                    own_indexes(&mut self.index_owners, to, table);
                }
            }
            _ => {}
        }
    }

    /// Whether a misfit is no news: the table that lacks something is not wholly known.
    fn expected(&self, error: &ApplyError) -> bool {
        match error {
            ApplyError::PartExists { of, .. } | ApplyError::PartMissing { of, .. } => {
                self.catalog.tables.get(of).is_some_and(|entry| entry.uncertain)
            }
            _ => false,
        }
    }

    /// Makes room for a change that does not fit: what it needs is there, since the history succeeded,
    /// but nothing else is known of it.
    fn take_its_word(&mut self, change: &Change, error: &ApplyError, place: Place) {
        match (error, change) {
            (ApplyError::MissingSchema(schema), _) => {
                self.assume(&Change::CreateSchema { name: schema.clone(), owner: None }, &Name::bare(schema.clone()));
                self.again(change, place);
            }
            (ApplyError::Missing { class: ObjectClass::Policy, name }, Change::AlterPolicy { to, .. }) => {
                self.assume(&Change::CreatePolicy { name: name.clone(), policy: to.clone() }, name);
                self.again(change, place);
            }
            (ApplyError::Missing { name, .. }, Change::AlterModule { to, .. }) => {
                self.assume(&Change::CreateModule { name: name.clone(), module: to.clone() }, name);
                self.again(change, place);
            }
            (ApplyError::Missing { class: ObjectClass::Table, name }, change) if !change.is_drop() => {
                self.assume(&Change::CreateTable { name: name.clone(), table: Box::new(Table::default()) }, name);
                self.again(change, place);
            }
            (ApplyError::Exists { existing, name }, change) if change.creates().as_ref() == Some(existing) => {
                self.journal.suspect(&mut self.catalog, name);
            }
            (ApplyError::PartExists { of, .. } | ApplyError::PartMissing { of, .. }, _) => {
                self.journal.suspect(&mut self.catalog, of);
            }
            _ => {}
        }
    }

    /// Makes something that must have been there all along; it stays uncertain.
    fn assume(&mut self, change: &Change, name: &Name) {
        if let Err(ApplyError::MissingSchema(schema)) = self.journal.apply(&mut self.catalog, change, None) {
            self.assume(&Change::CreateSchema { name: schema.clone(), owner: None }, &Name::bare(schema));
            // Fails for another reason only, and then there is nothing to assume.
            let _ = self.journal.apply(&mut self.catalog, change, None);
        }
        self.journal.suspect(&mut self.catalog, name);
    }

    /// Tries a change again for which room was made.
    fn again(&mut self, change: &Change, place: Place) {
        // A second misfit was told with the first one.
        let _ = self.apply(change, place);
    }
}

fn own(owners: &mut BTreeMap<Ident, BTreeSet<Name>>, index: &Ident, table: &Name) {
    owners.entry(index.clone()).or_default().insert(table.clone());
}

fn own_indexes(owners: &mut BTreeMap<Ident, BTreeSet<Name>>, name: &Name, table: &Table) {
    table.indexes.iter().for_each(|index| own(owners, &index.name, name));
    let constraints = table.constraints.iter().filter_map(|constraint| constraint.name.as_ref());
    constraints.for_each(|constraint| own(owners, constraint, name));
}
