//! The entrances: a statement, an expression, a condition.

use std::collections::BTreeMap;

use super::bind::{Binder, Bound, Relation, Typed};
use super::plan::{Expression, Plan, QueryError, Scope};
use crate::name::{Ident, Name};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::SqlType;
use crate::schema::{Column, DataType, Table};
use crate::syntax::query;
use crate::syntax::query::ast::{Body, Expr, Insert, InsertRows, Query, Select, SelectItem, Statement};

/// Translates one query or change of rows (`SELECT`, `INSERT`, `UPDATE`, `DELETE`, `MERGE`, with or
/// without `WITH`).
///
/// # Errors
/// What the engine says to a statement that it does not compile, or that the sandbox does not know it.
pub fn translate(statement: &str, scope: &Scope<'_>) -> Result<Plan, QueryError> {
    let mut binder = Binder::new(scope);
    match query::statement(statement, 0)? {
        Statement::Query(query) => select(&mut binder, &query),
        Statement::Insert(insert) => match insert.rows {
            InsertRows::Execute(at) => insert_execute(statement, &insert, at),
            _ => Ok(Plan::Change(Box::new(binder.insert(&insert)?))),
        },
        Statement::Update(update) => Ok(Plan::Change(Box::new(binder.update(&update)?))),
        Statement::Delete(delete) => Ok(Plan::Change(Box::new(binder.delete(&delete)?))),
        Statement::Merge(merge) => Ok(Plan::Change(Box::new(binder.merge(&merge)?))),
    }
}

fn insert_execute(statement: &str, insert: &Insert, at: usize) -> Result<Plan, QueryError> {
    if !insert.output.is_empty() {
        let text = "The OUTPUT clause cannot be used in an INSERT...EXEC statement.";
        return Err(QueryError::new(SqlError::new(483, text), insert.at));
    }
    let (head, execute) = (statement[..at].trim_end(), statement[at..].trim_end());
    Ok(Plan::InsertExecute { insert: head.to_owned(), execute: execute.to_owned() })
}

fn select(binder: &mut Binder<'_>, query: &Query) -> Bound<Plan> {
    let outer = match &query.body {
        Body::Select(select) => Some(&**select),
        _ => None,
    };
    if let Some(targets) = outer.and_then(assigned) {
        return assignment(binder, query, targets);
    }
    let relation = binder.query(query, false)?;
    let sql = binder.sql(&relation.sql);
    match outer.and_then(|select| select.into.as_ref().map(|into| (into, select.at))) {
        Some((into, at)) => Ok(Plan::Into {
            table: new_table(binder, into, at)?,
            columns: new_columns(binder, &relation, at)?,
            rows: sql,
        }),
        None => Ok(Plan::Rows { sql, columns: relation.columns.iter().map(|column| column.plan()).collect() }),
    }
}

/// The variables of a SELECT that assigns.
fn assigned(select: &Select) -> Option<Vec<Ident>> {
    let variables: Vec<Ident> = select
        .items
        .iter()
        .filter_map(|item| match item {
            SelectItem::Assign { variable, .. } => Some(variable.clone()),
            _ => None,
        })
        .collect();
    (!variables.is_empty()).then_some(variables)
}

/// Msg 141 when some items are no assignments.
fn assignment(binder: &mut Binder<'_>, query: &Query, targets: Vec<Ident>) -> Bound<Plan> {
    binder.assigns(&targets);
    let relation = binder.query(query, false)?;
    if relation.columns.len() != targets.len() {
        let text = "A SELECT statement that assigns a value to a variable must not be combined with data-retrieval operations.";
        return Err(QueryError::new(SqlError::new(141, text).class(15), query.at));
    }
    Ok(Plan::Assign { sql: binder.sql(relation.sql), targets })
}

/// The table that SELECT INTO makes (Msg 2714 when it is there).
fn new_table(binder: &Binder<'_>, parts: &[Ident], at: usize) -> Bound<Name> {
    let name = binder.object_name(parts, at)?;
    let written = parts.len() > 1;
    let temporary = name.is_temporary();
    let schema = if written || temporary { name.schema.clone() } else { binder.scope.default_schema.clone() };
    let name = Name { schema, object: name.object };
    let there = if temporary {
        binder.scope.environment.temporary(&name.object).is_some()
    } else {
        binder.scope.catalog.tables.contains_key(&name) || binder.scope.catalog.modules.contains_key(&name)
    };
    if there {
        let text = format!("There is already an object named '{}' in the database.", name.object.as_str());
        return Err(QueryError::new(SqlError::new(2714, text).state(6), at));
    }
    Ok(name)
}

