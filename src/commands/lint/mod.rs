//! `ragsql lint`.

mod mend;
mod options;
mod pipeline;
mod scope;

use std::collections::BTreeSet;
use std::path::PathBuf;

use scope::Scope;

use super::{Code, Cx, Failure, git, output};
use crate::cli::{FailOn, FormatName, Lint};
use crate::lint::{self, Diagnostic, Level, Report};
use crate::report::{self, Context};
use crate::source::Project;

/// Judges a project, or single files. A path that is a project's folder is as good as `--dir`.
pub fn run(cx: &Cx<'_>, args: &Lint) -> Result<Code, Failure> {
    match scope::project_in(&args.paths) {
        Some(dir) => run_on(&cx.in_folder(dir)?, args, &[]),
        None => run_on(cx, args, &args.paths),
    }
}

fn run_on(cx: &Cx<'_>, args: &Lint, paths: &[PathBuf]) -> Result<Code, Failure> {
    let (scope, report) = if args.fix { mend::mend(cx, args, paths)? } else { look(cx, args, paths)? };
    let fail_on = args.fail_on.into();
    let context = pipeline::context(cx, scope.is_project, fail_on)?;
    if cx.global.verbose > 0 {
        output::note(cx, report::understood::render(&lint::understood(&scope.project), &report).trim_end());
    }
    output::write_as_is(cx, &render(cx, &report, &context)?)?;
    if cx.global.format == FormatName::Github {
        pipeline::summarise(&report, &context)?;
    }
    Ok(if report.reaches(fail_on) { Code::Findings } else { Code::Done })
}

/// What is there, and what there is to say about it.
fn look(cx: &Cx<'_>, args: &Lint, paths: &[PathBuf]) -> Result<(Scope, Report), Failure> {
    let scope = Scope::of(cx, paths)?;
    let report = judge(cx, args, &scope)?;
    Ok((scope, report))
}

fn judge(cx: &Cx<'_>, args: &Lint, scope: &Scope) -> Result<Report, Failure> {
    let options = options::options(cx, scope.is_project)?;
    let report = match &args.git_base {
        None => lint::lint(&scope.project, &options),
        Some(_) if !scope.is_project => {
            return Err(Failure::usage(
                "--git-base is for a project: give no paths, or only files of migrations/ and post-load/",
            ));
        }
        Some(reference) => {
            lint::lint_since(&scope.project, &git::released(&cx.dir, reference, &scope.project)?, &options)
        }
    };
    Ok(restrict(report, &scope.only))
}

/// Whether statements that were not understood are errors for the linter: not so where a comment allows them or the
/// settings have a lower level. Each begins with its place, `migrations/V2__x.sql:5`. What is an error is told.
pub(super) fn is_not_analysed(cx: &Cx<'_>, project: &Project, not_understood: &[String]) -> Result<bool, Failure> {
    if not_understood.is_empty() {
        return Ok(false);
    }
    let report = lint::lint(project, &options::options(cx, true)?);
    let errors = report.findings.iter().filter(|finding| finding.level == Level::Error);
    let places: BTreeSet<String> = errors.map(|finding| line_of(&report, finding)).collect();
    let is_error = |what: &&String| {
        let place = what.splitn(3, ':').take(2).collect::<Vec<_>>().join(":");
        places.contains(&place)
    };
    let errors: Vec<&String> = not_understood.iter().filter(is_error).collect();
    for what in &errors {
        output::note(cx, &format!("not analysed: {what}: mend it, or allow it with a reason; see `ragsql lint`"));
    }
    Ok(!errors.is_empty())
}

fn line_of(report: &Report, finding: &Diagnostic) -> String {
    let file = &report.files[finding.place.file as usize];
    format!("{}:{}", file.path(), file.position(finding.place.span.start).line)
}

/// Leaves the findings of some files, or all when there are none.
fn restrict(mut report: Report, only: &[String]) -> Report {
    if !only.is_empty() {
        let files = report.files.clone();
        report.findings.retain(|finding| {
            let path = files[finding.place.file as usize].path();
            only.iter().any(|wanted| wanted == path)
        });
    }
    report
}

fn render(cx: &Cx<'_>, report: &Report, context: &Context) -> Result<String, Failure> {
    Ok(match cx.global.format {
        FormatName::Text => report::text::render(report, output::colored(cx)),
        FormatName::Json => report::json::render(report),
        FormatName::Jsonl => return Err(Failure::usage("lint has no --format jsonl; use json")),
        FormatName::Sarif => report::sarif::render(report, context),
        FormatName::Github => report::github::render(report, context),
        FormatName::Gitlab => report::gitlab::render(report, context),
        FormatName::AzureDevops => report::azure_devops::render(report, context),
        FormatName::Junit => report::junit::render(report, context),
        FormatName::Markdown => report::markdown::render(report, context),
        FormatName::Sql | FormatName::Html => {
            return Err(Failure::usage("lint has no such format; `ragsql diff` has sql and html"));
        }
    })
}

impl From<FailOn> for Level {
    fn from(level: FailOn) -> Self {
        match level {
            FailOn::Error => Level::Error,
            FailOn::Warning => Level::Warning,
            FailOn::Info => Level::Info,
        }
    }
}
