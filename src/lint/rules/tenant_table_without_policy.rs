//! A table with the column by which other tables are guarded, and no policy of its own.

use crate::catalog::{Catalog, Entry, Presence};
use crate::lint::guarding::is_history;
use crate::lint::tenants::{is_key, tenant_columns};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::schema::Table;

/// The rule.
pub static RULE: Rule = Rule {
    code: "tenant-table-without-policy",
    summary: "has a tenant column and no security policy",
    docs: include_str!("tenant_table_without_policy.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Watch(|| Box::new(Tenants))],
};

/// Looks at the end of the history alone.
struct Tenants;

impl Watch for Tenants {
    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        let columns = tenant_columns(after);
        if columns.is_empty() {
            return;
        }
        for (name, entry) in after.tables.iter().filter(|(name, entry)| is_open(after, name, entry)) {
            let found = columns
                .iter()
                .find(|(column, _)| entry.definition.column(column).is_some() && !is_key(&entry.definition, column));
            let (Some((column, (policy, guarded))), Some(place)) = (found, entry.origin.0) else { continue };
            findings
                .add(place, format!("`{name}` has `{column}` and no security policy: every tenant sees all of its rows"))
                .table(name)
                .related(*guarded, format!("`{policy}` guards another table by `{column}` here"))
                .help(format!("add it to a policy, with a FILTER predicate and BLOCK predicates: ALTER SECURITY POLICY {policy} ADD …"));
        }
    }
}

/// Whether a table is there for certain, could have a policy and has none. One with vectors cannot
/// once they are indexed; a history table has a rule of its own.
fn is_open(catalog: &Catalog, name: &Name, entry: &Entry<Table>) -> bool {
    let table = &entry.definition;
    let has_vectors = table.columns.iter().any(|column| column.vector().is_some());
    let has_policy = catalog.policies_on(name).next().is_some();
    entry.presence == Presence::Certain && !has_vectors && !has_policy && !is_history(catalog, name)
}