/// Msg 1038 for a column without a name, 2705 for a name that comes twice.
fn new_columns(_binder: &Binder<'_>, relation: &Relation, at: usize) -> Bound<Vec<Column>> {
    let mut columns: Vec<Column> = Vec::with_capacity(relation.columns.len());
    let mut seen = BTreeMap::new();
    for column in &relation.columns {
        let Some(name) = column.name.clone() else {
            let text = "An object or column name is missing or empty. For SELECT INTO statements, verify each column has a name. For other statements, look for empty alias names. Aliases defined as \"\" or [] are not allowed. Change the alias to a valid name.";
            return Err(QueryError::new(SqlError::new(1038, text).class(15).state(5), at));
        };
        if seen.insert(name.clone(), ()).is_some() {
            let text = format!(
                "Column names in each table must be unique. Column name '{}' in the new table is specified more than once.",
                name.as_str()
            );
            return Err(QueryError::new(SqlError::new(2705, text).state(3), at));
        }
        let mut new = Column::new(name, Some(data_type(column.data_type)));
        new.nullable = Some(column.nullable && column.identity.is_none());
        new.identity.clone_from(&column.identity);
        new.collation = column.collation.name().filter(|_| column.data_type.is_text()).cloned();
        columns.push(new);
    }
    Ok(columns)
}

/// A type as a definition has it.
fn data_type(sql_type: SqlType) -> DataType {
    if let SqlType::Vector { dimensions, base } = sql_type {
        return DataType::Vector { dimensions: u32::from(dimensions), base };
    }
    let code = sql_type.to_string();
    let (name, rest) = code.split_once('(').unwrap_or((&code, ""));
    if name == "xml" {
        return DataType::Xml(None);
    }
    let args = rest.trim_end_matches(')').split(',').filter(|arg| !arg.is_empty()).map(Into::into).collect();
    DataType::System { name: name.into(), args }
}

/// A value for a variable or parameter of type `target`: `SET @x = …`, `DECLARE @x … = …`,
/// `PRINT …`, an argument. Text that is too long is cut, as the engine does.
///
/// # Errors
/// As [`translate`].
pub fn value(text: &str, target: SqlType, scope: &Scope<'_>) -> Result<Expression, QueryError> {
    single(text, scope, |binder, expr| {
        let value = binder.scalar(expr)?;
        binder.as_assigned(value, target, expr.at)
    })
}

/// An expression with the type that it has.
///
/// # Errors
/// As [`translate`].
pub fn expression(text: &str, scope: &Scope<'_>) -> Result<Expression, QueryError> {
    single(text, scope, |binder, expr| binder.scalar(expr))
}

/// The condition of `IF` or `WHILE`: the expression is 1 when it holds, 0 or NULL otherwise.
///
/// # Errors
/// As [`translate`].
pub fn condition(text: &str, scope: &Scope<'_>) -> Result<Expression, QueryError> {
    single(text, scope, |binder, expr| binder.condition(expr))
}

fn single(
    text: &str,
    scope: &Scope<'_>,
    bind: impl FnOnce(&mut Binder<'_>, &Expr) -> Bound<Typed>,
) -> Result<Expression, QueryError> {
    let expr = query::expression(text, 0)?;
    let mut binder = Binder::new(scope);
    let typed = bind(&mut binder, &expr)?;
    let sql = binder.sql(format!("SELECT {}", typed.sql));
    Ok(Expression { sql, data_type: typed.data_type, nullable: typed.nullable })
}

/// A condition over one row of a table for SQLite's DDL (CHECK, a filtered index): columns by their
/// bare names, no parameters.
///
/// # Errors
/// As [`translate`].
pub fn row_condition(text: &str, table: &Table, scope: &Scope<'_>) -> Result<String, QueryError> {
    over_row(text, table, scope, |binder, expr| binder.condition(expr)).map(|typed| typed.sql)
}

/// An expression over one row of a table for SQLite's DDL (an index on a computed column), with its
/// type and whether it may be NULL.
///
/// # Errors
/// As [`translate`].
pub fn row_expression(text: &str, table: &Table, scope: &Scope<'_>) -> Result<(String, SqlType, bool), QueryError> {
    let typed = over_row(text, table, scope, |binder, expr| binder.scalar(expr))?;
    Ok((typed.sql, typed.data_type, typed.nullable))
}

fn over_row(
    text: &str,
    table: &Table,
    scope: &Scope<'_>,
    bind: impl FnOnce(&mut Binder<'_>, &Expr) -> Bound<Typed>,
) -> Result<Typed, QueryError> {
    let expr = query::expression(text, 0)?;
    let mut binder = Binder::new(scope);
    let columns = binder.table_columns(table, "", expr.at)?;
    binder.over_row(columns, expr.at, |binder| bind(binder, &expr))
}
