//! What the embedded engine does not have, from rows as the documentation of the views describes them.

use super::super::row::Cell;
use super::Introspection;
use super::query::Answers;
use crate::name::{Ident, Name};
use crate::schema::{ConstraintKind, DataType, Generated, IndexKind, Table, VectorBase};

fn int(value: i64) -> Cell {
    Cell::Int(value)
}

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

const YES: Cell = Cell::Bool(true);

impl Answers {
    fn object(self, id: i64, name: &str, kind: &str) -> Self {
        let of = [("object_id", int(id)), ("schema_name", text("dbo")), ("name", text(name)), ("type", text(kind))];
        self.with("objects", &of)
    }

    fn column(self, object: i64, id: i64, name: &str, more: &[(&str, Cell)]) -> Self {
        let column = [("object_id", int(object)), ("column_id", int(id)), ("name", text(name))];
        let data_type = more.iter().all(|(name, _)| *name != "type_name").then(|| ("type_name", text("int")));
        self.with("columns", &[&column[..], more, data_type.as_slice()].concat())
    }

    fn read(self) -> Introspection {
        Introspection::read(&self).expect("the rows are whole")
    }
}

fn table<'a>(found: &'a Introspection, name: &str) -> &'a Table {
    found.catalog.table(&Name::dbo(name)).expect("the table is there")
}

#[test]
fn a_temporal_table_has_its_period_and_its_history() {
    let found = Answers::default()
        .object(1, "t", "U ")
        .object(2, "t_history", "U ")
        .object(3, "u", "U ")
        .object(4, "MSSQL_TemporalHistoryFor_3", "U ")
        .column(1, 1, "id", &[])
        .column(1, 2, "since", &[("generated_always_type", int(1)), ("is_hidden", YES)])
        .column(1, 3, "until", &[("generated_always_type", int(2))])
        .column(2, 1, "id", &[])
        .column(3, 1, "id", &[])
        .column(4, 1, "id", &[])
        .with("tables", &[("object_id", int(1)), ("temporal_type", int(2)), ("history_table_id", int(2))])
        .with("tables", &[("object_id", int(3)), ("temporal_type", int(2)), ("history_table_id", int(4))])
        .read();
    let (t, u) = (table(&found, "t"), table(&found, "u"));
    assert_eq!(t.versioned, Some(Some(Name::dbo("t_history"))));
    let period = t.period.as_ref().expect("it has a period");
    assert_eq!((period.start.as_str(), period.end.as_str()), ("since", "until"));
    assert_eq!((t.columns[1].generated, t.columns[1].hidden), (Some(Generated::RowStart), true));
    assert_eq!(t.columns[2].generated, Some(Generated::RowEnd));
    assert_eq!(u.versioned, Some(None), "the engine named its history, so nobody did");
    assert_eq!(found.catalog.tables.len(), 3, "and that history is no table of its own");
}

