//! The text of a module as if it had been created under its present name.

use crate::name::Name;
use crate::schema::Module;
use crate::source::lf;
use crate::syntax::lexer::{self, Token, TokenKind};
use crate::syntax::spell;
use crate::text::Span;

/// The definition of a module with CREATE for its verb, its present name and its present table, with
/// LF line ends. The rest is as it was written: the server, too, keeps the text of a module that is
/// renamed, and so keeps an old name in it (Learn, "sp_rename").
#[must_use]
pub fn definition(name: &Name, module: &Module) -> String {
    let text = lf(module.definition.as_str());
    Header::read(&text).map_or_else(|| text.clone().into_owned(), |header| header.rewrite(&text, name, module))
}

/// Where the parts of a header are that may have changed since it was written.
struct Header {
    /// From the verb to the word before the kind: `CREATE OR ALTER`.
    verb: Span,
    /// The name.
    name: Span,
    /// A trigger's table.
    table: Option<Span>,
}

impl Header {
    fn read(text: &str) -> Option<Self> {
        let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
        let word = |at: usize, word: &str| tokens.get(at).is_some_and(|token: &Token| token.is_word(text, word));
        let first = tokens.first()?;
        let verb_end = if word(1, "OR") && word(2, "ALTER") { 2 } else { 0 };
        let kind = verb_end + 1;
        let (name, after) = name_at(text, &tokens, kind + 1)?;
        let table = (word(kind, "TRIGGER") && word(after, "ON")).then(|| name_at(text, &tokens, after + 1));
        Some(Self {
            verb: first.span.to(tokens.get(verb_end)?.span),
            name,
            table: table.flatten().map(|(span, _)| span),
        })
    }

    fn rewrite(&self, text: &str, name: &Name, module: &Module) -> String {
        let mut edits = vec![(self.verb, "CREATE".to_owned()), (self.name, spell::name(name))];
        if let (Some(span), Some(table)) = (self.table, &module.trigger_on) {
            edits.push((span, spell::name(table)));
        }
        let mut written = String::with_capacity(text.len());
        let mut from = 0;
        for (span, new) in edits {
            let range = span.range();
            written += &text[from..range.start];
            written += &new;
            from = range.end;
        }
        written + &text[from..]
    }
}

/// A name that starts at a token: its place, and the token behind it.
fn name_at(text: &str, tokens: &[Token], from: usize) -> Option<(Span, usize)> {
    use TokenKind::{Bracketed, Quoted, Word};
    let part = |at: usize| tokens.get(at).filter(|token| matches!(token.kind, Word | Bracketed | Quoted));
    let (mut last, mut next) = (part(from)?, from + 1);
    while tokens.get(next).is_some_and(|token| token.is_symbol(text, ".")) {
        last = part(next + 1)?;
        next += 2;
    }
    Some((tokens.get(from)?.span.to(last.span), next))
}
