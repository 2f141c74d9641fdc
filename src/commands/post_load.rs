//! `ragsql post-load`: the guarded phase.

use std::io::{self, BufRead, IsTerminal};

use serde_json::json;

use super::preview::Preview;
use super::progress::Progress;
use super::{Code, Cx, Failure, output};
use crate::cli::{Format, PostLoad, PostLoadAction};
use crate::db::database::Database;
use crate::db::post_load::remove;
use crate::db::post_load::step::Built;
use crate::db::post_load::{self, PostLoadOptions, PostLoadOutcome, StepReport, StepState};
use crate::source::Migration;
use crate::text::{printable, there_are};

/// Runs one of the four actions.
pub fn run(cx: &Cx<'_>, args: &PostLoad) -> Result<Code, Failure> {
    let project = cx.project()?;
    let options = cx.post_load_options(args.wait)?;
    let (action, names) = args.action();
    let files = post_load::select(&project.post_load, names).map_err(Failure::usage)?;
    let database = cx.database()?;
    let mut progress = Progress::new(cx);
    let outcome = match action {
        PostLoadAction::Apply if cx.global.dry_run => return rehearse(cx, &database, &files, &options, &mut progress),
        PostLoadAction::Drop => return drop(cx, &database, &files, &mut progress),
        PostLoadAction::Rebuild => return rebuild(cx, &database, &files, &options, &mut progress),
        PostLoadAction::Apply => database.post_load(&files, &options, &mut progress)?,
        PostLoadAction::Status => {
            PostLoadOutcome { applied: Vec::new(), steps: database.look(&files, &options, &mut progress)? }
        }
    };
    if !names.is_empty() {
        return finish(cx, outcome);
    }
    let missing = database.missing(&project.post_load, &options, &mut progress)?;
    finish(cx, outcome.with(missing))
}

/// Shows exactly the batches that would be sent now.
fn rehearse(
    cx: &Cx<'_>,
    database: &Database,
    files: &[&Migration],
    options: &PostLoadOptions,
    progress: &mut Progress,
) -> Result<Code, Failure> {
    let steps = database.look(files, options, progress)?;
    output::write_script(cx, &preview(cx.format, files, &steps))?;
    Ok(code(&PostLoadOutcome { applied: Vec::new(), steps }))
}

fn finish(cx: &Cx<'_>, outcome: PostLoadOutcome) -> Result<Code, Failure> {
    output::write(cx, &render(cx.format, &outcome))?;
    Ok(code(&outcome))
}

/// The worst of the steps decides: interrupted, then blocked, drifted or changed, then waiting.
fn code(outcome: &PostLoadOutcome) -> Code {
    if outcome.has(&[StepState::Interrupted]) {
        Code::Unknown
    } else if outcome.has(&[StepState::Blocked, StepState::Drifted, StepState::Changed, StepState::Missing]) {
        Code::Refused
    } else if outcome.has(&[StepState::Waiting]) {
        Code::Waiting
    } else {
        Code::Done
    }
}

fn drop(cx: &Cx<'_>, database: &Database, files: &[&Migration], progress: &mut Progress) -> Result<Code, Failure> {
    let present = database.present(files, progress)?;
    if present.is_empty() {
        output::write(cx, &dropped(cx.format, &present, false))?;
        return Ok(Code::Done);
    }
    if cx.global.dry_run {
        output::write_script(cx, &removal(cx.format, &present, &[]))?;
        return Ok(Code::Done);
    }
    if !agreed(cx, &present, "drop")? {
        return Ok(Code::Done);
    }
    database.drop_indexes(&present, cx.global.lock_timeout, progress)?;
    output::write(cx, &dropped(cx.format, &present, true))?;
    Ok(Code::Done)
}

fn rebuild(
    cx: &Cx<'_>,
    database: &Database,
    files: &[&Migration],
    options: &PostLoadOptions,
    progress: &mut Progress,
) -> Result<Code, Failure> {
    let rehearsal = PostLoadOutcome { applied: Vec::new(), steps: database.rehearse(files, options, progress)? };
    let hold_up = [StepState::Waiting, StepState::Blocked, StepState::Changed, StepState::Interrupted];
    if rehearsal.has(&hold_up) {
        output::note(cx, "nothing was dropped: what is dropped now could not be created again");
        return finish(cx, rehearsal);
    }
    let present = database.present(files, progress)?;
    if cx.global.dry_run {
        output::write_script(cx, &removal(cx.format, &present, &ready(files, &rehearsal.steps)))?;
        return Ok(Code::Done);
    }
    if !present.is_empty() {
        if !agreed(cx, &present, "drop and create again")? {
            return Ok(Code::Done);
        }
        database.drop_indexes(&present, cx.global.lock_timeout, progress)?;
    }
    finish(cx, database.post_load(files, options, progress)?)
}

