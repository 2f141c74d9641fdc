//! ALL_HEADERS, which starts every request and names its transaction, and Transaction Manager Requests.

use super::bytes::{Reader, utf16_text};
use super::{Malformed, Unserved, not_served};
use crate::sandbox::wire::{Isolation, Request};

const HEADER_TRANSACTION: u16 = 2;

const BEGIN: u16 = 5;
const COMMIT: u16 = 7;
const ROLLBACK: u16 = 8;
const SAVE: u16 = 9;

/// Reads ALL_HEADERS and gives the transaction descriptor; 0 when there is no transaction.
///
/// # Errors
/// A length does not fit.
pub fn read_all_headers(reader: &mut Reader<'_>) -> Result<u64, Malformed> {
    let total = reader.length()?;
    let mut headers = reader.part(total.checked_sub(4).ok_or(reader.malformed())?)?;
    let mut descriptor = 0;
    while !headers.is_empty() {
        let length = headers.length()?;
        let mut header = headers.part(length.checked_sub(4).ok_or(headers.malformed())?)?;
        if header.u16()? == HEADER_TRANSACTION {
            descriptor = header.u64()?;
        }
    }
    Ok(descriptor)
}

/// Reads a Transaction Manager Request after its headers. A commit or rollback may begin the next transaction, so
/// there can be two requests.
///
/// # Errors
/// The message is malformed, or of a kind that is not served (distributed transactions).
pub fn parse(reader: &mut Reader<'_>) -> Result<Vec<Request>, Unserved> {
    Ok(match reader.u16()? {
        BEGIN => vec![read_begin(reader)?],
        COMMIT => {
            read_name(reader)?;
            chain(Request::Commit, reader)?
        }
        ROLLBACK => {
            let name = read_name(reader)?;
            chain(Request::Rollback((!name.is_empty()).then_some(name)), reader)?
        }
        SAVE => vec![Request::Save(read_name(reader)?)],
        kind => {
            let what = format!("distributed transactions (transaction manager request {kind})");
            return Err(Unserved::Refused(not_served(&what)));
        }
    })
}

fn chain(request: Request, reader: &mut Reader<'_>) -> Result<Vec<Request>, Malformed> {
    const BEGIN_NEXT: u8 = 0x01;
    let mut requests = vec![request];
    if !reader.is_empty() && reader.u8()? & BEGIN_NEXT != 0 {
        requests.push(read_begin(reader)?);
    }
    Ok(requests)
}

fn read_begin(reader: &mut Reader<'_>) -> Result<Request, Malformed> {
    let isolation = match reader.u8()? {
        0 => None,
        1 => Some(Isolation::ReadUncommitted),
        2 => Some(Isolation::ReadCommitted),
        3 => Some(Isolation::RepeatableRead),
        4 => Some(Isolation::Serializable),
        5 => Some(Isolation::Snapshot),
        _ => return Err(reader.malformed()),
    };
    read_name(reader)?;
    Ok(Request::Begin(isolation))
}

/// A name with its length in bytes before it. Some clients leave an empty one out at the end.
fn read_name(reader: &mut Reader<'_>) -> Result<String, Malformed> {
    if reader.is_empty() {
        return Ok(String::new());
    }
    let length = reader.u8()?;
    utf16_text(reader.take(usize::from(length))?).ok_or(reader.malformed())
}
