//! The column that tells tenants apart: the one by which security policies filter, or one with a telling name.

use std::collections::BTreeMap;

use super::Options;
use super::guarding::filters;
use crate::catalog::{Catalog, Part, Place};
use crate::name::{Ident, Name};
use crate::schema::{PredicateKind, Table};
use crate::syntax::lexer::{identifier_text, lex};
use crate::text::Span;

/// Names that say what a column is for.
const TELLING: [&str; 4] = ["tenant_id", "tenantid", "tenant", "tenant_key"];

/// The tenant column of a table that no policy guards.
pub(crate) struct Tenant {
    /// The column.
    pub column: Ident,
    /// What tells.
    pub told_by: ToldBy,
}

/// What tells that a column is the tenant's.
pub(crate) enum ToldBy {
    /// A policy that guards another table by a column of this name, and where it says so.
    Policy(Name, Option<Place>),
    /// The project's settings.
    Setting,
    /// The column's name alone.
    Name,
}

/// The tenant column of a table whose rows no policy filters.
pub(crate) fn tenant_of(catalog: &Catalog, options: &Options, name: &Name) -> Option<Tenant> {
    let table = catalog.table(name)?;
    if filters(catalog, name).next().is_some() {
        return None;
    }
    tenant_in(table, &tenant_columns(catalog), options)
}

/// The tenant column of a table, where policies guard others by these columns.
pub(super) fn tenant_in(
    table: &Table,
    guarded: &BTreeMap<Ident, (Name, Option<Place>)>,
    options: &Options,
) -> Option<Tenant> {
    if let Some((column, (policy, place))) = guarded.iter().find(|(column, _)| table.column(column).is_some()) {
        return Some(Tenant { column: column.clone(), told_by: ToldBy::Policy(policy.clone(), *place) });
    }
    if let Some(column) = options.tenant_column.as_ref().and_then(|column| table.column(column)) {
        return Some(Tenant { column: column.name.clone(), told_by: ToldBy::Setting });
    }
    let column = table.columns.iter().find(|column| is_telling(&column.name))?;
    Some(Tenant { column: column.name.clone(), told_by: ToldBy::Name })
}

/// The columns by which policies filter, each with one of the policies and where it says so. The key
/// of a guarded table tells rows apart, not tenants.
pub(crate) fn tenant_columns(catalog: &Catalog) -> BTreeMap<Ident, (Name, Option<Place>)> {
    let mut columns = BTreeMap::new();
    for (policy, entry) in &catalog.policies {
        for predicate in entry.definition.predicates.iter().filter(|predicate| predicate.kind == PredicateKind::Filter)
        {
            let Some(table) = catalog.table(&predicate.target) else { continue };
            let place = entry.place_of(&Part::predicate(predicate));
            let names = predicate.arguments.iter().filter_map(|argument| single_name(argument.as_str()));
            for column in names.filter(|column| !is_key(table, column)) {
                columns.entry(column).or_insert_with(|| (policy.clone(), place));
            }
        }
    }
    columns
}

/// Whether a name says that a column tells tenants apart.
pub(super) fn is_telling(column: &Ident) -> bool {
    TELLING.contains(&column.folded())
}

/// An argument that is a column and nothing else.
pub(crate) fn single_name(argument: &str) -> Option<Ident> {
    let tokens = lex(argument, Span::new(0, argument.len())).tokens;
    match &tokens[..] {
        [token] if token.kind.is_written_name() => Some(Ident::new(identifier_text(token.text(argument)))),
        _ => None,
    }
}

/// Whether a column alone is the primary key.
pub(super) fn is_key(table: &Table, column: &Ident) -> bool {
    table.primary_key().eq([column])
}
