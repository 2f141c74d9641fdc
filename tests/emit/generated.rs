//! Random catalogs over few names, with everything that a definition can say.

use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use ragsql::catalog::{Catalog, Principal};
use ragsql::change::Change;
use ragsql::name::{Ident, Name};
use ragsql::replay::Replay;
use ragsql::schema::{
    BlockOperation, Column, Computed, Constraint, ConstraintKind, DataType, DefaultValue, ExternalModel, Identity,
    Index, IndexKind, IndexOption, KeyColumn, Permission, Policy, Predicate, PredicateKind, Securable, Sequence,
    SqlText, Statistics, Table, UserType, VectorBase,
};
use ragsql::source;
use ragsql::syntax::ast::ObjectClass;

const COLUMNS: [&str; 5] = ["id", "Order", "b c", "x]y", "v"];

pub fn name() -> impl Strategy<Value = Name> {
    (select(vec!["dbo", "s"]), select(vec!["a", "B", "c d", "table"]))
        .prop_map(|(schema, object)| Name::new(schema, object))
}

fn ident() -> impl Strategy<Value = Ident> {
    select(COLUMNS.to_vec()).prop_map(Ident::new)
}

fn system(name: &str, args: &[&str]) -> DataType {
    DataType::System { name: name.into(), args: args.iter().map(|arg| (*arg).into()).collect() }
}

fn data_type() -> impl Strategy<Value = DataType> {
    select(vec![
        system("int", &[]),
        system("nvarchar", &["max"]),
        system("decimal", &["10", "2"]),
        system("datetime2", &["3"]),
        DataType::Vector { dimensions: 3, base: VectorBase::Float32 },
        DataType::Vector { dimensions: 1998, base: VectorBase::Float16 },
        DataType::Xml(None),
        DataType::User(Name::dbo("phone number")),
    ])
}

fn expression() -> impl Strategy<Value = SqlText> {
    select(vec!["1", "(0)", "getdate()", "N'it''s -- no comment'", "(1) + 2", "CASE WHEN 1 = 1 THEN 2 ELSE 3 END"])
        .prop_map(SqlText::new)
}

fn condition() -> impl Strategy<Value = SqlText> {
    select(vec!["id > 0", "[id]>(0) AND [Order] IS NOT NULL", "v IN (1, 2) -- two\n OR v LIKE 'a%'"])
        .prop_map(SqlText::new)
}

fn option_list() -> impl Strategy<Value = Vec<IndexOption>> {
    let options = [("DATA_COMPRESSION", "PAGE"), ("FILLFACTOR", "80"), ("PAD_INDEX", "ON")];
    let option = |(name, value): &(&str, &str)| IndexOption { name: (*name).into(), value: SqlText::new(value) };
    subsequence(options.iter().map(option).collect::<Vec<_>>(), 0..=2)
}

/// A column; the names of its constraints are made of its own and its table's.
fn column(table: String, name: Ident) -> impl Strategy<Value = Column> {
    let default = (any::<bool>(), expression());
    let kind = (option::weighted(0.15, expression()), any::<bool>(), option::weighted(0.2, default));
    let flags = (option::of(any::<bool>()), any::<bool>(), option::weighted(0.2, any::<bool>()), any::<bool>());
    (data_type(), kind, flags).prop_map(move |(data_type, (computed, persisted, default), flags)| {
        let (nullable, collate, identity, sparse) = flags;
        let named = |named: bool| named.then(|| Ident::new(format!("df_{table}_{}", name.as_str())));
        let mut column = Column::new(name.clone(), Some(data_type));
        if let Some(expression) = computed {
            column.data_type = None;
            column.computed = Some(Computed { expression, persisted });
            return column;
        }
        column.nullable = nullable;
        column.collation = (collate && sparse).then(|| Ident::new("Latin1_General_BIN2"));
        column.sparse = sparse && !collate;
        column.masked = (sparse && nullable.is_none()).then(|| SqlText::new("partial(1, 'x', 1)"));
        column.identity = identity.map(|replicated| Identity {
            seed: "1".into(),
            increment: if replicated { "-2".into() } else { "1".into() },
            not_for_replication: replicated,
        });
        column.default = default.map(|(is_named, value)| DefaultValue { name: named(is_named), value });
        column
    })
}

fn keys() -> impl Strategy<Value = Vec<KeyColumn>> {
    let columns = subsequence(COLUMNS.map(Ident::new).to_vec(), 1..=2);
    (columns, any::<bool>())
        .prop_map(|(columns, descending)| columns.into_iter().map(|name| KeyColumn { name, descending }).collect())
}

