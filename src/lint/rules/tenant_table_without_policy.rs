//! A table with the column by which other tables are guarded, and no policy of its own.

use std::collections::BTreeSet;

use crate::catalog::{Catalog, Entry, Place, Presence};
use crate::lint::guarding::is_history;
use crate::lint::tenants::{Tenant, ToldBy, is_key, tenant_columns, tenant_in};
use crate::lint::vectors::vectors;
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
        let guarded = tenant_columns(after);
        let options = findings.options();
        let functions = predicate_functions(after);
        let is_asked = |name: &Name| after.dependents(name).iter().any(|reader| functions.contains(&reader.name));
        for (name, entry) in after.tables.iter().filter(|(name, entry)| is_open(after, name, entry) && !is_asked(name))
        {
            let Some(tenant) = tenant_in(&entry.definition, &guarded, options) else { continue };
            let Some(place) = entry.origin.0.filter(|_| !is_key(&entry.definition, &tenant.column)) else { continue };
            // Files that are not the whole history may leave the policy out.
            if options.partial && !matches!(tenant.told_by, ToldBy::Policy(..)) {
                continue;
            }
            tell(name, &tenant, place, findings);
        }
    }
}

/// The functions that policies ask. What they read tells who may see what, and cannot be asked about itself.
fn predicate_functions(catalog: &Catalog) -> BTreeSet<&Name> {
    let predicates = catalog.policies.values().flat_map(|entry| &entry.definition.predicates);
    predicates.map(|predicate| &predicate.function).collect()
}

fn tell(name: &Name, Tenant { column, told_by }: &Tenant, place: Place, findings: &mut Findings) {
    let message = format!("`{name}` has `{column}` and no security policy: every tenant sees all of its rows");
    let finding = findings.add(place, message).table(name);
    let add = match told_by {
        ToldBy::Policy(policy, guarded) => {
            finding.related(*guarded, format!("`{policy}` guards another table by `{column}` here"));
            format!("ALTER SECURITY POLICY {policy} ADD …")
        }
        ToldBy::Setting | ToldBy::Name => "CREATE SECURITY POLICY … WITH (STATE = ON)".to_owned(),
    };
    finding.help(format!("add it to a policy, with a FILTER predicate and BLOCK predicates: {add}"));
}

/// Whether a table is there for certain, could have a policy and has none. One with vectors cannot
/// once they are indexed; a history table has a rule of its own.
fn is_open(catalog: &Catalog, name: &Name, entry: &Entry<Table>) -> bool {
    let table = &entry.definition;
    let has_vectors = vectors(table).next().is_some();
    let has_policy = catalog.policies_on(name).next().is_some();
    entry.presence == Presence::Certain && !has_vectors && !has_policy && !is_history(catalog, name)
}
