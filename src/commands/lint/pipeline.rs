//! Where `ragsql lint` runs: the root of the repository, and the job summary of GitHub Actions.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::commands::{Cx, Failure};
use crate::lint::{Level, Report};
use crate::report::{self, Context};

/// What the reports for pipelines need. `is_project` says where the paths of the report start: in the
/// project's folder, or in the working directory.
pub(super) fn context(cx: &Cx<'_>, is_project: bool, fail_on: Level) -> Result<Context, Failure> {
    let base = if is_project { &cx.dir } else { Path::new(".") };
    let base =
        base.canonicalize().map_err(|error| Failure::io(format!("while looking for {}", base.display()), error))?;
    Ok(Context { root: root(&base), base, docs_url: cx.settings.lint.docs_url.clone(), fail_on })
}

/// The root of the repository that a folder is in; the folder itself outside of one.
fn root(folder: &Path) -> PathBuf {
    let root = folder.ancestors().find(|folder| folder.join(".git").exists());
    root.unwrap_or(folder).to_owned()
}

/// Adds the report to the summary of the job, where GitHub Actions says that there is one.
pub(super) fn summarise(report: &Report, context: &Context) -> Result<(), Failure> {
    let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) else { return Ok(()) };
    let text = report::markdown::render(report, context);
    let added =
        OpenOptions::new().create(true).append(true).open(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    added.map_err(|error| Failure::io(format!("while writing the job summary {}", path.display()), error))
}
