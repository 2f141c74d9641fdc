//! `INFORMATION_SCHEMA`.

use super::columns::{collation, column_type};
use super::{Facts, Row, View, row, types};
use crate::name::{Ident, Name};
use crate::schema::{Column, Constraint, ConstraintKind, DataType, Module, ModuleKind, Table};

const fn view(name: &'static str, columns: &'static str, rows: fn(&Facts<'_>) -> Vec<Row>) -> View {
    View { schema: "INFORMATION_SCHEMA", name, columns, rows }
}

pub(super) fn views() -> Vec<View> {
    vec![
        view(
            "TABLES",
            "TABLE_CATALOG sysname, TABLE_SCHEMA sysname, TABLE_NAME sysname, TABLE_TYPE nvarchar(60)",
            tables,
        ),
        view(
            "COLUMNS",
            "TABLE_CATALOG sysname, TABLE_SCHEMA sysname, TABLE_NAME sysname, COLUMN_NAME sysname, ORDINAL_POSITION int, COLUMN_DEFAULT nvarchar(4000), IS_NULLABLE nvarchar(60), DATA_TYPE sysname, CHARACTER_MAXIMUM_LENGTH int, CHARACTER_OCTET_LENGTH int, NUMERIC_PRECISION tinyint, NUMERIC_PRECISION_RADIX smallint, NUMERIC_SCALE int, DATETIME_PRECISION smallint, CHARACTER_SET_NAME sysname, COLLATION_NAME sysname, DOMAIN_NAME sysname",
            columns,
        ),
        view(
            "VIEWS",
            "TABLE_CATALOG sysname, TABLE_SCHEMA sysname, TABLE_NAME sysname, VIEW_DEFINITION nvarchar(4000), CHECK_OPTION nvarchar(60), IS_UPDATABLE nvarchar(60)",
            views_of_users,
        ),
        view("SCHEMATA", "CATALOG_NAME sysname, SCHEMA_NAME sysname, SCHEMA_OWNER sysname", schemata),
        view(
            "ROUTINES",
            "SPECIFIC_CATALOG sysname, SPECIFIC_SCHEMA sysname, SPECIFIC_NAME sysname, ROUTINE_CATALOG sysname, ROUTINE_SCHEMA sysname, ROUTINE_NAME sysname, ROUTINE_TYPE nvarchar(60), DATA_TYPE sysname, ROUTINE_DEFINITION nvarchar(4000)",
            routines,
        ),
        view(
            "PARAMETERS",
            "SPECIFIC_CATALOG sysname, SPECIFIC_SCHEMA sysname, SPECIFIC_NAME sysname, ORDINAL_POSITION int, PARAMETER_MODE nvarchar(60), PARAMETER_NAME sysname, DATA_TYPE sysname",
            parameters,
        ),
        view(
            "TABLE_CONSTRAINTS",
            "CONSTRAINT_CATALOG sysname, CONSTRAINT_SCHEMA sysname, CONSTRAINT_NAME sysname, TABLE_CATALOG sysname, TABLE_SCHEMA sysname, TABLE_NAME sysname, CONSTRAINT_TYPE nvarchar(60), IS_DEFERRABLE nvarchar(60), INITIALLY_DEFERRED nvarchar(60)",
            table_constraints,
        ),
        view(
            "KEY_COLUMN_USAGE",
            "CONSTRAINT_CATALOG sysname, CONSTRAINT_SCHEMA sysname, CONSTRAINT_NAME sysname, TABLE_CATALOG sysname, TABLE_SCHEMA sysname, TABLE_NAME sysname, COLUMN_NAME sysname, ORDINAL_POSITION int",
            key_columns,
        ),
        view(
            "REFERENTIAL_CONSTRAINTS",
            "CONSTRAINT_CATALOG sysname, CONSTRAINT_SCHEMA sysname, CONSTRAINT_NAME sysname, UNIQUE_CONSTRAINT_CATALOG sysname, UNIQUE_CONSTRAINT_SCHEMA sysname, UNIQUE_CONSTRAINT_NAME sysname, MATCH_OPTION nvarchar(60), UPDATE_RULE nvarchar(60), DELETE_RULE nvarchar(60)",
            referential,
        ),
        view(
            "CHECK_CONSTRAINTS",
            "CONSTRAINT_CATALOG sysname, CONSTRAINT_SCHEMA sysname, CONSTRAINT_NAME sysname, CHECK_CLAUSE nvarchar(4000)",
            checks,
        ),
    ]
}

fn tables(facts: &Facts<'_>) -> Vec<Row> {
    let of = |name: &Name, class: &str| row![facts.database, &name.schema, &name.object, class];
    let tables = facts.catalog.tables.keys().map(|name| of(name, "BASE TABLE"));
    let views = modules(facts, ModuleKind::View).map(|(name, _)| of(name, "VIEW"));
    tables.chain(views).collect()
}

fn modules<'a>(facts: &Facts<'a>, kind: ModuleKind) -> impl Iterator<Item = (&'a Name, &'a Module)> {
    let modules = facts.catalog.modules.iter().map(|(name, entry)| (name, &*entry.definition));
    modules.filter(move |(_, module)| module.kind == kind)
}

