//! `ragsql completions`.

use clap::CommandFactory;
use serde_json::json;

use super::{Code, Cx, Failure, output};
use crate::cli::{Cli, Format};

/// Prints the completions of a shell.
pub fn run(cx: &Cx<'_>, shell: clap_complete::Shell) -> Result<Code, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ragsql", &mut script);
    let script = String::from_utf8_lossy(&script);
    match cx.format {
        Format::Text => output::write_as_is(cx, &script)?,
        format => {
            let data = json!({ "schema": "ragsql.completions/1", "shell": shell.to_string(), "script": script });
            output::write(cx, &output::document(format, "result", &data))?;
        }
    }
    Ok(Code::Done)
}
