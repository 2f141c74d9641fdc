//! What the demonstration loads: the project's own documents, cut into chunks, for two tenants.

use crate::chunk::{Chunking, chunks};
use crate::ingest::Document;

const README: &str = include_str!("../../../README.md");

/// Documents, each with its tenant: the README's sections for tenant 1, the pages of the rules for tenant 2.
pub fn documents() -> Vec<(i32, Document)> {
    let sections = sections(README).map(|(title, body)| (1, document(format!("README.md#{title}"), title, body)));
    let rules = crate::lint::rules().iter();
    let pages = rules.map(|rule| (2, document(format!("rules/{}", rule.code), rule.code, rule.docs)));
    sections.chain(pages).collect()
}

/// A text at its second-level headings: title and text of each part.
fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\n## ").map(|part| {
        let title = part.split('\n').next().unwrap_or(part);
        (title.trim_start_matches('#').trim(), part)
    })
}

fn document(source: String, title: &str, body: &str) -> Document {
    let chunks = chunks(body, Chunking { size: 500, overlap: 0 });
    Document { source, title: title.to_owned(), body: body.to_owned(), chunks }
}