fn columns(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, entry) in &facts.catalog.tables {
        rows.extend(columns_of(facts, name, &entry.definition));
    }
    for (name, _) in modules(facts, ModuleKind::View) {
        rows.extend(columns_of(facts, name, &(facts.view_columns)(name)));
    }
    rows
}

fn columns_of(facts: &Facts<'_>, name: &Name, table: &Table) -> Vec<Row> {
    (1_i32..).zip(&table.columns).map(|(at, column)| column_row(facts, name, table, at, column)).collect()
}

fn column_row(facts: &Facts<'_>, name: &Name, table: &Table, at: i32, column: &Column) -> Row {
    let base = column_type(facts, table, column);
    let shape = base.as_ref().and_then(types::shape);
    let type_name = base.as_ref().map(type_name);
    let text = shape.filter(|shape| shape.is_text);
    let bytes = shape.filter(|shape| shape.is_text || matches!(shape.system_id, 165 | 173) && shape.vector.is_none());
    let wide = matches!(type_name.as_deref(), Some("nchar" | "nvarchar" | "ntext"));
    let characters = bytes.map(|shape| if wide && shape.length > 0 { shape.length / 2 } else { shape.length });
    let is_time = shape.is_some_and(|shape| matches!(shape.system_id, 40..=43 | 58 | 61));
    let number = shape.filter(|shape| shape.precision > 0 && !is_time && shape.system_id != 104);
    row![
        facts.database,
        &name.schema,
        &name.object,
        &column.name,
        at,
        column.default.as_ref().map(|default| format!("({})", default.value.as_str())),
        if facts.catalog.is_nullable(table, column) { "YES" } else { "NO" },
        type_name,
        characters,
        bytes.map(|shape| shape.length),
        number.map(|shape| shape.precision),
        number.map(|shape| if matches!(shape.system_id, 59 | 62) { 2 } else { 10 }),
        number.map(|shape| shape.scale),
        shape.filter(|_| is_time).map(|shape| shape.scale),
        text.map(|_| if wide { "UNICODE" } else { "iso_1" }),
        text.map(|_| collation(column)),
        match &column.data_type {
            Some(DataType::User(name)) => Some(&name.object),
            _ => None,
        },
    ]
}

/// A base type's name; `sysname` is `nvarchar` here.
fn type_name(base: &DataType) -> String {
    match base {
        DataType::System { name, .. } if &**name == "sysname" => "nvarchar".into(),
        DataType::System { name, .. } => name.to_string(),
        DataType::Vector { .. } => "vector".into(),
        other => other.to_string(),
    }
}

fn views_of_users(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(name, module): (&Name, &Module)| {
        row![facts.database, &name.schema, &name.object, module.definition.as_str(), "NONE", "NO"]
    };
    modules(facts, ModuleKind::View).map(of).collect()
}

fn schemata(facts: &Facts<'_>) -> Vec<Row> {
    let system = super::SYSTEM_SCHEMAS.iter().map(|(name, _)| row![facts.database, *name, *name]);
    let made = facts.catalog.schemas.iter().map(|(name, entry)| {
        let owner = entry.definition.as_ref().as_ref().map_or("dbo", Ident::as_str);
        row![facts.database, name, owner]
    });
    system.chain(made).collect()
}

