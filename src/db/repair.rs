//! `baseline` and `repair`: what a person decides about the history, with a reason that is kept.

use super::failure::{RunError, own};
use super::history::{Entry, EntryState, History, NewEntry};
use super::session::Session;
use super::sql::PRELUDE;
use super::state::Planned;
use crate::text::counted;

/// What to do with one entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MendAction {
    /// The file was changed on purpose: take its name and checksum.
    AcceptChange,
    /// An interrupted run was finished by hand.
    MarkApplied,
    /// An interrupted run was undone by hand, or the file of an applied one is gone on purpose.
    Forget,
}

/// A decision about one entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend<'a> {
    /// The version.
    pub version: i64,
    /// What to do.
    pub action: MendAction,
    /// Why.
    pub reason: &'a str,
}

/// Why a decision cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RepairError {
    /// The history is not empty.
    #[error(
        "the history {table} has {} already: a baseline is for a database that ragsql has not worked on",
        counted(*entries, "entry")
    )]
    NotEmpty {
        /// The table.
        table: String,
        /// Its entries.
        entries: usize,
    },
    /// No file of that version.
    #[error("there is no file of version {0}")]
    NoFile(i64),
    /// No entry of that version.
    #[error("version {0} was never applied: the history has no entry to mend")]
    NoEntry(i64),
    /// The entry is not in a state that this is for.
    #[error("version {version} {is}: {action} is for an entry that {wanted}")]
    WrongState {
        /// The version.
        version: i64,
        /// What it is.
        is: &'static str,
        /// What was asked for.
        action: &'static str,
        /// What that is for.
        wanted: &'static str,
    },
    /// The reason does not fit into the history.
    #[error("a reason has 1 to {LONGEST_REASON} characters, and this one has {0}")]
    Reason(usize),
}

/// The length of the history's `note`, in UTF-16 units.
const LONGEST_REASON: usize = 1000;

/// Records every file up to a version as applied without running it; gives the versions.
///
/// # Errors
/// See [`to_record`]; or when the server refuses.
pub async fn baseline(
    session: &mut Session,
    files: &[Planned<'_>],
    history: &History,
    to_version: i64,
) -> Result<Vec<i64>, RunError> {
    to_record(files, history, &[], to_version)?;
    let entries = history.ensure(session).await?;
    let chosen = to_record(files, history, &entries, to_version)?;
    let rows: Vec<String> = chosen.iter().map(|file| history.insert(&recorded(file))).collect();
    let sql = format!("SET XACT_ABORT ON; BEGIN TRANSACTION; {}; COMMIT TRANSACTION", rows.join("; "));
    session.batch(&sql, None, &mut |_| {}).await.map_err(own("recording the baseline"))?;
    Ok(chosen.iter().map(|file| file.migration.version).collect())
}

/// The files that a baseline records in a history that has these entries.
///
/// # Errors
/// When there are entries, or no file of that version.
pub fn to_record<'f, 'm>(
    files: &'f [Planned<'m>],
    history: &History,
    entries: &[Entry],
    to_version: i64,
) -> Result<Vec<&'f Planned<'m>>, RepairError> {
    if !files.iter().any(|file| file.migration.version == to_version) {
        return Err(RepairError::NoFile(to_version));
    }
    if !entries.is_empty() {
        return Err(RepairError::NotEmpty { table: history.table.to_string(), entries: entries.len() });
    }
    Ok(files.iter().filter(|file| file.migration.version <= to_version).collect())
}

fn recorded<'a>(file: &'a Planned<'_>) -> NewEntry<'a> {
    NewEntry {
        version: file.migration.version,
        name: &file.migration.name,
        checksum: file.checksum(),
        state: EntryState::Applied,
        batches_done: 0,
        duration_ms: None,
        note: Some("baseline: recorded without running it"),
    }
}

/// Mends one entry; says what was done.
///
/// # Errors
/// See [`decide`]; or when the server refuses.
pub async fn mend(
    session: &mut Session,
    files: &[Planned<'_>],
    history: &History,
    mend: &Mend<'_>,
) -> Result<String, RunError> {
    let entries = history.read(session).await?.unwrap_or_default();
    let Decision { sql, said } = decide(files, history, &entries, mend)?;
    let changed =
        session.batch(&format!("{PRELUDE} {sql}"), None, &mut |_| {}).await.map_err(own("mending the history"))?;
    match changed.row_counts.as_slice() {
        [1] => Ok(said),
        _ => Err(RepairError::NoEntry(mend.version).into()),
    }
}

/// How one entry is mended.
pub struct Decision {
    sql: String,
    /// What that does.
    pub said: String,
}

/// How an entry of a history that has these is mended.
///
/// # Errors
/// When there is no such entry or file, or the entry is not in the state that the action is for.
pub fn decide(
    files: &[Planned<'_>],
    history: &History,
    entries: &[Entry],
    mend: &Mend<'_>,
) -> Result<Decision, RepairError> {
    let length = mend.reason.trim().encode_utf16().count();
    if !(1..=LONGEST_REASON).contains(&length) {
        return Err(RepairError::Reason(length));
    }
    let entry = entries.iter().find(|entry| entry.version == mend.version).ok_or(RepairError::NoEntry(mend.version))?;
    let file = files.iter().find(|file| file.migration.version == mend.version);
    let (sql, said) = match check(entry, file, mend)? {
        Action::Forget => (history.forget(mend.version), "is forgotten"),
        Action::Accept(file) => {
            let name = &file.migration.name;
            let sql = history.accept(mend.version, name, file.checksum(), mend.reason.trim());
            (sql, "is recorded as applied, with the file as it is now")
        }
    };
    Ok(Decision { sql, said: format!("version {} {said}", mend.version) })
}

/// What is to be done.
enum Action<'a> {
    Accept(&'a Planned<'a>),
    Forget,
}

fn check<'a>(entry: &Entry, file: Option<&'a Planned<'a>>, mend: &Mend<'_>) -> Result<Action<'a>, RepairError> {
    let wrong = |is, action, wanted| Err(RepairError::WrongState { version: mend.version, is, action, wanted });
    let accept = || file.map(Action::Accept).ok_or(RepairError::NoFile(mend.version));
    let is_same = |file: &Planned<'_>| file.checksum() == entry.checksum && file.migration.name == entry.name;
    match (mend.action, entry.state) {
        (MendAction::AcceptChange, EntryState::Started) => {
            wrong("was interrupted", "accept-change", "is applied and whose file was changed since")
        }
        (MendAction::AcceptChange, EntryState::Applied) if file.is_some_and(is_same) => {
            wrong("is applied as its file is now", "accept-change", "is applied and whose file was changed since")
        }
        (MendAction::MarkApplied, EntryState::Applied) => wrong("is applied", "mark-applied", "was interrupted"),
        (MendAction::Forget, EntryState::Applied) if file.is_some() => {
            wrong("is applied and its file is there", "forget", "was interrupted or whose file is gone")
        }
        (MendAction::Forget, _) => Ok(Action::Forget),
        (MendAction::AcceptChange | MendAction::MarkApplied, _) => accept(),
    }
}
