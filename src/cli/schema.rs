//! The arguments of the commands that write or compare whole schemas.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

/// The snapshot's place in a project, when no other is named.
pub const SNAPSHOT: &str = "snapshots/schema.sql";

/// `ragsql snapshot`.
#[derive(Debug, Args)]
pub struct Snapshot {
    /// The file, from the project's folder
    #[arg(default_value = SNAPSHOT)]
    pub file: PathBuf,
    /// Write nothing; exit with 1 and show the difference when the file is not what the migrations lead to
    #[arg(long)]
    pub check: bool,
}

/// `ragsql diff`.
#[derive(Debug, Args)]
pub struct Diff {
    /// The schema to start from: migrations, db, snapshot, git:REV, file:PATH (from the project's folder) or empty
    /// [default: db when a database is named, else snapshot]
    #[arg(long, value_name = "SCHEMA")]
    pub from: Option<Side>,
    /// The schema to get to, named in the same way
    #[arg(long, value_name = "SCHEMA", default_value = "migrations")]
    pub to: Side,
    /// Exit with 2 when they differ
    #[arg(long)]
    pub detailed_exitcode: bool,
}

/// Where a schema is read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    /// What both folders lead to.
    Migrations,
    /// The database that is named.
    Db,
    /// `snapshots/schema.sql`.
    Snapshot,
    /// What both folders led to at a commit.
    Git(String),
    /// A script.
    File(PathBuf),
    /// Nothing.
    Empty,
}

impl FromStr for Side {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = match text.split_once(':') {
            Some(("git", reference)) if !reference.is_empty() => Some(Side::Git(reference.to_owned())),
            Some(("file", path)) if !path.is_empty() => Some(Side::File(path.into())),
            _ => match text {
                "migrations" => Some(Side::Migrations),
                "db" => Some(Side::Db),
                "snapshot" => Some(Side::Snapshot),
                "empty" => Some(Side::Empty),
                _ => None,
            },
        };
        known.ok_or_else(|| "write migrations, db, snapshot, git:REV, file:PATH or empty".to_owned())
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Side::Migrations => f.write_str("migrations"),
            Side::Db => f.write_str("db"),
            Side::Snapshot => f.write_str("snapshot"),
            Side::Git(reference) => write!(f, "git:{reference}"),
            Side::File(path) => write!(f, "file:{}", path.display()),
            Side::Empty => f.write_str("empty"),
        }
    }
}
