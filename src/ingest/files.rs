//! Which files are meant, and the names by which their documents are found again.

use std::collections::BTreeMap;
use std::env;
use std::io;
use std::path::{Component, Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::Refused;

/// Files below the given paths, by their sources in order.
#[derive(Debug, Default)]
pub struct Files {
    /// The files.
    pub found: BTreeMap<String, PathBuf>,
    /// What could not be looked at.
    pub refused: Vec<Refused>,
    /// The sources of the folders that were walked.
    folders: Vec<String>,
}

/// Paths that cannot be walked at all.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// Nothing is there.
    #[error("{path} cannot be read: {error}; name files or folders that are there")]
    Missing {
        /// The path.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// The working folder is not known.
    #[error("the working folder is not known: {0}")]
    NoFolder(io::Error),
}

impl Files {
    /// Whether a document of this source would have come from one of the folders.
    #[must_use]
    pub fn cover(&self, source: &str) -> bool {
        self.folders.iter().any(|folder| match folder.as_str() {
            "" => !source.starts_with("../") && !Path::new(source).is_absolute(),
            folder => source.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')),
        })
    }
}

/// The files of these paths; of folders, all below them but what is hidden.
///
/// # Errors
/// When one of the paths is not there.
pub fn files(paths: &[PathBuf]) -> Result<Files, WalkError> {
    let here = env::current_dir().map_err(WalkError::NoFolder)?;
    let mut files = Files::default();
    for path in paths {
        let missing = |error| WalkError::Missing { path: path.display().to_string(), error };
        let is_folder = std::fs::metadata(path).map_err(missing)?.is_dir();
        let absolute = std::path::absolute(path).map_err(missing)?;
        if is_folder {
            files.folders.extend(source_of(&absolute, &here));
        }
        let shown = |entry: &DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
        for entry in WalkDir::new(&absolute).follow_links(true).into_iter().filter_entry(shown) {
            files.take(entry, &here);
        }
    }
    Ok(files)
}

impl Files {
    fn take(&mut self, entry: walkdir::Result<DirEntry>, here: &Path) {
        let entry = match entry {
            Ok(entry) if entry.file_type().is_dir() => return,
            Ok(entry) => entry,
            Err(error) => {
                let file = error.path().map(|path| path.display().to_string()).unwrap_or_default();
                return self.refused.push(Refused::new(&file, error.to_string()));
            }
        };
        match source_of(entry.path(), here) {
            Some(source) => drop(self.found.insert(source, entry.into_path())),
            None => {
                let file = entry.path().display().to_string();
                self.refused.push(Refused::new(&file, "its name is no text: rename it"));
            }
        }
    }
}

/// The path from the working folder, or the whole path when it lies elsewhere, with `/` on every system. `None` when it
/// is no text.
fn source_of(path: &Path, here: &Path) -> Option<String> {
    let parts = path.strip_prefix(here).unwrap_or(path).components().map(|part| match part {
        Component::RootDir => Some(""),
        other => other.as_os_str().to_str(),
    });
    Some(parts.collect::<Option<Vec<&str>>>()?.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_the_path_from_the_working_folder() {
        let source = |path: &str| source_of(Path::new(path), Path::new("/work"));
        assert_eq!(source("/work/docs/é.md").as_deref(), Some("docs/é.md"));
        assert_eq!(source("/work").as_deref(), Some(""));
        assert_eq!(source("/work/../x/a.md").as_deref(), Some("../x/a.md"));
        assert_eq!(source("/elsewhere/a.md").as_deref(), Some("/elsewhere/a.md"));
    }

    #[test]
    fn a_folder_covers_what_is_below_it_alone() {
        let files = |folder: &str| Files { folders: vec![folder.to_owned()], ..Files::default() };
        assert!(files("docs").cover("docs/a.md") && files("").cover("docs/a.md"));
        assert!(!files("docs").cover("docs2/a.md") && !files("docs").cover("docs"));
        assert!(!files("").cover("/a.md") && !files("").cover("../a.md"));
    }
}
