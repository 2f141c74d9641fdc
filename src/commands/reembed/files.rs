//! The files that a step of a re-embedding writes and changes, told before and after.

use std::path::PathBuf;

use serde_json::json;

use crate::cli::Format;
use crate::commands::new::next_version;
use crate::commands::{Cx, Failure, output};
use crate::file;
use crate::settings;
use crate::source::Phase;

/// What a step writes.
#[derive(Default)]
pub struct Files {
    made: Vec<(PathBuf, String)>,
    changed: Vec<(PathBuf, String)>,
    notes: Vec<String>,
}

impl Files {
    /// A new file of a phase; gives its path in the project.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn make(&mut self, cx: &Cx<'_>, phase: Phase, name: &str, text: String) -> Result<String, Failure> {
        let folder = cx.dir.join(phase.folder());
        let file = format!("V{}__{name}.sql", next_version(&folder)?);
        self.made.push((folder.join(&file), text));
        Ok(format!("{}/{file}", phase.folder()))
    }

    /// Another text for a file that is there.
    pub fn change(&mut self, path: PathBuf, text: String) {
        self.changed.push((path, text));
    }

    /// What a person has to do or to know.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Another text for `ragsql.toml`; where it is not understood, a person is told what it should say.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn settings(
        &mut self,
        cx: &Cx<'_>,
        change: impl FnOnce(&str) -> Option<String>,
        otherwise: &str,
    ) -> Result<(), Failure> {
        let path = cx.dir.join(settings::FILE);
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            other => other.map_err(|error| Failure::io(format!("while reading {}", path.display()), error))?,
        };
        match change(&text) {
            Some(changed) if changed == text => {}
            Some(changed) => self.change(path, changed),
            None => self.note(format!("{} is not written as it could be changed: {otherwise}", path.display())),
        }
        Ok(())
    }

    /// Writes all of it, unless it is only to be shown, and tells it.
    ///
    /// # Errors
    /// When a file is there that was to be made, or one cannot be written.
    pub fn write(self, cx: &Cx<'_>, step: &str, number: u32, next: &str) -> Result<(), Failure> {
        let failed = |path: &PathBuf, error| Failure::io(format!("while writing {}", path.display()), error);
        if !cx.global.dry_run {
            for (path, text) in &self.made {
                file::make(path, text.as_bytes()).map_err(|error| failed(path, error))?;
            }
            for (path, text) in &self.changed {
                file::write(path, text.as_bytes()).map_err(|error| failed(path, error))?;
            }
        }
        self.notes.iter().for_each(|note| output::note(cx, note));
        output::write(cx, &self.told(cx, step, number, next))?;
        if !cx.global.dry_run {
            output::note(cx, &format!("next: {next}"));
        }
        Ok(())
    }

    fn told(&self, cx: &Cx<'_>, step: &str, number: u32, next: &str) -> String {
        let shown = |files: &[(PathBuf, String)]| -> Vec<String> {
            files.iter().map(|(path, _)| path.display().to_string()).collect()
        };
        let (made, changed) = (shown(&self.made), shown(&self.changed));
        if cx.format != Format::Text {
            let document = json!({ "schema": "ragsql.reembed/1", "step": step, "number": number, "written": made,
                "changed": changed, "dry_run": cx.global.dry_run, "notes": self.notes, "next": next });
            return format!("{document:#}\n");
        }
        let (write, change) = if cx.global.dry_run { ("would write", "would change") } else { ("wrote", "changed") };
        let made = made.iter().map(|path| format!("{write} {path}\n"));
        made.chain(changed.iter().map(|path| format!("{change} {path}\n"))).collect()
    }
}