#[test]
fn graph_ledger_and_memory_are_told() {
    let found = Answers::default()
        .object(1, "node", "U ")
        .object(2, "edge", "U ")
        .object(3, "memory", "U ")
        .column(1, 1, "graph_id_1", &[("graph_type", int(1))])
        .column(1, 2, "id", &[])
        .column(2, 1, "n", &[])
        .column(3, 1, "id", &[])
        .with("tables", &[("object_id", int(1)), ("is_node", YES)])
        .with("tables", &[("object_id", int(2)), ("is_edge", YES), ("ledger_type", int(3))])
        .with("tables", &[("object_id", int(3)), ("is_memory_optimized", YES), ("durability", text("SCHEMA_ONLY"))])
        .with("indexes", &[("object_id", int(3)), ("index_id", int(2)), ("name", text("ix")), ("type", int(7))])
        .with(
            "index_columns",
            &[("object_id", int(3)), ("index_id", int(2)), ("column_id", int(1)), ("key_ordinal", int(1))],
        )
        .with("hash_indexes", &[("object_id", int(3)), ("index_id", int(2)), ("bucket_count", int(1024))])
        .read();
    let node = table(&found, "node");
    assert_eq!(
        (node.graph.as_deref(), node.columns.len()),
        (Some("NODE"), 1),
        "the engine's own columns are not shown"
    );
    let edge = table(&found, "edge");
    assert_eq!(edge.graph.as_deref(), Some("EDGE"));
    assert_eq!((&*edge.options[0].name, edge.options[0].value.as_str()), ("LEDGER", "ON (APPEND_ONLY = ON)"));
    let memory = table(&found, "memory");
    let options: Vec<_> = memory.options.iter().map(|option| (&*option.name, option.value.as_str())).collect();
    assert_eq!(options, [("MEMORY_OPTIMIZED", "ON"), ("DURABILITY", "SCHEMA_ONLY")]);
    let index = &memory.indexes[0];
    assert_eq!(index.kind, IndexKind::Hash { unique: false });
    assert_eq!((&*index.options[0].name, index.options[0].value.as_str()), ("BUCKET_COUNT", "1024"));
    assert_eq!(index.keys[0].name, Ident::new("id"));
}

#[test]
fn partitions_filegroups_and_encryption_are_told() {
    let of =
        [("object_id", int(1)), ("index_id", int(1)), ("name", text("pk")), ("type", int(1)), ("is_primary_key", YES)];
    let on = [("storage", text("by_year")), ("storage_type", text("PS"))];
    let column = |id: i64, ordinal: i64, partition: i64| {
        let of = [("object_id", int(1)), ("index_id", int(1)), ("column_id", int(id))];
        [&of[..], &[("key_ordinal", int(ordinal)), ("partition_ordinal", int(partition))]].concat()
    };
    let encrypted = [
        ("encryption_type", text("DETERMINISTIC")),
        ("encryption_key", text("cek")),
        ("encryption_algorithm", text("AEAD_AES_256_CBC_HMAC_SHA_256")),
    ];
    let found = Answers::default()
        .object(1, "t", "U ")
        .column(1, 1, "id", &encrypted)
        .column(1, 2, "year", &[])
        .with("tables", &[("object_id", int(1)), ("lob_storage", text("blobs"))])
        .with("indexes", &[&of[..], &on].concat())
        .with("index_columns", &column(1, 1, 0))
        .with("index_columns", &column(2, 0, 1))
        .read();
    let table = table(&found, "t");
    let ConstraintKind::Key { columns, storage, primary, clustered, .. } = &table.constraints[0].kind else {
        panic!("a key: {:?}", table.constraints);
    };
    assert_eq!((*primary, *clustered, columns.len()), (true, Some(true), 1));
    assert_eq!(storage.as_ref().map(|text| text.as_str()), Some("by_year(year)"));
    assert_eq!(table.lob_storage.as_ref().map(|text| text.as_str()), Some("blobs"));
    let encrypted: Vec<_> = table.columns[0].encrypted.iter().map(|option| option.value.as_str()).collect();
    assert_eq!(encrypted, ["cek", "DETERMINISTIC", "'AEAD_AES_256_CBC_HMAC_SHA_256'"]);
}

#[test]
fn an_indexed_view_has_its_indexes() {
    let index =
        [("object_id", int(1)), ("index_id", int(1)), ("name", text("cx")), ("type", int(1)), ("is_unique", YES)];
    let found = Answers::default()
        .object(1, "v", "V ")
        .column(1, 1, "id", &[])
        .with("modules", &[("object_id", int(1)), ("definition", text("CREATE VIEW dbo.v AS SELECT id FROM dbo.t"))])
        .with("indexes", &index)
        .with(
            "index_columns",
            &[("object_id", int(1)), ("index_id", int(1)), ("column_id", int(1)), ("key_ordinal", int(1))],
        )
        .read();
    let indexes = &found.catalog.view_indexes[&Name::dbo("v")];
    assert_eq!(indexes[0].kind, IndexKind::Rowstore { unique: true, clustered: true });
    assert_eq!(indexes[0].keys[0].name, Ident::new("id"));
    assert!(found.catalog.tables.is_empty());
}

