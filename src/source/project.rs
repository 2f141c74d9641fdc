//! A project: both folders, read and sorted.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::error::SourceError;
use super::parsed::ParsedFile;
use super::variables::Variables;
use super::{Migration, Phase, encoding, file_name};

/// How many files are parsed at a time, so that few trees are in memory at once.
const PARSED_TOGETHER: usize = 64;

/// The files of a project, each folder sorted by version.
#[derive(Debug, Default)]
pub struct Project {
    /// Those of `migrations/`.
    pub migrations: Vec<Migration>,
    /// Those of `post-load/`.
    pub post_load: Vec<Migration>,
    /// Files that cannot be used and versions that are there twice, in the order of paths. A run stops
    /// when there are any.
    pub problems: Vec<SourceError>,
}

/// Reads `migrations/` and `post-load/` of a project's folder.
///
/// # Errors
/// When one of the folders is missing or cannot be listed. What is wrong with single files is in
/// [`Project::problems`].
pub fn read(dir: &Path) -> Result<Project, SourceError> {
    let mut project = Project::default();
    for phase in Phase::ALL {
        let paths = list(&dir.join(phase.folder()), &mut project.problems)?;
        let read: Vec<_> = paths.into_par_iter().map(|path| read_file(phase, path)).collect();
        for file in read {
            match file {
                Ok(migration) => project.push(migration),
                Err(error) => project.problems.push(error),
            }
        }
    }
    let problems = std::mem::take(&mut project.problems);
    project.problems = problems.into_iter().map(|problem| problem.within(dir)).collect();
    project.sort();
    Ok(project)
}

