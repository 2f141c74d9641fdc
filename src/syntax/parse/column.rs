//! One column: its type and the clauses after it, in any order.

use super::constraint::{self, constraint_name};
use super::cursor::Cursor;
use super::expression::scalar;
use super::types::data_type;
use super::{index, options};
use crate::name::Ident;
use crate::schema::{Column, Computed, Constraint, DefaultValue, Generated, Identity, Index, IndexOption, SqlText};

/// A column with what its clauses say of the table.
pub(super) struct ColumnItem {
    /// The column.
    pub(super) column: Column,
    /// Its keys, checks and foreign keys, in order.
    pub(super) constraints: Vec<Constraint>,
    /// Its inline index.
    pub(super) indexes: Vec<Index>,
    /// `DEFAULT … WITH VALUES`.
    pub(super) with_values: bool,
}

/// Words that a clause starts with: where a clause that is not known ends.
const CLAUSES: [&str; 17] = [
    "COLLATE",
    "NULL",
    "NOT",
    "IDENTITY",
    "CONSTRAINT",
    "DEFAULT",
    "PRIMARY",
    "UNIQUE",
    "CHECK",
    "REFERENCES",
    "ROWGUIDCOL",
    "SPARSE",
    "HIDDEN",
    "PERSISTED",
    "MASKED",
    "GENERATED",
    "INDEX",
];

/// A column up to the end of the cursor. `None` when its name or type cannot be read.
pub(super) fn column(cursor: &mut Cursor) -> Option<ColumnItem> {
    let mut item = head(cursor)?;
    while !cursor.done() {
        let mut attempt = *cursor;
        if clause(&mut attempt, &mut item).is_some() {
            *cursor = attempt;
        } else {
            let unknown = cursor.unknown_clause(&CLAUSES, item.column.opaque.len());
            item.column.opaque.push(unknown);
        }
    }
    Some(item)
}

/// The column's name and its type or expression.
fn head(cursor: &mut Cursor) -> Option<ColumnItem> {
    let start = *cursor;
    let name = cursor.ident()?;
    let mut column = Column::new(name, None);
    if cursor.eat("AS") {
        column.computed = Some(Computed { expression: scalar(cursor)?, persisted: false });
    } else if column.name.is("timestamp") && at_clause(cursor) {
        // A column of this type may go without a name and takes the type's.
        let mut again = start;
        column.data_type = data_type(&mut again);
    } else if at_clause(cursor) {
        return None;
    } else {
        column.data_type = Some(data_type(cursor)?);
    }
    Some(ColumnItem { column, constraints: Vec::new(), indexes: Vec::new(), with_values: false })
}

/// Whether a clause starts here, or nothing follows.
fn at_clause(cursor: &Cursor) -> bool {
    cursor.done() || CLAUSES.contains(&&*cursor.word())
}

/// The column of an ALTER COLUMN: a type and clauses, and the options of WITH at the end.
pub(super) fn altered_column(name: Ident, cursor: &mut Cursor) -> Option<(ColumnItem, Vec<IndexOption>)> {
    let column = Column::new(name, Some(data_type(cursor)?));
    let mut item = ColumnItem { column, constraints: Vec::new(), indexes: Vec::new(), with_values: false };
    let mut with = Vec::new();
    while !cursor.done() {
        let mut attempt = *cursor;
        if cursor.eat("WITH") {
            with = options::group(cursor)?;
        } else if clause(&mut attempt, &mut item).is_some() {
            *cursor = attempt;
        } else {
            let unknown = cursor.unknown_clause(&CLAUSES, item.column.opaque.len());
            item.column.opaque.push(unknown);
        }
    }
    Some((item, with))
}

