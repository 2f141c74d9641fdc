//! Text that is executed and only partly known, when its known pieces say enough.

use crate::schema::SqlText;
use crate::syntax::ast::ObjectName;
use crate::syntax::lexer::{Token, TokenKind, lex};
use crate::syntax::parse;
use crate::text::Span;

/// Words that begin a statement which changes something.
const BEGIN: [&str; 10] =
    ["ALTER", "CREATE", "DELETE", "DROP", "EXEC", "EXECUTE", "INSERT", "MERGE", "TRUNCATE", "UPDATE"];

/// The table that loses a constraint whose name is looked up: `ALTER TABLE t DROP CONSTRAINT [` and what
/// follows it, as generators of scripts write it. Literals of the query that looks up the name may stand
/// between the pieces. `None` for any other text.
pub(super) fn loses_a_constraint(pieces: &[SqlText]) -> Option<ObjectName> {
    let (first, rest) = pieces.split_first()?;
    let goes_on = rest.iter().any(begins_a_statement);
    let text = first.as_str().trim_end().trim_end_matches(['[', '"']);
    let tokens = lex(text, Span::new(0, text.len())).tokens;
    let [alter, table, name @ .., drop, constraint] = &tokens[..] else { return None };
    let words = [(alter, "ALTER"), (table, "TABLE"), (drop, "DROP"), (constraint, "CONSTRAINT")];
    let is_name = |token: &Token| token.kind.is_name() || token.is_symbol(text, ".");
    let fits = words.iter().all(|(token, word)| token.is_word(text, word)) && name.iter().all(is_name) && !goes_on;
    let (from, to) = (name.first().filter(|_| fits)?, name.last()?);
    parse::name_in_text(&text[from.span.to(to.span).range()]).filter(|_| to.kind != TokenKind::Symbol)
}

fn begins_a_statement(piece: &SqlText) -> bool {
    let text = piece.as_str();
    let tokens = lex(text, Span::new(0, text.len())).tokens;
    tokens.iter().any(|token| BEGIN.iter().any(|word| token.is_word(text, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(pieces: &[&str]) -> Option<String> {
        let pieces: Vec<_> = pieces.iter().map(SqlText::new).collect();
        loses_a_constraint(&pieces).map(|name| name.to_name().to_string())
    }

    #[test]
    fn a_constraint_with_a_name_that_is_looked_up() {
        assert_eq!(table(&["ALTER TABLE [Post] DROP CONSTRAINT [", "];"]).as_deref(), Some("dbo.Post"));
        assert_eq!(table(&["alter table kb.post drop constraint "]).as_deref(), Some("kb.post"));
        let looked_up = ["ALTER TABLE [Post] DROP CONSTRAINT [", "[Post]", "Title", "];"];
        assert_eq!(table(&looked_up).as_deref(), Some("dbo.Post"));
        assert_eq!(table(&["ALTER TABLE kb.[a b] DROP CONSTRAINT ", ";"]).as_deref(), Some("kb.[a b]"));
    }

    #[test]
    fn text_that_may_do_more_is_something_else() {
        assert_eq!(table(&["ALTER TABLE [Post] DROP CONSTRAINT [", "]; DROP TABLE t"]), None);
        assert_eq!(table(&["ALTER TABLE [", "] DROP CONSTRAINT c"]), None);
        assert_eq!(table(&["ALTER TABLE t DROP COLUMN "]), None);
        assert_eq!(table(&["ALTER TABLE DROP CONSTRAINT "]), None);
        assert_eq!(table(&[]), None);
    }
}
