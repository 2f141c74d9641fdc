//! `ragsql snapshot`: the schema of the project as one file that is read in a pull request.

use std::path::Path;

use serde_json::json;
use similar::TextDiff;

use super::{Code, Cx, Failure, lint, output};
use crate::cli::{Format, SNAPSHOT as FILE, Snapshot};
use crate::emit;
use crate::file;
use crate::source::lf;

/// Writes the file, or with `--check` tells whether it is what it should be.
pub fn run(cx: &Cx<'_>, args: &Snapshot) -> Result<Code, Failure> {
    let project = cx.project()?;
    let history = emit::history(&project);
    let missing = |what| format!("not understood, so the snapshot may lack what it does: {what}");
    let notes: Vec<String> = history.not_understood.iter().map(missing).collect();
    notes.iter().for_each(|note| output::note(cx, note));
    let wanted = history.snapshot();
    let path = cx.dir.join(&args.file);
    if !args.check {
        output::protect(cx, &path)?;
    }
    let there = read(&path)?;
    let current = there.as_deref().is_some_and(|there| lf(there) == wanted);
    let state = match (current, args.check) {
        (true, true) => State::Current,
        (true, false) => State::Unchanged,
        (false, true) => State::Stale,
        (false, false) => State::Written,
    };
    if state == State::Written {
        check_is_ours(&path, there.as_deref().unwrap_or_default(), &wanted)?;
        if !cx.global.dry_run {
            write(&path, &wanted)?;
        }
    }
    let difference = (state == State::Stale).then(|| difference(args, &lf(&there.unwrap_or_default()), &wanted));
    report(cx, args, state, difference.as_deref(), &notes)?;
    let is_not_analysed = lint::is_not_analysed(cx, &project, &history.not_understood)?;
    Ok(if state == State::Stale || is_not_analysed { Code::Findings } else { Code::Done })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Current,
    Stale,
    Unchanged,
    Written,
}

/// The file's text, when it is there.
fn read(path: &Path) -> Result<Option<String>, Failure> {
    let kind = std::fs::metadata(path).ok().and_then(|metadata| file::other_than_a_file(metadata.file_type()));
    if let Some(what) = kind {
        return Err(Failure::usage(format!("{} is {what}, not a file: name another one", path.display())));
    }
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::io(format!("while reading {}", path.display()), error)),
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::io(format!("while writing {}", path.display()), error);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    file::write(path, text.as_bytes()).map_err(failed)
}

/// Only a file that a snapshot wrote is written over.
fn check_is_ours(path: &Path, there: &str, wanted: &str) -> Result<(), Failure> {
    let first = |text: &str| text.split(['\n', '\r']).next().unwrap_or_default().to_owned();
    if there.is_empty() || first(there) == first(wanted) {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{} is no snapshot: its first line is another one than a snapshot begins with, so nothing was written; name \
         another file, or move this one away",
        path.display()
    )))
}

/// What turns the file that is there into what it should be, as a unified diff.
fn difference(args: &Snapshot, there: &str, wanted: &str) -> String {
    let file = args.file.display().to_string();
    let diff = TextDiff::from_lines(there, wanted);
    diff.unified_diff().header(&file, &format!("{file} (of migrations/ and post-load/)")).to_string()
}

fn report(
    cx: &Cx<'_>,
    args: &Snapshot,
    state: State,
    difference: Option<&str>,
    notes: &[String],
) -> Result<(), Failure> {
    let file = args.file.display();
    let (word, sentence) = match state {
        State::Current => ("current", format!("{file} is what migrations/ and post-load/ lead to\n")),
        State::Unchanged => ("unchanged", format!("{file} is as it was\n")),
        State::Stale => ("stale", difference.unwrap_or_default().to_owned()),
        State::Written if cx.global.dry_run => ("written", format!("would write {file}\n")),
        State::Written => ("written", format!("wrote {file}\n")),
    };
    let text = match cx.format {
        Format::Text => sentence,
        Format::Json | Format::Jsonl => {
            let document = json!({
                "schema": "ragsql.snapshot/1",
                "file": file.to_string(),
                "state": word,
                "difference": difference,
                "notes": notes,
            });
            format!("{document:#}\n")
        }
    };
    output::write(cx, &text)?;
    if state == State::Stale {
        let again = match file.to_string().as_str() {
            FILE => "ragsql snapshot".to_owned(),
            named => format!("ragsql snapshot {named}"),
        };
        output::note(cx, &format!("{file} is stale: the schema changed since it was written; run `{again}`"));
    }
    Ok(())
}
