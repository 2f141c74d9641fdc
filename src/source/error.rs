//! What can be wrong with the files of a project.

use std::io;
use std::path::{Path, PathBuf};

use crate::text::printable_path as shown;

/// A file or folder that cannot be used. Every message names it.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The project has no such folder.
    #[error(
        "the folder {} is missing; create it (an empty one is fine), name the project's folder with --dir, or start a new \
         project with `ragsql init`",
        shown(.0)
    )]
    MissingFolder(PathBuf),
    /// The file system refused.
    #[error("{} cannot be read: {source}", shown(path))]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The bytes are no text in a known encoding.
    #[error(
        "{}: {what} at byte {offset} (line {line}, column {column}); save the file as UTF-8, or as UTF-16 with a byte-order mark",
        shown(path)
    )]
    Encoding {
        /// The file.
        path: PathBuf,
        /// The first byte that is wrong, from 0.
        offset: usize,
        /// Its line, from 1.
        line: usize,
        /// Its column, from 1, in characters.
        column: usize,
        /// What is there.
        what: &'static str,
    },
    /// Something else has the name of a file, and reading it might never end.
    #[error("{} is {what}, not a file; put the SQL in a file of that name, or move this away", shown(path))]
    NotAFile {
        /// Where it is.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// The file is larger than one batch can be on any server.
    #[error(
        "{} is larger than 256 MiB, which no server takes in one batch; cut it into several files, and load data with \
         bcp or BULK INSERT",
        shown(.0)
    )]
    TooLarge(PathBuf),
    /// The name breaks a rule.
    #[error("{}: {rule}; name it V<version>__<name>.sql, like V20261130091500__add_tenant.sql", shown(path))]
    FileName {
        /// The file.
        path: PathBuf,
        /// The rule that it breaks.
        rule: String,
    },
    /// SQL stands in a folder inside the folder.
    #[error("{} is in a subfolder, which is not read; move it up or give it another extension", shown(.0))]
    Subfolder(PathBuf),
    /// Two files have one version.
    #[error(
        "{} and {} have the same version {version}; give the one that was applied nowhere yet a new version",
        shown(first),
        shown(second)
    )]
    DuplicateVersion {
        /// The version.
        version: i64,
        /// The first file in the order of names.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
}

impl SourceError {
    /// The same of a file inside a folder, shown from there.
    #[must_use]
    pub(super) fn within(mut self, dir: &Path) -> Self {
        let path = match &mut self {
            SourceError::MissingFolder(path) | SourceError::TooLarge(path) | SourceError::Subfolder(path) => path,
            SourceError::Unreadable { path, .. }
            | SourceError::Encoding { path, .. }
            | SourceError::NotAFile { path, .. }
            | SourceError::FileName { path, .. } => path,
            // It comes from files that are shown so.
            SourceError::DuplicateVersion { .. } => return self,
        };
        if let Ok(inside) = path.strip_prefix(dir) {
            *path = inside.to_owned();
        }
        self
    }

    /// The file or folder that is meant; of two the latter.
    #[must_use]
    pub fn path(&self) -> &PathBuf {
        match self {
            SourceError::MissingFolder(path) | SourceError::TooLarge(path) | SourceError::Subfolder(path) => path,
            SourceError::Unreadable { path, .. }
            | SourceError::Encoding { path, .. }
            | SourceError::NotAFile { path, .. }
            | SourceError::FileName { path, .. } => path,
            SourceError::DuplicateVersion { second, .. } => second,
        }
    }
}
