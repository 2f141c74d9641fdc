//! HASHBYTES and CHECKSUM.

use md5::Md5;
use rusqlite::types::{Value, ValueRef};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

use super::args::{Answer, Args, Function};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::{SqlType, text};

pub(super) const FUNCTIONS: &[(&str, Function)] =
    &[("t_hashbytes", hash_bytes), ("t_checksum", checksum), ("t_binary_checksum", checksum)];

/// `t_hashbytes(algorithm, x, 'type')`: over UTF-16 for `nvarchar`, code page 1252 for `varchar`. NULL for
/// an algorithm that does not exist.
fn hash_bytes(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let data_type = args.data_type(2)?;
    let bytes = match args.raw(1) {
        ValueRef::Text(_) if data_type.is_national() => text::utf16_bytes(args.text(1)),
        ValueRef::Text(_) => text::code_page(args.text(1)),
        _ => args.blob(1).to_vec(),
    };
    let digest = match args.text(0).to_ascii_uppercase().as_str() {
        "SHA2_256" => Sha256::digest(&bytes).to_vec(),
        "SHA2_512" => Sha512::digest(&bytes).to_vec(),
        "SHA" | "SHA1" => Sha1::digest(&bytes).to_vec(),
        "MD5" => Md5::digest(&bytes).to_vec(),
        old @ ("MD2" | "MD4") => return Err(SqlError::unknown(format!("The algorithm {old} of HASHBYTES"))),
        _ => return Ok(Value::Null),
    };
    Ok(Value::Blob(digest))
}

/// `t_checksum(x, 'type', …)` of integers and of `uniqueidentifier`; the engine's function of text is not
/// published.
fn checksum(args: &Args<'_, '_>) -> Answer {
    let mut sum = 0_u32;
    for at in (0..args.len()).step_by(2) {
        let part = match (args.raw(at), args.data_type(at + 1)?) {
            (ValueRef::Null, _) => i32::MAX as u32,
            (ValueRef::Integer(number), data_type) if data_type.is_integer() => {
                number as u32 ^ (number >> 32) as u32 & sign_free(number)
            }
            (ValueRef::Blob(bytes), SqlType::UniqueIdentifier) => bytes
                .chunks_exact(4)
                .fold(0, |sum, four| sum ^ u32::from_be_bytes([four[0], four[1], four[2], four[3]])),
            (_, data_type) => return Err(SqlError::unknown(format!("CHECKSUM of {data_type}"))),
        };
        sum = sum.rotate_left(4) ^ part;
    }
    Ok(Value::Integer(i64::from(sum as i32)))
}

/// The high half counts only where it is more than a sign.
fn sign_free(number: i64) -> u32 {
    if i32::try_from(number).is_ok() { 0 } else { u32::MAX }
}
