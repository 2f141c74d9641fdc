//! What one statement does to a catalog: names resolved, lists expanded, alternatives decided.

mod drop;
mod dynamic;
mod object;
mod rename;
mod table;
mod unnamed;

use super::settings::Settings;
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::{DEFAULT_SCHEMA, Ident, Name};
use crate::schema::{DataType, SqlText, Statistics, Table};
use crate::syntax::ast::{DmlVerb, Kind, ObjectClass, ObjectName, Statement};
use crate::text::Span;

/// What a statement means depends on, beside the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// The SET options in force; modules remember some.
    pub settings: Settings,
    /// The schema of names that have none.
    pub default_schema: Ident,
}

impl Default for Context {
    fn default() -> Self {
        Self { settings: Settings::default(), default_schema: Ident::new(DEFAULT_SCHEMA) }
    }
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// These changes, in order, each with its place. What is missing shows when they are applied:
    /// then `from` and what is dropped are empty definitions with the right name.
    Changes(Vec<(Change, Span)>),
    /// Nothing that a catalog knows.
    Nothing,
    /// It is not understood, or not wholly.
    Unknown {
        /// The objects that it may touch, as far as known.
        touches: Vec<Name>,
        /// The part that is understood.
        changes: Vec<(Change, Span)>,
    },
}

impl Meaning {
    /// The changes that are understood.
    #[must_use]
    pub fn changes(&self) -> &[(Change, Span)] {
        match self {
            Meaning::Changes(changes) | Meaning::Unknown { changes, .. } => changes,
            Meaning::Nothing => &[],
        }
    }
}

/// What one leaf statement does to a catalog. Of a block, a branch or known dynamic text this is
/// nothing: what is in it is asked for by itself.
///
/// Temporary objects are treated like others and keep their `#`; they are for the caller to tell
/// apart ([`Name::is_temporary`]).
#[must_use]
pub fn meaning(statement: &Statement, catalog: &Catalog, cx: &Context) -> Meaning {
    let mut reader = Reader { catalog, cx, span: statement.span, changes: Vec::new(), unknown: None };
    reader.statement(&statement.kind);
    match (reader.unknown, reader.changes) {
        (Some(touches), changes) => Meaning::Unknown { touches, changes },
        (None, changes) if changes.is_empty() => Meaning::Nothing,
        (None, changes) => Meaning::Changes(changes),
    }
}

/// Reads one statement.
struct Reader<'a> {
    catalog: &'a Catalog,
    cx: &'a Context,
    span: Span,
    changes: Vec<(Change, Span)>,
    unknown: Option<Vec<Name>>,
}

