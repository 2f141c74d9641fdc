//! Cutting a document into chunks: the same text is always cut the same way.

/// The name that a corpus records for this way of cutting. Another way has another name.
pub const CHUNKER: &str = "ragsql-sections";

/// How a document is cut. Changing it later invalidates every stored vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunking {
    /// The most characters of a chunk.
    pub size: usize,
    /// How much of it may repeat the end of the chunk before, in percent; at most 50.
    pub overlap: usize,
}

/// Cuts a text into chunks of at most `size` characters: at headings first, then between paragraphs, then
/// between words, and inside a word only when it alone is longer than a chunk. Sections that fit stay together: a
/// short one by itself says too little to be found. Nothing but white space is lost.
/// A chunk that does not begin with a heading begins with the end of the one before, in a line of its own.
#[must_use]
pub fn chunks(text: &str, chunking: Chunking) -> Vec<String> {
    let repeated = chunking.size * chunking.overlap.min(50) / 100;
    repeat_ends(pack(text, (chunking.size - repeated).max(1)), repeated)
}

/// Each chunk with the end of the one before: so many characters at most, the line end counted.
fn repeat_ends(chunks: Vec<String>, most: usize) -> Vec<String> {
    let ends: Vec<&str> = chunks.iter().map(|chunk| end(chunk, most.saturating_sub(1))).collect();
    let before = std::iter::once("").chain(ends);
    let begun = before.zip(&chunks).map(|(before, chunk)| match before.is_empty() || chunk.starts_with('#') {
        true => chunk.clone(),
        false => format!("{before}\n{chunk}"),
    });
    begun.collect()
}

/// The last words of a text, of so many characters at most; the middle of a word when there is no other.
fn end(text: &str, most: usize) -> &str {
    let Some((at, _)) = text.char_indices().rev().take(most).last() else { return "" };
    let (before, end) = text.split_at(at);
    let is_between = before.ends_with(char::is_whitespace) || before.is_empty();
    match end.split_once(char::is_whitespace).filter(|_| !is_between) {
        Some((_, words)) => words.trim(),
        None => end.trim(),
    }
}

/// The text in pieces that repeat nothing.
fn pack(text: &str, size: usize) -> Vec<String> {
    let mut chunks: Vec<String> = Vec::new();
    for section in sections(text) {
        let mut begins = chunks.last().is_none_or(|chunk| length(chunk) + 2 + section_length(&section) > size);
        for piece in section.iter().flat_map(|paragraph| pieces(paragraph, size)) {
            match chunks.last_mut() {
                Some(chunk) if !begins && length(chunk) + 2 + length(&piece) <= size => {
                    chunk.push_str("\n\n");
                    chunk.push_str(&piece);
                }
                _ => chunks.push(piece),
            }
            begins = false;
        }
    }
    chunks
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn section_length(section: &[String]) -> usize {
    section.iter().map(|paragraph| length(paragraph) + 2).sum::<usize>().saturating_sub(2)
}

/// A heading with the paragraphs below it; what stands before the first heading is a section, too.
fn sections(text: &str) -> Vec<Vec<String>> {
    let mut sections: Vec<Vec<String>> = Vec::new();
    for (paragraph, is_heading) in paragraphs(text) {
        match sections.last_mut() {
            Some(section) if !is_heading => section.push(paragraph),
            _ => sections.push(vec![paragraph]),
        }
    }
    sections
}

/// Runs of lines between blank ones, without white space around them, and whether one is a heading, which stands by
/// itself. In a fence of code a `#` begins a comment.
fn paragraphs(text: &str) -> Vec<(String, bool)> {
    let mut paragraphs = vec![(String::new(), false)];
    let mut fenced = false;
    for line in text.split(['\n', '\r']).map(str::trim_end) {
        fenced ^= line.starts_with("```");
        if line.trim().is_empty() {
            paragraphs.push((String::new(), false));
        } else if line.starts_with('#') && !fenced {
            paragraphs.extend([(line.to_owned(), true), (String::new(), false)]);
        } else {
            let (last, _) = paragraphs.last_mut().expect("never empty");
            if !last.is_empty() {
                last.push('\n');
            }
            last.push_str(line);
        }
    }
    paragraphs.retain(|(paragraph, _)| !paragraph.is_empty());
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
    fn sections_stay_together_while_they_fit_and_a_heading_keeps_what_follows() {
        let text = "# One\n\nFirst.\n\nSecond.\n# Two\nThird.\n# Three\nFourth.";
        let cut = |size| chunks(text, Chunking { size, overlap: 0 });
        assert_eq!(cut(100), ["# One\n\nFirst.\n\nSecond.\n\n# Two\n\nThird.\n\n# Three\n\nFourth."]);
        assert_eq!(cut(40), ["# One\n\nFirst.\n\nSecond.\n\n# Two\n\nThird.", "# Three\n\nFourth."]);
        assert_eq!(cut(30), ["# One\n\nFirst.\n\nSecond.", "# Two\n\nThird.", "# Three\n\nFourth."]);
    }

    #[test]
    fn a_comment_in_code_is_no_heading() {
        let text = "One.\n```sh\n# two\nthree\n```\n# Four";
        assert_eq!(chunks(text, Chunking { size: 30, overlap: 0 }), ["One.\n```sh\n# two\nthree\n```", "# Four"]);
    }

    #[test]
    fn a_long_paragraph_is_cut_between_words() {
        assert_eq!(chunks("one two three", Chunking { size: 8, overlap: 0 }), ["one two", "three"]);
        assert_eq!(chunks("abcdefgh", Chunking { size: 3, overlap: 0 }), ["abc", "def", "gh"]);
    }

    #[test]
    fn a_chunk_repeats_the_last_words_of_the_one_before() {
        let text = "one two three four five six seven\n# Two\neight";
        let cut = chunks(text, Chunking { size: 20, overlap: 50 });
        assert_eq!(
            cut,
            ["one two", "one two\nthree", "three\nfour five", "four five\nsix seven", "# Two", "# Two\neight"]
        );
        assert_eq!(chunks("日本語日本語", Chunking { size: 4, overlap: 50 }), ["日本", "本\n語日", "日\n本語"]);
    }

    proptest! {
        #[test]
        fn what_is_repeated_stands_before_and_fits(text in "[a-z#\\n é]{0,200}", size in 1_usize..60, overlap in 0_usize..=50) {
            let cut = chunks(&text, Chunking { size, overlap });
            let own = pack(&text, (size - size * overlap / 100).max(1));
            prop_assert_eq!(cut.len(), own.len());
            for (at, (chunk, own_text)) in cut.iter().zip(&own).enumerate() {
                prop_assert!(chunk.chars().count() <= size && chunk.ends_with(own_text.as_str()));
                let repeated = chunk.strip_suffix(own_text.as_str()).unwrap_or_default().trim_end();
                prop_assert!(repeated.is_empty() || own[at - 1].ends_with(repeated));
            }
        }

        #[test]
        fn nothing_is_lost_and_no_chunk_is_too_long(text in "[a-z#\\n é]{0,200}", size in 1_usize..40) {
            let cut = chunks(&text, Chunking { size, overlap: 0 });
            prop_assert!(cut.iter().all(|chunk| chunk.chars().count() <= size));
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&cut.concat()), letters(&text));
        }
    }
}
