//! SET of an option (Learn, SET statements).

use super::{Reader, Unread, misfit};
use crate::syntax::query::Reason;

/// What may stand behind SET: options that are ON or OFF, and those with another value.
const OPTIONS: [&str; 11] = [
    "ANSI_DEFAULTS|ANSI_NULLS|ANSI_NULL_DFLT_OFF|ANSI_NULL_DFLT_ON|ANSI_PADDING|ANSI_WARNINGS|ARITHABORT|ARITHIGNORE|\
     CONCAT_NULL_YIELDS_NULL|CURSOR_CLOSE_ON_COMMIT|FMTONLY|FORCEPLAN|IMPLICIT_TRANSACTIONS|NOCOUNT|NOEXEC|\
     NO_BROWSETABLE|NUMERIC_ROUNDABORT|PARSEONLY|QUOTED_IDENTIFIER|REMOTE_PROC_TRANSACTIONS|RESULT_SET_CACHING|\
     SHOWPLAN_ALL|SHOWPLAN_TEXT|SHOWPLAN_XML|XACT_ABORT|,* ON|OFF",
    "DATEFIRST|DATEFORMAT|DEADLOCK_PRIORITY|LANGUAGE|LOCK_TIMEOUT|QUERY_GOVERNOR_COST_LIMIT|ROWCOUNT|TEXTSIZE|\
     CONTEXT_INFO|ERRLVL|FIPS_FLAGGER|USER -? _",
    "FIPS_FLAGGER OFF",
    "IDENTITY_INSERT _ ON|OFF",
    "IDENTITY_INSERT _ . _ ON|OFF",
    "IDENTITY_INSERT _ . _? . _ ON|OFF",
    "OFFSETS …",
    "STATISTICS IO|TIME|PROFILE|XML|,* ON|OFF",
    "TRANSACTION ISOLATION LEVEL READ COMMITTED|UNCOMMITTED",
    "TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    "TRANSACTION ISOLATION LEVEL SNAPSHOT|SERIALIZABLE",
];

impl Reader<'_> {
    pub(super) fn set_option(&mut self) {
        match misfit(self.row(1), &OPTIONS) {
            None => {}
            Some(0) => {
                let Some(token) = self.tokens.get(1).copied() else { return };
                let word = token.text(self.text).to_owned();
                self.found.push(Unread { span: token.span, reason: Reason::SetOption(word) });
            }
            Some(at) => self.unexpected(1 + at),
        }
    }
}