/// Shows what would be done and asks, unless `--yes`. After a "no" nothing is done.
fn agreed(cx: &Cx<'_>, present: &[Built], verb: &str) -> Result<bool, Failure> {
    let statements: Vec<String> =
        present.iter().map(|index| printable(&remove::statement(index)).into_owned()).collect();
    let shown =
        format!("to {verb}:\n  {}\nuntil the index is there again, searches read every row", statements.join("\n  "));
    if cx.global.yes {
        return Ok(true);
    }
    if !io::stdin().is_terminal() {
        return Err(Failure::usage(format!("{shown}\nnothing was done: nobody is there to ask; give --yes")));
    }
    output::note(cx, &format!("{shown}\ngo on? [y/N]"));
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(|error| Failure::io("while reading the answer", error))?;
    let agreed = matches!(answer.trim().to_lowercase().as_str(), "y" | "yes");
    if !agreed {
        output::note(cx, "nothing was done");
    }
    Ok(agreed)
}

fn dropped(format: Format, present: &[Built], done: bool) -> String {
    if format != Format::Text {
        return output::document(format, "result", &json!({ "schema": "ragsql.post-load/1", "dropped": present }));
    }
    if !done {
        return "nothing to drop: none of the vector indexes is there\n".to_owned();
    }
    let lines = present
        .iter()
        .map(|index| printable(&format!("dropped {} on {}", index.name, index.table)).into_owned() + "\n");
    lines.collect::<String>() + "run `ragsql post-load` to create them again\n"
}

fn render(format: Format, outcome: &PostLoadOutcome) -> String {
    let document = json!({ "schema": "ragsql.post-load/1", "applied": outcome.applied, "post_load": outcome.steps });
    match format {
        Format::Json | Format::Jsonl => output::document(format, "result", &document),
        Format::Text if outcome.steps.is_empty() => "there are no post-load steps\n".to_owned(),
        Format::Text => outcome.steps.iter().map(step_text).collect(),
    }
}

/// The batches of the steps that can be created now.
fn ready<'a>(files: &[&'a Migration], steps: &[StepReport]) -> Vec<Preview<'a>> {
    let both = files.iter().zip(steps).filter(|(_, step)| step.state == StepState::Ready);
    both.map(|(file, step)| Preview::of_step(file, &step.due)).collect()
}

/// The statements that would drop indexes and the batches that would create them again, as a script or as data.
fn removal(format: Format, present: &[Built], ready: &[Preview<'_>]) -> String {
    if format != Format::Text {
        let would_apply: Vec<_> = ready.iter().map(Preview::json).collect();
        let document = json!({ "schema": "ragsql.post-load/1", "dropped": [], "would_drop": present,
            "would_apply": would_apply });
        return output::document(format, "result", &document);
    }
    let drops = present.iter().map(|index| format!("{}\nGO\n", remove::statement(index)));
    let script: String = drops.chain(ready.iter().map(Preview::script)).collect();
    format!("-- {} to drop, {} to create; nothing was run\n{script}", present.len(), ready.len())
}

/// Exactly the batches that would be sent now, as a script or as data; and why others would not be.
fn preview(format: Format, files: &[&Migration], steps: &[StepReport]) -> String {
    let ready = ready(files, steps);
    if format != Format::Text {
        let would_apply: Vec<_> = ready.iter().map(Preview::json).collect();
        let document = json!({ "schema": "ragsql.post-load/1", "applied": [], "post_load": steps,
            "would_apply": would_apply });
        return output::document(format, "result", &document);
    }
    let mut script = format!("-- {} ready; nothing was run\n", ready.len());
    for step in steps.iter().filter(|step| step.state != StepState::Ready) {
        let lines = step_text(step);
        script.extend(lines.split_terminator('\n').map(|line| format!("--{line}\n")));
    }
    script.extend(ready.iter().map(Preview::script));
    script
}

/// A step with its indexes, guards and obstacles.
pub fn step_text(step: &StepReport) -> String {
    let state = serde_json::to_value(step.state).expect("a state is a word");
    let head = format!("  {:<12} V{}__{}", state.as_str().unwrap_or_default(), step.version, step.name);
    let indexes = step.indexes.iter().map(|index| {
        let format = index.format.as_deref().unwrap_or("of SQL Server 2025");
        format!(
            "{} on {} ({}): {}, {}, format version {format}",
            index.name, index.table, index.column, index.metric, index.index_type
        )
    });
    let guards = step.guards.iter().map(|guard| {
        let met = if guard.met { "met" } else { "not met" };
        format!("{met}: {} ({}, needed {})", guard.guard, there_are(guard.have), guard.need)
    });
    let below = indexes.chain(guards).chain(step.obstacles.iter().cloned());
    let lines = std::iter::once(head).chain(below.map(|line| format!("               {line}")));
    lines.map(|line| format!("{}\n", printable(&line))).collect()
}