fn constraint_kind() -> impl Strategy<Value = ConstraintKind> {
    let idents = || subsequence(COLUMNS.map(Ident::new).to_vec(), 1..=2);
    let action = || option::of(select(vec!["CASCADE", "SET NULL"]).prop_map(Box::from));
    prop_oneof![
        (any::<bool>(), option::of(any::<bool>()), keys(), option_list()).prop_map(
            |(primary, clustered, columns, options)| {
                ConstraintKind::Key { primary, clustered, hash: false, columns, options, storage: None }
            }
        ),
        (idents(), name(), idents(), action(), action(), any::<bool>()).prop_map(
            |(columns, references, referenced, on_delete, on_update, not_for_replication)| {
                ConstraintKind::ForeignKey {
                    columns,
                    references,
                    referenced,
                    on_delete,
                    on_update,
                    not_for_replication,
                }
            }
        ),
        (condition(), any::<bool>())
            .prop_map(|(condition, not_for_replication)| ConstraintKind::Check { condition, not_for_replication }),
    ]
}

fn constraint(table: String) -> impl Strategy<Value = Constraint> {
    (option::weighted(0.8, 0..4_usize), constraint_kind(), any::<bool>(), any::<bool>()).prop_map(
        move |(number, kind, not_trusted, disabled)| {
            let checks = !matches!(kind, ConstraintKind::Key { .. });
            let name = number.map(|number| Ident::new(format!("k{number} {table}")));
            let not_trusted = checks && not_trusted;
            Constraint { disabled: not_trusted && disabled && name.is_some(), name, kind, not_trusted }
        },
    )
}

fn index_kind() -> impl Strategy<Value = IndexKind> {
    prop_oneof![
        4 => (any::<bool>(), any::<bool>()).prop_map(|(unique, clustered)| IndexKind::Rowstore { unique, clustered }),
        1 => Just(IndexKind::Columnstore { clustered: false, order: Vec::new() }),
        2 => select(vec!["cosine", "dot"]).prop_map(|metric| IndexKind::Vector {
            metric: Some(metric.into()),
            index_type: Some("DiskANN".into()),
            unquoted: false
        }),
        1 => Just(IndexKind::Other { class: "SPATIAL".into(), detail: Some(SqlText::new("USING GEOMETRY_AUTO_GRID")) }),
    ]
}

pub fn index() -> impl Strategy<Value = Index> {
    let name = select(vec!["i1", "I 2", "index"]).prop_map(Ident::new);
    (name, index_kind(), keys(), ident(), option::weighted(0.3, condition()), option_list(), any::<bool>()).prop_map(
        |(name, kind, keys, included, filter, options, flag)| {
            let rowstore = matches!(kind, IndexKind::Rowstore { clustered: false, .. });
            let plain = matches!(kind, IndexKind::Rowstore { .. });
            Index {
                name,
                keys,
                included: if rowstore && flag { vec![included] } else { Vec::new() },
                filter: filter.filter(|_| rowstore),
                options: if plain { options } else { Vec::new() },
                storage: None,
                disabled: rowstore && !flag,
                opaque: Vec::new(),
                kind,
            }
        },
    )
}

fn columns_of(kind: &ConstraintKind) -> Vec<&Ident> {
    match kind {
        ConstraintKind::Key { columns, .. } => columns.iter().map(|key| &key.name).collect(),
        _ => Vec::new(),
    }
}

fn table(name: &Name) -> impl Strategy<Value = Table> + use<> {
    let table = name.object.as_str().to_lowercase();
    let own = table.clone();
    let columns = subsequence(COLUMNS.map(Ident::new).to_vec(), 1..=COLUMNS.len())
        .prop_flat_map(move |names| names.into_iter().map(|name| column(own.clone(), name)).collect::<Vec<_>>());
    let constraints = prop::collection::vec(constraint(table), 0..4);
    let indexes = prop::collection::vec(index(), 0..3);
    (columns, constraints, indexes, any::<bool>()).prop_map(|(mut columns, mut constraints, mut indexes, locks)| {
        constraints.sort_by(|one, other| one.name.cmp(&other.name));
        constraints.dedup_by(|one, other| one.name.is_some() && one.name == other.name);
        let mut seen: Vec<ConstraintKind> = Vec::new();
        let is_primary = |kind: &ConstraintKind| matches!(kind, ConstraintKind::Key { primary: true, .. });
        constraints.retain(|one| {
            let new = seen.iter().all(|kind| *kind != one.kind && !(is_primary(kind) && is_primary(&one.kind)));
            seen.push(one.kind.clone());
            new
        });
        indexes.sort_by(|one, other| one.name.cmp(&other.name));
        indexes.dedup_by(|one, other| one.name == other.name);
        let option = IndexOption { name: "LOCK_ESCALATION".into(), value: SqlText::new("AUTO") };
        let options = locks.then_some(option).into_iter().collect();
        let is_keyed =
            |name: &Ident| constraints.iter().any(|one| is_primary(&one.kind) && columns_of(&one.kind).contains(&name));
        // The engine refuses NULL in a primary key (Msg 8111).
        let keyed: Vec<Ident> = columns.iter().map(|column| column.name.clone()).filter(is_keyed).collect();
        for column in columns.iter_mut().filter(|column| keyed.contains(&column.name)) {
            column.nullable = column.nullable.filter(|nullable| !nullable);
        }
        Table { columns, constraints, indexes, options, ..Table::default() }
    })
}

