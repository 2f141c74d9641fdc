//! A connection: PRELOGIN, TLS and LOGIN7, then one request after the other, each of which may be cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::login::{self, LoginRequest};
use super::packet::{self, Message, MessageReader, MessageWriter, kind};
use super::prelogin::{self, Encryption};
use super::reply::Outbound;
use super::tls::{self, Tls};
use super::worker::{self, Job};
use super::{ProtocolError, token};
use crate::sandbox::wire::Engine;
use tokio::io::{AsyncRead, AsyncWrite, ReadHalf, WriteHalf};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// The time a client has from connecting to the end of LOGIN7.
const LOGIN_SECONDS: u64 = 30;
/// Chunks of a reply on their way: when the client does not read, the engine waits.
const CHUNKS_ON_THE_WAY: usize = 8;

/// A stream of any kind, encrypted or not.
trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}
type Stream = Box<dyn Duplex>;

/// Serves a client until it leaves.
///
/// # Errors
/// The client breaks the protocol, the socket fails, or the engine's session panics.
pub async fn serve(stream: TcpStream, engine: Arc<dyn Engine>, tls: Tls) -> Result<(), ProtocolError> {
    stream.set_nodelay(true)?;
    let limit = Duration::from_secs(LOGIN_SECONDS);
    let handshake = tokio::time::timeout(limit, shake_hands(stream, &tls)).await;
    let Some((stream, login)) = handshake.map_err(|_| ProtocolError::LoginTimeout(LOGIN_SECONDS))?? else {
        return Ok(());
    };
    let (input, output) = tokio::io::split(stream);
    let packet_size = login.packet_size;
    let (jobs, jobs_of_worker) = mpsc::channel(1);
    let (replies_of_worker, replies) = mpsc::channel(CHUNKS_ON_THE_WAY);
    tokio::task::spawn_blocking(move || worker::run(&*engine, login, jobs_of_worker, replies_of_worker));
    let mut connection = Connection {
        input: MessageReader::new(input, packet::REQUEST_LIMIT),
        output: MessageWriter::new(output, packet::DEFAULT_SIZE),
        jobs,
        replies,
        cancelled: Arc::default(),
        next: None,
    };
    let mut open = connection.forward_reply().await?;
    connection.output.set_size(packet_size);
    while open && let Some(message) = connection.next_message().await? {
        open = connection.answer(message).await?;
    }
    Ok(())
}

/// From the first byte to LOGIN7. `None` when the client leaves before that.
async fn shake_hands(stream: TcpStream, tls: &Tls) -> Result<Option<(Stream, LoginRequest)>, ProtocolError> {
    let mut first = [0];
    if stream.peek(&mut first).await? == 0 {
        return Ok(None);
    }
    if first[0] == tls::HANDSHAKE_RECORD {
        let stream: Stream = Box::new(tls.accept_strict(stream).await?);
        return match greet(stream).await? {
            Some((stream, _)) => read_login(stream).await,
            None => Ok(None),
        };
    }
    let Some((stream, encryption)) = greet(stream).await? else { return Ok(None) };
    match encryption {
        Encryption::None => read_login::<Stream>(Box::new(stream)).await,
        Encryption::Full => read_login::<Stream>(Box::new(tls.accept_wrapped(stream).await?)).await,
        Encryption::LoginOnly => {
            let secured = tls.accept_wrapped(stream).await?;
            let Some((secured, login)) = read_login(secured).await? else { return Ok(None) };
            let (wrapped, _) = secured.into_inner();
            Ok(Some((Box::new(wrapped.into_inner()), login)))
        }
    }
}

/// Answers PRELOGIN.
async fn greet<S: Duplex>(stream: S) -> Result<Option<(S, Encryption)>, ProtocolError> {
    let mut input = MessageReader::new(stream, packet::LOGIN_LIMIT);
    let Some(message) = expect(&mut input, kind::PRELOGIN).await? else { return Ok(None) };
    let prelogin = prelogin::parse(&message.payload)?;
    let mut output = MessageWriter::new(input.into_inner(), packet::DEFAULT_SIZE);
    output.write(&prelogin::answer(prelogin)).await?;
    output.finish().await?;
    Ok(Some((output.into_inner(), prelogin.encryption)))
}

