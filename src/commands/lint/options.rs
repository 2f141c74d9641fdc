//! From flags and settings to what decides how grave findings are.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use crate::commands::{Cx, Failure};
use crate::lint::{self, Histories, Level, Options, RuleLevels};
use crate::name::Ident;
use crate::refusal::Profile;
use crate::settings;
use crate::source::Phase;

/// The options of a run. `is_project` says whether paths start in the project's folder.
pub(super) fn options(cx: &Cx<'_>, is_project: bool) -> Result<Options, Failure> {
    let engine = cx.profile()?;
    Ok(Options {
        engine,
        levels: project_levels(&cx.settings.lint, engine)?,
        folders: folder_levels(&cx.settings.lint, &cx.dir, is_project)?,
        policy_and_vector_index: cx.policy_and_vector_index()?,
        histories: Histories::new(cx.history(Phase::Migrations)?.table, cx.history(Phase::PostLoad)?.table),
        tenant_column: cx.settings.lint.tenant_column.as_deref().map(Ident::new),
        partial: !is_project,
    })
}

/// The levels for the whole project: those of the engine before the others.
fn project_levels(settings: &settings::Lint, engine: Profile) -> Result<RuleLevels, Failure> {
    let mut set = levels("lint.rules", &settings.rules, true)?;
    for (name, rules) in &settings.engines {
        let key = format!("lint.engines.{name}");
        let profile = Profile::from_str(name).map_err(|error| wrong(&key, error))?;
        let of_engine = levels(&key, rules, true)?;
        if profile == engine {
            set.extend(of_engine);
        }
    }
    Ok(set)
}

fn folder_levels(
    settings: &settings::Lint,
    dir: &Path,
    is_project: bool,
) -> Result<BTreeMap<String, RuleLevels>, Failure> {
    let of_folder = |(folder, rules): (&String, &settings::RuleLevels)| {
        let key = format!("lint.folders.{folder:?}");
        if !dir.join(folder).is_dir() {
            return Err(wrong(&key, format!("there is no such folder in {}", dir.display())));
        }
        let runs = Phase::ALL.iter().any(|phase| folder.trim_end_matches('/') == phase.folder());
        Ok((shown(folder, dir, is_project), levels(&key, rules, runs)?))
    };
    settings.folders.iter().map(of_folder).collect()
}

/// How the paths of a folder's files begin.
fn shown(folder: &str, dir: &Path, is_project: bool) -> String {
    let folder = folder.trim_end_matches('/');
    if is_project || dir == Path::new(".") {
        folder.to_owned()
    } else {
        dir.join(folder).to_string_lossy().replace('\\', "/")
    }
}

/// Levels by rule. `runs` says whether they are for files that `ragsql apply` or `ragsql post-load` runs.
fn levels(key: &str, rules: &settings::RuleLevels, runs: bool) -> Result<RuleLevels, Failure> {
    let level = |(code, word): (&String, &String)| {
        let unknown = || wrong(key, format!("there is no rule `{code}`; `ragsql rules` lists them"));
        let rule = lint::rule(code).ok_or_else(unknown)?;
        let level = Level::from_str(word).map_err(|error| wrong(&format!("{key}.{code}"), error))?;
        if runs && level < Level::Error && rule.is_enforced() {
            return Err(wrong(
                &format!("{key}.{code}"),
                format!(
                    "this rule stays at `error`: `ragsql apply` refuses what it tells. `{word}` can be set for a folder \
                     that is not run, as in [lint.folders.scripts]"
                ),
            ));
        }
        Ok((code.clone(), level))
    };
    rules.iter().map(level).collect()
}

fn wrong(key: &str, what: impl Display) -> Failure {
    Failure::usage(format!("{key}: {what}"))
}
