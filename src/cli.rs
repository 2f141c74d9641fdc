//! The command line: what clap reads. No logic.

mod history;
mod pipeline;
mod schema;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::refusal::Profile;
use crate::template;

pub use history::{Baseline, Repair, RepairAction};
pub use pipeline::{Embed, Ingest, Reembed, ReembedStep, Search};
pub use schema::{Diff, SNAPSHOT, Side, Snapshot};

/// Schema-as-code for retrieval-augmented generation on Azure SQL Database.
#[derive(Debug, Parser)]
#[command(name = "ragsql", version, about, max_term_width = 110, after_help = EXIT_CODES)]
pub struct Cli {
    /// What every command takes.
    #[command(flatten)]
    pub global: Global,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done · 1 findings · 2 changes (--detailed-exitcode) · 3 post-load is waiting · 4 refused by the database
or by the history · 5 the state is unknown · 6 the command of `post-load around` failed · 64 wrong usage · 69 no
server, login or lock · 70 a fault in ragsql · 74 done, and the result could not be written · 130 stopped by Ctrl-C";

/// Flags that mean the same everywhere.
#[derive(Debug, Args)]
pub struct Global {
    /// The project: a folder with migrations/ and post-load/
    #[arg(long, global = true, value_name = "DIR", help_heading = "Everywhere")]
    pub dir: Option<PathBuf>,
    /// The database: sqlserver://user@host/database?encrypt=true, an ADO.NET string, sandbox (the embedded engine, in
    /// memory) or sandbox:FILE (kept in a file; only apply makes one that is missing) [env: RAGSQL_URL, DATABASE_URL].
    /// encrypt=true, the default, encrypts everything; strict from the first byte; false the login only. In each case the
    /// certificate is checked, unless trustServerCertificate=true takes any
    #[arg(long, global = true, value_name = "URL", help_heading = "Everywhere")]
    pub url: Option<String>,
    /// Which engine's rules apply [default: azure]
    #[arg(long, global = true, env = "RAGSQL_ENGINE", help_heading = "Everywhere")]
    pub engine: Option<EngineName>,
    /// The form of the result
    #[arg(long, global = true, default_value = "text", help_heading = "Everywhere")]
    pub format: FormatName,
    /// Where the result goes instead of stdout
    #[arg(long, short, global = true, value_name = "FILE", help_heading = "Everywhere")]
    pub output: Option<PathBuf>,
    /// Show what would be done, and do nothing
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub dry_run: bool,
    /// Colours in text
    #[arg(long, global = true, default_value = "auto", help_heading = "Everywhere")]
    pub color: Color,
    /// Say less on stderr
    #[arg(long, short, global = true, conflicts_with = "verbose", help_heading = "Everywhere")]
    pub quiet: bool,
    /// Say more on stderr: each batch, with its time and its rows
    #[arg(long, short, global = true, action = clap::ArgAction::Count, help_heading = "Everywhere")]
    pub verbose: u8,
    /// How long to try to reach the server, retries included
    #[arg(long, global = true, value_parser = limit, default_value = "180s", value_name = "DURATION", help_heading = "Everywhere")]
    pub connect_timeout: Duration,
    /// How long one statement may take [default: no limit]
    #[arg(long, global = true, value_parser = limit, value_name = "DURATION", help_heading = "Everywhere")]
    pub timeout: Option<Duration>,
    /// How long to wait for another run to finish
    #[arg(long, global = true, value_parser = duration, default_value = "60s", value_name = "DURATION", help_heading = "Everywhere")]
    pub lock_timeout: Duration,
    /// Ask nothing
    #[arg(long, short = 'y', global = true, help_heading = "Everywhere")]
    pub yes: bool,
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// The whole story on the embedded engine: lint, apply, load, wait, load, post-load, ask, verify
    #[cfg(feature = "sandbox")]
    Demo,
    /// Write the RAG schema as a new project
    Init(Init),
    /// Make the next migration or post-load file
    New(New),
    /// Judge migrations and post-load files
    Lint(Lint),
    /// List the rules of the linter
    Rules,
    /// Show the page of one rule, or what is known of an error number of the server
    Explain {
        /// The rule, as findings name it; or a number: 42266
        rule: String,
    },
    /// What apply and post-load would run now, with hazards, locks, sizes and guards
    Plan(Plan),
    /// Run pending migrations
    Apply(Apply),
    /// The guarded phase: apply, status, drop, rebuild, or around a command
    PostLoad(PostLoad),
    /// Both phases: applied, pending, waiting, changed
    Status(Status),
    /// Write the schema of the project to one file, or check that it is written
    Snapshot(Snapshot),
    /// The health checks of a RAG database: provenance, policies, the retrieval filter, the vector index
    Verify(Verify),
    /// Compare two schemas
    Diff(Diff),
    /// Bring in files as documents and chunks: Markdown, text, HTML
    Ingest(Ingest),
    /// Embed what waits for a vector, until nothing does
    Embed(Embed),
    /// Find the chunks of a tenant that are nearest to a question
    Search(Search),
    /// Move a corpus to another model, in steps that are migrations: start, backfill, cutover, finish, abort
    Reembed(Reembed),
    /// Adopt a database whose schema is already there: record migrations as applied without running them
    Baseline(Baseline),
    /// Mend the history, with a reason
    Repair(Repair),
    /// Serve the embedded engine over TDS on 127.0.0.1 until stopped
    #[cfg(feature = "sandbox")]
    Sandbox(Sandbox),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// `ragsql init`.
#[derive(Debug, Args)]
pub struct Init {
    /// The folder; made when it is missing
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// Dimensions of the embeddings; above 1998 the column is float16, which holds up to 3996
    #[arg(long, default_value_t = 1536, value_parser = clap::value_parser!(u32).range(1..=3996))]
    pub dims: u32,
    /// The embedding model that the corpus will record
    #[arg(long, default_value = "text-embedding-3-small")]
    pub model: String,
    /// The schema of the tables and procedures
    #[arg(long, default_value = template::SCHEMA)]
    pub schema: String,
    /// The table of the source rows
    #[arg(long, default_value = template::DOCUMENTS)]
    pub documents: String,
    /// The table of the chunks
    #[arg(long, default_value = template::CHUNKS)]
    pub chunks: String,
}

/// `ragsql new`.
#[derive(Debug, Args)]
pub struct New {
    /// What it does, in letters, digits and underscores
    pub name: String,
    /// A post-load file instead of a migration
    #[arg(long)]
    pub post_load: bool,
}

/// `ragsql lint`.
#[derive(Debug, Args)]
pub struct Lint {
    /// Files or folders; `-` reads stdin. The whole project when none is given
    pub paths: Vec<PathBuf>,
    /// The level from which findings fail the run
    #[arg(long, default_value = "error")]
    pub fail_on: FailOn,
    /// Only what was added or changed since a branch or commit of git (since where it and HEAD parted);
    /// released files may not change
    #[arg(long, value_name = "REF")]
    pub git_base: Option<String>,
    /// Make the edits that are certain, and tell what is left (with --dry-run, show them). A file that ran
    /// somewhere may not change: with --git-base only new files are edited
    #[arg(long)]
    pub fix: bool,
}

/// `ragsql plan`.
#[derive(Debug, Args)]
pub struct Plan {
    /// As if the migrations up to this version were applied, and no post-load step; no database is asked [default: the
    /// database when one is named, else as if nothing were applied]
    #[arg(long, value_name = "VERSION")]
    pub from_version: Option<i64>,
    /// Exit with 2 when something would run, now or once its guards are met
    #[arg(long)]
    pub detailed_exitcode: bool,
    /// Exit as for `apply --allow-drift`, which does not stop at drift
    #[arg(long)]
    pub allow_drift: bool,
}

/// `ragsql apply`.
#[derive(Debug, Args)]
pub struct Apply {
    /// Stop after this version
    #[arg(long, value_name = "VERSION")]
    pub to_version: Option<i64>,
    /// Run also when objects that the pending files touch were changed by hand
    #[arg(long)]
    pub allow_drift: bool,
}

/// `ragsql post-load`.
#[derive(Debug, Args)]
pub struct PostLoad {
    /// What to do (apply when it is not said), then steps by name or version (all when none is given). apply creates
    /// what is missing once its guards are met; status shows each step: applied, ready, waiting, drifted; drop drops
    /// the indexes, for an export or a reload; rebuild drops and creates again; around drops, runs the command behind
    /// `--`, and creates again however it ended
    #[arg(value_name = "apply|status|drop|rebuild|around|NAME")]
    pub words: Vec<String>,
    /// What `around` runs while the indexes are not there, such as an export or a reload
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
    /// With drop: see that no vector index at all is left, since an export fails on any
    #[arg(long)]
    pub for_export: bool,
    /// Poll until the guards are met, at most this long
    #[arg(long, value_parser = duration, value_name = "DURATION")]
    pub wait: Option<Duration>,
}

impl PostLoad {
    /// What to do, and the steps to do it with. A first word that is an action is one, whatever steps are called.
    #[must_use]
    pub fn action(&self) -> (PostLoadAction, &[String]) {
        let first = self.words.split_first();
        let named = first.and_then(|(word, names)| Some((PostLoadAction::from_str(word, false).ok()?, names)));
        named.unwrap_or((PostLoadAction::Apply, &self.words))
    }
}

/// What `ragsql post-load` can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PostLoadAction {
    /// Create what is missing once its guards are met
    Apply,
    /// Show each step: applied, ready, waiting, drifted
    Status,
    /// Drop the indexes, for an export or a reload
    Drop,
    /// Drop and create again
    Rebuild,
    /// Drop, run a command, and create again
    Around,
}

/// `ragsql status`.
#[derive(Debug, Args)]
pub struct Status {
    /// Exit with 2 when something is pending or changed
    #[arg(long)]
    pub detailed_exitcode: bool,
}

/// `ragsql verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// Only this check; may be given several times [default: all]
    #[arg(long = "check", value_name = "NAME")]
    pub checks: Vec<String>,
    /// Look at the last N chunks only, where a check reads chunks one by one [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,
}

