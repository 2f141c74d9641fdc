//! What a leaf is when no typed parser knows it: a query or a change of rows, the execution of a
//! procedure or of text, control flow, or opaque.

use std::ops::Range;

use super::leaf;
use super::target;
use super::words::Words;
use crate::name::Ident;
use crate::schema::SqlText;
use crate::syntax::ast::{DmlVerb, Kind, ObjectName, Statement};
use crate::syntax::lexer::{TokenKind, identifier_text};

/// Tells a leaf by its first words.
pub(super) fn classify(words: Words, tokens: &Range<usize>) -> Kind {
    if leaf::is_label(words, tokens.start) {
        return Kind::Other("LABEL".into());
    }
    if let Some(verb) = dml_verb(words, tokens) {
        return Kind::Dml { verb, target: target::written(words, tokens, verb) };
    }
    match (words.at(tokens.start), words.at(tokens.start + 1)) {
        ("EXEC" | "EXECUTE", "AS") => Kind::Other("EXECUTE AS".into()),
        ("EXEC" | "EXECUTE", _) => execute(words, &(tokens.start + 1..tokens.end)),
        ("UPDATE", "STATISTICS") => Kind::Other("UPDATE STATISTICS".into()),
        (word, _) if is_control(word) => Kind::Other(word.into()),
        _ => opaque(words, tokens),
    }
}

/// Whether a procedure runs without EXEC, which only the first statement of a batch may do (Learn, EXECUTE).
pub(super) fn is_bare_call(words: Words, tokens: &Range<usize>, kind: &Kind) -> bool {
    let calls = matches!(
        kind,
        Kind::Execute { .. } | Kind::Rename { .. } | Kind::RoleMember { .. } | Kind::ExtendedProperty { .. }
    );
    calls && !matches!(words.at(tokens.start), "EXEC" | "EXECUTE" | "ALTER")
}

/// The first statement of a batch may run a procedure without EXEC.
pub(super) fn bare_procedure(words: Words, statement: &mut Statement) {
    let is_bare = words.is_name(0) && words.at(0).is_empty() && !leaf::is_label(words, 0);
    if is_bare && matches!(statement.kind, Kind::Opaque { .. }) {
        let end = words.tokens.partition_point(|token| token.span.end <= statement.span.end);
        statement.kind = execute(words, &(0..end));
    }
}

fn dml_verb(words: Words, tokens: &Range<usize>) -> Option<DmlVerb> {
    let verb = match (words.at(tokens.start), words.at(tokens.start + 1)) {
        ("UPDATE", "STATISTICS") => return None,
        ("WITH", _) => words.at(target::main_verb(words, tokens)),
        ("BULK", "INSERT") => "INSERT",
        ("(", _) => "SELECT",
        (verb, _) => verb,
    };
    match verb {
        "SELECT" => Some(DmlVerb::Select),
        "INSERT" => Some(DmlVerb::Insert),
        "UPDATE" => Some(DmlVerb::Update),
        "DELETE" => Some(DmlVerb::Delete),
        "MERGE" => Some(DmlVerb::Merge),
        _ => None,
    }
}

fn is_control(word: &str) -> bool {
    matches!(
        word,
        "PRINT"
            | "RETURN"
            | "RAISERROR"
            | "THROW"
            | "GOTO"
            | "BREAK"
            | "CONTINUE"
            | "WAITFOR"
            | "OPEN"
            | "CLOSE"
            | "FETCH"
            | "DEALLOCATE"
            | "DBCC"
            | "CHECKPOINT"
            | "RECONFIGURE"
            | "KILL"
            | "REVERT"
            | "BACKUP"
            | "RESTORE"
            | "LINENO"
            | "RECEIVE"
            | "SEND"
            | "GET"
            | "MOVE"
            | "BEGIN"
            | "END"
            | "READTEXT"
            | "UPDATETEXT"
            | "WRITETEXT"
            | "SETUSER"
            | "SHUTDOWN"
    )
}

/// `[@result =] name arguments`; the range starts behind EXEC.
fn execute(words: Words, tokens: &Range<usize>) -> Kind {
    let mut at = tokens.start;
    if words.kind(at) == Some(TokenKind::Variable) && words.symbol(at + 1) == "=" {
        at += 2;
    }
    let end = words.name_end(at).min(tokens.end);
    let procedure = (end > at).then(|| object_name(words, &(at..end))).flatten();
    let from = if procedure.is_some() || words.symbol(at) == "(" { end } else { at + 1 };
    let arguments = if from < tokens.end { &words.source[words.span(&(from..tokens.end)).range()] } else { "" };
    Kind::Execute { procedure, arguments: SqlText::new(arguments) }
}

/// A statement that is not understood, with the words that it starts with and the name behind them.
pub(super) fn opaque(words: Words, tokens: &Range<usize>) -> Kind {
    let is_word = |at: &usize| words.kind(*at) == Some(TokenKind::Word);
    let named = named_object(words, tokens);
    let end = named.as_ref().map_or(tokens.end, |name| name.start).min(tokens.start + 3);
    let first: Vec<_> = (tokens.start..end).take_while(is_word).map(|at| words.text(at).to_uppercase()).collect();
    let first = if first.is_empty() { words.text(tokens.start).to_owned() } else { first.join(" ") };
    Kind::Opaque { words: first.into(), names: named.and_then(|name| object_name(words, &name)) }
}

/// The name that a CREATE, ALTER or DROP seems to speak of: the last name in the row of plain words
/// and names behind it, before anything else.
fn named_object(words: Words, tokens: &Range<usize>) -> Option<Range<usize>> {
    if !matches!(words.at(tokens.start), "CREATE" | "ALTER" | "DROP") {
        return None;
    }
    let mut at = tokens.start + 1;
    loop {
        let end = words.name_end(at).min(tokens.end);
        if end == at {
            return None;
        }
        let plain = end == at + 1 && words.kind(at) == Some(TokenKind::Word);
        let next_is_name = words.is_name(end) && end < tokens.end && words.at(end).is_empty();
        if !plain || !next_is_name && words.at(at).is_empty() {
            return (at > tokens.start + 1).then_some(at..end);
        }
        at = end;
    }
}

/// The name in a range of tokens: `a`, `a.b`, `a..b`.
pub(super) fn object_name(words: Words, tokens: &Range<usize>) -> Option<ObjectName> {
    let mut parts = Vec::new();
    let mut expects_part = true;
    for at in tokens.clone() {
        if words.symbol(at) == "." {
            if expects_part {
                parts.push(Ident::default());
            }
            expects_part = true;
        } else {
            parts.push(Ident::new(identifier_text(words.text(at))));
            expects_part = false;
        }
    }
    (!parts.is_empty() && !expects_part).then(|| ObjectName { parts, span: words.span(tokens) })
}
