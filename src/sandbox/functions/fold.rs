//! Finding text in text by the rules of a collation.

use crate::sandbox::collation::Collation;

/// The characters as the collation compares them, one for one.
pub(super) fn folded(text: &str, collation: Collation) -> Vec<char> {
    match collation {
        Collation::CaseInsensitive => text.chars().map(lower).collect(),
        Collation::CaseSensitive | Collation::Binary => text.chars().collect(),
    }
}

/// One character without case; one that becomes several stays.
pub(super) fn lower(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(only), None) => only,
        _ => c,
    }
}

/// Where `needle` first stands in `hay` at or after `from`, in characters.
pub(super) fn find(hay: &[char], needle: &[char], from: usize) -> Option<usize> {
    let first = *needle.first()?;
    let last = hay.len().checked_sub(needle.len())?;
    (from..=last).find(|at| hay[*at] == first && hay[*at..*at + needle.len()] == *needle)
}
