//! The database and its settings.

use std::collections::BTreeSet;

use super::{DATABASE_COLLATION, Facts, NULL, Row, View, row};
use crate::syntax::ast::ObjectClass;

pub(super) fn views() -> Vec<View> {
    vec![
        View::sys(
            "databases",
            "name sysname, database_id int, source_database_id int, owner_sid varbinary(85), create_date datetime, compatibility_level tinyint, collation_name sysname, user_access tinyint, user_access_desc nvarchar(60), is_read_only bit, is_auto_close_on bit, is_auto_shrink_on bit, state tinyint, state_desc nvarchar(60), is_in_standby bit, snapshot_isolation_state tinyint, snapshot_isolation_state_desc nvarchar(60), is_read_committed_snapshot_on bit, recovery_model tinyint, recovery_model_desc nvarchar(60), is_ansi_nulls_on bit, is_quoted_identifier_on bit, is_encrypted bit, containment tinyint, is_ledger_on bit",
            databases,
        ),
        View::sys(
            "database_scoped_configurations",
            "configuration_id int, name nvarchar(60), value sql_variant, value_for_secondary sql_variant, is_value_default bit",
            configurations,
        ),
        View::sys(
            "database_service_objectives",
            "database_id int, edition sysname, service_objective sysname, elastic_pool_name sysname",
            service_objectives,
        ),
        View::sys(
            "data_spaces",
            "name sysname, data_space_id int, type char(2), type_desc nvarchar(60), is_default bit, is_system bit",
            data_spaces,
        ),
        View::sys(
            "filegroups",
            "name sysname, data_space_id int, type char(2), type_desc nvarchar(60), is_default bit, is_system bit",
            data_spaces,
        ),
        View::sys(
            "extended_properties",
            "class tinyint, class_desc nvarchar(60), major_id int, minor_id int, name sysname, value sql_variant",
            super::properties::extended_properties,
        ),
        View::sys(
            "partition_schemes",
            "name sysname, data_space_id int, type char(2), type_desc nvarchar(60), is_default bit, is_system bit, function_id int",
            none,
        ),
        View::sys(
            "partition_functions",
            "name sysname, function_id int, type char(2), type_desc nvarchar(60), fanout int, boundary_value_on_right bit, is_system bit, create_date datetime, modify_date datetime",
            none,
        ),
        View::sys(
            "fulltext_indexes",
            "object_id int, unique_index_id int, fulltext_catalog_id int, is_enabled bit",
            none,
        ),
        View::sys(
            "assemblies",
            "name sysname, principal_id int, assembly_id int, clr_name nvarchar(4000), is_user_defined bit",
            none,
        ),
        View::sys(
            "messages",
            "message_id int, language_id smallint, severity tinyint, is_event_logged bit, text nvarchar(4000)",
            none,
        ),
        View::sys(
            "symmetric_keys",
            "name sysname, principal_id int, symmetric_key_id int, key_length int, key_algorithm char(2), algorithm_desc nvarchar(60)",
            symmetric_keys,
        ),
        View::sys("servers", "server_id int, name sysname, is_linked bit", none),
        View::sys(
            "syslanguages",
            "langid smallint, dateformat nchar(3), datefirst tinyint, name sysname, alias sysname, lcid int",
            languages,
        ),
    ]
}

/// What a database of the sandbox never has.
fn none(_facts: &Facts<'_>) -> Vec<Row> {
    Vec::new()
}

/// The master key, by the name that the engine gives it.
fn symmetric_keys(facts: &Facts<'_>) -> Vec<Row> {
    let keys = facts.catalog.others.keys().filter(|(class, _)| *class == ObjectClass::Other("MASTER KEY".into()));
    keys.map(|_| row!["##MS_DatabaseMasterKey##", 1, 101, 256, "A3", "AES_256"]).collect()
}

/// The id of the user database; `master` has 1.
pub(super) const DATABASE_ID: i32 = 5;

fn databases(facts: &Facts<'_>) -> Vec<Row> {
    let of = |name: &str, id: i32| {
        row![
            name,
            id,
            NULL,
            NULL,
            NULL,
            170,
            DATABASE_COLLATION,
            0,
            "MULTI_USER",
            false,
            false,
            false,
            0,
            "ONLINE",
            false,
            1,
            "ON",
            true,
            1,
            "FULL",
            false,
            false,
            false,
            0,
            false,
        ]
    };
    vec![of("master", 1), of(facts.database, DATABASE_ID)]
}

/// The configurations that are shown when nothing was set, with their defaults (Learn, ALTER DATABASE
/// SCOPED CONFIGURATION).
const CONFIGURATIONS: [(i32, &str, &str); 6] = [
    (1, "MAXDOP", "8"),
    (2, "LEGACY_CARDINALITY_ESTIMATION", "0"),
    (3, "PARAMETER_SNIFFING", "1"),
    (4, "QUERY_OPTIMIZER_HOTFIXES", "0"),
    (6, "IDENTITY_CACHE", "1"),
    (45, "PREVIEW_FEATURES", "0"),
];

fn configurations(facts: &Facts<'_>) -> Vec<Row> {
    let set = &facts.catalog.configurations;
    let shown = |written: &str| match written.to_uppercase().as_str() {
        "ON" => "1".to_owned(),
        "OFF" => "0".to_owned(),
        _ => written.to_owned(),
    };
    let primary = |name: &str| set.get(name).map(|value| shown(value));
    let secondary = |name: &str| set.get(&*format!("{name}{SECONDARY}")).map(|value| shown(value));
    let known = CONFIGURATIONS.iter().map(|(id, name, default)| {
        let value = primary(name);
        let is_default = value.is_none();
        row![*id, *name, value.unwrap_or_else(|| (*default).to_owned()), secondary(name), is_default]
    });
    let names: BTreeSet<&str> = set.keys().map(|name| name.strip_suffix(SECONDARY).unwrap_or(name)).collect();
    let others = names.into_iter().filter(|name| !CONFIGURATIONS.iter().any(|(_, known, _)| known == name));
    let others = (1000_i32..).zip(others).map(|(id, name)| {
        let value = primary(name);
        let is_default = value.is_none();
        row![id, name, value, secondary(name), is_default]
    });
    known.chain(others).collect()
}

/// The end of the name of a configuration that is for secondaries.
const SECONDARY: &str = " FOR SECONDARY";

fn service_objectives(_facts: &Facts<'_>) -> Vec<Row> {
    vec![row![DATABASE_ID, "ragsql sandbox", "ragsql sandbox", NULL]]
}

fn data_spaces(_facts: &Facts<'_>) -> Vec<Row> {
    vec![row!["PRIMARY", 1, "FG", "ROWS_FILEGROUP", true, false]]
}

fn languages(_facts: &Facts<'_>) -> Vec<Row> {
    vec![row![0, "mdy", 7, "us_english", "English", 1033]]
}
