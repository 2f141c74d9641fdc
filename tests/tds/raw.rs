//! A client that sees every byte: it sends any message and reads replies as tokens.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

pub const BATCH: u8 = 0x01;
pub const RPC: u8 = 0x03;
pub const ATTENTION: u8 = 0x06;
pub const TRANSACTION: u8 = 0x0E;
pub const LOGIN: u8 = 0x10;
pub const PRELOGIN: u8 = 0x12;

/// The end of a message, as a packet's status.
pub const END: u8 = 0x01;

/// A token that the tests look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// DONE (0xFD), DONEPROC (0xFE), DONEINPROC (0xFF): status, command, count.
    Done(u8, u16, u16, u64),
    /// ENVCHANGE: what changed, and the bytes after it.
    Change(u8, Vec<u8>),
    /// ERROR or INFO: number, class, text, procedure, line.
    Message(i32, u8, String, String, u32),
    /// LOGINACK: the protocol version and the name of the server.
    LoginAck(u32, String),
    /// RETURNSTATUS.
    ReturnStatus(i32),
    /// RETURNVALUE of an INTN of 4 bytes: position, name, value.
    ReturnValue(u16, String, i32),
}

/// A connection.
pub struct Raw(pub TcpStream);

impl Raw {
    /// Connects, without a word.
    pub fn open(port: u16) -> Raw {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout can be set");
        Raw(stream)
    }

    /// Connects and logs in without encryption.
    pub fn log_in(port: u16) -> Raw {
        let mut raw = Raw::open(port);
        raw.send(PRELOGIN, &prelogin(2));
        raw.receive();
        raw.send(LOGIN, &login7(0x7400_0004, 4096, 0x02, 0));
        let tokens = raw.tokens();
        assert!(tokens.iter().any(|token| matches!(token, Token::LoginAck(..))), "{tokens:?}");
        raw
    }

    /// Sends a message in packets of at most 4,096 bytes.
    pub fn send(&mut self, kind: u8, payload: &[u8]) {
        self.send_with(kind, 0, END, payload);
    }

    /// The same, with a status for each packet and one for the last.
    pub fn send_with(&mut self, kind: u8, status: u8, last: u8, payload: &[u8]) {
        let chunks: Vec<&[u8]> = if payload.is_empty() { vec![payload] } else { payload.chunks(4088).collect() };
        for (index, chunk) in chunks.iter().enumerate() {
            let status = if index + 1 == chunks.len() { status | last } else { status };
            let length = (chunk.len() as u16 + 8).to_be_bytes();
            let mut packet = vec![kind, status, length[0], length[1], 0, 0, index as u8 + 1, 0];
            packet.extend_from_slice(chunk);
            self.0.write_all(&packet).expect("the server reads");
        }
    }

    /// Sends a batch in a transaction, or in none (0).
    pub fn batch(&mut self, sql: &str, transaction: u64) {
        self.send(BATCH, &[headers(transaction), utf16(sql)].concat());
    }

    /// Reads a message: the sizes of its packets, and its bytes.
    pub fn receive_packets(&mut self) -> (Vec<usize>, Vec<u8>) {
        let (mut sizes, mut payload) = (Vec::new(), Vec::new());
        loop {
            let mut header = [0; 8];
            self.0.read_exact(&mut header).expect("the server answers");
            assert_eq!(header[0], 4, "a reply has type 4");
            let length = usize::from(u16::from_be_bytes([header[2], header[3]]));
            let mut body = vec![0; length - 8];
            self.0.read_exact(&mut body).expect("the packet is whole");
            sizes.push(length);
            payload.extend(body);
            if header[1] & END != 0 {
                return (sizes, payload);
            }
        }
    }

    /// Reads a message.
    pub fn receive(&mut self) -> Vec<u8> {
        self.receive_packets().1
    }

    /// Reads a message as tokens.
    pub fn tokens(&mut self) -> Vec<Token> {
        parse(&self.receive())
    }

    /// Whether the server has closed the connection, without sending anything.
    pub fn is_closed(&mut self) -> bool {
        !matches!(self.0.read(&mut [0]), Ok(1))
    }
}

/// A PRELOGIN that asks for a level of encryption.
pub fn prelogin(level: u8) -> Vec<u8> {
    vec![0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xFF, 0, 0, 0, 0, 0, 0, level]
}

