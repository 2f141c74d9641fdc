//! Policies, principals, permissions, external models and credentials.

use super::objects::{object_columns, objects};
use super::{Facts, NULL, Row, View, row};
use crate::catalog::Principal;
use crate::name::{Ident, Name};
use crate::schema::{BlockOperation, ExternalModel, Permission, Predicate, PredicateKind};

pub(super) fn views() -> Vec<View> {
    vec![
        View::sys(
            "security_policies",
            object_columns!(
                ", is_enabled bit, is_not_for_replication bit, uses_database_collation bit, is_schema_bound bit"
            ),
            policies,
        ),
        View::sys(
            "security_predicates",
            "object_id int, security_predicate_id int, target_object_id int, predicate_definition nvarchar(max), predicate_type int, predicate_type_desc nvarchar(60), operation int, operation_desc nvarchar(60)",
            predicates,
        ),
        View::sys(
            "database_principals",
            "name sysname, principal_id int, type char(2), type_desc nvarchar(60), default_schema_name sysname, create_date datetime, modify_date datetime, owning_principal_id int, sid varbinary(85), is_fixed_role bit, authentication_type int, authentication_type_desc nvarchar(60), default_language_name sysname, default_language_lcid int, allow_encrypted_value_modifications bit",
            principals,
        ),
        View::sys("database_role_members", "role_principal_id int, member_principal_id int", members),
        View::sys(
            "database_permissions",
            "class tinyint, class_desc nvarchar(60), major_id int, minor_id int, grantee_principal_id int, grantor_principal_id int, type char(2), permission_name nvarchar(60), state char(2), state_desc nvarchar(60)",
            permissions,
        ),
        View::sys(
            "external_models",
            "external_model_id int, name sysname, principal_id int, location nvarchar(4000), api_format nvarchar(60), model_type_id int, model_type_desc nvarchar(60), model nvarchar(4000), credential_id int, parameters nvarchar(max), create_time datetime, modify_time datetime",
            models,
        ),
        View::sys(
            "database_scoped_credentials",
            "name sysname, principal_id int, credential_id int, credential_identity nvarchar(4000), create_date datetime, modify_date datetime, target_type nvarchar(60), target_id int",
            credentials,
        ),
        View::sys(
            "database_credentials",
            "name sysname, principal_id int, credential_id int, credential_identity nvarchar(4000), create_date datetime, modify_date datetime, target_type nvarchar(60), target_id int",
            credentials,
        ),
    ]
}

/// A principal of an empty database.
pub(super) struct SystemPrincipal {
    pub name: &'static str,
    pub id: i32,
    pub is_role: bool,
}

const fn user(name: &'static str, id: i32) -> SystemPrincipal {
    SystemPrincipal { name, id, is_role: false }
}

const fn role(name: &'static str, id: i32) -> SystemPrincipal {
    SystemPrincipal { name, id, is_role: true }
}

/// The principals of an empty database (Learn, sys.database_principals; fixed roles).
pub(super) const SYSTEM_PRINCIPALS: [SystemPrincipal; 14] = [
    role("public", 0),
    user("dbo", 1),
    user("guest", 2),
    user("INFORMATION_SCHEMA", 3),
    user("sys", 4),
    role("db_owner", 16384),
    role("db_accessadmin", 16385),
    role("db_securityadmin", 16386),
    role("db_ddladmin", 16387),
    role("db_backupoperator", 16389),
    role("db_datareader", 16390),
    role("db_datawriter", 16391),
    role("db_denydatareader", 16392),
    role("db_denydatawriter", 16393),
];

fn policies(facts: &Facts<'_>) -> Vec<Row> {
    let policies = objects(facts).into_iter().filter(|object| object.code == "SP");
    let rows = policies.filter_map(|object| {
        let name = Name { schema: object.schema.clone(), object: object.name.clone() };
        let policy = &facts.catalog.policies.get(&name)?.definition;
        let more =
            row![policy.state != Some(false), policy.not_for_replication, false, policy.schema_bound != Some(false)];
        Some([object.row(facts), more].concat())
    });
    rows.collect()
}

