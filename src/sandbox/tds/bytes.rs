//! Bounds-checked reading of a message, and writing of the strings that the protocol is made of.

use super::Malformed;

/// Reads a message from its start. Numbers are little-endian unless a method says otherwise.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    what: &'static str,
}

impl<'a> Reader<'a> {
    /// A reader of `bytes`; `what` names them in errors.
    pub fn new(bytes: &'a [u8], what: &'static str) -> Self {
        Self { bytes, what }
    }

    /// The error for bytes that are not what they should be.
    pub fn malformed(&self) -> Malformed {
        Malformed(self.what)
    }

    /// Whether everything was read.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// What was not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// The next byte, left where it is.
    pub fn peek(&self) -> Option<u8> {
        self.bytes.first().copied()
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// There are fewer.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(Malformed(self.what))?;
        self.bytes = rest;
        Ok(taken)
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// There are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (taken, rest) = self.bytes.split_first_chunk().ok_or(Malformed(self.what))?;
        self.bytes = rest;
        Ok(*taken)
    }

    /// A byte.
    ///
    /// # Errors
    /// The message has ended.
    pub fn u8(&mut self) -> Result<u8, Malformed> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    /// Two bytes.
    ///
    /// # Errors
    /// The message has ended.
    pub fn u16(&mut self) -> Result<u16, Malformed> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// Two bytes, most significant first.
    ///
    /// # Errors
    /// The message has ended.
    pub fn u16_be(&mut self) -> Result<u16, Malformed> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    /// Four bytes.
    ///
    /// # Errors
    /// The message has ended.
    pub fn u32(&mut self) -> Result<u32, Malformed> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// Eight bytes.
    ///
    /// # Errors
    /// The message has ended.
    pub fn u64(&mut self) -> Result<u64, Malformed> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// Four bytes that hold the length of what follows.
    ///
    /// # Errors
    /// The message has ended.
    pub fn length(&mut self) -> Result<usize, Malformed> {
        usize::try_from(self.u32()?).map_err(|_| self.malformed())
    }

    /// `units` UTF-16 units.
    ///
    /// # Errors
    /// There are fewer.
    pub fn utf16(&mut self, units: usize) -> Result<String, Malformed> {
        let count = units.checked_mul(2).ok_or(Malformed(self.what))?;
        utf16_text(self.take(count)?).ok_or(Malformed(self.what))
    }

    /// Text with its length in UTF-16 units in one byte before it (B_VARCHAR).
    ///
    /// # Errors
    /// The message ends before the text.
    pub fn b_varchar(&mut self) -> Result<String, Malformed> {
        let units = self.u8()?;
        self.utf16(usize::from(units))
    }

    /// Text with its length in UTF-16 units in two bytes before it (US_VARCHAR).
    ///
    /// # Errors
    /// The message ends before the text.
    pub fn us_varchar(&mut self) -> Result<String, Malformed> {
        let units = self.u16()?;
        self.utf16(usize::from(units))
    }

    /// The next `count` bytes as a reader of their own.
    ///
    /// # Errors
    /// There are fewer.
    pub fn part(&mut self, count: usize) -> Result<Reader<'a>, Malformed> {
        Ok(Reader::new(self.take(count)?, self.what))
    }
}

/// The text of UTF-16 bytes, least significant first, with U+FFFD for a lone surrogate. `None` when the number of bytes is odd.
pub fn utf16_text(bytes: &[u8]) -> Option<String> {
    let (units, odd) = bytes.as_chunks::<2>();
    if !odd.is_empty() {
        return None;
    }
    let units = units.iter().map(|pair| u16::from_le_bytes(*pair));
    Some(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// Appends text as UTF-16, at most `limit` units of it, and says how many were written.
fn put_utf16(out: &mut Vec<u8>, text: &str, limit: usize) -> usize {
    let mut written = 0;
    for unit in text.encode_utf16().take(limit) {
        out.extend_from_slice(&unit.to_le_bytes());
        written += 1;
    }
    written
}

/// Appends text with its length in one byte before it; what is beyond 255 units is cut off.
pub fn put_b_varchar(out: &mut Vec<u8>, text: &str) {
    let at = out.len();
    out.push(0);
    let units = put_utf16(out, text, usize::from(u8::MAX));
    out[at] = units as u8;
}

/// Appends text with its length in two bytes before it; what is beyond `limit` units is cut off.
pub fn put_us_varchar(out: &mut Vec<u8>, text: &str, limit: u16) {
    let at = out.len();
    out.extend_from_slice(&[0; 2]);
    let units = put_utf16(out, text, usize::from(limit));
    out[at..at + 2].copy_from_slice(&(units as u16).to_le_bytes());
}

/// Appends what `fill` writes, with its length in two bytes before it. What `fill` writes must stay under 64 KB.
pub fn put_u16_counted(out: &mut Vec<u8>, fill: impl FnOnce(&mut Vec<u8>)) {
    let at = out.len();
    out.extend_from_slice(&[0; 2]);
    fill(out);
    let length = u16::try_from(out.len() - at - 2).unwrap_or(u16::MAX);
    out[at..at + 2].copy_from_slice(&length.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_past_the_end_is_an_error_and_moves_nothing() {
        let mut reader = Reader::new(&[1, 2, 3], "test");
        assert_eq!(reader.u32(), Err(Malformed("test")));
        assert_eq!(reader.rest(), [1, 2, 3]);
        assert_eq!(reader.u16(), Ok(0x0201));
        assert_eq!(reader.utf16(usize::MAX), Err(Malformed("test")));
    }

    #[test]
    fn text_keeps_characters_beyond_the_basic_plane() {
        let mut out = Vec::new();
        put_b_varchar(&mut out, "a😀");
        assert_eq!(out[0], 3);
        assert_eq!(Reader::new(&out, "test").b_varchar().unwrap(), "a😀");
    }

    #[test]
    fn long_text_is_cut_to_its_limit() {
        let mut out = Vec::new();
        put_us_varchar(&mut out, &"x".repeat(100), 7);
        assert_eq!(Reader::new(&out, "test").us_varchar().unwrap(), "xxxxxxx");
    }
}
