//! The table that a change writes: its columns, what goes into them, and the table of pending changes.

use super::coerce::convert_call;
use super::expression::shown;
use super::{Binder, Bound, Typed};
use crate::name::{Ident, Name};
use crate::sandbox::query::physical;
use crate::sandbox::query::plan::Sql;
use crate::sandbox::value::SqlType;
use crate::schema::{Column, DataType, ModuleKind, Table};

/// A table that is written.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub name: Name,
    pub table: Table,
    /// Its name in SQLite, quoted.
    pub physical: String,
    /// The same without quotes, as the host knows it.
    pub key: String,
    /// Its name in error texts.
    pub shown: String,
}

/// A column with the text of the value that goes into it.
pub(super) type Stored = (Ident, String);

impl Binder<'_> {
    /// The table of a name that INSERT, UPDATE, DELETE or MERGE has.
    pub(super) fn target(&mut self, parts: &[Ident], at: usize) -> Bound<Target> {
        if let Some((name, table, physical)) = self.session_table(parts) {
            let key = physical.trim_start_matches("temp.").trim_matches('"').to_owned();
            let shown = name.object.as_str().to_owned();
            return self.writable(Target { name, table, physical, key, shown }, at);
        }
        if parts.len() == 1 && parts[0].as_str().starts_with('@') {
            let text = format!("Must declare the table variable \"{}\".", parts[0].as_str());
            return Err(self.fail(crate::sandbox::error::SqlError::new(1087, text).class(15), at));
        }
        let name = self.existing_object(parts, at)?;
        let name = self.scope.catalog.resolve(&name);
        let Some(entry) = self.scope.catalog.tables.get(&name) else {
            let view =
                self.scope.catalog.modules.get(&name).is_some_and(|module| module.definition.kind == ModuleKind::View);
            return if view {
                self.unknown(format!("A change through the view {name}"), at)
            } else if self.scope.environment.system_view(&name).is_some() {
                self.error(259, "Ad hoc updates to system catalogs are not allowed.", at)
            } else {
                self.error(208, format!("Invalid object name '{}'.", shown(parts)), at)
            };
        };
        let target = Target {
            table: (*entry.definition).clone(),
            physical: physical::table(&name),
            key: physical::table_text(&name),
            shown: format!("{}.{}.{}", self.scope.database, name.schema.as_str(), name.object.as_str()),
            name,
        };
        self.writable(target, at)
    }

    /// Tables whose rows change by rules that the sandbox does not keep are refused.
    fn writable(&mut self, target: Target, at: usize) -> Bound<Target> {
        if target.table.versioned.is_some() {
            return self.unknown(format!("A change of the system-versioned table {}", target.name), at);
        }
        let versioned = |column: &&Column| is_row_version(column) || column.generated.is_some();
        if let Some(column) = target.table.columns.iter().find(versioned) {
            return self.unknown(format!("A change of a table with the generated column {}", column.name), at);
        }
        Ok(target)
    }

    /// A column of the target by name (Msg 207).
    pub(super) fn target_column<'t>(&self, target: &'t Target, name: &Ident, at: usize) -> Bound<&'t Column> {
        match target.table.column(name) {
            Some(column) => Ok(column),
            None => self.error(207, format!("Invalid column name '{}'.", name.as_str()), at),
        }
    }

    /// A value as it goes into a column: converted, not too long (Msg 2628), not NULL where the column
    /// takes none (Msg 515).
    pub(super) fn stored_value(
        &mut self,
        target: &Target,
        column: &Column,
        value: Typed,
        verb: &str,
        at: usize,
    ) -> Bound<String> {
        let Some(data_type) = &column.data_type else {
            return self.error(
                271,
                format!(
                    "The column \"{}\" cannot be modified because it is either a computed column or is the result of a UNION operator.",
                    column.name.as_str()
                ),
                at,
            );
        };
        let data_type = self.placed(SqlType::of(data_type, self.scope.catalog), at)?;
        let nullable = value.nullable;
        let place = format!("{}, {}", physical::literal(&target.shown), physical::literal(column.name.as_str()));
        let collation = super::source::collation(column, data_type);
        let converted = self.implicit(Typed { collation: value.collation.clone(), ..value.clone() }, data_type, at)?;
        let sized = data_type.is_text() || data_type.is_binary();
        let sql = if sized && !value.is_null() && !fits(&value, data_type) {
            let typed = Typed { collation, ..value };
            let call = convert_call("t_assign", &typed, data_type);
            format!("{}, {place})", &call[..call.len() - 1])
        } else {
            converted.sql
        };
        if nullable && !self.scope.catalog.is_nullable(&target.table, column) {
            return Ok(format!("t_not_null({sql}, {place}, '{verb}')"));
        }
        Ok(sql)
    }

    /// What goes into a column that is not given a value: its default, or NULL.
    pub(super) fn default_value(&mut self, target: &Target, column: &Column, at: usize) -> Bound<String> {
        let value = match &column.default {
            Some(default) => self.text_apart(default.value.as_str(), at)?,
            None => Typed::null(),
        };
        self.stored_value(target, column, value, "INSERT", at)
    }

    /// Every stored column with its value, for a row of which `given` is given.
    pub(super) fn whole_row(&mut self, target: &Target, given: &[Stored], at: usize) -> Bound<Vec<Stored>> {
        let mut row = Vec::with_capacity(target.table.columns.len());
        for column in target.table.columns.iter().filter(|column| column.data_type.is_some()) {
            let known = given.iter().find(|(name, _)| *name == column.name).map(|(_, sql)| sql.clone());
            let key = physical::literal(&target.key);
            let sql = match (known, &column.identity) {
                (Some(sql), Some(_)) => format!("t_identity_inserted({key}, {sql})"),
                (Some(sql), None) => sql,
                (None, Some(_)) => self.next_identity(&key, column, at)?,
                (None, None) => self.default_value(target, column, at)?,
            };
            row.push((column.name.clone(), sql));
        }
        Ok(row)
    }

    fn next_identity(&mut self, key: &str, column: &Column, at: usize) -> Bound<String> {
        let next = Typed::new(format!("t_next_identity({key})"), SqlType::BigInt, false);
        let Some(data_type) = &column.data_type else { return Ok(next.sql) };
        let data_type = self.placed(SqlType::of(data_type, self.scope.catalog), at)?;
        if data_type.is_integer() { Ok(next.sql) } else { Ok(self.implicit(next, data_type, at)?.sql) }
    }

    /// A table of pending changes with so many columns.
    pub(super) fn pending(&self, columns: usize) -> Pending {
        let width = columns.max(8).next_power_of_two();
        let name = format!("temp.\"pending_{}_{width}\"", self.scope.depth);
        let names: Vec<String> = (0..width).map(|at| format!("c{at}")).collect();
        let create = format!(
            "CREATE TABLE IF NOT EXISTS {name} (\"action\" TEXT, \"row\" INTEGER PRIMARY KEY, {})",
            names.join(", ")
        );
        let clear = format!("DELETE FROM {name}");
        let plain = |text: &str| Sql { text: text.to_owned(), parameters: Vec::new() };
        Pending { prepare: vec![plain(&create), plain(&clear)], finish: vec![plain(&clear)], name }
    }
}

