//! Users, roles and application roles. Passwords are noticed, never kept.

use super::cursor::Cursor;
use crate::name::Ident;
use crate::schema::SqlText;
use crate::syntax::ast::Kind;

const CLASSES: [&str; 3] = ["USER", "ROLE", "APPLICATION ROLE"];

/// Options whose values are secrets.
const SECRETS: [&str; 2] = ["PASSWORD", "OLD_PASSWORD"];

/// What follows a principal's name.
#[derive(Default)]
struct Clauses {
    options: Vec<SqlText>,
    new_name: Option<Ident>,
    has_password: bool,
}

/// Behind CREATE.
pub(super) fn create(cursor: &mut Cursor) -> Option<Kind> {
    let class = cursor.eat_one(&CLASSES)?.into();
    let name = cursor.ident()?;
    let Clauses { options, new_name, has_password } = clauses(cursor);
    new_name.is_none().then_some(Kind::CreatePrincipal { class, name, options, has_password })
}

/// Behind ALTER.
pub(super) fn alter(cursor: &mut Cursor) -> Option<Kind> {
    let class = cursor.eat_one(&CLASSES)?;
    let name = cursor.ident()?;
    if let Some(verb) = cursor.eat_one(&["ADD MEMBER", "DROP MEMBER"]) {
        let member = cursor.ident()?;
        return Some(Kind::RoleMember { role: name, member, add: verb == "ADD MEMBER" });
    }
    let Clauses { options, new_name, has_password } = clauses(cursor);
    Some(Kind::AlterPrincipal { class: class.into(), name, new_name, options, has_password })
}

/// `FOR LOGIN x`, `FROM EXTERNAL PROVIDER`, `WITHOUT LOGIN`, `AUTHORIZATION x`, `WITH name = value, …`.
fn clauses(cursor: &mut Cursor) -> Clauses {
    let mut clauses = Clauses::default();
    let mut source = cursor.until(|here| here.is("WITH"));
    if !source.done() {
        clauses.options.push(source.rest());
    }
    cursor.eat("WITH");
    while !cursor.done() {
        option(cursor.item(), &mut clauses);
    }
    clauses
}

fn option(mut item: Cursor, clauses: &mut Clauses) {
    let start = item;
    let word = item.word();
    item.skip();
    let assigns = item.eat_symbol("=");
    if SECRETS.contains(&&*word) {
        clauses.has_password = true;
        return;
    }
    item = if assigns && word == "NAME" { item } else { start };
    match item.ident() {
        Some(name) if assigns && word == "NAME" => clauses.new_name = Some(name),
        _ => clauses.options.push({
            item = start;
            item.rest()
        }),
    }
}
