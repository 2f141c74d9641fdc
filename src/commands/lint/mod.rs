//! `ragsql lint`.

mod options;
mod pipeline;
mod scope;

use std::io::{self, IsTerminal};

use scope::Scope;

use super::{Code, Cx, Failure, git, output};
use crate::cli::{Color, FailOn, FormatName, Lint};
use crate::lint::{self, Level, Report};
use crate::report::{self, Context};
use crate::source;

/// Judges a project, or single files.
pub fn run(cx: &Cx<'_>, args: &Lint) -> Result<Code, Failure> {
    let scope = Scope::of(cx, &args.paths)?;
    let is_project = matches!(scope, Scope::Project(_));
    let options = options::options(cx, is_project)?;
    let report = match scope {
        Scope::Project(only) => {
            let project = source::read(&cx.dir).map_err(Failure::usage)?;
            let report = match &args.git_base {
                Some(reference) => lint::lint_since(&project, &git::released(&cx.dir, reference, &project)?, &options),
                None => lint::lint(&project, &options),
            };
            restrict(report, &only)
        }
        Scope::Loose(_) if args.git_base.is_some() => {
            return Err(Failure::usage(
                "--git-base is for a project: give no paths, or only files of migrations/ and post-load/",
            ));
        }
        Scope::Loose(project) => lint::lint(&project, &options),
    };
    let fail_on = args.fail_on.into();
    let context = pipeline::context(cx, is_project, fail_on)?;
    output::write(cx, &render(cx, &report, &context)?)?;
    if cx.global.format == FormatName::Github {
        pipeline::summarise(&report, &context)?;
    }
    Ok(if report.reaches(fail_on) { Code::Findings } else { Code::Done })
}

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
        FormatName::Text => report::text::render(report, colored(cx)),
        FormatName::Json => report::json::render(report),
        FormatName::Jsonl => return Err(Failure::usage("lint has no --format jsonl; use json")),
        FormatName::Sarif => report::sarif::render(report, context),
        FormatName::Github => report::github::render(report, context),
        FormatName::Gitlab => report::gitlab::render(report, context),
        FormatName::AzureDevops => report::azure_devops::render(report, context),
        FormatName::Junit => report::junit::render(report, context),
        FormatName::Markdown => report::markdown::render(report, context),
    })
}

/// Colours go to a terminal, unless NO_COLOR is set or a flag says otherwise.
fn colored(cx: &Cx<'_>) -> bool {
    match cx.global.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            cx.global.output.is_none() && !no_color && io::stdout().is_terminal()
        }
    }
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
