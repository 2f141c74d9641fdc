//! One run at a time: an exclusive application lock that the session owns, so that it ends with the session
//! whatever happens (Learn, "sp_getapplock").

use std::time::Duration;

use super::error::BatchError;
use super::events::{Event, Events};
use super::failure::RunError;
use super::row::RowError;
use super::session::Session;

/// The resource's name; compared with regard to case by the server.
pub(super) const RESOURCE: &str = "ragsql";

/// Who holds the lock, as far as the server tells. `[[]` is a bracket in a pattern.
const HOLDER: &str = "\
SELECT TOP (1) CAST(s.session_id AS int) AS session_id, CAST(s.login_name AS nvarchar(128)) AS login,
  CAST(s.host_name AS nvarchar(128)) AS host, CAST(s.program_name AS nvarchar(128)) AS program
FROM sys.dm_tran_locks AS l JOIN sys.dm_exec_sessions AS s ON s.session_id = l.request_session_id
WHERE l.resource_type = 'APPLICATION' AND l.request_status = 'GRANT' AND l.resource_database_id = DB_ID()
  AND l.resource_description LIKE N'%[[]ragsql]%'";

/// Why the lock was not obtained or not given back.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another run held it for the whole time.
    #[error(
        "another run is in progress{}, and was not done within {}; wait for it, or give --lock-timeout more time",
        holder.as_ref().map(|holder| format!(" ({holder})")).unwrap_or_default(),
        humantime::format_duration(*waited)
    )]
    Busy {
        /// Who holds it, where the server tells.
        holder: Option<String>,
        /// How long this run waited.
        waited: Duration,
    },
    /// The server answered with a code that is neither "granted" nor "not in time".
    #[error("{}", meaning(*.0))]
    Code(i64),
    /// The request failed.
    #[error("at the lock that lets one run work at a time: {0}")]
    Batch(#[from] BatchError),
}

/// The codes that sp_getapplock and sp_releaseapplock return (Learn).
fn meaning(code: i64) -> String {
    let why = match code {
        -2 => "the request was cancelled",
        -3 => "the request was chosen as a deadlock victim",
        -999 => "the server refused the call itself",
        _ => "the code is not known",
    };
    format!("the lock that lets one run work at a time was not to be had: {why} (code {code}); run again")
}

/// The first look at the lock. Not zero: a server that is compatible with SQL Server may take that for an error.
const AT_ONCE: Duration = Duration::from_millis(1);

/// Does something under the lock, and gives it back whatever came of it. What went wrong first is told first.
///
/// # Errors
/// Those of the work, else those of the lock.
pub async fn held<T>(
    session: &mut Session,
    timeout: Duration,
    events: &mut dyn Events,
    work: impl AsyncFnOnce(&mut Session, &mut dyn Events) -> Result<T, RunError>,
) -> Result<T, RunError> {
    acquire(session, timeout, events).await?;
    let result = work(session, events).await;
    let released = release(session).await;
    let value = result?;
    released?;
    Ok(value)
}

/// Takes the lock, waiting for another run at most `timeout`; says who holds it before it waits.
///
/// # Errors
/// See [`LockError`].
pub async fn acquire(session: &mut Session, timeout: Duration, events: &mut dyn Events) -> Result<(), LockError> {
    if request(session, AT_ONCE).await? {
        return Ok(());
    }
    let holder = holder(session).await;
    events.event(&Event::LockWaiting { holder: holder.clone(), timeout_ms: timeout.as_millis() as u64 });
    if request(session, timeout).await? { Ok(()) } else { Err(LockError::Busy { holder, waited: timeout }) }
}

/// Whether another session holds the lock (Learn, "APPLOCK_TEST").
///
/// # Errors
/// When the server refuses or the connection is lost.
pub async fn is_taken(session: &mut Session) -> Result<bool, LockError> {
    let sql = format!("SELECT CAST(APPLOCK_TEST(N'public', N'{RESOURCE}', 'Exclusive', 'Session') AS int) AS is_free");
    let rows = session.query(&sql).await?;
    let is_free: i64 =
        rows.first().ok_or(RowError::NoRow).and_then(|row| row.get("is_free")).map_err(BatchError::from)?;
    Ok(is_free == 0)
}

/// What a look sees, and whether a run is at work, so that what seems to be interrupted is not.
///
/// # Errors
/// Those of the look, and those of [`is_taken`].
pub async fn settled<T>(
    session: &mut Session,
    look: impl AsyncFn(&mut Session) -> Result<T, RunError>,
    is_interrupted: impl Fn(&T) -> bool,
) -> Result<(T, bool), RunError> {
    let seen = look(session).await?;
    if !is_interrupted(&seen) {
        return Ok((seen, false));
    }
    // A run may have ended between the two looks: without one, what is interrupted now is.
    match is_taken(session).await? {
        true => Ok((seen, true)),
        false => Ok((look(session).await?, false)),
    }
}

/// Gives the lock back.
///
/// # Errors
/// When the server refuses or the connection is lost; then the lock ends with the session.
async fn release(session: &mut Session) -> Result<(), LockError> {
    match call(session, &format!("sp_releaseapplock @Resource = N'{RESOURCE}', @LockOwner = 'Session'")).await? {
        0 => Ok(()),
        code => Err(LockError::Code(code)),
    }
}

/// Whether the lock was granted in time.
async fn request(session: &mut Session, timeout: Duration) -> Result<bool, LockError> {
    let milliseconds = i32::try_from(timeout.as_millis()).unwrap_or(i32::MAX);
    let procedure = format!(
        "sp_getapplock @Resource = N'{RESOURCE}', @LockMode = 'Exclusive', @LockOwner = 'Session', \
         @LockTimeout = {milliseconds}"
    );
    match call(session, &procedure).await? {
        0 | 1 => Ok(true),
        -1 => Ok(false),
        code => Err(LockError::Code(code)),
    }
}

/// The code that a procedure returns.
async fn call(session: &mut Session, procedure: &str) -> Result<i64, BatchError> {
    let sql = format!("DECLARE @code INT; EXEC @code = {procedure}; SELECT @code AS code");
    let rows = session.query(&sql).await?;
    Ok(rows.first().ok_or(RowError::NoRow)?.get("code")?)
}

/// `session 57, user dba on build-3, ragsql/0.1.0`; `None` when the server does not tell (it asks for VIEW
/// DATABASE STATE), which is no reason to fail.
async fn holder(session: &mut Session) -> Option<String> {
    let rows = session.query(HOLDER).await.ok()?;
    let row = rows.first()?;
    let id: i64 = row.get("session_id").ok()?;
    let text = |column| row.get::<Option<String>>(column).ok().flatten().unwrap_or_default();
    Some(format!("session {id}, user {} on {}, {}", text("login"), text("host"), text("program")))
}
