//! PRELOGIN: the first message each way, which settles whether the connection is encrypted.

use super::Malformed;
use super::bytes::Reader;

/// The server's version in PRELOGIN and LOGINACK: that of Azure SQL Database, 12.0.2000.8.
pub const VERSION: [u8; 6] = [12, 0, 0x07, 0xD0, 0, 8];

const OPTION_VERSION: u8 = 0;
const OPTION_ENCRYPTION: u8 = 1;
const OPTION_INSTANCE: u8 = 2;
const OPTION_THREAD: u8 = 3;
const OPTION_MARS: u8 = 4;
const OPTION_FEDERATED: u8 = 6;
const TERMINATOR: u8 = 0xFF;

/// How much of the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// Nothing: the client cannot, or will not.
    None,
    /// LOGIN7 alone.
    LoginOnly,
    /// All of it.
    Full,
}

/// What a client asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prelogin {
    /// The encryption that follows from what it asks.
    pub encryption: Encryption,
    /// It asks whether a federated login is required.
    pub federated: bool,
}

/// Reads a client's PRELOGIN.
///
/// # Errors
/// The option table points outside the message, or has no end.
pub fn parse(payload: &[u8]) -> Result<Prelogin, Malformed> {
    let mut table = Reader::new(payload, "PRELOGIN");
    let mut prelogin = Prelogin { encryption: Encryption::None, federated: false };
    loop {
        let option = table.u8()?;
        if option == TERMINATOR {
            return Ok(prelogin);
        }
        let (offset, length) = (usize::from(table.u16_be()?), usize::from(table.u16_be()?));
        let data = payload.get(offset..offset + length).ok_or(table.malformed())?;
        match (option, data) {
            (OPTION_ENCRYPTION, [level, ..]) => prelogin.encryption = negotiate(*level),
            (OPTION_FEDERATED, [_, ..]) => prelogin.federated = true,
            _ => {}
        }
    }
}

/// The encryption that follows from a client's level, as [MS-TDS] 2.2.6.5 has it for a server that offers
/// encryption and does not demand it.
fn negotiate(level: u8) -> Encryption {
    const CERTIFICATE: u8 = 0x80;
    match level & !CERTIFICATE {
        0 => Encryption::LoginOnly,
        1 | 3 => Encryption::Full,
        _ => Encryption::None,
    }
}

/// The server's answer: its version, the encryption, the instance that was asked for, no MARS.
pub fn answer(prelogin: Prelogin) -> Vec<u8> {
    let level = match prelogin.encryption {
        Encryption::LoginOnly => 0,
        Encryption::Full => 1,
        Encryption::None => 2,
    };
    let mut options: Vec<(u8, &[u8])> = vec![(OPTION_VERSION, &VERSION)];
    let level = [level];
    options.extend([
        (OPTION_ENCRYPTION, &level[..]),
        (OPTION_INSTANCE, &[0]),
        (OPTION_THREAD, &[]),
        (OPTION_MARS, &[0]),
    ]);
    if prelogin.federated {
        options.push((OPTION_FEDERATED, &[0]));
    }
    option_table(&options)
}

fn option_table(options: &[(u8, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut offset = (options.len() * 5 + 1) as u16;
    for (option, data) in options {
        out.push(*option);
        out.extend_from_slice(&offset.to_be_bytes());
        out.extend_from_slice(&(data.len() as u16).to_be_bytes());
        offset += data.len() as u16;
    }
    out.push(TERMINATOR);
    out.extend(options.iter().flat_map(|(_, data)| data.iter()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(level: u8) -> Vec<u8> {
        option_table(&[(OPTION_VERSION, &[0; 6]), (OPTION_ENCRYPTION, &[level]), (OPTION_FEDERATED, &[1])])
    }

    #[test]
    fn encryption_follows_what_the_client_asks() {
        let levels = [0, 1, 2, 3, 0x81].map(|level| parse(&asking(level)).unwrap().encryption);
        use Encryption::{Full, LoginOnly, None};
        assert_eq!(levels, [LoginOnly, Full, None, Full, Full]);
    }

    #[test]
    fn the_answer_reads_back_as_what_was_settled() {
        for encryption in [Encryption::None, Encryption::LoginOnly, Encryption::Full] {
            let settled = Prelogin { encryption, federated: true };
            assert_eq!(parse(&answer(settled)).unwrap(), settled);
        }
    }

    #[test]
    fn a_table_without_an_end_or_with_a_wild_offset_is_malformed() {
        assert_eq!(parse(&[]), Err(Malformed("PRELOGIN")));
        assert_eq!(parse(&[OPTION_ENCRYPTION, 0xFF, 0xFF, 0, 1, TERMINATOR]), Err(Malformed("PRELOGIN")));
    }
}
