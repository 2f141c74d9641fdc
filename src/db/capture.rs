//! What the driver hears but does not hand out: messages, every error of a batch, row counts.
//!
//! tiberius 0.13.0 returns the first error of a batch only; the rest it tells as tracing events of its
//! token stream. [`Capture`] is a subscriber for these alone, set around the requests of one session, so
//! concurrent sessions never mix. Events without a telling name are known by their line in the pinned version.

use std::fmt::{Debug, Write};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Dispatch, Event, Level, Metadata, Subscriber};

/// The module of tiberius that decodes what the server says.
const TOKENS: &str = "tiberius::tds::stream::token";
/// Where tiberius 0.13.0 tells an INFO token.
const INFO_LINE: u32 = 405;
/// Where it tells an ENVCHANGE token.
const CHANGE_LINE: u32 = 398;
/// What it says of a DONE, DONEPROC and DONEINPROC token starts with this.
const DONE: &str = "Done with status ";
/// Where it tells them.
const DONE_LINES: [u32; 3] = [354, 360, 366];

/// One thing that the server said while it answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heard {
    /// `PRINT`, a warning, `RAISERROR` up to severity 10.
    Info(String),
    /// An error; its line, state and severity are not told here.
    Error {
        /// The error's number.
        number: u32,
        /// The error's text.
        message: String,
    },
    /// A statement is done and told how many rows it touched.
    Rows(u64),
    /// The outermost transaction was committed.
    Committed,
    /// The outermost transaction was rolled back.
    RolledBack,
}

/// The subscriber of one session.
struct Capture {
    heard: UnboundedSender<Heard>,
}

/// A subscriber for one session's requests, and where it delivers.
pub(super) fn capture() -> (Dispatch, UnboundedReceiver<Heard>) {
    let (heard, receiver) = unbounded_channel();
    (Dispatch::new(Capture { heard }), receiver)
}

/// The kinds of events that are of use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Info,
    Error,
    Done,
    Change,
}

fn kind(metadata: &Metadata<'_>) -> Option<Kind> {
    if metadata.target() != TOKENS || !metadata.is_event() {
        return None;
    }
    let line = metadata.line()?;
    match *metadata.level() {
        Level::ERROR => Some(Kind::Error),
        Level::DEBUG if line == INFO_LINE => Some(Kind::Info),
        Level::DEBUG if line == CHANGE_LINE => Some(Kind::Change),
        Level::TRACE if DONE_LINES.contains(&line) => Some(Kind::Done),
        _ => None,
    }
}

impl Subscriber for Capture {
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        if kind(metadata).is_some() { Interest::always() } else { Interest::never() }
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        kind(metadata).is_some()
    }

    fn event(&self, event: &Event<'_>) {
        let Some(kind) = kind(event.metadata()) else { return };
        let mut fields = Fields::default();
        event.record(&mut fields);
        let heard = match kind {
            Kind::Info => Some(Heard::Info(fields.message)),
            Kind::Error => Some(Heard::Error { number: fields.code, message: fields.message }),
            Kind::Done => rows(&fields.message).map(Heard::Rows),
            Kind::Change => change(&fields.message),
        };
        if let Some(heard) = heard {
            // A closed receiver means that the session is gone, and nobody is left to hear.
            let _ = self.heard.send(heard);
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// The end of a transaction, as the driver words it. The server tells of the outermost one only (MS-TDS 2.2.7.9).
fn change(text: &str) -> Option<Heard> {
    match text {
        "Commit transaction" => Some(Heard::Committed),
        "Rollback transaction" | "Defect transaction" => Some(Heard::RolledBack),
        _ => None,
    }
}

/// The row count in `Done with status BitFlags<DoneStatus>(0b10000, Count) (12 rows left)`.
/// `None` when the server did not count.
fn rows(done: &str) -> Option<u64> {
    let (status, rest) = done.strip_prefix(DONE)?.split_once(')')?;
    if !status.contains("Count") {
        return None;
    }
    let digits: String = rest.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    if digits.is_empty() { Some(0) } else { digits.parse().ok() }
}

/// The fields of an event that are of use.
#[derive(Default)]
struct Fields {
    message: String,
    code: u32,
}

impl Visit for Fields {
    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "code" {
            self.code = u32::try_from(value).unwrap_or(u32::MAX);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            // Writing to a string does not fail.
            let _ = write!(self.message, "{value:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn a_row_count_is_read_only_where_the_server_counted() {
        assert_eq!(rows("Done with status BitFlags<DoneStatus>(0b10000, Count) (12 rows left)"), Some(12));
        assert_eq!(rows("Done with status BitFlags<DoneStatus>(0b10001, More | Count) (1 row left)"), Some(1));
        assert_eq!(rows("Done with status BitFlags<DoneStatus>(0b10000, Count)"), Some(0));
        assert_eq!(rows("Done with status BitFlags<DoneStatus>(0b0) (7 rows left)"), None);
    }
}
