//! Views, procedures, functions, triggers and their texts.

use super::objects::{Object, object_columns, objects};
use super::{Facts, NULL, Row, View, row, types};
use crate::name::Name;
use crate::schema::{Module, ModuleKind};

pub(super) fn views() -> Vec<View> {
    vec![
        View::sys(
            "sql_modules",
            "object_id int, definition nvarchar(max), uses_ansi_nulls bit, uses_quoted_identifier bit, is_schema_bound bit, uses_database_collation bit, is_recompiled bit, null_on_null_input bit, execute_as_principal_id int, uses_native_compilation bit, inline_type bit, is_inlineable bit",
            sql_modules,
        ),
        View::sys(
            "all_sql_modules",
            "object_id int, definition nvarchar(max), uses_ansi_nulls bit, uses_quoted_identifier bit, is_schema_bound bit, uses_database_collation bit, is_recompiled bit, null_on_null_input bit, execute_as_principal_id int, uses_native_compilation bit, inline_type bit, is_inlineable bit",
            sql_modules,
        ),
        View::sys(
            "views",
            object_columns!(
                ", is_replicated bit, has_replication_filter bit, has_opaque_metadata bit, has_unchecked_assembly_data bit, with_check_option bit, is_date_correlation_view bit, is_tracked_by_cdc bit"
            ),
            sql_views,
        ),
        View::sys(
            "procedures",
            object_columns!(
                ", is_auto_executed bit, is_execution_replicated bit, is_repl_serializable_only bit, skips_repl_constraints bit"
            ),
            procedures,
        ),
        View::sys(
            "triggers",
            "name sysname, object_id int, parent_class tinyint, parent_class_desc nvarchar(60), parent_id int, type char(2), type_desc nvarchar(60), create_date datetime, modify_date datetime, is_ms_shipped bit, is_disabled bit, is_not_for_replication bit, is_instead_of_trigger bit",
            triggers,
        ),
        View::sys(
            "parameters",
            "object_id int, name sysname, parameter_id int, system_type_id tinyint, user_type_id int, max_length smallint, precision tinyint, scale tinyint, is_output bit, is_cursor_ref bit, has_default_value bit, is_xml_document bit, default_value sql_variant, xml_collection_id int, is_readonly bit, is_nullable bit",
            parameters,
        ),
        View::sys(
            "sql_expression_dependencies",
            "referencing_id int, referencing_minor_id int, referencing_class tinyint, referencing_class_desc nvarchar(60), is_schema_bound_reference bit, referenced_class tinyint, referenced_class_desc nvarchar(60), referenced_server_name sysname, referenced_database_name sysname, referenced_schema_name sysname, referenced_entity_name sysname, referenced_id int, referenced_minor_id int, is_caller_dependent bit, is_ambiguous bit",
            dependencies,
        ),
    ]
}

fn sql_modules(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(name, module): (&Name, &Module)| {
        let owner = module.options.iter().any(|option| &**option == "EXECUTE AS OWNER").then_some(-2);
        row![
            facts.object_id(name),
            module.definition.as_str(),
            module.ansi_nulls,
            module.quoted_identifier,
            module.is_schema_bound(),
            false,
            module.options.iter().any(|option| &**option == "RECOMPILE"),
            false,
            owner,
            false,
            false,
            false,
        ]
    };
    modules(facts).map(of).collect()
}

fn modules<'a>(facts: &Facts<'a>) -> impl Iterator<Item = (&'a Name, &'a Module)> {
    facts.catalog.modules.iter().map(|(name, entry)| (name, &*entry.definition))
}

/// The objects of one kind of module, each with what the catalog holds of it.
fn of_kind<'a>(facts: &Facts<'a>, kind: ModuleKind) -> Vec<(Object<'a>, &'a Name, &'a Module)> {
    let of = |object: Object<'a>| {
        let name = Name { schema: object.schema.clone(), object: object.name.clone() };
        let (name, entry) = facts.catalog.modules.get_key_value(&name)?;
        (entry.definition.kind == kind && object.code.trim() != "U").then_some((object, name, &*entry.definition))
    };
    objects(facts).into_iter().filter_map(of).collect()
}

fn sql_views(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(object, _, _): (Object<'_>, &Name, &Module)| {
        let more = row![false, false, false, false, false, false, false];
        [object.row(facts), more].concat()
    };
    of_kind(facts, ModuleKind::View).into_iter().map(of).collect()
}

fn procedures(facts: &Facts<'_>) -> Vec<Row> {
    let of =
        |(object, _, _): (Object<'_>, &Name, &Module)| [object.row(facts), row![false, false, false, false]].concat();
    of_kind(facts, ModuleKind::Procedure).into_iter().map(of).collect()
}

fn triggers(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(object, name, module): (Object<'_>, &Name, &Module)| {
        let events = module.trigger_events.as_ref().map_or("", |events| events.as_str());
        let instead = events.trim_start().to_uppercase().starts_with("INSTEAD");
        let (class, class_name) = if module.trigger_on.is_some() { (1, "OBJECT_OR_COLUMN") } else { (0, "DATABASE") };
        let times = object.row(facts);
        row![
            object.name,
            object.numbered.id,
            class,
            class_name,
            object.parent,
            "TR",
            "SQL_TRIGGER",
            times[7].clone(),
            times[8].clone(),
            false,
            facts.catalog.disabled_triggers.contains(name),
            module.options.iter().any(|option| &**option == "NOT FOR REPLICATION"),
            instead,
        ]
    };
    of_kind(facts, ModuleKind::Trigger).into_iter().map(of).collect()
}

fn parameters(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, module) in modules(facts) {
        let object = facts.object_id(name);
        if let Some(returns) = &module.returns {
            let shape = types::base_type(returns, facts.catalog).and_then(|base| types::shape(&base));
            rows.push(parameter(facts, object, ("", 0), returns, shape, (true, false, false)));
        }
        for (at, each) in (1..).zip(&module.parameters) {
            let shape = types::base_type(&each.data_type, facts.catalog).and_then(|base| types::shape(&base));
            let flags = (each.output, each.default.is_some(), each.readonly);
            rows.push(parameter(facts, object, (each.name.as_str(), at), &each.data_type, shape, flags));
        }
    }
    rows
}

fn parameter(
    facts: &Facts<'_>,
    object: i32,
    (name, at): (&str, i32),
    data_type: &crate::schema::DataType,
    shape: Option<types::Shape>,
    (output, has_default, readonly): (bool, bool, bool),
) -> Row {
    row![
        object,
        name,
        at,
        shape.map_or(243, |shape| shape.system_id),
        super::columns::user_type_id(facts, Some(data_type), shape.as_ref()),
        shape.map_or(-1, |shape| shape.length),
        shape.map_or(0, |shape| shape.precision),
        shape.map_or(0, |shape| shape.scale),
        output,
        false,
        has_default,
        false,
        NULL,
        0,
        readonly,
        true,
    ]
}

fn dependencies(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, module) in modules(facts) {
        for there in &module.references {
            rows.push(row![
                facts.object_id(name),
                0,
                1,
                "OBJECT_OR_COLUMN",
                module.is_schema_bound(),
                1,
                "OBJECT_OR_COLUMN",
                NULL,
                NULL,
                &there.schema,
                &there.object,
                facts.numbers.object(there),
                0,
                false,
                false,
            ]);
        }
    }
    rows
}
