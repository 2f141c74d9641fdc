//! Random changes over few names, so that they often meet.

use proptest::prelude::*;
use proptest::sample::select;
use ragsql::change::Change;
use ragsql::name::{Ident, Name};
use ragsql::schema::{
    Column, Constraint, ConstraintKind, DataType, DefaultValue, Index, IndexKind, KeyColumn, Module, ModuleKind,
    Permission, Policy, Predicate, PredicateKind, Securable, SqlText, Statistics, Table,
};
use ragsql::syntax::ast::ObjectClass;

pub fn name() -> impl Strategy<Value = Name> {
    (select(vec!["dbo", "s"]), select(vec!["a", "B", "c", "d"])).prop_map(|(schema, object)| Name::new(schema, object))
}

pub fn ident() -> impl Strategy<Value = Ident> {
    select(vec!["x", "Y", "z"]).prop_map(Ident::new)
}

pub fn column(name: Ident) -> Column {
    Column::new(name, Some(DataType::System { name: "int".into(), args: Vec::new() }))
}

fn keys(name: Ident) -> Vec<KeyColumn> {
    vec![KeyColumn { name, descending: false }]
}

fn constraint(name: Ident, kind: ConstraintKind) -> Constraint {
    Constraint { name: Some(name), kind, not_trusted: false, disabled: false }
}

fn any_constraint() -> impl Strategy<Value = Constraint> {
    (select(vec!["k1", "k2", "k3"]), ident(), name(), any::<bool>()).prop_map(|(own, column, references, foreign)| {
        let kind = if foreign {
            ConstraintKind::ForeignKey {
                columns: vec![column.clone()],
                references,
                referenced: vec![column],
                on_delete: None,
                on_update: None,
                not_for_replication: false,
            }
        } else {
            ConstraintKind::Check { condition: SqlText::new("1 = 1"), not_for_replication: false }
        };
        constraint(Ident::new(own), kind)
    })
}

fn table() -> impl Strategy<Value = Table> {
    (prop::collection::btree_set(ident(), 1..3), prop::option::of(any_constraint())).prop_map(
        |(columns, constraint)| Table {
            columns: columns.into_iter().map(column).collect(),
            constraints: constraint.into_iter().collect(),
            ..Table::default()
        },
    )
}

pub fn index() -> impl Strategy<Value = Index> {
    (select(vec!["i1", "i2"]), ident(), any::<bool>()).prop_map(|(name, column, vector)| {
        let kind = if vector {
            IndexKind::Vector { metric: None, index_type: None, unquoted: false }
        } else {
            IndexKind::Rowstore { unique: false, clustered: false }
        };
        Index { keys: keys(column), ..Index::of(Ident::new(name), kind) }
    })
}

fn policy() -> impl Strategy<Value = Policy> {
    prop::collection::vec((name(), name()), 0..3).prop_map(|predicates| Policy {
        predicates: predicates
            .into_iter()
            .map(|(function, target)| Predicate {
                kind: PredicateKind::Filter,
                function,
                arguments: Vec::new(),
                target,
                operation: None,
            })
            .collect(),
        ..Policy::default()
    })
}

fn module() -> impl Strategy<Value = Module> {
    (prop::option::of(name()), any::<bool>()).prop_map(|(on, view)| {
        let kind = match (&on, view) {
            (Some(_), _) => ModuleKind::Trigger,
            (None, true) => ModuleKind::View,
            (None, false) => ModuleKind::Procedure,
        };
        let text = || SqlText::new("SELECT 1");
        Module { trigger_on: on, body: text(), definition: text(), ..Module::of(kind) }
    })
}

fn permission() -> impl Strategy<Value = Permission> {
    (name(), any::<bool>(), ident()).prop_map(|(on, deny, column)| Permission {
        deny,
        with_grant_option: false,
        permission: "SELECT".into(),
        columns: vec![column],
        securable: Some(Securable { class: "OBJECT".into(), name: vec![on.schema, on.object] }),
        principal: Ident::new("p"),
    })
}

