//! Statements that change the schema: judged, carried out on the storage, entered in the log.

use super::compile::Judged;
use super::{Done, Failure, Flow, Frame, Interpreter, Running, Stop};
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::refusal::{self, Refusal, Situation};
use crate::replay::Context;
use crate::sandbox::error::{Errors, NOT_IN_SANDBOX, SqlError};
use crate::sandbox::host::{self, Counter};
use crate::sandbox::query;
use crate::sandbox::store::alter::{Home, Store};
use crate::sandbox::store::log::{Entry, Schema};
use crate::sandbox::store::table::{physical, quoted};
use crate::sandbox::temporary::{Made, Tables};
use crate::sandbox::time;
use crate::schema::{FunctionKind, Module, ModuleKind, Table};
use crate::syntax::ast::{Kind, Statement};
use crate::text::Span;

/// The errors that a refusal is sent as.
pub(super) fn errors(refusal: &Refusal) -> Errors {
    let error = |number: u32, text: &str| {
        SqlError::new(i32::try_from(number).unwrap_or(i32::MAX), text).class(refusal.class).state(refusal.state)
    };
    let first = Errors::from(error(refusal.number, &refusal.message));
    match refusal.then {
        Some((number, text)) => first.then(error(number, text)),
        None => first,
    }
}

