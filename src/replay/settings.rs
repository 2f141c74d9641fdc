//! SET options: what a session has on while a statement runs.

use crate::schema::SqlText;

/// The SET options that decide what a statement may do or what a module remembers.
///
/// The default is what ragsql sets before each file (Learn, "SET statements"; the options that
/// indexes on computed columns, filtered indexes and vector indexes need, Msg 1934).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// `QUOTED_IDENTIFIER`.
    pub quoted_identifier: bool,
    /// `ANSI_NULLS`.
    pub ansi_nulls: bool,
    /// `ANSI_PADDING`.
    pub ansi_padding: bool,
    /// `ANSI_WARNINGS`.
    pub ansi_warnings: bool,
    /// `ARITHABORT`.
    pub arithabort: bool,
    /// `CONCAT_NULL_YIELDS_NULL`.
    pub concat_null_yields_null: bool,
    /// `NUMERIC_ROUNDABORT`.
    pub numeric_roundabort: bool,
    /// `XACT_ABORT`.
    pub xact_abort: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            quoted_identifier: true,
            ansi_nulls: true,
            ansi_padding: true,
            ansi_warnings: true,
            arithabort: true,
            concat_null_yields_null: true,
            numeric_roundabort: false,
            xact_abort: true,
        }
    }
}

impl Settings {
    /// What holds after `SET names value`. Options that are not kept here change nothing.
    #[must_use]
    pub fn with(mut self, names: &[Box<str>], value: &SqlText) -> Self {
        if let Some(on) = on_or_off(value) {
            names.iter().for_each(|name| self.switch(name, on));
        }
        self
    }

    fn switch(&mut self, name: &str, on: bool) {
        match name {
            "QUOTED_IDENTIFIER" => self.quoted_identifier = on,
            "ANSI_NULLS" => self.ansi_nulls = on,
            "ANSI_PADDING" => self.ansi_padding = on,
            "ANSI_WARNINGS" => self.ansi_warnings = on,
            "ARITHABORT" => self.arithabort = on,
            "CONCAT_NULL_YIELDS_NULL" => self.concat_null_yields_null = on,
            "NUMERIC_ROUNDABORT" => self.numeric_roundabort = on,
            "XACT_ABORT" => self.xact_abort = on,
            "ANSI_DEFAULTS" => {
                self.quoted_identifier = on;
                self.ansi_nulls = on;
                self.ansi_padding = on;
                self.ansi_warnings = on;
            }
            _ => {}
        }
    }
}

/// `ON` or `OFF`, in any letter case.
pub(super) fn on_or_off(value: &SqlText) -> Option<bool> {
    match value.as_str() {
        text if text.eq_ignore_ascii_case("ON") => Some(true),
        text if text.eq_ignore_ascii_case("OFF") => Some(false),
        _ => None,
    }
}
