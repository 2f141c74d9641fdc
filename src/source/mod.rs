//! A project's files: folders to migrations with version, name, checksum, batches and directives.

mod directive;
mod encoding;
mod error;
mod file_name;
mod parsed;
mod project;
mod transactions;
mod variables;

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use siphasher::sip::SipHasher13;

pub use self::directive::{Allow, Header};
pub use self::encoding::{read as read_text, rewrite};
pub use self::error::SourceError;
pub use self::parsed::{Allowance, ParsedBatch, ParsedFile, Scope};
pub use self::project::{Project, read};
pub use self::transactions::{Stray, Transactions};
pub use self::variables::{Unfilled, Variables, is_name};
use crate::syntax::batch::{self, Batch};
use crate::syntax::{Problem, ProblemKind};
use crate::text::{Position, SourceFile, Span};

/// Which folder a file belongs to, and so when it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// `migrations/`.
    Migrations,
    /// `post-load/`.
    PostLoad,
}

impl Phase {
    /// Both, in the order in which they run.
    pub const ALL: [Phase; 2] = [Phase::Migrations, Phase::PostLoad];

    /// The folder's name.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Phase::Migrations => "migrations",
            Phase::PostLoad => "post-load",
        }
    }

    /// The history table in `dbo`, where the settings name no other.
    #[must_use]
    pub fn history(self) -> &'static str {
        match self {
            Phase::Migrations => "ragsql_migrations",
            Phase::PostLoad => "ragsql_post_load",
        }
    }

    /// The phase of a file by the folder that it stands in; `Migrations` for any other folder.
    #[must_use]
    pub fn of(path: &Path) -> Phase {
        let folder = path.parent().and_then(Path::file_name);
        if folder.is_some_and(|name| name == Phase::PostLoad.folder()) { Phase::PostLoad } else { Phase::Migrations }
    }
}

/// One file of the project, read, decoded and split into batches.
#[derive(Debug, Clone)]
pub struct Migration {
    /// The folder it is in.
    pub phase: Phase,
    /// The version in its file name; 0 for a file without one.
    pub version: i64,
    /// The name in its file name; the file's stem for a file without a version.
    pub name: String,
    /// Where it is on disk.
    pub location: PathBuf,
    /// Its text; the path in it is `migrations/V1__x.sql`, relative to the project.
    pub file: Arc<SourceFile>,
    /// See [`checksum`]; in decimal.
    pub checksum: String,
    /// What its header says.
    pub header: Header,
    /// Its `-- ragsql: allow` comments, in order. Which statement each is for, [`Migration::parse`] tells.
    pub allows: Vec<Allow>,
    /// Its batches; [`Migration::parse`] cuts them into statements.
    pub batches: Vec<Batch>,
    /// What is wrong with it: GO lines, commands of sqlcmd, directives.
    pub problems: Vec<Problem>,
    /// The project's variables; see [`Migration::sent`].
    pub variables: Arc<Variables>,
}

impl Migration {
    /// A migration from its decoded text. `shown` is the path as it is shown; the version and name
    /// come from its last part where that follows the rules.
    fn new(shown: &str, location: PathBuf, text: String) -> Self {
        let path = Path::new(shown);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let (version, name) = file_name::parse(&file_name).unwrap_or((0, stem));
        let split = batch::split(&text);
        let directives = directive::read(&text, &split.header, &split.comments);
        let mut problems = split.problems;
        problems.extend(directives.problems);
        if path.parent().and_then(Path::file_name).is_some_and(|name| name == Phase::Migrations.folder()) {
            problems.extend(directives.header.guards.iter().map(|(_, span)| misplaced_guard(*span)));
        }
        problems.sort_by_key(|problem| problem.span);
        Self {
            phase: Phase::of(path),
            version,
            checksum: checksum(version, &name, &text).to_string(),
            name,
            location,
            file: Arc::new(SourceFile::new(shown, text)),
            header: directives.header,
            allows: directives.allows,
            batches: split.batches,
            problems,
            variables: Arc::default(),
        }
    }

