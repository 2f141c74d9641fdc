//! Statements that change rows.

use std::collections::BTreeSet;

use super::{Hazard, Lock};
use crate::syntax::ast::DmlVerb;
use crate::syntax::lexer::lex;
use crate::text::Span;

/// The lock that a change of rows that are there holds to the end of its transaction, and what it may do; `None` for a
/// statement that reads or only adds rows. Readers do not wait: they see the rows as they were (`READ_COMMITTED_SNAPSHOT`,
/// which is on in Azure SQL Database).
#[must_use]
pub fn of_rows(verb: DmlVerb, statement: &str) -> Option<(Lock, BTreeSet<Hazard>)> {
    let deletes = match verb {
        DmlVerb::Select | DmlVerb::Insert => return None,
        DmlVerb::Update => false,
        DmlVerb::Delete => true,
        DmlVerb::Merge => has_word(statement, "DELETE"),
    };
    let lost = deletes.then_some(Hazard::LosesData);
    Some((Lock::Rows, lost.into_iter().chain([Hazard::BlocksWrites]).collect()))
}

fn has_word(text: &str, word: &str) -> bool {
    lex(text, Span::new(0, text.len())).tokens.iter().any(|token| token.is_word(text, word))
}
