//! Exit codes, and failures that carry one.

use std::fmt;

use crate::db::{ConnectError, Kind, RunError, UrlError};

/// The exit codes that scripts rely on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Done; nothing to report.
    Done = 0,
    /// Findings at or above `--fail-on`, a check that failed or could not be made, a stale snapshot.
    Findings = 1,
    /// There are changes, asked for with `--detailed-exitcode`.
    Changes = 2,
    /// Post-load is waiting for a guard; nothing failed.
    Waiting = 3,
    /// The database refused a statement, or the history does not match the files.
    Refused = 4,
    /// The state is unknown or half done: a person has to look.
    Unknown = 5,
    /// The command of `post-load around` failed.
    Command = 6,
    /// Wrong usage or settings.
    Usage = 64,
    /// The server cannot be reached, login failed, or the lock was not free in time.
    Unavailable = 69,
    /// A fault in ragsql itself.
    Fault = 70,
    /// The result could not be written; what was to be done is done.
    Output = 74,
    /// A person stopped it; what was done is kept.
    Interrupted = 130,
}

/// Why a command stopped, and the exit code for it.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: Code,
    /// What happened, what it means, what to do.
    pub error: anyhow::Error,
}

impl Failure {
    /// A failure with this code.
    pub fn new(code: Code, error: impl Into<anyhow::Error>) -> Self {
        Self { code, error: error.into() }
    }

    /// Wrong usage or settings.
    pub fn usage(message: impl fmt::Display) -> Self {
        Self { code: Code::Usage, error: anyhow::anyhow!("{message}") }
    }

    /// What the database has does not allow it.
    pub fn refused(message: impl fmt::Display) -> Self {
        Self { code: Code::Refused, error: anyhow::anyhow!("{message}") }
    }

    /// A result that could not be written, with where to. The work behind it is done.
    pub fn output(place: impl fmt::Display, error: std::io::Error) -> Self {
        let what = format!("the work is done, and its result could not be written to {place}");
        Self { code: Code::Output, error: anyhow::Error::new(error).context(what) }
    }

    /// Input or output that failed, with what it was for.
    pub fn io(what: impl fmt::Display, error: std::io::Error) -> Self {
        Self { code: Code::Usage, error: anyhow::Error::new(error).context(what.to_string()) }
    }
}

impl fmt::Display for Failure {
    /// The error with its causes. One whose text is in what was said already is not said again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = String::new();
        for cause in self.error.chain().map(ToString::to_string) {
            if !told.contains(&cause) {
                let colon = if told.is_empty() { "" } else { ": " };
                told += &format!("{colon}{cause}");
            }
        }
        f.write_str(&told)
    }
}

impl From<UrlError> for Failure {
    fn from(error: UrlError) -> Self {
        Self::new(Code::Usage, error)
    }
}

impl From<ConnectError> for Failure {
    fn from(error: ConnectError) -> Self {
        Self::new(Code::Unavailable, error)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let code = match error.kind() {
            Kind::Usage => Code::Usage,
            Kind::Refused => Code::Refused,
            Kind::Unknown => Code::Unknown,
            Kind::Unavailable => Code::Unavailable,
            Kind::Fault => Code::Fault,
        };
        Self::new(code, error)
    }
}
