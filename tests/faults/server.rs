//! A TDS server that follows a script: one answer for each login, one for each batch.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::reply::{Reply, Step, attention, login_ack};

const BATCH: u8 = 1;
const REPLY: u8 = 4;
const ATTENTION: u8 = 6;
const LOGIN: u8 = 16;
const PRELOGIN: u8 = 18;

/// What becomes of one login.
#[derive(Clone)]
pub enum Login {
    /// It succeeds.
    Accept,
    /// It is answered so.
    Answer(Reply),
    /// The connection ends before the prelogin is answered.
    CutFirst,
    /// The connection ends when the login has come.
    CutLater,
    /// Nothing is ever answered.
    Silent,
}

/// What a client asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    Login { user: String, application: String, database: String },
    Batch { sql: String, transaction: u64 },
    Attention,
}

/// A connection, with or without TLS.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

type Reader = ReadHalf<Box<dyn Stream>>;
type Writer = WriteHalf<Box<dyn Stream>>;

type Answer = dyn Fn(&str) -> Reply + Send + Sync;

/// A running server; it ends with the test's runtime.
pub struct FaultServer {
    pub port: u16,
    script: Arc<Script>,
}

/// What a server does.
pub struct Script {
    logins: Vec<Login>,
    answer: Box<Answer>,
    asked: Mutex<Vec<Asked>>,
}

impl Script {
    /// A fate for each connection's login, where the last one repeats, and an answer to every batch.
    pub fn new(logins: Vec<Login>, answer: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { logins, answer: Box::new(answer), asked: Mutex::default() })
    }

    fn note(&self, asked: Asked) {
        self.asked.lock().expect("no test holds it").push(asked);
    }
}

impl FaultServer {
    /// A server that accepts every login and answers batches by their text.
    pub async fn start(answer: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        Self::with_logins(vec![Login::Accept], answer).await
    }

    /// The same, where each connection's login meets its own fate; the last one repeats.
    pub async fn with_logins(logins: Vec<Login>, answer: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        Self::at(0, logins, answer).await
    }

    /// The same on a port of choice.
    pub async fn at(port: u16, logins: Vec<Login>, answer: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let script = Script::new(logins, answer);
        let running = Arc::clone(&script);
        tokio::spawn(async move {
            for number in 0.. {
                let Ok((stream, _)) = listener.accept().await else { return };
                let login = running.logins[number.min(running.logins.len() - 1)].clone();
                stream.set_nodelay(true).expect("a socket");
                tokio::spawn(serve(Box::new(stream), login, Arc::clone(&running)));
            }
        });
        Self { port, script }
    }

    /// Everything that was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.script.asked.lock().expect("no test holds it").clone()
    }

    /// The batches among it.
    pub fn batches(&self) -> Vec<String> {
        let batch = |asked| if let Asked::Batch { sql, .. } = asked { Some(sql) } else { None };
        self.asked().into_iter().filter_map(batch).collect()
    }
}

/// One connection. `None` is its end.
pub async fn serve(stream: Box<dyn Stream>, login: Login, script: Arc<Script>) -> Option<()> {
    let (mut reader, mut writer) = tokio::io::split(stream);
    let (send, mut requests) = unbounded_channel();
    let reading = tokio::spawn(async move {
        while let Some(message) = read_message(&mut reader).await {
            let _ = send.send(message);
        }
    });
    let ended = converse(&mut requests, &mut writer, login, &script).await;
    reading.abort();
    ended
}

