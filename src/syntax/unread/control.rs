//! Statements that are told by their first word: control flow, cursors, messages, the user that runs.

use super::Reader;

/// What each of them is, wholly; those that are not here are not read at all.
fn patterns(word: &str) -> &'static [&'static str] {
    match word {
        "BEGIN" => &["BEGIN DIALOG|CONVERSATION …"],
        // What of a transaction is right is no such statement.
        "COMMIT" | "ROLLBACK" | "SAVE" => &["_"],
        "BREAK" => &["BREAK"],
        "CONTINUE" => &["CONTINUE"],
        "GOTO" => &["GOTO _"],
        "THROW" => &["THROW", "THROW _ , _ , _"],
        "RAISERROR" => &["RAISERROR ()", "RAISERROR () WITH LOG|NOWAIT|SETERROR|,*", "RAISERROR _ _"],
        "WAITFOR" => &["WAITFOR DELAY|TIME _", "WAITFOR ()", "WAITFOR () , TIMEOUT _"],
        "RECONFIGURE" => &["RECONFIGURE", "RECONFIGURE WITH OVERRIDE"],
        "DBCC" => &["DBCC _", "DBCC _ ()", "DBCC _ ()? WITH …"],
        "CHECKPOINT" => &["CHECKPOINT", "CHECKPOINT _"],
        "REVERT" => &["REVERT", "REVERT WITH COOKIE = _"],
        "EXECUTE AS" => &[
            "EXEC|EXECUTE AS CALLER",
            "EXEC|EXECUTE AS LOGIN|USER = _",
            "EXEC|EXECUTE AS LOGIN|USER = _ WITH NO REVERT",
            "EXEC|EXECUTE AS LOGIN|USER = _ WITH COOKIE INTO _",
        ],
        "OPEN" => &["OPEN GLOBAL? _", "OPEN SYMMETRIC KEY …", "OPEN MASTER KEY …"],
        "CLOSE" => &["CLOSE GLOBAL? _", "CLOSE SYMMETRIC KEY _", "CLOSE ALL SYMMETRIC KEYS", "CLOSE MASTER KEY"],
        "DEALLOCATE" => &["DEALLOCATE GLOBAL? _"],
        "DECLARE CURSOR" => &[
            "DECLARE _ INSENSITIVE? SCROLL? CURSOR LOCAL|GLOBAL|FORWARD_ONLY|SCROLL|STATIC|KEYSET|DYNAMIC|FAST_FORWARD|\
             READ_ONLY|SCROLL_LOCKS|OPTIMISTIC|TYPE_WARNING* FOR …",
        ],
        "FETCH" => &[
            "FETCH NEXT|PRIOR|FIRST|LAST? FROM? GLOBAL? _",
            "FETCH NEXT|PRIOR|FIRST|LAST? FROM? GLOBAL? _ INTO …",
            "FETCH ABSOLUTE|RELATIVE -? _ FROM GLOBAL? _",
            "FETCH ABSOLUTE|RELATIVE -? _ FROM GLOBAL? _ INTO …",
        ],
        _ => &[],
    }
}

impl Reader<'_> {
    pub(super) fn control(&mut self, word: &str) {
        match word {
            "RETURN" if self.tokens.len() == 1 => {}
            "PRINT" | "RETURN" if self.tokens.len() == 1 => self.unexpected(0),
            "PRINT" | "RETURN" => self.values(1..self.tokens.len()),
            _ if patterns(word).is_empty() => {}
            _ => self.fit(0, patterns(word)),
        }
        if word == "RAISERROR" && self.is_symbol(1, "(") {
            let end = self.row(0).after_parenthesis(1).unwrap_or(2);
            self.values(2..end - 1);
        }
    }
}
