//! Source text: byte spans, and the way from a byte to a line and a column.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

/// A half-open range of bytes in one [`SourceFile`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// A span from byte offsets. Callers of [`SourceFile::new`] limit files to far less than 4 GiB.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end, "a span runs forward");
        Self { start: start as u32, end: end as u32 }
    }

    /// The same range, for slicing text.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether the span holds no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A line and a column, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// One decoded file: no byte-order mark, line ends as they were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    path: String,
    text: String,
    line_starts: Vec<u32>,
    /// How many characters begin before each [`STRIDE`]th byte; nothing where all lines are shorter.
    counts: Vec<u32>,
}

/// How many bytes are counted at most for a column.
const STRIDE: usize = 4096;

impl SourceFile {
    /// A file from its path as it is to be shown (relative, forward slashes) and its decoded text.
    #[must_use]
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = line_starts(&text);
        let counts = counts(&text, &line_starts);
        Self { path: path.into(), text, line_starts, counts }
    }

    /// The path as it is shown.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span. Empty when the span does not lie in the file.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Line and column of a byte offset; an offset past the end is the end.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|start| *start as usize <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let near = offset - start <= STRIDE;
        let characters = if near {
            characters(&self.text.as_bytes()[start..offset])
        } else {
            self.before(offset) - self.before(start)
        };
        let column = characters + 1;
        Position { line: line as u32 + 1, column: column as u32 }
    }

    /// How many characters begin before a byte.
    fn before(&self, offset: usize) -> usize {
        let at = offset / STRIDE;
        self.counts[at] as usize + characters(&self.text.as_bytes()[at * STRIDE..offset])
    }

    /// The byte at which a line (from 1) starts; the end of the text for a line that is not there.
    #[must_use]
    pub fn line_start(&self, line: u32) -> u32 {
        let index = (line as usize).saturating_sub(1);
        self.line_starts.get(index).copied().unwrap_or(self.text.len() as u32)
    }
}

/// How many characters begin in a piece of UTF-8.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

/// How many characters begin before each [`STRIDE`]th byte, the end too, of a text with a long line.
fn counts(text: &str, line_starts: &[u32]) -> Vec<u32> {
    let ends = line_starts.iter().skip(1).copied().chain([text.len() as u32]);
    if !line_starts.iter().zip(ends).any(|(start, end)| (end - start) as usize > STRIDE) {
        return Vec::new();
    }
    let chunks = text.as_bytes().chunks(STRIDE).map(|chunk| characters(chunk) as u32);
    let sums = chunks.scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    });
    [0].into_iter().chain(sums).collect()
}

/// Where lines start: after LF, after CRLF, and after a CR that stands alone.
fn line_starts(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    for (at, byte) in bytes.iter().enumerate() {
        let ends_line = match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        if ends_line {
            starts.push(at as u32 + 1);
        }
    }
    starts
}

/// A count with its noun: `1 batch`, `2 batches`, `0 entries`.
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    if count == N::from(1) {
        return format!("{count} {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        _ if noun.ends_with(['s', 'x', 'h']) => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

/// A text for one line of a terminal or a log: what would move its cursor, change its colours or turn the direction of
/// text is written as an escape (`\u{1b}`), line feeds and tabs too.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |_, _| false)
}

/// A text of several lines in the same way: line ends and tabs stay.
#[must_use]
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c, next| matches!(c, '\n' | '\t') || c == '\r' && next == Some('\n'))
}

/// A path for one line.
#[must_use]
pub fn printable_path(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

/// Whether a character does something to a terminal instead of standing there.
#[must_use]
pub fn is_control(c: char) -> bool {
    let turns_direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns_direction || matches!(c, '\u{2028}' | '\u{2029}')
}

/// `stays` is asked about each control character and the one behind it.
fn escaped(text: &str, stays: impl Fn(char, Option<char>) -> bool) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if is_control(c) && !stays(c, characters.peek().copied()) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        let nouns = ["file", "batch", "entry", "index", "try", "key"];
        assert_eq!(
            nouns.map(|noun| counted(1_u32, noun)),
            ["1 file", "1 batch", "1 entry", "1 index", "1 try", "1 key"]
        );
        let several = ["2 files", "2 batches", "2 entries", "2 indexes", "2 tries", "2 keys"];
        assert_eq!(nouns.map(|noun| counted(2_usize, noun)), several);
        assert_eq!(counted(0_i64, "row"), "0 rows");
    }

    #[test]
    fn what_moves_a_terminal_is_escaped() {
        assert_eq!(printable("a\u{1b}[31mb\r\n\tc\u{9b}d\u{202e}é日`"), "a\\u{1b}[31mb\\r\\n\\tc\\u{9b}d\\u{202e}é日`");
        assert_eq!(printable_lines("a\r\n\tb\rc\u{7}\n"), "a\r\n\tb\\rc\\u{7}\n");
        assert!(matches!(printable("a 'b' \\ é"), Cow::Borrowed(_)));
    }

    #[test]
    fn lines_end_with_lf_crlf_and_cr() {
        let file = SourceFile::new("a.sql", "a\r\nb\rc\né日x");
        let line = |needle: &str| file.position(file.text().find(needle).expect("is there") as u32);
        assert_eq!(line("b"), Position { line: 2, column: 1 });
        assert_eq!(line("c"), Position { line: 3, column: 1 });
        assert_eq!(line("x"), Position { line: 4, column: 3 });
    }

    #[test]
    fn columns_of_a_long_line_are_counted_in_steps() {
        let text = format!("a\n{}", "xé€😀'".repeat(3000));
        let file = SourceFile::new("x.sql", text.as_str());
        for (offset, _) in text.char_indices().filter(|(at, _)| *at >= 2) {
            let counted = text[2..offset].chars().count() as u32 + 1;
            assert_eq!(file.position(offset as u32), Position { line: 2, column: counted });
        }
        assert_eq!(file.position(u32::MAX).column, 15_001);
    }

    #[test]
    fn an_offset_past_the_end_is_the_end() {
        let file = SourceFile::new("a.sql", "ab");
        assert_eq!(file.position(99), Position { line: 1, column: 3 });
    }
}
