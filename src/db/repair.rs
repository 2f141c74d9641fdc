//! `baseline` and `repair`: what a person decides about the history, with a reason that is kept.

use super::failure::{RunError, own};
use super::history::{Entry, EntryState, History, NewEntry};
use super::session::Session;
use super::state::Planned;

/// What to do with one entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MendAction {
    /// The file was changed on purpose: take its name and checksum.
    AcceptChange,
    /// An interrupted run was finished by hand.
    MarkApplied,
    /// An interrupted run was undone by hand.
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
        "the history {table} has {entries} entries already: a baseline is for a database that ragsql has not worked on"
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
}

/// Records every file up to a version as applied without running it; gives the versions.
///
/// # Errors
/// When the history has entries, there is no file of that version, or the server refuses.
pub async fn baseline(
    session: &mut Session,
    files: &[Planned<'_>],
    history: &History,
    to_version: i64,
) -> Result<Vec<i64>, RunError> {
    if !files.iter().any(|file| file.migration.version == to_version) {
        return Err(RepairError::NoFile(to_version).into());
    }
    let entries = history.ensure(session).await?;
    if !entries.is_empty() {
        return Err(RepairError::NotEmpty { table: history.table.to_string(), entries: entries.len() }.into());
    }
    let chosen: Vec<&Planned<'_>> = files.iter().filter(|file| file.migration.version <= to_version).collect();
    let rows: Vec<String> = chosen.iter().map(|file| history.insert(&recorded(file))).collect();
    let sql = format!("SET XACT_ABORT ON; BEGIN TRANSACTION; {}; COMMIT TRANSACTION", rows.join("; "));
    session.batch(&sql, None, &mut |_| {}).await.map_err(own("recording the baseline"))?;
    Ok(chosen.iter().map(|file| file.migration.version).collect())
}

fn recorded<'a>(file: &'a Planned<'_>) -> NewEntry<'a> {
    NewEntry {
        version: file.migration.version,
        name: &file.migration.name,
        checksum: file.refinery.checksum(),
        state: EntryState::Applied,
        batches_done: 0,
        duration_ms: None,
        note: Some("baseline: recorded without running it"),
    }
}

/// Mends one entry; says what was done.
///
/// # Errors
/// When there is no such entry or file, the entry is not in the state that the action is for, or the server refuses.
pub async fn mend(
    session: &mut Session,
    files: &[Planned<'_>],
    history: &History,
    mend: &Mend<'_>,
) -> Result<String, RunError> {
    let entries = history.read(session).await?.unwrap_or_default();
    let entry = entries.iter().find(|entry| entry.version == mend.version).ok_or(RepairError::NoEntry(mend.version))?;
    check(entry, mend)?;
    let file = files.iter().find(|file| file.migration.version == mend.version);
    let (sql, said) = match mend.action {
        MendAction::Forget => (history.forget(mend.version), "is forgotten: the next apply runs it"),
        MendAction::AcceptChange | MendAction::MarkApplied => {
            let file = file.ok_or(RepairError::NoFile(mend.version))?;
            let sql = history.accept(mend.version, &file.migration.name, file.refinery.checksum(), mend.reason);
            (sql, "is recorded as applied, with the file as it is now")
        }
    };
    session.batch(&sql, None, &mut |_| {}).await.map_err(own("mending the history"))?;
    Ok(format!("version {} {said}", mend.version))
}

fn check(entry: &Entry, mend: &Mend<'_>) -> Result<(), RepairError> {
    let applied = entry.state == EntryState::Applied;
    let wrong = |is, action, wanted| Err(RepairError::WrongState { version: mend.version, is, action, wanted });
    match (mend.action, applied) {
        (MendAction::AcceptChange, false) => wrong("was interrupted", "accept-change", "is applied"),
        (MendAction::MarkApplied, true) => wrong("is applied", "mark-applied", "was interrupted"),
        (MendAction::Forget, true) => wrong("is applied", "forget", "was interrupted"),
        _ => Ok(()),
    }
}
