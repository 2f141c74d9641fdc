//! What a database holds, and which files made it: what drift is told from.

use std::collections::BTreeSet;

use crate::source::{Migration, Project};

use super::failure::{RunError, own};
use super::history::History;
use super::introspect::{self, Introspection};
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

/// Reads a database; `None` when no migration was ever applied to it, since then nothing is expected of it.
///
/// # Errors
/// When the history or the catalog cannot be read.
pub async fn held(
    session: &mut Session,
    project: &Project,
    history: &History,
    options: &PostLoadOptions,
) -> Result<Option<Held>, RunError> {
    let entries = history.read(session).await?.unwrap_or_default();
    if entries.is_empty() {
        return Ok(None);
    }
    let steps: Vec<&Migration> = project.post_load.iter().collect();
    let post_load = post_load::begun(session, &steps, options).await?;
    let found = introspect::introspect(session).await.map_err(own("reading what the database holds"))?;
    Ok(Some(Held { migrations: entries.iter().map(|entry| entry.version).collect(), post_load, found }))
}