    /// Gives the file its project's variables. A declared one in a name is no problem any more.
    pub fn declare(&mut self, variables: &Arc<Variables>) {
        self.variables = Arc::clone(variables);
        let text = self.file.text();
        self.problems.retain(|problem| {
            problem.kind != ProblemKind::Placeholder || !variables.declares_first(&text[problem.span.range()])
        });
    }

    /// A batch as it is sent: with the values of the variables in it. What cannot be filled stays as it is; see
    /// [`Migration::unfilled`].
    #[must_use]
    pub fn sent(&self, batch: &Batch) -> Cow<'_, str> {
        self.variables.fill(self.file.text(), batch.span).unwrap_or_else(|_| self.file.slice(batch.span).into())
    }

    /// The file as it is sent, as one without variables. What cannot be filled stays as it is.
    #[must_use]
    pub fn filled(&self) -> Self {
        let text = self.file.text();
        match self.variables.fill(text, Span::new(0, text.len())) {
            Ok(Cow::Owned(filled)) => Self::new(self.file.path(), self.location.clone(), filled),
            _ => self.clone(),
        }
    }

    /// The first variable of each batch that has no value, and where it stands.
    #[must_use]
    pub fn unfilled(&self) -> Vec<(Position, Unfilled)> {
        let fill = |batch: &Batch| self.variables.fill(self.file.text(), batch.span).err();
        let unfilled = self.batches.iter().filter_map(fill);
        unfilled.map(|(offset, unfilled)| (self.file.position(offset), unfilled)).collect()
    }
}

/// A migration runs at once or not at all: a guard in it would be read by nobody.
fn misplaced_guard(span: Span) -> Problem {
    let message = "guards belong to post-load/: a migration waits for nothing; move the statement that the guard is for \
                   into a file there, or take the guard out";
    Problem::new(ProblemKind::Directive, span, message.to_owned())
}

/// Reads one file, wherever it is, under the path as it was given. A name that follows no rule is
/// fine here.
///
/// # Errors
/// When the file cannot be read or decoded.
pub fn file(path: &Path) -> Result<Migration, SourceError> {
    let text = encoding::read(path)?;
    Ok(Migration::new(&path.to_string_lossy().replace('\\', "/"), path.to_owned(), text))
}

/// The numbers that the name of a file begins with, by which files of any tool run: `[1, 10]` of
/// `V1.10__x.sql`. `None` of a name that begins with none.
#[must_use]
pub fn numbers(path: &Path) -> Option<Vec<u128>> {
    file_name::numbers(path.file_name()?.to_str()?)
}

/// A migration from a text, such as standard input, that is shown as `name`.
#[must_use]
pub fn text(name: &str, text: &str) -> Migration {
    Migration::new(name, PathBuf::from(name), text.to_owned())
}

/// A migration from bytes, such as those of standard input, that is shown as `name`.
///
/// # Errors
/// When the bytes are no text in a known encoding.
pub fn bytes(name: &str, bytes: Vec<u8>) -> Result<Migration, SourceError> {
    encoding::text(Path::new(name), bytes).map(|decoded| text(name, &decoded))
}

/// The checksum of a file: SipHash-1-3 with a zero key over name, version and text with LF line ends,
/// each in the framing of Rust's `Hash`. It is refinery's checksum of that text (with its
/// `int8-versions`), so a history that refinery wrote goes on. The encoding, a byte-order mark and the
/// kind of line ends do not change it; the name does.
#[must_use]
pub fn checksum(version: i64, name: &str, text: &str) -> u64 {
    let mut hasher = SipHasher13::new();
    name.hash(&mut hasher);
    version.hash(&mut hasher);
    lf(text).hash(&mut hasher);
    hasher.finish()
}

/// A text with LF in place of CRLF and of a CR that stands alone.
#[must_use]
pub fn lf(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}
