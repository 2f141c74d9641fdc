//! Users, roles, members and permissions.

use std::collections::BTreeMap;

use super::super::row::{Row, RowError};
use super::Introspection;
use super::objects::Objects;
use super::query::Answers;
use super::shapes::Shapes;
use super::text::{flag, ident, maybe, number, text};
use crate::catalog::{Entry, Principal};
use crate::name::{Ident, Name};
use crate::schema::{Permission, Securable, SqlText};

/// `authentication_type` (Learn, "sys.database_principals"): none, a login of the instance, an external provider.
const WITHOUT_LOGIN: i64 = 0;
const LOGIN: i64 = 1;
const EXTERNAL: i64 = 4;

/// What the engine grants by itself: CONNECT to every user that is made, and what PUBLIC has in a new database.
const GIVEN: [&str; 3] =
    ["CONNECT", "VIEW ANY COLUMN ENCRYPTION KEY DEFINITION", "VIEW ANY COLUMN MASTER KEY DEFINITION"];

/// Reads users and roles; gives the names of all principals, the system's too, with their classes.
pub(super) fn read(
    answers: &Answers,
    into: &mut Introspection,
) -> Result<BTreeMap<i64, (Ident, &'static str)>, RowError> {
    let mut names = BTreeMap::new();
    for row in answers.of("principals") {
        let name = ident(row, "name")?;
        let class = class(&text(row, "type")?);
        if !flag(row, "is_system")? {
            let principal = principal(row, &name, class)?;
            into.catalog.principals.insert(name.clone(), Entry::certain(principal));
        }
        names.insert(number(row, "principal_id")?, (name, class));
    }
    members(answers, &names, into)?;
    Ok(names)
}

fn class(kind: &str) -> &'static str {
    match kind.trim() {
        "R" => "ROLE",
        "A" => "APPLICATION ROLE",
        _ => "USER",
    }
}

fn principal(row: &Row, name: &Ident, class: &str) -> Result<Principal, RowError> {
    let mut options = Vec::new();
    if class == "USER" {
        let login = maybe(row, "login")?.filter(|login| !name.is(login));
        options.extend(match (number(row, "authentication")?, login) {
            (WITHOUT_LOGIN, _) => Some("WITHOUT LOGIN".to_owned()),
            (LOGIN, Some(login)) => Some(format!("FOR LOGIN {}", Ident::new(login))),
            (EXTERNAL, _) => Some("FROM EXTERNAL PROVIDER".to_owned()),
            _ => None,
        });
    }
    let schema = maybe(row, "default_schema")?.filter(|schema| schema != "dbo" && class != "ROLE");
    options.extend(schema.map(|schema| format!("DEFAULT_SCHEMA = {}", Ident::new(schema))));
    let owner = maybe(row, "owner")?.filter(|owner| owner != "dbo" && class == "ROLE");
    options.extend(owner.map(|owner| format!("AUTHORIZATION {}", Ident::new(owner))));
    let options = options.into_iter().map(SqlText::new).collect();
    Ok(Principal { class: class.into(), options, ..Principal::default() })
}

/// Membership is kept with the member.
fn members(
    answers: &Answers,
    names: &BTreeMap<i64, (Ident, &'static str)>,
    into: &mut Introspection,
) -> Result<(), RowError> {
    for row in answers.of("members") {
        let role = names.get(&number(row, "role_id")?).map(|(name, _)| name);
        let member = names.get(&number(row, "member_id")?).map(|(name, _)| name);
        if let (Some(role), Some(entry)) = (role, member.and_then(|name| into.catalog.principals.get_mut(name))) {
            std::sync::Arc::make_mut(&mut entry.definition).member_of.insert(role.clone());
        }
    }
    Ok(())
}

/// The names that permissions refer to by id.
pub(super) struct Securables<'a> {
    pub objects: &'a Objects,
    pub shapes: &'a Shapes,
    pub schemas: BTreeMap<i64, Ident>,
    pub types: BTreeMap<i64, Name>,
    pub principals: BTreeMap<i64, (Ident, &'static str)>,
    pub models: BTreeMap<i64, Ident>,
    pub credentials: BTreeMap<i64, Ident>,
}

/// Reads permissions; those on columns of one object are one.
pub(super) fn permissions(
    answers: &Answers,
    securables: &Securables<'_>,
    into: &mut Introspection,
) -> Result<(), RowError> {
    let mut found: BTreeMap<Permission, Vec<Ident>> = BTreeMap::new();
    for row in answers.of("permissions") {
        let Some((principal, _)) = securables.principals.get(&number(row, "grantee_id")?) else { continue };
        let Some(securable) = securables.of(row)? else {
            into.note(
                &Name::bare(principal.clone()),
                &format!("a permission on {} is not read", text(row, "class_name")?),
            );
            continue;
        };
        let state = text(row, "state")?;
        let permission = Permission {
            deny: state == "D",
            with_grant_option: state == "W",
            permission: text(row, "permission")?.into(),
            columns: Vec::new(),
            securable,
            principal: principal.clone(),
        };
        if permission.securable.is_none() && !permission.deny && GIVEN.contains(&&*permission.permission) {
            continue;
        }
        let column = securables.shapes.column(number(row, "major_id")?, number(row, "minor_id")?);
        found.entry(permission).or_default().extend(column.cloned());
    }
    for (permission, columns) in found {
        let on = into.catalog.permissions.entry(permission.securable.clone()).or_default();
        on.insert(Permission { columns, ..permission });
    }
    Ok(())
}

impl Securables<'_> {
    /// What a permission is on: `Some(None)` is the database, `None` what is not known.
    fn of(&self, row: &Row) -> Result<Option<Option<Securable>>, RowError> {
        let id = number(row, "major_id")?;
        let two = |name: &Name| vec![name.schema.clone(), name.object.clone()];
        let one = |name: &Ident| vec![name.clone()];
        let found = match number(row, "class")? {
            0 => return Ok(Some(None)),
            1 => self.objects.get(id).map(|object| ("OBJECT", two(&object.name))),
            3 => self.schemas.get(&id).map(|name| ("SCHEMA", one(name))),
            4 => self.principals.get(&id).map(|(name, class)| (*class, one(name))),
            6 => self.types.get(&id).map(|name| ("TYPE", two(name))),
            _ => match text(row, "class_name")?.as_str() {
                "EXTERNAL_MODEL" => self.models.get(&id).map(|name| ("EXTERNAL MODEL", one(name))),
                "DATABASE_SCOPED_CREDENTIAL" => {
                    self.credentials.get(&id).map(|name| ("DATABASE SCOPED CREDENTIAL", one(name)))
                }
                _ => None,
            },
        };
        Ok(found.map(|(class, name)| Some(Securable { class: class.into(), name })))
    }
}