fn policy() -> impl Strategy<Value = Policy> {
    let operation = select(vec![None, Some(BlockOperation::AfterInsert), Some(BlockOperation::BeforeUpdate)]);
    let predicate = (name(), name(), operation).prop_map(|(function, target, operation)| Predicate {
        kind: if operation.is_some() { PredicateKind::Block } else { PredicateKind::Filter },
        function,
        arguments: vec![SqlText::new("id"), SqlText::new("[x]]y]")],
        target,
        operation,
    });
    (prop::collection::vec(predicate, 1..3), any::<bool>(), option::of(any::<bool>())).prop_map(
        |(mut predicates, state, schema_bound)| {
            let place = |predicate: &Predicate| (predicate.target.clone(), predicate.kind, predicate.operation);
            predicates.sort_by_key(place);
            predicates.dedup_by_key(|predicate| place(predicate));
            Policy { predicates, state: Some(state), schema_bound, not_for_replication: false }
        },
    )
}

fn sequence() -> impl Strategy<Value = Sequence> {
    (option::of(data_type()), option::of(0..9_i32), option::of(option::of(1..9_i32)), option::of(any::<bool>()))
        .prop_map(|(data_type, start, bound, cycle)| {
            let number = |number: i32| number.to_string().into();
            let bound: Option<Option<Box<str>>> = bound.map(|bound| bound.map(number));
            Sequence {
                data_type,
                start: start.map(number),
                cycle,
                min: bound.clone(),
                cache: bound,
                ..Sequence::default()
            }
        })
}

fn permission() -> impl Strategy<Value = Permission> {
    let columns = subsequence(COLUMNS.map(Ident::new).to_vec(), 0..=2);
    let securable = prop_oneof![
        3 => name().prop_map(|name| Some(("OBJECT", vec![name.schema, name.object]))),
        1 => Just(Some(("SCHEMA", vec![Ident::new("s")]))),
        1 => Just(None),
    ];
    (any::<bool>(), any::<bool>(), select(vec!["SELECT", "VIEW DEFINITION"]), columns, securable).prop_map(
        |(deny, option, permission, columns, securable)| Permission {
            deny,
            with_grant_option: option && !deny,
            permission: permission.into(),
            columns: if permission == "SELECT" { columns } else { Vec::new() },
            securable: securable.map(|(class, name)| Securable { class: class.into(), name }),
            principal: Ident::new(if option { "public" } else { "reader" }),
        },
    )
}

/// The text of a module of this name.
fn module(name: &Name) -> impl Strategy<Value = String> + use<> {
    let written = name.bracketed();
    select(vec![
        "CREATE VIEW {} AS\nSELECT 1 AS [one] -- not two\nFROM dbo.a",
        "create   or alter view {} with schemabinding as select 1 as one from s.B",
        "CREATE FUNCTION {}(@x int) RETURNS int AS BEGIN RETURN @x END",
        "CREATE FUNCTION {}() RETURNS TABLE AS RETURN (SELECT 1 AS x FROM s.a)",
        "CREATE PROC {} @p nvarchar(10) = N'x' WITH EXECUTE AS OWNER AS\nBEGIN\n    SELECT 1;\nEND",
    ])
    .prop_map(move |text| text.replace("{}", &written))
}

/// What one name stands for.
fn object() -> BoxedStrategy<Vec<Change>> {
    name()
        .prop_flat_map(|name| {
            let named = move |change: fn(Name, Table) -> Change| {
                let name = name.clone();
                table(&name).prop_map(move |table| vec![change(name.clone(), table)])
            };
            named(|name, table| Change::CreateTable { name, table: Box::new(table) })
        })
        .boxed()
}

