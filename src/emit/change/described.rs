//! A change in words: its kind, the object, what it was and what it becomes.

use super::super::{column, constraint, index, object, permission, statistics};
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::normal;
use crate::schema::{Column, Constraint, Levels, Permission, Securable, Table};
use crate::syntax::spell;

/// A change as reports tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// Its stable name: `add-index`, `alter-column`.
    pub kind: String,
    /// The object whose part or property changes, or the object itself: `dbo.documents`.
    pub object: String,
    /// The part of it: a column, an index, a constraint.
    pub part: Option<String>,
    /// What it was, as T-SQL; nothing for what comes.
    pub from: Option<String>,
    /// What it becomes, as T-SQL; nothing for what goes.
    pub to: Option<String>,
}

impl Described {
    /// Object and part in one: `dbo.document_chunks.ix_chunks_pending`.
    #[must_use]
    pub fn path(&self) -> String {
        self.part.as_ref().map_or_else(|| self.object.clone(), |part| format!("{}.{part}", self.object))
    }

    fn new(kind: &str, object: impl Into<String>) -> Self {
        Self { kind: kind.to_owned(), object: object.into(), part: None, from: None, to: None }
    }

    fn part(mut self, part: impl Into<String>) -> Self {
        self.part = Some(part.into());
        self
    }

    fn from(mut self, text: impl Into<String>) -> Self {
        self.from = Some(text.into());
        self
    }

    fn to(mut self, text: impl Into<String>) -> Self {
        self.to = Some(text.into());
        self
    }
}

/// Describes a change that `before` meets.
#[must_use]
pub fn describe(change: &Change, before: &Catalog) -> Described {
    of_table(change, before).or_else(|| of_part(change, before)).unwrap_or_else(|| of_object(change, before))
}

/// A whole table with its keys and indexes, as it is told.
fn whole_table(name: &Name, table: &Table) -> String {
    let statements = super::table::change(
        &Change::CreateTable { name: name.clone(), table: Box::new(table.clone()) },
        &Catalog::default(),
    );
    statements.map(|statements| statements.list.join(";\n")).unwrap_or_default()
}

fn of_table(change: &Change, before: &Catalog) -> Option<Described> {
    let there = |name: &Name| before.table(name).map(|table| whole_table(name, table)).unwrap_or_default();
    Some(match change {
        Change::CreateTable { name, table } => {
            Described::new("add-table", spell::name(name)).to(whole_table(name, table))
        }
        Change::DropTable { name } => Described::new("drop-table", spell::name(name)).from(there(name)),
        Change::Truncate { table } => Described::new("truncate-table", spell::name(table)),
        Change::Rename { from, to, .. } => {
            Described::new("rename-object", spell::name(from)).from(spell::name(from)).to(spell::name(to))
        }
        Change::Transfer { from, to, .. } => {
            Described::new("move-object", spell::name(from)).from(spell::name(from)).to(spell::name(to))
        }
        Change::SetPeriod { table, .. } | Change::SetVersioning { table, .. } => {
            let mut described = Described::new("set-versioning", spell::name(table));
            let text = super::change(change, before).text();
            described.to = Some(text);
            described
        }
        Change::SetTableOption { table, option } => {
            let now =
                before.table(table).and_then(|table| table.options.iter().find(|there| there.name == option.name));
            let default = normal::default_option(&option.name).unwrap_or_default();
            let was = now.map_or(default, |option| option.value.as_str());
            let line = |value: &str| format!("{} = {value}", option.name);
            Described::new("set-table-option", spell::name(table))
                .part(&*option.name)
                .from(line(was))
                .to(line(option.value.as_str()))
        }
        Change::SwitchPartition { table, target } => {
            Described::new("switch-partition", spell::name(table)).to(spell::name(target))
        }
        _ => return None,
    })
}

