//! What decides whether a statement is refused, beside the statement and the catalog.

use std::fmt;
use std::str::FromStr;

use crate::name::{Ident, Name};

/// Which engine's rules apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Profile {
    /// Azure SQL Database, Fabric SQL database, Managed Instance "Always up to date".
    #[default]
    Azure,
    /// The Azure SQL Database container.
    Container,
    /// SQL Server 2025 and Managed Instance "SQL Server 2025".
    Sql2025,
}

impl Profile {
    /// All of them.
    pub const ALL: &'static [Profile] = &[Profile::Azure, Profile::Container, Profile::Sql2025];

    /// The word of `--engine`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Profile::Azure => "azure",
            Profile::Container => "container",
            Profile::Sql2025 => "sql2025",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A word that names no engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no engine; known are azure, container and sql2025")]
pub struct UnknownProfile(String);

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.iter().find(|profile| profile.as_str().eq_ignore_ascii_case(word));
        known.copied().ok_or_else(|| UnknownProfile(word.to_owned()))
    }
}

/// Whether a security policy and a vector index on one table are refused.
///
/// Published measurements disagree for the cloud; the container refuses both orders (37579, 42244).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PairSetting {
    /// Refused: the default.
    #[default]
    Refuse,
    /// Not refused; the linter warns.
    Warn,
    /// Not refused, and nothing is said.
    Allow,
}

/// The session options that indexes on vectors, computed columns and filters depend on
/// (Learn, CREATE INDEX, "Required SET options for filtered indexes").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetOptions {
    values: [bool; OPTIONS.len()],
}

/// Each option with the value that it has to have.
const OPTIONS: [(&str, bool); 7] = [
    ("QUOTED_IDENTIFIER", true),
    ("ANSI_NULLS", true),
    ("ANSI_PADDING", true),
    ("ANSI_WARNINGS", true),
    ("ARITHABORT", true),
    ("CONCAT_NULL_YIELDS_NULL", true),
    ("NUMERIC_ROUNDABORT", false),
];

impl Default for SetOptions {
    /// Every option as it has to be.
    fn default() -> Self {
        Self { values: OPTIONS.map(|(_, needed)| needed) }
    }
}

impl SetOptions {
    /// Follows `SET name ON|OFF`; other options are ignored. `ANSI_DEFAULTS` sets those it stands for.
    pub fn set(&mut self, name: &str, on: bool) {
        for (value, (option, _)) in self.values.iter_mut().zip(OPTIONS) {
            let by_defaults = name.eq_ignore_ascii_case("ANSI_DEFAULTS") && ANSI_DEFAULTS.contains(&option);
            if option.eq_ignore_ascii_case(name) || by_defaults {
                *value = on;
            }
        }
    }

    /// Whether an option is ON; `false` for one that is not followed.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        OPTIONS.iter().zip(self.values).any(|((option, _), value)| option.eq_ignore_ascii_case(name) && value)
    }

    /// The options that do not have the value they need, in the server's order.
    #[must_use]
    pub fn wrong(&self) -> Vec<&'static str> {
        let pairs = OPTIONS.iter().zip(self.values);
        pairs.filter(|((_, needed), value)| needed != value).map(|((option, _), _)| *option).collect()
    }
}

/// What `SET ANSI_DEFAULTS` stands for, as far as it matters here (Learn, SET ANSI_DEFAULTS).
const ANSI_DEFAULTS: [&str; 4] = ["QUOTED_IDENTIFIER", "ANSI_NULLS", "ANSI_PADDING", "ANSI_WARNINGS"];

/// The number of rows that hold a vector in a column.
pub type CountVectors<'a> = &'a dyn Fn(&Name, &Ident) -> u64;

/// The circumstances of a statement.
#[derive(Clone, Default)]
pub struct Situation<'a> {
    /// Which engine's rules apply.
    pub profile: Profile,
    /// Whether a transaction is open.
    pub in_transaction: bool,
    /// The session's options.
    pub set_options: SetOptions,
    /// Whether a policy and a vector index on one table are refused.
    pub policy_and_vector_index: PairSetting,
    /// Counts vectors, where the data is known; the rule of 100 vectors is judged only with it.
    pub vectors: Option<CountVectors<'a>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_followed_by_name_and_by_ansi_defaults() {
        let mut options = SetOptions::default();
        assert!(options.wrong().is_empty());
        options.set("quoted_identifier", false);
        options.set("NUMERIC_ROUNDABORT", true);
        options.set("NOCOUNT", false);
        assert_eq!(options.wrong(), ["QUOTED_IDENTIFIER", "NUMERIC_ROUNDABORT"]);
        options.set("ANSI_DEFAULTS", true);
        assert_eq!(options.wrong(), ["NUMERIC_ROUNDABORT"]);
    }

    #[test]
    fn profiles_round_trip_through_their_words() {
        for profile in Profile::ALL {
            assert_eq!(profile.as_str().parse(), Ok(*profile));
        }
        assert!("oracle".parse::<Profile>().is_err());
    }
}
