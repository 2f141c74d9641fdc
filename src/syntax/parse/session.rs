//! SET, DECLARE, USE and transactions.

use super::cursor::Cursor;
use super::table;
use super::types::data_type;
use crate::name::Ident;
use crate::schema::SqlText;
use crate::syntax::ast::{Declared, Kind, Transaction};
use crate::syntax::lexer::{ASSIGNMENTS, TokenKind};

/// Behind SET.
pub(super) fn set(cursor: &mut Cursor) -> Option<Kind> {
    if let Some(variable) = cursor.variable() {
        return assign(cursor, variable);
    }
    let names = if cursor.eat("TRANSACTION ISOLATION LEVEL") {
        vec!["TRANSACTION ISOLATION LEVEL".into()]
    } else {
        option_names(cursor)?
    };
    let value = cursor.rest();
    (!value.as_str().is_empty()).then_some(Kind::SetOption { names, value })
}

/// `NOCOUNT, XACT_ABORT`; each of `STATISTICS IO, TIME` with its STATISTICS.
fn option_names(cursor: &mut Cursor) -> Option<Vec<Box<str>>> {
    let prefix = if cursor.eat("STATISTICS") { "STATISTICS " } else { "" };
    let mut names = Vec::new();
    loop {
        let word = cursor.word();
        cursor.skip();
        (!word.is_empty()).then(|| names.push(format!("{prefix}{word}").into()))?;
        if !cursor.eat_symbol(",") {
            return Some(names);
        }
    }
}

/// `= value`. A call of a variable's method (`SET @x.modify(…)`) changes no schema and is no assignment.
fn assign(cursor: &mut Cursor, variable: Ident) -> Option<Kind> {
    if cursor.eat_symbol(".") || cursor.eat_symbol("::") {
        cursor.finish();
        return Some(Kind::Other("SET".into()));
    }
    let operator = ASSIGNMENTS.into_iter().find(|symbol| cursor.eat_symbol(symbol))?;
    let start = *cursor;
    let value: SqlText = cursor.rest();
    let complete = !value.as_str().is_empty();
    complete.then(|| Kind::Assign { variable, operator: operator.into(), value: cursor.span_since(&start) })
}

/// Behind DECLARE: variables, or a cursor, which changes no schema.
pub(super) fn declare(cursor: &mut Cursor) -> Option<Kind> {
    if cursor.is_ident() {
        cursor.finish();
        return Some(Kind::Other("DECLARE CURSOR".into()));
    }
    let mut variables = Vec::new();
    while !cursor.done() {
        variables.push(declared(cursor.item())?);
    }
    (!variables.is_empty()).then_some(Kind::Declare(variables))
}

/// `@x [AS] type [NULL|NOT NULL] [= value]`, `@t [AS] TABLE (…)`, `@c CURSOR`.
fn declared(mut item: Cursor) -> Option<Declared> {
    let name = item.variable()?;
    item.eat("AS");
    let mut declared = Declared { name, data_type: None, table: None, value: None };
    if item.eat("TABLE") {
        declared.table = Some(Box::new(table::columns(item.group()?)));
    } else if !item.eat("CURSOR") {
        declared.data_type = Some(data_type(&mut item)?);
        item.eat_one(&["NOT NULL", "NULL"]);
    }
    if item.eat_symbol("=") {
        let start = item;
        item.rest();
        declared.value = Some(item.span_since(&start));
    }
    item.done().then_some(declared)
}

/// Behind USE.
pub(super) fn use_database(cursor: &mut Cursor) -> Option<Kind> {
    cursor.ident().map(Kind::Use)
}

/// BEGIN TRAN, COMMIT, ROLLBACK, SAVE TRAN.
pub(super) fn transaction(cursor: &mut Cursor) -> Option<Kind> {
    let begin = ["BEGIN TRANSACTION", "BEGIN TRAN", "BEGIN DISTRIBUTED TRANSACTION", "BEGIN DISTRIBUTED TRAN"];
    if cursor.eat_one(&begin).is_some() {
        let name = transaction_name(cursor);
        if cursor.eat("WITH MARK") {
            cursor.string();
        }
        return Some(Kind::Transaction(Transaction::Begin(name)));
    }
    if cursor.eat_one(&["SAVE TRANSACTION", "SAVE TRAN"]).is_some() {
        return Some(Kind::Transaction(Transaction::Save(Some(transaction_name(cursor)?))));
    }
    let verb = cursor.eat_one(&["COMMIT", "ROLLBACK"])?;
    cursor.eat_one(&["TRANSACTION", "TRAN", "WORK"]);
    let name = transaction_name(cursor);
    if cursor.eat("WITH") {
        cursor.group()?;
    }
    Some(Kind::Transaction(if verb == "COMMIT" { Transaction::Commit(name) } else { Transaction::Rollback(name) }))
}

/// A name, or the variable that holds it.
fn transaction_name(cursor: &mut Cursor) -> Option<Ident> {
    if cursor.is("WITH") {
        return None;
    }
    if cursor.kind() == Some(TokenKind::Variable) { cursor.variable() } else { cursor.ident() }
}
