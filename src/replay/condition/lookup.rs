//! What a query on the system's views looks for, and whether the catalog has it.

use super::value::compare;
use super::view::{Class, View};
use super::{Facts, Truth, Value};
use crate::catalog::{Catalog, Part, Presence};
use crate::name::{DEFAULT_SCHEMA, Ident, Name};
use crate::syntax::ast::ObjectClass;

/// What a query looks for.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    subject: Option<View>,
    schema: Option<Ident>,
    object: Option<Ident>,
    part: Option<Ident>,
    classes: Option<Vec<Class>>,
    vector: bool,
    /// What the column must be: names of the view's columns with their values.
    properties: Vec<(String, Value)>,
    /// There is a condition that cannot be judged: what is found may not be meant.
    pub(super) vague: bool,
    /// A condition excludes everything.
    pub(super) nothing: bool,
}

impl Wanted {
    /// What a query looks for of which nothing was read yet.
    pub(super) fn new(vague: bool) -> Self {
        Self { vague, ..Self::default() }
    }

    /// That rows come from this view too.
    pub(super) fn view(&mut self, view: &View) {
        match (&self.subject, view) {
            // Another one of the kind, or one that is not known, can only make the rows fewer.
            (Some(subject), view) if subject.depth() >= view.depth() => {
                self.vague |= subject.depth() == view.depth() || *view == View::Rows;
            }
            (subject, view) => {
                self.vague |= matches!(subject, Some(View::Rows));
                self.subject = Some(view.clone());
            }
        }
        if let View::Indexes { vector: true } = view {
            self.vector = true;
        }
    }

    pub(super) fn is_schema(&mut self, name: &Ident) -> bool {
        self.nothing |= self.schema.as_ref().is_some_and(|there| there != name);
        self.schema = Some(name.clone());
        true
    }

    pub(super) fn is_named(&mut self, name: &Ident) -> bool {
        self.nothing |= self.object.as_ref().is_some_and(|there| there != name);
        self.object = Some(name.clone());
        true
    }

    pub(super) fn has_part(&mut self, name: &Ident) -> bool {
        self.nothing |= self.part.as_ref().is_some_and(|there| there != name);
        self.part = Some(name.clone());
        true
    }

    pub(super) fn is_object(&mut self, name: &Name) -> bool {
        self.is_schema(&name.schema) && self.is_named(&name.object)
    }

    pub(super) fn is_part(&mut self, name: &Name) -> bool {
        self.is_schema(&name.schema) && self.has_part(&name.object)
    }

    pub(super) fn is_one_of(&mut self, classes: Vec<Class>) -> bool {
        self.classes = Some(classes);
        true
    }

    /// That a property of the column that is looked for has a value.
    pub(super) fn has_property(&mut self, name: &str, value: Value) -> bool {
        self.properties.push((name.to_owned(), value));
        matches!(self.subject, Some(View::Columns))
    }

    /// `sys.indexes.type`: 8 is a vector index, others are not told apart here.
    pub(super) fn index_type(&mut self, number: i64) -> bool {
        self.vector |= number == 8;
        number == 8
    }

    /// Whether the catalog has it.
    pub(super) fn look(&self, facts: &Facts<'_>) -> Truth {
        if self.nothing {
            return Truth::False;
        }
        let found = match &self.subject {
            None | Some(View::Rows) => Truth::Unknown,
            // One that nothing was put into is empty; any other may be.
            Some(View::Temporary(name)) if facts.empty_tables.contains(name) => Truth::False,
            Some(View::Temporary(_)) => Truth::Unknown,
            Some(View::Schemas) => self.schema.as_ref().map_or(Truth::True, |schema| facts.schema(schema)),
            Some(View::Objects(classes)) => self.objects(facts, classes),
            Some(View::Columns) => self.columns(facts),
            Some(View::Indexes { .. }) => self.indexes(facts),
            Some(View::Constraints) => self.constraints(facts),
            Some(View::Statistics) => self.statistics(facts),
            Some(View::Predicates) => self.predicates(facts),
            Some(View::EfHistory) => match &self.part {
                Some(part) => facts.ef_history.contains(part.as_str()).into(),
                None => Truth::Unknown,
            },
            Some(named) => self.named(facts, named),
        };
        if self.vague && found == Truth::True { Truth::Unknown } else { found }
    }

