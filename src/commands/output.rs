//! Where results go: stdout, or the file of `--output`.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::{Cx, Failure};
use crate::cli::Color;
use crate::cli::Format;
use crate::text::printable_lines;

/// Writes a whole result. What is for people is made safe to show.
///
/// # Errors
/// See [`write_as_is`].
pub fn write(cx: &Cx<'_>, text: &str) -> Result<(), Failure> {
    match cx.format {
        Format::Text => write_as_is(cx, &printable_lines(text)),
        Format::Json | Format::Jsonl => write_as_is(cx, text),
    }
}

/// A result as data: one document, or where a run tells events the last of them, under the name `event`.
pub fn document(format: Format, event: &str, document: &Value) -> String {
    match format {
        Format::Jsonl => format!("{}\n", json!({ "event": event, "result": document })),
        Format::Json | Format::Text => format!("{document:#}\n"),
    }
}

/// Writes a script that may be run: exactly as it is, unless it is shown on a terminal.
///
/// # Errors
/// See [`write_as_is`].
pub fn write_script(cx: &Cx<'_>, text: &str) -> Result<(), Failure> {
    let is_shown = cx.global.output.is_none() && io::stdout().is_terminal();
    if is_shown { write(cx, text) } else { write_as_is(cx, text) }
}

/// Writes a whole result that is safe to show, or for a program. A reader that went away (`ragsql … | head`) is not an
/// error.
///
/// # Errors
/// When the file of `--output` cannot be written, or stdout fails.
pub fn write_as_is(cx: &Cx<'_>, text: &str) -> Result<(), Failure> {
    if let Some(path) = &cx.global.output {
        return std::fs::write(path, text)
            .map_err(|error| Failure::io(format!("while writing {}", path.display()), error));
    }
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::io("while writing to stdout", error)),
        _ => Ok(()),
    }
}

/// Makes sure that the file of `--output` can be written, before any work is done for it.
///
/// # Errors
/// When it cannot.
pub fn check(path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(path);
    opened.map(|_| ()).map_err(|error| Failure::io(format!("--output {} cannot be written", path.display()), error))
}

/// Says something on stderr, unless `--quiet`.
pub fn note(cx: &Cx<'_>, text: &str) {
    if !cx.global.quiet {
        // A stderr that is closed cannot be told so.
        let _ = writeln!(io::stderr(), "{}", printable_lines(text));
    }
}

/// Colours go to a terminal, unless NO_COLOR is set or a flag says otherwise.
pub fn colored(cx: &Cx<'_>) -> bool {
    match cx.global.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            cx.global.output.is_none() && !no_color && io::stdout().is_terminal()
        }
    }
}
