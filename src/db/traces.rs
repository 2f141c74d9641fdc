//! What a file may leave in its session. A driver cannot reset a session without ending it, so the file after one
//! that leaves something gets a new session: each runs as it would run alone.

use crate::source::Migration;
use crate::syntax::lexer::{self, Token, TokenKind};

/// Words of what stays in a session and no SET at the start of the next file takes back.
const LASTING: [&str; 9] = [
    "IDENTITY_INSERT",
    "SP_SET_SESSION_CONTEXT",
    "CONTEXT_INFO",
    "SP_SETAPPROLE",
    "CURSOR",
    "LANGUAGE",
    "DATEFORMAT",
    "DATEFIRST",
    "SETUSER",
];

/// Whether a file may leave something in its session that another file would find: a temporary object, another
/// user's rights, a setting.
pub(super) fn leaves_traces(migration: &Migration) -> bool {
    let text = migration.file.text();
    migration.batches.iter().any(|batch| {
        let tokens = lexer::lex(text, batch.span).tokens;
        let is_trace = |token: &Token| {
            let is_temporary = token.text(text).trim_start_matches(['[', '"']).starts_with('#');
            is_temporary || token.kind == TokenKind::Word && LASTING.iter().any(|word| token.is_word(text, word))
        };
        let is_impersonation = |pair: &[Token]| {
            let executes = pair[0].is_word(text, "EXECUTE") || pair[0].is_word(text, "EXEC");
            executes && pair[1].is_word(text, "AS")
        };
        tokens.iter().any(is_trace) || tokens.windows(2).any(is_impersonation)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    #[test]
    fn what_stays_in_a_session_is_seen() {
        let leaves = |text: &str| leaves_traces(&source::text("migrations/V1__x.sql", text));
        for text in [
            "SELECT 1 AS a INTO #ids",
            "CREATE TABLE [#ids] (id INT)",
            "CREATE TABLE ##all (id INT)",
            "SELECT 1\nGO\nSET IDENTITY_INSERT dbo.t ON",
            "EXEC sp_set_session_context N'tenant_id', 1",
            "EXECUTE AS USER = 'app'",
            "SET DATEFORMAT dmy",
            "DECLARE c CURSOR FOR SELECT 1",
        ] {
            assert!(leaves(text), "{text}");
        }
        for text in [
            "CREATE TABLE dbo.t (id INT)",
            "PRINT '#no'",
            "-- EXECUTE AS\nSELECT 1",
            "SET XACT_ABORT OFF",
            "EXEC dbo.p",
        ] {
            assert!(!leaves(text), "{text}");
        }
    }
}
