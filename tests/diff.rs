//! Diff: its laws over random catalogs, the order of changes, renames, and what the reports say.

#[path = "emit/generated.rs"]
mod generated;

use std::collections::BTreeMap;

use proptest::prelude::*;
use ragsql::catalog::Catalog;
use ragsql::diff::{Difference, Renames, diff};
use ragsql::normal;

/// What the changes of a difference lead to.
fn applied(from: &Catalog, difference: &Difference) -> Catalog {
    let mut catalog = normal::settled(from);
    for change in &difference.changes {
        catalog.apply(change).unwrap_or_else(|error| panic!("{error}: {change:?}\nof {:#?}", difference.changes));
    }
    catalog
}

fn between(from: &Catalog, to: &Catalog) -> Difference {
    diff(from, to, &Renames::default())
}

/// What a catalog says, settings aside, which nothing sets back.
fn said(catalog: &Catalog) -> Catalog {
    Catalog { configurations: BTreeMap::new(), ..normal::catalog(catalog) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_applied_leads_there(from in generated::catalog(), to in generated::catalog()) {
        let difference = between(&from, &to);
        prop_assert_eq!(said(&applied(&from, &difference)), said(&to), "{:#?}", difference);
    }

    #[test]
    fn nothing_is_between_equals(catalog in generated::catalog()) {
        prop_assert_eq!(between(&catalog, &catalog).changes, []);
        let settled = normal::settled(&normal::without_notes(&catalog));
        prop_assert_eq!(between(&settled, &settled), Difference::default());
    }

    #[test]
    fn from_nothing_and_back(catalog in generated::catalog()) {
        let empty = Catalog::default();
        let reached = applied(&empty, &between(&empty, &catalog));
        prop_assert_eq!(normal::catalog(&reached), normal::catalog(&catalog));
        let gone = applied(&catalog, &between(&catalog, &empty));
        let kept = Catalog { configurations: gone.configurations.clone(), ..Catalog::default() };
        prop_assert_eq!(gone, kept);
    }
}
