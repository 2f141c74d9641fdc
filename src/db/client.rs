//! A session for code that is not async, where one does for many calls.

use std::time::Duration;

use super::failure::{RunError, own};
use super::row::Row;
use super::session::Session;

/// One session, for code that is not async. A batch is sent and its reply read to the end before the next one.
pub struct Client<'a> {
    runtime: &'a tokio::runtime::Runtime,
    session: Session,
    limit: Option<Duration>,
}

impl<'a> Client<'a> {
    /// Over a session that is open; each batch may take so long.
    pub(super) fn new(runtime: &'a tokio::runtime::Runtime, session: Session, limit: Option<Duration>) -> Self {
        Self { runtime, session, limit }
    }

    /// The rows of every result set of a batch.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn query_sets(&mut self, doing: &'static str, sql: &str) -> Result<Vec<Vec<Row>>, RunError> {
        self.runtime.block_on(self.session.query_sets(sql, self.limit)).map_err(own(doing))
    }
}
