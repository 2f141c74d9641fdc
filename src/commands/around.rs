//! `ragsql post-load around -- COMMAND…`: the vector indexes are dropped, a command runs, and they are created again,
//! however the command ended.

use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Code, Cx, Failure, output};
use crate::cli::Format;
use crate::db::database::{Database, INTERRUPTED};
use crate::text::printable;

/// How long a command may take to end by itself after ragsql was told to: a terminal tells both.
const GRACE: Duration = Duration::from_secs(10);
/// The pause between two looks at the command.
const LOOK: Duration = Duration::from_millis(20);

/// What is under way when a signal comes, and whether one came before.
const RUNNING: u8 = 0;
const STOPPED: u8 = 1;
const RESTORING: u8 = 2;
const LAST_CHANCE: u8 = 3;

/// The signals from here on: none ends the process before the indexes were to be created again.
pub struct Watch(Arc<AtomicU8>);

impl Watch {
    /// Hears of them.
    pub fn new(database: &Database) -> Self {
        let stage = Arc::new(AtomicU8::new(RUNNING));
        let heard = Arc::clone(&stage);
        database.on_interrupt(move || match heard.load(Ordering::Relaxed) {
            RUNNING | STOPPED => heard.store(STOPPED, Ordering::Relaxed),
            RESTORING => {
                heard.store(LAST_CHANCE, Ordering::Relaxed);
                say("the vector indexes are being created again; once more ends that, and `ragsql post-load` does it later");
            }
            _ => std::process::exit(INTERRUPTED),
        });
        Self(stage)
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == STOPPED
    }

    /// The command is over; whether a person stopped it.
    pub fn restoring(&self) -> bool {
        self.0.swap(RESTORING, Ordering::Relaxed) == STOPPED
    }
}

/// What became of a command.
pub enum Ended {
    /// It was not to be started any more.
    NotRun,
    /// It could not be started.
    NotStarted(io::Error),
    /// It ended like this.
    With(ExitStatus),
}

impl Ended {
    /// Whether it did what it was for.
    pub fn is_well(&self) -> bool {
        matches!(self, Ended::With(status) if status.success())
    }

    /// In a sentence.
    pub fn told(&self, command: &[OsString]) -> String {
        let name = shown(&command[..1]);
        match self {
            Ended::NotRun => format!("{name} was not run"),
            Ended::NotStarted(error) => format!("{name} could not be started: {error}"),
            Ended::With(status) => format!("{name} ended with {status}"),
        }
    }

    /// As data.
    pub fn json(&self) -> Value {
        match self {
            Ended::NotRun => json!({ "started": false, "exit_code": null, "told": "not run" }),
            Ended::NotStarted(error) => json!({ "started": false, "exit_code": null, "told": error.to_string() }),
            Ended::With(status) => {
                json!({ "started": true, "exit_code": status.code(), "told": status.to_string() })
            }
        }
    }
}

/// Runs a command to its end. Its output goes where ours does; where ours is data, all of it goes to stderr.
pub fn command(cx: &Cx<'_>, words: &[OsString], watch: &Watch) -> Ended {
    let Some((program, arguments)) = words.split_first().filter(|_| !watch.is_stopped()) else { return Ended::NotRun };
    let mut command = Command::new(program);
    command.args(arguments);
    if cx.format != Format::Text {
        command.stdout(Stdio::from(io::stderr()));
    }
    match command.spawn().and_then(|mut child| wait(&mut child, watch)) {
        Ok(status) => Ended::With(status),
        Err(error) => Ended::NotStarted(error),
    }
}

/// Waits for its end; when a person stops ragsql, only so long.
fn wait(child: &mut Child, watch: &Watch) -> io::Result<ExitStatus> {
    let mut stopped = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if watch.is_stopped() && stopped.is_none() {
            say("stopped: the command has a moment to end, then the vector indexes are created again");
            stopped = Some(Instant::now());
        }
        if stopped.is_some_and(|since: Instant| since.elapsed() > GRACE) {
            child.kill()?;
            return child.wait();
        }
        thread::sleep(LOOK);
    }
}

/// The words of a command for a person.
pub fn shown(words: &[OsString]) -> String {
    let words = words.iter().map(|word| word.to_string_lossy());
    printable(&words.collect::<Vec<_>>().join(" ")).into_owned()
}

/// The worst decides: what became of the indexes, unless they are there or only wait; then the person who stopped it,
/// then the command.
pub fn code(restored: Code, stopped: bool, ended: &Ended) -> Code {
    match restored {
        Code::Done | Code::Waiting if stopped => Code::Interrupted,
        Code::Done | Code::Waiting if !ended.is_well() => Code::Command,
        other => other,
    }
}

/// A failure to create the indexes again, with what became of the command.
pub fn failed(failure: Failure, told: &str) -> Failure {
    let context = format!(
        "{told}; the vector indexes that were dropped are not all there again: `ragsql post-load` goes on with them"
    );
    Failure { error: failure.error.context(context), ..failure }
}

/// A line for people, whatever `--quiet` says: it is about what a signal does.
fn say(line: &str) {
    use io::Write;
    // A stderr that is closed cannot be told so.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Tells what became of the command.
pub fn tell(cx: &Cx<'_>, ended: &Ended, words: &[OsString]) {
    if ended.is_well() {
        output::note(cx, &ended.told(words));
    } else {
        say(&printable(&ended.told(words)));
    }
}
