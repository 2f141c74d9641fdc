//! GRANT and DENY.

use std::collections::BTreeMap;

use crate::catalog::Catalog;
use crate::schema::{Permission, Securable};
use crate::syntax::spell;

/// The statements that give these permissions: one for each principal, securable and kind.
pub(super) fn grants<'a>(permissions: impl IntoIterator<Item = &'a Permission>) -> Vec<String> {
    let mut together: BTreeMap<_, Vec<&Permission>> = BTreeMap::new();
    for permission in permissions {
        let key = (&permission.securable, &permission.principal, permission.deny, permission.with_grant_option);
        together.entry(key).or_default().push(permission);
    }
    together.into_values().map(|group| grant(&group)).collect()
}

/// Permissions that differ in nothing but the right and its columns, in one statement.
fn grant(group: &[&Permission]) -> String {
    let Some(first) = group.first() else { return String::new() };
    let verb = if first.deny { "DENY" } else { "GRANT" };
    let option = if first.with_grant_option && !first.deny { " WITH GRANT OPTION" } else { "" };
    let rights: Vec<_> = group.iter().map(|permission| right(permission)).collect();
    format!("{verb} {}{} TO {}{option}", rights.join(", "), on(first), spell::ident(&first.principal))
}

fn right(permission: &Permission) -> String {
    match permission.columns.as_slice() {
        [] => permission.permission.to_string(),
        columns => format!("{} ({})", permission.permission, spell::idents(columns)),
    }
}

fn on(permission: &Permission) -> String {
    let Some(Securable { class, name }) = &permission.securable else { return String::new() };
    let parts: Vec<_> = name.iter().map(spell::ident).collect();
    let class = if &**class == "OBJECT" { String::new() } else { format!("{class}::") };
    format!(" ON {class}{}", parts.join("."))
}

/// `REVOKE`, of a grant or a denial; with CASCADE where others may have been granted it in turn (Msg 4611).
pub(super) fn revoke(permission: &Permission, before: &Catalog) -> String {
    let option = if permission.with_grant_option { "GRANT OPTION FOR " } else { "" };
    let same = |held: &&Permission| held.permission == permission.permission && held.principal == permission.principal;
    let held = before.permissions.get(&permission.securable).into_iter().flatten();
    let cascade = if held.filter(same).any(|held| held.with_grant_option) { " CASCADE" } else { "" };
    format!(
        "REVOKE {option}{}{} FROM {}{cascade}",
        right(permission),
        on(permission),
        spell::ident(&permission.principal)
    )
}
