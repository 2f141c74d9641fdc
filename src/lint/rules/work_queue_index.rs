//! No index over what is still to be embedded.

use crate::catalog::{Catalog, Entry, Part, Presence};
use crate::lint::columns::ColumnPlaces;
use crate::lint::vectors::{provenance, texts, vectors};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::{Ident, Name};
use crate::schema::{Column, Index, Table};
use crate::syntax::query::ast::ExprKind;
use crate::syntax::query::expression;
use crate::syntax::query::walk::own_expressions;

/// The rule.
pub static RULE: Rule = Rule {
    code: "work-queue-index",
    summary: "has no filtered index over the rows that are still to be embedded",
    docs: include_str!("work_queue_index.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Queues>::default())],
};

/// Looks at the end of the history.
#[derive(Default)]
struct Queues(ColumnPlaces);

impl Watch for Queues {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        self.0.follow(cx);
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        let known = after.tables.iter().filter(|(_, entry)| entry.presence == Presence::Certain && !entry.uncertain);
        for (name, entry) in known {
            vectors(&entry.definition).for_each(|vector| judge(&self.0, name, entry, vector, findings));
        }
    }
}

fn judge(places: &ColumnPlaces, name: &Name, entry: &Entry<Table>, vector: &Column, findings: &mut Findings) {
    let table = &entry.definition;
    if let Some(index) = table.indexes.iter().find(|index| waits_for(index, &vector.name)) {
        let place = entry.place_of(&Part::Index(index.name.clone()));
        let message =
            format!("`{}` is filtered by the vector itself, which no other statement can compare", index.name);
        if let Some(place) = place {
            findings
                .add(place, message)
                .table(name)
                .help("filter by the time of the embedding: WHERE embedded_at IS NULL");
        }
        return;
    }
    let waits = |time: &&Column| time.nullable != Some(false) && texts(table).next().is_some();
    let Some(time) = provenance(table, vector).time.filter(waits) else { return };
    if table.indexes.iter().any(|index| waits_for(index, &time.name)) {
        return;
    }
    let Some(place) = places.of(name, entry, &time.name) else { return };
    findings
        .add(
            place,
            format!("no index finds the rows of `{name}` where `{}` is NULL: each batch reads the table", time.name),
        )
        .table(name)
        .help(format!("create one: CREATE INDEX … ON {name} (<key>) WHERE {} IS NULL", time.name));
}

/// Whether an index is filtered by `column IS NULL`.
fn waits_for(index: &Index, column: &Ident) -> bool {
    let Some(filter) = index.filter.as_ref().and_then(|filter| expression(filter.as_str(), 0).ok()) else {
        return false;
    };
    own_expressions(&filter).iter().any(|expr| match &expr.kind {
        ExprKind::IsNull(inner, false) => inner.column() == Some(column),
        _ => false,
    })
}
