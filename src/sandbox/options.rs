//! The SET options of a session.

use std::time::Duration;

use crate::name::{Ident, Name};
use crate::replay::Settings;
use crate::sandbox::error::SqlError;

/// What `SET` sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Options {
    /// The options that indexes and modules depend on, and XACT_ABORT.
    pub settings: Settings,
    /// `NOCOUNT`.
    pub no_count: bool,
    /// `IMPLICIT_TRANSACTIONS`.
    pub implicit_transactions: bool,
    /// `NOEXEC`, `PARSEONLY`, `FMTONLY`: statements are read and not run.
    pub no_execution: bool,
    /// `LOCK_TIMEOUT`; `None` waits for ever.
    pub lock_timeout: Option<Duration>,
    /// `ROWCOUNT`; 0 is no limit.
    pub row_count: u64,
    /// The table for which `IDENTITY_INSERT` is ON.
    pub identity_insert: Option<Name>,
    /// `DATEFIRST`.
    pub date_first: u8,
    /// The users that EXECUTE AS switched to, the present one last. Like an option, a switch ends with the procedure or the
    /// text that made it (Learn, EXECUTE AS).
    pub users: Vec<Ident>,
}

/// What an option does in the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It is followed.
    Followed,
    /// It is taken and changes nothing here: it tells the optimizer, or what only the client sees.
    Taken,
}

impl Options {
    /// A session's options after login.
    pub fn new(ansi_defaults: bool) -> Self {
        let settings = Settings {
            quoted_identifier: ansi_defaults,
            ansi_nulls: ansi_defaults,
            ansi_padding: ansi_defaults,
            ansi_warnings: ansi_defaults,
            xact_abort: false,
            ..Settings::default()
        };
        Self {
            settings,
            no_count: false,
            implicit_transactions: false,
            no_execution: false,
            lock_timeout: None,
            row_count: 0,
            identity_insert: None,
            date_first: 7,
            users: Vec::new(),
        }
    }

    /// Follows `SET name value`, upper-case name; `IDENTITY_INSERT` is the interpreter's.
    ///
    /// # Errors
    /// 195 for an option that the engine does not have; the sandbox's own for one that it does not follow.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SqlError> {
        let on = value.eq_ignore_ascii_case("ON");
        match name {
            "NOCOUNT" => self.no_count = on,
            "IMPLICIT_TRANSACTIONS" => self.implicit_transactions = on,
            "NOEXEC" | "PARSEONLY" | "FMTONLY" => self.no_execution = on,
            "LOCK_TIMEOUT" => self.lock_timeout = lock_timeout(value)?,
            "ROWCOUNT" => self.row_count = value.parse().map_err(|_| SqlError::syntax(value))?,
            "DATEFIRST" if !changes_results(name, value) => self.date_first = date_first(value)?,
            _ => match known(name, value)? {
                Known::Followed => {
                    self.settings = self.settings.with(&[name.into()], &crate::schema::SqlText::new(value))
                }
                Known::Taken => {}
            },
        }
        Ok(())
    }

    /// The settings as the engine judges them: ANSI_WARNINGS turns ARITHABORT on (Learn, SET ARITHABORT).
    pub fn judged(&self) -> Settings {
        Settings { arithabort: self.settings.arithabort || self.settings.ansi_warnings, ..self.settings }
    }
}

