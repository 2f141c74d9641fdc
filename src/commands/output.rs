//! Where results go: stdout, or the file of `--output`.

use std::io::{self, Write};
use std::path::Path;

use super::{Cx, Failure};

/// Writes a whole result. A reader that went away (`ragsql … | head`) is not an error.
///
/// # Errors
/// When the file of `--output` cannot be written, or stdout fails.
pub fn write(cx: &Cx<'_>, text: &str) -> Result<(), Failure> {
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
        let _ = writeln!(io::stderr(), "{text}");
    }
}
