//! How names, strings and types are written so that they read back as what they are.

use super::query::is_reserved;
use crate::name::{Ident, Name};
use crate::schema::{DataType, IndexOption, VectorBase};

/// Words that are not reserved, but begin a clause where a column's name may stand; and the one that ends a batch where a
/// line begins with it.
const CLAUSE_WORDS: [&str; 3] = ["CONNECTION", "GO", "PERIOD"];

/// An identifier: plain where T-SQL allows it, in brackets otherwise and where it is a reserved word.
#[must_use]
pub fn ident(ident: &Ident) -> String {
    let text = ident.as_str();
    let is_word = is_reserved(text) || CLAUSE_WORDS.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_word { ident.bracketed() } else { ident.to_string() }
}

/// Schema and object, or the object alone where the schema is empty.
#[must_use]
pub fn name(name: &Name) -> String {
    if name.schema.is_empty() {
        return ident(&name.object);
    }
    format!("{}.{}", ident(&name.schema), ident(&name.object))
}

/// Identifiers, parted by commas.
#[must_use]
pub fn idents(list: &[Ident]) -> String {
    list.iter().map(ident).collect::<Vec<_>>().join(", ")
}

/// A string literal; with `N` where a character is not ASCII.
#[must_use]
pub fn string(text: &str) -> String {
    if text.is_ascii() { format!("'{}'", text.replace('\'', "''")) } else { unicode(text) }
}

/// A Unicode string literal.
#[must_use]
pub fn unicode(text: &str) -> String {
    format!("N'{}'", text.replace('\'', "''"))
}

/// A data type, lower case: `nvarchar(max)`, `vector(3, float16)`, `dbo.phone`.
#[must_use]
pub fn data_type(data_type: &DataType) -> String {
    match data_type {
        DataType::System { name, args } if args.is_empty() => name.to_string(),
        DataType::System { name, args } => format!("{name}({})", args.join(", ")),
        DataType::Vector { dimensions, base: VectorBase::Float32 } => format!("vector({dimensions})"),
        DataType::Vector { dimensions, base: VectorBase::Float16 } => format!("vector({dimensions}, float16)"),
        DataType::Xml(None) => "xml".to_owned(),
        DataType::Xml(Some(collection)) => format!("xml({})", collection.as_str()),
        DataType::User(user) => name(user),
        DataType::Opaque(text) => text.as_str().to_owned(),
    }
}

/// Options as `name = value, name`.
#[must_use]
pub fn options(options: &[IndexOption]) -> String {
    let one = |option: &IndexOption| match (&*option.name, option.value.as_str()) {
        (name, "") => name.to_owned(),
        ("", value) => value.to_owned(),
        (name, value) => format!("{name} = {value}"),
    };
    options.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_doubled() {
        assert_eq!(unicode("it's"), "N'it''s'");
    }

    #[test]
    fn names_read_back_as_what_they_are() {
        assert_eq!(name(&Name::dbo("order")), "dbo.[order]");
        assert_eq!(name(&Name::new("a b", "x]y")), "[a b].[x]]y]");
        assert_eq!(ident(&Ident::new("connection")), "[connection]");
        assert_eq!(ident(&Ident::new("Chunks")), "Chunks");
    }

    #[test]
    fn strings_keep_their_quotes_and_letters() {
        assert_eq!(string("it's"), "'it''s'");
        assert_eq!(string("ä"), "N'ä'");
    }
}