    fn objects(&self, facts: &Facts<'_>, of_view: &[Class]) -> Truth {
        let of_view = (!of_view.is_empty()).then_some(of_view);
        let fits =
            |class: &[Class]| self.classes.as_ref().is_none_or(|wanted| wanted.iter().any(|one| class.contains(one)));
        if of_view.is_some_and(|of_view| !fits(of_view)) {
            return Truth::False;
        }
        let classes = self.classes.as_deref().or(of_view);
        let Some(object) = &self.object else { return Truth::Unknown };
        let names = self.schemas(facts.catalog).into_iter().map(|schema| Name { schema, object: object.clone() });
        names.map(|name| facts.object(&name, classes)).fold(Truth::False, Truth::or)
    }

    /// The schemas to look in.
    fn schemas(&self, catalog: &Catalog) -> Vec<Ident> {
        match &self.schema {
            Some(schema) => vec![schema.clone()],
            None => catalog.schemas.keys().cloned().chain([Ident::new(DEFAULT_SCHEMA)]).collect(),
        }
    }

    /// The tables and views to look in, when the query names them.
    fn owners(&self, catalog: &Catalog) -> Option<Vec<Name>> {
        let object = self.object.as_ref()?;
        let schemas = self.schemas(catalog).into_iter();
        Some(schemas.map(|schema| Name { schema, object: object.clone() }).collect())
    }

    fn columns(&self, facts: &Facts<'_>) -> Truth {
        match (self.owners(facts.catalog), &self.part) {
            (Some(owners), Some(column)) => {
                owners.iter().map(|owner| self.column(facts, owner, column)).fold(Truth::False, Truth::or)
            }
            (Some(owners), None) => owners.iter().map(|owner| facts.object(owner, None)).fold(Truth::False, Truth::or),
            _ => Truth::Unknown,
        }
    }

    fn column(&self, facts: &Facts<'_>, owner: &Name, column: &Ident) -> Truth {
        let has = |(name, wanted): &(String, Value)| match (facts.column_property(owner, column, name), wanted) {
            // INFORMATION_SCHEMA says YES and NO.
            (Value::Int(flag), Value::Text(said)) => (said.eq_ignore_ascii_case("YES") == (flag == 1)).into(),
            (found, wanted) => compare(&found, "=", wanted),
        };
        let properties = self.properties.iter().map(has).fold(Truth::True, Truth::and);
        facts.column(owner, column).and(properties)
    }

    fn indexes(&self, facts: &Facts<'_>) -> Truth {
        match (self.owners(facts.catalog), &self.part) {
            (Some(owners), Some(index)) => {
                owners.iter().map(|owner| self.index(facts, owner, index)).fold(Truth::False, Truth::or)
            }
            (Some(owners), None) if self.vector => {
                owners.iter().map(|owner| vector_index(facts, owner)).fold(Truth::False, Truth::or)
            }
            (None, Some(index)) => {
                let owners = facts.index_owners.get(index).into_iter().flatten();
                owners.map(|owner| self.index(facts, owner, index)).fold(Truth::False, Truth::or)
            }
            _ => Truth::Unknown,
        }
    }

    fn index(&self, facts: &Facts<'_>, owner: &Name, index: &Ident) -> Truth {
        let is_vector = facts.catalog.index(owner, index).is_some_and(crate::schema::Index::is_vector);
        if self.vector && !is_vector { Truth::False } else { facts.index(owner, index) }
    }

