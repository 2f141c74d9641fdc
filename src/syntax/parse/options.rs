//! Lists of options: `WITH (name = value, …)` and the older forms without parentheses.

use super::cursor::Cursor;
use crate::schema::{IndexOption, SqlText};
use crate::syntax::lexer::{TokenKind, identifier_text, string_text};

/// `(name = value, name, …)`.
pub(super) fn group(cursor: &mut Cursor) -> Option<Vec<IndexOption>> {
    Some(list(cursor.group()?))
}

/// `name = value, name, name value` up to the cursor's end.
pub(super) fn list(mut cursor: Cursor) -> Vec<IndexOption> {
    let mut options = Vec::new();
    while !cursor.done() {
        let item = cursor.item();
        if !item.done() {
            options.push(option(item));
        }
    }
    options
}

/// What follows WITH before an index or key's storage: a list in parentheses, or
/// `FILLFACTOR = 80, PAD_INDEX`.
pub(super) fn after_with(cursor: &mut Cursor) -> Option<Vec<IndexOption>> {
    if cursor.is_symbol("(") {
        return group(cursor);
    }
    let mut options = Vec::new();
    loop {
        let name = cursor.word();
        (cursor.kind()? == TokenKind::Word).then(|| cursor.skip())?;
        let start = *cursor;
        let value = cursor.eat_symbol("=").then(|| cursor.bump());
        let value = value.flatten().map(|token| SqlText::new(start.text_of(token)));
        options.push(IndexOption { name: name.into(), value: value.unwrap_or_default() });
        if !cursor.eat_symbol(",") {
            return Some(options);
        }
    }
}

/// One option: the words before `=`, a parenthesis or any other value are the name.
pub(super) fn option(mut item: Cursor) -> IndexOption {
    let start = item;
    let mut words = Vec::new();
    while item.kind() == Some(TokenKind::Word) {
        words.push(item.word());
        item.skip();
    }
    if words.is_empty() {
        item = start;
    }
    if words.len() > 2 && words[..2] == ["MOVE", "TO"] {
        item = start;
        item.eat("MOVE TO");
        words.truncate(2);
    }
    item.eat_symbol("=");
    IndexOption { name: words.join(" ").into(), value: item.rest() }
}

/// Takes the option of this name out of a list.
pub(super) fn take(options: &mut Vec<IndexOption>, name: &str) -> Option<SqlText> {
    let at = options.iter().position(|option| &*option.name == name)?;
    Some(options.remove(at).value)
}

/// A value without the quotes of a string or the delimiters of a name.
pub(super) fn unquoted(value: &SqlText) -> SqlText {
    let text = value.as_str();
    match text.as_bytes() {
        [b'\'', ..] | [b'N' | b'n', b'\'', ..] => SqlText(string_text(text).into()),
        [b'[' | b'"', ..] => SqlText(identifier_text(text).into()),
        _ => value.clone(),
    }
}
