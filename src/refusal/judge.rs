//! Collects the refusals of one change or statement, with what several judgements need.

use super::{Cause, Profile, Refusal, Situation, table};
use crate::catalog::{Catalog, Dependent, Entry, Part, Presence};
use crate::name::{Ident, Name};
use crate::schema::{Column, DataType, Table};

/// Whether a name stands for another that nobody knows here: `${schema}`, `$(schema)`, `<schema, sysname, dbo>`.
pub(super) fn is_placeholder(name: &Ident) -> bool {
    ["${", "$(", "<"].iter().any(|start| name.as_str().starts_with(start))
}

/// One judgement: the catalog and situation that are met, and what is refused so far.
pub(super) struct Judge<'a> {
    pub(super) before: &'a Catalog,
    pub(super) situation: &'a Situation<'a>,
    pub(super) found: Vec<Refusal>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(before: &'a Catalog, situation: &'a Situation<'a>) -> Self {
        Self { before, situation, found: Vec::new() }
    }

    pub(super) fn add(&mut self, refusal: Refusal) {
        self.found.push(refusal);
    }

    /// What the engine at hand refuses. Tables are named as they were when they were made.
    pub(super) fn refused(self) -> Vec<Refusal> {
        let profile = self.situation.profile;
        let mut refused: Vec<_> = self.found.into_iter().filter(|refusal| refusal.engines.contains(&profile)).collect();
        for name in refused.iter_mut().filter_map(|refusal| refusal.about.as_mut()) {
            if let Some((made, _)) = self.before.tables.get_key_value(name) {
                *name = made.clone();
            }
        }
        refused
    }

    /// Whether previews are switched on, or the engine at hand has none to switch on.
    pub(super) fn has_preview_features(&self) -> bool {
        let value = self.before.configurations.get("PREVIEW_FEATURES");
        self.situation.profile != Profile::Sql2025 || value.is_some_and(|value| value.eq_ignore_ascii_case("ON"))
    }

    /// The object that has a name, constraints included, and whether it is there for certain.
    pub(super) fn object_cause(&self, name: &Name) -> Option<(Cause, bool)> {
        if let Some(class) = self.before.object_kind(name) {
            let message = format!("the {} `{name}` comes from here", class.words());
            let certain = self.before.object_presence(name) == Some(Presence::Certain) && !self.is_assumed(name);
            return Some((Cause::new(message, self.before.object_place(name)), certain));
        }
        let table = self.before.constraint_names.get(name)?;
        let entry = self.before.tables.get(table)?;
        Some(self.constraint_cause(entry, Some(&name.object)))
    }

    /// Whether a table or module is only known because something names it, or may have been changed by
    /// something that is not understood.
    fn is_assumed(&self, name: &Name) -> bool {
        let table = self.before.tables.get(name).map(|entry| entry.uncertain);
        table.or_else(|| self.before.modules.get(name).map(|entry| entry.uncertain)).unwrap_or(false)
    }

    /// A constraint or index of a table, and whether it is there for certain.
    pub(super) fn constraint_cause(&self, entry: &Entry<Table>, name: Option<&Ident>) -> (Cause, bool) {
        let Some(name) = name else {
            let certain = entry.presence == Presence::Certain && !entry.uncertain;
            return (Cause::new("it comes from here", entry.origin.0), certain);
        };
        let is_index = entry.definition.index(name).is_some();
        let part = if is_index { Part::Index(name.clone()) } else { Part::Constraint(name.clone()) };
        let cause = Cause::new(format!("`{name}` comes from here"), entry.place_of(&part));
        (cause, entry.presence_of(&part) == Presence::Certain && !entry.uncertain)
    }

    /// What refers to an object, and whether it is there for certain.
    pub(super) fn dependent_cause(&self, dependent: &Dependent) -> (Cause, bool) {
        let place = self.before.object_place(&dependent.name);
        let presence = self.before.object_presence(&dependent.name);
        let message = format!("the {} `{}` comes from here", dependent.class.words(), dependent.name);
        (Cause::new(message, place), presence == Some(Presence::Certain))
    }

    /// 2714 for the name of a constraint, which shares the name space of objects.
    pub(super) fn constraint_name(&mut self, table: &Name, constraint: &Ident) {
        let name = Name { schema: table.schema.clone(), object: constraint.clone() };
        if let Some((cause, certain)) = self.object_cause(&name) {
            self.add(table::CONSTRAINT_EXISTS.about(table, &[constraint]).because(cause, certain));
        }
    }

    /// 2715 for a column of a type that is not there. What a placeholder stands for is not known.
    pub(super) fn type_of(&mut self, table: &Name, column: &Column) {
        let Some(DataType::User(name)) = &column.data_type else { return };
        if !is_placeholder(&name.object) && !name.schema.is("sys") && !self.before.types.contains_key(name) {
            self.add(table::NO_TYPE.about(table, &[&column.name, name]));
        }
    }
}