fn known(name: &str, value: &str) -> Result<Known, SqlError> {
    if changes_results(name, value) {
        return Err(SqlError::unknown(format!("SET {name} {value}")));
    }
    match name {
        "QUOTED_IDENTIFIER"
        | "ANSI_NULLS"
        | "ANSI_PADDING"
        | "ANSI_WARNINGS"
        | "ARITHABORT"
        | "CONCAT_NULL_YIELDS_NULL"
        | "NUMERIC_ROUNDABORT"
        | "XACT_ABORT"
        | "ANSI_DEFAULTS" => Ok(Known::Followed),
        "ANSI_NULL_DFLT_ON"
        | "ANSI_NULL_DFLT_OFF"
        | "ARITHIGNORE"
        | "CURSOR_CLOSE_ON_COMMIT"
        | "DEADLOCK_PRIORITY"
        | "TEXTSIZE"
        | "TRANSACTION ISOLATION LEVEL"
        | "CONTEXT_INFO"
        | "FORCEPLAN"
        | "QUERY_GOVERNOR_COST_LIMIT" => Ok(Known::Taken),
        "LANGUAGE" if value.trim_matches('\'').eq_ignore_ascii_case("us_english") => Ok(Known::Taken),
        "DATEFORMAT" if value.eq_ignore_ascii_case("mdy") => Ok(Known::Taken),
        "STATISTICS IO"
        | "STATISTICS TIME"
        | "STATISTICS PROFILE"
        | "STATISTICS XML"
        | "SHOWPLAN_TEXT"
        | "SHOWPLAN_ALL"
        | "SHOWPLAN_XML"
        | "REMOTE_PROC_TRANSACTIONS"
        | "FIPS_FLAGGER"
        | "OFFSETS"
            if value.eq_ignore_ascii_case("OFF") =>
        {
            Ok(Known::Taken)
        }
        "LANGUAGE" | "DATEFORMAT" | "STATISTICS IO" | "STATISTICS TIME" | "STATISTICS PROFILE" | "STATISTICS XML"
        | "SHOWPLAN_TEXT" | "SHOWPLAN_ALL" | "SHOWPLAN_XML" | "OFFSETS" | "FIPS_FLAGGER" => {
            Err(SqlError::unknown(format!("SET {name} {value}")))
        }
        _ => Err(SqlError::new(195, format!("'{name}' is not a recognized SET option.")).class(15).state(5)),
    }
}

/// Whether queries would have other results under this setting, which the sandbox does not follow.
fn changes_results(name: &str, value: &str) -> bool {
    match name {
        "ANSI_NULLS" | "ANSI_WARNINGS" | "ANSI_DEFAULTS" | "CONCAT_NULL_YIELDS_NULL" => {
            value.eq_ignore_ascii_case("OFF")
        }
        "DATEFIRST" => (1..=6).any(|day| value == day.to_string()),
        "NUMERIC_ROUNDABORT" => value.eq_ignore_ascii_case("ON"),
        "TEXTSIZE" => value.parse::<i64>().is_ok_and(|size| (0..i64::from(i32::MAX)).contains(&size)),
        _ => false,
    }
}

/// Milliseconds; -1 waits for ever (Learn, SET LOCK_TIMEOUT).
fn lock_timeout(value: &str) -> Result<Option<Duration>, SqlError> {
    let milliseconds: i64 = value.replace(' ', "").parse().map_err(|_| SqlError::syntax(value))?;
    Ok(u64::try_from(milliseconds).ok().map(Duration::from_millis))
}

fn date_first(value: &str) -> Result<u8, SqlError> {
    let day: Option<u8> = value.parse().ok().filter(|day| (1..=7).contains(day));
    day.ok_or_else(|| SqlError::new(2742, format!("SET DATEFIRST {value} is out of range.")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_is_no_odbc_client_starts_with_quoted_identifier_off() {
        assert!(!Options::new(false).judged().quoted_identifier);
        assert!(Options::new(true).judged().quoted_identifier);
    }

    #[test]
    fn options_are_followed_taken_or_refused() {
        let mut options = Options::new(true);
        options.set("XACT_ABORT", "ON").expect("is followed");
        options.set("LOCK_TIMEOUT", "1500").expect("is followed");
        options.set("TEXTSIZE", "2147483647").expect("is taken");
        assert!(options.settings.xact_abort);
        assert_eq!(options.lock_timeout, Some(Duration::from_millis(1500)));
        options.set("LOCK_TIMEOUT", "-1").expect("is followed");
        assert_eq!(options.lock_timeout, None);
        assert_eq!(options.set("NONSENSE", "ON").expect_err("is refused").number, 195);
        assert_eq!(
            options.set("SHOWPLAN_XML", "ON").expect_err("is refused").number,
            crate::sandbox::error::NOT_IN_SANDBOX
        );
    }
}
