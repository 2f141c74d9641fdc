//! No table may carry a security policy and a vector index at the same moment of the history.
//!
//! What the catalog knows comes as a refusal. Here is what it cannot know: text that is built from
//! data, and procedures that may be called.

use std::collections::BTreeSet;

use crate::catalog::{Catalog, Place};
use crate::change::Change;
use crate::lint::unknown_text::{Effect, effects};
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule, Watch};
use crate::name::Name;
use crate::replay::Step;
use crate::schema::{Policy, SqlText};
use crate::syntax::ast::{AlterPolicy, Kind, Statement};

const HELP: &str = "keep the policy on the table that the text comes from, and filter by tenant inside the search; \
                    the table with the vector index carries no policy";

/// Either order: index under a policy, policy over an index.
const ERRORS: &[u32] = &[37579, 42244];

/// The rule.
pub static RULE: Rule = Rule {
    code: "policy-and-vector-index",
    summary: "has a security policy and a vector index on one table",
    docs: include_str!("policy_and_vector_index.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(HELP), Check::Watch(|| Box::<Suspicions>::default())],
};

/// What may have been done without the catalog knowing.
#[derive(Default)]
struct Suspicions {
    /// Tables that had a vector index at some time.
    indexed: BTreeSet<Name>,
    /// Tables that had a security predicate at some time.
    policied: BTreeSet<Name>,
    may: Vec<Suspicion>,
}

/// A statement that may have an effect which cannot be known.
struct Suspicion {
    place: Place,
    effect: Effect,
    /// The procedure that has the effect when it is called.
    procedure: Option<Name>,
}

impl Watch for Suspicions {
    fn step(&mut self, step: &Step, findings: &mut Findings) {
        let place = step.place();
        for (change, _) in step.changes {
            self.change(change, place, findings);
        }
        let from = self.may.len();
        self.suspect(step, place);
        for at in from..self.may.len() {
            self.meet(&self.may[at], step.before, findings);
        }
    }

    fn end(&mut self, after: &Catalog, findings: &mut Findings) {
        let everything = self.may.iter().filter(|suspicion| suspicion.effect == Effect::Anything);
        for suspicion in everything {
            self.meet(suspicion, after, findings);
        }
    }
}

impl Suspicions {
    /// Follows what is known, and holds it against what may have been done before.
    fn change(&mut self, change: &Change, place: Place, findings: &mut Findings) {
        match change {
            Change::CreateIndex { table, index, .. } if index.is_vector() => {
                self.indexed.insert(table.clone());
                self.met(table, place, findings, |effect| matches!(effect, Effect::Policy(_)));
            }
            Change::CreatePolicy { policy, .. } => self.predicates(policy, None, place, findings),
            Change::AlterPolicy { from, to, .. } => self.predicates(to, Some(from), place, findings),
            Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } => self.follow(from, to),
            Change::DropModule { name, .. } => {
                self.may.retain(|suspicion| suspicion.procedure.as_ref() != Some(name));
            }
            _ => {}
        }
    }

    fn predicates(&mut self, policy: &Policy, before: Option<&Policy>, place: Place, findings: &mut Findings) {
        let is_new = |target: &Name| {
            before.is_none_or(|before| before.predicates.iter().all(|predicate| &predicate.target != target))
        };
        let targets: BTreeSet<&Name> = policy.predicates.iter().map(|predicate| &predicate.target).collect();
        for target in targets.into_iter().filter(|target| is_new(target)) {
            self.policied.insert(target.clone());
            self.met(target, place, findings, |effect| matches!(effect, Effect::VectorIndex(_)));
        }
    }

    /// A table takes another name.
    fn follow(&mut self, from: &Name, to: &Name) {
        for names in [&mut self.indexed, &mut self.policied] {
            if names.contains(from) {
                names.insert(to.clone());
            }
        }
    }

    /// A policy or index comes to a table for which something earlier may have made the other.
    fn met(&self, table: &Name, place: Place, findings: &mut Findings, is_other: impl Fn(&Effect) -> bool) {
        let earlier = self.may.iter().find(|suspicion| is_other(&suspicion.effect) && suspicion.effect.reaches(table));
        let Some(earlier) = earlier else { return };
        let message = format!("`{table}` may end up with a security policy and a vector index");
        finding(findings, place, &message, table).related(Some(earlier.place), earlier.note());
    }

    /// Notes what a statement may do without the catalog knowing.
    fn suspect(&mut self, step: &Step, place: Place) {
        match &step.statement.kind {
            Kind::Dynamic { statements: None, pieces, .. } => self.text(pieces, place, None),
            Kind::Opaque { words, .. } if words.contains("SECURITY") || words.contains("VECTOR") => {
                let text = SqlText::new(step.source.slice(step.statement.span));
                self.text(&[text], place, None);
            }
            Kind::Module { name, statements, .. } => {
                let name = name.to_name();
                for statement in statements {
                    statement.walk(&mut |inner| self.body(inner, step.before, place, &name));
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, pieces: &[SqlText], place: Place, procedure: Option<&Name>) {
        let effects = effects(pieces).into_iter();
        let told = effects.filter(|effect| procedure.is_none() || *effect != Effect::Anything);
        self.may.extend(told.map(|effect| Suspicion { place, effect, procedure: procedure.cloned() }));
    }

    /// A statement of the body of a procedure that may be called.
    fn body(&mut self, statement: &Statement, before: &Catalog, place: Place, procedure: &Name) {
        let effect = match &statement.kind {
            Kind::CreateIndex { table, index, .. } if index.is_vector() => {
                Effect::VectorIndex(Some(vec![before.resolve(&table.to_name())]))
            }
            Kind::CreatePolicy { policy, .. } => {
                let targets = policy.predicates.iter().map(|predicate| before.resolve(&predicate.target));
                Effect::Policy(Some(targets.collect()))
            }
            Kind::AlterPolicy { actions, .. } => {
                let added = actions.iter().filter_map(|(action, _)| match action {
                    AlterPolicy::Add(predicate) => Some(before.resolve(&predicate.target)),
                    AlterPolicy::Alter(_) | AlterPolicy::Drop { .. } => None,
                });
                Effect::Policy(Some(added.collect()))
            }
            Kind::Dynamic { statements: None, pieces, .. } => return self.text(pieces, place, Some(procedure)),
            _ => return,
        };
        self.may.push(Suspicion { place, effect, procedure: Some(procedure.clone()) });
    }

    /// Holds something that may be done against what is there.
    fn meet(&self, suspicion: &Suspicion, catalog: &Catalog, findings: &mut Findings) {
        let has_index = |table: &&Name| catalog.vector_indexes_on(table).next().is_some();
        let has_policy = |table: &&Name| catalog.policies_on(table).next().is_some();
        let indexed = self.indexed.iter().filter(has_index).map(|table| (table, "has a vector index"));
        let policied = self.policied.iter().filter(has_policy).map(|table| (table, "has a security policy"));
        let other = match &suspicion.effect {
            Effect::Policy(_) => indexed.collect::<Vec<_>>(),
            Effect::VectorIndex(_) => policied.collect(),
            Effect::Anything => indexed.chain(policied).collect(),
        };
        let Some((table, has)) = other.into_iter().find(|(table, _)| suspicion.effect.reaches(table)) else { return };
        let message = format!("{}, and `{table}` {has}", suspicion.note());
        let other = match has {
            "has a vector index" => {
                catalog.tables.get(table).and_then(|entry| entry.vector_indexes().find_map(|(.., place)| place))
            }
            _ => catalog
                .policies_on(table)
                .find_map(|(_, entry)| entry.predicates_on(table).find_map(|(.., place)| place)),
        };
        finding(findings, suspicion.place, &message, table).related(other, format!("`{table}` gets it here"));
    }
}

fn finding<'a>(
    findings: &'a mut Findings,
    place: Place,
    message: &str,
    table: &Name,
) -> &'a mut crate::lint::Diagnostic {
    findings.add(place, message).table(table).errors(ERRORS).help(HELP).unsure()
}

impl Effect {
    fn reaches(&self, table: &Name) -> bool {
        match self {
            Effect::Policy(tables) | Effect::VectorIndex(tables) => {
                tables.as_ref().is_none_or(|tables| tables.contains(table))
            }
            Effect::Anything => true,
        }
    }
}

impl Suspicion {
    /// What may happen, as the beginning of a sentence.
    fn note(&self) -> String {
        let what = match self.effect {
            Effect::Policy(_) => "put a security policy on a table",
            Effect::VectorIndex(_) => "create a vector index",
            Effect::Anything => "create a security policy or a vector index",
        };
        match &self.procedure {
            Some(procedure) => format!("`{procedure}` may {what} when it is called"),
            None => format!("the text that is executed here cannot be known and may {what}"),
        }
    }
}
