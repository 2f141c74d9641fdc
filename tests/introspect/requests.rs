//! An embedded engine that counts the requests of its clients.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ragsql::db::url::Server;
use ragsql::db::{ConnectOptions, Session};
use ragsql::sandbox::engine::Sandbox;
use ragsql::sandbox::server;
use ragsql::sandbox::wire::{self, Event, Login, Request, ServerMessage};

/// Counts the requests of all sessions of an engine.
struct Counting {
    engine: Sandbox,
    requests: Arc<AtomicUsize>,
}

struct Counted {
    session: Box<dyn wire::Session>,
    requests: Arc<AtomicUsize>,
}

impl wire::Engine for Counting {
    fn open(&self, login: &Login) -> Result<Box<dyn wire::Session>, ServerMessage> {
        Ok(Box::new(Counted { session: self.engine.open(login)?, requests: Arc::clone(&self.requests) }))
    }

    fn default_database(&self) -> String {
        self.engine.default_database()
    }
}

impl wire::Session for Counted {
    fn run(&mut self, request: Request, cancelled: &Arc<AtomicBool>, emit: &mut dyn FnMut(Event)) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.session.run(request, cancelled, emit);
    }
}

/// A session with an engine of its own, and the requests that it has sent so far.
pub async fn session() -> (Session, Arc<AtomicUsize>, server::Server) {
    let requests = Arc::new(AtomicUsize::new(0));
    let engine = Sandbox::temporary().expect("the engine starts");
    let engine = Counting { engine, requests: Arc::clone(&requests) };
    let server = server::Server::start(Arc::new(engine), 0).expect("a port is free");
    let place = Server::loopback(server.port(), ragsql::sandbox::DATABASE);
    let session = Session::open(&place, &ConnectOptions::default(), &mut |_| {}).await.expect("logs in");
    (session, requests, server)
}
