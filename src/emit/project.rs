//! A project's schema: what its history leads to, and what of the history is not understood.

use super::text::comment;
use crate::catalog::{Catalog, Presence};
use crate::change::Change;
use crate::replay::{Observer, Step, replay};
use crate::source::Project;

/// How a snapshot begins.
const HEADER: &str =
    "-- The schema that migrations/ and post-load/ lead to on an empty database. `ragsql snapshot` writes this file.\n";

/// What a project's history leads to.
#[derive(Debug)]
pub struct History {
    /// The catalog.
    pub catalog: Catalog,
    /// Statements that may change the schema and are not understood: `migrations/V2__x.sql:5: EXEC (@sql)`.
    pub not_understood: Vec<String>,
    /// The changes that gave something another name or schema, oldest first.
    pub renames: Vec<Change>,
}

/// Replays a project.
#[must_use]
pub fn history(project: &Project) -> History {
    let mut unknown = Unknown::default();
    let catalog = replay(project, &mut unknown);
    History { catalog, not_understood: unknown.statements, renames: unknown.renames }
}

impl History {
    /// The snapshot: [`schema`](super::schema) under a header that names what is missing in it.
    #[must_use]
    pub fn snapshot(&self) -> String {
        let missing =
            self.not_understood.iter().map(|what| comment(&format!("Not understood, and so not here: {what}")) + "\n");
        format!("{HEADER}{}\n{}", missing.collect::<String>(), super::schema(&self.catalog))
    }
}

/// Notes the statements that are not understood, and what is renamed.
#[derive(Default)]
struct Unknown {
    statements: Vec<String>,
    renames: Vec<Change>,
}

impl Observer for Unknown {
    fn step(&mut self, step: &Step<'_>) {
        if step.runs() && step.certainty == Presence::Certain {
            self.renames
                .extend(step.changes.iter().map(|(change, _)| change).filter(|change| change.is_rename()).cloned());
        }
        if step.unknown.is_none() || !step.runs() {
            return;
        }
        let text = &step.source.text()[step.statement.span.range()];
        let mut words: Vec<&str> = text.split_whitespace().take(9).collect();
        if words.len() > 8 {
            words[8] = "…";
        }
        let line = step.source.position(step.statement.span.start).line;
        self.statements.push(format!("{}:{line}: {}", step.source.path(), words.join(" ")));
    }
}
