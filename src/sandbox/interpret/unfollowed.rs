//! What the sandbox would have to say it did and does not do: settings of the database that it does not keep,
//! options of indexes that change what rows are taken, permissions for nobody.
//!
//! A setting of the database is taken where nothing that the sandbox shows depends on it (how statistics and plans
//! come about, how pages are checked), or where it is as it is already.

use super::{Failure, Interpreter};
use crate::name::{Ident, Name};
use crate::sandbox::error::SqlError;
use crate::schema::{ConstraintKind, Index, IndexOption, Permission, Securable, Table};
use crate::syntax::ast::{AlterTable, Kind, Statement};

/// Settings that steer the engine and nothing that the sandbox shows, upper case.
const HARMLESS: [&str; 10] = [
    "ACCELERATED_DATABASE_RECOVERY",
    "AUTOMATIC_TUNING",
    "AUTO_CREATE_STATISTICS",
    "AUTO_UPDATE_STATISTICS",
    "AUTO_UPDATE_STATISTICS_ASYNC",
    "DATE_CORRELATION_OPTIMIZATION",
    "PAGE_VERIFY",
    "PARAMETERIZATION",
    "QUERY_STORE",
    "TARGET_RECOVERY_TIME",
];

/// Settings as they are in every database of the sandbox (sys.databases).
const AS_IT_IS: [&str; 8] = [
    "ALLOW_SNAPSHOT_ISOLATION ON",
    "AUTO_CLOSE OFF",
    "AUTO_SHRINK OFF",
    "COMPATIBILITY_LEVEL 170",
    "MULTI_USER",
    "READ_COMMITTED_SNAPSHOT ON",
    "READ_WRITE",
    "RECOVERY FULL",
];

/// Roles that every database has (Learn, "Database-level roles"), and its users.
const FIXED: [&str; 14] = [
    "public",
    "dbo",
    "guest",
    "sys",
    "INFORMATION_SCHEMA",
    "db_owner",
    "db_accessadmin",
    "db_securityadmin",
    "db_ddladmin",
    "db_backupoperator",
    "db_datareader",
    "db_datawriter",
    "db_denydatareader",
    "db_denydatawriter",
];

