//! `ragsql lint` as pipelines run it: the real binary with its settings, forms and a repository around it.

#[path = "lint_command/fix.rs"]
mod fix;
#[path = "lint_command/folder.rs"]
mod folder;
#[path = "lint_command/formats.rs"]
mod formats;
#[path = "lint_command/git.rs"]
mod git;
#[path = "lint_command/levels.rs"]
mod levels;
#[path = "lint_command/paths.rs"]
mod paths;
