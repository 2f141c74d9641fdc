//! `ragsql plan`: what apply and post-load would run now, with what each statement may do.

use std::collections::BTreeSet;

use super::progress::Progress;
use super::{Code, Cx, Failure, lint, output};
use crate::cli::{self, FormatName};
use crate::db::RunError;
use crate::db::ahead::Ahead;
use crate::db::post_load::check::Counted;
use crate::db::post_load::step::Step as Wanted;
use crate::db::post_load::{PostLoadOptions, StepReport, StepState};
use crate::drift;
use crate::plan::{self, Fate, File, Guarded, Plan, Step};
use crate::report::plan::{html, json, markdown, text};
use crate::source::{Migration, Phase, Project};

/// Tells what would run; 2 with `--detailed-exitcode` when something would.
pub fn run(cx: &Cx<'_>, args: &cli::Plan) -> Result<Code, Failure> {
    if !matches!(cx.global.format, FormatName::Text | FormatName::Json | FormatName::Markdown | FormatName::Html) {
        return Err(Failure::usage("plan has --format text, json, markdown and html"));
    }
    let project = cx.project()?;
    let live = args.from_version.is_none() && cx.names_a_database();
    let (plan, code, before) = match live {
        true => live_plan(cx, &project).map(|(plan, code)| (plan, code, Vec::new()))?,
        false => offline(cx, &project, args.from_version).map(|(plan, before)| (plan, Code::Done, before))?,
    };
    write(cx, &plan)?;
    if code != Code::Done {
        return Ok(code);
    }
    if plan.stops_at_drift() && !args.allow_drift {
        return Ok(Code::Refused);
    }
    let unknown: Vec<String> = before.into_iter().chain(plan.not_understood()).collect();
    if lint::is_not_analysed(cx, &project, &unknown)? {
        return Ok(Code::Findings);
    }
    Ok(if args.detailed_exitcode && !plan.is_empty() { Code::Changes } else { Code::Done })
}

fn write(cx: &Cx<'_>, plan: &Plan) -> Result<(), Failure> {
    match cx.global.format {
        FormatName::Json => output::write_as_is(cx, &json::render(plan)),
        FormatName::Markdown => output::write(cx, &markdown::render(plan)),
        FormatName::Html => output::write_as_is(cx, &html::render(plan)),
        _ => output::write_as_is(cx, &text::render(plan, output::colored(cx))),
    }
}

/// Without a database: as if the migrations up to a version were applied, and no post-load step. Also what of these is
/// not understood.
fn offline(cx: &Cx<'_>, project: &Project, from_version: Option<i64>) -> Result<(Plan, Vec<String>), Failure> {
    let options = cx.post_load_options(None)?;
    let (applied, pending): (Vec<_>, Vec<_>) =
        project.migrations.iter().partition(|file| from_version.is_some_and(|version| file.version <= version));
    if let Some(version) = from_version.filter(|version| applied.last().is_none_or(|last| last.version != *version)) {
        let below = applied.last().map_or_else(String::new, |last| format!("; the next one below is {}", last.version));
        return Err(Failure::usage(format!("--from-version {version}: there is no migration of that version{below}")));
    }
    let applied: BTreeSet<i64> = applied.iter().map(|file| file.version).collect();
    let before = drift::expected(project, &applied, &BTreeSet::new());
    let due = Project {
        migrations: pending.into_iter().cloned().collect(),
        post_load: project.post_load.clone(),
        problems: Vec::new(),
    };
    let (migrations, post_load) = phases(plan::files(before.catalog, &due), &due);
    let guards = project.post_load.iter().map(|file| guards(file, &options, &[]).map_err(Failure::from));
    let steps = post_load.into_iter().zip(guards).map(|(file, guards)| {
        Ok::<_, Failure>(Step { file, state: "unknown".to_owned(), guards: guards?, ..Step::default() })
    });
    let missing = before.not_understood.iter().map(|what| format!("not understood, so what it did is missing: {what}"));
    let plan = Plan {
        from: from_version.map_or_else(|| "nothing".to_owned(), |version| format!("version {version}")),
        engine: cx.profile()?.as_str(),
        migrations,
        post_load: steps.collect::<Result<_, _>>()?,
        notes: missing.collect(),
        ..Plan::default()
    };
    Ok((plan, before.not_understood))
}

/// Files of both phases, parted.
fn phases(mut files: Vec<File>, project: &Project) -> (Vec<File>, Vec<File>) {
    let post_load = files.split_off(project.migrations.len());
    (files, post_load)
}

