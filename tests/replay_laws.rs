//! Laws of changes and replay: what is undone was never done, what may have happened is possible,
//! renames go there and back, no text makes replay stumble.

#[path = "replay_laws/generated.rs"]
mod generated;

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::*;
use proptest::sample::select;
use ragsql::catalog::{Catalog, Presence};
use ragsql::change::{Change, Journal};
use ragsql::name::{Ident, Name};
use ragsql::replay::{Observer, Step, replay};
use ragsql::schema::Table;
use ragsql::source::Project;
use ragsql::syntax::ast::ObjectClass;

use generated::{change, changes, column, ident, index, name};

/// A catalog that some changes lead to; those that do not fit are left out.
fn catalog_of(changes: &[Change]) -> Catalog {
    let mut catalog = Catalog::default();
    let schema = Change::CreateSchema { name: Ident::new("s"), owner: None };
    for change in std::iter::once(&schema).chain(changes) {
        let _ = catalog.apply(change);
    }
    catalog
}

fn apply_all(journal: &mut Journal, catalog: &mut Catalog, changes: &[Change]) {
    for change in changes {
        let _ = journal.apply(catalog, change, None);
    }
}

/// Every object with whether it is there for certain.
fn objects(catalog: &Catalog) -> Vec<(Name, Presence)> {
    let names = catalog.tables.keys().chain(catalog.modules.keys()).chain(catalog.policies.keys());
    names.filter_map(|name| Some((name.clone(), catalog.object_presence(name)?))).collect()
}

/// Which collection holds an object; modules of all kinds share one.
fn collection(catalog: &Catalog, name: &Name) -> Option<&'static str> {
    let of = [
        (catalog.tables.contains_key(name), "tables"),
        (catalog.modules.contains_key(name), "modules"),
        (catalog.policies.contains_key(name), "policies"),
    ];
    of.into_iter().find_map(|(there, collection)| there.then_some(collection))
}

