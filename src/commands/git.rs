//! What git knows of a project: its files at a commit. Asks the `git` program; changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Output, Stdio};

use super::Failure;
use crate::lint::Released;
use crate::source::{Phase, Project};

/// Variables that git sets for its hooks, and that would mislead it in another folder.
const OF_HOOKS: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// How to get the history that a shallow clone lacks.
const DEEPEN: &str = "this clone is shallow: get its history with `git fetch --unshallow`, or check it out with \
                      fetch-depth: 0 (GitHub Actions), GIT_DEPTH: 0 (GitLab) or fetchDepth: 0 (Azure Pipelines)";

/// The project in `dir` as it was where `reference` and HEAD parted, and what `reference` got since. `now` is the project
/// as it is.
///
/// # Errors
/// When there is no git, no repository, no such commit, or no history that says where they parted; with
/// what to do about it.
pub fn released(dir: &Path, reference: &str, now: &Project) -> Result<Released, Failure> {
    let git = Git { dir, asker: "--git-base" };
    git.text("tell the root of the repository", &["rev-parse", "--show-toplevel"])?;
    let commit = git.existing(reference)?;
    let base = git.parted(reference, &commit)?;
    let before = git.files(&base)?;
    let changed = git.changed(&base)?;
    let is_same = |path: &str| before.contains_key(path) && !changed.contains(path);
    let kept: Vec<_> = now.files().filter(|file| is_same(file.file.path())).cloned().collect();
    let usable: BTreeSet<&str> = now.files().map(|file| file.file.path()).collect();
    // What is the same and not among the files cannot be used, or was left out of the working tree.
    let (mut unusable, mut read) = (BTreeSet::new(), Vec::new());
    for (path, object) in &before {
        match (is_same(path), dir.join(path).exists()) {
            (true, true) if usable.contains(path.as_str()) => {}
            (true, true) => drop(unusable.insert(path.clone())),
            _ => read.push((path.as_str(), object.as_str())),
        }
    }
    let project = Project::from_parts(kept, git.contents(&read)?);
    let later = git.project(&commit, &before)?;
    Ok(Released { reference: reference.to_owned(), project, unusable, later })
}

/// The project in `dir` as it was at a commit.
///
/// # Errors
/// When there is no git, no repository or no such commit; with what to do about it.
pub fn project_at(dir: &Path, reference: &str) -> Result<Project, Failure> {
    let git = Git { dir, asker: &format!("git:{reference}") };
    git.text("tell the root of the repository", &["rev-parse", "--show-toplevel"])?;
    git.project(&git.existing(reference)?, &BTreeMap::new())
}

/// The git of a folder.
struct Git<'a> {
    dir: &'a Path,
    /// What asks: how messages begin.
    asker: &'a str,
}

