//! Tables, types, indexes and the headers of modules: clauses that were kept as text, options, values.

use super::{Reader, options};
use crate::schema::{
    Column, Constraint, ConstraintKind, DataType, Index, IndexKind, Module, ModuleKind, Table, UserType,
};
use crate::syntax::ast::{AlterTable, Kind, Statement};
use crate::text::Span;

/// What may stand in the WITH of a module (Learn: CREATE VIEW, PROCEDURE, FUNCTION, TRIGGER), and the words
/// behind it that are kept with it.
const MODULE: [&str; 13] = [
    "CALLED ON NULL INPUT",
    "DISTRIBUTION …",
    "ENCRYPTION",
    "EXECUTE|EXEC AS _",
    "FOR_APPEND …",
    "INLINE = ON|OFF",
    "NATIVE_COMPILATION",
    "NOT? FOR REPLICATION",
    "RECOMPILE",
    "RETURNS NULL ON NULL INPUT",
    "SCHEMABINDING",
    "VIEW_METADATA",
    "WITH APPEND",
];

/// What ALTER COLUMN adds or drops (Learn, ALTER TABLE).
const PROPERTIES: [&str; 6] = ["ROWGUIDCOL", "PERSISTED", "NOT FOR REPLICATION", "SPARSE", "HIDDEN", "MASKED …"];

impl Reader<'_> {
    pub(super) fn definition(&mut self, kind: &Kind) {
        match kind {
            Kind::CreateTable { table, .. } => self.table(table),
            Kind::CreateType { definition, .. } => match &**definition {
                UserType::Table(table) => self.table(table),
                UserType::Alias { base, .. } => self.data_type(base),
                UserType::Clr(_) => {}
            },
            Kind::CreateIndex { index, .. } => self.index(index),
            Kind::AlterTable { actions, .. } => {
                let whole = std::mem::take(&mut self.tokens);
                for (action, span) in actions {
                    let begin = whole.partition_point(|token| token.span.start < span.start);
                    let end = whole.partition_point(|token| token.span.end <= span.end);
                    (self.tokens, self.next) = (whole.get(begin..end).unwrap_or_default().to_vec(), 0);
                    self.action(action);
                }
            }
            _ => {}
        }
    }

    pub(super) fn table(&mut self, table: &Table) {
        let start = self.next;
        table.columns.iter().for_each(|column| self.column(column));
        let behind = std::mem::replace(&mut self.next, start);
        table.constraints.iter().for_each(|constraint| self.constraint(constraint));
        let behind = behind.max(std::mem::replace(&mut self.next, start));
        table.indexes.iter().for_each(|index| self.index(index));
        self.next = behind.max(self.next);
        table.opaque.iter().for_each(|clause| self.opaque(clause.as_str()));
        self.options(&table.options, options::TABLE);
    }

    fn column(&mut self, column: &Column) {
        self.go_to(&column.name);
        column.opaque.iter().for_each(|clause| self.opaque(clause.as_str()));
        if let Some(data_type) = &column.data_type {
            self.data_type(data_type);
        }
        if let Some(computed) = &column.computed {
            self.kept(computed.expression.as_str());
        }
        if let Some(default) = &column.default {
            self.kept(default.value.as_str());
        }
    }

    fn constraint(&mut self, constraint: &Constraint) {
        constraint.name.iter().for_each(|name| self.go_to(name));
        match &constraint.kind {
            ConstraintKind::Key { options, .. } => self.options(options, options::INDEX),
            ConstraintKind::Check { condition, .. } => self.kept(condition.as_str()),
            ConstraintKind::ForeignKey { .. } | ConstraintKind::Opaque(_) => {}
        }
    }

    fn index(&mut self, index: &Index) {
        self.go_to(&index.name);
        index.opaque.iter().for_each(|clause| self.opaque(clause.as_str()));
        self.options(&index.options, options::INDEX);
        if let (Some(filter), false) = (&index.filter, matches!(index.kind, IndexKind::Other { .. })) {
            self.kept(filter.as_str());
        }
    }

    fn action(&mut self, action: &AlterTable) {
        match action {
            AlterTable::AddColumn { column, .. } => self.column(column),
            AlterTable::AlterColumn(column, options) => {
                self.column(column);
                self.options(options, options::INDEX);
            }
            AlterTable::AddConstraint(constraint) => self.constraint(constraint),
            AlterTable::AddDefault { value, .. } => self.kept(value.as_str()),
            AlterTable::AddIndex(index) => self.index(index),
            AlterTable::SwitchColumn { property, .. } => {
                let from = self.find(property.as_str()).map_or(0, |found| found.start);
                self.fit(from, &PROPERTIES);
            }
            AlterTable::DropConstraint { options, .. }
            | AlterTable::RebuildIndex { options, .. }
            | AlterTable::Switch { options, .. }
            | AlterTable::Rebuild(options) => self.options(options, options::INDEX),
            AlterTable::ChangeTracking { options, .. } => self.options(options, options::TRACKING),
            AlterTable::SystemVersioning { options, .. } | AlterTable::SetOptions(options) => {
                self.options(options, options::TABLE);
            }
            _ => {}
        }
    }

    /// The arguments of a type of the system are numbers or MAX.
    pub(super) fn data_type(&mut self, data_type: &DataType) {
        let args = match data_type {
            DataType::System { args, .. } => args,
            DataType::Opaque(text) if text.as_str().trim_end().ends_with("()") => return self.opaque(text.as_str()),
            _ => return,
        };
        let wrong = args.iter().find(|argument| {
            let is_number = argument.bytes().all(|byte| byte.is_ascii_digit());
            !is_number && &***argument != "max" && !options::is_filled_in(argument)
        });
        if let Some(wrong) = wrong {
            self.opaque(wrong);
        }
    }

    pub(super) fn module(&mut self, module: &Module, statements: &[Statement], body: Span) {
        let header = self.tokens.iter().filter(|token| token.span.start < body.start).copied().collect();
        self.tokens = header;
        for option in &module.options {
            let found = self.find(option).unwrap_or(0..0);
            self.fit_within(found, &MODULE);
        }
        self.events(module);
        module.parameters.iter().for_each(|parameter| self.data_type(&parameter.data_type));
        if let Some(table) = &module.return_table {
            self.table(table);
        }
        self.body(module, statements, body);
    }

    /// `AFTER INSERT, UPDATE`; those of a trigger on the database or server are words with `_`.
    fn events(&mut self, module: &Module) {
        let Some(events) = &module.trigger_events else { return };
        if module.kind != ModuleKind::Trigger || module.trigger_on.is_none() {
            return;
        }
        let Some(found) = self.find(events.as_str()) else { return };
        self.fit_within(found, &["FOR|AFTER|INSTEAD OF? INSERT|UPDATE|DELETE|,*"]);
    }
}
