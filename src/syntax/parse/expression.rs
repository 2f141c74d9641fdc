//! Where a scalar expression ends. Expressions are kept as text; only their end must be known.

use super::cursor::Cursor;
use crate::schema::SqlText;
use crate::syntax::lexer::TokenKind;

const UNARY: [&str; 3] = ["-", "+", "~"];
const BINARY: [&str; 11] = ["+", "-", "*", "/", "%", "&", "|", "^", "||", "<<", ">>"];

/// A scalar expression that need not stand in parentheses: a default, a computed column, a
/// parameter's default. Conditions can only stand inside its parentheses and CASEs.
pub(super) fn scalar(cursor: &mut Cursor) -> Option<SqlText> {
    let start = *cursor;
    loop {
        while UNARY.iter().any(|symbol| cursor.eat_symbol(symbol)) {}
        operand(cursor)?;
        while postfix(cursor).is_some() {}
        let goes_on = cursor.eat("AT TIME ZONE") || BINARY.iter().any(|symbol| cursor.eat_symbol(symbol));
        if !goes_on {
            return Some(cursor.text_since(&start));
        }
    }
}

fn operand(cursor: &mut Cursor) -> Option<()> {
    if cursor.eat("CASE") {
        return case_rest(cursor);
    }
    if cursor.eat("NEXT VALUE FOR") {
        return super::name::object_name(cursor).map(|_| ());
    }
    let starts = cursor.is_symbol("(")
        || cursor.is_ident()
        || matches!(cursor.kind(), Some(TokenKind::String | TokenKind::Number | TokenKind::Variable));
    starts.then(|| cursor.skip())
}

/// Past the END of a CASE whose first word is behind the cursor; inner ones are passed too.
fn case_rest(cursor: &mut Cursor) -> Option<()> {
    let mut depth = 1_usize;
    while depth > 0 {
        if cursor.done() {
            return None;
        }
        if cursor.is("CASE") {
            depth += 1;
        } else if cursor.is("END") {
            depth -= 1;
        }
        cursor.skip();
    }
    Some(())
}

/// What may follow an operand and still belongs to it: `.part`, `::Method`, `(…)`, COLLATE, OVER.
fn postfix(cursor: &mut Cursor) -> Option<()> {
    let starts = cursor.eat_symbol(".") || cursor.eat_symbol("::") || cursor.eat("COLLATE");
    if starts {
        return cursor.ident().map(|_| ());
    }
    if cursor.eat("OVER") || cursor.eat("WITHIN GROUP") || cursor.is_symbol("(") {
        return cursor.group().map(|_| ());
    }
    None
}