async fn converse(
    requests: &mut UnboundedReceiver<(u8, Vec<u8>)>,
    writer: &mut Writer,
    login: Login,
    script: &Script,
) -> Option<()> {
    while let Some((kind, body)) = requests.recv().await {
        match (kind, &login) {
            (PRELOGIN, Login::CutFirst) | (LOGIN, Login::CutLater) => return None,
            (PRELOGIN, Login::Silent) => std::future::pending().await,
            (PRELOGIN, _) => send(writer, &prelogin(), true).await?,
            (LOGIN, _) => {
                script.note(read_login(&body));
                let accepted = Reply::new().database("db").info("Changed database context to 'db'.");
                let reply = match &login {
                    Login::Answer(reply) => reply.clone(),
                    _ => accepted.tokens(login_ack()).done(),
                };
                play(&reply, requests, writer, script).await?;
            }
            (BATCH, _) => {
                let (sql, transaction) = read_batch(&body);
                let reply = (script.answer)(&sql);
                script.note(Asked::Batch { sql, transaction });
                play(&reply, requests, writer, script).await?;
            }
            (ATTENTION, _) => {
                script.note(Asked::Attention);
                send(writer, &attention(), true).await?;
            }
            (other, _) => panic!("a message of type {other} was not expected"),
        }
    }
    Some(())
}

/// Plays a reply; stops it when the client asks for that.
async fn play(
    reply: &Reply,
    requests: &mut UnboundedReceiver<(u8, Vec<u8>)>,
    writer: &mut Writer,
    script: &Script,
) -> Option<()> {
    let mut deaf = false;
    for (at, step) in reply.steps.iter().enumerate() {
        match step {
            Step::Tokens(tokens) => send(writer, tokens, at + 1 == reply.steps.len()).await?,
            Step::Deaf => deaf = true,
            Step::Cut => return None,
            Step::Pause(time) if deaf => tokio::time::sleep(*time).await,
            Step::Pause(time) => {
                tokio::select! {
                    () = tokio::time::sleep(*time) => {}
                    Some((ATTENTION, _)) = requests.recv() => {
                        script.note(Asked::Attention);
                        return send(writer, &attention(), true).await;
                    }
                }
            }
        }
    }
    Some(())
}

/// A piece of a message, in packets of the usual size.
async fn send(writer: &mut Writer, body: &[u8], last: bool) -> Option<()> {
    let pieces: Vec<&[u8]> = if body.is_empty() { vec![body] } else { body.chunks(4096 - 8).collect() };
    for (at, piece) in pieces.iter().enumerate() {
        let is_last = last && at + 1 == pieces.len();
        let mut packet = vec![REPLY, u8::from(is_last)];
        packet.extend(((piece.len() + 8) as u16).to_be_bytes());
        packet.extend([0, 0, 1, 0]);
        packet.extend(*piece);
        writer.write_all(&packet).await.ok()?;
    }
    writer.flush().await.ok()
}

/// One message of one or more packets.
async fn read_message(reader: &mut Reader) -> Option<(u8, Vec<u8>)> {
    let mut body = Vec::new();
    loop {
        let mut header = [0; 8];
        reader.read_exact(&mut header).await.ok()?;
        let start = body.len();
        body.resize(start + usize::from(u16::from_be_bytes([header[2], header[3]])) - 8, 0);
        reader.read_exact(&mut body[start..]).await.ok()?;
        if header[1] & 1 == 1 {
            return Some((header[0], body));
        }
    }
}

/// Version 16, no encryption.
fn prelogin() -> Vec<u8> {
    let mut body = vec![0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xFF];
    body.extend([16, 0, 0, 0, 0, 0]);
    body.push(2);
    body
}

fn utf16(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    String::from_utf16(&units).expect("UTF-16")
}

/// The text and the transaction descriptor of a batch, which stands behind two lengths and a type.
fn read_batch(body: &[u8]) -> (String, u64) {
    let headers = u32::from_le_bytes(body[..4].try_into().expect("four bytes")) as usize;
    let transaction = u64::from_le_bytes(body[10..18].try_into().expect("eight bytes"));
    (utf16(&body[headers..]), transaction)
}

/// The fields of LOGIN7 that are of use, each behind an offset and a length.
fn read_login(body: &[u8]) -> Asked {
    let number = |at: usize| usize::from(u16::from_le_bytes([body[at], body[at + 1]]));
    let field = |at: usize| utf16(&body[number(at)..number(at) + 2 * number(at + 2)]);
    Asked::Login { user: field(40), application: field(48), database: field(68) }
}
