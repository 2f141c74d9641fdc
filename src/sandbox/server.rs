//! The server: listens on the loopback address and serves each connection with a session of the engine.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::tds::connection;
use super::tds::tls::Tls;
use super::wire::Engine;

/// How long the sessions have to stop when the server does.
const PATIENCE: Duration = Duration::from_secs(5);

/// A running server. It has a thread of its own, so it can be started and stopped from anywhere; dropping it stops it.
#[derive(Debug)]
pub struct Server {
    port: u16,
    certificate: String,
    stopping: watch::Sender<bool>,
    stopped: watch::Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Listens on 127.0.0.1 at `port`, or at a free port for 0. Any user name and any password logs in.
    ///
    /// # Errors
    /// The port is taken, or the certificate or the thread cannot be made.
    pub fn start(engine: Arc<dyn Engine>, port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let tls = Tls::new()?;
        let certificate = tls.certificate().to_owned();
        let (stopping, wish) = watch::channel(false);
        let (running, stopped) = watch::channel(());
        let work = move || {
            if let Err(error) = run(accept(listener, engine, tls, wish)) {
                tracing::error!(%error, "the sandbox server cannot run");
            }
            drop(running);
        };
        let thread = std::thread::Builder::new().name("ragsql-sandbox".into()).spawn(work)?;
        Ok(Server { port, certificate, stopping, stopped, thread: Some(thread) })
    }

    /// The port that the server listens at.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The server's self-signed certificate as PEM, made anew at each start: for clients that check certificates.
    pub fn certificate(&self) -> &str {
        &self.certificate
    }

    /// Waits until the server has stopped.
    pub async fn stopped(&self) {
        let mut stopped = self.stopped.clone();
        // An error means that the sender is gone: that is the sign.
        while stopped.changed().await.is_ok() {}
    }

    /// Serves until the process is asked to stop (SIGINT, SIGTERM, Ctrl-C), then stops.
    ///
    /// # Errors
    /// When signals cannot be listened to.
    pub fn serve(self) -> io::Result<()> {
        Builder::new_current_thread().enable_all().build()?.block_on(async {
            tokio::select! {
                signal = asked_to_stop() => signal,
                () = self.stopped() => Ok(()),
            }
        })?;
        self.stop();
        Ok(())
    }

    /// Closes every connection, rolls back what is open, and returns when that is done.
    pub fn stop(mut self) {
        self.shut_down();
    }

    fn shut_down(&mut self) {
        self.stopping.send_replace(true);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the sandbox server ended by a panic");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shut_down();
    }
}

/// Waits for the signal that ends the process.
#[cfg(unix)]
async fn asked_to_stop() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted,
        _ = terminate.recv() => Ok(()),
    }
}

/// Waits for the signal that ends the process.
#[cfg(not(unix))]
async fn asked_to_stop() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}

/// Runs the server to its end, then waits for the sessions to end too.
fn run(server: impl Future<Output = io::Result<()>>) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let outcome = runtime.block_on(server);
    runtime.shutdown_timeout(PATIENCE);
    outcome
}

/// Accepts connections until the wish to stop comes; then drops them all.
async fn accept(
    listener: TcpListener,
    engine: Arc<dyn Engine>,
    tls: Tls,
    mut wish: watch::Receiver<bool>,
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            _ = wish.wait_for(|stop| *stop) => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    let served = connection::serve(stream, Arc::clone(&engine), tls.clone());
                    connections.spawn(async move {
                        if let Err(error) = served.await {
                            tracing::warn!(%peer, %error, "the sandbox server closed a connection");
                        }
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "the sandbox server could not accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
        }
    }
    connections.shutdown().await;
    Ok(())
}