impl Project {
    /// A project from texts under their paths (`migrations/V1__x.sql`), as if they were files.
    pub fn from_texts<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut project = Project::default();
        for (path, text) in files {
            let name = path.rsplit('/').next().unwrap_or(path);
            match file_name::parse(name) {
                Ok(_) => project.push(super::text(path, text)),
                Err(rule) => project.problems.push(SourceError::FileName { path: path.into(), rule }),
            }
        }
        project.sort();
        project
    }

    /// A project from files that were read before and from the bytes of others under their paths
    /// (`migrations/V1__x.sql`).
    pub fn from_parts(files: Vec<Migration>, bytes: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let mut project = Project::default();
        files.into_iter().for_each(|file| project.push(file));
        for (path, bytes) in bytes {
            let name = path.rsplit('/').next().unwrap_or(&path);
            let named = file_name::parse(name).map_err(|rule| SourceError::FileName { path: (&path).into(), rule });
            match named.and_then(|_| super::bytes(&path, bytes)) {
                Ok(file) => project.push(file),
                Err(error) => project.problems.push(error),
            }
        }
        project.sort();
        project
    }

    /// A project from one text that lines `-- file: migrations/V1__x.sql` cut into files. What stands
    /// before the first such line is dropped; without any, the text is `migrations/V1__fixture.sql`.
    #[must_use]
    pub fn fixture(text: &str) -> Self {
        const MARK: &str = "-- file:";
        if !text.starts_with(MARK) && !text.contains("\n-- file:") {
            return Self::from_texts([("migrations/V1__fixture.sql", text)]);
        }
        let starts = text.match_indices(MARK).filter(|(at, _)| *at == 0 || text.as_bytes()[at - 1] == b'\n');
        let starts: Vec<_> = starts.map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        Self::from_texts(starts.iter().zip(ends).map(|(start, end)| {
            let (line, body) = text[*start..end].split_once('\n').unwrap_or((&text[*start..end], ""));
            (line[MARK.len()..].trim(), body)
        }))
    }

    /// Single files that are no project's, in the order given; names and versions follow no rule here.
    pub fn loose(files: impl IntoIterator<Item = Result<Migration, SourceError>>) -> Self {
        let mut project = Project::default();
        for file in files {
            match file {
                Ok(migration) => project.push(migration),
                Err(error) => project.problems.push(error),
            }
        }
        project
    }

    /// Gives all files the project's variables.
    #[must_use]
    pub fn with_variables(mut self, variables: Variables) -> Self {
        let variables = Arc::new(variables);
        self.migrations.iter_mut().chain(&mut self.post_load).for_each(|file| file.declare(&variables));
        self
    }

    /// The project as it is sent: with the values of its variables in the files.
    #[must_use]
    pub fn filled(mut self) -> Self {
        for file in self.migrations.iter_mut().chain(&mut self.post_load) {
            *file = file.filled();
        }
        self
    }

    /// All files in the order in which they run.
    pub fn files(&self) -> impl Iterator<Item = &Migration> {
        self.migrations.iter().chain(&self.post_load)
    }

    /// Parses all files, several at a time, and gives them to `visit` in the order in which they run, while
    /// the next ones are parsed. Only a few parsed files are in memory at once.
    pub fn for_each_parsed(&self, mut visit: impl FnMut(&Migration, ParsedFile)) {
        self.for_each_read(|_, _| (), |file, parsed, ()| visit(file, parsed));
    }

    /// The same, with what `read` finds in each file while it is parsed.
    pub fn for_each_read<T: Send>(
        &self,
        read: impl Fn(&Migration, &ParsedFile) -> T + Sync,
        mut visit: impl FnMut(&Migration, ParsedFile, T),
    ) {
        let files: Vec<_> = self.files().collect();
        let parse = |file: &&Migration| {
            let parsed = file.parse();
            let found = read(file, &parsed);
            (parsed, found)
        };
        let parse_all = |together: &[&Migration]| together.par_iter().map(parse).collect::<Vec<_>>();
        let mut chunks = files.chunks(PARSED_TOGETHER).peekable();
        let mut parsed = chunks.peek().map_or_else(Vec::new, |first| parse_all(first));
        while let Some(together) = chunks.next() {
            let mut next = Vec::new();
            rayon::in_place_scope(|scope| {
                if let Some(following) = chunks.peek() {
                    scope.spawn(|_| next = parse_all(following));
                }
                together.iter().zip(parsed).for_each(|(file, (parsed, found))| visit(file, parsed, found));
            });
            parsed = next;
        }
    }

    fn push(&mut self, migration: Migration) {
        match migration.phase {
            Phase::Migrations => self.migrations.push(migration),
            Phase::PostLoad => self.post_load.push(migration),
        }
    }

    /// Sorts by version and reports versions that are there twice.
    fn sort(&mut self) {
        for files in [&mut self.migrations, &mut self.post_load] {
            files.sort_by(|a, b| (a.version, a.file.path()).cmp(&(b.version, b.file.path())));
            let mut first: BTreeMap<i64, &Migration> = BTreeMap::new();
            for file in files.iter() {
                let (version, second) = (file.version, shown(file));
                if let Some(first) = first.get(&version) {
                    self.problems.push(SourceError::DuplicateVersion { version, first: shown(first), second });
                }
                first.entry(version).or_insert(file);
            }
        }
        self.problems.sort_by(|a, b| a.path().cmp(b.path()));
    }
}

fn shown(migration: &Migration) -> PathBuf {
    migration.file.path().into()
}

/// The files of a folder that follow the rules, sorted; the others become problems.
fn list(folder: &Path, problems: &mut Vec<SourceError>) -> Result<Vec<PathBuf>, SourceError> {
    if !folder.is_dir() {
        return Err(SourceError::MissingFolder(folder.to_owned()));
    }
    let mut paths = Vec::new();
    for path in entries(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !file_name::is_sql(&name) {
            let inside = entries(&path)?.into_iter().find(|inner| file_name::is_sql(&inner.to_string_lossy()));
            problems.extend(inside.map(SourceError::Subfolder));
        } else if file_name::is_sql(&name) {
            match file_name::parse(&name) {
                Ok(_) => paths.push(path),
                Err(rule) => problems.push(SourceError::FileName { path, rule }),
            }
        }
    }
    Ok(paths)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, SourceError> {
    let unreadable = |source| SourceError::Unreadable { path: folder.to_owned(), source };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut paths: Vec<_> =
        entries.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>().map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

fn read_file(phase: Phase, path: PathBuf) -> Result<Migration, SourceError> {
    let text = encoding::read(&path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Migration::new(&format!("{}/{name}", phase.folder()), path.clone(), text))
}