fn change_of_table() -> BoxedStrategy<Change> {
    let from = || Box::new(column(Ident::new("x")));
    let dropped = |constraint| Change::DropConstraint { table: Name::dbo("a"), constraint: Box::new(constraint) };
    prop_oneof![
        (name(), ident()).prop_map(|(table, name)| Change::AddColumn { table, column: Box::new(column(name)) }),
        (name(), ident()).prop_map(|(table, column)| Change::DropColumn { table, column }),
        (name(), ident()).prop_map(move |(table, name)| Change::AlterColumn {
            table,
            from: from(),
            to: Box::new(Column { nullable: Some(false), ..column(name) }),
        }),
        (name(), ident(), ident()).prop_map(|(table, from, to)| Change::RenameColumn { table, from, to }),
        (name(), ident(), select(vec!["k1", "k4"])).prop_map(|(table, column, name)| Change::AddDefault {
            table,
            column,
            default: DefaultValue { name: Some(Ident::new(name)), value: SqlText::new("0") },
            with_values: false,
        }),
        (name(), ident()).prop_map(|(table, column)| Change::DropDefault { table, column, name: None }),
        (name(), any_constraint())
            .prop_map(|(table, constraint)| Change::AddConstraint { table, constraint: Box::new(constraint) }),
        any_constraint().prop_map(dropped),
        (name(), select(vec!["k1", "k2"]), select(vec!["k3", "k5"])).prop_map(|(table, from, to)| {
            Change::RenameConstraint { table, from: Ident::new(from), to: Ident::new(to) }
        }),
        (name(), index(), any::<bool>()).prop_map(|(table, index, drop_existing)| Change::CreateIndex {
            table,
            index: Box::new(index),
            drop_existing
        }),
        (name(), index()).prop_map(|(table, index)| Change::DropIndex { table, index: Box::new(index) }),
        (name(), ident()).prop_map(|(table, name)| Change::CreateStatistics {
            table,
            name: name.clone(),
            statistics: Box::new(Statistics { columns: vec![name], ..Statistics::default() }),
        }),
    ]
    .boxed()
}

pub fn change() -> BoxedStrategy<Change> {
    let moved = || (name(), name(), any::<bool>());
    prop_oneof![
        4 => (name(), table()).prop_map(|(name, table)| Change::CreateTable { name, table: Box::new(table) }),
        2 => name().prop_map(|name| Change::DropTable { name }),
        8 => change_of_table(),
        2 => moved().prop_map(|(from, to, schema)| {
            let class = ObjectClass::Table;
            if schema {
                Change::Transfer { class, to: Name { schema: to.schema, object: from.object.clone() }, from }
            } else {
                Change::Rename { class, to: Name { schema: from.schema.clone(), object: to.object }, from }
            }
        }),
        2 => (name(), module()).prop_map(|(name, module)| Change::CreateModule { name, module: Box::new(module) }),
        1 => (name(), module())
            .prop_map(|(name, to)| Change::AlterModule { name, from: Box::new(to.clone()), to: Box::new(to) }),
        1 => name().prop_map(|name| Change::DropModule { kind: ModuleKind::View, name }),
        1 => (name(), any::<bool>()).prop_map(|(trigger, enable)| Change::SwitchTrigger { trigger, enable }),
        2 => (name(), policy()).prop_map(|(name, policy)| Change::CreatePolicy { name, policy: Box::new(policy) }),
        2 => (name(), policy())
            .prop_map(|(name, to)| Change::AlterPolicy { name, from: Box::new(Policy::default()), to: Box::new(to) }),
        1 => name().prop_map(|name| Change::DropPolicy { name }),
        2 => permission().prop_map(Change::Grant),
        1 => permission().prop_map(Change::Revoke),
        1 => (name(), name()).prop_map(|(name, base)| Change::CreateSynonym { name, base }),
        1 => select(vec!["s", "t"]).prop_map(|name| Change::CreateSchema { name: Ident::new(name), owner: None }),
        1 => select(vec!["s", "t"]).prop_map(|name| Change::DropSchema { name: Ident::new(name) }),
    ]
    .boxed()
}

pub fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec(change(), 0..40)
}
