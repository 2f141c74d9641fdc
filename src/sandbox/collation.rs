//! T-SQL's collations as collations of SQLite. Trailing blanks never count (Learn, "= (comparison)").

use std::cmp::Ordering;

use rusqlite::Connection;

use crate::name::Ident;
use crate::sandbox::error::SqlError;

/// The collation of the database, as Azure SQL Database creates one.
pub const DATABASE_COLLATION: &str = "SQL_Latin1_General_CP1_CI_AS";

/// How text is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Collation {
    /// Without case: `…_CI_AS`, the database's default.
    #[default]
    CaseInsensitive,
    /// With case: `…_CS_AS`.
    CaseSensitive,
    /// By code points: `…_BIN`, `…_BIN2`.
    Binary,
}

impl Collation {
    /// Every collation.
    pub const ALL: [Collation; 3] = [Collation::CaseInsensitive, Collation::CaseSensitive, Collation::Binary];

    /// What a collation's name says; `DATABASE_DEFAULT` is the database's.
    ///
    /// # Errors
    /// Collations that ignore accents, kana or width in another way are not known to the sandbox.
    pub fn of(name: &Ident) -> Result<Self, SqlError> {
        let name = name.as_str().to_uppercase();
        let has = |part: &str| name.split('_').any(|word| word == part);
        if has("BIN") || has("BIN2") {
            Ok(Self::Binary)
        } else if has("AI") {
            Err(SqlError::unknown(format!("The collation {name}")))
        } else if has("CS") {
            Ok(Self::CaseSensitive)
        } else if has("CI") || name == "DATABASE_DEFAULT" || name == "CATALOG_DEFAULT" {
            Ok(Self::CaseInsensitive)
        } else {
            Err(SqlError::new(448, format!("Invalid collation '{name}'.")))
        }
    }

    /// Its name in SQLite, which needs no quotes.
    #[must_use]
    pub fn sqlite_name(self) -> &'static str {
        match self {
            Self::CaseInsensitive => "CI_AS",
            Self::CaseSensitive => "CS_AS",
            Self::Binary => "BIN2",
        }
    }

    /// Compares two texts.
    #[must_use]
    pub fn compare(self, a: &str, b: &str) -> Ordering {
        let (a, b) = (a.trim_end_matches(' '), b.trim_end_matches(' '));
        match self {
            Self::Binary => a.cmp(b),
            Self::CaseInsensitive => folded(a).cmp(folded(b)),
            Self::CaseSensitive => folded(a).cmp(folded(b)).then_with(|| b.cmp(a)),
        }
    }
}

/// The characters without case.
fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(char::to_lowercase)
}

/// Makes the collations known to a connection.
///
/// # Errors
/// SQLite's, which do not happen on a healthy connection.
pub fn register(connection: &Connection) -> rusqlite::Result<()> {
    for collation in Collation::ALL {
        connection.create_collation(collation.sqlite_name(), move |a, b| collation.compare(a, b))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_how_text_is_compared() {
        let of = |name: &str| Collation::of(&Ident::new(name));
        assert_eq!(of("SQL_Latin1_General_CP1_CI_AS"), Ok(Collation::CaseInsensitive));
        assert_eq!(of("Latin1_General_100_CS_AS_SC_UTF8"), Ok(Collation::CaseSensitive));
        assert_eq!(of("Latin1_General_100_BIN2"), Ok(Collation::Binary));
        assert_eq!(of("Latin1_General_CI_AI").expect_err("is refused").number, crate::sandbox::error::NOT_IN_SANDBOX);
        assert_eq!(of("nonsense").expect_err("is refused").number, 448);
    }

    #[test]
    fn case_and_trailing_blanks() {
        let equal = |collation: Collation, a: &str, b: &str| collation.compare(a, b) == Ordering::Equal;
        assert!(equal(Collation::CaseInsensitive, "Straße  ", "STRAßE"));
        assert!(!equal(Collation::CaseSensitive, "a", "A"));
        assert!(equal(Collation::CaseSensitive, "a ", "a"));
        assert!(equal(Collation::Binary, "a ", "a"));
        assert!(!equal(Collation::Binary, " a", "a"));
        assert_eq!(Collation::CaseInsensitive.compare("b", "A"), Ordering::Greater);
        assert_eq!(Collation::Binary.compare("b", "A"), Ordering::Greater);
        assert_eq!(Collation::Binary.compare("a", "B"), Ordering::Greater);
    }
}
