//! What a run says while it runs: lines for people on stderr, or one JSON object a line on stdout.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Cx;
use crate::cli::Format;
use crate::db::events::{Event, Events};
use crate::text::{counted, printable, printable_lines};

/// Listens to a run for the person or the program that started it.
pub struct Progress {
    quiet: bool,
    verbose: bool,
    jsonl: bool,
}

impl Progress {
    /// For the flags of a command.
    pub fn new(cx: &Cx<'_>) -> Self {
        let jsonl = cx.format == Format::Jsonl;
        Self { quiet: cx.global.quiet, verbose: cx.global.verbose > 0, jsonl }
    }
}

/// A bar on a terminal, with the time that is left; nothing elsewhere, and with `--quiet`.
pub fn bar(cx: &Cx<'_>, total: i64, doing: &'static str) -> ProgressBar {
    let target = if cx.global.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(u64::try_from(total).ok(), target).with_message(doing);
    match ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Listens and says nothing: for a story that is told by itself.
#[cfg(feature = "sandbox")]
pub fn silent(_event: &Event) {}

impl Events for Progress {
    fn event(&mut self, event: &Event) {
        if self.jsonl {
            let line = serde_json::to_string(event).expect("an event has a JSON form");
            // A reader that went away does not stop a run.
            let _ = writeln!(io::stdout().lock(), "{line}");
        } else if let Some(line) = self.line(event) {
            let _ = writeln!(io::stderr().lock(), "{}", printable_lines(&line));
        }
    }
}

impl Progress {
    fn line(&self, event: &Event) -> Option<String> {
        let important = matches!(
            event,
            Event::Retry { .. }
                | Event::LockWaiting { .. }
                | Event::TryAgain { .. }
                | Event::Resolved { .. }
                | Event::Started { batches: 0, .. }
        );
        if self.quiet && !important {
            return None;
        }
        Some(match event {
            Event::Retry { reason, pause_ms } => format!("{}; trying again in {}", printable(reason), pause(*pause_ms)),
            Event::Connected { server, database, login } => {
                printable(&format!("connected to {database} on {server} as {login}")).into_owned()
            }
            Event::LockWaiting { holder, timeout_ms } => format!(
                "another run is in progress{}; waiting for it, at most {}",
                holder.as_ref().map(|holder| format!(" ({})", printable(holder))).unwrap_or_default(),
                pause(*timeout_ms)
            ),
            Event::Started { file, batches: 0, .. } => {
                format!(
                    "warning: {file} holds no statement; it is recorded as applied, and may not be filled in after that"
                )
            }
            Event::Started { file, batches, transaction, .. } => format!(
                "{file}: {}{}",
                counted(*batches, "batch"),
                if *transaction { "" } else { ", outside a transaction" }
            ),
            Event::BatchFinished { batch, line, rows, duration_ms, .. } if self.verbose => {
                format!("  batch {batch} at line {line}: {duration_ms} ms, rows {rows:?}")
            }
            // Each line stands apart, so that none passes for one of ragsql's.
            Event::Message { text, .. } => format!("  {}", text.replace('\n', "\n  ")),
            Event::Waiting { name, missing, .. } => format!("{name} waits: {missing}"),
            Event::WaitOver { name, missing, waited_ms, .. } => {
                format!("{name} was waited for {}, and is not ready: {missing}", pause(waited_ms - waited_ms % 1000))
            }
            Event::TryAgain { reason, pause_ms, .. } => format!("  {reason}; trying again in {}", pause(*pause_ms)),
            Event::Resolved { version, applied: true } => {
                format!("the COMMIT was not confirmed; the history says that version {version} was applied: going on")
            }
            Event::Resolved { version, applied: false } => {
                format!("the COMMIT was not confirmed; the history says that version {version} was rolled back")
            }
            Event::BatchFinished { .. } | Event::Finished { .. } => return None,
        })
    }
}

fn pause(milliseconds: u64) -> humantime::FormattedDuration {
    humantime::format_duration(std::time::Duration::from_millis(milliseconds))
}