impl Interpreter<'_> {
    /// Refuses a statement that would be told as done and is not.
    pub(super) fn refuse_unfollowed(&self, statement: &Statement) -> Result<(), Failure> {
        let error = match &statement.kind {
            Kind::AlterDatabase { name, action } => self.unkept_setting(name.as_ref(), action.as_str()),
            Kind::Truncate { partitions: Some(_), .. } => Some(SqlError::unknown("TRUNCATE TABLE … WITH (PARTITIONS)")),
            Kind::Permission { permissions, .. } => permissions.iter().find_map(|one| self.permission_of_nothing(one)),
            Kind::RoleMember { role, member, add } => {
                self.membership_of_nobody(role, member, if *add { "add" } else { "drop" })
            }
            Kind::Authorization { securable, owner } => self.missing_securable(securable).or_else(|| {
                let missing = owner.as_ref().filter(|owner| !self.is_principal(owner))?;
                Some(cannot("find", "principal", missing.as_str()))
            }),
            kind if ignores_duplicates(kind) => Some(SqlError::unknown("The option IGNORE_DUP_KEY = ON")),
            _ => None,
        };
        error.map_or(Ok(()), |error| Err(self.failure(error, statement.span)))
    }

    /// Msg 5011 for a database that is not there.
    fn unkept_setting(&self, name: Option<&Ident>, action: &str) -> Option<SqlError> {
        if let Some(other) = name.filter(|name| !name.is(self.session.database())) {
            let text = format!(
                "User does not have permission to alter database '{}', the database does not exist, or the database is \
                 not in a state that allows access checks.",
                other.as_str()
            );
            return Some(SqlError::new(5011, text).class(14).state(5));
        }
        let words: Vec<String> = action.replace('=', " ").split_whitespace().map(str::to_uppercase).collect();
        let is_followed = match &words[..] {
            [set, option, ..] if set == "SET" => {
                let setting = words[1..].join(" ");
                (HARMLESS.contains(&&**option) && !action.contains(',')) || AS_IT_IS.contains(&&*setting)
            }
            _ => false,
        };
        (!is_followed).then(|| SqlError::unknown(format!("ALTER DATABASE {}", words.join(" "))))
    }

    /// Msg 15151 for a permission on what is not there, or for one who is not.
    fn permission_of_nothing(&self, permission: &Permission) -> Option<SqlError> {
        let principal = &permission.principal;
        let missing = permission.securable.as_ref().and_then(|securable| self.missing_securable(securable));
        missing.or_else(|| (!self.is_principal(principal)).then(|| cannot("find", "user", principal.as_str())))
    }

    fn missing_securable(&self, securable: &Securable) -> Option<SqlError> {
        let catalog = &self.session.schema.catalog;
        let object = securable.name.last()?;
        let (word, found) = match &*securable.class {
            "SCHEMA" => ("schema", catalog.has_schema(object)),
            "USER" => ("user", self.is_principal(object)),
            "ROLE" => ("role", self.is_principal(object)),
            "EXTERNAL MODEL" => ("external model", catalog.external_models.contains_key(object)),
            "OBJECT" | "TYPE" => {
                let [schema, object] = &securable.name[..] else { return None };
                let name = Name { schema: schema.clone(), object: object.clone() };
                let name = catalog.resolve(&name);
                let is_system = name.schema.is("sys") || name.schema.is("INFORMATION_SCHEMA");
                let is_type = catalog.types.contains_key(&name);
                match &*securable.class {
                    "TYPE" => ("type", is_type),
                    _ => ("object", is_system || catalog.object_kind(&name).is_some()),
                }
            }
            _ => return None,
        };
        (!found).then(|| cannot("find", word, object.as_str()))
    }

    fn membership_of_nobody(&self, role: &Ident, member: &Ident, verb: &str) -> Option<SqlError> {
        if !self.is_principal(role) {
            return Some(cannot("alter", "role", role.as_str()));
        }
        (!self.is_principal(member)).then(|| cannot(verb, "principal", member.as_str()))
    }

    fn is_principal(&self, name: &Ident) -> bool {
        FIXED.iter().any(|fixed| name.is(fixed)) || self.session.schema.catalog.principals.contains_key(name)
    }
}

/// Msg 15151.
fn cannot(verb: &str, class: &str, name: &str) -> SqlError {
    let text = format!("Cannot {verb} the {class} '{name}', because it does not exist or you do not have permission.");
    SqlError::new(15151, text)
}

fn ignores_duplicates(kind: &Kind) -> bool {
    match kind {
        Kind::CreateTable { table, .. } => in_table(table),
        Kind::CreateIndex { index, .. } => in_index(index),
        Kind::AlterIndex { options, .. } => in_options(options),
        Kind::AlterTable { actions, .. } => actions.iter().any(|(action, _)| match action {
            AlterTable::AddConstraint(constraint) => in_key(&constraint.kind),
            AlterTable::AddIndex(index) => in_index(index),
            AlterTable::Rebuild(options) | AlterTable::RebuildIndex { options, .. } => in_options(options),
            _ => false,
        }),
        _ => false,
    }
}

fn in_table(table: &Table) -> bool {
    table.indexes.iter().any(in_index) || table.constraints.iter().any(|constraint| in_key(&constraint.kind))
}

fn in_index(index: &Index) -> bool {
    in_options(&index.options)
}

fn in_key(kind: &ConstraintKind) -> bool {
    matches!(kind, ConstraintKind::Key { options, .. } if in_options(options))
}

fn in_options(options: &[IndexOption]) -> bool {
    options.iter().any(|option| &*option.name == "IGNORE_DUP_KEY" && !option.value.as_str().eq_ignore_ascii_case("OFF"))
}
