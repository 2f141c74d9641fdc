//! NEWID and RAND, over SQLite's own random bytes.

use rusqlite::types::Value;

use super::args::{Answer, Args, Function};
use crate::sandbox::value::guid;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[("t_guid", new_guid), ("t_rand", rand)];

/// `t_guid(randomblob(16))`: a random `uniqueidentifier` (version 4).
fn new_guid(args: &Args<'_, '_>) -> Answer {
    let Ok(mut bytes) = <[u8; 16]>::try_from(args.blob(0)) else { return Ok(Value::Null) };
    bytes[6] = bytes[6] & 0x0F | 0x40;
    bytes[8] = bytes[8] & 0x3F | 0x80;
    Ok(Value::Blob(guid::store(bytes)))
}

/// `t_rand(n)`: a number from 0 to 1 that depends on `n` alone.
fn rand(args: &Args<'_, '_>) -> Answer {
    let mut mixed = (args.integer(0) as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^= mixed >> 31;
    Ok(Value::Real((mixed >> 11) as f64 / (1_u64 << 53) as f64))
}