impl Reader<'_> {
    fn statement(&mut self, kind: &Kind) {
        match kind {
            Kind::CreateTable { name, table } => self.create_table(name, table),
            Kind::AlterTable { name, actions } => self.alter_table(name, actions),
            Kind::CreateIndex { table, index, drop_existing } => self.on(table, |table| Change::CreateIndex {
                table,
                index: index.clone(),
                drop_existing: *drop_existing,
            }),
            Kind::AlterIndex { index, table, action, options } => self.on(table, |table| Change::AlterIndex {
                table,
                index: index.clone(),
                action: action.clone(),
                options: options.clone(),
            }),
            Kind::Truncate { table, .. } => self.on(table, |table| Change::Truncate { table }),
            Kind::CreateStatistics { name, table, columns, filter, options } => {
                let (columns, filter, options) = (columns.clone(), filter.clone(), options.clone());
                let statistics = Box::new(Statistics { columns, filter, options });
                self.on(table, |table| Change::CreateStatistics { table, name: name.clone(), statistics });
            }
            Kind::DropIndex { items, if_exists } => self.drop_indexes(items, *if_exists),
            Kind::Drop { class, if_exists, names, .. } => self.drop(class, names, *if_exists),
            Kind::Transfer { to, class, name } => self.transfer(to, class, name),
            Kind::Rename { old, new, class } => self.rename(old, new, class.as_deref()),
            Kind::Dml { verb: DmlVerb::Select, target: Some(target) } => self.select_into(target),
            Kind::Dynamic { drops: Some(unnamed), .. } => self.drop_unnamed(unnamed),
            Kind::Dynamic { statements: None, pieces, .. } => {
                let table = dynamic::loses_a_constraint(pieces).and_then(|table| self.target(&table));
                self.not_understood(table);
            }
            Kind::Opaque { names, .. } => {
                let name = names.as_ref().and_then(|name| self.here(name));
                self.not_understood(name);
            }
            Kind::Execute { procedure, .. } => self.execute(procedure.as_ref()),
            _ => self.object(kind),
        }
    }

    /// Adds a change at the place of the statement.
    fn push(&mut self, change: Change) {
        self.changes.push((change, self.span));
    }

    /// Notes that something is not understood, and what it may touch.
    fn not_understood(&mut self, touches: Option<Name>) {
        self.unknown.get_or_insert_default().extend(touches);
    }

    /// A change of a table or view of this database. Synonyms are followed: the engine refuses them
    /// here, but what they stand for is what is meant.
    fn on(&mut self, name: &ObjectName, change: impl FnOnce(Name) -> Change) {
        if let Some(name) = self.target(name) {
            self.push(change(name));
        }
    }

    /// The table that a name of a table stands for, when it is in this database.
    fn target(&self, name: &ObjectName) -> Option<Name> {
        let name = self.catalog.resolve(&self.here(name)?);
        Some(self.catalog.as_written(name))
    }

    /// Schema and object, when they are in this database. A temporary object is in every one.
    ///
    /// Azure SQL Database knows no other database than the connected one (Msg 40515), so whatever
    /// database is named but a system's is taken for this one.
    fn here(&self, name: &ObjectName) -> Option<Name> {
        let at_most = |parts: usize| name.parts.len() <= parts;
        let database = name.parts.len().checked_sub(3).map(|at| &name.parts[at]);
        let resolved = self.name(name);
        let elsewhere = database.is_some_and(|database| {
            ["master", "model", "msdb"].iter().any(|system| database.is(system))
                || (database.is("tempdb") && !resolved.is_temporary())
        });
        (at_most(3) && !elsewhere).then_some(resolved)
    }

    /// Schema and object, the default schema where none is written.
    fn name(&self, name: &ObjectName) -> Name {
        let has_schema = name.parts.len() >= 2 && !name.parts[name.parts.len() - 2].is_empty();
        let mut resolved = name.to_name();
        if !has_schema {
            resolved.schema = self.cx.default_schema.clone();
        }
        resolved
    }

    /// `SELECT … INTO`: a table whose columns the query tells.
    fn select_into(&mut self, target: &ObjectName) {
        if let Some(name) = self.here(target) {
            let table = Table { opaque: vec![SqlText::new("SELECT … INTO")], ..Table::default() };
            self.push(Change::CreateTable { name, table: Box::new(table) });
        }
    }

    /// Procedures of the system change nothing here, but for those that are typed statements where
    /// their arguments are literals.
    fn execute(&mut self, procedure: Option<&ObjectName>) {
        let Some(procedure) = procedure else { return self.not_understood(None) };
        let object = procedure.object().folded();
        let typed = [
            "sp_rename",
            "sp_addrolemember",
            "sp_droprolemember",
            "sp_executesql",
            "sp_addextendedproperty",
            "sp_updateextendedproperty",
            "sp_dropextendedproperty",
        ];
        let system = object.starts_with("sp_") || object.starts_with("xp_");
        let known = || {
            let name = self.here(procedure).map(|name| self.catalog.resolve(&name));
            name.is_some_and(|name| self.catalog.modules.contains_key(&name))
        };
        if typed.contains(&object) || !(system || known()) {
            self.not_understood(None);
        }
    }
}

/// The class of what a name stands for, or the one to look for where nothing has it.
fn class_or(catalog: &Catalog, name: &Name, otherwise: ObjectClass) -> ObjectClass {
    catalog.object_kind(name).unwrap_or(otherwise)
}

/// A column of which nothing is known but its name.
fn unknown_column(name: &Ident) -> Box<crate::schema::Column> {
    Box::new(crate::schema::Column::new(name.clone(), None::<DataType>))
}
