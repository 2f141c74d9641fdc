//! AI_GENERATE_CHUNKS with chunks of a fixed size.

use rusqlite::types::{Value, ValueRef};

use super::args::{Answer, Args};
use super::rows::{Packed, array};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::text;

/// `t_ai_generate_chunks(text, size, overlap)`: rows of chunk, order, offset, length and set id. The overlap
/// is a percentage of the size (0 to 50); offsets count from 1.
pub(super) fn chunks(args: &Args<'_, '_>) -> Answer {
    if args.is_null(0) {
        return Ok(array(Vec::new()));
    }
    let (size, overlap) = (args.integer(1), args.integer(2));
    if size < 1 {
        return Err(SqlError::new(31737, "The parameter chunk_size must be greater than zero."));
    }
    if !(0..=50).contains(&overlap) {
        return Err(SqlError::new(31738, "The parameter overlap must be between 0 and 50."));
    }
    let source = args.text(0);
    let total = text::units(source) as i64;
    let step = (size - size * overlap / 100).max(1);
    let mut rows = Vec::new();
    let mut start = 0;
    while start < total {
        let chunk = text::slice(source, start as usize, size as usize);
        let mut row = Packed::default();
        row.push(ValueRef::from(&Value::Text(chunk.clone())));
        for number in [rows.len() as i64 + 1, start + 1, text::units(&chunk) as i64, 1] {
            row.push(ValueRef::Integer(number));
        }
        rows.push(row.finish());
        if start + size >= total {
            break;
        }
        start += step;
    }
    Ok(array(rows))
}
