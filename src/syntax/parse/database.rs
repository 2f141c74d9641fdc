//! ALTER DATABASE and its scoped configurations.

use super::cursor::Cursor;
use crate::schema::SqlText;
use crate::syntax::ast::Kind;

/// Behind ALTER DATABASE SCOPED CONFIGURATION.
pub(super) fn configuration(cursor: &mut Cursor) -> Option<Kind> {
    let secondary = cursor.eat("FOR SECONDARY");
    if cursor.eat("CLEAR") {
        let name = format!("CLEAR {}", cursor.word()).into();
        cursor.skip();
        return Some(Kind::ScopedConfiguration { name, value: cursor.rest(), secondary });
    }
    cursor.expect("SET")?;
    let name = cursor.word();
    cursor.skip();
    cursor.eat_symbol("=").then_some(())?;
    let value = cursor.rest();
    let complete = !name.is_empty() && !value.as_str().is_empty();
    complete.then(|| Kind::ScopedConfiguration { name: name.into(), value, secondary })
}

/// Behind ALTER DATABASE: the database and what is done to it.
pub(super) fn alter(cursor: &mut Cursor) -> Option<Kind> {
    let name = if cursor.eat("CURRENT") { None } else { Some(cursor.ident()?) };
    let action: SqlText = cursor.rest();
    (!action.as_str().is_empty()).then_some(Kind::AlterDatabase { name, action })
}