impl Interpreter<'_> {
    /// Runs a statement that changes the schema.
    pub(super) fn define(&mut self, statement: &Statement) -> Done {
        let span = statement.span;
        let text = self.text(span).to_owned();
        self.refuse_statement(statement, &text, span)?;
        self.refuse_unfollowed(statement)?;
        self.check_property(statement)?;
        self.judge_body(statement)?;
        match &statement.kind {
            Kind::CreateSchema { name, owner, elements } => {
                let kind = Kind::CreateSchema { name: name.clone(), owner: owner.clone(), elements: Vec::new() };
                self.define_as(&Statement { kind, span }, logged_text(statement, &text).as_str(), span)?;
                self.define_elements(name, elements)?;
            }
            _ => self.define_as(statement, &text, span)?,
        }
        self.done(None);
        Ok(Flow::Next)
    }

    /// Carries out a statement with a text that stands for it in the log.
    pub(super) fn define_as(&mut self, statement: &Statement, text: &str, span: Span) -> Result<(), Stop> {
        let changes = self.meaning(statement, span)?;
        let is_main = changes.iter().any(|change| !is_temporary(change));
        let locks = is_main || self.session.transaction.count > 0;
        self.atomically(locks, span, |this| {
            // The schema may have moved while the lock was waited for.
            let changes = this.meaning(statement, span)?;
            this.carry_out(changes, is_main.then(|| logged_text(statement, text)), span)
        })
    }

    /// The statements inside a CREATE SCHEMA; names without a schema are in it.
    fn define_elements(&mut self, schema: &Ident, elements: &[Statement]) -> Result<(), Stop> {
        let outside = std::mem::replace(&mut self.session.default_schema, schema.clone());
        let done = elements.iter().try_for_each(|element| {
            let text = self.text(element.span).to_owned();
            self.define_as(element, &text, element.span)
        });
        self.session.default_schema = outside;
        done
    }

    fn meaning(&self, statement: &Statement, span: Span) -> Result<Vec<Change>, Failure> {
        let settings = self.session.options.settings;
        let context = Context { settings, default_schema: self.session.default_schema.clone() };
        let temporary = &self.session.temporaries.tables.catalog.tables;
        let changes = if temporary.is_empty() {
            self.session.schema.changes(statement, &context)
        } else {
            let mut seen = (*self.session.schema.catalog).clone();
            seen.tables.extend(temporary.clone());
            self.session.schema.changes_in(statement, &seen, &context)
        };
        let mut changes = changes.map_err(|error| self.failure(error, span))?;
        if matches!(statement.kind, Kind::Drop { if_exists: true, .. }) {
            changes.retain(|change| !matches!(change, Change::DropTable { name } if name.is_temporary() && !temporary.contains_key(name)));
        }
        Ok(changes)
    }

    pub(super) fn refuse_statement(&self, statement: &Statement, text: &str, span: Span) -> Result<(), Failure> {
        let found = self.situation(|situation| {
            refusal::refusals_of_statement(statement, text, &self.session.schema.catalog, situation)
        });
        self.first_of(found, span)
    }

    /// What the engine refuses of a change.
    fn first_refusal(&self, change: &Change) -> Result<(), Errors> {
        let found = self.situation(|situation| refusal::refusals(change, &self.session.schema.catalog, situation));
        match found.first() {
            Some(refusal) => Err(errors(refusal)),
            None => Ok(()),
        }
    }

    pub(super) fn situation<T>(&self, judge: impl FnOnce(&Situation<'_>) -> T) -> T {
        let count = |table: &Name, column: &Ident| self.count_values(table, column);
        judge(&Situation {
            in_transaction: self.session.transaction.count > 0,
            settings: self.session.options.judged(),
            database: Some(self.session.database()),
            vectors: Some(&count),
            ..Situation::default()
        })
    }

    fn first_of(&self, found: Vec<Refusal>, span: Span) -> Result<(), Failure> {
        match found.first() {
            Some(refusal) => Err(self.failure(errors(refusal), span)),
            None => Ok(()),
        }
    }

    /// Carries out changes, inside a unit, and enters them in the log as `text`.
    pub(super) fn carry_out(&mut self, changes: Vec<Change>, text: Option<String>, span: Span) -> Result<(), Stop> {
        let at = time::text(self.session.host.state().now);
        for change in &changes {
            let done = if is_temporary(change) { self.change_temporary(change) } else { self.change_main(change, &at) };
            done.map_err(|errors| self.failure(errors, span))?;
        }
        self.session.generation += 1;
        let Some(statement) = text.filter(|_| !changes.is_empty()) else { return Ok(()) };
        let entry = Entry {
            statement,
            quoted_identifier: self.session.options.settings.quoted_identifier,
            ansi_nulls: self.session.options.settings.ansi_nulls,
            default_schema: self.session.default_schema.as_str().to_owned(),
            at,
        };
        let session = &mut *self.session;
        let appended = session.schema.append(&session.connection, &entry);
        appended.map_err(|error| self.failure(error, span))?;
        Ok(())
    }

    fn change_main(&mut self, change: &Change, at: &str) -> Result<(), Errors> {
        let counters = counters_of(change);
        self.keep_counters_of(&counters)?;
        self.first_refusal(change)?;
        self.refuse_versioned(change)?;
        if let Change::AddColumn { table, column } = change {
            self.refuse_unfilled(table, column)?;
        }
        let session = &mut *self.session;
        // The functions' view of the schema is let go first, so that it is changed and not copied.
        session.host.state().schema = Schema::default();
        session.schema_changes += 1;
        session.schema.apply(change, at)?;
        session.host.state().schema = session.schema.clone();
        let (done, _) = self.look(|scope| {
            Store { connection: &self.session.connection, home: Home::Main, scope: *scope }.carry_out(change)
        });
        done?;
        self.reread_counters(&counters)?;
        self.judge_expressions(change)
    }

    /// Expressions of defaults and computed columns, and queries of views and inline functions, have to
    /// make sense when they are made; what the sandbox does not know shows when it is used.
    fn judge_expressions(&self, change: &Change) -> Result<(), Errors> {
        let (judged, _) = self.look(|scope| match change {
            Change::CreateTable { table, .. } => {
                table.columns.iter().try_for_each(|column| judge_column(column, table, scope))
            }
            Change::AddColumn { table, column } => match scope.catalog.table(table) {
                Some(definition) => judge_column(column, definition, scope),
                None => Ok(()),
            },
            Change::CreateModule { name, module } | Change::AlterModule { name, to: module, .. } => {
                judge_query(name, module, scope)
            }
            _ => Ok(()),
        });
        match judged {
            Err(refused) if refused.error.number != NOT_IN_SANDBOX => Err(refused.error.into()),
            _ => Ok(()),
        }
    }

    /// The statements of a procedure are checked when it is made.
    fn judge_body(&mut self, statement: &Statement) -> Result<(), Stop> {
        let Kind::Module { name, module, statements, .. } = &statement.kind else { return Ok(()) };
        if module.kind != ModuleKind::Procedure {
            return Ok(());
        }
        let frame = Frame { code: self.frame().code.clone(), running: Running::Module(name.to_name()) };
        let mut parameters = Vec::new();
        for parameter in &module.parameters {
            parameters.push(self.empty_parameter(parameter, statement.span)?);
        }
        let (judged, _) = self.call(frame, parameters, |this| Ok(this.compile(statements, Judged { unknown: false })));
        Ok(judged??)
    }

    fn change_temporary(&mut self, change: &Change) -> Result<(), Errors> {
        if let Change::CreateTable { name, .. } = change {
            self.make_room(name)?;
        }
        let applied = self.session.temporaries.tables_mut().catalog.apply(change);
        applied.map_err(|error| self.temporary_error(change, &error.to_string()))?;
        let mut catalog = (*self.session.schema.catalog).clone();
        catalog.tables.extend(self.session.temporaries.tables.catalog.tables.clone());
        let (done, _) = self.look(|scope| {
            let scope = query::Scope { catalog: &catalog, ..*scope };
            Store { connection: &self.session.connection, home: Home::Temporary, scope }.carry_out(change)
        });
        done?;
        if let Change::CreateTable { name, table } = change {
            self.count_from_start(&physical(name), table);
        }
        self.number_temporaries();
        Ok(())
    }

    fn make_room(&mut self, name: &Name) -> Result<(), Errors> {
        if name.object.as_str().starts_with("##") {
            return Err(SqlError::unknown("A global temporary table").into());
        }
        if self.session.temporaries.tables.catalog.tables.contains_key(name) {
            let text = format!("There is already an object named '{}' in the database.", name.object.as_str());
            return Err(SqlError::new(2714, text).state(6).into());
        }
        let made = Made { depth: self.depth(), physical: physical(name) };
        self.session.temporaries.tables_mut().made.insert(name.clone(), made);
        Ok(())
    }

    /// Object ids of temporary tables.
    fn number_temporaries(&mut self) {
        let Tables { catalog, made } = self.session.temporaries.tables_mut();
        made.retain(|name, _| catalog.tables.contains_key(name));
        let tables = &catalog.tables;
        let mut state = self.session.host.state();
        let mut next = state.temporary_ids.values().min().copied().unwrap_or(-1_000_000);
        state.temporary_ids.retain(|name, _| tables.contains_key(name));
        for name in tables.keys() {
            state.temporary_ids.entry(name.clone()).or_insert_with(|| {
                next -= 1;
                next
            });
        }
    }

    fn temporary_error(&self, change: &Change, why: &str) -> SqlError {
        match change {
            Change::DropTable { name } => {
                let text = format!(
                    "Cannot drop the table '{}', because it does not exist or you do not have permission.",
                    name.object.as_str()
                );
                SqlError::new(3701, text).class(11).state(5)
            }
            _ => SqlError::unknown(format!("This change of a temporary table ({why})")),
        }
    }

    /// Makes a table of the session's own in SQLite.
    pub(super) fn create_temporary(&self, physical: &str, table: &Table) -> Result<(), Errors> {
        let (created, _) = self.look(|scope| {
            Store { connection: &self.session.connection, home: Home::Temporary, scope: *scope }.create(physical, table)
        });
        created?;
        self.count_from_start(physical, table);
        Ok(())
    }

    /// The identity column of a table of the session's own starts.
    fn count_from_start(&self, physical: &str, table: &Table) {
        let mut state = self.session.host.state();
        state.counters.remove(physical);
        if let Some(limits) = host::identity_of(table, &self.session.schema.catalog) {
            state.counters.insert(physical.to_owned(), Counter { last: None, limits });
        }
    }

    /// Drops a table of the session's own, if it is there.
    pub(super) fn drop_temporary(&self, physical: &str) -> Result<(), Errors> {
        Ok(self.session.connection.execute_batch(&format!("DROP TABLE IF EXISTS temp.{}", quoted(physical)))?)
    }
}

