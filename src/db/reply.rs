//! What a server answers to one batch: the rows, and what it says beside them.

use std::sync::Arc;

use tiberius::QueryItem;

use super::capture::Heard;
use super::error::ServerError;
use super::row::Row;
use super::session::{Ending, Message};

/// What the server said during one batch.
#[derive(Default)]
pub(super) struct Said {
    /// The errors.
    pub(super) errors: Vec<ServerError>,
    /// The rows of each statement that the server counted.
    pub(super) row_counts: Vec<u64>,
    /// What became of the transaction.
    pub(super) ending: Ending,
}

impl Said {
    /// Takes in what was heard; messages go on to who listens.
    pub(super) fn take(&mut self, heard: Heard, on_message: &mut (dyn FnMut(&Message) + Send)) {
        match heard {
            Heard::Info(text) => on_message(&Message { text }),
            Heard::Error { number, message } => self.errors.push(ServerError { number, message, origin: None }),
            Heard::Rows(count) => {
                self.row_counts.push(count);
                if self.ending == Ending::RolledBack && count > 0 {
                    self.ending = Ending::Escaped;
                }
            }
            Heard::Committed => self.ending = Ending::Escaped,
            Heard::RolledBack if self.ending == Ending::None => self.ending = Ending::RolledBack,
            Heard::RolledBack => {}
        }
    }
}

/// The rows of a reply, by result set.
#[derive(Default)]
pub(super) struct Sets {
    columns: Arc<[String]>,
    /// The rows of each set.
    pub(super) rows: Vec<Vec<Row>>,
}

impl Sets {
    /// Takes in a piece of the reply.
    pub(super) fn take(&mut self, item: QueryItem) {
        match item {
            QueryItem::Metadata(set) => {
                self.columns = set.columns().iter().map(|column| column.name().to_owned()).collect();
                self.rows.push(Vec::new());
            }
            QueryItem::Row(row) => {
                if let Some(rows) = self.rows.last_mut() {
                    rows.push(Row::new(Arc::clone(&self.columns), row));
                }
            }
        }
    }
}
