//! `ragsql status`: both phases.

use std::fmt::Write;

use serde_json::json;

use super::post_load::step_text;
use super::progress::Progress;
use super::reembed::Standing;
use super::{Code, Cx, Failure, output};
use crate::cli::{self, Format};
use crate::db::post_load::StepState;
use crate::db::state::State;
use crate::db::status::Status;
use crate::drift::Looked;
use crate::report::drift;
use crate::source::Migration;
use crate::text::printable;

/// Shows what is applied, pending, waiting and changed.
pub fn run(cx: &Cx<'_>, args: &cli::Status) -> Result<Code, Failure> {
    let project = cx.project()?;
    let database = cx.database()?;
    let apply = cx.apply_options(None)?;
    let post_load = cx.post_load_options(None)?;
    let mut progress = Progress::new(cx);
    let (status, look) = database.status_and_look(&project, &apply.history, &post_load, &mut progress)?;
    let is_pending = |file: &&Migration| {
        status.migrations.iter().any(|line| line.version == file.version && line.state == State::Pending)
    };
    let pending: Vec<&Migration> = project.migrations.iter().filter(is_pending).collect();
    let drift = cx.drift(&project, look, &pending)?;
    let standing = Standing::read(cx, &database, &status)?;
    output::write(cx, &render(cx, &status, &drift, &standing)?)?;
    Ok(code(&status, &drift, args.detailed_exitcode))
}

/// The worst decides: interrupted, then what a run would refuse; then, when asked for, anything that is not
/// applied, and drift.
fn code(status: &Status, drift: &Looked, detailed: bool) -> Code {
    let is_open = status.migrations.iter().any(|file| file.state != State::Applied)
        || status.post_load.iter().any(|step| step.state != StepState::Applied)
        || drift.changes().next().is_some();
    if status.is_interrupted() && !status.running {
        Code::Unknown
    } else if is_refused(status) {
        Code::Refused
    } else if detailed && is_open {
        Code::Changes
    } else {
        Code::Done
    }
}

/// Whether history and files do not match, or a step cannot be done. While migrations are pending, what blocks a step
/// may be what they are about to make.
fn is_refused(status: &Status) -> bool {
    let has = |state: State| status.migrations.iter().any(|file| file.state == state);
    let refused = |step: StepState| match step {
        StepState::Drifted | StepState::Changed | StepState::Missing => true,
        StepState::Blocked => !has(State::Pending),
        StepState::Applied | StepState::Ready | StepState::Waiting | StepState::Interrupted => false,
    };
    [State::Changed, State::Missing, State::OutOfOrder].into_iter().any(has)
        || status.post_load.iter().any(|step| refused(step.state))
}

fn render(cx: &Cx<'_>, status: &Status, found: &Looked, standing: &Standing) -> Result<String, Failure> {
    if cx.format == Format::Text {
        return Ok(text(status) + &standing.text() + &drift::text(found));
    }
    let document = json!({
        "schema": "ragsql.status/1",
        "database": status.facts.database,
        "server": status.facts.server,
        "engine": cx.profile()?.as_str(),
        "migrations": status.migrations,
        "post_load": status.post_load,
        "reembedding": standing.json(),
        "drift": drift::json(found),
        "running": status.running,
    });
    Ok(format!("{document:#}\n"))
}

/// Both phases for people.
pub fn text(status: &Status) -> String {
    let place = format!("{} on {}", status.facts.database, status.facts.server);
    let running = match status.running {
        true => "a run is at work now: what it has started and not finished is not interrupted\n",
        false => "",
    };
    let mut text = format!("{}\n{running}\nmigrations\n", printable(&place));
    for file in &status.migrations {
        let is_running = status.running && file.state == State::Interrupted;
        let state = if is_running { "running".to_owned() } else { output::word(&file.state) };
        let when = match (&file.applied_on, &file.applied_by) {
            (Some(on), Some(by)) => format!("  {on} by {by}"),
            _ => String::new(),
        };
        // Writing to a String cannot fail.
        let shown = format!("{:<12} V{}__{}{when}", state, file.version, file.name);
        let _ = writeln!(text, "  {}", printable(&shown));
        if let Some(problem) = file.problem.as_ref().filter(|_| !is_running) {
            let _ = writeln!(text, "               {}", printable(problem));
        }
    }
    if status.migrations.is_empty() {
        text += "  none\n";
    }
    text += "\npost-load\n";
    for step in &status.post_load {
        text += &step_text(step, status.running);
    }
    if status.post_load.is_empty() {
        text += "  none\n";
    }
    text
}
