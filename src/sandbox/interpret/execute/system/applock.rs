//! `sp_getapplock` and `sp_releaseapplock` (Learn, sp_getapplock).

use std::time::Duration;

use super::super::Passed;
use super::Arguments;
use crate::sandbox::error::SqlError;
use crate::sandbox::interpret::{Interpreter, Stop};
use crate::sandbox::locks::{Mode, Outcome, Owner, Resource, Wait};
use crate::text::Span;

const GET: &[&str] = &["@Resource", "@LockMode", "@LockOwner", "@LockTimeout", "@DbPrincipal"];
const RELEASE: &[&str] = &["@Resource", "@LockOwner", "@DbPrincipal"];

/// What a call of `sp_getapplock` asks for.
struct WantedLock {
    resource: Resource,
    mode: Mode,
    owner: Owner,
    timeout: Option<Duration>,
}

impl Interpreter<'_> {
    pub(super) fn get_applock(&mut self, passed: &[Passed], span: Span) -> Result<i32, Stop> {
        let wanted = self.wanted_lock(&Arguments::new(passed, GET)).map_err(|error| self.failure(error, span))?;
        let Some(WantedLock { resource, mode, owner, timeout }) = wanted else { return Ok(-999) };
        if owner == Owner::Transaction && self.session.transaction.count == 0 {
            let text = "You attempted to acquire a transactional application lock without an active transaction.";
            return Err(self.failure(SqlError::new(3975, text), span).into());
        }
        let wait = Wait { timeout, cancelled: self.cancelled };
        let outcome = self.session.shared.acquire(self.session.id, owner, &resource, mode, wait);
        Ok(match outcome.map_err(|error| self.failure(error, span))? {
            Outcome::Granted => 0,
            Outcome::GrantedAfterWait => 1,
            Outcome::TimedOut => -1,
            Outcome::Cancelled => -2,
            Outcome::Deadlock => -3,
        })
    }

    /// `None` for a call that the engine answers with -999.
    fn wanted_lock(&self, arguments: &Arguments<'_>) -> Result<Option<WantedLock>, SqlError> {
        let mode = arguments.text("@LockMode")?.unwrap_or_default();
        let mode = Mode::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(mode.trim()));
        let timeout = match arguments.number("@LockTimeout")? {
            Some(milliseconds) => u64::try_from(milliseconds).ok().map(Duration::from_millis),
            None => self.session.options.lock_timeout,
        };
        let resource = arguments.text("@Resource")?;
        Ok(match (resource, mode, owner(arguments)?) {
            (Some(resource), Some(mode), Some(owner)) => {
                Some(WantedLock { resource: cut(resource), mode, owner, timeout })
            }
            _ => None,
        })
    }

    pub(super) fn release_applock(&mut self, passed: &[Passed], span: Span) -> Result<i32, Stop> {
        let arguments = Arguments::new(passed, RELEASE);
        let resource = arguments.text("@Resource").map_err(|error| self.failure(error, span))?;
        let owner = owner(&arguments).map_err(|error| self.failure(error, span))?;
        let (Some(resource), Some(owner)) = (resource, owner) else { return Ok(-999) };
        if self.session.shared.release(self.session.id, owner, &cut(resource.clone())) {
            return Ok(0);
        }
        let text = format!(
            "Cannot release the application lock (Database Principal: 'public', Resource: '{resource}') because it is not \
             currently held."
        );
        Err(self.failure(SqlError::new(1223, text), span).into())
    }
}

/// The first 255 characters tell a resource.
fn cut(resource: String) -> Resource {
    Resource::Application(resource.chars().take(255).collect())
}

fn owner(arguments: &Arguments<'_>) -> Result<Option<Owner>, SqlError> {
    let written = arguments.text("@LockOwner")?.unwrap_or_else(|| "Transaction".to_owned());
    Ok(match written.trim().to_lowercase().as_str() {
        "transaction" => Some(Owner::Transaction),
        "session" => Some(Owner::Session),
        _ => None,
    })
}
