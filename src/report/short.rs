//! Texts of any length on one line: their start, or the part in which two of them differ.

/// How many characters of a text are shown.
const MANY: usize = 100;
/// How many words that are the same are shown before the first that differs, and behind the last one.
const WORDS_AROUND: usize = 3;

/// A text on one line, cut where it gets long.
pub(super) fn one_line(text: &str) -> String {
    cut(&words(text).join(" "))
}

/// Two texts that differ, each on one line and cut where it gets long: what comes first is where they differ.
pub(super) fn differing(from: &str, to: &str) -> (String, String) {
    if words(from) == words(to) {
        // Nothing but white space differs, which then has a meaning: it stands in a string.
        let at = same_characters(from, to);
        return (cut_at(from, at), cut_at(to, at));
    }
    let (from, to) = (words(from), words(to));
    let is_short = |words: &[&str]| words.join(" ").chars().count() <= MANY;
    if is_short(&from) && is_short(&to) {
        return (from.join(" "), to.join(" "));
    }
    let same = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let same_at_end = from[same..].iter().rev().zip(to[same..].iter().rev()).take_while(|(one, other)| one == other);
    let (begin, end) = (same.saturating_sub(WORDS_AROUND), same_at_end.count().saturating_sub(WORDS_AROUND));
    let after = if end > 0 { " …" } else { "" };
    let part = |words: &[&str]| words[begin..words.len() - end].join(" ") + after;
    let (from_part, to_part) = (part(&from), part(&to));
    let at = same_characters(&from_part, &to_part);
    let before = if begin > 0 { "… " } else { "" };
    (format!("{before}{}", cut_at(&from_part, at)), format!("{before}{}", cut_at(&to_part, at)))
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn same_characters(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count()
}

/// A text from shortly before a character, where that would not be seen otherwise.
fn cut_at(text: &str, at: usize) -> String {
    if at < MANY / 2 {
        return cut(text);
    }
    format!("… {}", cut(&text.chars().skip(at - MANY / 4).collect::<String>()))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MANY) {
        Some((at, _)) => format!("{} …", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn short_texts_are_shown_whole() {
        assert_eq!(differing("n int NULL", "n  bigint\nNULL"), ("n int NULL".to_owned(), "n bigint NULL".to_owned()));
        assert_eq!(one_line("a\n  b"), "a b");
    }

    #[test]
    fn of_long_texts_the_part_that_differs_is_shown() {
        let long = |state: &str| format!("{} WITH (STATE = {state}) a b c d", "ADD FILTER ".repeat(30));
        let (from, to) = differing(&long("ON"), &long("OFF, SCHEMABINDING = ON"));
        assert_eq!(from, "… WITH (STATE = ON) a b …");
        assert_eq!(to, "… WITH (STATE = OFF, SCHEMABINDING = ON) a b …");
        let word = |end: char| format!("N'{}{end}'", "x".repeat(500));
        let (from, to) = differing(&word('a'), &word('b'));
        assert!(from.ends_with("xa'") && to.ends_with("xb'"), "{from} {to}");
    }

    proptest! {
        /// However long two texts are, what is shown of them is short, and never the same where they differ.
        #[test]
        fn what_differs_is_shown(from in "[ab \n]{0,400}", to in "[ab \n]{0,400}") {
            let (one, other) = differing(&from, &to);
            prop_assert!(one.chars().count() <= MANY + 8 && other.chars().count() <= MANY + 8, "{one} {other}");
            prop_assert_eq!(one == other, from == to, "{} {}", one, other);
        }
    }
}
