//! Locks between the sessions of one engine: the one write lock of the database, and application locks.
//! A wait ends when the lock is free, the time is over, the client cancels, or waiting would never end.

mod mode;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use mode::Mode;

/// How long a waiter sleeps before it looks whether its client has cancelled.
const POLL: Duration = Duration::from_millis(10);

/// A session's number, as `@@SPID` shows it.
pub type SessionId = u16;

/// What can be locked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resource {
    /// Writing to the database: SQLite has one writer at a time.
    Write,
    /// A resource of `sp_getapplock`; its name is compared with case (Learn, sp_getapplock).
    Application(String),
}

/// Who owns a lock: it ends with its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// The session's transaction.
    Transaction,
    /// The session.
    Session,
}

/// How a request for a lock ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Granted at once.
    Granted,
    /// Granted after a wait.
    GrantedAfterWait,
    /// Not free in time.
    TimedOut,
    /// The client cancelled.
    Cancelled,
    /// The holders wait, in the end, for this session.
    Deadlock,
}

/// How long to wait, and what ends the wait early.
#[derive(Debug, Clone, Copy)]
pub struct Wait<'a> {
    /// `None` waits for ever.
    pub timeout: Option<Duration>,
    /// Set when the client cancels.
    pub cancelled: &'a AtomicBool,
}

impl Wait<'_> {
    /// Why a wait that started then is over although the lock is not free.
    #[must_use]
    pub fn ended(&self, started: Instant) -> Option<Outcome> {
        if self.cancelled.load(Ordering::Relaxed) {
            Some(Outcome::Cancelled)
        } else if self.timeout.is_some_and(|timeout| started.elapsed() >= timeout) {
            Some(Outcome::TimedOut)
        } else {
            None
        }
    }
}

/// A lock that somebody holds or waits for, for `sys.dm_tran_locks`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The session.
    pub session: SessionId,
    /// Its owner.
    pub owner: Owner,
    /// What is locked.
    pub resource: Resource,
    /// How.
    pub mode: Mode,
    /// Held; waited for otherwise.
    pub granted: bool,
}

type Counts = BTreeMap<Mode, usize>;

#[derive(Debug, Default)]
struct State {
    held: BTreeMap<Resource, BTreeMap<(SessionId, Owner), Counts>>,
    waiting: BTreeMap<SessionId, (Resource, Owner, Mode)>,
}

/// All locks of one engine.
#[derive(Debug, Default)]
pub struct Locks {
    state: Mutex<State>,
    changed: Condvar,
}

