//! TLS: a self-signed certificate, and the handshake that travels inside PRELOGIN packets.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{ServerConfig, SupportedProtocolVersion};
use tokio_rustls::server::TlsStream;

use super::packet::{self, HEADER, kind};

/// The first byte of a TLS handshake that no PRELOGIN precedes (TDS 8.0, `Encrypt=strict`).
pub const HANDSHAKE_RECORD: u8 = 0x16;

/// The server side of TLS, with a certificate for `localhost` and 127.0.0.1 that it signed itself.
#[derive(Clone)]
pub struct Tls {
    /// For a handshake inside PRELOGIN packets: TLS 1.2, like SQL Server. FreeTDS on GnuTLS loses the end of a wrapped
    /// TLS 1.3 handshake.
    wrapped: TlsAcceptor,
    /// For TLS from the first byte (TDS 8.0): TLS 1.3, or 1.2.
    strict: TlsAcceptor,
    certificate: Arc<str>,
}

impl Tls {
    /// Makes a key and a certificate.
    ///
    /// # Errors
    /// They cannot be made.
    pub fn new() -> io::Result<Self> {
        let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
        let made = rcgen::generate_simple_self_signed(names).map_err(io::Error::other)?;
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
        let certificate = made.cert.der().clone();
        let wrapped = acceptor(&[&TLS12], certificate.clone(), key.clone_key())?;
        let strict = acceptor(&[&TLS13, &TLS12], certificate, key)?;
        Ok(Self { wrapped, strict, certificate: made.cert.pem().into() })
    }

    /// The certificate as PEM, for clients that trust nothing else.
    pub fn certificate(&self) -> &str {
        &self.certificate
    }

    /// Accepts a handshake from the first byte on.
    ///
    /// # Errors
    /// The connection or the handshake fails.
    pub async fn accept_strict<S: AsyncRead + AsyncWrite + Unpin>(&self, stream: S) -> io::Result<TlsStream<S>> {
        self.strict.accept(stream).await
    }

    /// Accepts a handshake that travels inside PRELOGIN packets.
    ///
    /// # Errors
    /// The connection or the handshake fails.
    pub async fn accept_wrapped<S>(&self, stream: S) -> io::Result<TlsStream<Wrapped<S>>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let mut stream = self.wrapped.accept(Wrapped::new(stream)).await?;
        stream.get_mut().0.wraps = false;
        Ok(stream)
    }
}

fn acceptor(
    versions: &[&'static SupportedProtocolVersion],
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
) -> io::Result<TlsAcceptor> {
    let mut config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_protocol_versions(versions)
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(vec![certificate], key))
        .map_err(io::Error::other)?;
    // Clients take the first bytes after the handshake for the answer to their next message; a ticket is none.
    config.send_tls13_tickets = 0;
    config.alpn_protocols = vec![b"tds/8.0".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// A stream whose bytes are wrapped in PRELOGIN packets until the handshake is done. On the way in it follows the
/// client, which may stop wrapping a moment earlier or later than we do: a packet and a TLS record cannot be confused
/// by their first byte.
#[derive(Debug)]
pub struct Wrapped<S> {
    inner: S,
    wraps: bool,
    header: [u8; HEADER],
    header_filled: usize,
    left_in_packet: usize,
    bare: bool,
    unsent: Vec<u8>,
    unwritten: Vec<u8>,
}

impl<S> Wrapped<S> {
    fn new(inner: S) -> Self {
        Self {
            inner,
            wraps: true,
            header: [0; HEADER],
            header_filled: 0,
            left_in_packet: 0,
            bare: false,
            unsent: Vec::new(),
            unwritten: Vec::new(),
        }
    }

    /// The stream below.
    pub fn into_inner(self) -> S {
        self.inner
    }
}

impl<S: AsyncRead + Unpin> Wrapped<S> {
    /// Reads one more byte of a packet's header. `Ok(None)` at the end of the stream.
    fn poll_header_byte(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<Option<u8>>> {
        let mut byte = [0];
        let mut buffer = ReadBuf::new(&mut byte);
        ready!(Pin::new(&mut self.inner).poll_read(cx, &mut buffer))?;
        Poll::Ready(Ok(buffer.filled().first().copied()))
    }

    /// Reads at most what is left of the packet.
    fn poll_packet(&mut self, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let mut chunk = [0; 1024];
        let room = chunk.len().min(self.left_in_packet).min(buffer.remaining());
        let mut part = ReadBuf::new(&mut chunk[..room]);
        ready!(Pin::new(&mut self.inner).poll_read(cx, &mut part))?;
        self.left_in_packet -= part.filled().len();
        buffer.put_slice(part.filled());
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Wrapped<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        loop {
            if self.bare {
                return Pin::new(&mut self.inner).poll_read(cx, buffer);
            }
            if self.left_in_packet > 0 {
                return self.poll_packet(cx, buffer);
            }
            let Some(byte) = ready!(self.poll_header_byte(cx))? else {
                return Poll::Ready(Ok(()));
            };
            if self.header_filled == 0 && byte != kind::PRELOGIN {
                self.bare = true;
                buffer.put_slice(&[byte]);
                return Poll::Ready(Ok(()));
            }
            self.accept_header_byte(byte)?;
        }
    }
}

impl<S> Wrapped<S> {
    fn accept_header_byte(&mut self, byte: u8) -> io::Result<()> {
        self.header[self.header_filled] = byte;
        self.header_filled += 1;
        if self.header_filled == HEADER {
            let length = usize::from(u16::from_be_bytes([self.header[2], self.header[3]]));
            self.left_in_packet = length.checked_sub(HEADER).ok_or(io::ErrorKind::InvalidData)?;
            self.header_filled = 0;
        }
        Ok(())
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Wrapped<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if !self.wraps {
            return Pin::new(&mut self.inner).poll_write(cx, bytes);
        }
        self.unsent.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !this.unsent.is_empty() {
            let unsent = std::mem::take(&mut this.unsent);
            this.unwritten.extend(packet::packets(kind::PRELOGIN, &unsent));
        }
        while !this.unwritten.is_empty() {
            let written = ready!(Pin::new(&mut this.inner).poll_write(cx, &this.unwritten))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            this.unwritten.drain(..written);
        }
        Pin::new(&mut this.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.as_mut().poll_flush(cx))?;
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}
