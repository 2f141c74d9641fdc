//! A session of the engine on its own thread: messages of a client in, replies out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc::{Receiver, Sender};

use super::bytes::{Reader, utf16_text};
use super::login::LoginRequest;
use super::packet::{self, Message, Reset, kind};
use super::prepared::Prepared;
use super::reply::{Outbound, Reply, SessionState, database_message, information};
use super::rpc::{self, Call};
use super::token::{self, Change};
use super::transaction;
use super::{Malformed, Unserved, error, not_served};
use crate::sandbox::wire::{Engine, Event, Request, ServerMessage, Session};

/// A message to answer.
#[derive(Debug)]
pub struct Job {
    /// The message.
    pub message: Message,
    /// Turns true when the client cancels it or goes away.
    pub cancelled: Arc<AtomicBool>,
}

/// The severity from which on an error ends the connection.
const ENDS_CONNECTION: u8 = 20;

/// What a message asks for.
#[derive(Debug)]
enum Work {
    Requests(Vec<Request>),
    Calls(Vec<Call>),
}

struct Worker<'a> {
    engine: &'a dyn Engine,
    login: LoginRequest,
    session: Box<dyn Session>,
    prepared: Prepared,
    /// The database after login.
    home: String,
    state: SessionState,
    out: Sender<Outbound>,
}

/// Logs in, then answers messages until the connection is gone. Blocks: it runs on a thread of its own.
pub fn run(engine: &dyn Engine, login: LoginRequest, mut jobs: Receiver<Job>, out: Sender<Outbound>) {
    let opened = login.refusal().map_or_else(|| engine.open(&login.login), Err);
    let session = match opened {
        Ok(session) => session,
        Err(message) => return refuse_login(&out, &message),
    };
    let database = match login.login.database.as_str() {
        "" => engine.default_database(),
        asked => asked.to_owned(),
    };
    let state = SessionState { descriptor: 0, database };
    greet(&out, &login, &state);
    let mut worker =
        Worker { engine, login, session, prepared: Prepared::default(), home: state.database.clone(), state, out };
    while let Some(job) = jobs.blocking_recv() {
        worker.answer(job);
    }
}

fn refuse_login(out: &Sender<Outbound>, message: &ServerMessage) {
    let mut reply = Reply::new(out, Arc::default(), SessionState::default());
    reply.message(message);
    reply.finish(true);
}

fn greet(out: &Sender<Outbound>, login: &LoginRequest, state: &SessionState) {
    const LANGUAGE: &str = "us_english";
    let mut reply = Reply::new(out, Arc::default(), state.clone());
    reply.put(|out| {
        token::put_change(out, &Change::Database(&state.database, "master"));
        token::put_message(out, &database_message(&state.database));
        token::put_change(out, &Change::Collation);
        token::put_change(out, &Change::Language(LANGUAGE));
        token::put_message(out, &information(5703, 1, format!("Changed language setting to {LANGUAGE}.")));
        token::put_login_ack(out, login.version);
        token::put_change(out, &Change::PacketSize(login.packet_size, packet::DEFAULT_SIZE));
    });
    reply.finish(false);
}

impl Worker<'_> {
    fn answer(&mut self, job: Job) {
        let out = self.out.clone();
        let mut reply = Reply::new(&out, job.cancelled, self.state.clone());
        if let Err(malformed) = self.answer_message(&mut reply, &job.message) {
            // The connection closes on this, so it does not matter whether it still takes it.
            let _ = out.blocking_send(Outbound::Malformed(malformed));
            return;
        }
        self.state = reply.finish(false);
    }

    fn answer_message(&mut self, reply: &mut Reply<'_>, message: &Message) -> Result<(), Malformed> {
        if message.ignored {
            reply.fail();
            return Ok(());
        }
        let descriptor = reply.state().descriptor;
        if let Err(refused) = self.reset(reply, message.reset) {
            reply.message(&ServerMessage { class: ENDS_CONNECTION, ..refused });
            return Ok(());
        }
        match parse(message, descriptor) {
            Ok(work) => self.perform(reply, work),
            Err(Unserved::Malformed(malformed)) => return Err(malformed),
            Err(Unserved::Refused(refused)) => reply.message(&refused),
        }
        Ok(())
    }

    fn perform(&mut self, reply: &mut Reply<'_>, work: Work) {
        match work {
            Work::Requests(requests) => requests.into_iter().for_each(|request| self.run(reply, request)),
            Work::Calls(calls) => calls.into_iter().for_each(|call| self.call(reply, call)),
        }
    }

    fn run(&mut self, reply: &mut Reply<'_>, request: Request) {
        let cancelled = Arc::clone(reply.cancelled());
        if cancelled.load(Ordering::Relaxed) {
            return;
        }
        self.session.run(request, &cancelled, &mut |event| reply.event(event));
    }

    fn call(&mut self, reply: &mut Reply<'_>, call: Call) {
        let sent = call.parameters.len();
        let resolved = match self.prepared.resolve(call) {
            Ok(resolved) => resolved,
            Err(refused) => {
                reply.start_call(&[], 0, false);
                reply.message(&refused);
                return reply.end_call(None);
            }
        };
        let (parameters, statement) = match &resolved.request {
            Some(Request::ExecuteSql { parameters, .. }) => (parameters.as_slice(), true),
            Some(Request::Procedure { parameters, .. }) => (parameters.as_slice(), false),
            _ => (&[][..], false),
        };
        let skipped = u16::try_from(sent - parameters.len()).unwrap_or(u16::MAX);
        reply.start_call(parameters, skipped, statement);
        if let Some(request) = resolved.request {
            self.run(reply, request);
        }
        reply.end_call(resolved.handle.as_ref());
    }

    /// Makes the session as new: another one is opened and the old one dropped, which rolls back and releases.
    fn reset(&mut self, reply: &mut Reply<'_>, reset: Reset) -> Result<(), ServerMessage> {
        let descriptor = reply.state().descriptor;
        let keep = reset == Reset::SessionKeepTransaction && descriptor != 0;
        if reset == Reset::No {
            return Ok(());
        }
        if !keep {
            self.session = self.engine.open(&self.login.login)?;
            self.prepared.clear();
        }
        if !keep && descriptor != 0 {
            reply.event(Event::RolledBack(descriptor));
        }
        if !keep && reply.state().database != self.home {
            reply.event(Event::Database(self.home.clone()));
        }
        reply.put(|out| token::put_change(out, &Change::Reset));
        Ok(())
    }
}

/// Reads a message. Its transaction must be the session's.
fn parse(message: &Message, descriptor: u64) -> Result<Work, Unserved> {
    let mut reader = Reader::new(&message.payload, "request");
    if message.kind == kind::BULK_LOAD {
        return Err(Unserved::Refused(not_served("bulk loads")));
    }
    let claimed = transaction::read_all_headers(&mut reader)?;
    if claimed != descriptor {
        return Err(Unserved::Refused(error(
            3989,
            "New request is not allowed to start because it should come with valid transaction descriptor.",
        )));
    }
    match message.kind {
        kind::BATCH => {
            let sql = utf16_text(reader.rest()).ok_or(reader.malformed())?;
            Ok(Work::Requests(vec![Request::Batch(sql)]))
        }
        kind::RPC => Ok(Work::Calls(rpc::parse(&mut reader)?)),
        _ => Ok(Work::Requests(transaction::parse(&mut reader)?)),
    }
}