fn predicates(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, entry) in &facts.catalog.policies {
        for (at, predicate) in (1_i32..).zip(&entry.definition.predicates) {
            let (kind, kind_name) = match predicate.kind {
                PredicateKind::Filter => (0, "FILTER"),
                PredicateKind::Block => (1, "BLOCK"),
            };
            let operation = predicate.operation.map(operation);
            rows.push(row![
                facts.object_id(name),
                at,
                facts.object_id(&predicate.target),
                format!("({})", definition(predicate)),
                kind,
                kind_name,
                operation.map(|(number, _)| number),
                operation.map(|(_, word)| word),
            ]);
        }
    }
    rows
}

/// A predicate's call of its function.
fn definition(predicate: &Predicate) -> String {
    let arguments: Vec<&str> = predicate.arguments.iter().map(|argument| argument.as_str()).collect();
    format!("{}({})", predicate.function.bracketed(), arguments.join(", "))
}

/// `operation` and `operation_desc` (Learn, sys.security_predicates).
fn operation(operation: BlockOperation) -> (i32, &'static str) {
    match operation {
        BlockOperation::AfterInsert => (1, "AFTER INSERT"),
        BlockOperation::AfterUpdate => (2, "AFTER UPDATE"),
        BlockOperation::BeforeUpdate => (3, "BEFORE UPDATE"),
        BlockOperation::BeforeDelete => (4, "BEFORE DELETE"),
    }
}

fn principals(facts: &Facts<'_>) -> Vec<Row> {
    let system = SYSTEM_PRINCIPALS.iter().map(|principal| {
        let schema = (principal.name == "dbo" || principal.name == "guest").then_some(principal.name);
        let class = if principal.is_role { "ROLE" } else { "USER" };
        let fixed = principal.is_role && principal.name != "public";
        let authentication = if principal.name == "dbo" { INSTANCE } else { NONE };
        let shown = ShownPrincipal { class, schema, owner: principal.is_role.then_some(1), fixed, authentication };
        principal_row(principal.name, principal.id, shown)
    });
    let made = facts.catalog.principals.iter().map(|(name, entry)| {
        let id = facts.numbers.principals.get(name).unwrap_or(0);
        principal_row(name.as_str(), id, shown_principal(facts, &entry.definition))
    });
    system.chain(made).collect()
}

/// What the view shows of a principal.
struct ShownPrincipal<'a> {
    class: &'a str,
    schema: Option<&'a str>,
    owner: Option<i32>,
    fixed: bool,
    authentication: (i32, &'static str),
}

const NONE: (i32, &str) = (0, "NONE");
const INSTANCE: (i32, &str) = (1, "INSTANCE");
const EXTERNAL: (i32, &str) = (4, "EXTERNAL");

/// What the options of a user or role say. One without a login or provider has a login of its own name.
fn shown_principal<'a>(facts: &Facts<'_>, principal: &'a Principal) -> ShownPrincipal<'a> {
    let is_role = &*principal.class == "ROLE";
    let said = |words: &str| {
        let mut texts = principal.options.iter().map(crate::schema::SqlText::as_str);
        texts.find_map(|text| {
            text.get(..words.len()).filter(|start| start.eq_ignore_ascii_case(words)).map(|_| &text[words.len()..])
        })
    };
    let authentication = match () {
        () if is_role || &*principal.class == "APPLICATION ROLE" => NONE,
        () if said("WITHOUT LOGIN").is_some() => NONE,
        () if said("FROM EXTERNAL PROVIDER").is_some() => EXTERNAL,
        () => INSTANCE,
    };
    let schema = said("DEFAULT_SCHEMA").map(|value| value.trim_matches([' ', '=', '[', ']']));
    let owner = said("AUTHORIZATION").map(|owner| Ident::new(owner.trim_matches([' ', '[', ']'])));
    ShownPrincipal {
        class: &principal.class,
        schema: schema.or((!is_role).then_some("dbo")),
        owner: is_role.then(|| owner.and_then(|owner| facts.principal_id(&owner)).unwrap_or(1)),
        fixed: false,
        authentication,
    }
}

