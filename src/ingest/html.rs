//! The text of an HTML page, with its headings as in Markdown, so that it is cut at them.

use html2text::config::plain_no_decorate;

/// So wide that no line is broken.
const WIDTH: usize = 1 << 30;

/// How deep elements may stand in each other. The time that a page takes grows with the square of it.
const DEPTH: usize = 1000;

/// Elements that hold nothing, or whose end need not be written.
const NOT_NESTED: [&str; 30] = [
    "area", "base", "body", "br", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img", "input", "li",
    "link", "meta", "optgroup", "option", "p", "param", "rp", "rt", "source", "tbody", "td", "tfoot", "th", "thead",
    "tr",
];

/// Elements whose content is no markup.
const RAW: [&str; 4] = ["script", "style", "textarea", "title"];

/// What a reader of the page sees; scripts, styles and the head are left out.
///
/// # Errors
/// When the page cannot be laid out, or its elements stand too deep in each other for that.
pub fn text(html: &str) -> Result<String, String> {
    if depth(html) > DEPTH {
        return Err(format!(
            "its elements stand more than {DEPTH} deep in each other: mend the page, or bring in its text"
        ));
    }
    let layout = plain_no_decorate().raw_mode(true).no_table_borders();
    layout.string_from_read(html.as_bytes(), WIDTH).map_err(|error| format!("its HTML cannot be read: {error}"))
}

/// How deep the elements stand in each other at most, by the tags that are written.
fn depth(html: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut rest = html;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        let is_end = after.starts_with('/');
        let name = after.trim_start_matches('/');
        let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
        let is = |names: &[&str]| names.iter().any(|other| other.eq_ignore_ascii_case(name));
        let (tag, behind) = after.split_once('>').unwrap_or((after, ""));
        if is(&RAW) && !is_end {
            rest = behind_raw(behind, name);
        } else if !name.is_empty() && !is(&NOT_NESTED) && !tag.ends_with('/') {
            depth = if is_end { depth.saturating_sub(1) } else { depth + 1 };
            deepest = deepest.max(depth);
        }
    }
    deepest
}

/// What follows the content of an element that is no markup.
fn behind_raw<'h>(html: &'h str, name: &str) -> &'h str {
    let mut rest = html;
    while let Some((_, after)) = rest.split_once("</") {
        rest = after;
        if after.get(..name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name)) {
            return after;
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{DEPTH, depth, text};

    #[test]
    fn a_page_that_is_nested_without_end_is_refused_at_once() {
        let deep = "<div>".repeat(200_000);
        assert!(text(&deep).is_err_and(|why| why.contains("more than 1000 deep")));
        assert!(text(&"<ul><li>".repeat(DEPTH / 2)).is_ok());
        let flat = "<p>one<br><b>two</b><li>three<img src=x><svg/>".repeat(5000);
        assert_eq!(depth(&flat), 1);
        assert!(text(&flat).is_ok());
        assert_eq!(depth(&format!("<script>{}</SCRIPT><i>x</i>", "'<div>'".repeat(2000))), 1);
        assert_eq!(depth("a < b and </ c"), 0);
    }

    #[test]
    fn what_a_reader_sees_is_the_text() {
        let page = "<title>t</title><style>p{}</style><script>x</script><h1>Über &amp; uns</h1><p>One <b>bold</b>\n word\
                    <table><tr><td>1<td>two</table><pre>a\\\n  b</pre>";
        let seen = text(page).expect("a page");
        assert_eq!(seen, "# Über & uns\n\nOne bold word\n\n1\ntwo\n\na\\\n  b\n");
    }

    #[test]
    fn no_page_is_too_broken_to_be_read() {
        for page in ["", "<", "<table><tr><p></table></b>", "<td colspan=99999999>x", "plain", "<pre>\u{1F600}"] {
            assert!(text(page).is_ok(), "{page}");
        }
    }
}
