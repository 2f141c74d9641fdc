//! Chunks that do not carry the tenant of their document.

use std::collections::BTreeSet;

use crate::catalog::{Catalog, Entry, Place, Presence};
use crate::lint::columns::ColumnPlaces;
use crate::lint::guarding::filters;
use crate::lint::tenants::tenant_columns;
use crate::lint::vectors::{texts, vectors};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::{Ident, Name};
use crate::schema::{ConstraintKind, Table};

/// The rule.
pub static RULE: Rule = Rule {
    code: "chunk-tenant-column",
    summary: "holds vectors of a guarded table and does not carry its tenant",
    docs: include_str!("chunk_tenant_column.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::<Chunks>::default())],
};

/// Looks at the end of the history.
#[derive(Default)]
struct Chunks(ColumnPlaces);

impl Watch for Chunks {
    fn change(&mut self, cx: &ChangeCx, _findings: &mut Findings) {
        self.0.follow(cx);
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        let tenants = tenant_columns(after);
        let known = after.tables.iter().filter(|(_, entry)| entry.presence == Presence::Certain && !entry.uncertain);
        for (name, entry) in known.filter(|(_, entry)| vectors(&entry.definition).next().is_some()) {
            if filters(after, name).next().is_some() {
                continue;
            }
            for (column, (policy, guarded)) in &tenants {
                let refers = || {
                    let known = referenced(&entry.definition).any(|other| has(after, other, column));
                    known || named(&entry.definition, after).any(|other| has(after, other, column))
                };
                let own = entry.definition.column(column);
                if let Some((place, message, help)) = match own {
                    None if refers() => lacks(name, entry, column),
                    Some(_) => self.carries(name, entry, column),
                    None => None,
                } {
                    findings
                        .add(place, message)
                        .table(name)
                        .related(*guarded, format!("`{policy}` guards another table by `{column}` here"))
                        .help(help);
                }
            }
        }
    }
}

/// Where, what, and what to do.
type Told = Option<(Place, String, String)>;

fn lacks(name: &Name, entry: &Entry<Table>, column: &Ident) -> Told {
    let message = format!("`{name}` does not carry `{column}`: a search cannot filter by it while it searches");
    Some((entry.origin.0?, message, format!("add {column} NOT NULL, copied from the document, and an index over it")))
}

impl Chunks {
    fn carries(&self, name: &Name, entry: &Entry<Table>, column: &Ident) -> Told {
        let table = &entry.definition;
        let place = self.0.of(name, entry, column)?;
        if table.column(column)?.nullable != Some(false) {
            let message =
                format!("`{column}` of `{name}` may be NULL: such a row belongs to nobody, and no tenant finds it");
            return Some((place, message, "make it NOT NULL".to_owned()));
        }
        let leads = |columns: &[crate::schema::KeyColumn]| columns.first().is_some_and(|first| first.name == *column);
        let in_key = |kind: &ConstraintKind| matches!(kind, ConstraintKind::Key { columns, .. } if leads(columns));
        let is_indexed = texts(table).next().is_none()
            || table.indexes.iter().any(|index| !index.is_vector() && leads(&index.keys))
            || table.constraints.iter().any(|constraint| in_key(&constraint.kind));
        let message = format!("no index begins with `{column}` of `{name}`: each filter by tenant reads the table");
        (!is_indexed).then(|| (place, message, format!("create one: CREATE INDEX … ON {name} ({column})")))
    }
}

fn referenced(table: &Table) -> impl Iterator<Item = &Name> {
    table.constraints.iter().filter_map(|constraint| match &constraint.kind {
        ConstraintKind::ForeignKey { references, .. } => Some(references),
        _ => None,
    })
}

/// The tables that columns are called after, as `doc_id` is after `dbo.documents`, where no foreign key says so.
fn named<'a>(table: &'a Table, catalog: &'a Catalog) -> impl Iterator<Item = &'a Name> {
    let stems = table.columns.iter().filter_map(|column| column.name.folded().strip_suffix("id"));
    let stems: BTreeSet<&str> = stems.map(|stem| stem.trim_end_matches('_')).filter(|stem| stem.len() > 2).collect();
    catalog.tables.keys().filter(move |name| stems.iter().any(|stem| is_called(name.object.folded(), stem)))
}

/// Whether a table has a name, in the singular or the plural, or is the document that `doc` is short for.
fn is_called(table: &str, name: &str) -> bool {
    let rest = table.strip_prefix(name);
    rest.is_some_and(|rest| ["", "s", "es"].contains(&rest) || name == "doc" && rest.starts_with("ument"))
}

fn has(catalog: &Catalog, table: &Name, column: &Ident) -> bool {
    catalog.column(table, column).is_some()
}