impl Git<'_> {
    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.arg("--no-optional-locks").arg("-C").arg(self.dir).args(args);
        for variable in OF_HOOKS {
            command.env_remove(variable);
        }
        command
    }

    fn output(&self, args: &[&str]) -> Result<Output, Failure> {
        self.command(args).output().map_err(not_started)
    }

    /// What git says, when it can do it.
    fn text(&self, what: &str, args: &[&str]) -> Result<String, Failure> {
        let output = self.output(args)?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(Failure::usage(format!("{}: git cannot {what} of {}: {said}", self.asker, self.dir.display())))
    }

    fn says(&self, args: &[&str]) -> Result<Option<String>, Failure> {
        let output = self.output(args)?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(Some(text).filter(|text| output.status.success() && !text.is_empty()))
    }

    fn commit(&self, reference: &str) -> Result<Option<String>, Failure> {
        self.says(&["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{reference}^{{commit}}")])
    }

    /// The commit of a reference, which has to be there.
    fn existing(&self, reference: &str) -> Result<String, Failure> {
        match self.commit(reference)? {
            Some(commit) => Ok(commit),
            None => Err(self.no_commit(reference)?),
        }
    }

    /// The commit where that of a reference and HEAD parted.
    fn parted(&self, reference: &str, commit: &str) -> Result<String, Failure> {
        if self.commit("HEAD")?.is_none() {
            return Err(Failure::usage("--git-base: this branch has no commit yet"));
        }
        if let Some(base) = self.says(&["merge-base", commit, "HEAD"])? {
            return Ok(base);
        }
        // Where a shallow clone ends, the commit itself still names its parents.
        let head = self.text("read HEAD", &["cat-file", "commit", "HEAD"])?;
        if head.split('\n').any(|line| line.strip_prefix("parent ") == Some(commit)) {
            return Ok(commit.to_owned());
        }
        let why = if self.is_shallow()? { DEEPEN } else { "their histories have nothing in common" };
        Err(Failure::usage(format!("{}: git does not know where `{reference}` and HEAD parted; {why}", self.asker)))
    }

    fn is_shallow(&self) -> Result<bool, Failure> {
        Ok(self.says(&["rev-parse", "--is-shallow-repository"])?.is_some_and(|said| said == "true"))
    }

    fn no_commit(&self, reference: &str) -> Result<Failure, Failure> {
        let remote = format!("origin/{reference}");
        let branch = reference.strip_prefix("origin/").unwrap_or(reference);
        // An ancestor (`HEAD~1`, `main^`) is nothing that a remote has by that name.
        let is_name = !branch.is_empty() && !branch.contains(['~', '^', '@', ':', ' ']) && branch != "HEAD";
        let why = match self.commit(&remote)? {
            _ if reference.is_empty() => {
                "the value is empty: name a branch or a commit, such as origin/main".to_owned()
            }
            Some(_) => format!("there is `{remote}`; did you mean that?"),
            None if self.is_shallow()? && is_name => format!("fetch it (`git fetch origin {branch}`); {DEEPEN}"),
            None if self.is_shallow()? => format!("{DEEPEN} (`git fetch --deepen 100` gets a part of it)"),
            None if is_name => {
                format!("fetch it (`git fetch origin {branch}`), or look for its name with `git branch --all`")
            }
            None => "look at the history with `git log --oneline`".to_owned(),
        };
        Ok(Failure::usage(format!("{}: there is no commit `{reference}` here; {why}", self.asker)))
    }

    /// The SQL files of both folders at a commit, with their objects.
    fn files(&self, base: &str) -> Result<BTreeMap<String, String>, Failure> {
        let folders = Phase::ALL.map(Phase::folder);
        let listed = self.text("list the files", &[&["ls-tree", "-r", "-z", base, "--"], &folders[..]].concat())?;
        let entry = |entry: &str| {
            let (about, path) = entry.split_once('\t')?;
            let object = about.split(' ').nth(2)?;
            is_of_a_folder(path).then(|| (path.to_owned(), object.to_owned()))
        };
        Ok(listed.split('\0').filter_map(entry).collect())
    }

    /// The files of a commit, but for those of paths that are known.
    fn project(&self, commit: &str, besides: &BTreeMap<String, String>) -> Result<Project, Failure> {
        let files = self.files(commit)?;
        let others = files.iter().filter(|(path, _)| !besides.contains_key(*path));
        let objects: Vec<_> = others.map(|(path, object)| (path.as_str(), object.as_str())).collect();
        Ok(Project::from_parts(Vec::new(), self.contents(&objects)?))
    }

    /// The paths of files that are not as they were at a commit.
    fn changed(&self, base: &str) -> Result<BTreeSet<String>, Failure> {
        const DIFF: [&str; 6] = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative"];
        let folders = Phase::ALL.map(Phase::folder);
        let listed = self.text("compare the files", &[&DIFF[..], &[base, "--"], &folders[..]].concat())?;
        Ok(listed.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    }

    /// The bytes of objects, each under its path.
    fn contents(&self, objects: &[(&str, &str)]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        if objects.is_empty() {
            return Ok(Vec::new());
        }
        let mut command = self.command(&["cat-file", "--batch"]);
        let mut git = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(not_started)?;
        let mut stdin = git.stdin.take().expect("it is piped");
        let mut stdout = BufReader::new(git.stdout.take().expect("it is piped"));
        let mut contents = Vec::with_capacity(objects.len());
        for (path, object) in objects {
            let bytes = content(&mut stdin, &mut stdout, object);
            let bytes = bytes.map_err(|error| Failure::io(format!("{}: while git reads {path}", self.asker), error))?;
            contents.push(((*path).to_owned(), bytes));
        }
        drop(stdin);
        git.wait().map_err(not_started)?;
        Ok(contents)
    }
}

/// One object from `git cat-file --batch`: a line with its size, the bytes, a line end.
fn content(stdin: &mut ChildStdin, stdout: &mut BufReader<ChildStdout>, object: &str) -> io::Result<Vec<u8>> {
    writeln!(stdin, "{object}")?;
    stdin.flush()?;
    let mut head = String::new();
    stdout.read_line(&mut head)?;
    let size: Option<u64> = head.trim_end().rsplit(' ').next().and_then(|size| size.parse().ok());
    let size = size.ok_or_else(|| io::Error::other(format!("git says: {}", head.trim())))?;
    let mut bytes = Vec::new();
    stdout.by_ref().take(size).read_to_end(&mut bytes)?;
    stdout.read_exact(&mut [0])?;
    Ok(bytes)
}

/// Whether a path is one of a file right in one of the folders.
fn is_of_a_folder(path: &str) -> bool {
    let inside = Phase::ALL.iter().find_map(|phase| path.strip_prefix(phase.folder())?.strip_prefix('/'));
    inside.is_some_and(|name| !name.contains('/') && name.to_ascii_lowercase().ends_with(".sql"))
}

fn not_started(error: io::Error) -> Failure {
    Failure::io("what was at a commit only the program `git` knows, and it could not be run", error)
}
