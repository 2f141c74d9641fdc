//! Where results go: stdout, or the file of `--output`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use super::{Cx, Failure};
use crate::cli::{Color, Format};
use crate::db::Target;
use crate::source::Phase;
use crate::text::printable_lines;
use crate::{file, settings};

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

/// Writes a whole result: a text for people, a document for programs.
///
/// # Errors
/// See [`write_as_is`].
pub fn result(cx: &Cx<'_>, text: &str, data: &Value) -> Result<(), Failure> {
    match cx.format {
        Format::Text => write(cx, text),
        format => write(cx, &document(format, "result", data)),
    }
}

/// A result as data: one document, or where a run tells events the last of them, under the name `event`.
pub fn document(format: Format, event: &str, document: &Value) -> String {
    match format {
        Format::Jsonl => format!("{}\n", json!({ "event": event, "result": document })),
        Format::Json | Format::Text => format!("{document:#}\n"),
    }
}

/// The word that data has for a state.
pub fn word(state: &impl Serialize) -> String {
    let word = serde_json::to_value(state).expect("a state is a word");
    word.as_str().unwrap_or_default().to_owned()
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
        return file::write(path, text.as_bytes()).map_err(|error| Failure::output(path.display(), error));
    }
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::output("stdout", error)),
        _ => Ok(()),
    }
}

/// Makes sure that the file of `--output` can be written and is none of the project's own, before any work is done
/// for it. One that is missing is not made.
///
/// # Errors
/// When it cannot, or is.
pub fn check(cx: &Cx<'_>) -> Result<(), Failure> {
    let Some(path) = &cx.global.output else { return Ok(()) };
    protect(cx, path)?;
    let is_new = !path.exists();
    if !is_new && !path.is_file() {
        // A pipe that is opened and closed would be at its end for the reader.
        return Ok(());
    }
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(path);
    opened
        .and_then(|_| if is_new { std::fs::remove_file(path) } else { Ok(()) })
        .map_err(|error| Failure::io(format!("--output {} cannot be written", path.display()), error))
}

/// Refuses to write over what a project lives by: its settings, its SQL, and the file of its database.
///
/// # Errors
/// When the path is one of these.
pub fn protect(cx: &Cx<'_>, path: &Path) -> Result<(), Failure> {
    let Some(real) = real(path) else { return Ok(()) };
    let is = |other: &Path| self::real(other).is_some_and(|other| other == real);
    let folder = Phase::ALL.map(Phase::folder).into_iter().find(|folder| {
        let folder = self::real(&cx.dir.join(folder));
        folder.is_some_and(|folder| real.starts_with(folder))
    });
    let what = if is(&cx.dir.join(settings::FILE)) {
        "the settings of the project".to_owned()
    } else if let Some(folder) = folder {
        format!("in {folder}/")
    } else if matches!(cx.target(), Ok(Target::Sandbox(Some(file))) if is(&file)) {
        "the database".to_owned()
    } else {
        return Ok(());
    };
    Err(Failure::usage(format!(
        "{} is {what}, and would be written over: nothing was done; name another file",
        path.display()
    )))
}

/// A path without links, of a file that is there or whose folder is.
fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent()?;
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    })
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
