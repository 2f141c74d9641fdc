//! The table that a query or a change of rows writes.

use std::ops::Range;

use super::classify::object_name;
use super::words::Words;
use crate::name::Ident;
use crate::syntax::ast::{DmlVerb, ObjectName};
use crate::syntax::lexer::identifier_text;

/// The table that is written: the target of INSERT, UPDATE, DELETE and MERGE, the new table of
/// SELECT INTO. An alias is resolved to its table, a common table expression to the one table that it
/// reads. `None` for a table variable, a function and what cannot be told.
pub(super) fn written(words: Words, tokens: &Range<usize>, verb: DmlVerb) -> Option<ObjectName> {
    let main = main_verb(words, tokens);
    if verb == DmlVerb::Select {
        let into = top_level(words, &(main..tokens.end)).find(|at| words.at(*at) == "INTO")?;
        return name_at(words, into + 1);
    }
    let target = name_at(words, target_start(words, main))?;
    let [single] = target.parts.as_slice() else { return Some(target) };
    if let Some(body) = expression_body(words, &(tokens.start..main), single) {
        return only_table(words, &body);
    }
    let may_be_alias = matches!(verb, DmlVerb::Update | DmlVerb::Delete);
    let aliased = may_be_alias.then(|| aliased(words, &(main..tokens.end), single)).flatten();
    aliased.unwrap_or(Some(target))
}

/// The index of the verb behind common table expressions; the first token where there are none.
pub(super) fn main_verb(words: Words, tokens: &Range<usize>) -> usize {
    if words.at(tokens.start) != "WITH" {
        return tokens.start;
    }
    let is_verb = |at: &usize| matches!(words.at(*at), "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "MERGE");
    top_level(words, tokens).find(is_verb).unwrap_or(tokens.start)
}

/// The indexes outside parentheses; an opening one is among them.
fn top_level<'a>(words: Words<'a>, tokens: &Range<usize>) -> impl Iterator<Item = usize> + use<'a> {
    let (mut at, end) = (tokens.start, tokens.end);
    std::iter::from_fn(move || {
        let here = at;
        at = if words.symbol(at) == "(" { words.after_parenthesis(at) } else { at + 1 };
        (here < end).then_some(here)
    })
}

/// Behind the verb, `TOP (n) [PERCENT]`, `INTO` and `FROM`.
fn target_start(words: Words, verb: usize) -> usize {
    let mut at = verb + 1;
    loop {
        at = match words.at(at) {
            "TOP" if words.symbol(at + 1) == "(" => words.after_parenthesis(at + 1),
            "TOP" => at + 2,
            "INTO" | "FROM" | "INSERT" => at + 1,
            _ if words.text(at).eq_ignore_ascii_case("PERCENT") && words.before(at) == ")" => at + 1,
            _ => return at,
        }
    }
}

fn name_at(words: Words, at: usize) -> Option<ObjectName> {
    let end = words.name_end(at);
    let is_function = words.symbol(end) == "(" && is_row_function(words.at(at));
    (end > at && !is_function).then(|| object_name(words, &(at..end))).flatten()
}

/// Functions that can be written through.
fn is_row_function(word: &str) -> bool {
    matches!(word, "OPENQUERY" | "OPENROWSET" | "OPENDATASOURCE")
}

/// The parentheses of the common table expression of this name.
fn expression_body(words: Words, list: &Range<usize>, name: &Ident) -> Option<Range<usize>> {
    let is_it = |at: &usize| words.at(*at) == "AS" && words.symbol(at + 1) == "(" && names_expression(words, *at, name);
    let body = top_level(words, list).find(is_it)? + 1;
    Some(body + 1..words.after_parenthesis(body) - 1)
}

/// Whether `name` or `name (columns)` stands before AS.
fn names_expression(words: Words, as_at: usize, name: &Ident) -> bool {
    let mut at = as_at - 1;
    if words.symbol(at) == ")" {
        while at > 0 && words.symbol(at) != "(" {
            at -= 1;
        }
        at = at.saturating_sub(1);
    }
    words.is_name(at) && ident(words, at) == *name
}

/// The table of a query that reads just one.
fn only_table(words: Words, query: &Range<usize>) -> Option<ObjectName> {
    let mut from = top_level(words, query).filter(|at| words.at(*at) == "FROM");
    let table = name_at(words, from.next()? + 1)?;
    let joins = top_level(words, query).any(|at| matches!(words.at(at), "JOIN" | "UNION" | "EXCEPT" | "INTERSECT"));
    let comma = words.tokens[..query.end].partition_point(|token| token.span.end <= table.span.end);
    (from.next().is_none() && !joins && words.symbol(comma + 1) != "," && words.symbol(comma) != ",").then_some(table)
}

/// What the FROM clause calls by this name: a table, or `Some(None)` for a variable, a function or a
/// query.
fn aliased(words: Words, tokens: &Range<usize>, alias: &Ident) -> Option<Option<ObjectName>> {
    let mut previous = "";
    for at in top_level(words, tokens) {
        if matches!(previous, "FROM" | "JOIN" | ",") {
            let (end, is_table) = source_end(words, at);
            let called = if words.at(end) == "AS" { end + 1 } else { end };
            if words.is_name(called) && words.at(called).is_empty() && ident(words, called) == *alias {
                return Some(is_table.then(|| object_name(words, &(at..end))).flatten());
            }
        }
        previous = words.at(at);
    }
    None
}

/// Where an item of a FROM clause ends, before its alias, and whether it is a table.
fn source_end(words: Words, at: usize) -> (usize, bool) {
    let is_name = words.is_name(at);
    let end = if is_name { words.name_end(at) } else { at + 1 };
    match (words.symbol(at), words.symbol(end)) {
        ("(", _) => (words.after_parenthesis(at), false),
        (_, "(") => (words.after_parenthesis(end), false),
        _ => (end, is_name),
    }
}

fn ident(words: Words, at: usize) -> Ident {
    Ident::new(identifier_text(words.text(at)))
}
