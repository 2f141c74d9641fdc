//! Text that drops a constraint without a name of its own: the name is looked up when it runs. One place
//! writes this text and reads it back.

use super::lexer::{Lexer, TokenKind, string_text};
use super::{parse, spell};
use crate::name::{Ident, Name};
use crate::text::Span;

/// A constraint that is known by what it constrains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unnamed {
    /// Its table.
    pub table: Name,
    /// What it is.
    pub what: What,
}

/// What a constraint is that has no name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The default of a column.
    Default(Ident),
    /// A primary key or a UNIQUE constraint.
    Key {
        /// `PRIMARY KEY`.
        primary: bool,
        /// Its columns in their order.
        columns: Vec<Ident>,
    },
    /// A foreign key.
    ForeignKey {
        /// Its columns in their order.
        columns: Vec<Ident>,
        /// The table that it refers to.
        references: Name,
    },
    /// The only check without a name.
    Check,
}

impl Unnamed {
    /// The expression whose value drops it: `N'ALTER TABLE … DROP CONSTRAINT ' + QUOTENAME((SELECT …))`.
    #[must_use]
    pub fn expression(&self) -> String {
        let drop = spell::string(&format!("ALTER TABLE {} DROP CONSTRAINT ", spell::name(&self.table)));
        let table = object_id(&self.table);
        let query = match &self.what {
            What::Default(column) => format!(
                "SELECT d.name FROM sys.default_constraints AS d JOIN sys.columns AS c ON c.object_id = d.parent_object_id AND \
                 c.column_id = d.parent_column_id WHERE d.parent_object_id = {table} AND c.name = {}",
                spell::string(column.as_str())
            ),
            What::Key { primary, columns } => format!(
                "SELECT k.name FROM sys.key_constraints AS k WHERE k.parent_object_id = {table} AND k.type = '{}' AND \
                 (SELECT STRING_AGG(QUOTENAME(c.name), N',') WITHIN GROUP (ORDER BY i.key_ordinal) FROM sys.index_columns AS i \
                 JOIN sys.columns AS c ON c.object_id = i.object_id AND c.column_id = i.column_id WHERE i.object_id = \
                 k.parent_object_id AND i.index_id = k.unique_index_id AND i.key_ordinal > 0) = {}",
                if *primary { "PK" } else { "UQ" },
                list(columns)
            ),
            What::ForeignKey { columns, references } => format!(
                "SELECT k.name FROM sys.foreign_keys AS k WHERE k.parent_object_id = {table} AND k.referenced_object_id = {} AND \
                 (SELECT STRING_AGG(QUOTENAME(c.name), N',') WITHIN GROUP (ORDER BY f.constraint_column_id) FROM \
                 sys.foreign_key_columns AS f JOIN sys.columns AS c ON c.object_id = f.parent_object_id AND c.column_id = \
                 f.parent_column_id WHERE f.constraint_object_id = k.object_id) = {}",
                object_id(references),
                list(columns)
            ),
            What::Check => format!(
                "SELECT name FROM sys.check_constraints WHERE parent_object_id = {table} AND is_system_named = 1"
            ),
        };
        format!("{drop} + QUOTENAME(({query}))")
    }

    /// The constraint that this very expression drops; `None` for any other.
    #[must_use]
    pub fn read(expression: &str) -> Option<Self> {
        let literals = literals(expression);
        let (drop, rest) = literals.split_first()?;
        let table = drop.strip_prefix("ALTER TABLE ")?.strip_suffix(" DROP CONSTRAINT ")?;
        let what = match rest {
            [_] => What::Check,
            [_, column] => What::Default(Ident::new(column)),
            [_, kind, _, columns] if matches!(&**kind, "PK" | "UQ") => {
                What::Key { primary: kind == "PK", columns: listed(columns) }
            }
            [_, references, _, columns] => What::ForeignKey { columns: listed(columns), references: name(references)? },
            _ => return None,
        };
        let found = Self { table: name(table)?, what };
        (words(&found.expression()) == words(expression)).then_some(found)
    }
}

fn object_id(table: &Name) -> String {
    format!("OBJECT_ID({})", spell::string(&spell::name(table)))
}

/// Columns in brackets, parted by commas, as a literal.
fn list(columns: &[Ident]) -> String {
    spell::string(&columns.iter().map(Ident::bracketed).collect::<Vec<_>>().join(","))
}

/// The columns of such a list.
fn listed(text: &str) -> Vec<Ident> {
    let tokens = Lexer::new(text, Span::new(0, text.len())).tokens();
    let names = tokens.filter(|token| token.kind.is_name());
    names.map(|token| Ident::new(super::lexer::identifier_text(token.text(text)))).collect()
}

fn name(text: &str) -> Option<Name> {
    parse::name_in_text(text).map(|name| name.to_name())
}

fn literals(text: &str) -> Vec<String> {
    let tokens = Lexer::new(text, Span::new(0, text.len())).tokens();
    tokens.filter(|token| token.kind == TokenKind::String).map(|token| string_text(token.text(text))).collect()
}

/// The tokens of a text, whatever stands between them.
fn words(text: &str) -> Vec<&str> {
    Lexer::new(text, Span::new(0, text.len())).tokens().map(|token| token.text(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Unnamed> {
        let columns = || vec![Ident::new("a,b"), Ident::new("it's [x]")];
        let whats = [
            What::Default(Ident::new("a'b")),
            What::Key { primary: true, columns: columns() },
            What::Key { primary: false, columns: columns() },
            What::ForeignKey { columns: columns(), references: Name::new("s", "o'th [er]") },
            What::Check,
        ];
        whats.into_iter().map(|what| Unnamed { table: Name::new("kb", "a t'able"), what }).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        for one in all() {
            assert_eq!(Unnamed::read(&one.expression()), Some(one.clone()), "{}", one.expression());
        }
    }

    #[test]
    fn another_text_is_not_read() {
        for one in all() {
            let text = one.expression();
            assert_eq!(Unnamed::read(&text.replacen(" = ", " <> ", 1)), None, "{text}");
            assert_eq!(Unnamed::read(&format!("{text} + N'; DROP TABLE kb.t'")), None, "{text}");
        }
        assert_eq!(Unnamed::read("N'SELECT 1'"), None);
        assert_eq!(Unnamed::read(""), None);
    }
}
