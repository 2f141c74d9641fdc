//! From files to documents: which files, what text they hold, how it is cut, and how a stored document is known to be
//! the same without sending its text.

mod files;
mod html;

use std::path::Path;

use sha2::{Digest, Sha256};

use crate::chunk::{Chunking, chunks};
use crate::source;
use crate::text::printable;

pub use files::{Files, WalkError, files};

/// The most UTF-16 units of a source and of a title: they stand in an `NVARCHAR(400)`.
pub const NAME_LENGTH: usize = 400;

/// A document that can be brought in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Where it came from; it is found again by this.
    pub source: String,
    /// Its first heading, or the name of its file.
    pub title: String,
    /// Its text.
    pub body: String,
    /// Its text in pieces.
    pub chunks: Vec<String>,
}

/// What a document comes to, as the database tells it of a stored one: SHA-256 of each text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// Of the title.
    pub title: Vec<u8>,
    /// Of the whole text.
    pub body: Vec<u8>,
    /// Of each chunk, in order.
    pub chunks: Vec<Vec<u8>>,
}

/// A file that is no document.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Refused {
    /// The file.
    pub file: String,
    /// Why, and what to do.
    pub why: String,
}

impl Refused {
    fn new(file: &str, why: impl Into<String>) -> Self {
        Self { file: file.to_owned(), why: why.into() }
    }
}

/// The kinds of files whose text is understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// HTML.
    Html,
}

impl Kind {
    /// The kind that the end of a file's name stands for.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "md" | "markdown" => Some(Kind::Markdown),
            "txt" | "text" => Some(Kind::Text),
            "html" | "htm" => Some(Kind::Html),
            _ => None,
        }
    }
}

impl Document {
    /// A document from a file.
    ///
    /// # Errors
    /// When the file is of another kind, cannot be read, or holds no text.
    pub fn read(path: &Path, source: &str, chunking: Chunking) -> Result<Self, Refused> {
        let refused = |why: &str| Refused::new(source, why);
        let kind = Kind::of(path).ok_or_else(|| {
            refused("only Markdown (.md), text (.txt) and HTML (.html) are understood: turn it into one of them")
        })?;
        if source.encode_utf16().count() > NAME_LENGTH {
            return Err(refused("its path has more than 400 characters, which no source holds: use a shorter one"));
        }
        let text = source::read_text(path).map_err(|error| Refused::new(source, error.to_string()))?;
        if text.contains('\0') {
            return Err(refused("it holds zero characters, so it is no text in spite of its name"));
        }
        let text = if kind == Kind::Html { html::text(&text).map_err(|why| Refused::new(source, why))? } else { text };
        Ok(Self::from_text(kind, source, text, chunking))
    }

    fn from_text(kind: Kind, source: &str, body: String, chunking: Chunking) -> Self {
        let heading = Some(&body).filter(|_| kind != Kind::Text).and_then(|body| heading(body));
        let name = source.rsplit('/').next().unwrap_or(source);
        let title = cut(&printable(heading.unwrap_or(name)), NAME_LENGTH).to_owned();
        Self { source: source.to_owned(), title, chunks: chunks(&body, chunking), body }
    }

    /// What it comes to.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint {
            title: hash(&self.title),
            body: hash(&self.body),
            chunks: self.chunks.iter().map(|chunk| hash(chunk)).collect(),
        }
    }
}

/// `HASHBYTES('SHA2_256', …)` of an `nvarchar`.
fn hash(text: &str) -> Vec<u8> {
    let mut hasher = Sha256::new();
    for unit in text.encode_utf16() {
        hasher.update(unit.to_le_bytes());
    }
    hasher.finalize().to_vec()
}

/// The first line that is a heading, without its marks.
fn heading(body: &str) -> Option<&str> {
    let heads = body.split(['\n', '\r']).filter_map(|line| {
        let text = line.trim_start_matches('#');
        let marks = line.len() - text.len();
        ((1..=6).contains(&marks) && text.starts_with(' ')).then(|| text.trim())
    });
    heads.into_iter().find(|text| !text.is_empty())
}

/// The beginning of a text, of so many UTF-16 units at most.
fn cut(text: &str, most: usize) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, c)| {
        units += c.len_utf16();
        units > most
    });
    end.map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHUNKING: Chunking = Chunking { size: 100, overlap: 0 };

    #[test]
    fn hashes_are_those_of_hashbytes() {
        // SELECT HASHBYTES('SHA2_256', N'é😀'): SHA-256 of the bytes e9 00 3d d8 00 de.
        assert_eq!(hash("é😀"), Sha256::digest([0xE9, 0, 0x3D, 0xD8, 0, 0xDE]).to_vec());
        assert_eq!(hash("").len(), 32);
    }

    #[test]
    fn a_title_is_the_first_heading_or_the_name_of_the_file() {
        let title = |kind, text: &str| Document::from_text(kind, "a/b.md", text.to_owned(), CHUNKING).title;
        assert_eq!(title(Kind::Markdown, "\n#hashtag\n##  \n## Größe \n# Two"), "Größe");
        assert_eq!(title(Kind::Markdown, "no heading"), "b.md");
        assert_eq!(title(Kind::Text, "# a remark"), "b.md");
        assert_eq!(title(Kind::Markdown, &format!("# {}", "😀".repeat(300))), "😀".repeat(200));
    }

    #[test]
    fn kinds_are_known_by_the_end_of_a_name() {
        let of = |name: &str| Kind::of(Path::new(name));
        assert_eq!([of("A.MD"), of("b.txt"), of("c.HtM")], [Some(Kind::Markdown), Some(Kind::Text), Some(Kind::Html)]);
        assert_eq!([of("d.pdf"), of("README"), of(".md")], [None, None, None]);
    }
}
