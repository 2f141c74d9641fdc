//! What the demonstration loads: the project's own documents, cut into chunks, for two tenants.

use crate::chunk::{Chunking, chunks};

/// A document with its chunks.
pub struct Document {
    /// Whose it is.
    pub tenant: i32,
    /// Where it came from.
    pub source: String,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: String,
    /// Its chunks, in order.
    pub chunks: Vec<String>,
}

const README: &str = include_str!("../../../README.md");

/// The README's sections for tenant 1, the pages of the rules for tenant 2.
pub fn documents() -> Vec<Document> {
    let sections = sections(README).map(|(title, body)| document(1, format!("README.md#{title}"), title, body));
    let pages =
        crate::lint::rules().iter().map(|rule| document(2, format!("rules/{}", rule.code), rule.code, rule.docs));
    sections.chain(pages).collect()
}

/// A text at its second-level headings: title and text of each part.
fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\n## ").map(|part| {
        let title = part.split('\n').next().unwrap_or(part);
        (title.trim_start_matches('#').trim(), part)
    })
}

fn document(tenant: i32, source: String, title: &str, body: &str) -> Document {
    let chunks = chunks(body, Chunking { size: 500, overlap: 0 });
    Document { tenant, source, title: title.to_owned(), body: body.to_owned(), chunks }
}
