//! LOGIN7: who logs in, and with which protocol version and packet size.

use super::bytes::Reader;
use super::{Malformed, packet};
use crate::sandbox::wire::{Login, ServerMessage};

/// TDS 7.3, revision A: the first with the date types, row counts of 8 bytes and ALL_HEADERS.
const OLDEST: u32 = 0x730A_0003;
/// TDS 7.4.
pub const TDS_7_4: u32 = 0x7400_0004;
/// TDS 8.0: 7.4 inside TLS from the first byte.
pub const TDS_8_0: u32 = 0x0800_0000;
/// The largest packet that the server agrees to: it fits into one TLS record.
const LARGEST_PACKET: usize = 16_192;
const SMALLEST_PACKET: usize = 512;

const FLAG_ODBC: u8 = 0x02;
const FLAG_INTEGRATED: u8 = 0x80;
const FLAG_EXTENSION: u8 = 0x10;
const FEATURE_FEDAUTH: u8 = 0x02;
const FEATURE_END: u8 = 0xFF;

/// What a LOGIN7 says, as far as the server uses it. The password is not among it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginRequest {
    /// Who logs in, and to which database.
    pub login: Login,
    /// The protocol version to go on with.
    pub version: u32,
    /// The packet size to go on with.
    pub packet_size: usize,
    /// The way of logging in that the client wants, where that is not a name and a password.
    refused: Option<Refused>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refused {
    Version(u32),
    Integrated,
    Federated,
}

impl LoginRequest {
    /// The error for a login of a kind that the server does not take.
    pub fn refusal(&self) -> Option<ServerMessage> {
        let text = match self.refused? {
            Refused::Version(version) => format!(
                "The ragsql sandbox speaks TDS 7.4; the client asks for version {version:#010x}. Set the client to TDS 7.4."
            ),
            Refused::Integrated => {
                "The ragsql sandbox takes no Windows logins. Give any user name and any password.".into()
            }
            Refused::Federated => {
                "The ragsql sandbox does not check Microsoft Entra tokens. Give any user name and any password.".into()
            }
        };
        Some(ServerMessage { number: 18456, class: 14, state: 1, message: text, procedure: String::new(), line: 1 })
    }
}

/// Reads a LOGIN7.
///
/// # Errors
/// A field lies outside the message.
pub fn parse(payload: &[u8]) -> Result<LoginRequest, Malformed> {
    let mut reader = Reader::new(payload, "LOGIN7");
    let _length = reader.u32()?;
    let version = reader.u32()?;
    let packet_size = packet_size(reader.u32()?);
    let _program_process_connection: [u8; 12] = reader.array()?;
    let [_, flags2, _, flags3] = reader.array()?;
    let _time_zone_locale: [u8; 8] = reader.array()?;
    let host = text_field(payload, &mut reader)?;
    let user = text_field(payload, &mut reader)?;
    let _password_is_not_read = field(&mut reader)?;
    let application = text_field(payload, &mut reader)?;
    let _server = field(&mut reader)?;
    let (extension, _) = field(&mut reader)?;
    let _library = field(&mut reader)?;
    let _language = field(&mut reader)?;
    let database = text_field(payload, &mut reader)?;
    let federated = flags3 & FLAG_EXTENSION != 0 && asks_for_federation(payload, extension)?;
    let refused = match version {
        _ if federated => Some(Refused::Federated),
        _ if flags2 & FLAG_INTEGRATED != 0 => Some(Refused::Integrated),
        TDS_8_0 | OLDEST.. => None,
        older => Some(Refused::Version(older)),
    };
    let version = if version == TDS_8_0 { TDS_8_0 } else { version.min(TDS_7_4) };
    let login = Login { user, database, application, host, ansi_defaults: flags2 & FLAG_ODBC != 0 };
    Ok(LoginRequest { login, version, packet_size, refused })
}

fn packet_size(asked: u32) -> usize {
    match usize::try_from(asked) {
        Ok(0) | Err(_) => packet::DEFAULT_SIZE,
        Ok(size) => size.clamp(SMALLEST_PACKET, LARGEST_PACKET),
    }
}

/// The offset and the length of the next field.
fn field(fields: &mut Reader<'_>) -> Result<(usize, usize), Malformed> {
    Ok((usize::from(fields.u16()?), usize::from(fields.u16()?)))
}

fn text_field(payload: &[u8], fields: &mut Reader<'_>) -> Result<String, Malformed> {
    let (offset, units) = field(fields)?;
    if units == 0 {
        return Ok(String::new());
    }
    let data = payload.get(offset..).ok_or(fields.malformed())?;
    Reader::new(data, "LOGIN7").utf16(units)
}

/// Walks the feature list, whose offset stands at `extension`.
fn asks_for_federation(payload: &[u8], extension: usize) -> Result<bool, Malformed> {
    const LIST: &str = "feature list in LOGIN7";
    let at = |offset: usize| payload.get(offset..).map(|rest| Reader::new(rest, LIST)).ok_or(Malformed(LIST));
    let list = at(extension)?.length()?;
    let mut features = at(list)?;
    loop {
        match features.u8()? {
            FEATURE_END => return Ok(false),
            FEATURE_FEDAUTH => return Ok(true),
            _ => {
                let length = features.length()?;
                features.take(length)?;
            }
        }
    }
}
