//! Names of one to four parts, as tokens and as the text of a procedure's argument.

use super::cursor::Cursor;
use crate::name::Ident;
use crate::syntax::ast::ObjectName;
use crate::syntax::lexer::identifier_text;
use crate::text::Span;

/// `a`, `b.a`, `c.b.a`, `d.c.b.a`; every part but the last may be missing (`c..a`, `.b.a`).
pub(super) fn object_name(cursor: &mut Cursor) -> Option<ObjectName> {
    let start = *cursor;
    let mut parts = Vec::new();
    loop {
        let missing = cursor.is_symbol(".");
        parts.push(if missing { Ident::default() } else { cursor.ident()? });
        if !cursor.eat_symbol(".") {
            break;
        }
    }
    (parts.len() <= 4).then(|| ObjectName { parts, span: cursor.span_since(&start) })
}

/// A list of names parted by commas.
pub(super) fn object_names(cursor: &mut Cursor) -> Option<Vec<ObjectName>> {
    let mut names = vec![object_name(cursor)?];
    while cursor.eat_symbol(",") {
        names.push(object_name(cursor)?);
    }
    Some(names)
}

/// A list of one-part names parted by commas.
pub(super) fn idents(cursor: &mut Cursor) -> Option<Vec<Ident>> {
    let mut names = vec![cursor.ident()?];
    while cursor.eat_symbol(",") {
        names.push(cursor.ident()?);
    }
    Some(names)
}

/// A list of one-part names in parentheses.
pub(super) fn ident_group(cursor: &mut Cursor) -> Option<Vec<Ident>> {
    let mut inside = cursor.group()?;
    let names = idents(&mut inside)?;
    inside.done().then_some(names)
}

/// The parts of a name given as text, as PARSENAME cuts it: at dots outside brackets and quotes.
/// A part without delimiters may hold spaces. `span` is the place of the text.
pub(super) fn from_text(text: &str, span: Span) -> Option<ObjectName> {
    let mut parts = Vec::new();
    let mut part_start = 0;
    let mut close = None;
    for (at, c) in text.char_indices() {
        match (close, c) {
            (Some(end), _) if c == end => close = None,
            (Some(_), _) => {}
            (None, '[') => close = Some(']'),
            (None, '"') => close = Some('"'),
            (None, '.') => {
                parts.push(part(&text[part_start..at]));
                part_start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(part(&text[part_start..]));
    let named = parts.last().is_some_and(|last| !last.is_empty());
    (close.is_none() && named && parts.len() <= 4).then_some(ObjectName { parts, span })
}

fn part(text: &str) -> Ident {
    Ident::new(identifier_text(text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<Vec<String>> {
        let name = from_text(text, Span::default())?;
        Some(name.parts.iter().map(|part| part.as_str().to_owned()).collect())
    }

    #[test]
    fn text_is_cut_at_dots_outside_delimiters() {
        assert_eq!(parts("dbo.[a.b].c d"), Some(vec!["dbo".into(), "a.b".into(), "c d".into()]));
        assert_eq!(parts("[a]]b].\"x\"\"y\""), Some(vec!["a]b".into(), "x\"y".into()]));
        assert_eq!(parts("db..t"), Some(vec!["db".into(), String::new(), "t".into()]));
    }

    #[test]
    fn text_that_is_no_name() {
        for text in ["", "a.", "[a", "a.b.c.d.e"] {
            assert_eq!(parts(text), None, "{text}");
        }
    }
}
