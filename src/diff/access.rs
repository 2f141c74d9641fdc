//! Schemas, users, roles and permissions.

use std::collections::BTreeSet;

use super::work::Work;
use crate::catalog::Principal;
use crate::change::Change;
use crate::emit;
use crate::name::Ident;
use crate::normal;
use crate::schema::{Permission, SqlText};

impl Work<'_> {
    /// Users, roles and schemas that come or change.
    pub(super) fn owners(&mut self) {
        let to = self.to;
        for name in emit::owners_first(&to.principals) {
            self.principal(name, &to.principals[name].definition);
        }
        for (name, entry) in &to.principals {
            self.members(name, &entry.definition.member_of);
        }
        for (name, entry) in &to.schemas {
            let owner = (*entry.definition).clone();
            match self.state.schemas.get(name).map(|there| normal::owner(there.definition.as_ref().as_ref())) {
                None => self.push(Change::CreateSchema { name: name.clone(), owner }),
                Some(there) if there != normal::owner(owner.as_ref()) => {
                    self.push(Change::SetSchemaOwner { name: name.clone(), owner });
                }
                Some(_) => {}
            }
        }
    }

    fn principal(&mut self, name: &Ident, wanted: &Principal) {
        let bare = |principal: &Principal| Principal { member_of: BTreeSet::new(), ..principal.clone() };
        let there = self.state.principals.get(name).map(|entry| bare(&entry.definition));
        let principal = bare(wanted);
        let Some(from) = there else {
            return self.push(Change::CreatePrincipal { name: name.clone(), principal });
        };
        let (now, then) = (normal::principal(&from), normal::principal(&principal));
        if now == then {
            return;
        }
        if now.class == then.class && only_schema_differs(&now, &then) {
            let member_of = self.state.principals.get(name).map(|entry| entry.definition.member_of.clone());
            let principal = Principal { member_of: member_of.unwrap_or_default(), ..principal };
            self.push(Change::AlterPrincipal { name: name.clone(), to: name.clone(), principal });
        } else {
            self.push(Change::DropPrincipal { name: name.clone() });
            self.push(Change::CreatePrincipal { name: name.clone(), principal });
        }
    }

    fn members(&mut self, member: &Ident, wanted: &BTreeSet<Ident>) {
        let there =
            self.state.principals.get(member).map(|entry| entry.definition.member_of.clone()).unwrap_or_default();
        for role in there.symmetric_difference(wanted) {
            let add = wanted.contains(role);
            self.push(Change::RoleMember { role: role.clone(), member: member.clone(), add });
        }
    }

    /// Permissions on what is there now.
    pub(super) fn permissions(&mut self) {
        let to = self.to;
        let keys: BTreeSet<_> = self.state.permissions.keys().chain(to.permissions.keys()).cloned().collect();
        for key in keys {
            let wanted = to.permissions.get(&key).map(normal::permissions).unwrap_or_default();
            let there = self.state.permissions.get(&key).cloned().unwrap_or_default();
            let goes = |held: &&Permission| {
                !normal::permissions([*held]).is_subset(&wanted) && !is_turned_round(held, to.permissions.get(&key))
            };
            for permission in there.iter().filter(goes) {
                self.push(Change::Revoke(Permission { with_grant_option: false, ..permission.clone() }));
            }
            let left = self.state.permissions.get(&key).map(normal::permissions).unwrap_or_default();
            for permission in to.permissions.get(&key).into_iter().flatten() {
                if !normal::permissions([permission]).is_subset(&left) {
                    self.push(Change::Grant(permission.clone()));
                }
            }
        }
    }

    /// Types, schemas, users, roles, models and credentials that are gone, when nothing needs them any more.
    pub(super) fn leftovers(&mut self) {
        self.drop_types();
        let to = self.to;
        let gone = |there: Vec<&Ident>, wanted: &dyn Fn(&Ident) -> bool| -> Vec<Ident> {
            there.into_iter().filter(|name| !wanted(name)).cloned().collect()
        };
        for name in gone(self.state.external_models.keys().collect(), &|name| to.external_models.contains_key(name)) {
            self.push(Change::DropExternalModel { name });
        }
        for name in gone(self.state.credentials.keys().collect(), &|name| to.credentials.contains_key(name)) {
            self.push(Change::DropCredential { name });
        }
        for name in gone(self.state.schemas.keys().collect(), &|name| to.schemas.contains_key(name)) {
            self.push(Change::DropSchema { name });
        }
        let mut principals = gone(emit::owners_first(&self.state.principals), &|name| to.principals.contains_key(name));
        principals.reverse();
        principals.into_iter().for_each(|name| self.push(Change::DropPrincipal { name }));
    }
}

/// Whether a right that is granted is to be denied, or the other way round: the one takes the other's place.
/// What others may have been granted in turn has to be taken away first.
fn is_turned_round(held: &Permission, wanted: Option<&BTreeSet<Permission>>) -> bool {
    let turned = Permission { deny: !held.deny, ..held.clone() };
    !held.with_grant_option && wanted.is_some_and(|wanted| wanted.contains(&turned))
}

/// Whether two principals differ in nothing but the default schema, and the second one names it.
fn only_schema_differs(one: &Principal, other: &Principal) -> bool {
    const WORD: &str = "default_schema";
    let rest = |principal: &Principal| -> Vec<SqlText> {
        principal.options.iter().filter(|option| !option.as_str().starts_with(WORD)).cloned().collect()
    };
    rest(one) == rest(other) && other.options.iter().any(|option| option.as_str().starts_with(WORD))
}
