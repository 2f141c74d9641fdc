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
            judge(&self.0, name, entry, findings);
        }
    }
}

/// One finding for a table, at the first vector of which something is not kept, and one for each time that is there
/// without its vector, or not there with it.
fn judge(places: &ColumnPlaces, name: &Name, entry: &Entry<Table>, findings: &mut Findings) {
    vectors(&entry.definition).for_each(|vector| time_apart(places, name, entry, vector, findings));
    let lacking: Vec<(&Column, Provenance)> = vectors(&entry.definition)
        .map(|vector| (vector, provenance(&entry.definition, vector)))
        .filter(|(_, kept)| kept.model.is_none() || kept.time.is_none())
        .collect();
    let Some((first, _)) = lacking.first() else { return };
    let Some(place) = places.of(name, entry, &first.name) else { return };
    let lacks = |part: fn(&Provenance) -> bool| lacking.iter().any(|(_, kept)| part(kept));
    let missing = [
        (lacks(|kept| kept.model.is_none()), "which model made it"),
        (lacks(|kept| kept.dimensions.is_none()), "with how many dimensions"),
        (lacks(|kept| kept.time.is_none()), "when"),
    ];
    let missing: Vec<&str> = missing.into_iter().filter(|(is_missing, _)| *is_missing).map(|(_, what)| what).collect();
    let columns: Vec<String> = lacking.iter().map(|(column, _)| format!("`{}`", column.name)).collect();
    findings
        .add(place, format!("nothing beside {} of `{name}` says {}", columns.join(" and "), missing.join(", ")))
        .table(name)
        .help(format!(
            "add columns beside it and write them in the same statement as the vector: {v}_model SYSNAME, {v}_dims \
             SMALLINT, {v}_at DATETIME2(3), all NULL while it is",
            v = first.name.as_str()
        ));
}

fn time_apart(places: &ColumnPlaces, name: &Name, entry: &Entry<Table>, vector: &Column, findings: &mut Findings) {
    let Some(time) = provenance(&entry.definition, vector).time.filter(|time| time.computed.is_none()) else { return };
    let Some(place) = places.of(name, entry, &time.name) else { return };
    let (has_vector, has_time) = (vector.nullable == Some(false), time.nullable == Some(false));
    let (what, help) = match (has_vector, has_time) {
        (false, true) => ("has a value before", "NULL"),
        (true, false) => ("may be missing beside", "NOT NULL"),
        _ => return,
    };
    let message = format!("`{}` of `{name}` {what} `{}`: it does not say when that was made", time.name, vector.name);
    findings.add(place, message).table(name).help(format!("make it {help}, as the vector is"));
}
