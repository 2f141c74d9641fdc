//! `ragsql post-load`: the guarded phase.

use std::io::{self, BufRead, IsTerminal};

use serde_json::json;

use super::around::{self, Ended, Watch};
use super::preview::Preview;
use super::progress::Progress;
use super::{Code, Cx, Failure, output};
use crate::cli::{Format, PostLoad, PostLoadAction};
use crate::db::RunError;
use crate::db::database::Database;
use crate::db::post_load::remove;
use crate::db::post_load::step::Built;
use crate::db::post_load::{self, NoSuchStep, PostLoadOptions, PostLoadOutcome, StepReport, StepState};
use crate::guard;
use crate::source::{Migration, Project};
use crate::text::{counted, printable};

/// Runs one of the actions.
pub fn run(cx: &Cx<'_>, args: &PostLoad) -> Result<Code, Failure> {
    let (action, names) = args.action();
    check(args, action, names)?;
    let project = cx.project()?;
    let options = cx.post_load_options(args.wait)?;
    let mut progress = Progress::new(cx);
    let files = match post_load::select(&project.post_load, names) {
        Ok(files) => files,
        Err(error) => return Err(gone(cx, &project, &options, error, &mut progress)),
    };
    let database = cx.database()?;
    warn_of_migrations(cx, &database, &project, action, &mut progress)?;
    let outcome = match action {
        PostLoadAction::Apply if cx.global.dry_run => return rehearse(cx, &database, &files, &options, &mut progress),
        PostLoadAction::Drop => {
            if args.for_export {
                nothing_else_is_left(&database, &files, &mut progress)?;
            }
            drop(cx, &database, &files, args.for_export, &mut progress)?
        }
        PostLoadAction::Rebuild => return rebuild(cx, &database, &files, &options, &mut progress),
        PostLoadAction::Around => return around(cx, &database, &files, &options, args, &mut progress),
        PostLoadAction::Apply => database.post_load(&files, &options, &mut progress)?,
        PostLoadAction::Status => database.look(&files, &options, &mut progress)?,
    };
    let missing = match names.is_empty() {
        true => database.missing(&project.post_load, &options, &mut progress)?,
        false => Vec::new(),
    };
    if action == PostLoadAction::Drop {
        missing.iter().flat_map(|step| &step.obstacles).for_each(|why| output::note(cx, &printable(why)));
        return Ok(code(&outcome.with(missing)));
    }
    finish(cx, outcome.with(missing))
}

/// Sees that flags and action go together.
fn check(args: &PostLoad, action: PostLoadAction, names: &[String]) -> Result<(), Failure> {
    let is_around = action == PostLoadAction::Around;
    if is_around && args.command.is_empty() {
        return Err(Failure::usage("around what? write `ragsql post-load around -- COMMAND…`"));
    }
    if !is_around && !args.command.is_empty() {
        return Err(Failure::usage("only `ragsql post-load around` runs a command behind `--`"));
    }
    if args.for_export && (action != PostLoadAction::Drop || !names.is_empty()) {
        return Err(Failure::usage("--for-export goes with `ragsql post-load drop`, and is about every vector index"));
    }
    Ok(())
}

/// A name without a file: the history may know the step.
fn gone(
    cx: &Cx<'_>,
    project: &Project,
    options: &PostLoadOptions,
    error: NoSuchStep,
    progress: &mut Progress,
) -> Failure {
    let missing = cx.database().and_then(|database| Ok(database.missing(&project.post_load, options, progress)?));
    let is = |step: &&StepReport| step.name.eq_ignore_ascii_case(&error.word) || step.version.to_string() == error.word;
    match missing.unwrap_or_default().iter().find(is) {
        Some(step) => Failure::refused(step.obstacles.join("\n")),
        None => Failure::usage(error),
    }
}

/// Says when migrations that a step may need have not run: a step is not held up by them.
fn warn_of_migrations(
    cx: &Cx<'_>,
    database: &Database,
    project: &Project,
    action: PostLoadAction,
    progress: &mut Progress,
) -> Result<(), Failure> {
    if !matches!(action, PostLoadAction::Apply | PostLoadAction::Rebuild) {
        return Ok(());
    }
    let warning = match database.pending(&project.migrations, &cx.apply_options(None)?, progress) {
        Ok(pending) if pending.is_empty() => return Ok(()),
        Ok(pending) => format!("{} pending: run `ragsql apply` before post-load", counted(pending.len(), "migration")),
        Err(RunError::Mismatch(_)) => "migrations and their history do not match: see `ragsql status`".to_owned(),
        // What else is wrong with them does not concern the steps.
        Err(_) => return Ok(()),
    };
    output::note(cx, &format!("warning: {warning}"));
    Ok(())
}

