//! What the linter says: a finding with its place, its reasons and what to do instead.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::Fix;
use super::secret::{masked, secrets};
use crate::catalog::Place;
use crate::refusal::Profile;
use crate::text::{SourceFile, Span};

/// How grave a finding is; `Off` never reaches a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Not told.
    Off,
    /// Good to know.
    Info,
    /// Likely wrong, or refused under circumstances that cannot be judged here.
    Warning,
    /// The engine refuses it, or data is lost or leaks.
    Error,
}

impl Level {
    /// The word in `ragsql.toml` and in reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Info => "info",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A word that is no level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no level; known are error, warning, info and off")]
pub struct UnknownLevel(String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let all = [Level::Off, Level::Info, Level::Warning, Level::Error];
        let known = all.into_iter().find(|level| level.as_str().eq_ignore_ascii_case(word));
        known.ok_or_else(|| UnknownLevel(word.to_owned()))
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule's code.
    pub rule: &'static str,
    /// How grave it is, after settings.
    pub level: Level,
    /// What happens, on which object; a sentence without a full stop.
    pub message: String,
    /// Where; [`Place::file`] is an index into [`Report::files`].
    pub place: Place,
    /// The statement of which it is a clause: it gives way to what is told anywhere in that.
    pub clause_of: Option<Span>,
    /// The table that it is about, `dbo.Chunks`.
    pub table: Option<String>,
    /// The numbers that the server gives.
    pub engine_errors: Vec<u32>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// What to do instead.
    pub help: Option<String>,
    /// What mends it for certain.
    pub fix: Option<Fix>,
}

/// Another place that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What is there.
    pub message: String,
}

/// Everything that was found.
#[derive(Debug, Clone)]
pub struct Report {
    /// Whose rules applied.
    pub engine: Profile,
    /// The files that findings point into, in the order in which they run.
    pub files: Vec<Arc<SourceFile>>,
    /// The findings in the order of files and places.
    pub findings: Vec<Diagnostic>,
    /// How many more an allowance silenced.
    pub allowed: usize,
    /// The secrets in files that a report may quote, by file, in order. No report shows them.
    pub secrets: BTreeMap<u32, Vec<Span>>,
    /// The queries about vectors.
    pub queries: QueriesRead,
}

/// How many queries about vectors were read and judged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueriesRead {
    /// How many were.
    pub read: usize,
    /// Those that were not, with the reason: nothing is said of them.
    pub not_read: Vec<(Place, String)>,
}

impl Report {
    /// How many findings have this level.
    #[must_use]
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// Whether a finding has this level or a graver one.
    #[must_use]
    pub fn reaches(&self, level: Level) -> bool {
        self.findings.iter().any(|finding| finding.level >= level)
    }

    /// A piece of a file, which begins at `start` there, as a report may show it: without secrets.
    pub(crate) fn shown<'t>(&self, file: u32, piece: &'t str, start: usize) -> Cow<'t, str> {
        match self.secrets.get(&file) {
            Some(secrets) => masked(piece, start, secrets),
            None => Cow::Borrowed(piece),
        }
    }

    /// Looks for secrets in the files that findings point into.
    pub(super) fn find_secrets(&mut self) {
        let related =
            |finding: &Diagnostic| finding.related.iter().map(|related| related.place.file).collect::<Vec<_>>();
        let quoted: BTreeSet<u32> =
            self.findings.iter().flat_map(|finding| related(finding).into_iter().chain([finding.place.file])).collect();
        for file in quoted {
            let found = secrets(self.files[file as usize].text());
            if !found.is_empty() {
                self.secrets.insert(file, found.iter().map(|secret| secret.span).collect());
            }
        }
    }

    /// The file of a place.
    #[must_use]
    pub fn file(&self, place: Place) -> &SourceFile {
        &self.files[place.file as usize]
    }
}
