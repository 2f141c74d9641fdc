//! EXEC of a procedure, and the system procedures that change a schema.

use super::cursor::Cursor;
use super::name::{from_text, object_name};
use crate::name::Ident;
use crate::syntax::ast::{Kind, ObjectName};
use crate::syntax::lexer::TokenKind;
use crate::text::Span;

/// EXEC, or a procedure's name alone as the first statement of a batch. Dynamic SQL is left to the
/// recognizer.
pub(super) fn execute(cursor: &mut Cursor) -> Option<Kind> {
    let explicit = cursor.eat_one(&["EXECUTE", "EXEC"]).is_some();
    if explicit && (cursor.is("AS") || cursor.is_symbol("(")) {
        return None;
    }
    result_variable(cursor);
    if explicit && cursor.variable().is_some() {
        return Some(Kind::Execute { procedure: None, arguments: cursor.rest() });
    }
    let start = *cursor;
    let procedure = object_name(cursor)?;
    let system = procedure.object().folded().to_owned();
    let typed = match &*system {
        "sp_executesql" => return None,
        "sp_rename" => arguments(*cursor, &["@objname", "@newname", "@objtype"]).and_then(|given| rename(&given)),
        "sp_addrolemember" | "sp_droprolemember" => {
            let given = arguments(*cursor, &["@rolename", "@membername"]);
            given.and_then(|given| role_member(&given, system == "sp_addrolemember"))
        }
        _ => None,
    };
    if let Some(kind) = typed {
        cursor.finish();
        return Some(kind);
    }
    let implicit = system.starts_with("sp_") || system.starts_with("xp_") || is_delimited(&start, &procedure);
    (explicit || implicit).then(|| Kind::Execute { procedure: Some(procedure), arguments: cursor.rest() })
}

/// `@result =`.
fn result_variable(cursor: &mut Cursor) {
    let mut attempt = *cursor;
    if attempt.variable().is_some() && attempt.eat_symbol("=") {
        *cursor = attempt;
    }
}

/// Whether a name cannot be a keyword: it has brackets, quotes or several parts.
fn is_delimited(start: &Cursor, name: &ObjectName) -> bool {
    name.parts.len() > 1 || start.kind() != Some(TokenKind::Word)
}

/// A literal argument and its place.
type Literal = (String, Span);

/// The arguments by the names of `parameters`, when all are string literals, given by place or name.
fn arguments(mut cursor: Cursor, parameters: &[&str]) -> Option<Vec<Option<Literal>>> {
    let mut given = vec![None; parameters.len()];
    let mut place = 0;
    while !cursor.done() {
        let mut item = cursor.item();
        let slot = match item.variable() {
            Some(name) => {
                item.eat_symbol("=").then_some(())?;
                parameters.iter().position(|parameter| name.is(parameter))?
            }
            None => place,
        };
        let span = item.peek()?.span;
        // A word without quotes is a string too, in a procedure's arguments.
        let text = match item.kind()? {
            TokenKind::String => item.string()?,
            _ => item.ident()?.as_str().to_owned(),
        };
        item.done().then_some(())?;
        *given.get_mut(slot)? = Some((text, span));
        place += 1;
    }
    Some(given)
}

/// `sp_rename 'old', 'new' [, 'class']`. The new name is taken whole: dots in it do not part it.
fn rename(given: &[Option<Literal>]) -> Option<Kind> {
    let [Some((old, span)), Some((new, _)), class] = given else { return None };
    let old = from_text(old, *span)?;
    let class = class.as_ref().map(|(class, _)| class.to_uppercase()).filter(|class| class != "NULL");
    let class = class.map(String::into_boxed_str);
    Some(Kind::Rename { old, new: Ident::new(new), class })
}

fn role_member(given: &[Option<Literal>], add: bool) -> Option<Kind> {
    let [Some((role, _)), Some((member, _))] = given else { return None };
    Some(Kind::RoleMember { role: Ident::new(role), member: Ident::new(member), add })
}