/// A LOGIN7 of user `sa`, with a feature list of the given feature unless that is 0.
pub fn login7(version: u32, packet_size: u32, flags2: u8, feature: u8) -> Vec<u8> {
    let mut fixed = vec![0; 94];
    fixed[4..8].copy_from_slice(&version.to_le_bytes());
    fixed[8..12].copy_from_slice(&packet_size.to_le_bytes());
    fixed[25] = flags2;
    let mut data: Vec<u8> = Vec::new();
    let mut field = |at: usize, text: &str| {
        fixed[at..at + 2].copy_from_slice(&(94 + data.len() as u16).to_le_bytes());
        fixed[at + 2..at + 4].copy_from_slice(&(text.encode_utf16().count() as u16).to_le_bytes());
        data.extend(utf16(text));
    };
    field(36, "host");
    field(40, "sa");
    field(44, "not-a-secret");
    field(48, "raw client");
    field(68, "");
    if feature != 0 {
        let at = 94 + data.len();
        data.extend((at as u32 + 4).to_le_bytes());
        data.extend([feature, 1, 0, 0, 0, 1, 0xFF]);
        fixed[27] = 0x10;
        fixed[56..58].copy_from_slice(&(at as u16).to_le_bytes());
        fixed[58] = 4;
    }
    let length = (fixed.len() + data.len()) as u32;
    fixed[0..4].copy_from_slice(&length.to_le_bytes());
    [fixed, data].concat()
}

/// ALL_HEADERS with a transaction descriptor.
pub fn headers(transaction: u64) -> Vec<u8> {
    let mut headers = vec![22, 0, 0, 0, 18, 0, 0, 0, 2, 0];
    headers.extend(transaction.to_le_bytes());
    headers.extend([1, 0, 0, 0]);
    headers
}

pub fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// An RPC parameter of type `nvarchar(max)`.
pub fn text_parameter(name: &str, text: &str) -> Vec<u8> {
    let mut out = vec![name.encode_utf16().count() as u8];
    out.extend(utf16(name));
    out.extend([0, 0xE7, 0xFF, 0xFF, 0x09, 0x04, 0xD0, 0x00, 0x34]);
    let bytes = utf16(text);
    out.extend((bytes.len() as u64).to_le_bytes());
    if !bytes.is_empty() {
        out.extend((bytes.len() as u32).to_le_bytes());
        out.extend(bytes);
    }
    out.extend([0; 4]);
    out
}

/// An RPC parameter of type `int`.
pub fn int_parameter(name: &str, output: bool, value: i32) -> Vec<u8> {
    let mut out = vec![name.encode_utf16().count() as u8];
    out.extend(utf16(name));
    out.extend([u8::from(output), 0x26, 4, 4]);
    out.extend(value.to_le_bytes());
    out
}

/// The start of a call by number.
pub fn call(number: u16) -> Vec<u8> {
    [&[0xFF, 0xFF][..], &number.to_le_bytes(), &[0, 0]].concat()
}

fn parse(mut bytes: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    while let Some(id) = bytes.split_off_first() {
        tokens.push(token(*id, &mut bytes));
    }
    tokens
}

fn token(id: u8, bytes: &mut &[u8]) -> Token {
    match id {
        0xFD..=0xFF => Token::Done(id, u16_of(bytes), u16_of(bytes), u64::from_le_bytes(array(bytes))),
        0x79 => Token::ReturnStatus(i32::from_le_bytes(array(bytes))),
        0xAC => {
            let (position, name) = (u16_of(bytes), b_varchar(bytes));
            let _status_type_flags_info: [u8; 10] = array(bytes);
            Token::ReturnValue(position, name, i32::from_le_bytes(array(bytes)))
        }
        0xE3 => {
            let mut body = counted(bytes);
            let [kind] = array(&mut body);
            Token::Change(kind, body.to_vec())
        }
        0xAA | 0xAB => {
            let mut body = counted(bytes);
            let number = i32::from_le_bytes(array(&mut body));
            let [_state, class] = array(&mut body);
            assert_eq!(id == 0xAA, class > 10, "errors are of class 11 and above");
            let units = usize::from(u16_of(&mut body));
            let text = text(&mut body, units);
            let _server = b_varchar(&mut body);
            Token::Message(number, class, text, b_varchar(&mut body), u32::from_le_bytes(array(&mut body)))
        }
        0xAD => {
            let mut body = counted(bytes);
            let [_interface] = array(&mut body);
            Token::LoginAck(u32::from_be_bytes(array(&mut body)), b_varchar(&mut body))
        }
        other => panic!("a token of type {other:#04x}"),
    }
}

fn array<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (first, rest) = bytes.split_first_chunk().expect("the token is whole");
    *bytes = rest;
    *first
}

fn u16_of(bytes: &mut &[u8]) -> u16 {
    u16::from_le_bytes(array(bytes))
}

fn counted<'a>(bytes: &mut &'a [u8]) -> &'a [u8] {
    let length = usize::from(u16_of(bytes));
    bytes.split_off(..length).expect("the token is whole")
}

fn text(bytes: &mut &[u8], units: usize) -> String {
    let units: Vec<u16> = (0..units).map(|_| u16_of(bytes)).collect();
    String::from_utf16(&units).expect("UTF-16")
}

fn b_varchar(bytes: &mut &[u8]) -> String {
    let [units] = array(bytes);
    text(bytes, usize::from(units))
}
