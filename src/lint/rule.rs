//! A rule: a record that names it, its page, and the functions that judge.

use super::finding::Findings;
use super::history::ChangeCx;
use super::queries::QueryCx;
use super::{Level, Options, rules};
use crate::catalog::Catalog;
use crate::refusal::Profile;
use crate::replay::Step;
use crate::source::{Migration, ParsedFile, Phase};
use crate::syntax::ProblemKind;
use crate::syntax::unread::Unread;

/// One rule. A plain static: see any file in `rules/`.
pub struct Rule {
    /// Its stable name, which reads well after "allow".
    pub code: &'static str,
    /// What it tells: a sentence without a subject and full stop.
    pub summary: &'static str,
    /// Its page, in Markdown.
    pub docs: &'static str,
    /// Its level for each engine.
    pub levels: Levels,
    /// The folders in which it applies.
    pub phases: &'static [Phase],
    /// It is silent about what is not certain: a condition that cannot be judged may be what keeps the
    /// statement from it.
    pub guarded: bool,
    /// Rules that tell the same cause better: where one of them has a finding at the same place or inside
    /// it, this one has none.
    pub yields_to: &'static [&'static str],
    /// How it judges.
    pub checks: &'static [Check],
}

impl Rule {
    /// Whether `ragsql apply` refuses what the rule tells, whatever the rule's level is: the file cannot be read, has no
    /// place in the order, or would not run as it stands there, or not in the transaction in which ragsql runs it.
    #[must_use]
    pub fn is_enforced(&self) -> bool {
        let of_files =
            [&rules::DUPLICATE_VERSION, &rules::FILE_NAME, &rules::UNBALANCED_TRANSACTION, &rules::UNREADABLE_FILE];
        let stops =
            |check: &Check| matches!(check, Check::Problem(kinds, _) if kinds.iter().any(|kind| kind.stops_a_run()));
        of_files.iter().any(|rule| rule.code == self.code) || self.checks.iter().any(stops)
    }
}

/// A level for each engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Levels {
    azure: Level,
    container: Level,
    sql2025: Level,
}

impl Levels {
    /// The same level everywhere.
    #[must_use]
    pub const fn all(level: Level) -> Self {
        Self { azure: level, container: level, sql2025: level }
    }

    /// A level in the cloud and its container, another on SQL Server 2025.
    #[must_use]
    pub const fn cloud(cloud: Level, sql2025: Level) -> Self {
        Self { azure: cloud, container: cloud, sql2025 }
    }

    /// A level in the cloud alone: neither its container nor SQL Server 2025 has what it is about.
    #[must_use]
    pub const fn azure(level: Level) -> Self {
        Self { azure: level, container: Level::Off, sql2025: Level::Off }
    }

    /// The level for an engine.
    #[must_use]
    pub fn on(&self, profile: Profile) -> Level {
        match profile {
            Profile::Azure => self.azure,
            Profile::Container => self.container,
            Profile::Sql2025 => self.sql2025,
        }
    }
}

/// Both folders.
pub const BOTH: &[Phase] = &[Phase::Migrations, Phase::PostLoad];

/// Looks at one statement.
pub type StepCheck = fn(&Step, &mut Findings);

/// Judges a statement with what nobody read of it.
pub type UnreadCheck = fn(&Step, &[Unread], &mut Findings);

/// Looks at one statement, also one that a fresh database skips, and at the project's settings.
pub type SettingCheck = fn(&Step, &Options, &mut Findings);

/// Looks at one change.
pub type ChangeCheck = fn(&ChangeCx, &mut Findings);

/// Looks at one query that concerns vectors.
pub type QueryCheck = fn(&QueryCx, &mut Findings);

/// Looks at a file before it runs: its index, its text and its statements.
pub type FileCheck = fn(usize, &Migration, &ParsedFile, &mut Findings);

/// How a rule judges.
pub enum Check {
    /// It tells what the engine refuses under its code; the text says what to do instead.
    Refusal(&'static str),
    /// It tells problems of reading; the text says what to do.
    Problem(&'static [ProblemKind], &'static str),
    /// It looks at every file.
    File(FileCheck),
    /// It looks at every statement in the order in which they run.
    Step(StepCheck),
    /// It looks at every statement, and at what nobody read of it.
    Unread(UnreadCheck),
    /// It looks at every statement, also at one that a fresh database skips, and at the project's settings.
    Setting(SettingCheck),
    /// It looks at every change that statements make, however they are spelt.
    Change(ChangeCheck),
    /// It looks at every query that concerns vectors, where it is written.
    Query(QueryCheck),
    /// The same, but a query in the body of a module is looked at in the end, when it is still there: the
    /// indexes and policies that its tables have by then are what it meets.
    StandingQuery(QueryCheck),
    /// It remembers statements and judges at the end of the history.
    Watch(fn() -> Box<dyn Watch>),
    /// The linter itself tells it: allowances and files that cannot be read.
    Linter,
    /// The linter tells it when it knows what was released.
    Release,
}

/// A rule that remembers.
pub trait Watch {
    /// A statement is about to run, or is skipped.
    fn step(&mut self, _step: &Step, _findings: &mut Findings) {}

    /// A query that concerns vectors is about to run, or to become part of a module.
    fn query(&mut self, _cx: &QueryCx, _findings: &mut Findings) {}

    /// A change is about to be made.
    fn change(&mut self, _cx: &ChangeCx, _findings: &mut Findings) {}

    /// A file has ended, and left this catalog behind.
    fn file_end(&mut self, _after: &Catalog, _findings: &mut Findings) {}

    /// The history has ended in this catalog.
    fn end(&mut self, _after: &Catalog, _findings: &mut Findings) {}
}
