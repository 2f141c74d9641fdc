//! A whole catalog, section by section.

use std::collections::{BTreeMap, BTreeSet};

use super::text::Script;
use super::{index, notes, object, order, permission, property, statistics, table};
use crate::catalog::{Catalog, Entry, Principal};
use crate::name::{Ident, Name};
use crate::normal;
use crate::schema::{Index, Levels, Module, ModuleKind, Table, UserType};
use crate::syntax::ast::ObjectClass;
use crate::syntax::spell;

const SECRET_NOTE: &str = "The secret is not kept: put it in before this runs.";

/// A catalog as T-SQL: one object after another, in an order that runs and that one change leaves as it
/// is. What is not understood or not certain is told in comments. Vector indexes come last: they belong
/// to the time after the load. Linear in the catalog but for sorting.
#[must_use]
pub fn schema(catalog: &Catalog) -> String {
    let catalog = normal::settled(catalog);
    let mut emit = Emit { catalog: &catalog, script: Script::default() };
    emit.database();
    emit.objects();
    emit.others(true);
    emit.access();
    emit.properties(false);
    emit.vector_indexes();
    emit.properties(true);
    emit.script.finish()
}

struct Emit<'a> {
    catalog: &'a Catalog,
    script: Script,
}

impl<'a> Emit<'a> {
    /// What stands before the objects of schemas.
    fn database(&mut self) {
        self.script.batch(&[], &["SET ANSI_NULLS, QUOTED_IDENTIFIER ON".into()]);
        self.script.section("Settings of the database");
        for (name, value) in &self.catalog.configurations {
            self.script.batch(&[], &[object::configuration(name, value)]);
        }
        self.principals();
        self.script.section("Schemas");
        for (name, entry) in &self.catalog.schemas {
            let statement = object::schema(name, entry.definition.as_ref().as_ref());
            self.script.batch(&notes::certainty(entry), &[statement]);
        }
        self.script.section("Credentials and external models");
        for (name, entry) in &self.catalog.credentials {
            let statement = object::credential("CREATE", name, &entry.definition);
            self.with_secret(notes::certainty(entry), vec![statement]);
        }
        for (name, entry) in &self.catalog.external_models {
            let statement = object::external_model(name, &entry.definition);
            self.script.batch(&notes::certainty(entry), &[statement]);
        }
        self.others(false);
    }

    /// Partition functions, full-text catalogs and the like: those on tables, or all others.
    fn others(&mut self, on_tables: bool) {
        let catalog = self.catalog;
        let others = catalog.others.iter().filter(|((class, _), _)| is_on_table(class) == on_tables);
        if !on_tables {
            self.script.section("Other objects");
        }
        for ((class, name), definition) in others {
            let Some((made, altered)) = definition.split_first() else {
                self.script.batch(&[super::read::mark(class, name)], &[]);
                continue;
            };
            let altered = altered.iter().map(|text| object::other("ALTER", class, name, text));
            let made = object::other("CREATE", class, name, made);
            self.script.batch(&[], &std::iter::once(made).chain(altered).collect::<Vec<_>>());
        }
    }

    /// Users and roles, owners before what they own, then who is a member of what.
    fn principals(&mut self) {
        self.script.section("Users and roles");
        for name in owners_first(&self.catalog.principals) {
            let entry = &self.catalog.principals[name];
            self.with_secret(notes::certainty(entry), object::principal(name, &entry.definition));
        }
        for (name, entry) in &self.catalog.principals {
            let member = |role: &Ident| format!("ALTER ROLE {} ADD MEMBER {}", spell::ident(role), spell::ident(name));
            let statements: Vec<_> = entry.definition.member_of.iter().map(member).collect();
            self.script.batch(&[], &statements);
        }
    }

    fn with_secret(&mut self, mut notes: Vec<String>, statements: Vec<String>) {
        if statements.iter().any(|statement| object::lacks_secret(statement)) {
            notes.push(SECRET_NOTE.into());
        }
        self.script.batch(&notes, &statements);
    }