    fn constraints(&self, facts: &Facts<'_>) -> Truth {
        let Some(part) = &self.part else { return Truth::Unknown };
        let schemas = self.schemas(facts.catalog).into_iter();
        let names = schemas.map(|schema| Name { schema, object: part.clone() });
        let found = names.filter_map(|name| {
            let table = facts.catalog.constraint_names.get(&name)?;
            self.object.as_ref().is_none_or(|object| object == &table.object).then_some((name, table))
        });
        let found = found.map(|(name, table)| constraint(facts, &name, table));
        found.fold(Truth::False, Truth::or)
    }

    /// Those that a person made, and those that every index has. The engine makes more by itself.
    fn statistics(&self, facts: &Facts<'_>) -> Truth {
        let (Some(owners), Some(name)) = (self.owners(facts.catalog), &self.part) else { return Truth::Unknown };
        let made = |owner: &Name| facts.catalog.statistics.get(owner).is_some_and(|made| made.contains_key(name));
        let found = owners.iter().map(|owner| Truth::from(made(owner)).or(facts.index(owner, name)));
        found.fold(Truth::False, Truth::or)
    }

    fn predicates(&self, facts: &Facts<'_>) -> Truth {
        let Some(owners) = self.owners(facts.catalog) else { return Truth::Unknown };
        let found = owners.iter().flat_map(|owner| {
            let policies = facts.catalog.policies_on(owner);
            policies.flat_map(|(_, entry)| entry.predicates_on(owner).map(|(_, presence, _)| presence))
        });
        found.map(|presence| Truth::from(Some(presence))).fold(Truth::False, Truth::or)
    }

    /// What is found by its name alone.
    fn named(&self, facts: &Facts<'_>, view: &View) -> Truth {
        let Some(name) = &self.object else { return Truth::Unknown };
        let catalog = facts.catalog;
        let presence = match view {
            View::Principals => return facts.principal(name),
            View::ExternalModels => catalog.external_models.get(name).map(|entry| entry.presence),
            View::Credentials => catalog.credentials.get(name).map(|entry| entry.presence),
            View::Types => {
                let names = self.schemas(catalog).into_iter().map(|schema| Name { schema, object: name.clone() });
                let found: Vec<Presence> =
                    names.filter_map(|name| catalog.types.get(&name).map(|entry| entry.presence)).collect();
                found.into_iter().min()
            }
            View::Others(class) => {
                let class = ObjectClass::Other((*class).into());
                let there =
                    catalog.others.contains_key(&(class, Name { schema: DEFAULT_SCHEMA.into(), object: name.clone() }));
                there.then_some(Presence::Certain)
            }
            _ => return Truth::Unknown,
        };
        presence.into()
    }
}

fn vector_index(facts: &Facts<'_>, owner: &Name) -> Truth {
    let Some(entry) = facts.catalog.tables.get(owner) else { return Truth::False };
    let found = entry.vector_indexes().map(|(_, presence, _)| Truth::from(Some(presence)));
    match found.fold(Truth::False, Truth::or) {
        Truth::False if entry.uncertain => Truth::Unknown,
        found => found,
    }
}

fn constraint(facts: &Facts<'_>, name: &Name, table: &Name) -> Truth {
    let entry = facts.catalog.tables.get(table);
    entry.map(|entry| entry.presence_of(&Part::Constraint(name.object.clone()))).into()
}

impl Facts<'_> {
    /// Whether an object is there, of one of these classes where any are given.
    pub(super) fn object(&self, name: &Name, classes: Option<&[Class]>) -> Truth {
        if ["sys", "INFORMATION_SCHEMA"].iter().any(|system| name.schema.is(system)) {
            return Truth::Unknown;
        }
        let wanted = |class: Class| classes.is_none_or(|classes| classes.contains(&class));
        if let Some(class) = self.catalog.object_kind(name) {
            let found = self.catalog.object_presence(name).filter(|_| wanted(Class::Object(class)));
            return found.into();
        }
        match self.catalog.constraint_names.get(name) {
            Some(table) if wanted(Class::Constraint) => constraint(self, name, table),
            _ => Truth::False,
        }
    }
}
