//! What cannot stay while something else changes: the engine refuses to alter what others are bound to
//! (Msg 3729, 5074), so those go first and come again.

use std::collections::{BTreeMap, BTreeSet};

use super::column::{Way, way};
use super::parts;
use crate::catalog::{Catalog, Entry};
use crate::name::{Ident, Name};
use crate::normal;
use crate::schema::{DataType, Module, Table, UserType};

/// What cannot stay as it is.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Disturbed {
    /// Tables that go, and come again as something else if they are to be there.
    pub(super) replaced: BTreeSet<Name>,
    /// Columns whose type changes or that go, by table: what stands on them is in the way.
    pub(super) columns: BTreeMap<Name, BTreeSet<Ident>>,
    /// Those among them that only get longer: modules and computed columns alone are in the way.
    pub(super) growing: BTreeMap<Name, BTreeSet<Ident>>,
    /// Modules that go first, and come again if they are to be there.
    pub(super) modules: BTreeSet<Name>,
    /// Modules, sequences and types that change or go; what is bound to them is in the way.
    pub(super) changed: BTreeSet<Name>,
    /// The names of all that changes or goes, without schemas: for looking into expressions.
    pub(super) names: BTreeSet<Ident>,
}

impl Disturbed {
    /// The columns of a table on which no part of a table may stand meanwhile.
    pub(super) fn columns_of(&self, table: &Name) -> BTreeSet<Ident> {
        let growing = self.growing.get(table);
        let columns = self.columns.get(table).into_iter().flatten();
        columns.filter(|column| !growing.is_some_and(|growing| growing.contains(*column))).cloned().collect()
    }

    /// Notes the names of what changes or goes.
    fn name(&mut self) {
        self.names = self.changed.iter().chain(&self.modules).map(|name| name.object.clone()).collect();
    }

    /// Whether a table goes, for good or to come again.
    pub(super) fn goes(&self, to: &Catalog, table: &Name) -> bool {
        self.replaced.contains(table) || !to.tables.contains_key(table)
    }
}

/// Finds what cannot stay, until nothing more is found.
pub(super) fn disturbed(from: &Catalog, to: &Catalog) -> Disturbed {
    let mut found = Disturbed { changed: changed(from, to), ..Disturbed::default() };
    let more = table_types_of(from, &found.changed);
    found.changed.extend(more);
    for (name, entry) in &from.modules {
        let wanted = to.modules.get(name);
        if wanted.is_none_or(|wanted| !can_be_altered(&entry.definition, &wanted.definition)) {
            found.modules.insert(name.clone());
        }
        if uses_type(&entry.definition, &found.changed) {
            found.modules.insert(name.clone());
        }
    }
    loop {
        let before = (found.columns.clone(), found.replaced.len(), found.modules.len());
        found.name();
        for (name, entry) in &from.tables {
            table(from, to, name, entry, &mut found);
        }
        bound(from, to, &mut found);
        if before == (found.columns.clone(), found.replaced.len(), found.modules.len()) {
            return found;
        }
    }
}

/// Modules, sequences and types that change or go.
fn changed(from: &Catalog, to: &Catalog) -> BTreeSet<Name> {
    let modules = from.modules.iter().filter(|(name, entry)| {
        let same = |wanted: &Entry<Module>| {
            let form = |definition: &Module| normal::module(name, definition);
            wanted.definition == entry.definition || form(&wanted.definition) == form(&entry.definition)
        };
        !to.modules.get(name).is_some_and(same)
    });
    let sequences = from.sequences.iter().filter(|(name, entry)| {
        to.sequences.get(name).is_none_or(|wanted| super::object::is_made_anew(&entry.definition, &wanted.definition))
    });
    let types = from.types.iter().filter(|(name, entry)| {
        let form = |catalog, definition: &UserType| normal::user_type(catalog, definition);
        to.types.get(name).is_none_or(|wanted| form(to, &wanted.definition) != form(from, &entry.definition))
    });
    modules
        .map(|(name, _)| name)
        .chain(sequences.map(|(name, _)| name))
        .chain(types.map(|(name, _)| name))
        .cloned()
        .collect()
}

/// Whether ALTER turns one module into another: not into another kind (Msg 2010), nor onto another table.
fn can_be_altered(from: &Module, to: &Module) -> bool {
    from.kind == to.kind && from.function == to.function && from.trigger_on == to.trigger_on
}

