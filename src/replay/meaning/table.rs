//! `CREATE TABLE` and `ALTER TABLE`.

use super::{Reader, unknown_column};
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::schema::{Column, Constraint, ConstraintKind, DefaultValue, HISTORY_RETENTION, IndexOption, SqlText, Table};
use crate::syntax::ast::{AlterTable, ObjectName};
use crate::syntax::lexer::string_text;
use crate::text::Span;

/// Whether a statement adds a primary key on a column that it adds, and the column says nothing of NULL.
fn is_keyed(column: &Column, actions: &[(AlterTable, Span)]) -> bool {
    let is_silent = column.nullable.is_none() && column.computed.is_none();
    let holds = |constraint: &Constraint| match &constraint.kind {
        ConstraintKind::Key { primary: true, columns, .. } => columns.iter().any(|key| key.name == column.name),
        _ => false,
    };
    let is_key = |action: &AlterTable| matches!(action, AlterTable::AddConstraint(constraint) if holds(constraint));
    is_silent && actions.iter().any(|(action, _)| is_key(action))
}

impl Reader<'_> {
    pub(super) fn create_table(&mut self, name: &ObjectName, table: &Table) {
        let Some(name) = self.here(name) else { return };
        if let Some(Some(history)) = &table.versioned {
            self.history_table(history, table);
        }
        self.push(Change::CreateTable { name, table: Box::new(table.clone()) });
    }

    pub(super) fn alter_table(&mut self, name: &ObjectName, actions: &[(AlterTable, Span)]) {
        let Some(name) = self.target(name) else { return };
        let whole = self.span;
        for (action, span) in actions {
            self.span = *span;
            match action {
                AlterTable::AddColumn { column, .. } if is_keyed(column, actions) => self.add_keyed(&name, column),
                _ => self.alter(&name, action),
            }
        }
        self.span = whole;
    }

    /// A column of its own statement's primary key: NOT NULL where nothing else is written (Learn, CREATE TABLE,
    /// "PRIMARY KEY").
    fn add_keyed(&mut self, table: &Name, column: &Column) {
        let column = Box::new(Column { nullable: Some(false), ..column.clone() });
        self.push(Change::AddColumn { table: table.clone(), column });
    }

    fn alter(&mut self, table: &Name, action: &AlterTable) {
        let table = table.clone();
        match action {
            AlterTable::AddColumn { column, .. } => self.push(Change::AddColumn { table, column: column.clone() }),
            AlterTable::AddConstraint(constraint) => {
                self.push(Change::AddConstraint { table, constraint: constraint.clone() });
            }
            AlterTable::AddDefault { name, column, value, with_values } => {
                let default = DefaultValue { name: name.clone(), value: value.clone() };
                self.push(Change::AddDefault { table, column: column.clone(), default, with_values: *with_values });
            }
            AlterTable::AddIndex(index) => {
                self.push(Change::CreateIndex { table, index: index.clone(), drop_existing: false });
            }
            AlterTable::AddPeriod(period) => self.push(Change::SetPeriod { table, period: Some(period.clone()) }),
            AlterTable::DropPeriod => self.push(Change::SetPeriod { table, period: None }),
            AlterTable::AlterColumn(column, _) => self.alter_column(table, column),
            AlterTable::SwitchColumn { column, add, property } => self.switch_column(table, column, *add, property),
            AlterTable::DropColumn { column, if_exists } => self.drop_column(table, column, *if_exists),
            AlterTable::DropConstraint { name, if_exists, .. } => self.drop_constraint(table, name, *if_exists),
            AlterTable::RebuildIndex { index, options } => self.push(Change::AlterIndex {
                table,
                index: Some(index.clone()),
                action: "REBUILD".into(),
                options: options.clone(),
            }),
            AlterTable::DropIndex { index, if_exists } => self.drop_index(table, index, *if_exists),
            _ => self.alter_whole(table, action),
        }
    }

    /// Actions on more than one column, constraint or index.
    fn alter_whole(&mut self, table: Name, action: &AlterTable) {
        match action {
            AlterTable::SwitchConstraint { enable, with_check, names } => {
                self.switch_constraints(&table, *enable, *with_check, names);
            }
            AlterTable::SwitchTrigger { enable, names } => {
                let names = names.iter().map(|name| Name { schema: table.schema.clone(), object: name.clone() });
                self.switch_triggers(names.collect(), Some(&table), *enable);
            }
            AlterTable::SystemVersioning { on, history, options } => {
                self.versioning(table.clone(), *on, history.as_ref());
                let lasting = options.iter().filter(|option| *on && &*option.name == HISTORY_RETENTION);
                self.set_options(&table, &lasting.cloned().collect::<Vec<_>>());
            }
            AlterTable::ChangeTracking { enable, .. } => {
                let value = SqlText::new(if *enable { "ON" } else { "OFF" });
                self.push(Change::SetTableOption {
                    table,
                    option: IndexOption { name: "CHANGE_TRACKING".into(), value },
                });
            }
            AlterTable::SetOptions(options) => self.set_options(&table, options),
            AlterTable::Rebuild(options) => {
                let option = IndexOption { name: "REBUILD".into(), value: SqlText::default() };
                self.push(Change::SetTableOption { table: table.clone(), option });
                let lasting = options.iter().filter(|option| option.name.ends_with("_COMPRESSION"));
                self.set_options(&table, &lasting.cloned().collect::<Vec<_>>());
            }
            AlterTable::Switch { target, .. } => {
                if let Some(target) = self.target(target) {
                    self.push(Change::SwitchPartition { table, target });
                }
            }
            _ => self.not_understood(Some(table)),
        }
    }

    fn set_options(&mut self, table: &Name, options: &[IndexOption]) {
        for option in options {
            self.push(Change::SetTableOption { table: table.clone(), option: option.clone() });
        }
    }

    /// `ALTER COLUMN name type …` keeps what it cannot say: default, identity, ROWGUIDCOL and the like.
    fn alter_column(&mut self, table: Name, column: &Column) {
        let from = self.column(&table, &column.name);
        let to = Column {
            name: from.name.clone(),
            data_type: column.data_type.clone(),
            nullable: column.nullable,
            collation: column.collation.clone(),
            sparse: column.sparse,
            masked: column.masked.clone().or_else(|| from.masked.clone()),
            encrypted: column.encrypted.clone(),
            opaque: column.opaque.clone(),
            ..(*from).clone()
        };
        self.push(Change::AlterColumn { table, from, to: Box::new(to) });
    }

    /// A column as the catalog knows it; one of which only the name is known otherwise.
    fn column(&self, table: &Name, column: &Ident) -> Box<Column> {
        self.catalog.column(table, column).map_or_else(|| unknown_column(column), |found| Box::new(found.clone()))
    }

    fn switch_column(&mut self, table: Name, column: &Ident, add: bool, property: &SqlText) {
        let from = self.column(&table, column);
        let mut to = from.clone();
        let words = property.as_str().to_uppercase();
        match words.split_whitespace().next() {
            Some("ROWGUIDCOL") => to.rowguidcol = add,
            Some("SPARSE") => to.sparse = add,
            Some("HIDDEN") => to.hidden = add,
            Some("PERSISTED") => to.computed.iter_mut().for_each(|computed| computed.persisted = add),
            Some("MASKED") => to.masked = if add { mask(property) } else { None },
            Some("NOT") => to.identity.iter_mut().for_each(|identity| identity.not_for_replication = add),
            _ => return self.not_understood(Some(table)),
        }
        self.push(Change::AlterColumn { table, from, to });
    }

    fn drop_column(&mut self, table: Name, column: &Ident, if_exists: bool) {
        if !if_exists || self.catalog.column(&table, column).is_some() {
            self.push(Change::DropColumn { table, column: column.clone() });
        }
    }

    fn drop_constraint(&mut self, table: Name, name: &Ident, if_exists: bool) {
        let known = self.catalog.table(&table);
        if let Some(column) = known.and_then(|known| known.column_of_default(name)) {
            let column = column.name.clone();
            return self.push(Change::DropDefault { table, column, name: Some(name.clone()) });
        }
        let found = known.and_then(|known| known.constraint(name)).cloned();
        if found.is_none() && if_exists {
            return;
        }
        let constraint = found.unwrap_or_else(|| Constraint {
            name: Some(name.clone()),
            kind: ConstraintKind::Opaque(SqlText::default()),
            not_trusted: false,
            disabled: false,
        });
        self.push(Change::DropConstraint { table, constraint: Box::new(constraint) });
    }

    fn switch_constraints(&mut self, table: &Name, enable: bool, with_check: bool, names: &[Ident]) {
        let known = self.catalog.table(table).map_or(&[][..], |known| &known.constraints);
        let can_be_switched = |constraint: &&Constraint| {
            matches!(constraint.kind, ConstraintKind::ForeignKey { .. } | ConstraintKind::Check { .. })
        };
        let all = || known.iter().filter(can_be_switched).filter_map(|constraint| constraint.name.clone()).collect();
        let names: Vec<Ident> = if names.is_empty() { all() } else { names.to_vec() };
        for name in names {
            let was = known.iter().find(|constraint| constraint.name.as_ref() == Some(&name));
            let still_trusted = was.is_some_and(|constraint| !constraint.disabled && !constraint.not_trusted);
            let trusted = enable && (with_check || still_trusted);
            self.push(Change::SwitchConstraint { table: table.clone(), name, enable, trusted });
        }
    }

    fn versioning(&mut self, table: Name, on: bool, history: Option<&ObjectName>) {
        let there = self.catalog.table(&table).and_then(|known| known.versioned.clone());
        let history = history.and_then(|history| self.here(history)).or_else(|| there.flatten());
        if let (true, Some(history), Some(known)) = (on, &history, self.catalog.table(&table)) {
            self.history_table(history, known);
        }
        self.push(Change::SetVersioning { table, versioned: on.then_some(history) });
    }

    /// The engine makes the history table when it is not there.
    fn history_table(&mut self, history: &Name, table: &Table) {
        if self.catalog.object_kind(history).is_none() {
            self.push(Change::CreateTable { name: history.clone(), table: Box::new(table.history(history)) });
        }
    }
}

/// The function of `MASKED WITH (FUNCTION = '…')`.
fn mask(property: &SqlText) -> Option<SqlText> {
    let text = property.as_str();
    let literal = text.get(text.find('\'')?..=text.rfind('\'')?)?;
    Some(SqlText::new(string_text(literal)))
}
