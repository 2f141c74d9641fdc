//! One function for each command: wiring, no logic.

mod apply;
mod completions;
mod connection;
#[cfg(feature = "sandbox")]
mod demo;
mod exit;
mod history;
mod init;
mod lint;
mod new;
mod output;
mod post_load;
mod progress;
#[cfg(feature = "sandbox")]
mod sandbox;
mod status;

use std::path::PathBuf;

use crate::cli::{Cli, Command, Global};
use crate::settings::Settings;

pub use exit::{Code, Failure};

/// Runs a command to its exit code. Results go to stdout or `--output`, everything else to stderr.
///
/// # Errors
/// A [`Failure`] with the exit code that it deserves.
pub fn run(cli: &Cli) -> Result<Code, Failure> {
    let cx = Cx::new(&cli.global)?;
    match &cli.command {
        Command::Init(args) => init::run(&cx, args),
        Command::New(args) => new::run(&cx, args),
        #[cfg(feature = "sandbox")]
        Command::Demo => demo::run(&cx),
        Command::Lint(args) => lint::run(&cx, args),
        Command::Rules => lint::rules(&cx),
        Command::Explain { rule } => lint::explain(&cx, rule),
        Command::Apply(args) => apply::run(&cx, args),
        Command::PostLoad(args) => post_load::run(&cx, args),
        Command::Status(args) => status::run(&cx, args),
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
    /// The project's settings.
    pub settings: Settings,
    /// The project's folder.
    pub dir: PathBuf,
}

impl<'a> Cx<'a> {
    fn new(global: &'a Global) -> Result<Self, Failure> {
        let dir = global.dir.clone().unwrap_or_else(|| PathBuf::from("."));
        let settings = Settings::read(&dir).map_err(Failure::usage)?;
        Ok(Self { global, settings, dir })
    }
}
