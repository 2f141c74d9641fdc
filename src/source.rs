//! A project's files: folders to migrations with version, name, checksum and header directives.

use std::path::PathBuf;
use std::sync::Arc;

use crate::text::{SourceFile, Span};

/// Which folder a file belongs to, and so when it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// `migrations/`.
    Migrations,
    /// `post-load/`.
    PostLoad,
}

impl Phase {
    /// The folder's name.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Phase::Migrations => "migrations",
            Phase::PostLoad => "post-load",
        }
    }
}

/// One file of the project, read, decoded and split into batches.
#[derive(Debug, Clone)]
pub struct Migration {
    /// The folder it is in.
    pub phase: Phase,
    /// The version in its file name.
    pub version: i64,
    /// The name in its file name.
    pub name: String,
    /// Where it is on disk.
    pub location: PathBuf,
    /// Its text; the path in it is `migrations/V1__x.sql`, relative to the project.
    pub file: Arc<SourceFile>,
    /// Over the decoded text with LF ends; see [`crate::source`].
    pub checksum: String,
    /// What its header says.
    pub header: Header,
    /// Its batches; statements are cut later, by `syntax`.
    pub batches: Vec<crate::syntax::batch::Batch>,
}

/// The directives in the comment lines before the first statement.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// `-- ragsql: no-transaction`.
    pub no_transaction: Option<Span>,
    /// `-- ragsql: guard …`.
    pub guards: Vec<(crate::guard::Guard, Span)>,
}
