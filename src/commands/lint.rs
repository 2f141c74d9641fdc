//! `ragsql lint`, `ragsql rules` and `ragsql explain`.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde_json::json;

use super::{Code, Cx, Failure, output};
use crate::cli::{Color, FailOn, Format, Lint};
use crate::lint::{self, Level, Options, Report};
use crate::report;
use crate::source::{self, Phase, Project};

/// Judges a project, or single files.
pub fn run(cx: &Cx<'_>, args: &Lint) -> Result<Code, Failure> {
    let mut options = Options {
        engine: cx.profile()?,
        levels: levels(&cx.settings.lint.rules)?,
        policy_and_vector_index: cx.policy_and_vector_index()?,
        partial: false,
    };
    let report = match Scope::of(cx, &args.paths)? {
        Scope::Project(only) => {
            let project = source::read(&cx.dir).map_err(Failure::usage)?;
            restrict(lint::lint(&project, &options), &only)
        }
        Scope::Loose(project) => {
            options.partial = true;
            lint::lint(&project, &options)
        }
    };
    output::write(cx, &render(cx, &report)?)?;
    Ok(if report.reaches(args.fail_on.into()) { Code::Findings } else { Code::Done })
}

/// What is judged.
enum Scope {
    /// The whole project; findings of these files only, or of all when there are none.
    Project(Vec<String>),
    /// Files that are no project's: what they do not say is not known.
    Loose(Project),
}

impl Scope {
    fn of(cx: &Cx<'_>, paths: &[PathBuf]) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for path in paths {
            files.extend(expand(path)?);
        }
        let in_project: Option<Vec<String>> = files.iter().map(|path| project_path(&cx.dir, path)).collect();
        match in_project {
            Some(only) => Ok(Scope::Project(only)),
            None => Ok(Scope::Loose(loose(&files)?)),
        }
    }
}

/// A file, or the `.sql` files of a folder and its `migrations/` and `post-load/`.
fn expand(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for folder in [path.to_owned(), path.join("migrations"), path.join("post-load")] {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let entry = entry.map_err(|error| Failure::io(format!("while reading {}", folder.display()), error))?;
            let is_sql = entry.path().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sql"));
            files.extend(Some(entry.path()).filter(|_| is_sql));
        }
    }
    files.sort();
    Ok(files)
}

/// The path of a file inside the project (`migrations/V1__x.sql`), when it is one of its files.
fn project_path(dir: &Path, path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let name = path.file_name()?.to_str()?;
    let folder = path.parent()?;
    let phase =
        Phase::ALL.into_iter().find(|phase| dir.join(phase.folder()).canonicalize().is_ok_and(|own| own == folder))?;
    Some(format!("{}/{name}", phase.folder()))
}

fn loose(paths: &[PathBuf]) -> Result<Project, Failure> {
    let mut files = Vec::new();
    for path in paths {
        files.push(if path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map_err(|error| Failure::io("while reading stdin", error))?;
            source::bytes("<stdin>", bytes)
        } else {
            source::file(path)
        });
    }
    Ok(Project::loose(files))
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

fn levels(rules: &BTreeMap<String, String>) -> Result<BTreeMap<String, Level>, Failure> {
    let level = |(code, word): (&String, &String)| {
        if lint::rule(code).is_none() {
            return Err(Failure::usage(format!("lint.rules: there is no rule `{code}`; `ragsql rules` lists them")));
        }
        let level = Level::from_str(word).map_err(|error| Failure::usage(format!("lint.rules.{code}: {error}")))?;
        Ok((code.clone(), level))
    };
    rules.iter().map(level).collect()
}

fn render(cx: &Cx<'_>, report: &Report) -> Result<String, Failure> {
    match cx.global.format {
        Format::Text => Ok(report::text::render(report, colored(cx))),
        Format::Json => Ok(report::json::render(report)),
        Format::Jsonl => Err(Failure::usage("lint has no --format jsonl; use json")),
    }
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

/// Lists the rules with their levels on the engine at hand.
pub fn rules(cx: &Cx<'_>) -> Result<Code, Failure> {
    let engine = cx.profile()?;
    let text = match cx.global.format {
        Format::Text => {
            let line = |rule: &&lint::Rule| {
                format!("{:<8} {:<40} {}\n", rule.levels.on(engine).as_str(), rule.code, rule.summary)
            };
            lint::rules().iter().map(line).collect()
        }
        Format::Json | Format::Jsonl => {
            let entry = |rule: &&lint::Rule| json!({ "rule": rule.code, "level": rule.levels.on(engine).as_str(), "summary": rule.summary });
            let rules: Vec<_> = lint::rules().iter().map(entry).collect();
            format!("{:#}\n", json!({ "schema": "ragsql.rules/1", "engine": engine.as_str(), "rules": rules }))
        }
    };
    output::write(cx, &text)?;
    Ok(Code::Done)
}

/// Shows the page of a rule.
pub fn explain(cx: &Cx<'_>, code: &str) -> Result<Code, Failure> {
    let rule = lint::rule(code)
        .ok_or_else(|| Failure::usage(format!("there is no rule `{code}`; `ragsql rules` lists them")))?;
    let text = match cx.global.format {
        Format::Text => rule.docs.to_owned(),
        Format::Json | Format::Jsonl => {
            format!("{:#}\n", json!({ "schema": "ragsql.explain/1", "rule": rule.code, "docs": rule.docs }))
        }
    };
    output::write(cx, &text)?;
    Ok(Code::Done)
}
