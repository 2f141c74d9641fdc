//! `ragsql verify`: the health checks of a RAG database.

use super::progress::Progress;
use super::{Code, Cx, Failure, output};
use crate::cli::{FormatName, Verify};
use crate::lint;
use crate::name::Ident;
use crate::report::verify::{json, junit, markdown, sql, text};
use crate::verify::{CHECKS, Options, Question, Report, questions};
use crate::{replay, source::Project};

/// Asks the checks and tells the answers; 1 when one failed, or applies and could not be made. The script of
/// `--format sql` is only written.
pub fn run(cx: &Cx<'_>, args: &Verify) -> Result<Code, Failure> {
    let asked = asked(cx, args, &cx.project()?)?;
    if cx.global.format == FormatName::Sql {
        output::write_script(cx, &sql::render(&asked))?;
        return Ok(Code::Done);
    }
    let report = cx.database()?.verify(&asked, cx.global.timeout, &mut Progress::new(cx))?;
    write(cx, &report)?;
    Ok(if report.is_well() { Code::Done } else { Code::Findings })
}

/// The questions of the checks that are named, or of all.
fn asked(cx: &Cx<'_>, args: &Verify, project: &Project) -> Result<Vec<Question>, Failure> {
    if let Some(unknown) = args.checks.iter().find(|name| CHECKS.iter().all(|check| check.name != **name)) {
        let names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        return Err(Failure::usage(format!("there is no check `{unknown}`; there are {}", names.join(", "))));
    }
    let mut asked = of_project(cx, args.sample, project)?;
    if asked.is_empty() {
        return Err(Failure::usage(
            "the migrations make no table of chunks, one with a vector column and the text beside it: there is nothing to verify",
        ));
    }
    asked.retain(|question| args.checks.is_empty() || args.checks.iter().any(|name| name == question.check.name));
    Ok(asked)
}

/// Every question about a project.
pub fn of_project(cx: &Cx<'_>, sample: Option<u64>, project: &Project) -> Result<Vec<Question>, Failure> {
    let lint = lint::Options {
        engine: cx.profile()?,
        policy_and_vector_index: cx.policy_and_vector_index()?,
        tenant_column: cx.settings.lint.tenant_column.as_deref().map(Ident::new),
        ..lint::Options::default()
    };
    let catalog = replay::replay(project, &mut ());
    Ok(questions(&catalog, &Options { lint, sample }))
}

fn write(cx: &Cx<'_>, report: &Report) -> Result<(), Failure> {
    match cx.global.format {
        FormatName::Text => output::write(cx, &text::render(report)),
        FormatName::Json => output::write_as_is(cx, &json::render(report)),
        FormatName::Junit => output::write_as_is(cx, &junit::render(report)),
        FormatName::Markdown => output::write_as_is(cx, &markdown::render(report)),
        _ => Err(Failure::usage("verify has --format text, json, junit, markdown and sql")),
    }
}