/// Whether a module has a parameter of one of these types.
fn uses_type(module: &Module, types: &BTreeSet<Name>) -> bool {
    let is_it = |data_type: &DataType| is_of(Some(data_type), types);
    module.parameters.iter().any(|parameter| is_it(&parameter.data_type)) || module.returns.as_ref().is_some_and(is_it)
}

/// Whether something is of one of these types (Msg 3732).
pub(super) fn is_of(data_type: Option<&DataType>, types: &BTreeSet<Name>) -> bool {
    matches!(data_type, Some(DataType::User(name)) if types.contains(name))
}

/// Table types with a column of one of these types, which go first.
fn table_types_of(catalog: &Catalog, types: &BTreeSet<Name>) -> Vec<Name> {
    let has = |definition: &UserType| match definition {
        UserType::Table(table) => table.columns.iter().any(|column| is_of(column.data_type.as_ref(), types)),
        _ => false,
    };
    catalog.types.iter().filter(|(_, entry)| has(&entry.definition)).map(|(name, _)| name.clone()).collect()
}

/// The columns of a table that are in the way, and whether all of them are.
fn table(from: &Catalog, to: &Catalog, name: &Name, entry: &Entry<Table>, found: &mut Disturbed) {
    let Some(wanted) = to.table(name) else { return };
    let same = *wanted == *entry.definition;
    if same && found.changed.is_empty() && found.modules.is_empty() {
        return;
    }
    let mut columns = found.columns.get(name).cloned().unwrap_or_default();
    let mut growing = BTreeSet::new();
    let mut stay = false;
    for column in &entry.definition.columns {
        let of = |catalog, table, column| normal::column(catalog, table, column);
        let way = match wanted.column(&column.name) {
            Some(_) if same => Some(Way::Same),
            found => found.map(|found| way(&of(from, &entry.definition, column), &of(to, wanted, found))),
        };
        let moves = matches!(way, None | Some(Way::Type | Way::Grow | Way::Replace))
            || parts::computed_uses(column, &found.names)
            || is_of(column.data_type.as_ref(), &found.changed);
        if moves {
            columns.insert(column.name.clone());
        }
        growing.extend((way == Some(Way::Grow)).then(|| column.name.clone()));
        stay |= !matches!(way, None | Some(Way::Replace));
    }
    loop {
        let more: Vec<Ident> = entry
            .definition
            .columns
            .iter()
            .filter(|column| parts::computed_uses(column, &columns))
            .map(|column| column.name.clone())
            .collect();
        let before = columns.len();
        columns.extend(more);
        if columns.len() == before {
            break;
        }
    }
    if !stay {
        found.replaced.insert(name.clone());
    }
    if !growing.is_empty() {
        found.growing.insert(name.clone(), growing);
    }
    if !columns.is_empty() {
        found.columns.insert(name.clone(), columns);
    }
}

/// The modules that are bound to what changes, and those that are bound to them.
fn bound(from: &Catalog, to: &Catalog, found: &mut Disturbed) {
    let mut open: Vec<Name> = found.changed.iter().chain(&found.modules).cloned().collect();
    let gone = from.tables.keys().filter(|name| found.goes(to, name));
    open.extend(gone.cloned());
    while let Some(name) = open.pop() {
        open.extend(bound_to(from, &name, None, found));
    }
    for (table, columns) in found.columns.clone() {
        let mut open = bound_to(from, &table, Some(&columns), found);
        while let Some(name) = open.pop() {
            open.extend(bound_to(from, &name, None, found));
        }
    }
}

/// Notes the modules that are bound to an object, or to some of its columns, and tells the new ones.
fn bound_to(from: &Catalog, name: &Name, columns: Option<&BTreeSet<Ident>>, found: &mut Disturbed) -> Vec<Name> {
    let mut new = Vec::new();
    for dependent in from.dependents(name).into_iter().filter(|dependent| dependent.binds) {
        let Some(entry) = from.modules.get(&dependent.name) else { continue };
        let text = entry.definition.definition.as_str();
        if columns.is_none_or(|columns| parts::mentions(text, columns)) && found.modules.insert(dependent.name.clone())
        {
            new.push(dependent.name);
        }
    }
    new
}
