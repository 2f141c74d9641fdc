//! Diff: its laws over random catalogs, the order of changes, renames, and what the reports say.

#[path = "emit/generated.rs"]
mod generated;

use std::collections::BTreeMap;

use proptest::prelude::*;
use ragsql::catalog::Catalog;
use ragsql::change::{ApplyError, Change};
use ragsql::diff::{Difference, Renames, diff};
use ragsql::emit::{self, Above};
use ragsql::replay::{Observer, Replay, Step};
use ragsql::text::Span;
use ragsql::{normal, source};

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

/// Changes that do not fit, and statements that are not understood.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Observer for Wrong {
    fn step(&mut self, step: &Step<'_>) {
        if step.unknown.is_some() {
            self.0.push(format!("not understood: {}", &step.source.text()[step.span.range()]));
        }
    }

    fn misfit(&mut self, _: &Step<'_>, change: &Change, _: Span, error: &ApplyError) {
        self.0.push(format!("{error}: {change:?}"));
    }
}

/// What a script leads to on a database that is like `from`, and what is wrong with it.
fn run(from: &Catalog, script: &str) -> (Catalog, Vec<String>) {
    let mut wrong = Wrong::default();
    let file = source::text("changes.sql", script);
    let parsed = file.parse();
    wrong.0.extend(parsed.problems.iter().map(|problem| format!("{:?}", problem.kind)));
    let mut replay = Replay::from(normal::settled(from));
    replay.file(0, &file, &parsed, &mut wrong);
    (replay.finish(), wrong.0)
}

/// Whether something without a name goes: what it is called is looked up when the script runs.
fn looks_up(change: &Change) -> bool {
    match change {
        Change::DropDefault { name, .. } => name.is_none(),
        Change::DropConstraint { constraint, .. } => constraint.name.is_none(),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, max_global_rejects: 5000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_applied_leads_there(from in generated::catalog(), to in generated::catalog()) {
        let difference = between(&from, &to);
        prop_assert_eq!(said(&applied(&from, &difference)), said(&to), "{:#?}", difference);
    }

    #[test]
    fn what_is_emitted_leads_there(from in generated::catalog(), to in generated::catalog()) {
        let difference = between(&from, &to);
        prop_assume!(!difference.changes.iter().any(looks_up));
        let script = emit::script(&difference.changes, &normal::settled(&from), |_, _| Above::default());
        let (reached, wrong) = run(&from, &script);
        prop_assert_eq!(wrong, Vec::<String>::new(), "{}", script);
        prop_assert_eq!(said(&reached), said(&to), "{}", script);
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
