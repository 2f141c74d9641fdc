//! `sys.columns`, `sys.types` and the views beside them.

use super::types::{self, SYSTEM_TYPES, Shape};
use super::{Facts, NULL, Row, View, row};
use crate::name::{Ident, Name};
use crate::schema::{Column, DataType, Generated, ModuleKind, Table, UserType, VectorBase};

macro_rules! column_columns {
    ($more:literal) => {
        concat!(
            "object_id int, name sysname, column_id int, system_type_id tinyint, user_type_id int, ",
            "max_length smallint, precision tinyint, scale tinyint, collation_name sysname, is_nullable bit, ",
            "is_ansi_padded bit, is_rowguidcol bit, is_identity bit, is_computed bit, is_filestream bit, ",
            "is_replicated bit, is_non_sql_subscribed bit, is_merge_published bit, is_dts_replicated bit, ",
            "is_xml_document bit, xml_collection_id int, default_object_id int, rule_object_id int, is_sparse bit, ",
            "is_column_set bit, generated_always_type tinyint, generated_always_type_desc nvarchar(60), ",
            "encryption_type int, encryption_type_desc nvarchar(60), is_hidden bit, is_masked bit, ",
            "vector_dimensions int, vector_base_type tinyint, vector_base_type_desc nvarchar(60)",
            $more
        )
    };
}

pub(super) fn views() -> Vec<View> {
    vec![
        View::sys("columns", column_columns!(""), columns),
        View::sys("all_columns", column_columns!(""), all_columns),
        View::sys(
            "identity_columns",
            column_columns!(
                ", seed_value sql_variant, increment_value sql_variant, last_value sql_variant, is_not_for_replication bit"
            ),
            identity_columns,
        ),
        View::sys(
            "computed_columns",
            column_columns!(", definition nvarchar(max), uses_database_collation bit, is_persisted bit"),
            computed_columns,
        ),
        View::sys("masked_columns", column_columns!(", masking_function nvarchar(4000)"), masked_columns),
        View::sys(
            "types",
            "name sysname, system_type_id tinyint, user_type_id int, schema_id int, principal_id int, max_length smallint, precision tinyint, scale tinyint, collation_name sysname, is_nullable bit, is_user_defined bit, is_assembly_type bit, default_object_id int, rule_object_id int, is_table_type bit",
            all_types,
        ),
        View::sys(
            "table_types",
            "name sysname, system_type_id tinyint, user_type_id int, schema_id int, principal_id int, max_length smallint, precision tinyint, scale tinyint, collation_name sysname, is_nullable bit, is_user_defined bit, is_assembly_type bit, default_object_id int, rule_object_id int, is_table_type bit, type_table_object_id int, is_memory_optimized bit",
            table_types,
        ),
    ]
}

/// The tables and table types.
pub(super) fn column_owners<'a>(facts: &Facts<'a>) -> Vec<(&'a Name, &'a Table)> {
    let tables = facts.catalog.tables.iter().map(|(name, entry)| (name, &*entry.definition));
    let types = facts.catalog.types.iter().filter_map(|(name, entry)| match &*entry.definition {
        UserType::Table(table) => Some((name, &**table)),
        _ => None,
    });
    tables.chain(types).collect()
}

fn columns(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = each_column(facts, |_| true, |_, _, cells| cells);
    for (name, entry) in &facts.catalog.modules {
        if entry.definition.kind == ModuleKind::View {
            rows.extend(columns_of_view(facts, name));
        }
    }
    rows
}

fn columns_of_view(facts: &Facts<'_>, name: &Name) -> Vec<Row> {
    let columns = (facts.view_columns)(name);
    let of = |(at, column)| column_cells(facts, name, &columns, column, at);
    (1..).zip(&columns.columns).map(of).collect()
}