/// One clause; `None`, with nothing changed, when it is not known.
fn clause(cursor: &mut Cursor, item: &mut ColumnItem) -> Option<()> {
    let name = constraint_name(cursor);
    if constraint::STARTS.iter().any(|start| cursor.is(start)) {
        let constraint = constraint::constraint(cursor, name, Some(&item.column.name))?;
        item.constraints.push(constraint);
        return Some(());
    }
    let column = &mut item.column;
    match &*cursor.word() {
        "DEFAULT" => {
            let (value, with_values) = default(cursor)?;
            column.default = Some(DefaultValue { name, value });
            item.with_values = with_values;
        }
        "NULL" | "NOT" => nullability(cursor, column)?,
        "IDENTITY" => column.identity = Some(identity(cursor)?),
        "GENERATED" => column.generated = Some(generated(cursor)?),
        "INDEX" => {
            let index = index::inline(cursor, Some(&column.name))?;
            item.indexes.push(index);
        }
        _ => property(cursor, column)?,
    }
    Some(())
}

/// `NULL`, `NOT NULL`, or `NOT FOR REPLICATION` of an identity that was written before.
fn nullability(cursor: &mut Cursor, column: &mut Column) -> Option<()> {
    if cursor.eat("NOT FOR REPLICATION") {
        column.identity.as_mut()?.not_for_replication = true;
        return Some(());
    }
    column.nullable = Some(cursor.eat_one(&["NOT NULL", "NULL"])? == "NULL");
    Some(())
}

/// Clauses that are a word, or a word and what belongs to it.
fn property(cursor: &mut Cursor, column: &mut Column) -> Option<()> {
    match &*cursor.word() {
        "COLLATE" => {
            cursor.skip();
            column.collation = Some(cursor.ident()?);
        }
        "ROWGUIDCOL" => column.rowguidcol = cursor.eat("ROWGUIDCOL"),
        "SPARSE" => column.sparse = cursor.eat("SPARSE"),
        "HIDDEN" => column.hidden = cursor.eat("HIDDEN"),
        "FILESTREAM" => column.filestream = cursor.eat("FILESTREAM"),
        "PERSISTED" => column.computed.as_mut()?.persisted = cursor.eat("PERSISTED"),
        "COLUMN_SET" => {
            cursor.expect("COLUMN_SET FOR ALL_SPARSE_COLUMNS")?;
            column.column_set = true;
        }
        "MASKED" => column.masked = Some(masked(cursor)?),
        "ENCRYPTED" => {
            cursor.expect("ENCRYPTED WITH")?;
            column.encrypted = options::group(cursor)?;
        }
        _ => return None,
    }
    Some(())
}

/// `DEFAULT value [WITH VALUES]`, with whether the latter is there.
pub(super) fn default(cursor: &mut Cursor) -> Option<(SqlText, bool)> {
    cursor.expect("DEFAULT")?;
    let value = scalar(cursor)?;
    Some((value, cursor.eat("WITH VALUES")))
}

/// `IDENTITY [(seed, increment)] [NOT FOR REPLICATION]`; both numbers are 1 where they are missing.
fn identity(cursor: &mut Cursor) -> Option<Identity> {
    cursor.expect("IDENTITY")?;
    let (mut seed, mut increment) = ("1".into(), "1".into());
    if let Some(mut numbers) = cursor.group() {
        seed = numbers.number()?;
        numbers.eat_symbol(",").then_some(())?;
        increment = numbers.number()?;
    }
    Some(Identity { seed, increment, not_for_replication: cursor.eat("NOT FOR REPLICATION") })
}

fn generated(cursor: &mut Cursor) -> Option<Generated> {
    cursor.expect("GENERATED ALWAYS AS")?;
    let what = cursor.eat_one(&["ROW", "TRANSACTION_ID", "SEQUENCE_NUMBER"])?;
    let starts = cursor.eat_one(&["START", "END"])? == "START";
    Some(match (what, starts) {
        ("ROW", true) => Generated::RowStart,
        ("ROW", false) => Generated::RowEnd,
        ("TRANSACTION_ID", true) => Generated::TransactionIdStart,
        ("TRANSACTION_ID", false) => Generated::TransactionIdEnd,
        (_, true) => Generated::SequenceNumberStart,
        (_, false) => Generated::SequenceNumberEnd,
    })
}

/// `MASKED [WITH (FUNCTION = '…')]`: the function.
fn masked(cursor: &mut Cursor) -> Option<SqlText> {
    cursor.expect("MASKED")?;
    cursor.expect("WITH")?;
    let mut options = options::group(cursor)?;
    options::take(&mut options, "FUNCTION").map(|function| options::unquoted(&function))
}
