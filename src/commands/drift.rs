//! Drift in commands: what to leave out, how it is told, and when it stops a run.

use std::fmt::Write;
use std::str::FromStr;

use serde_json::{Value, json};

use super::{Cx, Failure};
use crate::db::RunError;
use crate::db::apply::{Applied, ApplyOptions};
use crate::db::database::Database;
use crate::db::events::Events;
use crate::db::held::{Gate, Held, Look};
use crate::drift::{self, Drift, Drifted, LeftOut, Pattern};
use crate::emit::{Described, History};
use crate::source::{Migration, Project, Variables};
use crate::text::printable;

/// Drift of a database, and what its applied files lead to.
struct Compared {
    drift: Drift,
    expected: History,
}

/// What came of looking for drift.
pub enum Looked {
    /// This was found.
    Found(Drift),
    /// It was not looked for: why not.
    Not(&'static str),
}

impl Looked {
    /// Whether something differs.
    pub fn has_changes(&self) -> bool {
        matches!(self, Self::Found(drift) if !drift.changes.is_empty())
    }
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

    /// What a database differs in from what its applied files lead to.
    ///
    /// # Errors
    /// When the settings hold what cannot be.
    pub fn drift(&self, project: &Project, look: Look) -> Result<Looked, Failure> {
        let held = match look {
            Look::Still(held) => *held,
            Look::NothingApplied => return Ok(Looked::Not("nothing is applied")),
            Look::RunAtWork => return Ok(Looked::Not("a run is at work")),
        };
        Ok(Looked::Found(compare(project, held, &self.left_out()?, &self.variables()?).drift))
    }

    /// Runs pending migrations, unless objects that they touch have drifted.
    ///
    /// # Errors
    /// The drift, with what to do; or what stops the run.
    pub fn apply_without_drift(
        &self,
        project: &Project,
        database: &Database,
        options: &ApplyOptions,
        events: &mut dyn Events,
    ) -> Result<Result<Applied, RunError>, Failure> {
        let (left_out, values, post_load) = (self.left_out()?, self.variables()?, self.post_load_options(None)?);
        let judge = |held: Held, due: &[&Migration]| {
            let Compared { drift, expected } = compare(project, held, &left_out, &values);
            let touched = drift::touched(&expected.catalog, due);
            let found: Vec<&Drifted> = drift.of(&touched).collect();
            if found.is_empty() { Ok(()) } else { Err(refusal(&found, &expected)) }
        };
        let gate = Gate { project, post_load: &post_load, judge: &judge };
        Ok(database.apply_through(&gate, options, events))
    }
}

fn compare(project: &Project, held: Held, left_out: &LeftOut, values: &Variables) -> Compared {
    let expected = drift::expected(project, &held.migrations, &held.post_load);
    let mut wanted = expected.catalog.clone();
    held.found.forget_own_collation(&mut wanted);
    let gaps = held.found.gaps.iter().filter(|gap| !left_out.has(&gap.object));
    let gaps: Vec<String> = gaps.map(|gap| format!("{}: {}", gap.object, gap.reason)).collect();
    let mut drift = Drift::between(wanted, held.found.catalog, left_out);
    drift.notes.extend(gaps);
    let unknown = expected.not_understood.iter();
    drift.notes.extend(unknown.map(|what| format!("not understood, so what it did is told as drift: {what}")));
    drift.hide(|text| values.hidden(text).into_owned());
    Compared { drift, expected }
}

fn refusal(found: &[&Drifted], expected: &History) -> String {
    let mut text = String::from(
        "objects that the pending files touch are not as the applied files left them (- goes and + comes \
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
    text
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
pub fn text(looked: &Looked) -> String {
    let mut text = String::from("\ndrift\n");
    let drift = match looked {
        Looked::Found(drift) => drift,
        Looked::Not(why) => return text + &format!("  not looked for: {why}\n"),
    };
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
pub fn json(looked: &Looked) -> Value {
    let Looked::Found(drift) = looked else { return Value::Null };
    let change = |drifted: &Drifted| {
        let Described { kind, from, to, .. } = &drifted.change;
        json!({ "kind": kind, "object": drifted.change.path(), "from": from, "to": to })
    };
    json!({ "changes": drift.changes.iter().map(change).collect::<Vec<_>>(), "notes": drift.notes })
}