/// `ragsql sandbox`.
#[derive(Debug, Args)]
pub struct Sandbox {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// Keep the database in this file
    #[arg(long)]
    pub file: Option<PathBuf>,
}

/// The engines whose rules are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// Azure SQL Database
    Azure,
    /// The Azure SQL Database container
    Container,
    /// SQL Server 2025
    Sql2025,
}

impl From<EngineName> for Profile {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Azure => Profile::Azure,
            EngineName::Container => Profile::Container,
            EngineName::Sql2025 => Profile::Sql2025,
        }
    }
}

/// What `--format` takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// For people
    Text,
    /// One document
    Json,
    /// One event a line while it runs
    Jsonl,
    /// lint: SARIF 2.1.0, for code scanning
    Sarif,
    /// lint: annotations of GitHub Actions, and a job summary
    Github,
    /// lint: a code quality report of GitLab
    Gitlab,
    /// lint: issues of Azure Pipelines
    AzureDevops,
    /// lint, verify: test results, which every pipeline shows
    Junit,
    /// lint, diff, plan, verify: a comment for a pull request
    Markdown,
    /// diff: the script that makes it; verify: the checks as a script for sqlcmd, which needs no database here
    Sql,
    /// diff, plan: one page that holds all it needs
    Html,
}

/// The forms that a result of any command has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// One document.
    Json,
    /// One event a line while it runs.
    Jsonl,
}

impl FormatName {
    /// The form, when it is one that every command has.
    #[must_use]
    pub fn of_any_command(self) -> Option<Format> {
        match self {
            FormatName::Text => Some(Format::Text),
            FormatName::Json => Some(Format::Json),
            FormatName::Jsonl => Some(Format::Jsonl),
            _ => None,
        }
    }
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// From which level findings fail a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// Any finding
    Info,
}

/// `90s`, `15m`, `1h`.
fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|error| format!("{error}; write it like 90s, 15m or 1h"))
}

/// A time in which something is to be done.
fn limit(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err("that is no time at all; give more, or leave the flag out".to_owned()),
        limit => Ok(limit),
    }
}
