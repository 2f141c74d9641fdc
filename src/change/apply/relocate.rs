//! Renames and transfers: an object takes another name or schema, and what refers to it by identity
//! goes with it. What refers by text (bodies of modules, synonyms) does not, as in the engine.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::kind::{Modules, Policies, Sequences, Synonyms, Tables, Types};
use super::principal::object_securable;
use super::table::names_of_constraints;
use super::{Applied, Edit};
use crate::catalog::Part;
use crate::change::ApplyError;
use crate::change::journal::Cell;
use crate::name::{Ident, Name};
use crate::schema::{ConstraintKind, Table};
use crate::syntax::ast::ObjectClass;

impl Edit<'_> {
    /// Gives an object another name.
    pub(super) fn relocate(&mut self, class: &ObjectClass, from: &Name, to: &Name) -> Applied {
        if from.schema != to.schema && !self.catalog.has_schema(&to.schema) {
            return Err(ApplyError::MissingSchema(to.schema.clone()));
        }
        match class {
            ObjectClass::Type => self.rekey::<Types>(from, to),
            ObjectClass::Other(_) => self.move_other(class, from, to),
            _ => self.move_object(from, to, class),
        }
    }

    /// Moves an object to another schema. The permissions on it are lost (Learn, "ALTER SCHEMA").
    pub(super) fn transfer(&mut self, class: &ObjectClass, from: &Name, to: &Name) -> Applied {
        if self.catalog.object_kind(from).is_none() && !matches!(class, ObjectClass::Type | ObjectClass::Other(_)) {
            return Err(self.missing(class.clone(), from));
        }
        self.relocate(class, from, to)?;
        self.take_permissions(to);
        Ok(())
    }

    /// Moves an object of the name space that tables, modules and policies share; its class is the
    /// one that the catalog knows.
    fn move_object(&mut self, from: &Name, to: &Name, wanted: &ObjectClass) -> Applied {
        let Some(class) = self.catalog.object_kind(from) else { return Err(self.missing(wanted.clone(), from)) };
        if from != to {
            self.check_free(to)?;
            self.check_constraints(from, to)?;
            self.make_room(to);
        }
        match class {
            ObjectClass::Table => self.move_table(from, to)?,
            ObjectClass::Policy => self.rekey::<Policies>(from, to)?,
            ObjectClass::Sequence => self.rekey::<Sequences>(from, to)?,
            ObjectClass::Synonym => self.rekey::<Synonyms>(from, to)?,
            _ => self.move_module(from, to)?,
        }
        self.move_permissions(from, to);
        Ok(())
    }

    /// That the constraints of a table can move to another schema along with it.
    fn check_constraints(&self, from: &Name, to: &Name) -> Applied {
        let Some(table) = self.catalog.table(from).filter(|_| from.schema != to.schema) else { return Ok(()) };
        self.claim_constraints(names_of_constraints(to, table)).map(drop)
    }

    fn move_other(&mut self, class: &ObjectClass, from: &Name, to: &Name) -> Applied {
        self.note(&Cell::Other(class.clone(), from.clone()));
        let Some(definition) = self.catalog.others.remove(&(class.clone(), from.clone())) else {
            return Err(self.missing(class.clone(), from));
        };
        self.note(&Cell::Other(class.clone(), to.clone()));
        self.catalog.others.insert((class.clone(), to.clone()), definition);
        Ok(())
    }

    fn move_table(&mut self, from: &Name, to: &Name) -> Applied {
        let constraints = self.known_table(from).map(|entry| names_of_constraints(from, &entry.definition))?;
        for constraint in constraints {
            self.disown_constraint(&constraint, from);
            self.own_constraint(Name { schema: to.schema.clone(), object: constraint.object }, to);
        }
        self.rekey::<Tables>(from, to)?;
        if let Some(statistics) = self.take_statistics(from) {
            self.note(&Cell::Statistics(to.clone()));
            self.catalog.statistics.insert(to.clone(), statistics);
        }
        self.retarget_tables(from, to);
        self.retarget_policies(from, to);
        self.move_triggers(from, to)
    }

    fn move_module(&mut self, from: &Name, to: &Name) -> Applied {
        self.rekey::<Modules>(from, to)?;
        if let Some(indexes) = self.take_view_indexes(from) {
            self.note(&Cell::ViewIndexes(to.clone()));
            self.catalog.view_indexes.insert(to.clone(), indexes);
        }
        if self.catalog.disabled_triggers.contains(from) {
            self.switch_trigger(from, true);
            self.switch_trigger(to, false);
        }
        self.retarget_policies(from, to);
        self.move_triggers(from, to)
    }

    /// Triggers point at their table, and live in its schema.
    fn move_triggers(&mut self, from: &Name, to: &Name) -> Applied {
        for trigger in self.triggers_on(from) {
            if let Some(entry) = self.entry::<Modules>(&trigger) {
                Arc::make_mut(&mut entry.definition).trigger_on = Some(to.clone());
            }
            if trigger.schema == from.schema && from.schema != to.schema {
                let moved = Name { schema: to.schema.clone(), object: trigger.object.clone() };
                self.move_module(&trigger, &moved)?;
            }
        }
        Ok(())
    }

    /// Foreign keys and history tables point at a table.
    fn retarget_tables(&mut self, from: &Name, to: &Name) {
        let points =
            |table: &Table| table.references(from) || table.versioned.as_ref().and_then(Option::as_ref) == Some(from);
        for name in self.tables_that(from, points) {
            let Some(entry) = self.entry::<Tables>(&name) else { continue };
            let table = Arc::make_mut(&mut entry.definition);
            for constraint in &mut table.constraints {
                match &mut constraint.kind {
                    ConstraintKind::ForeignKey { references, .. } if references == from => *references = to.clone(),
                    _ => {}
                }
            }
            if let Some(Some(history)) = &mut table.versioned
                && history == from
            {
                *history = to.clone();
            }
        }
    }

    /// The tables that point at a table in some way.
    fn tables_that(&self, target: &Name, point: impl Fn(&Table) -> bool) -> Vec<Name> {
        let found = |name: &&Name| self.catalog.tables.get(name).is_some_and(|entry| point(&entry.definition));
        self.catalog.referrers.of(target).filter(found).cloned().collect()
    }

    /// Predicates point at their table and their function.
    fn retarget_policies(&mut self, from: &Name, to: &Name) {
        for name in self.policies_that_refer_to(from) {
            let Some(entry) = self.entry::<Policies>(&name) else { continue };
            for predicate in &mut Arc::make_mut(&mut entry.definition).predicates {
                let targets = [&mut predicate.target, &mut predicate.function];
                targets.into_iter().filter(|name| *name == from).for_each(|name| *name = to.clone());
            }
            let parts = std::mem::take(&mut entry.parts);
            entry.parts = parts.into_iter().map(|(part, note)| (retarget(part, from, to), note)).collect();
        }
    }

    /// Foreign keys and statistics name columns of a table, permissions too.
    pub(super) fn rename_column_elsewhere(&mut self, table: &Name, from: &Ident, to: &Ident) {
        let rename = |name: &mut Ident| {
            if name == from {
                *name = to.clone();
            }
        };
        for name in self.tables_that(table, |other| other.references(table)) {
            let Some(entry) = self.entry::<Tables>(&name) else { continue };
            for constraint in &mut Arc::make_mut(&mut entry.definition).constraints {
                match &mut constraint.kind {
                    ConstraintKind::ForeignKey { references, referenced, .. } if references == table => {
                        referenced.iter_mut().for_each(rename);
                    }
                    _ => {}
                }
            }
        }
        if self.catalog.statistics.contains_key(table) {
            self.note(&Cell::Statistics(table.clone()));
            let statistics = self.catalog.statistics.get_mut(table).into_iter().flat_map(BTreeMap::values_mut);
            statistics.flat_map(|statistics| &mut statistics.columns).for_each(rename);
        }
        self.change_permissions(&object_securable(table), |permission| permission.columns.iter_mut().for_each(rename));
    }

    fn move_permissions(&mut self, from: &Name, to: &Name) {
        let Some(permissions) = self.take_permissions(from) else { return };
        let target = Some(object_securable(to));
        let moved = permissions.into_iter().map(|mut permission| {
            permission.securable = target.clone();
            permission
        });
        let moved = moved.collect();
        self.put_permissions(target, moved);
    }
}

fn retarget(part: Part, from: &Name, to: &Name) -> Part {
    match part {
        Part::Predicate { kind, target, operation } if &target == from => {
            Part::Predicate { kind, target: to.clone(), operation }
        }
        part => part,
    }
}
