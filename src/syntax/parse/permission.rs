//! GRANT, DENY, REVOKE and ALTER AUTHORIZATION.

use super::cursor::Cursor;
use super::name::{ident_group, idents, object_name};
use crate::name::Ident;
use crate::schema::{Permission, Securable};
use crate::syntax::ast::{Kind, ObjectName};
use crate::syntax::lexer::TokenKind;

/// Classes whose securables live in a schema.
const IN_SCHEMA: [&str; 3] = ["OBJECT", "TYPE", "XML SCHEMA COLLECTION"];

/// Behind GRANT, DENY or REVOKE, which `verb` is.
pub(super) fn permission(cursor: &mut Cursor, verb: &str) -> Option<Kind> {
    let revoke = verb == "REVOKE";
    let grant_option_for = revoke && cursor.eat("GRANT OPTION FOR");
    let is_end = |here: &Cursor| here.is("ON") || here.is("TO") || here.is("FROM");
    let what = permission_list(cursor.until(is_end))?;
    let mut all_columns = Vec::new();
    let mut securable = None;
    if cursor.eat("ON") {
        securable = Some(self::securable(cursor)?);
        all_columns = if cursor.is_symbol("(") { ident_group(cursor)? } else { Vec::new() };
    }
    cursor.eat_one(&["TO", "FROM"])?;
    let principals = idents(cursor)?;
    let with_grant_option = cursor.eat("WITH GRANT OPTION") || grant_option_for;
    let cascade = cursor.eat("CASCADE");
    let grantor = if cursor.eat("AS") { Some(cursor.ident()?) } else { None };
    let each = |(permission, columns): &(Box<str>, Vec<Ident>), principal: &Ident| Permission {
        deny: verb == "DENY",
        with_grant_option,
        permission: permission.clone(),
        columns: if columns.is_empty() { all_columns.clone() } else { columns.clone() },
        securable: securable.clone(),
        principal: principal.clone(),
    };
    let permissions = what.iter().flat_map(|what| principals.iter().map(|to| each(what, to)));
    Some(Kind::Permission { revoke, permissions: permissions.collect(), cascade, grantor })
}

/// `SELECT (a, b), VIEW DEFINITION`: words in upper case, with columns.
fn permission_list(mut list: Cursor) -> Option<Vec<(Box<str>, Vec<Ident>)>> {
    let mut permissions = Vec::new();
    while !list.done() {
        let mut item = list.item();
        let name = item.until(|here| here.is_symbol("(")).upper_rest();
        let columns = if item.is_symbol("(") { ident_group(&mut item)? } else { Vec::new() };
        let name = match &*name {
            "" => return None,
            "EXEC" => "EXECUTE".into(),
            "ALL PRIVILEGES" => "ALL".into(),
            _ => name,
        };
        permissions.push((name, columns));
    }
    (!permissions.is_empty()).then_some(permissions)
}

/// `[class ::] name`; an object where no class is written.
fn securable(cursor: &mut Cursor) -> Option<Securable> {
    let class = class(cursor).unwrap_or_else(|| "OBJECT".into());
    let name = object_name(cursor)?;
    let name = if IN_SCHEMA.contains(&&*class) { two_parts(&name) } else { name.parts };
    Some(Securable { class, name })
}

fn two_parts(name: &ObjectName) -> Vec<Ident> {
    let name = name.to_name();
    vec![name.schema, name.object]
}

/// The words before `::`, in upper case.
pub(super) fn class(cursor: &mut Cursor) -> Option<Box<str>> {
    let mut attempt = *cursor;
    let class = attempt.until(|here| here.kind() != Some(TokenKind::Word)).upper_rest();
    (!class.is_empty() && attempt.eat_symbol("::")).then(|| {
        *cursor = attempt;
        class
    })
}

/// Behind ALTER AUTHORIZATION.
pub(super) fn authorization(cursor: &mut Cursor) -> Option<Kind> {
    cursor.expect("ON")?;
    let securable = securable(cursor)?;
    cursor.expect("TO")?;
    let owner = if cursor.eat("SCHEMA OWNER") { None } else { Some(cursor.ident()?) };
    Some(Kind::Authorization { securable, owner })
}
