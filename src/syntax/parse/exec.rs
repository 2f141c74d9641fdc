//! EXEC of a procedure, and the system procedures that change a schema.

use super::cursor::Cursor;
use super::name::{from_text, object_name};
use crate::name::Ident;
use crate::schema::Levels;
use crate::syntax::ast::{Kind, ObjectName, PropertyVerb};
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
        "sp_addextendedproperty" => extended_property(*cursor, PropertyVerb::Add),
        "sp_updateextendedproperty" => extended_property(*cursor, PropertyVerb::Update),
        "sp_dropextendedproperty" => extended_property(*cursor, PropertyVerb::Drop),
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
            TokenKind::Number => item.number()?.into(),
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

const LEVELS: [&str; 6] = ["@level0type", "@level0name", "@level1type", "@level1name", "@level2type", "@level2name"];

/// A name, a value unless it is dropped, and up to three levels, each a class and a name. A user in whose name objects
/// were once kept is the schema of that name today.
fn extended_property(cursor: Cursor, verb: PropertyVerb) -> Option<Kind> {
    let before: &[&str] = if verb == PropertyVerb::Drop { &["@name"] } else { &["@name", "@value"] };
    let given = arguments(cursor, &[before, &LEVELS].concat())?;
    let mut given = given.into_iter().map(|argument| argument.map(|(text, _)| text));
    let name = Ident::new(given.next()??);
    let value = (verb != PropertyVerb::Drop).then(|| given.next().flatten()).flatten().unwrap_or_default();
    let mut levels = Vec::new();
    while let (Some(class), Some(part)) = (given.next(), given.next()) {
        let is_given = |text: &String| !text.eq_ignore_ascii_case("NULL");
        if let (Some(class), Some(part)) = (class.filter(is_given), part.filter(is_given)) {
            levels.push((class.trim().to_uppercase().into_boxed_str(), Ident::new(part)));
        }
    }
    if let [(class, _), _, ..] = levels.as_mut_slice()
        && &**class == "USER"
    {
        *class = "SCHEMA".into();
    }
    Some(Kind::ExtendedProperty { verb, name, value: value.into(), on: Levels(levels) })
}
