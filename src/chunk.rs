//! Cutting a document into chunks: the same text is always cut the same way.

/// How a document is cut. Changing it later invalidates every stored vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunking {
    /// The most characters of a chunk.
    pub size: usize,
}

impl Default for Chunking {
    fn default() -> Self {
        Self { size: 600 }
    }
}

/// Cuts a text into chunks of at most `size` characters: at headings first, then between paragraphs, then
/// between words, and inside a word only when it alone is longer than a chunk. Nothing but white space is lost.
#[must_use]
pub fn chunks(text: &str, chunking: Chunking) -> Vec<String> {
    let size = chunking.size.max(1);
    let mut chunks: Vec<String> = Vec::new();
    let mut open = false;
    for paragraph in paragraphs(text) {
        let is_heading = paragraph.starts_with('#');
        for piece in pieces(&paragraph, size) {
            let fits = |chunk: &String| chunk.chars().count() + 2 + piece.chars().count() <= size;
            match chunks.last_mut() {
                Some(chunk) if open && !is_heading && fits(chunk) => {
                    chunk.push_str("\n\n");
                    chunk.push_str(&piece);
                }
                _ => chunks.push(piece),
            }
            open = true;
        }
    }
    chunks
}

/// Runs of lines between blank ones, without white space around them; a heading is one of its own.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in text.split(['\n', '\r']).map(str::trim_end) {
        let last = paragraphs.last_mut().expect("never empty");
        if line.trim().is_empty() {
            paragraphs.push(String::new());
        } else if line.starts_with('#') {
            paragraphs.push(line.to_owned());
            paragraphs.push(String::new());
        } else {
            if !last.is_empty() {
                last.push('\n');
            }
            last.push_str(line);
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

/// A paragraph in pieces of at most `size` characters, cut between words where that can be done.
fn pieces(paragraph: &str, size: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut length = 0;
    for word in paragraph.split_inclusive(char::is_whitespace) {
        let mut rest: Vec<char> = word.chars().collect();
        if length + rest.len() > size && length > 0 {
            pieces.push(String::new());
            length = 0;
        }
        while rest.len() > size {
            let tail = rest.split_off(size);
            pieces.last_mut().expect("never empty").extend(rest);
            pieces.push(String::new());
            rest = tail;
        }
        length += rest.len();
        pieces.last_mut().expect("never empty").extend(rest);
    }
    let pieces = pieces.into_iter().map(|piece| piece.trim().to_owned());
    pieces.filter(|piece| !piece.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_heading_starts_a_chunk_and_keeps_what_follows() {
        let text = "# One\n\nFirst.\n\nSecond.\n# Two\nThird.";
        assert_eq!(chunks(text, Chunking { size: 100 }), ["# One\n\nFirst.\n\nSecond.", "# Two\n\nThird."]);
    }

    #[test]
    fn a_long_paragraph_is_cut_between_words() {
        assert_eq!(chunks("one two three", Chunking { size: 8 }), ["one two", "three"]);
        assert_eq!(chunks("abcdefgh", Chunking { size: 3 }), ["abc", "def", "gh"]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_no_chunk_is_too_long(text in "[a-z#\\n é]{0,200}", size in 1_usize..40) {
            let cut = chunks(&text, Chunking { size });
            prop_assert!(cut.iter().all(|chunk| chunk.chars().count() <= size));
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&cut.concat()), letters(&text));
        }
    }
}
