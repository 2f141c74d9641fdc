//! Drift: what a database has, or lacks, that the files applied to it do not explain.

mod compare;
mod detour;
mod leaving;
mod pattern;
mod subject;
mod touched;

pub use compare::{Drift, Drifted, Looked};
pub use leaving::leaving;
pub use pattern::{Pattern, PatternError};
pub use subject::Subject;
pub use touched::touched;

use std::collections::BTreeSet;

use crate::catalog::Catalog;
use crate::change::Change;
use crate::emit::{self, History};
use crate::name::{Ident, Name};
use crate::replay::{Observer, Replay};
use crate::source::{Migration, Project};

/// Follows what files would do to a database, with the values of their variables.
fn rehearsed(found: &Catalog, files: &[&Migration], observer: &mut dyn Observer) {
    let mut replay = Replay::from(found.clone());
    for (index, file) in files.iter().enumerate() {
        let file = file.filled();
        replay.file(index, &file, &file.parse(), observer);
    }
}

/// What is left out of a comparison.
#[derive(Debug, Clone, Default)]
pub struct LeftOut {
    /// The tables of the tool: its histories.
    pub own: Vec<Name>,
    /// What belongs to others.
    pub patterns: Vec<Pattern>,
}

impl LeftOut {
    /// Whether a name is left out.
    #[must_use]
    pub fn has(&self, name: &Name) -> bool {
        self.own.contains(name) || self.patterns.iter().any(|pattern| pattern.matches(name))
    }

    /// Takes everything that is left out from a catalog, with what belongs to it: triggers, statistics, permissions.
    pub fn forget(&self, catalog: &mut Catalog) {
        let tables: Vec<Name> = catalog.tables.keys().filter(|name| self.has(name)).cloned().collect();
        for name in tables {
            // The table is there, so it can go.
            let _ = catalog.apply(&Change::DropTable { name });
        }
        catalog.modules.retain(|name, _| !self.has(name));
        catalog.view_indexes.retain(|name, _| !self.has(name));
        catalog.types.retain(|name, _| !self.has(name));
        catalog.sequences.retain(|name, _| !self.has(name));
        catalog.synonyms.retain(|name, _| !self.has(name));
        catalog.policies.retain(|name, _| !self.has(name));
        catalog.statistics.retain(|name, _| !self.has(name));
        catalog.disabled_triggers.retain(|name| !self.has(name));
        catalog.others.retain(|(_, name), _| !self.has(name));
        let bare = |name: &Ident| self.has(&Name::bare(name.clone()));
        catalog.schemas.retain(|name, _| !bare(name));
        catalog.principals.retain(|name, _| !bare(name));
        catalog.external_models.retain(|name, _| !bare(name));
        catalog.credentials.retain(|name, _| !bare(name));
        catalog.configurations.retain(|name, _| !self.has(&Name::bare(Ident::new(name))));
        for held in catalog.permissions.values_mut() {
            held.retain(|permission| {
                let subject = Subject::of(&Change::Grant(permission.clone()));
                !self.has(&subject.name()) && !bare(&permission.principal)
            });
        }
        catalog.permissions.retain(|_, held| !held.is_empty());
        catalog.properties.retain(|on, _| !self.has(&Subject::of_levels(on).name()));
    }

    /// Takes from what was found the schemas that the tool made for its own tables and that hold nothing else.
    pub fn forget_own_schemas(&self, found: &mut Catalog, expected: &Catalog) {
        for schema in self.own.iter().map(|table| &table.schema) {
            if !expected.schemas.contains_key(schema) {
                // One that holds something else stays, and is told.
                let _ = found.apply(&Change::DropSchema { name: schema.clone() });
            }
        }
    }
}

/// What the applied files of a project lead to, with the values of their variables: those of these versions in both
/// phases.
#[must_use]
pub fn expected(project: &Project, migrations: &BTreeSet<i64>, post_load: &BTreeSet<i64>) -> History {
    let of = |files: &[Migration], versions: &BTreeSet<i64>| {
        files.iter().filter(|file| versions.contains(&file.version)).map(Migration::filled).collect()
    };
    let applied = Project {
        migrations: of(&project.migrations, migrations),
        post_load: of(&project.post_load, post_load),
        problems: Vec::new(),
    };
    emit::history(&applied)
}