    fn objects(&mut self) {
        self.script.section("Types");
        let is_table = |entry: &Entry<_>| matches!(*entry.definition, UserType::Table(_));
        let (tables, aliases): (Vec<_>, Vec<_>) = self.catalog.types.iter().partition(|(_, entry)| is_table(entry));
        for (name, entry) in aliases.into_iter().chain(tables) {
            self.script.batch(&notes::certainty(entry), &[object::user_type(name, &entry.definition)]);
        }
        self.script.section("Sequences");
        for (name, entry) in &self.catalog.sequences {
            self.script.batch(&notes::certainty(entry), &[object::sequence(name, &entry.definition)]);
        }
        self.script.section("Synonyms");
        for (name, entry) in &self.catalog.synonyms {
            self.script.batch(&notes::certainty(entry), &[object::synonym(name, &entry.definition)]);
        }
        self.tables_and_modules();
    }

    /// Tables with their indexes and what they need, foreign keys, then the modules.
    fn tables_and_modules(&mut self) {
        let catalog = self.catalog;
        let by_themselves = normal::made_by_versioning(catalog);
        let wanted = catalog.tables.keys().filter(|name| !by_themselves.contains(*name));
        let first = order::sorted(catalog, wanted);
        self.script.section("Tables");
        for name in &first {
            self.table_or_module(name);
        }
        self.script.section("Foreign keys");
        for (name, entry) in &catalog.tables {
            self.foreign_keys(name, &entry.definition);
        }
        let done: BTreeSet<&Name> = first.into_iter().collect();
        let kinds = [ModuleKind::Function, ModuleKind::View, ModuleKind::Procedure, ModuleKind::Trigger];
        let of_kind = |kind| catalog.modules.iter().filter(move |(_, entry)| entry.definition.kind == kind);
        let wanted = kinds.into_iter().flat_map(of_kind).map(|(name, _)| name);
        self.script.section("Functions, views, procedures and triggers");
        for name in order::sorted(catalog, wanted).into_iter().filter(|name| !done.contains(name)) {
            self.table_or_module(name);
        }
    }

    fn table_or_module(&mut self, name: &Name) {
        if let Some(entry) = self.catalog.tables.get(name) {
            self.table(name, entry);
        } else if let Some(entry) = self.catalog.modules.get(name) {
            self.module(name, entry);
        }
    }

    fn table(&mut self, name: &Name, entry: &Entry<Table>) {
        let table = &*entry.definition;
        let mut statements = vec![table::create(name, table)];
        statements.extend(table::afterwards(name, table));
        statements.extend(self.indexes(name, table::own_indexes(table).filter(|index| !index.is_vector())));
        let mut notes = notes::certainty(entry);
        notes.extend(notes::opaque(table));
        if !table::is_known(table) {
            return self.unknown_table(name, notes, &statements);
        }
        self.script.batch(&notes, &statements);
    }

    /// A table of which not even the columns are known cannot be made: it is told in comments.
    fn unknown_table(&mut self, name: &Name, mut notes: Vec<String>, statements: &[String]) {
        notes.push(super::read::mark(&ObjectClass::Table, name));
        notes.extend(statements.iter().skip(1).map(|statement| notes::statement(statement)));
        self.script.batch(&notes, &[]);
    }