fn routines(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(name, module): (&Name, &Module), class: &str| {
        let returns = module.returns.as_ref().and_then(|returns| types::base_type(returns, facts.catalog));
        let (schema, object) = (&name.schema, &name.object);
        row![
            facts.database,
            schema,
            object,
            facts.database,
            schema,
            object,
            class,
            returns.as_ref().map(type_name),
            module.definition.as_str()
        ]
    };
    let procedures = modules(facts, ModuleKind::Procedure).map(|module| of(module, "PROCEDURE"));
    procedures.chain(modules(facts, ModuleKind::Function).map(|module| of(module, "FUNCTION"))).collect()
}

fn parameters(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, module) in modules(facts, ModuleKind::Procedure).chain(modules(facts, ModuleKind::Function)) {
        for (at, parameter) in (1_i32..).zip(&module.parameters) {
            let base = types::base_type(&parameter.data_type, facts.catalog);
            let mode = if parameter.output { "INOUT" } else { "IN" };
            let base = base.as_ref().map(type_name);
            rows.push(row![facts.database, &name.schema, &name.object, at, mode, &parameter.name, base]);
        }
    }
    rows
}

/// Every named constraint with its table.
fn constraints<'a>(facts: &Facts<'a>) -> impl Iterator<Item = (&'a Name, &'a Ident, &'a Constraint)> {
    let tables = facts.catalog.tables.iter();
    tables.flat_map(|(table, entry)| {
        let constraints = entry.definition.constraints.iter();
        constraints.filter_map(move |constraint| Some((table, constraint.name.as_ref()?, constraint)))
    })
}

fn table_constraints(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(table, name, constraint): (&Name, &Ident, &Constraint)| {
        let class = match constraint.kind {
            ConstraintKind::Key { primary: true, .. } => "PRIMARY KEY",
            ConstraintKind::Key { .. } => "UNIQUE",
            ConstraintKind::ForeignKey { .. } => "FOREIGN KEY",
            ConstraintKind::Check { .. } => "CHECK",
            ConstraintKind::Opaque(_) => return None,
        };
        let (schema, object) = (&table.schema, &table.object);
        Some(row![facts.database, schema, name, facts.database, schema, object, class, "NO", "NO"])
    };
    constraints(facts).filter_map(of).collect()
}

fn key_columns(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (table, name, constraint) in constraints(facts) {
        let columns: Vec<&Ident> = match &constraint.kind {
            ConstraintKind::Key { columns, .. } => columns.iter().map(|key| &key.name).collect(),
            ConstraintKind::ForeignKey { columns, .. } => columns.iter().collect(),
            _ => continue,
        };
        for (at, column) in (1_i32..).zip(columns) {
            let (schema, object) = (&table.schema, &table.object);
            rows.push(row![facts.database, schema, name, facts.database, schema, object, column, at]);
        }
    }
    rows
}

fn referential(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(table, name, constraint): (&Name, &Ident, &Constraint)| {
        let ConstraintKind::ForeignKey { references, on_delete, on_update, .. } = &constraint.kind else { return None };
        let there = facts.catalog.table(references)?;
        let is_primary = |key: &&Constraint| matches!(key.kind, ConstraintKind::Key { primary: true, .. });
        let key = there.constraints.iter().find(is_primary).and_then(|key| key.name.as_ref());
        let rule = |written: &Option<Box<str>>| written.as_deref().unwrap_or("NO ACTION").to_owned();
        Some(row![
            facts.database,
            &table.schema,
            name,
            facts.database,
            &references.schema,
            key,
            "SIMPLE",
            rule(on_update),
            rule(on_delete),
        ])
    };
    constraints(facts).filter_map(of).collect()
}

fn checks(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(table, name, constraint): (&Name, &Ident, &Constraint)| {
        let ConstraintKind::Check { condition, .. } = &constraint.kind else { return None };
        Some(row![facts.database, &table.schema, name, format!("({})", condition.as_str())])
    };
    constraints(facts).filter_map(of).collect()
}
