//! What decides whether a statement is refused, beside the statement and the catalog.

use std::fmt;
use std::str::FromStr;

use crate::name::{Ident, Name};
use crate::replay::Settings;

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

/// A word that is no [`PairSetting`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not refuse, warn or allow")]
pub struct UnknownPairSetting(String);

impl FromStr for PairSetting {
    type Err = UnknownPairSetting;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "refuse" => Ok(PairSetting::Refuse),
            "warn" => Ok(PairSetting::Warn),
            "allow" => Ok(PairSetting::Allow),
            _ => Err(UnknownPairSetting(word.to_owned())),
        }
    }
}

/// The number of rows that hold a vector in a column.
pub type CountVectors<'a> = &'a dyn Fn(&Name, &Ident) -> u64;

/// The circumstances of a statement.
#[derive(Clone, Default)]
pub struct Situation<'a> {
    /// Which engine's rules apply.
    pub profile: Profile,
    /// Whether a transaction is open.
    pub in_transaction: bool,
    /// The session's SET options.
    pub settings: Settings,
    /// Whether a policy and a vector index on one table are refused.
    pub policy_and_vector_index: PairSetting,
    /// The name of the database at hand, where it is known: names of three parts may point at it.
    pub database: Option<&'a str>,
    /// Counts vectors, where the data is known; the rule of 100 vectors is judged only with it.
    pub vectors: Option<CountVectors<'a>>,
}

impl Situation<'_> {
    /// The SET options that do not have the value that indexes on vectors and with a filter need, in
    /// the server's order (Learn, CREATE INDEX, "Required SET options for filtered indexes").
    #[must_use]
    pub fn wrong_options(&self) -> Vec<&'static str> {
        let settings = &self.settings;
        let needed = [
            ("QUOTED_IDENTIFIER", settings.quoted_identifier),
            ("ANSI_NULLS", settings.ansi_nulls),
            ("ANSI_PADDING", settings.ansi_padding),
            ("ANSI_WARNINGS", settings.ansi_warnings),
            ("ARITHABORT", settings.arithabort),
            ("CONCAT_NULL_YIELDS_NULL", settings.concat_null_yields_null),
            ("NUMERIC_ROUNDABORT", !settings.numeric_roundabort),
        ];
        needed.into_iter().filter(|(_, is_right)| !is_right).map(|(name, _)| name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::SqlText;

    #[test]
    fn options_that_are_wrong_are_named() {
        let options = ["QUOTED_IDENTIFIER".into(), "NOCOUNT".into()];
        let settings = Settings::default().with(&options, &SqlText::new("OFF"));
        let settings = settings.with(&["NUMERIC_ROUNDABORT".into()], &SqlText::new("ON"));
        let situation = Situation { settings, ..Situation::default() };
        assert_eq!(situation.wrong_options(), ["QUOTED_IDENTIFIER", "NUMERIC_ROUNDABORT"]);
        assert!(Situation::default().wrong_options().is_empty());
    }

    #[test]
    fn profiles_round_trip_through_their_words() {
        for profile in Profile::ALL {
            assert_eq!(profile.as_str().parse(), Ok(*profile));
        }
        assert!("oracle".parse::<Profile>().is_err());
    }
}
