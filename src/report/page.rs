//! One page that holds all it needs: no script, no other file. It reads on a telephone, on paper and in the dark.

use std::collections::BTreeSet;

use crate::hazard::Hazard;

const STYLE: &str = include_str!("page.css");

/// The page around a body that is HTML already.
pub(super) fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n",
        title = escaped(title)
    )
}

/// A list under a heading; nothing where there is nothing in it.
pub(super) fn list<'a>(heading: &str, items: impl IntoIterator<Item = &'a String>) -> String {
    let lines: String = items.into_iter().map(|item| format!("<li>{}</li>\n", escaped(item))).collect();
    if lines.is_empty() { lines } else { format!("<h2>{heading}</h2>\n<ul>\n{lines}</ul>\n") }
}

/// Hazards, each as a mark.
pub(super) fn badges(hazards: &BTreeSet<Hazard>) -> String {
    hazards.iter().map(|hazard| format!(" <span class=\"hazard\">{}</span>", hazard.as_str())).collect()
}

/// Text that is nothing but text in a page.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(c),
            c if crate::text::is_control(c) => escaped += &c.escape_unicode().to_string(),
            c => escaped.push(c),
        }
    }
    escaped
}