fn of_part(change: &Change, before: &Catalog) -> Option<Described> {
    let part =
        |kind: &str, table: &Name, name: &Ident| Described::new(kind, spell::name(table)).part(spell::ident(name));
    let column_text = |table: &Name, name: &Ident| before.column(table, name).map(column::column).unwrap_or_default();
    Some(match change {
        Change::AddColumn { table, column } => part("add-column", table, &column.name).to(column::column(column)),
        Change::DropColumn { table, column } => part("drop-column", table, column).from(column_text(table, column)),
        Change::AlterColumn { table, from, to } => {
            let text = |column: &Column| column::column(&Column { default: None, ..column.clone() });
            part("alter-column", table, &to.name).from(text(from)).to(text(to))
        }
        Change::RenameColumn { table, from, to } => {
            part("rename-column", table, from).from(spell::ident(from)).to(spell::ident(to))
        }
        Change::AddDefault { table, column, default, .. } => {
            part("add-default", table, column).to(format!("DEFAULT {}", default.value.as_str()))
        }
        Change::DropDefault { table, column, .. } => {
            let value = before.column(table, column).and_then(|column| column.default.as_ref());
            let text = value.map(|default| format!("DEFAULT {}", default.value.as_str()));
            Described { from: text, ..part("drop-default", table, column) }
        }
        Change::AddConstraint { table, constraint } => {
            of_constraint("add-constraint", table, constraint).to(constraint::constraint(constraint))
        }
        Change::DropConstraint { table, constraint } => {
            of_constraint("drop-constraint", table, constraint).from(constraint::constraint(constraint))
        }
        Change::SwitchConstraint { table, name, enable, trusted } => {
            let to = if *enable {
                if *trusted { "enabled and checked" } else { "enabled, not checked" }
            } else {
                "disabled"
            };
            part("switch-constraint", table, name).to(to)
        }
        Change::RenameConstraint { table, from, to } => {
            part("rename-constraint", table, from).from(spell::ident(from)).to(spell::ident(to))
        }
        Change::CreateIndex { table, index, .. } => {
            part("add-index", table, &index.name).to(index::create(table, index))
        }
        Change::DropIndex { table, index } => part("drop-index", table, &index.name).from(index::create(table, index)),
        Change::AlterIndex { table, index, action, .. } => {
            let mut described = Described::new("alter-index", spell::name(table)).to(&**action);
            described.part = index.as_ref().map(spell::ident);
            described
        }
        Change::RenameIndex { table, from, to } => {
            part("rename-index", table, from).from(spell::ident(from)).to(spell::ident(to))
        }
        Change::CreateStatistics { table, name, statistics } => {
            part("add-statistics", table, name).to(statistics::definition(statistics))
        }
        Change::DropStatistics { table, name } => {
            let there = before.statistics.get(table).and_then(|there| there.get(name));
            Described { from: there.map(statistics::definition), ..part("drop-statistics", table, name) }
        }
        _ => return None,
    })
}

fn of_constraint(kind: &str, table: &Name, constraint: &Constraint) -> Described {
    let described = Described::new(kind, spell::name(table));
    match &constraint.name {
        Some(name) => described.part(spell::ident(name)),
        None => described,
    }
}

fn of_object(change: &Change, before: &Catalog) -> Described {
    let statements = || super::change(change, before).text();
    match change {
        Change::CreateModule { name, module } => {
            Described::new("add-module", spell::name(name)).to(normal::definition(name, module))
        }
        Change::AlterModule { name, from, to } => Described::new("alter-module", spell::name(name))
            .from(normal::definition(name, from))
            .to(normal::definition(name, to)),
        Change::DropModule { name, .. } => {
            let text = before.modules.get(name).map(|entry| normal::definition(name, &entry.definition));
            Described { from: text, ..Described::new("drop-module", spell::name(name)) }
        }
        Change::CreatePolicy { name, policy } => {
            Described::new("add-policy", spell::name(name)).to(object::policy(name, policy))
        }
        Change::AlterPolicy { name, from, to } => Described::new("alter-policy", spell::name(name))
            .from(object::policy(name, from))
            .to(object::policy(name, to)),
        Change::DropPolicy { name } => {
            let text = before.policies.get(name).map(|entry| object::policy(name, &entry.definition));
            Described { from: text, ..Described::new("drop-policy", spell::name(name)) }
        }
        Change::Grant(held) => Described::new(if held.deny { "deny" } else { "grant" }, of_securable(held))
            .part(spell::ident(&held.principal))
            .to(statements()),
        Change::Revoke(held) => Described::new("revoke", of_securable(held))
            .part(spell::ident(&held.principal))
            .from(permission::grants([held]).join(";\n")),
        _ => of_plain(change, before),
    }
}

