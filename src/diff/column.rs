//! What becomes of a column: whether it can be altered in place, and what its parts are.

use crate::refusal::grows;
use crate::schema::{Column, DataType};

/// How a column gets from one definition to another. Both are in their normal form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// It is what it should be, its default aside.
    Same,
    /// ALTER COLUMN with a type: what stands on the column is in the way.
    Type,
    /// ALTER COLUMN that makes text or bytes longer: modules and computed columns are in the way, no more.
    Grow,
    /// A property alone (HIDDEN, MASKED, ROWGUIDCOL, …), which nothing stands on.
    Property,
    /// It goes and comes again: an IDENTITY, a computed column, the dimensions of a vector.
    Replace,
    /// Nothing here expresses it.
    None,
}

/// How a column gets from one normal form to another.
pub(super) fn way(from: &Column, to: &Column) -> Way {
    let rest = |column: &Column| Column { default: None, ..column.clone() };
    if rest(from) == rest(to) {
        return Way::Same;
    }
    let fixed =
        |column: &Column| (column.filestream, column.column_set, column.encrypted.clone(), column.opaque.clone());
    if fixed(from) != fixed(to) || from.generated != to.generated {
        return Way::None;
    }
    let is_vector = from.vector().is_some() || to.vector().is_some();
    let type_changes = from.data_type != to.data_type;
    let is_computed = from.computed.is_some() || to.computed.is_some();
    if from.computed != to.computed
        || (is_computed && from.nullable != to.nullable)
        || numbers(from) != numbers(to)
        || (type_changes && (is_vector || is_stamp(from) || is_stamp(to)))
    {
        return Way::Replace;
    }
    let typed = |column: &Column| (column.data_type.clone(), column.nullable, column.collation.clone(), column.sparse);
    let rest = |column: &Column| (column.nullable, column.collation.clone(), column.sparse);
    match () {
        () if typed(from) == typed(to) => Way::Property,
        () if grows(from, to) && rest(from) == rest(to) => Way::Grow,
        () => Way::Type,
    }
}

/// Where an identity counts from, and how; whether it is replicated can be altered.
fn numbers(column: &Column) -> Option<(&str, &str)> {
    column.identity.as_ref().map(|identity| (&*identity.seed, &*identity.increment))
}

/// `timestamp`, whose values nobody writes.
fn is_stamp(column: &Column) -> bool {
    matches!(&column.data_type, Some(DataType::System { name, .. }) if &**name == "timestamp")
}
