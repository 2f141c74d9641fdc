//! Names that try to get out of the comment, string or brackets that they stand in.

use proptest::prelude::*;
use proptest::sample::select;
use ragsql::catalog::{Catalog, Entry, Note, Part, Presence};
use ragsql::name::{Ident, Name};
use ragsql::schema::{Column, DataType, Index, IndexKind, KeyColumn, SqlText, Table};

/// A name of pieces that mean something elsewhere.
pub fn name() -> impl Strategy<Value = String> {
    let pieces = vec![
        "\n",
        "\u{2028}",
        "\u{85}",
        "*/",
        "/*",
        "--",
        "'",
        "]",
        "[",
        "\"",
        ";",
        "GO",
        "a",
        " ",
        "-- ragsql: no-transaction",
        "ragsql: allow drop-table x",
        "CREATE TABLE dbo.stolen (id int);",
        "DROP TABLE dbo.kept;",
        "|",
        "`",
        "<b>",
    ];
    proptest::collection::vec(select(pieces), 1..6).prop_map(|pieces| pieces.concat())
}

/// A catalog in which everything that is told in comments has these names: a table that is not certain, with parts that
/// are not, and one of which nothing but an index is known.
pub fn catalog(name: &str, part: &str) -> Catalog {
    let mut catalog = Catalog::default();
    let column = Column::new(Ident::new(part), Some(DataType::System { name: "int".into(), args: Vec::new() }));
    let table = Table { columns: vec![column], ..Table::default() };
    let mut entry = Entry { uncertain: true, presence: Presence::Possible, ..Entry::certain(table) };
    let note = Note { presence: Presence::Possible, uncertain: true, ..Note::default() };
    entry.parts.insert(Part::Column(Ident::new(part)), note);
    catalog.tables.insert(Name::dbo(name), entry);
    let key = KeyColumn { name: Ident::new(part), descending: false };
    let index = Index {
        name: Ident::new(name),
        kind: IndexKind::Rowstore { unique: false, clustered: false },
        keys: vec![key],
        included: Vec::new(),
        filter: None,
        options: Vec::new(),
        storage: None,
        disabled: false,
        opaque: vec![SqlText::new("WITHOUT MEANING")],
    };
    let unknown = Table { indexes: vec![index], ..Table::default() };
    catalog.tables.insert(Name::dbo(format!("unknown {part}")), Entry::certain(unknown));
    catalog
}
