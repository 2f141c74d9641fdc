//! How SQLite knows the things that T-SQL names.
//!
//! A table is `"schema.table"` in lower case; its columns have their names in lower case and no
//! declared type, so that every value stays as it is stored (no affinity). Text columns have a
//! collation of [`crate::sandbox::collation`]. Every table has SQLite's `_rowid_`; no column is an
//! `INTEGER PRIMARY KEY`. Computed columns are not there: queries carry their expressions.

use crate::name::{Ident, Name};

/// A table of the database, quoted.
#[must_use]
pub fn table(name: &Name) -> String {
    quoted(&table_text(name))
}

/// The same without quotes.
#[must_use]
pub fn table_text(name: &Name) -> String {
    format!("{}.{}", name.schema.folded(), name.object.folded())
}

/// A table of the session, which is in SQLite's temporary schema, quoted.
#[must_use]
pub fn temporary(physical: &str) -> String {
    format!("temp.{}", quoted(physical))
}

/// A column, quoted.
#[must_use]
pub fn column(name: &Ident) -> String {
    quoted(name.folded())
}

/// Any name as a quoted identifier of SQLite.
#[must_use]
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Any text as a literal of SQLite. A NUL character ends SQLite's text, so one is spelt out.
#[must_use]
pub fn literal(text: &str) -> String {
    if !text.contains('\0') {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let hex: String = text.bytes().map(|byte| format!("{byte:02X}")).collect();
    format!("CAST(X'{hex}' AS TEXT)")
}

/// Bytes as a literal of SQLite.
#[must_use]
pub fn blob(bytes: &[u8]) -> String {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    format!("X'{hex}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_texts_are_safe() {
        assert_eq!(table(&Name::new("Rag", "Doc \"x\"")), "\"rag.doc \"\"x\"\"\"");
        assert_eq!(literal("it's"), "'it''s'");
        assert_eq!(literal("a\0b"), "CAST(X'610062' AS TEXT)");
        assert_eq!(blob(&[0, 255]), "X'00FF'");
    }
}