/// Shows exactly the batches that would be sent now.
fn rehearse(
    cx: &Cx<'_>,
    database: &Database,
    files: &[&Migration],
    options: &PostLoadOptions,
    progress: &mut Progress,
) -> Result<Code, Failure> {
    let outcome = database.look(files, options, progress)?;
    output::write_script(cx, &preview(cx.format, files, &outcome))?;
    Ok(code(&outcome))
}

fn finish(cx: &Cx<'_>, outcome: PostLoadOutcome) -> Result<Code, Failure> {
    output::write(cx, &render(cx.format, &outcome))?;
    Ok(code(&outcome))
}

/// The worst of the steps decides: interrupted, then blocked, drifted or changed, then waiting.
fn code(outcome: &PostLoadOutcome) -> Code {
    if outcome.has(&[StepState::Interrupted]) && !outcome.running {
        Code::Unknown
    } else if outcome.has(&[StepState::Blocked, StepState::Drifted, StepState::Changed, StepState::Missing]) {
        Code::Refused
    } else if outcome.has(&[StepState::Waiting]) {
        Code::Waiting
    } else {
        Code::Done
    }
}

/// Drops what is there, when that is agreed to; gives no steps.
fn drop(
    cx: &Cx<'_>,
    database: &Database,
    files: &[&Migration],
    for_export: bool,
    progress: &mut Progress,
) -> Result<PostLoadOutcome, Failure> {
    let present = database.present(files, progress)?;
    if cx.global.dry_run {
        output::write_script(cx, &removal(cx.format, &present, &[], None))?;
    } else if present.is_empty() {
        output::write(cx, &dropped(cx.format, &present, false))?;
    } else if agreed(cx, &present, "drop")? {
        database.drop_indexes(&present, cx.global.lock_timeout, progress)?;
        output::write(cx, &dropped(cx.format, &present, true))?;
    }
    if for_export && !cx.global.dry_run {
        output::note(cx, "next: run the export, then `ragsql post-load`; until then every search reads all vectors");
    }
    Ok(PostLoadOutcome::default())
}

/// An export fails on any vector index, and one without a file could not be created again.
fn nothing_else_is_left(database: &Database, files: &[&Migration], progress: &mut Progress) -> Result<(), Failure> {
    let ours = database.present(files, progress)?;
    let others: Vec<Built> =
        database.vector_indexes(progress)?.into_iter().filter(|index| !ours.contains(index)).collect();
    if others.is_empty() {
        return Ok(());
    }
    let statements: Vec<String> = others.iter().map(remove::statement).collect();
    Err(Failure::refused(printable(&format!(
        "nothing was dropped: an export fails on vector indexes that no file of post-load/ creates again; give each a file, \
         or drop it by hand: {}",
        statements.join("; ")
    ))))
}

fn rebuild(
    cx: &Cx<'_>,
    database: &Database,
    files: &[&Migration],
    options: &PostLoadOptions,
    progress: &mut Progress,
) -> Result<Code, Failure> {
    let rehearsal = rehearsal(database, files, options, progress)?;
    if rehearsal.has(&[StepState::Waiting]) || cannot_come_back(&rehearsal) {
        return nothing_dropped(cx, rehearsal);
    }
    let present = database.present(files, progress)?;
    if cx.global.dry_run {
        output::write_script(cx, &removal(cx.format, &present, &ready(files, &rehearsal.steps), None))?;
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

/// Every step as if its indexes were dropped.
fn rehearsal(
    database: &Database,
    files: &[&Migration],
    options: &PostLoadOptions,
    progress: &mut Progress,
) -> Result<PostLoadOutcome, Failure> {
    Ok(PostLoadOutcome { steps: database.rehearse(files, options, progress)?, ..PostLoadOutcome::default() })
}

/// Whether a step could not be created again, whatever is loaded.
fn cannot_come_back(rehearsal: &PostLoadOutcome) -> bool {
    rehearsal.has(&[StepState::Blocked, StepState::Changed, StepState::Interrupted])
}

fn nothing_dropped(cx: &Cx<'_>, rehearsal: PostLoadOutcome) -> Result<Code, Failure> {
    output::note(cx, "nothing was dropped: what is dropped now could not be created again");
    finish(cx, rehearsal)
}

/// Drops what is there, runs the command, and creates again what is missing, however the command ended.
fn around(
    cx: &Cx<'_>,
    database: &Database,
    files: &[&Migration],
    options: &PostLoadOptions,
    args: &PostLoad,
    progress: &mut Progress,
) -> Result<Code, Failure> {
    let rehearsal = rehearsal(database, files, options, progress)?;
    if cannot_come_back(&rehearsal) {
        return nothing_dropped(cx, rehearsal);
    }
    let present = database.present(files, progress)?;
    if cx.global.dry_run {
        let command = around::shown(&args.command);
        output::write_script(cx, &removal(cx.format, &present, &ready(files, &rehearsal.steps), Some(&command)))?;
        return Ok(Code::Done);
    }
    if !present.is_empty() && !agreed(cx, &present, "drop, until the command has run")? {
        return Ok(Code::Interrupted);
    }
    let watch = Watch::new(database);
    let dropped = database.drop_indexes(&present, cx.global.lock_timeout, progress);
    let ended = match dropped {
        Ok(()) => around::command(cx, &args.command, &watch),
        Err(_) => Ended::NotRun,
    };
    let stopped = watch.restoring();
    around::tell(cx, &ended, &args.command);
    let outcome = database.post_load(files, options, progress);
    dropped?;
    let outcome = outcome.map_err(|error| around::failed(error.into(), &ended.told(&args.command)))?;
    output::write(cx, &render_around(cx.format, &present, &ended, &outcome))?;
    Ok(around::code(code(&outcome), stopped, &ended))
}

fn render_around(format: Format, present: &[Built], ended: &Ended, outcome: &PostLoadOutcome) -> String {
    match format {
        Format::Text => render(format, outcome),
        Format::Json | Format::Jsonl => {
            let document = json!({ "schema": "ragsql.post-load/1", "dropped": present, "command": ended.json(),
                "applied": outcome.applied, "post_load": outcome.steps });
            output::document(format, "result", &document)
        }
    }
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
        Format::Text => outcome.steps.iter().map(|step| step_text(step, outcome.running)).collect(),
    }
}

/// The batches of the steps that can be created now.
fn ready<'a>(files: &[&'a Migration], steps: &[StepReport]) -> Vec<Preview<'a>> {
    let both = files.iter().zip(steps).filter(|(_, step)| step.state == StepState::Ready);
    both.map(|(file, step)| Preview::of_step(file, &step.due)).collect()
}

