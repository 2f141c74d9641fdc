//! `ragsql apply`.

use std::fmt::Write;

use serde_json::json;

use super::preview::Preview;
use super::progress::Progress;
use super::{Code, Cx, Failure, output};
use crate::cli::{Apply, Format};
use crate::db::apply::{Applied, ApplyOptions};
use crate::db::execute::Done;
use crate::db::failure::RunError;
use crate::source::{Migration, Project};
use crate::text::counted;

/// Runs pending migrations, or shows the batches that would run.
pub fn run(cx: &Cx<'_>, args: &Apply) -> Result<Code, Failure> {
    let project = cx.project()?;
    let options = cx.apply_options(args.to_version)?;
    let mut progress = Progress::new(cx);
    if cx.global.dry_run {
        return rehearse(cx, &project, &options, args.allow_drift, &mut progress);
    }
    let database = cx.database_or_new()?;
    let result = match args.allow_drift {
        true => database.apply(&project.migrations, &options, &mut progress),
        false => cx.through_gate(&project, |gate| database.apply_through(gate, &options, &mut progress))?,
    };
    let shown = match &result {
        Ok(applied) => report(cx.format, applied),
        Err(error) => failed(cx.format, error),
    };
    let written = output::write(cx, &shown);
    result?;
    written.map(|()| Code::Done)
}

/// Shows the batches that would run, or says why none would.
fn rehearse(
    cx: &Cx<'_>,
    project: &Project,
    options: &ApplyOptions,
    allow_drift: bool,
    progress: &mut Progress,
) -> Result<Code, Failure> {
    let database = cx.database()?;
    let pending = match allow_drift {
        true => database.pending(&project.migrations, options, progress),
        false => {
            cx.through_gate(project, |gate| database.pending_through(&project.migrations, gate, options, progress))?
        }
    };
    let shown = match &pending {
        Ok(pending) => preview(cx.format, pending),
        Err(error) => failed(cx.format, error),
    };
    output::write_script(cx, &shown)?;
    pending?;
    Ok(Code::Done)
}

/// What was applied before the error; as data also the error, and no number where it is not known what is pending.
fn failed(format: Format, error: &RunError) -> String {
    let (applied, pending): (&[Done], _) = match error {
        RunError::Failed { applied, pending, .. } => (applied, Some(*pending)),
        _ => (&[], None),
    };
    if format == Format::Text {
        return if applied.is_empty() { String::new() } else { text(applied, pending.unwrap_or_default()) };
    }
    let document =
        json!({ "schema": "ragsql.apply/1", "applied": applied, "pending": pending, "error": error.to_string() });
    output::document(format, "failed", &document)
}

fn report(format: Format, applied: &Applied) -> String {
    if format == Format::Text {
        return text(&applied.applied, applied.pending);
    }
    let document = json!({ "schema": "ragsql.apply/1", "applied": applied.applied, "pending": applied.pending });
    output::document(format, "result", &document)
}

fn text(applied: &[Done], pending: usize) -> String {
    let mut text = String::new();
    for done in applied {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "applied V{}__{} in {} ms", done.version, done.name, done.duration_ms);
    }
    let rest = match pending {
        0 => String::new(),
        pending => format!("; {pending} still pending"),
    };
    text += &match applied.len() {
        0 if pending > 0 => {
            format!("nothing to do up to that version; {} pending beyond it\n", counted(pending, "migration"))
        }
        0 => "nothing to do: every migration is applied\n".to_owned(),
        count => format!("{} applied{rest}\n", counted(count, "migration")),
    };
    text
}

/// Exactly the batches that would run, as a script or as data.
fn preview(format: Format, pending: &[&Migration]) -> String {
    let files = pending.iter().map(|file| Preview::of_migration(file));
    if format != Format::Text {
        let would_apply: Vec<_> = files.map(|file| file.json()).collect();
        let document = json!({ "schema": "ragsql.apply/1", "applied": [], "pending": pending.len(),
            "would_apply": would_apply });
        return output::document(format, "result", &document);
    }
    let scripts: String = files.map(|file| file.script()).collect();
    format!("-- {} pending; nothing was run\n{scripts}", pending.len())
}