    /// Indexes, with what disables them, and statistics.
    fn indexes<'i>(&self, owner: &Name, indexes: impl Iterator<Item = &'i Index>) -> Vec<String> {
        let mut statements = Vec::new();
        for one in indexes {
            statements.push(index::create(owner, one));
            if one.disabled {
                statements.push(index::disable(owner, one));
            }
        }
        let made = self.catalog.statistics.get(owner).into_iter().flatten();
        statements.extend(made.map(|(name, made)| statistics::create(owner, name, made)));
        statements
    }

    fn foreign_keys(&mut self, name: &Name, table: &Table) {
        let keys = table.constraints.iter().filter(|one| one.is_foreign_key());
        let statements: Vec<_> = keys.flat_map(|key| table::add_constraint(name, key)).collect();
        if !table::is_known(table) {
            let comments: Vec<_> = statements.iter().map(|statement| notes::statement(statement)).collect();
            return self.script.batch(&comments, &[]);
        }
        self.script.batch(&[], &statements);
    }

    fn module(&mut self, name: &Name, entry: &Entry<Module>) {
        let module = &*entry.definition;
        let switched = [("ANSI_NULLS", module.ansi_nulls), ("QUOTED_IDENTIFIER", module.quoted_identifier)];
        let off: Vec<_> = switched.into_iter().filter(|(_, on)| !on).map(|(option, _)| option).collect();
        if !off.is_empty() {
            self.script.batch(&[], &[format!("SET {} OFF", off.join(", "))]);
        }
        self.script.module(&notes::certainty(entry), module.definition.as_str());
        if !off.is_empty() {
            self.script.batch(&[], &[format!("SET {} ON", off.join(", "))]);
        }
        let indexes = self.catalog.view_indexes.get(name).into_iter().flatten();
        let mut statements = self.indexes(name, indexes);
        if self.catalog.disabled_triggers.contains(name) {
            let on = module.trigger_on.as_ref().map_or_else(|| "DATABASE".to_owned(), spell::name);
            statements.push(format!("DISABLE TRIGGER {} ON {on}", spell::name(name)));
        }
        self.script.batch(&[], &statements);
    }

    /// Policies and permissions.
    fn access(&mut self) {
        self.script.section("Security policies");
        for (name, entry) in &self.catalog.policies {
            self.script.batch(&notes::certainty(entry), &[object::policy(name, &entry.definition)]);
        }
        self.script.section("Permissions");
        for held in self.catalog.permissions.values() {
            self.script.batch(&[], &permission::grants(held));
        }
    }

    /// Extended properties: of vector indexes, or of everything else.
    fn properties(&mut self, of_vector_indexes: bool) {
        let catalog = self.catalog;
        if !of_vector_indexes {
            self.script.section("Extended properties");
        }
        for (on, held) in catalog.properties.iter().filter(|(on, _)| is_vector_index(catalog, on) == of_vector_indexes)
        {
            let statements = held.iter().map(|(name, value)| property::set(on, name, None, Some(value)));
            self.script.batch(&[], &statements.collect::<Vec<_>>());
        }
    }

    fn vector_indexes(&mut self) {
        self.script.section("Post-load: vector indexes, once at least 100 rows hold a vector (Msg 42266)");
        for (name, entry) in &self.catalog.tables {
            let indexes = table::own_indexes(&entry.definition).filter(|index| index.is_vector());
            let statements = indexes.flat_map(|one| {
                let disable = one.disabled.then(|| index::disable(name, one));
                std::iter::once(index::create(name, one)).chain(disable)
            });
            self.script.batch(&[], &statements.collect::<Vec<_>>());
        }
    }
}

/// Whether an object of a class is a part of a table.
pub(crate) fn is_on_table(class: &ObjectClass) -> bool {
    *class == ObjectClass::Other("FULLTEXT INDEX".into())
}

fn is_vector_index(catalog: &Catalog, on: &Levels) -> bool {
    let index = on.0.get(2).filter(|(class, _)| &**class == "INDEX").map(|(_, name)| name);
    let table = on.object_name().and_then(|name| catalog.table(&name));
    index.zip(table).and_then(|(index, table)| table.index(index)).is_some_and(Index::is_vector)
}

/// The names of users and roles, a role after the one that owns it.
pub(crate) fn owners_first(principals: &BTreeMap<Ident, Entry<Principal>>) -> Vec<&Ident> {
    let owner = |name: &Ident| {
        let owner = principals.get(name).and_then(|entry| object::owner(&entry.definition));
        owner.and_then(|owner| principals.get_key_value(&owner).map(|(name, _)| name))
    };
    let mut sorted = Vec::new();
    let mut seen = BTreeSet::new();
    for name in principals.keys() {
        let mut chain = Vec::new();
        let mut next = Some(name);
        while let Some(name) = next.filter(|name| seen.insert(*name)) {
            chain.push(name);
            next = owner(name);
        }
        sorted.extend(chain.into_iter().rev());
    }
    sorted
}
