//! How much of a project was understood, for a person who wants to know.

use std::collections::BTreeMap;

use crate::lint::{Report, Understood};
use crate::text::counted;

/// A line for the whole, one for each kind of statement, and one for each query about vectors that was not
/// judged.
#[must_use]
pub fn render(kinds: &BTreeMap<String, Understood>, report: &Report) -> String {
    statements(kinds) + &queries(report)
}

fn queries(report: &Report) -> String {
    let (read, not_read) = (report.queries.read, &report.queries.not_read);
    let all = read + not_read.len();
    if all == 0 {
        return String::new();
    }
    let mut text = format!("queries about vectors: {read} of {all} judged{}\n", share(read, all));
    for (place, reason) in not_read {
        let file = report.file(*place);
        let line = file.position(place.span.start).line;
        text += &format!("  {}:{line} is not judged: {reason}\n", file.path());
    }
    text
}

fn statements(kinds: &BTreeMap<String, Understood>) -> String {
    let sum = |of: fn(&Understood) -> usize| kinds.values().map(of).sum::<usize>();
    let (all, wholly) = (sum(|kind| kind.all), sum(|kind| kind.wholly()));
    let mut text = format!("understood: {wholly} of {}{}\n", counted(all, "statement"), share(wholly, all));
    let width = kinds.keys().map(|kind| kind.chars().count()).max().unwrap_or(0);
    for (kind, found) in kinds {
        text += &format!("  {kind:<width$}  {} of {}{}\n", found.wholly(), found.all, rest(*found));
    }
    text
}

fn share(part: usize, all: usize) -> String {
    // Rounded down, so that only the whole is 100 %.
    let tenths = (part * 1000).checked_div(all);
    tenths.map_or(String::new(), |tenths| format!(" ({}.{} %)", tenths / 10, tenths % 10))
}

fn rest(found: Understood) -> String {
    let partly = (found.partly > 0).then(|| format!("{} with clauses that are kept as text", found.partly));
    let not = (found.not > 0).then(|| format!("{} not understood", found.not));
    let rest: Vec<String> = partly.into_iter().chain(not).collect();
    if rest.is_empty() { String::new() } else { format!(" ({})", rest.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_understood_is_said_by_kind() {
        let kinds = BTreeMap::from([
            ("CREATE TABLE".to_owned(), Understood { all: 3, partly: 1, not: 1 }),
            ("SELECT".to_owned(), Understood { all: 1000, partly: 0, not: 0 }),
        ]);
        assert_eq!(
            statements(&kinds),
            "understood: 1001 of 1003 statements (99.8 %)\n  \
             CREATE TABLE  1 of 3 (1 with clauses that are kept as text, 1 not understood)\n  \
             SELECT        1000 of 1000\n"
        );
        assert_eq!(statements(&BTreeMap::new()), "understood: 0 of 0 statements\n");
    }
}
