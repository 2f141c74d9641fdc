//! Plan: what would run now, file by file and statement by statement, with what each may do.

mod record;

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::Catalog;
use crate::drift::Looked;
use crate::hazard::{Hazard, Held};
use crate::name::Name;
use crate::replay::Replay;
use crate::source::Project;
use record::Recorder;

/// Everything that would run now.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// What it starts from: `db`, `nothing`, `version 3`.
    pub from: String,
    /// The database and its server, where one was asked.
    pub database: Option<(String, String)>,
    /// Which engine's rules apply.
    pub engine: &'static str,
    /// The migrations, in order.
    pub migrations: Vec<File>,
    /// The post-load steps that are not done, in order.
    pub post_load: Vec<Step>,
    /// Where the database is not as the applied files left it; `None` where no database was asked.
    pub drift: Option<Looked>,
    /// What could not be told, a sentence each.
    pub notes: Vec<String>,
    /// How large the tables of the database are.
    pub sizes: BTreeMap<Name, Size>,
}

/// A file and what it would send.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct File {
    /// Its version.
    pub version: i64,
    /// Its name.
    pub name: String,
    /// Where it stands: `migrations/V2__x.sql`.
    pub path: String,
    /// Whether it runs in one transaction.
    pub transaction: bool,
    /// Its batches, in order.
    pub batches: Vec<Batch>,
}

/// A batch that would be sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line on which it begins.
    pub line: u32,
    /// How often it runs.
    pub repeat: usize,
    /// Its statements that change something or may.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its line in the file.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// Whether it would run.
    pub runs: Runs,
    /// Whether all that it does is known; otherwise it may do more than is told.
    pub understood: bool,
    /// What it may do.
    pub hazards: BTreeSet<Hazard>,
    /// The tables that it works on or locks and that are there.
    pub tables: BTreeMap<Name, Held>,
}

/// Whether a statement runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// It does.
    Yes,
    /// It stands under a condition that only the run can judge.
    Maybe,
    /// It stands in a branch that is not taken.
    No,
}

impl Runs {
    /// Its stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Runs::Yes => "yes",
            Runs::Maybe => "maybe",
            Runs::No => "no",
        }
    }
}

/// A post-load step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// Its file, without batches where nothing would be sent.
    pub file: File,
    /// What it is: `ready`, `waiting`, …; `unknown` where no database was asked.
    pub state: String,
    /// What becomes of it.
    pub fate: Fate,
    /// Its guards.
    pub guards: Vec<Guarded>,
    /// What stands in the way beside guards.
    pub obstacles: Vec<String>,
}

/// What becomes of a step when the phase runs now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Fate {
    /// It runs.
    #[default]
    Runs,
    /// It waits for its guards, or for migrations that come before it.
    Waits,
    /// It does not run until a person has mended something.
    Refused,
}

/// A guard, counted where a database was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guarded {
    /// The guard as a header writes it.
    pub guard: String,
    /// What there is and what is needed; `None` where it was not counted.
    pub counted: Option<(u64, u64)>,
    /// Whether counting stopped where the answer was known, so that there may be more.
    pub at_least: bool,
    /// Whether it holds; `None` where it was not counted.
    pub met: Option<bool>,
    /// What is missing and what to do; empty where it holds or was not counted.
    pub missing: String,
}

/// How large a table is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// Its rows.
    pub rows: i64,
    /// What it and its indexes take, in megabytes; `None` where the database does not tell.
    pub megabytes: Option<f64>,
}

/// The files of a project as they would run, one after another, on a database that holds `before`: first those of
/// `migrations/`, then those of `post-load/`. Linear in their text.
#[must_use]
pub fn files(before: Catalog, project: &Project) -> Vec<File> {
    let mut replay = Replay::from(before);
    let mut recorder = Recorder::default();
    let mut index = 0;
    project.for_each_parsed(|migration, parsed| {
        replay.file(index, migration, &parsed, &mut recorder);
        index += 1;
    });
    recorder.finish()
}

impl Plan {
    /// Whether nothing would run, now or once its guards are met.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.migrations.is_empty() && self.post_load.is_empty()
    }

    /// Whether `apply` would stop before the first migration.
    #[must_use]
    pub fn stops_at_drift(&self) -> bool {
        self.drift.as_ref().is_some_and(Looked::stops)
    }

    /// The statements that would run or may, and of which not all is known that they do: `migrations/V2__x.sql:5`.
    #[must_use]
    pub fn not_understood(&self) -> Vec<String> {
        let of_file = |file: &File| {
            let unknown = |statement: &&Statement| !statement.understood && statement.runs != Runs::No;
            file.statements().filter(unknown).map(|it| format!("{}:{}", file.path, it.line)).collect::<Vec<_>>()
        };
        self.files().flat_map(of_file).collect()
    }

    /// Every file with its batches, in the order in which they run.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.migrations.iter().chain(self.post_load.iter().map(|step| &step.file))
    }

    /// Puts something else in the place of what is not to be shown.
    pub fn hide(&mut self, hidden: impl Fn(&str) -> String) {
        let files = self.migrations.iter_mut().chain(self.post_load.iter_mut().map(|step| &mut step.file));
        let statements = files.flat_map(|file| &mut file.batches).flat_map(|batch| &mut batch.statements);
        statements.for_each(|statement| statement.text = hidden(&statement.text));
        let steps = self.post_load.iter_mut();
        let told = steps
            .flat_map(|step| step.obstacles.iter_mut().chain(step.guards.iter_mut().map(|guard| &mut guard.guard)));
        told.chain(&mut self.notes).for_each(|text| *text = hidden(text));
    }
}

impl File {
    /// Its statements, in order.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.batches.iter().flat_map(|batch| &batch.statements)
    }

    /// Leaves the batches that are to be sent, by their numbers from 0, each with how often.
    pub fn keep(&mut self, due: &[(usize, usize)]) {
        let times = |batch: &Batch| due.iter().find(|(number, _)| number + 1 == batch.number).map(|(_, runs)| *runs);
        self.batches.retain(|batch| times(batch).is_some());
        self.batches.iter_mut().for_each(|batch| batch.repeat = times(batch).unwrap_or(batch.repeat));
    }
}