impl Locks {
    /// Takes a lock, or waits for it. A session may take a lock again and has to release it as often.
    pub fn acquire(
        &self,
        session: SessionId,
        owner: Owner,
        resource: &Resource,
        mode: Mode,
        wait: Wait<'_>,
    ) -> Outcome {
        let started = Instant::now();
        let mut state = self.state();
        let mut outcome = Outcome::Granted;
        while state.blockers(session, resource, mode).next().is_some() {
            outcome = Outcome::GrantedAfterWait;
            state.waiting.insert(session, (resource.clone(), owner, mode));
            let ended = wait.ended(started).or_else(|| state.deadlock_of(session));
            if let Some(ended) = ended {
                state.waiting.remove(&session);
                return ended;
            }
            state = self.changed.wait_timeout(state, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.waiting.remove(&session);
        let counts = state.held.entry(resource.clone()).or_default().entry((session, owner)).or_default();
        *counts.entry(mode).or_default() += 1;
        outcome
    }

    /// Gives back one taking of a lock, the strongest mode first; `false` when the session does not hold it.
    pub fn release(&self, session: SessionId, owner: Owner, resource: &Resource) -> bool {
        let mut state = self.state();
        let released = state.release(session, owner, resource);
        drop(state);
        self.changed.notify_all();
        released
    }

    /// Gives back all locks of a session that have this owner.
    pub fn release_all(&self, session: SessionId, owner: Owner) {
        let mut state = self.state();
        for holders in state.held.values_mut() {
            holders.remove(&(session, owner));
        }
        state.held.retain(|_, holders| !holders.is_empty());
        drop(state);
        self.changed.notify_all();
    }

    /// The strongest mode in which a session holds a resource for this owner.
    #[must_use]
    pub fn mode(&self, session: SessionId, owner: Owner, resource: &Resource) -> Option<Mode> {
        let state = self.state();
        state.held.get(resource)?.get(&(session, owner))?.keys().next_back().copied()
    }

    /// Whether the session could take the lock without waiting.
    #[must_use]
    pub fn is_free(&self, session: SessionId, resource: &Resource, mode: Mode) -> bool {
        self.state().blockers(session, resource, mode).next().is_none()
    }

    /// Whether any session holds a resource.
    #[must_use]
    pub fn is_held(&self, resource: &Resource) -> bool {
        self.state().held.contains_key(resource)
    }

    /// Everything that is held or waited for.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let state = self.state();
        let mut entries = Vec::new();
        for (resource, holders) in &state.held {
            for ((session, owner), counts) in holders {
                entries.extend(counts.keys().map(|mode| Entry {
                    session: *session,
                    owner: *owner,
                    resource: resource.clone(),
                    mode: *mode,
                    granted: true,
                }));
            }
        }
        entries.extend(state.waiting.iter().map(|(session, (resource, owner, mode))| Entry {
            session: *session,
            owner: *owner,
            resource: resource.clone(),
            mode: *mode,
            granted: false,
        }));
        entries
    }

    /// A thread that panicked while it held the mutex leaves a state that is still whole.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The other sessions that hold the resource in a mode that excludes this one.
    fn blockers<'a>(
        &'a self,
        session: SessionId,
        resource: &Resource,
        mode: Mode,
    ) -> impl Iterator<Item = SessionId> + 'a {
        let holders = self.held.get(resource).into_iter().flatten();
        holders
            .filter(move |((holder, _), counts)| {
                *holder != session && counts.keys().any(|held| !held.is_compatible(mode))
            })
            .map(|((holder, _), _)| *holder)
    }

    fn deadlock_of(&self, session: SessionId) -> Option<Outcome> {
        self.waits_for_itself(session).then_some(Outcome::Deadlock)
    }

    /// Whether the chain of waits that starts at a session leads back to it.
    fn waits_for_itself(&self, session: SessionId) -> bool {
        let mut seen = Vec::new();
        let mut next = vec![session];
        while let Some(waiter) = next.pop() {
            let Some((resource, _, mode)) = self.waiting.get(&waiter) else { continue };
            for blocker in self.blockers(waiter, resource, *mode) {
                if blocker == session {
                    return true;
                }
                if !seen.contains(&blocker) {
                    seen.push(blocker);
                    next.push(blocker);
                }
            }
        }
        false
    }

    fn release(&mut self, session: SessionId, owner: Owner, resource: &Resource) -> bool {
        let Some(holders) = self.held.get_mut(resource) else { return false };
        let Some(counts) = holders.get_mut(&(session, owner)) else { return false };
        if let Some(mut strongest) = counts.last_entry() {
            *strongest.get_mut() -= 1;
            if *strongest.get() == 0 {
                strongest.remove();
            }
        }
        if counts.is_empty() {
            holders.remove(&(session, owner));
        }
        if holders.is_empty() {
            self.held.remove(resource);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Option<Duration> = Some(Duration::ZERO);

    fn take(locks: &Locks, session: SessionId, name: &str, mode: Mode, timeout: Option<Duration>) -> Outcome {
        let cancelled = AtomicBool::new(false);
        let wait = Wait { timeout, cancelled: &cancelled };
        locks.acquire(session, Owner::Session, &Resource::Application(name.into()), mode, wait)
    }

    #[test]
    fn an_exclusive_lock_excludes_and_is_counted() {
        let locks = Locks::default();
        assert_eq!(take(&locks, 51, "a", Mode::Exclusive, NOW), Outcome::Granted);
        assert_eq!(take(&locks, 51, "a", Mode::Exclusive, NOW), Outcome::Granted);
        assert_eq!(take(&locks, 52, "a", Mode::Shared, NOW), Outcome::TimedOut);
        assert_eq!(take(&locks, 52, "A", Mode::Shared, NOW), Outcome::Granted);
        let a = Resource::Application("a".into());
        assert!(locks.release(51, Owner::Session, &a));
        assert_eq!(take(&locks, 52, "a", Mode::Shared, NOW), Outcome::TimedOut);
        assert!(locks.release(51, Owner::Session, &a));
        assert!(!locks.release(51, Owner::Session, &a));
        assert_eq!(take(&locks, 52, "a", Mode::Shared, NOW), Outcome::Granted);
    }

    #[test]
    fn a_waiter_gets_the_lock_when_the_holder_ends() {
        let locks = Locks::default();
        take(&locks, 51, "a", Mode::Exclusive, NOW);
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| take(&locks, 52, "a", Mode::Exclusive, None));
            while !locks.entries().iter().any(|entry| !entry.granted) {
                std::thread::yield_now();
            }
            locks.release_all(51, Owner::Session);
            assert_eq!(waiter.join().expect("no panic"), Outcome::GrantedAfterWait);
        });
    }

    #[test]
    fn a_circle_of_waits_is_a_deadlock() {
        let locks = Locks::default();
        take(&locks, 51, "a", Mode::Exclusive, NOW);
        take(&locks, 52, "b", Mode::Exclusive, NOW);
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| take(&locks, 51, "b", Mode::Exclusive, None));
            while !locks.entries().iter().any(|entry| !entry.granted) {
                std::thread::yield_now();
            }
            assert_eq!(take(&locks, 52, "a", Mode::Exclusive, None), Outcome::Deadlock);
            locks.release_all(52, Owner::Session);
            assert_eq!(waiter.join().expect("no panic"), Outcome::GrantedAfterWait);
        });
    }

    #[test]
    fn a_cancelled_wait_ends() {
        let locks = Locks::default();
        take(&locks, 51, "a", Mode::Exclusive, NOW);
        let wait = Wait { timeout: None, cancelled: &AtomicBool::new(true) };
        let resource = Resource::Application("a".into());
        assert_eq!(locks.acquire(52, Owner::Session, &resource, Mode::Exclusive, wait), Outcome::Cancelled);
        assert!(locks.entries().iter().all(|entry| entry.granted), "it no longer waits");
    }
}
