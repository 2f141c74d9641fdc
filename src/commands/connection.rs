//! From flags, environment and settings to a database, for the commands that need one.

use std::env::VarError;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::{Code, Cx, Failure, output};
use crate::db::apply::ApplyOptions;
use crate::db::database::Database;
use crate::db::history::History;
use crate::db::post_load::PostLoadOptions;
use crate::db::{ConnectOptions, Environment, Target};
use crate::name::Name;
use crate::refusal::{PairSetting, Profile};
use crate::source::{self, Phase, Project, Variables};
use crate::syntax::parse;
use crate::syntax::problem::Problem;

/// The pause between two looks at guards that are not met.
const POLL: Duration = Duration::from_secs(5);
/// The pauses after a failed build whose row blocks the next one for about a minute (Msg 42230).
const PHANTOM_PAUSES: [Duration; 4] = [Duration::from_secs(20); 4];

impl Cx<'_> {
    /// The database that was asked for: flag, then RAGSQL_URL, then DATABASE_URL, then the settings.
    ///
    /// # Errors
    /// When none was, it cannot be understood, it is a database of the server itself, or it is a file that is not
    /// there.
    pub fn database(&self) -> Result<Database, Failure> {
        let target = self.target()?;
        match missing_file(&target) {
            Some(file) => Err(Failure::usage(format!(
                "there is no file {file}: name the one that is meant, or let `ragsql apply --url sandbox:{file}` make it",
                file = file.display()
            ))),
            None => self.open(&target),
        }
    }

    /// The database that was asked for; the file of an embedded engine is made where it is missing, which is said.
    ///
    /// # Errors
    /// When none was, it cannot be understood, or it is a database of the server itself.
    pub fn database_or_new(&self) -> Result<Database, Failure> {
        let target = self.target()?;
        let missing = missing_file(&target);
        let database = self.open(&target)?;
        if let Some(file) = missing {
            output::note(self, &format!("there was no file {0}: made {0}, an empty database", file.display()));
        }
        Ok(database)
    }

    fn open(&self, target: &Target) -> Result<Database, Failure> {
        if let Target::Server(server) = target {
            server.user_database()?;
        }
        let options = ConnectOptions {
            budget: self.global.connect_timeout,
            lock_timeout: self.global.lock_timeout,
            ..ConnectOptions::default()
        };
        Database::new(target, options).map_err(|error| Failure::new(Code::Usage, error))
    }

    /// Where the database is.
    ///
    /// # Errors
    /// When it was not said, or cannot be understood.
    pub fn target(&self) -> Result<Target, Failure> {
        let url = self.url().ok_or_else(|| {
            Failure::usage(
                "no database was named: give --url or set RAGSQL_URL, for example to sqlserver://user@host/database, or \
                 to sandbox:dev.db for the embedded engine",
            )
        })?;
        Ok(Target::parse(&url, &Environment::read(variable))?)
    }

    /// Whether a database was named, be it one that can be understood or not.
    pub fn names_a_database(&self) -> bool {
        self.url().is_some()
    }

    fn url(&self) -> Option<String> {
        let url = self.global.url.clone().or_else(|| variable("RAGSQL_URL")).or_else(|| variable("DATABASE_URL"));
        url.or_else(|| self.settings.database.url.clone())
    }

    /// Which engine's rules apply: flag or RAGSQL_ENGINE, then the settings.
    ///
    /// # Errors
    /// When the settings name no engine that is known.
    pub fn profile(&self) -> Result<Profile, Failure> {
        match (self.global.engine, &self.settings.engine) {
            (Some(engine), _) => Ok(engine.into()),
            (None, Some(word)) => Profile::from_str(word).map_err(|error| Failure::usage(format!("engine: {error}"))),
            (None, None) => Ok(Profile::default()),
        }
    }

    /// What the project says of a policy and a vector index on one table.
    ///
    /// # Errors
    /// When the settings hold another word.
    pub fn policy_and_vector_index(&self) -> Result<PairSetting, Failure> {
        match self.settings.lint.policy_and_vector_index.as_deref() {
            None => Ok(PairSetting::default()),
            Some(word) => PairSetting::from_str(word)
                .map_err(|error| Failure::usage(format!("lint.policy-and-vector-index: {error}"))),
        }
    }

    /// The project's files with its variables.
    ///
    /// # Errors
    /// When a folder is missing, or a variable's name or value is none.
    pub fn files(&self) -> Result<Project, Failure> {
        let project = source::read(&self.dir).map_err(Failure::usage)?;
        Ok(project.with_variables(self.variables()?))
    }

    /// The variables that the settings declare: by the environment, and on the embedded engine by the settings.
    ///
    /// # Errors
    /// When a name cannot be one, or a value is no text.
    pub fn variables(&self) -> Result<Variables, Failure> {
        let in_sandbox = matches!(self.target(), Ok(Target::Sandbox(_)));
        let mut values = Vec::new();
        for (name, variable) in &self.settings.variables {
            if !source::is_name(name) {
                let rule = "a variable's name is capital letters, digits and underscores, and no digit first";
                return Err(Failure::usage(format!("ragsql.toml: [variables] {name}: {rule}")));
            }
            let value = match std::env::var(name) {
                Ok(value) => Some(value).filter(|value| !value.is_empty()),
                Err(VarError::NotPresent) => None,
                Err(VarError::NotUnicode(_)) => {
                    return Err(Failure::usage(format!("the environment variable {name} holds no text")));
                }
            };
            values.push((name.clone(), value.or_else(|| variable.sandbox.clone().filter(|_| in_sandbox))));
        }
        Ok(Variables::new(values))
    }

    /// The project's files, when every one of them can be used.
    ///
    /// # Errors
    /// Every file that cannot.
    pub fn project(&self) -> Result<Project, Failure> {
        let project = self.files()?;
        let reading = project.problems.iter().map(ToString::to_string);
        let writing = project.files().flat_map(|file| {
            let shown = |problem: &Problem| {
                let at = file.file.position(problem.span.start);
                format!("{}:{}:{}: {}", file.file.path(), at.line, at.column, problem.message)
            };
            file.problems.iter().filter(|problem| problem.kind.stops_a_run()).map(shown)
        });
        let problems: Vec<String> = reading.chain(writing).collect();
        match problems.is_empty() {
            true => Ok(project),
            false => Err(Failure::usage(format!("nothing was run: {}", problems.join("\n  also: ")))),
        }
    }

    /// The history table of a folder's files.
    ///
    /// # Errors
    /// When its name in the settings is no name, or both folders would have one table.
    pub fn history(&self, phase: Phase) -> Result<History, Failure> {
        let database = &self.settings.database;
        let migrations = history(Phase::Migrations, database.migrations_history.as_deref())?;
        let post_load = history(Phase::PostLoad, database.post_load_history.as_deref())?;
        if migrations.table == post_load.table {
            return Err(Failure::usage(format!(
                "ragsql.toml: [database] migrations-history and post-load-history are one table, {}: versions of one \
                 folder would count for the other; name two tables",
                migrations.table
            )));
        }
        Ok(match phase {
            Phase::Migrations => migrations,
            Phase::PostLoad => post_load,
        })
    }

    /// Options of `apply`.
    ///
    /// # Errors
    /// When the history's name in the settings is no name.
    pub fn apply_options(&self, to_version: Option<i64>) -> Result<ApplyOptions, Failure> {
        Ok(ApplyOptions {
            history: self.history(Phase::Migrations)?,
            to_version,
            lock_timeout: self.global.lock_timeout,
            timeout: self.global.timeout,
        })
    }

    /// Options of `post-load`.
    ///
    /// # Errors
    /// When a setting is not valid.
    pub fn post_load_options(&self, wait: Option<Duration>) -> Result<PostLoadOptions, Failure> {
        let profile = self.profile()?;
        Ok(PostLoadOptions {
            wait,
            lock_timeout: self.global.lock_timeout,
            timeout: self.global.timeout,
            counts_rows: profile != Profile::Sql2025,
            refuses_policy: self.policy_and_vector_index()? == PairSetting::Refuse,
            history: self.history(Phase::PostLoad)?,
            poll: POLL,
            phantom_pauses: PHANTOM_PAUSES.to_vec(),
        })
    }
}

/// The file of an embedded engine, when it is not there.
fn missing_file(target: &Target) -> Option<&Path> {
    match target {
        Target::Sandbox(Some(file)) if !file.exists() => Some(file),
        _ => None,
    }
}

/// The history table by its name in the settings, or the one that stands for a folder where there is none.
fn history(phase: Phase, name: Option<&str>) -> Result<History, Failure> {
    let Some(name) = name else { return Ok(History { table: Name::dbo(phase.history()) }) };
    let parsed = parse::name_in_text(name).filter(|parsed| parsed.parts.len() <= 2);
    let parsed = parsed.ok_or_else(|| Failure::usage(format!("`{name}` cannot be the name of a history table")))?;
    Ok(History { table: parsed.to_name() })
}

/// A variable of the environment that is set to something.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