/// The rows of the columns of tables that are wanted, in the order of their tables.
fn each_column<'a>(
    facts: &Facts<'a>,
    wanted: impl Fn(&Column) -> bool,
    more: impl Fn(&'a Name, &'a Column, Row) -> Row,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, table) in column_owners(facts) {
        for column in table.columns.iter().filter(|column| wanted(column)) {
            let id = facts.column_id(name, &column.name);
            rows.push(more(name, column, column_cells(facts, name, table, column, id)));
        }
    }
    rows
}

/// A column's type, a computed one's too, without alias types.
pub(super) fn column_type(facts: &Facts<'_>, table: &Table, column: &Column) -> Option<DataType> {
    match &column.data_type {
        Some(written) => types::base_type(written, facts.catalog),
        None => (facts.computed_type)(table, column),
    }
}

/// `user_type_id`: an alias type has its own.
pub(super) fn user_type_id(facts: &Facts<'_>, data_type: Option<&DataType>, shape: Option<&Shape>) -> Option<i32> {
    let own = data_type.and_then(|data_type| match data_type {
        DataType::User(name) => facts.numbers.types.get(name),
        _ => None,
    });
    own.or_else(|| shape.map(|shape| shape.user_id))
}

fn column_cells(facts: &Facts<'_>, name: &Name, table: &Table, column: &Column, id: i32) -> Row {
    let shape = column_type(facts, table, column).and_then(|base| types::shape(&base));
    let collation = shape.filter(|shape| shape.is_text).map(|_| collation(column));
    let default = column.default.as_ref().and_then(|default| facts.constraint(name, default.name.as_ref()));
    let (generated, generated_class) = generated(column.generated);
    let vector = shape.and_then(|shape| shape.vector);
    let owner = facts.object_id(name);
    row![
        owner,
        &column.name,
        id,
        shape.map(|shape| shape.system_id),
        user_type_id(facts, column.data_type.as_ref(), shape.as_ref()),
        shape.map(|shape| shape.length),
        shape.map(|shape| shape.precision),
        shape.map(|shape| shape.scale),
        collation,
        facts.catalog.is_nullable(table, column),
        true,
        column.rowguidcol,
        column.identity.is_some(),
        column.computed.is_some(),
        column.filestream,
        false,
        false,
        false,
        false,
        false,
        0,
        default.map_or(0, |default| default.id),
        0,
        column.sparse,
        column.column_set,
        generated,
        generated_class,
        NULL,
        NULL,
        column.hidden,
        column.masked.is_some(),
        vector.map(|(dimensions, _)| i64::from(dimensions)),
        vector.map(|(_, base)| i32::from(base == VectorBase::Float16)),
        vector.map(|(_, base)| if base == VectorBase::Float16 { "float16" } else { "float32" }),
    ]
}

/// The collation of a text column.
pub(super) fn collation(column: &Column) -> &str {
    column.collation.as_ref().map_or(super::DATABASE_COLLATION, Ident::as_str)
}

fn generated(generated: Option<Generated>) -> (i32, &'static str) {
    match generated {
        None => (0, "NOT_APPLICABLE"),
        Some(Generated::RowStart) => (1, "AS_ROW_START"),
        Some(Generated::RowEnd) => (2, "AS_ROW_END"),
        Some(Generated::TransactionIdStart) => (5, "AS_TRANSACTION_ID_START"),
        Some(Generated::TransactionIdEnd) => (6, "AS_TRANSACTION_ID_END"),
        Some(Generated::SequenceNumberStart) => (7, "AS_SEQUENCE_NUMBER_START"),
        Some(Generated::SequenceNumberEnd) => (8, "AS_SEQUENCE_NUMBER_END"),
    }
}

