//! One side of a comparison, read from where it is.

use std::path::Path;
use std::sync::Arc;

use crate::catalog::Catalog;
use crate::change::Change;
use crate::cli::{SNAPSHOT, Side};
use crate::commands::progress::Progress;
use crate::commands::{Cx, Failure, git};
use crate::db::held::Look;
use crate::db::introspect::Introspection;
use crate::drift::LeftOut;
use crate::emit;
use crate::source::{self, Project, Variables};

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
    /// Whether that can be told from the files that were applied; `None` where it was not asked.
    pub look: Option<Look>,
}

impl Loaded {
    /// A schema of which no more is known.
    pub fn of(catalog: Catalog) -> Self {
        Self { catalog, notes: Vec::new(), renames: Vec::new(), tells_renames: false, introspection: None, look: None }
    }
}

/// Leaves out of both sides what says nothing between a database and another schema: what is the tool's, what belongs
/// to others, and the collations that the database has anyway.
pub fn settle(database: &mut Loaded, other: &mut Loaded, left_out: &LeftOut) {
    if let Some(introspection) = &database.introspection {
        introspection.forget_own_collation(&mut other.catalog);
        left_out.forget(&mut other.catalog);
        left_out.forget_own_schemas(&mut database.catalog, &other.catalog);
    }
}

/// Reads a side; `other` is what it is compared with. With `values`, the variables of files have theirs, as a database
/// has them.
pub fn load(cx: &Cx<'_>, side: &Side, other: &Side, values: Option<&Variables>) -> Result<Loaded, Failure> {
    let filled = |project: Project| match values {
        Some(values) => project.with_variables(values.clone()).filled(),
        None => project,
    };
    match side {
        Side::Empty => Ok(Loaded::of(Catalog::default())),
        Side::Migrations => Ok(history(&filled(cx.project()?))),
        Side::Git(reference) => {
            let project = git::project_at(&cx.dir, reference)?;
            match project.problems.is_empty() {
                true => Ok(history(&filled(project))),
                false => {
                    let problems: Vec<_> = project.problems.iter().map(ToString::to_string).collect();
                    Err(Failure::usage(format!("git:{reference} cannot be read: {}", problems.join("\n  also: "))))
                }
            }
        }
        Side::Snapshot => script(&cx.dir.join(SNAPSHOT), SNAPSHOT, values).map_err(|failure| match cx.dir.join(SNAPSHOT).exists() {
            true => failure,
            false => Failure::usage(format!("there is no {SNAPSHOT}: write it with `ragsql snapshot`, or say --from empty, migrations, git:REV or file:PATH")),
        }),
        Side::File(path) => script(&cx.dir.join(path), &path.display().to_string(), values),
        Side::Db => database(cx, *other == Side::Migrations),
    }
}

fn history(project: &Project) -> Loaded {
    let history = emit::history(project);
    let notes = history.not_understood.iter().map(|what| format!("not understood, so what it does is missing: {what}"));
    Loaded { notes: notes.collect(), renames: history.renames, tells_renames: true, ..Loaded::of(history.catalog) }
}

/// What a script leads to on an empty database.
fn script(path: &Path, shown: &str, values: Option<&Variables>) -> Result<Loaded, Failure> {
    let mut file = source::file(path).map_err(Failure::usage)?;
    if let Some(values) = values {
        file.declare(&Arc::new(values.clone()));
        file = file.filled();
    }
    let history = emit::read_script(shown, file.file.text());
    let notes = history.not_understood.iter().map(|what| format!("not understood, so what it does is missing: {what}"));
    Ok(Loaded { notes: notes.collect(), ..Loaded::of(history.catalog) })
}

/// The database, without what is the tool's or belongs to others; with a look at its history where it is compared with
/// its files.
fn database(cx: &Cx<'_>, with_history: bool) -> Result<Loaded, Failure> {
    let left_out = cx.left_out()?;
    let mut progress = Progress::new(cx);
    let (mut introspection, look) = match with_history {
        true => {
            let (history, options) = (cx.apply_options(None)?.history, cx.post_load_options(None)?);
            let (found, look) = cx.database()?.found(&cx.project()?, &history, &options, &mut progress)?;
            (found, Some(look))
        }
        false => (cx.database()?.introspect(&mut progress)?, None),
    };
    let mut catalog = std::mem::take(&mut introspection.catalog);
    left_out.forget(&mut catalog);
    let gaps = introspection.gaps.iter().filter(|gap| !left_out.has(&gap.object));
    let notes = gaps.map(|gap| format!("{} could not be read: {}", gap.object, gap.reason)).collect();
    Ok(Loaded { notes, introspection: Some(introspection), look, ..Loaded::of(catalog) })
}
