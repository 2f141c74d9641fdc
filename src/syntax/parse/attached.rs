//! What is attached to objects and columns and leaves their definitions as they are: signatures, and
//! classifications of what is sensitive.

use super::cursor::Cursor;
use super::name::object_name;
use super::permission::class;
use crate::syntax::ast::Kind;

/// At ADD or DROP. `None`, with nothing passed, when it is neither kind.
pub(super) fn attached(cursor: &mut Cursor) -> Option<Kind> {
    let start = *cursor;
    let found = read(cursor);
    if found.is_none() {
        *cursor = start;
    }
    found.map(|words| Kind::Other(words.into()))
}

fn read(cursor: &mut Cursor) -> Option<&'static str> {
    let added = cursor.eat_one(&["ADD SENSITIVITY CLASSIFICATION", "ADD SIGNATURE", "ADD COUNTER SIGNATURE"]);
    let dropped = ["DROP SENSITIVITY CLASSIFICATION", "DROP SIGNATURE", "DROP COUNTER SIGNATURE"];
    let words = match added {
        Some(words) => cursor.eat("TO").then_some(words),
        None => cursor.eat_one(&dropped).filter(|_| cursor.eat("FROM")),
    }?;
    if words.ends_with("SIGNATURE") {
        signature(cursor)?
    } else {
        classification(cursor, added.is_some())?
    }
    Some(words)
}

/// `[class ::] module BY key, …`.
fn signature(cursor: &mut Cursor) -> Option<()> {
    class(cursor);
    object_name(cursor)?;
    cursor.expect("BY")?;
    cursor.is_ident().then(|| cursor.finish())
}

/// `column, … [WITH (…)]`; only what is added has properties.
fn classification(cursor: &mut Cursor, added: bool) -> Option<()> {
    loop {
        object_name(cursor)?;
        if !cursor.eat_symbol(",") {
            break;
        }
    }
    if added {
        cursor.expect("WITH")?;
        cursor.group()?;
    }
    Some(())
}
