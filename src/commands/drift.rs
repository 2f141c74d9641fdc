//! Drift in commands: what to leave out, how it is told, and when it stops a run.

use std::fmt::Write;
use std::str::FromStr;

use super::{Cx, Failure};
use crate::catalog::Catalog;
use crate::db::held::{Gate, Held, Look};
use crate::drift::{self, Drift, Drifted, LeftOut, Looked, Pattern};
use crate::emit::History;
use crate::report::drift::{DIRECTION, line};
use crate::source::{Migration, Project, Variables};
use crate::text::{counted, printable};

impl Cx<'_> {
    /// What is no drift: the tool's own tables, and what the settings say belongs to others.
    ///
    /// # Errors
    /// When the settings hold a pattern or a name that is none.
    pub fn left_out(&self) -> Result<LeftOut, Failure> {
        let patterns = self.settings.drift.ignore.iter().map(|text| Pattern::from_str(text));
        let patterns =
            patterns.collect::<Result<_, _>>().map_err(|error| Failure::usage(format!("drift.ignore: {error}")))?;
        let own = vec![self.apply_options(None)?.history.table, self.post_load_options(None)?.history.table];
        Ok(LeftOut { own, patterns })
    }

    /// What a database differs in from what its applied files lead to, and which of it would stop a run of the files
    /// that are due.
    ///
    /// # Errors
    /// When the settings hold what cannot be.
    pub fn drift(&self, project: &Project, look: Look, due: &[&Migration]) -> Result<Looked, Failure> {
        let compared = self.compared(project, look, due)?;
        Ok(compared.map_or_else(Looked::Not, |compared| Looked::Found(compared.drift)))
    }

    /// The same, with what the applied files lead to; or why it cannot be told.
    ///
    /// # Errors
    /// When the settings hold what cannot be.
    pub fn compared(
        &self,
        project: &Project,
        look: Look,
        due: &[&Migration],
    ) -> Result<Result<Compared, &'static str>, Failure> {
        Ok(match look {
            Look::Still(held) => Ok(Compared::new(project, *held, due, &self.left_out()?, &self.variables()?)),
            Look::NothingApplied => Err("nothing is applied"),
            Look::RunAtWork => Err("a run is at work"),
        })
    }

    /// Does something with pending migrations, unless objects that they touch have drifted.
    ///
    /// # Errors
    /// When the settings hold what cannot be.
    pub fn through_gate<T>(&self, project: &Project, work: impl FnOnce(&Gate<'_>) -> T) -> Result<T, Failure> {
        let (left_out, values, post_load) = (self.left_out()?, self.variables()?, self.post_load_options(None)?);
        let judge = |held: Held, due: &[&Migration]| {
            let compared = Compared::new(project, held, due, &left_out, &values);
            let found: Vec<&Drifted> = compared.drift.changes.iter().filter(|drifted| drifted.stops).collect();
            if found.is_empty() { Ok(()) } else { Err(refusal(&found, &compared.not_understood)) }
        };
        Ok(work(&Gate { project, post_load: &post_load, judge: &judge }))
    }
}

/// Drift of a database, and what its applied files lead to.
pub struct Compared {
    /// The drift.
    pub drift: Drift,
    /// What the applied files lead to, without what belongs to others.
    pub expected: Catalog,
    /// Statements of applied files that are not understood.
    not_understood: Vec<String>,
}

impl Compared {
    fn new(project: &Project, mut held: Held, due: &[&Migration], left_out: &LeftOut, values: &Variables) -> Self {
        let is_pending = |file: &&Migration| !held.migrations.contains(&file.version);
        let pending: Vec<&Migration> = project.migrations.iter().filter(is_pending).collect();
        for change in drift::leaving(&held.found.catalog, &pending) {
            // It is there, so it can go.
            let _ = held.found.catalog.apply(&change);
        }
        let History { catalog: mut expected, not_understood, .. } =
            drift::expected(project, &held.migrations, &held.post_load);
        let touched = drift::touched(&expected, due);
        held.found.forget_own_collation(&mut expected);
        left_out.forget(&mut expected);
        let gaps = held.found.gaps.iter().filter(|gap| !left_out.has(&gap.object));
        let gaps: Vec<String> = gaps.map(|gap| format!("{}: {}", gap.object, gap.reason)).collect();
        let mut drift = Drift::between(expected.clone(), held.found.catalog, left_out);
        drift.stop_at(&touched);
        drift.notes.extend(gaps);
        let unknown = not_understood.iter();
        drift.notes.extend(unknown.map(|what| format!("not understood, so what it did is told as drift: {what}")));
        drift.hide(|text| values.hidden(text).into_owned());
        Self { drift, expected, not_understood }
    }
}

fn refusal(found: &[&Drifted], not_understood: &[String]) -> String {
    let mut text =
        format!("objects that the pending files touch are not as the applied files left them ({DIRECTION}):\n");
    for drifted in found {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {}", printable(&line(&drifted.change)));
    }
    if !not_understood.is_empty() {
        let _ = writeln!(
            text,
            "  not understood in applied files, which may explain it: {}; `ragsql status` lists them",
            counted(not_understood.len(), "statement")
        );
    }
    text += "bring what was changed by hand into a migration or undo it; `--allow-drift` runs the files all the same, and \
             `[drift] ignore` in ragsql.toml names what belongs to others";
    text
}
