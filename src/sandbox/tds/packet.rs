//! Framing: a message is cut into packets of the negotiated size, each with a header of 8 bytes.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::{Malformed, ProtocolError};

/// The bytes of a packet's header.
pub const HEADER: usize = 8;
/// The packet size before it is negotiated, and for clients that do not ask for one.
pub const DEFAULT_SIZE: usize = 4096;
/// The largest message before login: as long as LOGIN7 can be.
pub const LOGIN_LIMIT: usize = 128 * 1024;
/// The largest request: 65,536 packets of the default size, the limit that SQL Server sets for a batch.
pub const REQUEST_LIMIT: usize = 65_536 * DEFAULT_SIZE;

const END_OF_MESSAGE: u8 = 0x01;
const IGNORE: u8 = 0x02;
const RESET: u8 = 0x08;
const RESET_KEEP_TRANSACTION: u8 = 0x10;

/// Message types.
pub mod kind {
    /// A SQL batch.
    pub const BATCH: u8 = 0x01;
    /// A remote procedure call.
    pub const RPC: u8 = 0x03;
    /// What a server answers, the answer to PRELOGIN included.
    pub const REPLY: u8 = 0x04;
    /// Cancel the running request.
    pub const ATTENTION: u8 = 0x06;
    /// Rows of a bulk load.
    pub const BULK_LOAD: u8 = 0x07;
    /// A transaction manager request.
    pub const TRANSACTION: u8 = 0x0E;
    /// LOGIN7.
    pub const LOGIN: u8 = 0x10;
    /// PRELOGIN, and the TLS handshake.
    pub const PRELOGIN: u8 = 0x12;
}

/// What the client wants done with the session before the request runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reset {
    /// Nothing.
    No,
    /// Make it as new.
    Session,
    /// Make it as new, but keep the transaction.
    SessionKeepTransaction,
}

/// A message from a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its type, one of [`kind`] if the client is well.
    pub kind: u8,
    /// The client gave up in the middle of it: it is not to be run.
    pub ignored: bool,
    /// Asked for with the first packet.
    pub reset: Reset,
    /// Its bytes, without headers.
    pub payload: Vec<u8>,
}

/// Reads messages. Never reads beyond the packet at hand, so that the stream can change hands between messages.
#[derive(Debug)]
pub struct MessageReader<R> {
    io: R,
    limit: usize,
    packet: Vec<u8>,
    filled: usize,
    first: Option<(u8, u8)>,
    payload: Vec<u8>,
}

impl<R: AsyncRead + Unpin> MessageReader<R> {
    /// A reader of messages of at most `limit` bytes.
    pub fn new(io: R, limit: usize) -> Self {
        Self { io, limit, packet: vec![0; HEADER], filled: 0, first: None, payload: Vec::new() }
    }

    /// The stream. Nothing of the next message was read from it.
    pub fn into_inner(self) -> R {
        self.io
    }

    /// The next message; `None` when the client closed the connection between two. Dropping the future loses
    /// nothing: the next call goes on where it stopped.
    ///
    /// # Errors
    /// The connection fails or closes within a message; the message is malformed or too large.
    pub async fn read(&mut self) -> Result<Option<Message>, ProtocolError> {
        loop {
            if !self.fill(HEADER).await? {
                return Ok(None);
            }
            let length = usize::from(u16::from_be_bytes([self.packet[2], self.packet[3]]));
            if length < HEADER {
                return Err(Malformed("packet header").into());
            }
            self.fill(length).await?;
            if let Some(message) = self.accept_packet(length)? {
                return Ok(Some(message));
            }
        }
    }

