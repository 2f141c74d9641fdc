//! Vectors of which nobody knows later what made them.

use crate::catalog::{Catalog, Entry, Presence};
use crate::lint::columns::ColumnPlaces;
use crate::lint::vectors::{Provenance, provenance, texts, vectors};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::schema::{Column, Table};

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-without-provenance",
    summary: "holds vectors and does not say which model made them, and when",
    docs: include_str!("vector_without_provenance.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &["add-not-null-column"],
    checks: &[Check::Watch(|| Box::<Tables>::default())],
};

/// Looks at the end of the history.
#[derive(Default)]
struct Tables(ColumnPlaces);

impl Watch for Tables {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        self.0.follow(cx);
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        let known = after.tables.iter().filter(|(_, entry)| entry.presence == Presence::Certain && !entry.uncertain);
        for (name, entry) in known.filter(|(_, entry)| texts(&entry.definition).next().is_some()) {
            vectors(&entry.definition).for_each(|vector| judge(&self.0, name, entry, vector, findings));
        }
    }
}

fn judge(places: &ColumnPlaces, name: &Name, entry: &Entry<Table>, vector: &Column, findings: &mut Findings) {
    let Provenance { model, dimensions, time } = provenance(&entry.definition, vector);
    let Some(place) = places.of(name, entry, &vector.name) else { return };
    if model.is_some() && time.is_some() {
        return;
    }
    let wanted = [(model, "which model made it"), (dimensions, "with how many dimensions"), (time, "when")];
    let missing: Vec<&str> = wanted.into_iter().filter(|(column, _)| column.is_none()).map(|(_, what)| what).collect();
    findings
        .add(place, format!("nothing beside `{}` of `{name}` says {}", vector.name, missing.join(", ")))
        .table(name)
        .help(format!(
            "add columns beside it and write them in the same statement as the vector: {v}_model SYSNAME, {v}_dims \
             SMALLINT, {v}_at DATETIME2(3), all NULL while it is",
            v = vector.name.as_str()
        ));
}