/// The names of constraints, as the tables tell them.
fn constraint_names(catalog: &Catalog) -> BTreeSet<Name> {
    let of = |(name, table): (&Name, &Table)| -> Vec<Name> {
        table.constraint_names().map(|constraint| Name::new(name.schema.as_str(), constraint.as_str())).collect()
    };
    catalog.tables.iter().flat_map(|(name, entry)| of((name, &*entry.definition))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_undone_was_never_done(before in changes(), first in changes(), second in changes()) {
        let mut catalog = catalog_of(&before);
        let mut journal = Journal::default();
        let start = (journal.mark(), catalog.clone());
        apply_all(&mut journal, &mut catalog, &first);
        let middle = (journal.mark(), catalog.clone());
        apply_all(&mut journal, &mut catalog, &second);
        journal.undo(&mut catalog, middle.0);
        prop_assert_eq!(&catalog, &middle.1);
        apply_all(&mut journal, &mut catalog, &second);
        journal.put_back(&mut catalog, start.0);
        prop_assert_eq!(&catalog, &start.1);
        journal.undo(&mut catalog, middle.0);
        prop_assert_eq!(&catalog, &middle.1);
        journal.undo(&mut catalog, start.0);
        prop_assert_eq!(&catalog, &start.1);
    }

    #[test]
    fn a_change_that_does_not_fit_changes_nothing(before in changes(), change in change()) {
        let before = catalog_of(&before);
        let mut after = before.clone();
        if after.apply(&change).is_err() {
            prop_assert_eq!(after, before);
        }
    }

    #[test]
    fn a_journal_changes_nothing_in_what_is_done(changes in changes()) {
        let mut catalog = catalog_of(&[]);
        apply_all(&mut Journal::default(), &mut catalog, &changes);
        prop_assert_eq!(catalog, catalog_of(&changes));
    }

    #[test]
    fn names_of_constraints_are_kept(changes in changes()) {
        let catalog = catalog_of(&changes);
        let kept: BTreeSet<Name> = catalog.constraint_names.keys().cloned().collect();
        prop_assert_eq!(kept, constraint_names(&catalog));
    }

    #[test]
    fn what_may_have_happened_is_possible(before in changes(), perhaps in changes()) {
        let mut catalog = catalog_of(&before);
        let mut journal = Journal::default();
        let (mark, before) = (journal.mark(), catalog.clone());
        apply_all(&mut journal, &mut catalog, &perhaps);
        let after = catalog.clone();
        journal.doubt(&mut catalog, mark);
        for (name, presence) in objects(&catalog) {
            let both = collection(&before, &name).is_some() && collection(&before, &name) == collection(&after, &name);
            prop_assert_eq!(presence == Presence::Certain, both, "{}", name);
        }
        let all: BTreeSet<Name> = objects(&before).into_iter().chain(objects(&after)).map(|(name, _)| name).collect();
        prop_assert_eq!(objects(&catalog).into_iter().map(|(name, _)| name).collect::<BTreeSet<_>>(), all);
        journal.undo(&mut catalog, mark);
        prop_assert_eq!(catalog, before);
    }

    #[test]
    fn of_two_branches_either_may_have_run(before in changes(), then in changes(), otherwise in changes()) {
        let start = catalog_of(&before);
        let run = |first: &[Change], second: &[Change]| {
            let (mut catalog, mut journal) = (start.clone(), Journal::default());
            let mark = journal.mark();
            apply_all(&mut journal, &mut catalog, first);
            let branch = journal.take_branch(&mut catalog, mark);
            assert_eq!(catalog, start, "the second branch starts where the first one did");
            apply_all(&mut journal, &mut catalog, second);
            journal.join(&mut catalog, mark, branch);
            catalog
        };
        prop_assert_eq!(objects(&run(&then, &otherwise)), objects(&run(&otherwise, &then)));
        let same = run(&then, &then);
        let (mut once, mut journal) = (start.clone(), Journal::default());
        apply_all(&mut journal, &mut once, &then);
        prop_assert_eq!(same, once, "two branches that do the same leave no doubt");
    }

    #[test]
    fn a_rename_goes_there_and_back(before in changes(), from in name(), schema in any::<bool>()) {
        let before = catalog_of(&before);
        let to = if schema { Name::new("u", from.object.as_str()) } else { Name::new(from.schema.as_str(), "elsewhere") };
        let mut catalog = before.clone();
        catalog.apply(&Change::CreateSchema { name: Ident::new("u"), owner: None }).expect("the schema is new");
        let with_schema = catalog.clone();
        let class = ObjectClass::Table;
        let there = Change::Rename { class: class.clone(), from: from.clone(), to: to.clone() };
        if before.tables.contains_key(&from) && catalog.apply(&there).is_ok() {
            prop_assert!(catalog.object_kind(&from).is_none() && catalog.dependents(&from).iter().all(|by| !by.binds));
            catalog.apply(&Change::Rename { class, from: to, to: from }).expect("the old name is free");
            prop_assert_eq!(catalog, with_schema);
        }
    }

    #[test]
    fn what_comes_and_goes_leaves_nothing(before in changes(), table in name(), made in index(), added in ident()) {
        let before = catalog_of(&before);
        let pairs = [
            (
                Change::CreateIndex { table: table.clone(), index: Box::new(made.clone()), drop_existing: false },
                Change::DropIndex { table: table.clone(), index: Box::new(made) },
            ),
            (
                Change::AddColumn { table: table.clone(), column: Box::new(column(added.clone())) },
                Change::DropColumn { table: table.clone(), column: added },
            ),
            (
                Change::CreateTable { name: table.clone(), table: Box::new(Table::default()) },
                Change::DropTable { name: table },
            ),
        ];
        for (come, go) in pairs {
            let mut catalog = before.clone();
            if catalog.apply(&come).is_ok() {
                catalog.apply(&go).expect("what came can go");
                prop_assert!(objects(&catalog) == objects(&before) && catalog.tables == before.tables);
            }
        }
    }
}

/// Looks that every place lies in its text.
struct Places;

impl Observer for Places {
    fn step(&mut self, step: &Step<'_>) {
        let text = step.source.text();
        assert!(text.get(step.statement.span.range()).is_some(), "{:?} in {}", step.statement.span, step.source.path());
        if std::ptr::eq(step.source.path(), step.source.path())
            && !matches!(step.inside, ragsql::replay::Inside::Procedure(_))
        {
            assert!(step.changes.iter().all(|(_, span)| text.get(span.range()).is_some()));
        }
    }
}

fn fixtures() -> Vec<String> {
    let folder = fs::read_dir("tests/replay").expect("the fixtures are there");
    let paths = folder
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ext| ext == "sql"));
    paths.map(|path| fs::read_to_string(path).expect("a fixture can be read")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_replay_stumble(
        text in select(fixtures()),
        cuts in prop::collection::vec((0.0..1.0_f64, 0.0..0.05_f64, 0.0..1.0_f64, any::<bool>()), 0..6),
    ) {
        let mut chars: Vec<char> = text.chars().collect();
        for (from, length, to, keep) in cuts {
            let start = (chars.len() as f64 * from) as usize;
            let end = (start + (chars.len() as f64 * length) as usize).min(chars.len());
            let piece: Vec<char> = if keep { chars[start..end].to_vec() } else { chars.drain(start..end).collect() };
            let at = (chars.len() as f64 * to) as usize;
            chars.splice(at..at, piece);
        }
        let text: String = chars.into_iter().collect();
        let project = Project::fixture(&text);
        let catalog = replay(&project, &mut Places);
        prop_assert_eq!(catalog, replay(&project, &mut ()));
    }
}