    /// Reads until the packet has `target` bytes; false when the stream ends before a message starts.
    async fn fill(&mut self, target: usize) -> Result<bool, ProtocolError> {
        if self.packet.len() < target {
            self.packet.resize(target, 0);
        }
        while self.filled < target {
            let between_messages = self.filled == 0 && self.first.is_none();
            match self.io.read(&mut self.packet[self.filled..target]).await {
                Ok(0) if between_messages => return Ok(false),
                Ok(0) => return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
                Ok(read) => self.filled += read,
                Err(error) if between_messages && is_hang_up(&error) => return Ok(false),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }

    fn accept_packet(&mut self, length: usize) -> Result<Option<Message>, ProtocolError> {
        let (packet_kind, status) = (self.packet[0], self.packet[1]);
        let (message_kind, first_status) = *self.first.get_or_insert((packet_kind, status));
        if packet_kind != message_kind {
            return Err(ProtocolError::OutOfTurn(packet_kind));
        }
        if self.payload.len() + length - HEADER > self.limit {
            return Err(ProtocolError::TooLarge(self.limit));
        }
        self.payload.extend_from_slice(&self.packet[HEADER..length]);
        self.filled = 0;
        if status & END_OF_MESSAGE == 0 {
            return Ok(None);
        }
        self.first = None;
        let payload = std::mem::take(&mut self.payload);
        Ok(Some(Message { kind: message_kind, ignored: status & IGNORE != 0, reset: reset(first_status), payload }))
    }
}

/// Whether the client has left without ado: closed the socket with TLS on, or with bytes unread.
fn is_hang_up(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe)
}

fn reset(status: u8) -> Reset {
    match (status & RESET_KEEP_TRANSACTION != 0, status & RESET != 0) {
        (true, _) => Reset::SessionKeepTransaction,
        (false, true) => Reset::Session,
        (false, false) => Reset::No,
    }
}

/// Writes messages, a packet at a time.
#[derive(Debug)]
pub struct MessageWriter<W> {
    io: W,
    room: usize,
    number: u8,
    pending: Vec<u8>,
}

impl<W: AsyncWrite + Unpin> MessageWriter<W> {
    /// A writer of packets of `size` bytes with their header.
    pub fn new(io: W, size: usize) -> Self {
        Self { io, room: size - HEADER, number: 0, pending: Vec::new() }
    }

    /// The stream.
    pub fn into_inner(self) -> W {
        self.io
    }

    /// Changes the size of the packets from here on.
    pub fn set_size(&mut self, size: usize) {
        self.room = size - HEADER;
    }

    /// Adds bytes to the message and sends the packets that are full. At least one byte stays behind for the
    /// packet that ends the message.
    ///
    /// # Errors
    /// The connection fails.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), ProtocolError> {
        self.pending.extend_from_slice(bytes);
        let full = self.pending.len().saturating_sub(1) / self.room;
        if full > 0 {
            self.send(full * self.room, 0).await?;
        }
        Ok(())
    }

    /// Sends what there is at once, without ending the message.
    ///
    /// # Errors
    /// The connection fails.
    pub async fn flush(&mut self) -> Result<(), ProtocolError> {
        self.send(self.pending.len(), 0).await?;
        Ok(self.io.flush().await?)
    }

    /// Ends the message.
    ///
    /// # Errors
    /// The connection fails.
    pub async fn finish(&mut self) -> Result<(), ProtocolError> {
        self.send(self.pending.len(), END_OF_MESSAGE).await?;
        self.number = 0;
        Ok(self.io.flush().await?)
    }

    /// Sends the first `count` pending bytes; the last packet gets `last_status`.
    async fn send(&mut self, count: usize, last_status: u8) -> Result<(), ProtocolError> {
        let mut out = Vec::with_capacity(count + (count / self.room + 1) * HEADER);
        let mut chunks = self.pending[..count].chunks(self.room).peekable();
        while let Some(chunk) = chunks.next() {
            let status = if chunks.peek().is_none() { last_status } else { 0 };
            self.number = self.number.wrapping_add(1);
            put_packet(&mut out, kind::REPLY, status, self.number, chunk);
        }
        self.io.write_all(&out).await?;
        self.pending.drain(..count);
        Ok(())
    }
}

/// Appends a packet. `chunk` fits into one.
fn put_packet(out: &mut Vec<u8>, kind: u8, status: u8, number: u8, chunk: &[u8]) {
    let length = (chunk.len() + HEADER) as u16;
    out.extend_from_slice(&[kind, status]);
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(&[0, 0, number, 0]);
    out.extend_from_slice(chunk);
}

/// The packets of a whole message of the default packet size.
pub fn packets(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(payload.len() + HEADER);
    let mut chunks = payload.chunks(DEFAULT_SIZE - HEADER).zip(1u8..).peekable();
    while let Some((chunk, number)) = chunks.next() {
        let status = if chunks.peek().is_none() { END_OF_MESSAGE } else { 0 };
        put_packet(&mut out, kind, status, number, chunk);
    }
    out
}
