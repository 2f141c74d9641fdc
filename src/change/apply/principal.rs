//! Schemas, users, roles and permissions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::kind::{Principals, Schemas};
use super::{Applied, Edit};
use crate::catalog::Principal;
use crate::change::error::PartKind;
use crate::change::journal::Cell;
use crate::change::{ApplyError, Change};
use crate::name::{Ident, Name};
use crate::schema::{Permission, Securable};
use crate::syntax::ast::ObjectClass;

impl Edit<'_> {
    pub(super) fn principal(&mut self, change: &Change) -> Applied {
        match change {
            Change::CreateSchema { name, owner } => self.create_schema(name, owner.clone()),
            Change::DropSchema { name } => self.drop_schema(name),
            Change::SetSchemaOwner { name, owner } => self.replace::<Schemas>(name, owner.clone()),
            Change::CreatePrincipal { name, principal } => self.create::<Principals>(name, principal.clone()),
            Change::AlterPrincipal { name, to, principal } => self.alter_principal(name, to, principal),
            Change::DropPrincipal { name } => self.drop_principal(name),
            Change::RoleMember { role, member, add } => self.role_member(role, member, *add),
            Change::Grant(permission) => {
                self.grant(permission);
                Ok(())
            }
            Change::Revoke(permission) => {
                self.revoke(permission);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn create_schema(&mut self, name: &Ident, owner: Option<Ident>) -> Applied {
        if self.catalog.has_schema(name) && !self.catalog.schemas.contains_key(name) {
            return Err(ApplyError::Exists { existing: ObjectClass::Schema, name: Name::bare(name.clone()) });
        }
        self.create::<Schemas>(name, owner)
    }

    fn drop_schema(&mut self, name: &Ident) -> Applied {
        if let Some(holds) = self.catalog.first_in_schema(name) {
            return Err(ApplyError::SchemaNotEmpty { schema: name.clone(), holds });
        }
        self.remove::<Schemas>(name)
    }

    fn alter_principal(&mut self, name: &Ident, to: &Ident, principal: &Principal) -> Applied {
        self.known::<Principals>(name)?;
        self.rekey::<Principals>(name, to)?;
        self.replace::<Principals>(to, principal.clone())?;
        self.rename_in_roles(name, Some(to));
        self.rename_in_permissions(name, Some(to));
        Ok(())
    }

    fn drop_principal(&mut self, name: &Ident) -> Applied {
        self.remove::<Principals>(name)?;
        self.rename_in_roles(name, None);
        self.rename_in_permissions(name, None);
        Ok(())
    }

    /// The members of a role that is renamed, or that goes.
    fn rename_in_roles(&mut self, role: &Ident, to: Option<&Ident>) {
        let members = self.catalog.principals.iter().filter(|(_, entry)| entry.definition.member_of.contains(role));
        for member in members.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
            if let Some(entry) = self.entry::<Principals>(&member) {
                let roles = &mut Arc::make_mut(&mut entry.definition).member_of;
                roles.remove(role);
                roles.extend(to.cloned());
            }
        }
    }

    /// The permissions of a principal that is renamed, or that goes.
    fn rename_in_permissions(&mut self, name: &Ident, to: Option<&Ident>) {
        let holds = |permission: &Permission| &permission.principal == name;
        let keys = self.catalog.permissions.iter().filter(|(_, held)| held.iter().any(holds));
        for key in keys.map(|(key, _)| key.clone()).collect::<Vec<_>>() {
            let held = self.take_permission_set(&key).unwrap_or_default();
            let renamed = held.into_iter().filter_map(|mut permission| {
                if &permission.principal == name {
                    permission.principal = to?.clone();
                }
                Some(permission)
            });
            self.put_permissions(key, renamed.collect());
        }
    }

    /// Takes the permissions on an object out.
    pub(super) fn take_permissions(&mut self, name: &Name) -> Option<BTreeSet<Permission>> {
        self.take_permission_set(&Some(object_securable(name)))
    }

    fn take_permission_set(&mut self, key: &Option<Securable>) -> Option<BTreeSet<Permission>> {
        if !self.catalog.permissions.contains_key(key) {
            return None;
        }
        self.note(&Cell::Permissions(key.clone()));
        self.catalog.permissions.remove(key)
    }

    pub(super) fn put_permissions(&mut self, key: Option<Securable>, held: BTreeSet<Permission>) {
        if !held.is_empty() {
            self.note(&Cell::Permissions(key.clone()));
            self.catalog.permissions.insert(key, held);
        }
    }

    /// Membership is kept with the member; one that is not in the catalog is not kept.
    fn role_member(&mut self, role: &Ident, member: &Ident, add: bool) -> Applied {
        let Some(entry) = self.catalog.principals.get(member) else { return Ok(()) };
        if !add && !entry.definition.member_of.contains(role) {
            return Err(ApplyError::PartMissing {
                kind: PartKind::Member,
                name: member.clone(),
                of: Name::bare(role.clone()),
            });
        }
        if let Some(entry) = self.entry::<Principals>(member) {
            let roles = &mut Arc::make_mut(&mut entry.definition).member_of;
            if add {
                roles.insert(role.clone());
            } else {
                roles.remove(role);
            }
        }
        Ok(())
    }

    /// A grant takes a denial of the same away, and the other way round.
    fn grant(&mut self, permission: &Permission) {
        self.note(&Cell::Permissions(permission.securable.clone()));
        let held = self.catalog.permissions.entry(permission.securable.clone()).or_default();
        held.retain(|there| !same_permission(there, permission));
        held.insert(permission.clone());
    }

    fn revoke(&mut self, permission: &Permission) {
        let key = permission.securable.clone();
        let Some(mut held) = self.take_permission_set(&key) else { return };
        held.retain(|there| !same_permission(there, permission));
        if permission.with_grant_option {
            // REVOKE GRANT OPTION FOR takes the option away and leaves the grant.
            held.insert(Permission { with_grant_option: false, deny: false, ..permission.clone() });
        }
        self.put_permissions(key, held);
    }

    /// Changes each permission on something.
    pub(super) fn change_permissions(&mut self, on: &Securable, change: impl Fn(&mut Permission)) {
        let key = Some(on.clone());
        let Some(held) = self.take_permission_set(&key) else { return };
        let changed = held.into_iter().map(|mut permission| {
            change(&mut permission);
            permission
        });
        self.put_permissions(key, changed.collect());
    }
}

/// What a permission on an object is on.
pub(super) fn object_securable(name: &Name) -> Securable {
    Securable { class: "OBJECT".into(), name: vec![name.schema.clone(), name.object.clone()] }
}

/// Whether two permissions are of the same right, on the same columns, to the same principal.
fn same_permission(one: &Permission, other: &Permission) -> bool {
    one.permission == other.permission && one.columns == other.columns && one.principal == other.principal
}

impl crate::catalog::Catalog {
    /// An object of a schema, when it has one.
    fn first_in_schema(&self, schema: &Ident) -> Option<Name> {
        fn first<'a, T>(map: &'a BTreeMap<Name, T>, from: &Name) -> Option<&'a Name> {
            map.range(from..).next().map(|(name, _)| name).filter(|name| name.schema == from.schema)
        }
        let from = Name { schema: schema.clone(), object: Ident::default() };
        first(&self.tables, &from)
            .or_else(|| first(&self.modules, &from))
            .or_else(|| first(&self.types, &from))
            .or_else(|| first(&self.sequences, &from))
            .or_else(|| first(&self.synonyms, &from))
            .or_else(|| first(&self.policies, &from))
            .cloned()
    }
}
