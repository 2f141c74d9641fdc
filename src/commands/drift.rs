//! Drift in commands: what to leave out, how it is told, and when it stops a run.

use std::fmt::Write;
use std::str::FromStr;

use serde_json::{Value, json};

use super::{Code, Cx, Failure};
use crate::db::apply::ApplyOptions;
use crate::db::database::Database;
use crate::db::events::Events;
use crate::db::held::Held;
use crate::drift::{self, Drift, Drifted, LeftOut, Pattern};
use crate::emit::{Described, History};
use crate::source::Project;
use crate::text::printable;

/// Drift of a database, and what its applied files lead to.
pub struct Compared {
    /// The drift.
    pub drift: Drift,
    /// What the applied files lead to.
    pub expected: History,
}

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

    /// What a database differs in from what its applied files lead to; `None` when no migration was ever applied.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn drift(
        &self,
        project: &Project,
        database: &Database,
        events: &mut dyn Events,
    ) -> Result<Option<Compared>, Failure> {
        let (history, options) = (self.apply_options(None)?.history, self.post_load_options(None)?);
        let Some(held) = database.held(project, &history, &options, events)? else { return Ok(None) };
        let mut compared = compare(project, held, &self.left_out()?);
        let values = self.variables()?;
        compared.drift.hide(|text| values.hidden(text).into_owned());
        Ok(Some(compared))
    }

    /// Stops a run when objects that its files touch have drifted.
    ///
    /// # Errors
    /// The drift, with what to do; or that the database cannot be read.
    pub fn refuse_drift(
        &self,
        project: &Project,
        database: &Database,
        options: &ApplyOptions,
        events: &mut dyn Events,
    ) -> Result<(), Failure> {
        // What stands in the way of the run itself is told by the run.
        let pending = |events: &mut dyn Events| database.pending(&project.migrations, options, events).ok();
        let mut due = pending(events).unwrap_or_default();
        while !due.is_empty() {
            let Some(Compared { drift, expected }) = self.drift(project, database, events)? else { return Ok(()) };
            let touched = drift::touched(&expected.catalog, &due);
            let found: Vec<&Drifted> = drift.of(&touched).collect();
            // Another run may have gone on between the reading of its history and that of the schema.
            let now = pending(events).unwrap_or_default();
            if !found.is_empty() && now.len() == due.len() {
                return Err(refusal(&found, &expected));
            }
            if found.is_empty() {
                break;
            }
            due = now;
        }
        Ok(())
    }
}

fn compare(project: &Project, held: Held, left_out: &LeftOut) -> Compared {
    let expected = drift::expected(project, &held.migrations, &held.post_load);
    let mut wanted = expected.catalog.clone();
    held.found.forget_own_collation(&mut wanted);
    let gaps = held.found.gaps.iter().filter(|gap| !left_out.has(&gap.object));
    let gaps: Vec<String> = gaps.map(|gap| format!("{}: {}", gap.object, gap.reason)).collect();
    let mut drift = Drift::between(wanted, held.found.catalog, left_out);
    drift.notes.extend(gaps);
    let unknown = expected.not_understood.iter();
    drift.notes.extend(unknown.map(|what| format!("not understood, so what it did is told as drift: {what}")));
    Compared { drift, expected }
}

fn refusal(found: &[&Drifted], expected: &History) -> Failure {
    let mut text = String::from(
        "nothing was run: objects that the pending files touch are not as the applied files left them (- goes and + comes \
         from what is expected to what is there):\n",
    );
    for drifted in found {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {}", line(&drifted.change));
    }
    if !expected.not_understood.is_empty() {
        let _ = writeln!(
            text,
            "  {} statement(s) of applied files are not understood, and may explain it; `ragsql status` lists them",
            expected.not_understood.len()
        );
    }
    text += "bring what was changed by hand into a migration or undo it; `--allow-drift` runs the files all the same, and \
             `[drift] ignore` in ragsql.toml names what belongs to others";
    Failure::new(Code::Refused, anyhow::Error::msg(text))
}

/// One change in a line: what comes, goes or is another.
fn line(change: &Described) -> String {
    let sign = match (&change.from, &change.to) {
        (None, Some(_)) => '+',
        (Some(_), None) => '-',
        _ => '~',
    };
    let values = match (&change.from, &change.to) {
        (Some(from), Some(to)) if from != to => format!(": {} -> {}", one_line(from), one_line(to)),
        _ => String::new(),
    };
    printable(&format!("{sign} {} ({}){values}", change.path(), change.kind)).into_owned()
}

/// A text of several lines or many characters is shown by its start.
fn one_line(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(100) {
        Some((at, _)) => format!("{} …", &words[..at]),
        None => words,
    }
}

/// The drift for people, under a heading.
pub fn text(drift: Option<&Drift>) -> String {
    let mut text = String::from("\ndrift\n");
    let Some(drift) = drift else { return text + "  not looked for: nothing is applied\n" };
    for drifted in &drift.changes {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {}", line(&drifted.change));
    }
    for note in &drift.notes {
        let _ = writeln!(text, "  ? {}", printable(note));
    }
    if drift.is_empty() {
        text += "  none\n";
    }
    text
}

/// The drift as data; null where it was not looked for.
pub fn json(drift: Option<&Drift>) -> Value {
    let Some(drift) = drift else { return Value::Null };
    let change = |drifted: &Drifted| {
        let Described { kind, from, to, .. } = &drifted.change;
        json!({ "kind": kind, "object": drifted.change.path(), "from": from, "to": to })
    };
    json!({ "changes": drift.changes.iter().map(change).collect::<Vec<_>>(), "notes": drift.notes })
}