fn of_securable(permission: &Permission) -> String {
    match &permission.securable {
        None => "database".to_owned(),
        Some(Securable { class, name }) if &**class == "OBJECT" => {
            name.iter().map(spell::ident).collect::<Vec<_>>().join(".")
        }
        Some(securable) => securable.to_string(),
    }
}

/// What is told by its statement alone.
fn of_plain(change: &Change, before: &Catalog) -> Described {
    if let Change::SetProperty { on, name, from, to } = change {
        return of_property(on, name, from.as_deref(), to.as_deref());
    }
    let text = super::change(change, before).text();
    let (kind, name) = kind_and_name(change);
    let described = Described::new(kind, name);
    if change.is_drop() { described.from(text) } else { described.to(text) }
}

/// A property of an object, a part of it or something else, with its values.
fn of_property(on: &Levels, name: &Ident, from: Option<&str>, to: Option<&str>) -> Described {
    let kind = match (from, to) {
        (_, None) => "drop-property",
        (None, Some(_)) => "add-property",
        (Some(_), Some(_)) => "alter-property",
    };
    let object = on.object_name().map(|name| spell::name(&name));
    let skipped = if object.is_some() { 2 } else { 0 };
    let parts = on.0.iter().skip(skipped).map(|(_, part)| part).chain([name]);
    let parts: Vec<String> = parts.map(spell::ident).collect();
    let described = match object {
        Some(object) => Described::new(kind, object).part(parts.join(".")),
        None => Described::new(kind, parts.join(".")),
    };
    Described { from: from.map(spell::string), to: to.map(spell::string), ..described }
}

fn kind_and_name(change: &Change) -> (&'static str, String) {
    let of = |kind: &'static str, name: &Name| (kind, spell::name(name));
    let bare = |kind: &'static str, name: &Ident| (kind, spell::ident(name));
    match change {
        Change::CreateSchema { name, .. } => bare("add-schema", name),
        Change::DropSchema { name } => bare("drop-schema", name),
        Change::SetSchemaOwner { name, .. } => bare("alter-schema", name),
        Change::CreateType { name, .. } => of("add-type", name),
        Change::DropType { name } => of("drop-type", name),
        Change::CreateSequence { name, .. } => of("add-sequence", name),
        Change::AlterSequence { name, .. } => of("alter-sequence", name),
        Change::DropSequence { name } => of("drop-sequence", name),
        Change::CreateSynonym { name, .. } => of("add-synonym", name),
        Change::DropSynonym { name } => of("drop-synonym", name),
        Change::SwitchTrigger { trigger, .. } => of("switch-trigger", trigger),
        Change::CreatePrincipal { name, .. } => bare("add-principal", name),
        Change::AlterPrincipal { name, .. } => bare("alter-principal", name),
        Change::DropPrincipal { name } => bare("drop-principal", name),
        Change::RoleMember { role, add, .. } => bare(if *add { "add-member" } else { "drop-member" }, role),
        Change::CreateExternalModel { name, .. } => bare("add-external-model", name),
        Change::AlterExternalModel { name, .. } => bare("alter-external-model", name),
        Change::DropExternalModel { name } => bare("drop-external-model", name),
        Change::CreateCredential { name, .. } => bare("add-credential", name),
        Change::AlterCredential { name, .. } => bare("alter-credential", name),
        Change::DropCredential { name } => bare("drop-credential", name),
        Change::SetConfiguration { name, .. } => ("set-configuration", name.to_string()),
        Change::DropOther { name, .. } => of("drop-other", name),
        Change::CreateOther { name, .. } => of("add-other", name),
        Change::AlterOther { name, .. } => of("alter-other", name),
        other => ("change", other.object().map(spell::name).unwrap_or_default()),
    }
}