#[test]
fn what_cannot_be_read_is_told_and_stays_uncertain() {
    let found = Answers::default()
        .object(1, "hidden", "P ")
        .object(2, "queue", "SQ")
        .with("modules", &[("object_id", int(1))])
        .with(
            "types",
            &[
                ("schema_name", text("dbo")),
                ("name", text("point")),
                ("user_type_id", int(300)),
                ("is_assembly_type", YES),
            ],
        )
        .read();
    let hidden = &found.catalog.modules[&Name::dbo("hidden")];
    assert!(hidden.uncertain && hidden.definition.definition.as_str().is_empty());
    let told: Vec<_> = found.gaps.iter().map(|gap| format!("{}: {}", gap.object, gap.reason)).collect();
    assert_eq!(
        told,
        [
            "dbo.queue: objects of type SQ are not read",
            "dbo.point: CLR types are not read",
            "dbo.hidden: its text cannot be read: it is encrypted, or the login lacks VIEW DEFINITION",
        ]
    );
}

#[test]
fn a_vector_without_shown_dimensions_has_them_in_its_length() {
    let vector = |length: i64| [("type_name", text("vector")), ("max_length", int(length))];
    let shown = [("dimensions", int(3)), ("base_type", int(1))];
    let found = Answers::default()
        .object(1, "t", "U ")
        .column(1, 1, "a", &vector(6152))
        .column(1, 2, "b", &[&vector(14)[..], &shown].concat())
        .read();
    let types: Vec<_> = table(&found, "t").columns.iter().filter_map(|column| column.data_type.clone()).collect();
    assert_eq!(types[0], DataType::Vector { dimensions: 1536, base: VectorBase::Float32 });
    assert_eq!(types[1], DataType::Vector { dimensions: 3, base: VectorBase::Float16 });
}

#[test]
fn what_the_engine_grants_by_itself_is_not_read() {
    let grant = |class: i64, permission: &str, state: &str| {
        let on = [("class", int(class)), ("class_name", text("DATABASE")), ("major_id", int(0)), ("minor_id", int(0))];
        let what = [("grantee_id", int(5)), ("permission", text(permission)), ("state", text(state))];
        [&on[..], &what].concat()
    };
    let user = [("principal_id", int(5)), ("name", text("ada")), ("type", text("S")), ("authentication", int(1))];
    let found = Answers::default()
        .with("principals", &[&user[..], &[("login", text("ada_login"))]].concat())
        .with("permissions", &grant(0, "CONNECT", "G"))
        .with("permissions", &grant(0, "CREATE TABLE", "W"))
        .with("permissions", &grant(5, "CONTROL", "G"))
        .read();
    let held: Vec<_> =
        found.catalog.all_permissions().map(|held| (&*held.permission, held.with_grant_option)).collect();
    assert_eq!(held, [("CREATE TABLE", true)]);
    let ada = &found.catalog.principals[&Ident::new("ada")].definition;
    assert_eq!(ada.options[0].as_str(), "FOR LOGIN ada_login");
    assert_eq!(found.gaps.len(), 1, "a permission on an assembly: {:?}", found.gaps);
}

#[test]
fn others_go_by_class_and_name() {
    let of = |class: &str, name: &str| [("class", text(class)), ("name", text(name))];
    let found = Answers::default()
        .with("others", &of("MASTER KEY", "##MS_DatabaseMasterKey##"))
        .with("others", &of("PARTITION SCHEME", "by_year"))
        .read();
    let names: Vec<_> = found.catalog.others.keys().map(|(_, name)| name.to_string()).collect();
    assert_eq!(names, ["dbo.[MASTER KEY]", "dbo.by_year"]);
}