/// The statements that would drop indexes and the batches that would create them again, with a command between them, as a
/// script or as data.
fn removal(format: Format, present: &[Built], ready: &[Preview<'_>], command: Option<&str>) -> String {
    if format != Format::Text {
        let would_apply: Vec<_> = ready.iter().map(Preview::json).collect();
        let mut document = json!({ "schema": "ragsql.post-load/1", "dropped": [], "would_drop": present,
            "would_apply": would_apply });
        if let Some(command) = command {
            document["would_run"] = command.into();
        }
        return output::document(format, "result", &document);
    }
    let drops = present.iter().map(|index| format!("{}\nGO\n", remove::statement(index)));
    let command = command.map(|command| format!("\n-- here runs: {command}\n"));
    let script: String = drops.chain(command).chain(ready.iter().map(Preview::script)).collect();
    format!("-- {} to drop, {} to create; nothing was run\n{script}", present.len(), ready.len())
}

/// Exactly the batches that would be sent now, as a script or as data; and why others would not be.
fn preview(format: Format, files: &[&Migration], outcome: &PostLoadOutcome) -> String {
    let steps = &outcome.steps;
    let ready = ready(files, steps);
    if format != Format::Text {
        let would_apply: Vec<_> = ready.iter().map(Preview::json).collect();
        let document = json!({ "schema": "ragsql.post-load/1", "applied": [], "post_load": steps,
            "would_apply": would_apply });
        return output::document(format, "result", &document);
    }
    let mut script = format!("-- {} ready; nothing was run\n", ready.len());
    for step in steps.iter().filter(|step| step.state != StepState::Ready) {
        let lines = step_text(step, outcome.running);
        script.extend(lines.split_terminator('\n').map(|line| format!("--{line}\n")));
    }
    script.extend(ready.iter().map(Preview::script));
    script
}

/// A step with its indexes, guards and obstacles. What is interrupted is not while a run is at work.
pub fn step_text(step: &StepReport, running: bool) -> String {
    let is_running = running && step.state == StepState::Interrupted;
    let state = if is_running { "running".to_owned() } else { output::word(&step.state) };
    let head = format!("  {state:<12} V{}__{}", step.version, step.name);
    let indexes = step.indexes.iter().map(|index| {
        let format = index.format.as_deref().unwrap_or("of SQL Server 2025");
        format!(
            "{} on {} ({}): {}, {}, format version {format}",
            index.name, index.table, index.column, index.metric, index.index_type
        )
    });
    let guards = step.guards.iter().map(|one| guard::line(&one.guard, Some(one.met), &one.missing));
    let obstacles = step.obstacles.iter().filter(|_| !is_running).cloned();
    let below = indexes.chain(guards).chain(obstacles);
    let lines = std::iter::once(head).chain(below.map(|line| format!("               {line}")));
    lines.map(|line| format!("{}\n", printable(&line))).collect()
}