fn all_columns(facts: &Facts<'_>) -> Vec<Row> {
    let mut all = columns(facts);
    let width = all.first().map_or(34, Vec::len);
    for view in super::views() {
        let id = super::view_id(&Name::new(view.schema, view.name)).unwrap_or(0);
        for (at, (name, data_type)) in (1_i32..).zip(view.written()) {
            let known = data_type.split('(').next().and_then(types::system_type);
            let mut cells = row![
                id,
                name,
                at,
                known.map(|known| known.system_id),
                known.map(|known| known.user_id),
                known.map(|known| known.length),
                known.map(|known| known.precision),
                known.map(|known| known.scale),
            ];
            cells.resize(width, NULL);
            all.push(cells);
        }
    }
    all
}

fn identity_columns(facts: &Facts<'_>) -> Vec<Row> {
    each_column(
        facts,
        |column| column.identity.is_some(),
        |name, column, mut cells| {
            let identity = column.identity.as_ref();
            let number = |text: &str| text.parse::<i64>().ok();
            cells.extend(row![
                identity.and_then(|identity| number(&identity.seed)),
                identity.and_then(|identity| number(&identity.increment)),
                (facts.counter)(name),
                identity.is_some_and(|identity| identity.not_for_replication),
            ]);
            cells
        },
    )
}

fn computed_columns(facts: &Facts<'_>) -> Vec<Row> {
    each_column(
        facts,
        |column| column.computed.is_some(),
        |_, column, mut cells| {
            let computed = column.computed.as_ref();
            let definition = computed.map(|computed| format!("({})", computed.expression.as_str()));
            cells.extend(row![definition, true, computed.is_some_and(|computed| computed.persisted)]);
            cells
        },
    )
}

fn masked_columns(facts: &Facts<'_>) -> Vec<Row> {
    each_column(
        facts,
        |column| column.masked.is_some(),
        |_, column, mut cells| {
            cells.extend(row![column.masked.as_ref().map(|function| function.as_str())]);
            cells
        },
    )
}

fn all_types(facts: &Facts<'_>) -> Vec<Row> {
    let system = SYSTEM_TYPES.iter().map(|known| {
        let collation = types::is_text(known.name).then_some(super::DATABASE_COLLATION);
        let nullable = known.name != "sysname" && known.name != "timestamp";
        row![
            known.name,
            known.system_id,
            known.user_id,
            4,
            NULL,
            known.length,
            known.precision,
            known.scale,
            collation,
            nullable,
            false,
            known.system_id == 240,
            0,
            0,
            false,
        ]
    });
    system.chain(facts.catalog.types.iter().map(|(name, entry)| user_type(facts, name, &entry.definition))).collect()
}

fn user_type(facts: &Facts<'_>, name: &Name, definition: &UserType) -> Row {
    let id = facts.numbers.types.get(name);
    let schema = facts.schema_id(&name.schema);
    match definition {
        UserType::Alias { base, nullable } => {
            let shape = types::base_type(base, facts.catalog).and_then(|base| types::shape(&base));
            row![
                &name.object,
                shape.map(|shape| shape.system_id),
                id,
                schema,
                NULL,
                shape.map(|shape| shape.length),
                shape.map(|shape| shape.precision),
                shape.map(|shape| shape.scale),
                shape.filter(|shape| shape.is_text).map(|_| super::DATABASE_COLLATION),
                nullable.unwrap_or(true),
                true,
                false,
                0,
                0,
                false,
            ]
        }
        UserType::Table(_) => row![&name.object, 243, id, schema, NULL, -1, 0, 0, NULL, false, true, false, 0, 0, true],
        UserType::Clr(_) => row![&name.object, 240, id, schema, NULL, -1, 0, 0, NULL, true, true, true, 0, 0, false],
    }
}

fn table_types(facts: &Facts<'_>) -> Vec<Row> {
    let tables = facts.catalog.types.iter().filter(|(_, entry)| matches!(&*entry.definition, UserType::Table(_)));
    let rows = tables.map(|(name, entry)| {
        let mut cells = user_type(facts, name, &entry.definition);
        cells.extend(row![facts.object_id(name), false]);
        cells
    });
    rows.collect()
}