/// The table of pending changes of one statement.
pub(super) struct Pending {
    /// Quoted.
    pub name: String,
    pub prepare: Vec<Sql>,
    pub finish: Vec<Sql>,
}

impl Pending {
    /// The head of the statement that fills it: `INSERT INTO … (action, row, c0, …)`.
    pub fn insert_head(&self, verb: &str, columns: usize) -> String {
        let names: String = (0..columns).map(|at| format!(", c{at}")).collect();
        format!("{verb} INTO {} (\"action\", \"row\"{names})", self.name)
    }
}

fn is_row_version(column: &Column) -> bool {
    match &column.data_type {
        Some(DataType::System { name, .. }) => matches!(&**name, "rowversion" | "timestamp"),
        _ => false,
    }
}

/// Whether a text or binary surely fits as it is.
fn fits(value: &Typed, data_type: SqlType) -> bool {
    let same_kind =
        value.data_type.is_text() && data_type.is_text() || value.data_type.is_binary() && data_type.is_binary();
    let fixed = matches!(data_type, SqlType::Char(_) | SqlType::NChar(_) | SqlType::Binary(_));
    let narrows = value.data_type.is_national() && !data_type.is_national();
    let room = match (value.data_type.length(), data_type.length()) {
        (_, None) => true,
        (Some(have), Some(most)) => have <= most,
        (None, Some(_)) => false,
    };
    (same_kind && room && !narrows && !fixed) || value.data_type == data_type
}
