//! What a database holds, and which files made it: what drift is told from.

use std::collections::BTreeSet;

use crate::source::{Migration, Project};

use super::failure::{RunError, own};
use super::history::{Entry, History};
use super::introspect::{self, Introspection};
use super::lock;
use super::post_load::{self, PostLoadOptions};
use super::session::Session;

/// A database and the files that were applied to it.
#[derive(Debug, Clone)]
pub struct Held {
    /// The versions of migrations that the history has, finished or not.
    pub migrations: BTreeSet<i64>,
    /// The versions of post-load steps that have left something.
    pub post_load: BTreeSet<i64>,
    /// What is there.
    pub found: Introspection,
}

/// A database, as far as a look at it can be trusted.
#[derive(Debug, Clone)]
pub enum Look {
    /// It stood still meanwhile.
    Still(Box<Held>),
    /// No migration was ever applied to it, so nothing is expected of it.
    NothingApplied,
    /// A run is at work on it: what is there is not what it will be.
    RunAtWork,
}

/// Reads a database without the lock of a run: again when a run was at work meanwhile and is done.
///
/// # Errors
/// When the history or the catalog cannot be read.
pub async fn look(
    session: &mut Session,
    project: &Project,
    history: &History,
    options: &PostLoadOptions,
) -> Result<Look, RunError> {
    loop {
        if lock::is_taken(session).await? {
            return Ok(Look::RunAtWork);
        }
        let entries = history.read(session).await?.unwrap_or_default();
        let Some(held) = held(session, project, &entries, options).await? else { return Ok(Look::NothingApplied) };
        if lock::is_taken(session).await? {
            return Ok(Look::RunAtWork);
        }
        if history.read(session).await?.unwrap_or_default() == entries {
            return Ok(Look::Still(Box::new(held)));
        }
    }
}

/// Everything that a database holds, with a look at it.
///
/// # Errors
/// See [`look`].
pub async fn found(
    session: &mut Session,
    project: &Project,
    history: &History,
    options: &PostLoadOptions,
) -> Result<(Introspection, Look), RunError> {
    let look = look(session, project, history, options).await?;
    let found = match &look {
        Look::Still(held) => held.found.clone(),
        Look::NothingApplied | Look::RunAtWork => {
            introspect::introspect(session).await.map_err(own("reading what the database holds"))?
        }
    };
    Ok((found, look))
}

/// Reads a database that no run works on but one's own, whose history has these entries; `None` when it has none.
///
/// # Errors
/// When the history of the steps or the catalog cannot be read.
pub async fn held(
    session: &mut Session,
    project: &Project,
    entries: &[Entry],
    options: &PostLoadOptions,
) -> Result<Option<Held>, RunError> {
    if entries.is_empty() {
        return Ok(None);
    }
    let steps: Vec<&Migration> = project.post_load.iter().collect();
    let post_load = post_load::begun(session, &steps, options).await?;
    let found = introspect::introspect(session).await.map_err(own("reading what the database holds"))?;
    Ok(Some(Held { migrations: entries.iter().map(|entry| entry.version).collect(), post_load, found }))
}

/// Says why files may not run on a database, where they may not.
type Judge<'a> = dyn Fn(Held, &[&Migration]) -> Result<(), String> + 'a;

/// What is asked before a run, under its lock: whether the database is as the applied files left it.
pub struct Gate<'a> {
    /// The project.
    pub project: &'a Project,
    /// The options of the guarded phase.
    pub post_load: &'a PostLoadOptions,
    /// Decides.
    pub judge: &'a Judge<'a>,
}

impl Gate<'_> {
    /// Asks it.
    ///
    /// # Errors
    /// [`RunError::Gate`]; or the database cannot be read.
    pub async fn check(&self, session: &mut Session, entries: &[Entry], due: &[&Migration]) -> Result<(), RunError> {
        match held(session, self.project, entries, self.post_load).await? {
            Some(held) => (self.judge)(held, due).map_err(RunError::Gate),
            None => Ok(()),
        }
    }
}