fn principal_row(name: &str, id: i32, shown: ShownPrincipal<'_>) -> Row {
    let (code, class) = match (shown.class, shown.authentication) {
        ("ROLE", _) => ("R ", "DATABASE_ROLE"),
        ("APPLICATION ROLE", _) => ("A ", "APPLICATION_ROLE"),
        (_, EXTERNAL) => ("E ", "EXTERNAL_USER"),
        _ => ("S ", "SQL_USER"),
    };
    let (authentication, authentication_class) = shown.authentication;
    row![
        name,
        id,
        code,
        class,
        shown.schema,
        NULL,
        NULL,
        shown.owner,
        NULL,
        shown.fixed,
        authentication,
        authentication_class,
        NULL,
        NULL,
        false,
    ]
}

fn members(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = vec![row![16384, 1]];
    for (name, entry) in &facts.catalog.principals {
        for role in &entry.definition.member_of {
            rows.push(row![facts.principal_id(role), facts.principal_id(name)]);
        }
    }
    rows
}

fn permissions(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for permission in facts.catalog.all_permissions() {
        let (class, class_name, major, table) = securable(facts, permission);
        let (state, state_name) = match (permission.deny, permission.with_grant_option) {
            (true, _) => ("D ", "DENY"),
            (false, true) => ("W ", "GRANT_WITH_GRANT_OPTION"),
            (false, false) => ("G ", "GRANT"),
        };
        let grantee = facts.principal_id(&permission.principal);
        let columns = permission.columns.iter();
        let columns = columns.map(|column| table.as_ref().map_or(0, |table| facts.column_id(table, column)));
        let minors: Vec<i32> = if permission.columns.is_empty() { vec![0] } else { columns.collect() };
        rows.extend(minors.into_iter().map(|minor| {
            row![class, class_name, major, minor, grantee, 1, NULL, &*permission.permission, state, state_name]
        }));
    }
    rows
}

/// Class, its word, major id, and the object for columns of it.
fn securable(facts: &Facts<'_>, permission: &Permission) -> (i32, &'static str, i32, Option<Name>) {
    let Some(securable) = &permission.securable else { return (0, "DATABASE", 0, None) };
    let last = securable.name.last().cloned().unwrap_or_default();
    let name = Name { schema: securable.name.first().cloned().unwrap_or_default(), object: last.clone() };
    match &*securable.class {
        "SCHEMA" => (3, "SCHEMA", facts.schema_id(&last), None),
        "TYPE" => (6, "TYPE", facts.numbers.types.get(&name).unwrap_or(0), None),
        "EXTERNAL MODEL" => (46, "EXTERNAL_MODEL", facts.numbers.external_models.get(&last).unwrap_or(0), None),
        "DATABASE SCOPED CREDENTIAL" => {
            (32, "DATABASE_SCOPED_CREDENTIAL", facts.numbers.credentials.get(&last).unwrap_or(0), None)
        }
        "USER" | "ROLE" | "APPLICATION ROLE" => (4, "DATABASE_PRINCIPAL", facts.principal_id(&last).unwrap_or(0), None),
        _ => (1, "OBJECT_OR_COLUMN", facts.object_id(&name), Some(name)),
    }
}

fn models(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(name, model): (&Ident, &ExternalModel)| {
        let option = |wanted: &str| {
            let found = model.options.iter().find(|option| option.name.eq_ignore_ascii_case(wanted));
            found.map(|option| option.value.as_str())
        };
        let credential = option("CREDENTIAL").map(|credential| Ident::new(credential.trim_matches(['[', ']'])));
        row![
            facts.numbers.external_models.get(name),
            name,
            model.owner.as_ref().and_then(|owner| facts.principal_id(owner)).unwrap_or(1),
            option("LOCATION"),
            option("API_FORMAT"),
            1,
            option("MODEL_TYPE").map(str::to_uppercase),
            option("MODEL"),
            credential.and_then(|credential| facts.numbers.credentials.get(&credential)),
            option("PARAMETERS"),
            NULL,
            NULL,
        ]
    };
    let models = facts.catalog.external_models.iter();
    models.map(|(name, entry)| of((name, &*entry.definition))).collect()
}

fn credentials(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(name, entry): (&Ident, &crate::catalog::Entry<crate::schema::Credential>)| {
        let id = facts.numbers.credentials.get(name);
        row![name, 1, id, entry.definition.identity.as_deref(), NULL, NULL, NULL, NULL]
    };
    facts.catalog.credentials.iter().map(of).collect()
}