fn other() -> BoxedStrategy<Change> {
    let ident = || select(vec!["m", "order"]).prop_map(Ident::new);
    let text = |name: &str, value: &str| IndexOption { name: name.into(), value: SqlText::new(value) };
    prop_oneof![
        3 => (name(), policy()).prop_map(|(name, policy)| Change::CreatePolicy { name, policy: Box::new(policy) }),
        3 => (name(), sequence()).prop_map(|(name, sequence)| Change::CreateSequence { name, sequence: Box::new(sequence) }),
        2 => (select(vec!["other name", "syn"]), name())
            .prop_map(|(own, base)| Change::CreateSynonym { name: Name::new("s", own), base }),
        4 => permission().prop_map(Change::Grant),
        2 => (name(), table(&Name::dbo("t"))).prop_map(|(name, table)| {
            let constraints = table.constraints.into_iter().filter(|one| {
                matches!(one.kind, ConstraintKind::Key { .. }) && one.name.is_none()
            });
            let columns = table.columns.into_iter().map(|column| Column { default: None, ..column }).collect();
            let table = Table { columns, constraints: constraints.collect(), ..Table::default() };
            Change::CreateType { name, definition: Box::new(UserType::Table(Box::new(table))) }
        }),
        1 => (name(), data_type(), option::of(any::<bool>())).prop_map(|(name, base, nullable)| {
            Change::CreateType { name, definition: Box::new(UserType::Alias { base, nullable }) }
        }),
        1 => (ident(), any::<bool>()).prop_map(move |(name, long)| Change::CreateExternalModel {
            name,
            model: Box::new(ExternalModel {
                owner: None,
                options: vec![
                    text("LOCATION", if long { "https://x.example/a'b" } else { "https://x.example" }),
                    text("MODEL_TYPE", "EMBEDDINGS"),
                    text("CREDENTIAL", "https://x.example"),
                ],
            }),
        }),
        1 => (ident(), any::<bool>()).prop_map(|(name, owned)| Change::CreatePrincipal {
            name,
            principal: Principal {
                class: "ROLE".into(),
                options: if owned { vec![SqlText::new("AUTHORIZATION [reader]")] } else { Vec::new() },
                ..Principal::default()
            },
        }),
        1 => (ident(), any::<bool>())
            .prop_map(|(role, add)| Change::RoleMember { role, member: Ident::new("reader"), add }),
        1 => (any::<bool>(), ident()).prop_map(|(scheme, name)| {
            let text = if scheme { "AS PARTITION pf ALL TO ([PRIMARY])" } else { "(int) AS RANGE RIGHT FOR VALUES (1, 2)" };
            let class = if scheme { "PARTITION SCHEME" } else { "PARTITION FUNCTION" };
            Change::CreateOther {
                class: ObjectClass::Other(class.into()),
                name: Name { schema: "dbo".into(), object: name },
                definition: Some(SqlText::new(text)),
            }
        }),
        1 => Just(Change::SetConfiguration { name: "MAXDOP".into(), value: "4".into() }),
    ]
    .boxed()
}

fn start() -> Vec<Change> {
    let reader = Principal {
        class: "USER".into(),
        options: vec![SqlText::new("DEFAULT_SCHEMA = s"), SqlText::new("WITHOUT LOGIN")],
        ..Principal::default()
    };
    vec![
        Change::CreateSchema { name: Ident::new("s"), owner: None },
        Change::CreatePrincipal { name: Ident::new("reader"), principal: reader },
    ]
}

fn statistics() -> impl Strategy<Value = Statistics> {
    let options = [("NORECOMPUTE", ""), ("INCREMENTAL", "ON")];
    let option = |(name, value): &(&str, &str)| IndexOption { name: (*name).into(), value: SqlText::new(value) };
    let options = subsequence(options.iter().map(option).collect::<Vec<_>>(), 0..=2);
    (ident(), option::of(condition()), options).prop_map(|(column, filter, options)| Statistics {
        columns: vec![column],
        filter,
        options,
    })
}

/// A catalog of tables, modules and whatever else there is.
pub fn catalog() -> impl Strategy<Value = Catalog> {
    let tables = prop::collection::vec(object(), 0..4);
    let modules = prop::collection::vec(name().prop_flat_map(|name| module(&name)), 0..3);
    let statistics = option::of((name(), statistics()));
    (tables, modules, prop::collection::vec(other(), 0..8), statistics).prop_map(
        |(tables, modules, others, statistics)| {
            let mut catalog = Catalog::default();
            let statistics = statistics.map(|(table, statistics)| Change::CreateStatistics {
                table,
                name: Ident::new("st"),
                statistics: Box::new(statistics),
            });
            for change in start().iter().chain(tables.iter().flatten()).chain(&statistics) {
                // A name that is taken stays with what took it.
                let _ = catalog.apply(change);
            }
            let mut replay = Replay::from(catalog);
            let script = source::text("modules.sql", &modules.join("\nGO\n"));
            replay.file(0, &script, &script.parse(), &mut ());
            let mut catalog = replay.finish();
            for change in &others {
                // A role that is not there has no members.
                if !matches!(change, Change::RoleMember { role, .. } if !catalog.principals.contains_key(role)) {
                    let _ = catalog.apply(change);
                }
            }
            catalog
        },
    )
}
