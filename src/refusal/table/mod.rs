//! The table of refusals: number, severity, engines, lint rule and wording of each.
//!
//! The wording is ours, shaped like the server's: match numbers, not texts.
//! A source in the doc line names the Learn page, or "measured" where only a published probe tells it;
//! "sys.messages" is the server's own list of messages.

/// `/// source` `NAME = number [+ also]…, class.state, engines, rule, text [, then number text];`
macro_rules! entries {
    ($($(#[$doc:meta])+ $name:ident = $number:literal $(+ $also:literal)*, $class:literal / $state:literal,
        $engines:ident, $rule:literal, $text:literal $(, then $then:literal $then_text:literal)?;)*) => {
        $($(#[$doc])+ pub const $name: Entry = Entry {
            number: $number, also: &[$($also),*], class: $class, state: $state, engines: $engines,
            rule: $rule, text: $text, then: entries!(@then $($then $then_text)?),
        };)*
        /// Every row of this part of the table.
        pub(super) const ROWS: &[Entry] = &[$($name),*];
    };
    (@then) => { None };
    (@then $number:literal $text:literal) => { Some(($number, $text)) };
}

mod objects;
mod statements;
mod vectors;

use std::fmt::Display;

use super::{Profile, Refusal};
use crate::name::Name;

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The error number.
    pub number: u32,
    /// Numbers for the same cause on other engines or in the opposite order.
    pub also: &'static [u32],
    /// The severity.
    pub class: u8,
    /// The state.
    pub state: u8,
    /// The engines that refuse.
    pub engines: &'static [Profile],
    /// The lint rule that tells it.
    pub rule: &'static str,
    /// The wording; each `{}` takes a name.
    pub text: &'static str,
    /// What the server sends right after it.
    pub then: Option<(u32, &'static str)>,
}

impl Entry {
    /// The refusal about an object, with names in its text.
    #[must_use]
    pub fn about(&self, object: &Name, names: &[&dyn Display]) -> Refusal {
        Refusal { about: Some(object.clone()), ..self.plain(names) }
    }

    /// The refusal about no object in particular.
    #[must_use]
    pub fn plain(&self, names: &[&dyn Display]) -> Refusal {
        Refusal {
            number: self.number,
            also: self.also,
            class: self.class,
            state: self.state,
            message: fill(self.text, names),
            then: self.then,
            rule: self.rule,
            engines: self.engines,
            about: None,
            causes: Vec::new(),
            certain: true,
        }
    }
}

/// The text with each `{}` replaced by the next name.
fn fill(text: &str, names: &[&dyn Display]) -> String {
    let mut pieces = text.split("{}");
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for (at, piece) in pieces.enumerate() {
        if let Some(name) = names.get(at) {
            filled.push_str(&name.to_string());
        }
        filled.push_str(piece);
    }
    filled
}

/// What follows the refusal of a constraint.
pub(super) const COULD_NOT_CREATE: Option<(u32, &str)> =
    Some((1750, "Could not create constraint or index. See previous errors."));

/// Every engine.
const ALL: &[Profile] = Profile::ALL;
/// The cloud and its container, which share an engine.
const CLOUD: &[Profile] = &[Profile::Azure, Profile::Container];
/// SQL Server 2025.
const BOX: &[Profile] = &[Profile::Sql2025];

pub use objects::*;
pub use statements::*;
pub use vectors::*;

/// Every row of the table.
pub fn rows() -> impl Iterator<Item = &'static Entry> {
    [vectors::ROWS, objects::ROWS, statements::ROWS].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fill_the_wording_in_order() {
        assert_eq!(fill("a {} b {}.", &[&1, &"2"]), "a 1 b 2.");
        assert_eq!(fill("none", &[&1]), "none");
    }

    #[test]
    fn every_row_is_well_formed() {
        for entry in rows() {
            assert!((11..=20).contains(&entry.class), "{} has an error's severity", entry.number);
            assert!(entry.text.ends_with('.'), "{} is a sentence", entry.number);
            assert!(!entry.engines.is_empty() && !entry.also.contains(&entry.number));
        }
    }
}
