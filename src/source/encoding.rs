//! Bytes to text: UTF-8 with or without a byte-order mark, UTF-16 with one. Nothing is guessed.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;

use super::error::SourceError;
use crate::file::{self, other_than_a_file};

/// The largest file that is read, in bytes: a batch holds at most 65,536 packets of 4 KiB (Learn, "Maximum capacity
/// specifications for SQL Server").
const LARGEST: u64 = 65_536 * 4096;

/// Reads and decodes a file. What is no file is not opened: a pipe would be waited for, and a device may never end.
///
/// # Errors
/// When it cannot be read, is too large, or is no text in a known encoding.
pub fn read(path: &Path) -> Result<String, SourceError> {
    let unreadable = |source| SourceError::Unreadable { path: path.to_owned(), source };
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if let Some(what) = other_than_a_file(metadata.file_type()) {
        return Err(SourceError::NotAFile { path: path.to_owned(), what });
    }
    if metadata.len() > LARGEST {
        return Err(SourceError::TooLarge(path.to_owned()));
    }
    text(path, fs::read(path).map_err(unreadable)?)
}

/// Decodes what stood at `path`. The byte-order mark is not part of the text.
///
/// A text whose only line ends are CR comes with LF in their place, since not every server ends a
/// `--` comment at a CR. Offsets stay the same.
pub(super) fn text(path: &Path, bytes: Vec<u8>) -> Result<String, SourceError> {
    let text = decode(bytes).map_err(|wrong| SourceError::Encoding {
        path: path.to_owned(),
        offset: wrong.offset,
        line: wrong.line,
        column: wrong.column,
        what: wrong.what,
    })?;
    if text.len() as u64 > LARGEST {
        return Err(SourceError::TooLarge(path.to_owned()));
    }
    Ok(if text.contains('\r') && !text.contains('\n') { text.replace('\r', "\n") } else { text })
}

/// Writes a text over the file that it came from: in its encoding, with its byte-order mark and its kind
/// of line ends.
///
/// # Errors
/// When the file cannot be read or written.
pub fn rewrite(path: &Path, text: &str) -> io::Result<()> {
    let before = fs::read(path)?;
    file::write(path, &encode(text, before))
}

/// A text as bytes like those before.
fn encode(text: &str, before: Vec<u8>) -> Vec<u8> {
    let mark = match before.as_slice() {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => &before[..2],
        [0xEF, 0xBB, 0xBF, ..] => &before[..3],
        _ => &[],
    };
    let mut bytes = mark.to_vec();
    let has_cr_alone = decode(before).is_ok_and(|before| before.contains('\r') && !before.contains('\n'));
    let text = if has_cr_alone { Cow::Owned(text.replace('\n', "\r")) } else { Cow::Borrowed(text) };
    match bytes.as_slice() {
        [0xFF, 0xFE] => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
        [0xFE, 0xFF] => bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
        _ => bytes.extend(text.as_bytes()),
    }
    bytes
}

/// Where and why bytes are no text.
#[derive(Debug, PartialEq, Eq)]
struct Wrong {
    offset: usize,
    line: usize,
    column: usize,
    what: &'static str,
}

fn decode(bytes: Vec<u8>) -> Result<String, Wrong> {
    match bytes.as_slice() {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Err(wrong(&[], 0, "the byte-order mark of UTF-32")),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest.to_vec(), 3),
        _ => utf8(bytes, 0),
    }
}

/// `skipped` is the length of the byte-order mark.
fn utf8(bytes: Vec<u8>, skipped: usize) -> Result<String, Wrong> {
    if let Some(nul) = bytes.iter().position(|byte| *byte == 0) {
        return Err(wrong(&bytes[..nul], nul + skipped, "a NUL, as in UTF-16 without a byte-order mark"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        wrong(&error.as_bytes()[..valid], valid + skipped, "a byte that is no UTF-8")
    })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Wrong> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len());
    for decoded in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        match decoded {
            Ok('\0') => return Err(wrong(text.as_bytes(), offset(&text), "a NUL")),
            Ok(c) => text.push(c),
            Err(_) => return Err(wrong(text.as_bytes(), offset(&text), "half a surrogate pair of UTF-16")),
        }
    }
    if odd.is_empty() { Ok(text) } else { Err(wrong(text.as_bytes(), bytes.len() + 1, "half a unit of UTF-16")) }
}

/// The byte in a UTF-16 file that comes after the text decoded so far.
fn offset(text: &str) -> usize {
    2 + 2 * text.encode_utf16().count()
}

fn wrong(before: &[u8], offset: usize, what: &'static str) -> Wrong {
    let ends_line = |at: usize, byte: u8| byte == b'\n' || byte == b'\r' && before.get(at + 1) != Some(&b'\n');
    let ends = before.iter().enumerate().filter(|(at, byte)| ends_line(*at, **byte)).map(|(at, _)| at);
    let (count, start) = ends.fold((0, 0), |(count, _), at| (count + 1, at + 1));
    let characters = before[start..].iter().filter(|byte| **byte & 0xC0 != 0x80);
    Wrong { offset, line: count + 1, column: characters.count() + 1, what }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "INSERT dbo.t(n) VALUES (N'año – 日本語 – 😀')\r\n";

    fn utf16_bytes(mark: [u8; 2], unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        mark.into_iter().chain(TEXT.encode_utf16().flat_map(unit)).collect()
    }

    #[test]
    fn the_same_text_comes_from_every_encoding() {
        let encoded = [
            TEXT.as_bytes().to_vec(),
            [b"\xEF\xBB\xBF", TEXT.as_bytes()].concat(),
            utf16_bytes([0xFF, 0xFE], u16::to_le_bytes),
            utf16_bytes([0xFE, 0xFF], u16::to_be_bytes),
        ];
        for bytes in encoded {
            assert_eq!(decode(bytes.clone()).as_deref(), Ok(TEXT));
            assert_eq!(encode(TEXT, bytes.clone()), bytes);
        }
    }

    #[test]
    fn line_ends_of_cr_alone_stay() {
        let text = text(Path::new("x"), b"a\rb".to_vec()).expect("text");
        assert_eq!(encode(&text, b"a\rb".to_vec()), b"a\rb");
        assert_eq!(encode("a\r\nb\n", b"a\r\nb".to_vec()), b"a\r\nb\n");
    }

    #[test]
    fn what_is_no_text_is_named_with_its_place() {
        let place = |bytes: &[u8]| decode(bytes.to_vec()).map_err(|wrong| (wrong.offset, wrong.line, wrong.column));
        assert_eq!(place(b"SELECT 1\r\nSELECT '\xE9'"), Err((18, 2, 9)), "Windows-1252");
        assert_eq!(place("-- é\n'ö\0'".as_bytes()), Err((9, 2, 3)), "columns count characters");
        assert_eq!(place(b"\xEF\xBB\xBFa\n\xFF"), Err((5, 2, 1)), "after a byte-order mark");
        assert_eq!(place(b"S\0E\0L\0"), Err((1, 1, 2)), "UTF-16 without a byte-order mark");
        assert_eq!(place(b"\xFF\xFE\0\0S\0\0\0"), Err((0, 1, 1)), "UTF-32");
        assert_eq!(place(b"\xFF\xFEa\0\n\0\x00\xD8b\0"), Err((6, 2, 1)), "half a pair");
        assert_eq!(place(b"\xFF\xFEa\0b"), Err((4, 1, 2)), "an odd byte");
    }
}