/// What would run on the database that is named, and the code that its state deserves.
fn live_plan(cx: &Cx<'_>, project: &Project) -> Result<(Plan, Code), Failure> {
    let (apply, options) = (cx.apply_options(None)?, cx.post_load_options(None)?);
    let mut progress = Progress::new(cx);
    let mut ahead = cx.database()?.ahead(project, &apply, &options, &mut progress)?;
    ahead.steps.retain(|step| step.state != StepState::Applied);
    let sent = |step: &&StepReport| matches!(step.state, StepState::Ready | StepState::Waiting | StepState::Blocked);
    let due: Vec<&Migration> = ahead.steps.iter().filter(sent).filter_map(|step| file_of(project, step)).collect();
    let due = Project {
        migrations: ahead.migrations.iter().map(|file| file.filled()).collect(),
        post_load: due.into_iter().map(Migration::filled).collect(),
        problems: Vec::new(),
    };
    let (migrations, post_load) = phases(plan::files(std::mem::take(&mut ahead.found.catalog), &due), &due);
    let steps = ahead.steps.iter().map(|step| {
        let fate = fate(step.state, ahead.migrations.is_empty());
        Ok::<_, Failure>(Step { fate, ..of_step(project, step, &post_load, &options)? })
    });
    let mut plan = Plan {
        from: "db".to_owned(),
        database: Some((ahead.facts.database.clone(), ahead.facts.server.clone())),
        engine: cx.profile()?.as_str(),
        migrations,
        post_load: steps.collect::<Result<_, _>>()?,
        drift: Some(cx.drift(project, ahead.look.clone(), &ahead.migrations)?),
        notes: notes(&ahead),
        sizes: ahead.sizes.clone().unwrap_or_default(),
    };
    let values = cx.variables()?;
    plan.hide(|text| values.hidden(text).into_owned());
    Ok((plan, code(&ahead)))
}

fn file_of<'a>(project: &'a Project, step: &StepReport) -> Option<&'a Migration> {
    project.post_load.iter().find(|file| file.version == step.version)
}

/// A step as the database has it. Of one that is ready, only what is left to be sent.
fn of_step(project: &Project, step: &StepReport, files: &[File], options: &PostLoadOptions) -> Result<Step, Failure> {
    let source = file_of(project, step);
    let replayed = files.iter().find(|file| file.version == step.version).cloned();
    let mut file = replayed.unwrap_or_else(|| File {
        version: step.version,
        name: step.name.clone(),
        path: source.map_or_else(
            || format!("{}/V{}__{}.sql", Phase::PostLoad.folder(), step.version, step.name),
            |file| file.file.path().to_owned(),
        ),
        ..File::default()
    });
    if step.state == StepState::Ready {
        file.keep(&step.due);
    }
    let guards = source.map(|file| guards(file, options, &step.guards)).transpose()?.unwrap_or_default();
    Ok(Step { file, state: output::word(&step.state), guards, obstacles: step.obstacles.clone(), ..Step::default() })
}

/// What becomes of a step. While migrations are pending, what blocks it may be what they are about to make.
fn fate(state: StepState, is_migrated: bool) -> Fate {
    match state {
        StepState::Ready | StepState::Applied => Fate::Runs,
        StepState::Waiting => Fate::Waits,
        StepState::Blocked if !is_migrated => Fate::Waits,
        StepState::Blocked | StepState::Drifted | StepState::Changed | StepState::Interrupted | StepState::Missing => {
            Fate::Refused
        }
    }
}

/// The guards of a step, those that the engine asks for first, each counted where it was.
fn guards(file: &Migration, options: &PostLoadOptions, counted: &[Counted]) -> Result<Vec<Guarded>, RunError> {
    let implied = if options.counts_rows { Wanted::new(file)?.implied_guards() } else { Vec::new() };
    let own = file.header.guards.iter().map(|(guard, _)| guard.clone());
    let guarded = |guard: crate::guard::Guard| {
        let guard = guard.to_string();
        let found = counted.iter().find(|counted| counted.guard == guard);
        Guarded {
            counted: found.map(|counted| (counted.have, counted.need)),
            at_least: found.is_some_and(|counted| counted.at_least),
            met: found.map(|counted| counted.met),
            missing: found.map(|counted| counted.missing.clone()).unwrap_or_default(),
            guard,
        }
    };
    Ok(implied.into_iter().chain(own).map(guarded).collect())
}

fn notes(ahead: &Ahead<'_>) -> Vec<String> {
    let gaps = ahead.found.gaps.iter().map(|gap| format!("{} could not be read: {}", gap.object, gap.reason));
    let sizes = ahead
        .sizes
        .as_ref()
        .err()
        .map(|why| format!("how large the tables are is not known (it takes VIEW DATABASE STATE): {why}"));
    gaps.chain(sizes).collect()
}

/// As `status` has it: what is interrupted, and what a run would refuse.
fn code(ahead: &Ahead<'_>) -> Code {
    let is_refused = |step: &StepReport| fate(step.state, ahead.migrations.is_empty()) == Fate::Refused;
    if ahead.steps.iter().any(|step| step.state == StepState::Interrupted) {
        Code::Unknown
    } else if ahead.steps.iter().any(is_refused) {
        Code::Refused
    } else {
        Code::Done
    }
}
