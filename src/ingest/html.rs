//! The text of an HTML page, with its headings as in Markdown, so that it is cut at them.

use html2text::config::plain_no_decorate;

/// So wide that no line is broken.
const WIDTH: usize = 1 << 30;

/// What a reader of the page sees; scripts, styles and the head are left out.
///
/// # Errors
/// When the page cannot be laid out.
pub fn text(html: &str) -> Result<String, String> {
    let layout = plain_no_decorate().raw_mode(true).no_table_borders();
    layout.string_from_read(html.as_bytes(), WIDTH).map_err(|error| format!("its HTML cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::text;

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
