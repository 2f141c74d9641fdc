//! Text that is executed and only partly known: what it may create, as far as its known pieces tell.

use crate::name::{Ident, Name};
use crate::schema::SqlText;
use crate::syntax::ast::ObjectName;
use crate::syntax::lexer::{self};
use crate::text::Span;

/// What a text may do to the pair of security policy and vector index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Effect {
    /// It may put a security predicate on these tables; `None` is any.
    Policy(Option<Vec<Name>>),
    /// It may create a vector index on these tables; `None` is any.
    VectorIndex(Option<Vec<Name>>),
    /// It may do anything at all.
    Anything,
}

/// Words that begin a statement which, whatever follows, is neither a policy nor an index.
const HARMLESS: [&str; 23] = [
    "BACKUP", "BULK", "DBCC", "DECLARE", "DELETE", "DENY", "DISABLE", "DROP", "ENABLE", "EXEC", "EXECUTE", "GRANT",
    "INSERT", "KILL", "MERGE", "PRINT", "REVOKE", "SELECT", "SET", "TRUNCATE", "UPDATE", "USE", "WITH",
];

/// What the known pieces of a text say about it. Nothing where they show that it is something else.
pub(super) fn effects(pieces: &[SqlText]) -> Vec<Effect> {
    let words = words(pieces);
    let has = |wanted: &[&str]| words.windows(wanted.len()).any(|found| found.iter().zip(wanted).all(|(a, b)| a.is(b)));
    let mut effects = Vec::new();
    if has(&["CREATE", "SECURITY", "POLICY"]) || has(&["ALTER", "SECURITY", "POLICY"]) || has(&["ADD", "FILTER"]) {
        effects.push(Effect::Policy(targets(&words)));
    }
    if has(&["CREATE", "VECTOR", "INDEX"]) {
        effects.push(Effect::VectorIndex(targets(&words)));
    }
    if effects.is_empty() && !is_something_else(&words) {
        effects.push(Effect::Anything);
    }
    effects
}

/// A token of a piece.
struct Word {
    text: String,
    is_name: bool,
    /// Nothing known follows it: it may go on.
    is_last: bool,
}

impl Word {
    fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }
}

fn words(pieces: &[SqlText]) -> Vec<Word> {
    let mut words = Vec::new();
    for piece in pieces {
        let text = piece.as_str();
        let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
        let count = tokens.len();
        words.extend(tokens.iter().enumerate().map(|(at, token)| {
            let is_name = token.kind.is_name();
            let written = token.text(text);
            let text = if is_name { lexer::identifier_text(written) } else { written.to_owned() };
            Word { text, is_name, is_last: at + 1 == count }
        }));
    }
    words
}

/// Whether the first words show a statement that creates neither.
fn is_something_else(words: &[Word]) -> bool {
    let Some(first) = words.first() else { return false };
    match words.get(1) {
        _ if HARMLESS.iter().any(|word| first.is(word)) => true,
        Some(second) if first.is("CREATE") || first.is("ALTER") => !second.is("SECURITY") && !second.is("VECTOR"),
        _ => false,
    }
}

/// The tables behind each ON; `None` when one of them is not wholly known.
fn targets(words: &[Word]) -> Option<Vec<Name>> {
    let starts = words.iter().enumerate().filter(|(_, word)| word.is_name && word.is("ON"));
    let targets: Option<Vec<Name>> = starts.map(|(at, _)| target(&words[at..])).collect();
    targets.filter(|targets| !targets.is_empty())
}

/// The name behind an ON, when something known follows it.
fn target(words: &[Word]) -> Option<Name> {
    let (on, mut rest) = words.split_first()?;
    let mut parts = Vec::new();
    let mut is_last = on.is_last;
    while let [part, after @ ..] = rest {
        if is_last || !part.is_name {
            break;
        }
        parts.push(Ident::new(&part.text));
        is_last = part.is_last;
        match after {
            [dot, after @ ..] if dot.is(".") && !is_last => {
                is_last = dot.is_last;
                rest = after;
            }
            _ => return (!is_last).then(|| ObjectName { parts, span: Span::default() }.to_name()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects_of(pieces: &[&str]) -> Vec<Effect> {
        effects(&pieces.iter().map(SqlText::new).collect::<Vec<_>>())
    }

    #[test]
    fn a_table_is_known_only_when_something_follows_it() {
        let chunks = Some(vec![Name::dbo("Chunks")]);
        assert_eq!(
            effects_of(&["CREATE VECTOR INDEX v ON [Chunks] (e) WITH (METRIC = '", "')"]),
            [Effect::VectorIndex(chunks)]
        );
        assert_eq!(effects_of(&["CREATE VECTOR INDEX v ON dbo.", "(e)"]), [Effect::VectorIndex(None)]);
        assert_eq!(effects_of(&["CREATE VECTOR INDEX v ON dbo.Chunks"]), [Effect::VectorIndex(None)]);
    }

    #[test]
    fn other_statements_have_no_effect() {
        assert_eq!(effects_of(&["ALTER TABLE [Blogs] DROP CONSTRAINT [", "];"]), []);
        assert_eq!(effects_of(&["DROP SECURITY POLICY "]), []);
        assert_eq!(effects_of(&["SELECT 1 WHERE x = '", "'"]), []);
    }

    #[test]
    fn an_unknown_beginning_may_be_anything() {
        assert_eq!(effects_of(&[]), [Effect::Anything]);
        assert_eq!(effects_of(&["CREATE "]), [Effect::Anything]);
        assert_eq!(effects_of(&[" POLICY p"]), [Effect::Anything]);
    }

    #[test]
    fn words_may_be_spread_over_pieces() {
        assert_eq!(effects_of(&["CREATE SECURITY", " POLICY p"]), [Effect::Policy(None)]);
    }
}