/// The counters that a change moves, renames or drops.
fn counters_of(change: &Change) -> Vec<String> {
    match change {
        Change::Truncate { table } | Change::AddColumn { table, .. } => vec![physical(table)],
        Change::DropTable { name }
        | Change::CreateSequence { name, .. }
        | Change::AlterSequence { name, .. }
        | Change::DropSequence { name } => vec![physical(name)],
        Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } => vec![physical(from), physical(to)],
        _ => Vec::new(),
    }
}

fn judge_column(
    column: &crate::schema::Column,
    table: &Table,
    scope: &query::Scope<'_>,
) -> Result<(), query::QueryError> {
    if let Some(computed) = &column.computed {
        query::row_expression(computed.expression.as_str(), table, scope)?;
    }
    if let (Some(default), Some(data_type)) = (&column.default, &column.data_type)
        && let Ok(data_type) = crate::sandbox::value::SqlType::of(data_type, scope.catalog)
    {
        query::value(default.value.as_str(), data_type, scope)?;
    }
    Ok(())
}

fn judge_query(name: &Name, module: &Module, scope: &query::Scope<'_>) -> Result<(), query::QueryError> {
    let arguments = match (module.kind, module.function) {
        (ModuleKind::View, _) => String::new(),
        (ModuleKind::Function, Some(FunctionKind::Inline)) => {
            format!("({})", vec!["NULL"; module.parameters.len()].join(", "))
        }
        _ => return Ok(()),
    };
    query::translate(&format!("SELECT * FROM {}{arguments}", name.bracketed()), scope).map(|_| ())
}

/// Whether a change is of a temporary table.
fn is_temporary(change: &Change) -> bool {
    match change {
        Change::CreateTable { name, .. } | Change::DropTable { name } => name.is_temporary(),
        Change::Truncate { table }
        | Change::AddColumn { table, .. }
        | Change::DropColumn { table, .. }
        | Change::AlterColumn { table, .. }
        | Change::AddDefault { table, .. }
        | Change::DropDefault { table, .. }
        | Change::AddConstraint { table, .. }
        | Change::DropConstraint { table, .. }
        | Change::SwitchConstraint { table, .. }
        | Change::CreateIndex { table, .. }
        | Change::DropIndex { table, .. }
        | Change::AlterIndex { table, .. } => table.is_temporary(),
        Change::Rename { from, .. } => from.is_temporary(),
        _ => false,
    }
}

/// The text for the log: a module's is the whole batch, which the server stores.
fn logged_text(statement: &Statement, text: &str) -> String {
    match &statement.kind {
        Kind::Module { module, .. } => module.definition.as_str().to_owned(),
        Kind::CreateSchema { elements, .. } => match elements.first() {
            Some(first) => text[..(first.span.start - statement.span.start) as usize].trim_end().to_owned(),
            None => text.to_owned(),
        },
        _ => text.to_owned(),
    }
}
