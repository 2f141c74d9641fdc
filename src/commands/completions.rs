//! `ragsql completions`.

use clap::CommandFactory;

use super::{Code, Cx, Failure, output};
use crate::cli::Cli;

/// Prints the completions of a shell.
pub fn run(cx: &Cx<'_>, shell: clap_complete::Shell) -> Result<Code, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ragsql", &mut script);
    output::write_as_is(cx, &String::from_utf8_lossy(&script))?;
    Ok(Code::Done)
}
