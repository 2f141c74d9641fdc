//! One function for each command: wiring, no logic.

mod apply;
mod around;
mod completions;
mod connection;
mod corpus;
#[cfg(feature = "sandbox")]
mod demo;
mod diff;
mod drift;
mod embed;
mod embedder;
mod exit;
mod explain;
mod git;
mod history;
mod ingest;
mod init;
mod lint;
mod new;
mod output;
mod plan;
mod post_load;
mod preview;
mod progress;
mod reembed;
mod rules;
#[cfg(feature = "sandbox")]
mod sandbox;
mod search;
mod snapshot;
mod status;
mod verify;

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::cli::{Cli, Command, Format, Global};
use crate::db::holds_password;
use crate::settings::{self, Settings};

pub use exit::{Code, Failure};

/// Runs a command to its exit code. Results go to stdout or `--output`, everything else to stderr.
///
/// # Errors
/// A [`Failure`] with the exit code that it deserves.
pub fn run(cli: &Cli) -> Result<Code, Failure> {
    let cx = Cx::new(cli)?;
    match &cli.command {
        Command::Init(args) => init::run(&cx, args),
        Command::New(args) => new::run(&cx, args),
        #[cfg(feature = "sandbox")]
        Command::Demo => demo::run(&cx),
        Command::Lint(args) => lint::run(&cx, args),
        Command::Rules => rules::list(&cx),
        Command::Explain { rule } => explain::run(&cx, rule),
        Command::Plan(args) => plan::run(&cx, args),
        Command::Apply(args) => apply::run(&cx, args),
        Command::PostLoad(args) => post_load::run(&cx, args),
        Command::Status(args) => status::run(&cx, args),
        Command::Verify(args) => verify::run(&cx, args),
        Command::Diff(args) => diff::run(&cx, args),
        Command::Snapshot(args) => snapshot::run(&cx, args),
        Command::Ingest(args) => ingest::run(&cx, args),
        Command::Embed(args) => embed::run(&cx, args),
        Command::Search(args) => search::run(&cx, args),
        Command::Reembed(args) => reembed::run(&cx, args),
        Command::Baseline(args) => history::baseline(&cx, args),
        Command::Repair(args) => history::repair(&cx, args),
        Command::Completions { shell } => completions::run(&cx, *shell),
        #[cfg(feature = "sandbox")]
        Command::Sandbox(args) => sandbox::run(&cx, args),
    }
}

/// What every command is given.
pub struct Cx<'a> {
    /// The flags that mean the same everywhere.
    pub global: &'a Global,
    /// The form of the result; the linter has more, and looks at the flag.
    pub format: Format,
    /// The project's settings.
    pub settings: Settings,
    /// The project's folder.
    pub dir: PathBuf,
}

impl<'a> Cx<'a> {
    fn new(cli: &'a Cli) -> Result<Self, Failure> {
        let global = &cli.global;
        let format = match (global.format.of_any_command(), &cli.command) {
            (Some(Format::Jsonl), Command::Apply(_) | Command::PostLoad(_)) => Format::Jsonl,
            (Some(Format::Jsonl), _) => {
                return Err(Failure::usage("only apply and post-load have --format jsonl; use json"));
            }
            (Some(format), _) => format,
            (None, Command::Lint(_) | Command::Diff(_) | Command::Plan(_) | Command::Verify(_)) => Format::Text,
            (None, _) => return Err(no_such_format(global)),
        };
        let dir = global.dir.clone().unwrap_or_else(|| PathBuf::from("."));
        let settings = if needs_settings(&cli.command) { settings(&dir)? } else { Settings::default() };
        Self::of(global, format, settings, dir)
    }

    /// The same flags for the project in another folder.
    fn in_folder(&self, dir: &Path) -> Result<Self, Failure> {
        Self::of(self.global, self.format, settings(dir)?, dir.to_owned())
    }

    fn of(global: &'a Global, format: Format, settings: Settings, dir: PathBuf) -> Result<Self, Failure> {
        let cx = Self { global, format, settings, dir };
        output::check(&cx)?;
        Ok(cx)
    }
}

/// Whether a command does as the project's settings say. What explains a rule helps where they are wrong, too.
fn needs_settings(command: &Command) -> bool {
    !matches!(command, Command::Explain { .. } | Command::Completions { .. })
}

/// The settings of the project in a folder. A password in them is refused, used or not: the file is committed.
fn settings(dir: &Path) -> Result<Settings, Failure> {
    let settings = Settings::read(dir).map_err(Failure::usage)?;
    if settings.database.url.as_deref().is_some_and(holds_password) {
        return Err(Failure::usage(format!(
            "{}: the url under [database] holds a password, which does not belong in a file that is committed: take it \
             out, and set RAGSQL_PASSWORD (and change the password, if the file was committed with it)",
            dir.join(settings::FILE).display()
        )));
    }
    Ok(settings)
}

fn no_such_format(global: &Global) -> Failure {
    let value = global.format.to_possible_value();
    let name = value.as_ref().map_or("", |value| value.get_name());
    Failure::usage(format!(
        "only `ragsql lint`, `ragsql diff`, `ragsql plan` or `ragsql verify` has --format {name}; this command has text and json"
    ))
}
