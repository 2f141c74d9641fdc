//! What `ragsql lint` judges: the project, some of its files, or files that are no project's.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::commands::{Cx, Failure};
use crate::source::{self, Phase, Project};

/// What is judged.
pub(super) struct Scope {
    pub project: Project,
    /// The files are those of the project's folder; otherwise what they do not say is not known.
    pub is_project: bool,
    /// Findings of these files only, or of all when there are none.
    pub only: Vec<String>,
}

impl Scope {
    pub(super) fn of(cx: &Cx<'_>, paths: &[PathBuf]) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for path in paths {
            let found = expand(path)?;
            if found.is_empty() {
                return Err(Failure::usage(format!("there is no .sql file in {}", path.display())));
            }
            files.extend(found.iter().map(|path| path.strip_prefix("./").unwrap_or(path).to_owned()));
        }
        let in_project: Option<Vec<String>> = files.iter().map(|path| project_path(&cx.dir, path)).collect();
        Ok(match in_project {
            Some(only) => Self { project: cx.files()?, is_project: true, only },
            None => Self { project: loose(&files)?, is_project: false, only: Vec::new() },
        })
    }
}

/// The folder of a project, when it is all that was asked for.
pub(super) fn project_in(paths: &[PathBuf]) -> Option<&Path> {
    let [path] = paths else { return None };
    Phase::ALL.iter().all(|phase| path.join(phase.folder()).is_dir()).then_some(path)
}

/// A file, or the `.sql` files of a folder and the folders in it: folder by folder, and in each in the
/// order of the numbers that names begin with, then of names.
fn expand(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    if path.is_dir() {
        gather(path, &mut files)
            .map_err(|error| Failure::io(format!("while reading the folder {}", path.display()), error))?;
    } else {
        files.push(path.to_owned());
    }
    files.sort_by_cached_key(|path| (path.parent().map(Path::to_owned), source::numbers(path), path.clone()));
    Ok(files)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if kind.is_dir() && !is_hidden {
            gather(&path, files)?;
        } else if !kind.is_dir() && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sql")) {
            files.push(path);
        }
    }
    Ok(())
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
