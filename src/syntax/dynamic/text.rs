//! The text of string literals, with the way back from each character to the file.

use crate::syntax::lexer::Token;
use crate::text::Span;

/// Text that is put together from literals.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Text {
    text: String,
    /// From `at` on, the bytes of the text are those of the source from `source` on. Sorted by `at`.
    segments: Vec<Segment>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Segment {
    at: u32,
    source: u32,
}

impl Text {
    /// The text of a string token: no prefix, no quotes, doubled quotes undone, lines that end in a
    /// backslash joined.
    pub fn of_literal(source: &str, token: Token) -> Self {
        let literal = token.text(source);
        let open = literal.find('\'').map_or(0, |quote| quote + 1);
        let body = literal[open..].strip_suffix('\'').unwrap_or(&literal[open..]);
        let mut text = Text::default();
        let (mut from, mut at) = (0, 0);
        while let Some(found) = body[at..].find(['\'', '\\']) {
            at += found;
            let (kept, dropped) = escape(&body.as_bytes()[at..]);
            text.push(&body[from..at + kept], token.span.start as usize + open + from);
            from = at + kept + dropped;
            at = from;
        }
        text.push(&body[from..], token.span.start as usize + open + from);
        text
    }

    /// One character that a function yields, at its place.
    pub fn of_char(c: char, place: Span) -> Self {
        let mut text = Text::default();
        text.push(c.encode_utf8(&mut [0; 4]), place.start as usize);
        text
    }

    fn push(&mut self, piece: &str, source: usize) {
        if !piece.is_empty() {
            self.segments.push(Segment { at: self.text.len() as u32, source: source as u32 });
            self.text.push_str(piece);
        }
    }

    /// Puts another text behind this one.
    pub fn append(&mut self, other: &Text) {
        let shift = self.text.len() as u32;
        self.text.push_str(&other.text);
        self.segments.extend(other.segments.iter().map(|s| Segment { at: s.at + shift, source: s.source }));
    }

    /// The pieces between the places where a pattern stands, in any case; ASCII patterns only.
    pub fn split(&self, pattern: &str) -> Vec<Text> {
        let (whole, pattern) = (self.text.to_ascii_lowercase(), pattern.to_ascii_lowercase());
        let mut pieces = Vec::new();
        let mut from = 0;
        for (at, found) in whole.match_indices(&*pattern) {
            pieces.push(self.slice(from, at));
            from = at + found.len();
        }
        pieces.push(self.slice(from, self.text.len()));
        pieces
    }

    /// The words between white space.
    pub fn words(&self) -> impl Iterator<Item = Text> {
        self.text.split_whitespace().map(|word| {
            let start = word.as_ptr() as usize - self.text.as_ptr() as usize;
            self.slice(start, start + word.len())
        })
    }

    fn slice(&self, start: usize, end: usize) -> Text {
        let mut slice = Text::default();
        let mut index = self.segments.partition_point(|segment| segment.at as usize <= start).saturating_sub(1);
        let mut at = start;
        while at < end
            && let Some(segment) = self.segments.get(index)
        {
            let next = self.segments.get(index + 1).map_or(end, |next| (next.at as usize).min(end));
            slice.push(&self.text[at..next], segment.source as usize + (at - segment.at as usize));
            at = next;
            index += 1;
        }
        slice
    }

    /// What it costs to copy, in bytes.
    pub fn cost(&self) -> usize {
        self.text.len() + 16 * (self.segments.len() + 1)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Where a span of the text is in the source; `None` where its end comes before its start there.
    pub fn to_source(&self, span: Span) -> Option<Span> {
        let start = self.source_of(span.start)?;
        let end = if span.is_empty() { start } else { self.source_of(span.end - 1)? + 1 };
        (start <= end).then_some(Span { start, end })
    }

    fn source_of(&self, at: u32) -> Option<u32> {
        let index = self.segments.partition_point(|segment| segment.at <= at).checked_sub(1)?;
        let segment = self.segments[index];
        Some(segment.source + (at - segment.at))
    }
}

/// How many bytes are kept and how many dropped where a quote or backslash stands.
fn escape(rest: &[u8]) -> (usize, usize) {
    match rest {
        [b'\'', b'\'', ..] => (1, 1),
        [b'\\', b'\r', b'\n', ..] => (0, 3),
        [b'\\', b'\n', ..] => (0, 2),
        _ => (1, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lexer::{Lexer, Piece};

    fn text(source: &str) -> Text {
        match Lexer::new(source, Span::new(0, source.len())).next() {
            Some(Piece::Token(token)) => Text::of_literal(source, token),
            other => panic!("no literal: {other:?}"),
        }
    }

    #[test]
    fn escapes_are_undone() {
        assert_eq!(text("N'a''b'''").as_str(), "a'b'");
        assert_eq!(text("'a\\\r\nb\\c'").as_str(), "ab\\c");
        assert_eq!(text("''").as_str(), "");
        assert_eq!(text("N'a''").as_str(), "a'");
    }

    #[test]
    fn every_character_knows_its_place() {
        let source = "N'x = ''é'' y'";
        let text = text(source);
        let found = |needle: &str| {
            let at = text.as_str().find(needle).expect("is in the text");
            let place = text.to_source(Span::new(at, at + needle.len())).expect("is in the source");
            &source[place.range()]
        };
        assert_eq!(found("x"), "x");
        assert_eq!(found("é"), "é");
        assert_eq!(found("y"), "y");
        assert_eq!(found("'é'"), "''é'");
        assert_eq!(found("x = 'é"), "x = ''é");
    }

    #[test]
    fn pieces_keep_their_places() {
        let source = "N'a ''X'' b x c'";
        let text = text(source);
        let pieces = text.split("x");
        assert_eq!(pieces.iter().map(Text::as_str).collect::<Vec<_>>(), ["a '", "' b ", " c"]);
        assert_eq!(pieces[1].to_source(Span::new(2, 3)), Some(Span::new(10, 11)));
        assert_eq!(text.words().map(|word| word.as_str().to_owned()).collect::<Vec<_>>(), ["a", "'X'", "b", "x", "c"]);
        assert_eq!(Text::default().split("x"), [Text::default()]);
    }

    #[test]
    fn what_is_put_together_runs_from_piece_to_piece() {
        let (first, second) = ("N'ab'", "      N'cd'");
        let mut whole = text(first);
        let later = Lexer::new(second, Span::new(0, second.len())).next();
        let Some(Piece::Token(token)) = later else { panic!("no literal") };
        whole.append(&Text::of_literal(second, token));
        assert_eq!(whole.as_str(), "abcd");
        assert_eq!(whole.to_source(Span::new(1, 3)), Some(Span::new(3, 9)));
    }
}
