//! `uniqueidentifier`: text, the bytes of the wire, and the order in which the engine compares them.

use crate::sandbox::error::SqlError;

/// For each stored byte, the byte of the text that it is: the engine compares the last group first,
/// then the fourth, then the first three (Learn, "Comparing GUID and uniqueidentifier values").
const ORDER: [usize; 16] = [10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0];

/// For each byte of `binary(16)`, the byte of the text that it is: the first three groups are stored
/// little endian.
const BINARY: [usize; 16] = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];

/// From the order of the text to the stored order.
#[must_use]
pub fn store(text_order: [u8; 16]) -> Vec<u8> {
    ORDER.iter().map(|at| text_order[*at]).collect()
}

/// From the stored order to the order of the text; `None` for another length.
#[must_use]
pub fn load(stored: &[u8]) -> Option<[u8; 16]> {
    let stored = <[u8; 16]>::try_from(stored).ok()?;
    let mut text_order = [0; 16];
    for (at, from) in ORDER.iter().enumerate() {
        text_order[*from] = stored[at];
    }
    Some(text_order)
}

/// The bytes that `CAST(x AS binary(16))` yields.
#[must_use]
pub fn to_binary(text_order: [u8; 16]) -> Vec<u8> {
    BINARY.iter().map(|at| text_order[*at]).collect()
}

/// What [`to_binary`] yields read back; shorter bytes have zeros after them.
#[must_use]
pub fn from_binary(bytes: &[u8]) -> [u8; 16] {
    let mut text_order = [0; 16];
    for (at, from) in BINARY.iter().enumerate() {
        text_order[*from] = bytes.get(at).copied().unwrap_or(0);
    }
    text_order
}

/// `0E984725-C51C-4BF4-9960-E1C80E27ABA0`.
#[must_use]
pub fn format(text_order: [u8; 16]) -> String {
    let hex: String = text_order.iter().map(|byte| format!("{byte:02X}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// Reads 36 characters, with braces or without; what follows them is ignored, as the engine does.
///
/// # Errors
/// 8169.
pub fn parse(text: &str) -> Result<[u8; 16], SqlError> {
    let refused =
        || SqlError::new(8169, "Conversion failed when converting from a character string to uniqueidentifier.");
    let text = text.strip_prefix('{').unwrap_or(text);
    let text = text.get(..36).ok_or_else(refused)?;
    let dashes = [8, 13, 18, 23];
    let shaped = text
        .bytes()
        .enumerate()
        .all(|(at, byte)| if dashes.contains(&at) { byte == b'-' } else { byte.is_ascii_hexdigit() });
    if !shaped {
        return Err(refused().state(2));
    }
    let hex = text.replace('-', "");
    let mut bytes = [0; 16];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[at * 2..at * 2 + 2], 16).map_err(|_| refused())?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_store_and_binary_agree() {
        let text = "0E984725-C51C-4BF4-9960-E1C80E27ABA0";
        let bytes = parse(text).expect("reads");
        assert_eq!(format(bytes), text);
        assert_eq!(load(&store(bytes)), Some(bytes));
        assert_eq!(from_binary(&to_binary(bytes)), bytes);
        assert_eq!(to_binary(bytes)[..4], [0x25, 0x47, 0x98, 0x0E]);
    }

    #[test]
    fn the_last_group_orders_first() {
        let a = parse("FFFFFFFF-0000-0000-0000-000000000001").expect("reads");
        let b = parse("00000000-0000-0000-0000-000000000002").expect("reads");
        assert!(store(a) < store(b));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "0E984725", "0E984725-C51C-4BF4-9960-E1C80E27ABAG", "é"] {
            assert_eq!(parse(text).map_err(|error| error.number), Err(8169), "{text}");
        }
    }
}
