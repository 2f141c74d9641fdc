//! What pending files touch: what they change, and what that stands on.

use std::collections::BTreeSet;

use super::Subject;
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::Name;
use crate::replay::{Observer, Step};
use crate::schema::{Constraint, ConstraintKind, Module, ModuleKind, Policy};
use crate::source::Migration;
use crate::syntax::ast::{DmlVerb, Kind, ObjectName};
use crate::syntax::parse;
use crate::text::Span;

/// What files would change in a database that is as `before` says, and what those changes stand on: the table of a
/// trigger, what a view or function reads, the tables and functions of a policy, the table that a foreign key refers to,
/// and what a change of rows reads and writes. A query alone touches nothing, nor does the body of a procedure: nothing
/// of it runs.
#[must_use]
pub fn touched(before: &Catalog, files: &[&Migration]) -> BTreeSet<Subject> {
    let mut touched = Touched::default();
    super::rehearsed(before, files, &mut touched);
    touched.0
}

/// Notes what changes.
#[derive(Default)]
struct Touched(BTreeSet<Subject>);

impl Touched {
    fn objects<'a>(&mut self, names: impl IntoIterator<Item = &'a Name>, before: &Catalog) {
        self.0.extend(names.into_iter().map(|name| Subject::Object(before.resolve(name))));
    }

    /// The tables that a change of rows writes and reads.
    fn rows(&mut self, step: &Step<'_>, target: &ObjectName) {
        let named = parse::named_objects(step.source.text(), step.statement.span);
        self.objects(named.iter().chain([&target.to_name()]), step.before);
    }
}

impl Observer for Touched {
    fn step(&mut self, step: &Step<'_>) {
        if !step.runs() {
            return;
        }
        self.objects(step.unknown.unwrap_or_default(), step.before);
        match &step.statement.kind {
            Kind::Dml { verb: DmlVerb::Select, target: None } => {}
            Kind::Dml { target: Some(target), .. } => self.rows(step, target),
            _ => {}
        }
    }

    fn change(&mut self, _step: &Step<'_>, change: &Change, _span: Span, before: &Catalog) {
        self.0.insert(Subject::of(change));
        self.objects(stands_on(change, before), before);
    }
}

/// What a change stands on beside its own object.
fn stands_on<'a>(change: &'a Change, before: &'a Catalog) -> Vec<&'a Name> {
    match change {
        Change::CreateModule { module, .. } => of_module(module),
        Change::AlterModule { from, to, .. } => of_module(from).into_iter().chain(of_module(to)).collect(),
        Change::DropModule { name, .. } | Change::SwitchTrigger { trigger: name, .. } => {
            before.modules.get(name).and_then(|entry| entry.definition.trigger_on.as_ref()).into_iter().collect()
        }
        Change::CreatePolicy { policy, .. } => of_policy(policy),
        Change::AlterPolicy { from, to, .. } => of_policy(from).into_iter().chain(of_policy(to)).collect(),
        Change::DropPolicy { name } => {
            before.policies.get(name).map(|entry| of_policy(&entry.definition)).unwrap_or_default()
        }
        Change::CreateTable { table, .. } => table.constraints.iter().filter_map(referenced).collect(),
        Change::DropTable { name } => {
            let constraints = before.table(name).map(|table| table.constraints.as_slice());
            constraints.unwrap_or_default().iter().filter_map(referenced).collect()
        }
        Change::AddConstraint { constraint, .. } | Change::DropConstraint { constraint, .. } => {
            referenced(constraint).into_iter().collect()
        }
        Change::SetVersioning { versioned, .. } => versioned.iter().flatten().collect(),
        Change::SwitchPartition { target, .. } => vec![target],
        Change::CreateSynonym { base, .. } => vec![base],
        _ => Vec::new(),
    }
}

/// What the engine looks up when a module is made: a trigger's table, and what a view or function names. What a procedure
/// or the body of a trigger names is looked up when it runs (Learn, "Deferred name resolution").
fn of_module(module: &Module) -> Vec<&Name> {
    match module.kind {
        ModuleKind::View | ModuleKind::Function => module.references.iter().collect(),
        ModuleKind::Trigger | ModuleKind::Procedure => module.trigger_on.iter().collect(),
    }
}

fn of_policy(policy: &Policy) -> Vec<&Name> {
    policy.predicates.iter().flat_map(|predicate| [&predicate.target, &predicate.function]).collect()
}

fn referenced(constraint: &Constraint) -> Option<&Name> {
    match &constraint.kind {
        ConstraintKind::ForeignKey { references, .. } => Some(references),
        _ => None,
    }
}
