//! One side of a comparison, read from where it is.

use std::path::Path;

use crate::catalog::Catalog;
use crate::change::Change;
use crate::cli::Side;
use crate::commands::progress::Progress;
use crate::commands::{Cx, Failure, git};
use crate::db::introspect::Introspection;
use crate::emit;
use crate::name::Name;
use crate::source::{self, Project};

/// The snapshot's place in a project.
const SNAPSHOT: &str = "snapshots/schema.sql";

/// A schema, and what is known of how it came to be.
pub struct Loaded {
    /// What it holds.
    pub catalog: Catalog,
    /// What could not be read or is not understood: a sentence each.
    pub notes: Vec<String>,
    /// The renames that its history tells, oldest first.
    pub renames: Vec<Change>,
    /// Whether there is a history to tell them.
    pub tells_renames: bool,
    /// The database it was read from.
    introspection: Option<Introspection>,
}

impl Loaded {
    fn of(catalog: Catalog) -> Self {
        Self { catalog, notes: Vec::new(), renames: Vec::new(), tells_renames: false, introspection: None }
    }

    /// Leaves out the collations that the other side's database has anyway.
    pub fn forget_collation_of(&mut self, other: &Loaded) {
        if let Some(introspection) = &other.introspection {
            introspection.forget_own_collation(&mut self.catalog);
        }
    }
}

/// Reads a side.
pub fn load(cx: &Cx<'_>, side: &Side) -> Result<Loaded, Failure> {
    match side {
        Side::Empty => Ok(Loaded::of(Catalog::default())),
        Side::Migrations => Ok(history(&cx.project()?)),
        Side::Git(reference) => {
            let project = git::project_at(&cx.dir, reference)?;
            match project.problems.is_empty() {
                true => Ok(history(&project)),
                false => {
                    let problems: Vec<_> = project.problems.iter().map(ToString::to_string).collect();
                    Err(Failure::usage(format!("git:{reference} cannot be read: {}", problems.join("\n  also: "))))
                }
            }
        }
        Side::Snapshot => script(&cx.dir.join(SNAPSHOT), SNAPSHOT).map_err(|failure| match cx.dir.join(SNAPSHOT).exists() {
            true => failure,
            false => Failure::usage(format!("there is no {SNAPSHOT}: write it with `ragsql snapshot`, or say --from empty, migrations, git:REV or file:PATH")),
        }),
        Side::File(path) => script(path, &path.display().to_string()),
        Side::Db => database(cx),
    }
}

fn history(project: &Project) -> Loaded {
    let history = emit::history(project);
    let notes = history.not_understood.iter().map(|what| format!("not understood, so what it does is missing: {what}"));
    Loaded { notes: notes.collect(), renames: history.renames, tells_renames: true, ..Loaded::of(history.catalog) }
}

/// What a script leads to on an empty database.
fn script(path: &Path, shown: &str) -> Result<Loaded, Failure> {
    let file = source::file(path).map_err(Failure::usage)?;
    let history = emit::history(&Project::loose([Ok(source::text(shown, file.file.text()))]));
    let notes = history.not_understood.iter().map(|what| format!("not understood, so what it does is missing: {what}"));
    let catalog = emit::read(shown, file.file.text());
    Ok(Loaded { notes: notes.collect(), ..Loaded::of(catalog) })
}

/// The database, without the tables in which ragsql keeps its history.
fn database(cx: &Cx<'_>) -> Result<Loaded, Failure> {
    let own = [cx.apply_options(None)?.history.table, cx.post_load_options(None)?.history.table];
    let mut progress = Progress::new(cx);
    let mut introspection = cx.database()?.introspect(&mut progress)?;
    let mut catalog = std::mem::take(&mut introspection.catalog);
    for name in own {
        forget(&mut catalog, &name);
    }
    let notes =
        introspection.gaps.iter().map(|gap| format!("{} could not be read: {}", gap.object, gap.reason)).collect();
    Ok(Loaded { notes, introspection: Some(introspection), ..Loaded::of(catalog) })
}

fn forget(catalog: &mut Catalog, name: &Name) {
    // A history table that is not there need not be forgotten.
    let _ = catalog.apply(&Change::DropTable { name: name.clone() });
}