async fn read_login<S: Duplex>(stream: S) -> Result<Option<(S, LoginRequest)>, ProtocolError> {
    let mut input = MessageReader::new(stream, packet::LOGIN_LIMIT);
    let Some(message) = expect(&mut input, kind::LOGIN).await? else { return Ok(None) };
    let login = login::parse(&message.payload)?;
    Ok(Some((input.into_inner(), login)))
}

async fn expect<S: Duplex>(input: &mut MessageReader<S>, kind: u8) -> Result<Option<Message>, ProtocolError> {
    match input.read().await? {
        Some(message) if message.kind != kind => Err(ProtocolError::OutOfTurn(message.kind)),
        other => Ok(other),
    }
}

/// A connection that is logged in, or about to be told why not.
struct Connection {
    input: MessageReader<ReadHalf<Stream>>,
    output: MessageWriter<WriteHalf<Stream>>,
    jobs: mpsc::Sender<Job>,
    replies: mpsc::Receiver<Outbound>,
    cancelled: Arc<AtomicBool>,
    /// A request that came while another one was running: it has to wait.
    next: Option<Message>,
}

/// A connection that ends in the middle of a request, for whatever reason, stops the engine.
impl Drop for Connection {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Connection {
    async fn next_message(&mut self) -> Result<Option<Message>, ProtocolError> {
        match self.next.take() {
            Some(message) => Ok(Some(message)),
            None => self.input.read().await,
        }
    }

    /// Answers a message; false when the connection is to be closed.
    async fn answer(&mut self, message: Message) -> Result<bool, ProtocolError> {
        match message.kind {
            kind::ATTENTION => {
                self.acknowledge_attention().await?;
                Ok(true)
            }
            kind::BATCH | kind::RPC | kind::TRANSACTION | kind::BULK_LOAD => {
                self.cancelled = Arc::default();
                let job = Job { message, cancelled: Arc::clone(&self.cancelled) };
                self.jobs.send(job).await.map_err(|_| ProtocolError::SessionLost)?;
                self.forward_reply().await
            }
            kind => Err(ProtocolError::OutOfTurn(kind)),
        }
    }

    /// Forwards a reply to its end, and listens for an attention meanwhile; false when the connection is to be closed.
    async fn forward_reply(&mut self) -> Result<bool, ProtocolError> {
        let mut attention = false;
        loop {
            tokio::select! {
                outbound = self.replies.recv() => match outbound.ok_or(ProtocolError::SessionLost)? {
                    Outbound::Tokens { bytes, now } => self.write(&bytes, now).await?,
                    Outbound::Malformed(malformed) => return Err(malformed.into()),
                    Outbound::End { close } => {
                        self.output.finish().await?;
                        if attention {
                            self.acknowledge_attention().await?;
                        }
                        return Ok(!close);
                    }
                },
                message = self.input.read(), if self.next.is_none() => match message? {
                    Some(Message { kind: kind::ATTENTION, .. }) => {
                        attention = true;
                        self.cancelled.store(true, Ordering::Relaxed);
                    }
                    Some(message) => self.next = Some(message),
                    None => return Ok(false),
                },
            }
        }
    }

    async fn write(&mut self, bytes: &[u8], now: bool) -> Result<(), ProtocolError> {
        self.output.write(bytes).await?;
        if now { self.output.flush().await } else { Ok(()) }
    }

    /// Answers an attention, in a message of its own: clients have read the end of the reply before they look for it.
    async fn acknowledge_attention(&mut self) -> Result<(), ProtocolError> {
        let mut bytes = Vec::new();
        token::put_attention_done(&mut bytes);
        self.output.write(&bytes).await?;
        self.output.finish().await
    }
}
