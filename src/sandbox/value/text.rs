//! Text as the engine measures it: UTF-16 code units for `nvarchar`, bytes of code page 1252 for
//! `varchar`.

use super::SqlType;

/// The text with `?` for what code page 1252 does not have, as a conversion to `varchar` does.
#[must_use]
pub fn narrow(text: String) -> String {
    if text.is_ascii() {
        return text;
    }
    text.chars().map(|c| if byte(c).is_some() { c } else { '?' }).collect()
}

fn byte(c: char) -> Option<u8> {
    if c.is_ascii() {
        return Some(c as u8);
    }
    let mut buffer = [0; 4];
    let (bytes, _, unmapped) = encoding_rs::WINDOWS_1252.encode(c.encode_utf8(&mut buffer));
    (!unmapped).then(|| bytes[0])
}

/// The bytes of code page 1252.
#[must_use]
pub fn code_page(text: &str) -> Vec<u8> {
    text.chars().map(|c| byte(c).unwrap_or(b'?')).collect()
}

/// Bytes of code page 1252 as text.
#[must_use]
pub fn from_code_page(bytes: &[u8]) -> String {
    encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()
}

/// The bytes of UTF-16, little endian.
#[must_use]
pub fn utf16_bytes(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Bytes of UTF-16, little endian, as text; half a surrogate pair becomes U+FFFD, an odd last byte is
/// dropped.
#[must_use]
pub fn from_utf16_bytes(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
    String::from_utf16_lossy(&units)
}

/// How many UTF-16 code units a text has: what `LEN` and `nvarchar(n)` count.
#[must_use]
pub fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// At most `count` UTF-16 code units from the unit `start` on. Half a surrogate pair becomes U+FFFD.
#[must_use]
pub fn slice(text: &str, start: usize, count: usize) -> String {
    if text.is_ascii() {
        let start = start.min(text.len());
        return text[start..start.saturating_add(count).min(text.len())].to_owned();
    }
    let units: Vec<u16> = text.encode_utf16().skip(start).take(count).collect();
    String::from_utf16_lossy(&units)
}

/// Cuts a text to what a type holds, and fills `char` and `nchar` with blanks.
#[must_use]
pub fn fit(text: String, to: SqlType) -> String {
    match to {
        SqlType::VarChar(None) => narrow(text),
        SqlType::VarChar(Some(n)) => cut(narrow(text), n),
        SqlType::Char(n) => pad(cut(narrow(text), n), n),
        SqlType::NVarChar(Some(n)) => cut(text, n),
        SqlType::NChar(n) => pad(cut(text, n), n),
        _ => text,
    }
}

fn cut(text: String, length: u16) -> String {
    if units(&text) <= usize::from(length) { text } else { slice(&text, 0, usize::from(length)) }
}

fn pad(mut text: String, length: u16) -> String {
    let missing = usize::from(length).saturating_sub(units(&text));
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varchar_has_no_room_for_other_scripts() {
        assert_eq!(narrow("naïve 日本 €".to_owned()), "naïve ?? €");
        assert_eq!(code_page("é€"), [0xE9, 0x80]);
        assert_eq!(from_code_page(&[0xE9, 0x80]), "é€");
    }

    #[test]
    fn units_are_those_of_utf16() {
        assert_eq!(units("a😀"), 3);
        assert_eq!(slice("a😀b", 0, 3), "a😀");
        assert_eq!(slice("a😀b", 3, 9), "b");
        assert_eq!(from_utf16_bytes(&utf16_bytes("a😀")), "a😀");
    }

    #[test]
    fn types_cut_and_fill() {
        assert_eq!(fit("abc".to_owned(), SqlType::VarChar(Some(2))), "ab");
        assert_eq!(fit("a".to_owned(), SqlType::NChar(3)), "a  ");
    }
}
