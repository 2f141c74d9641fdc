//! An expression that is bound: its SQLite text and what is known of it.

use crate::name::Ident;
use crate::sandbox::collation::Collation;
use crate::sandbox::value::SqlType;
use crate::schema::Identity;

/// Collations whose `varchar` is not of code page 1252 begin with one of these (Learn, "Windows collation name").
const OTHER_CODE_PAGES: [&str; 41] = [
    "albanian",
    "arabic",
    "assamese",
    "azeri",
    "bashkir",
    "belarus",
    "bengali",
    "bosnian",
    "chinese",
    "croatian",
    "cyrillic",
    "czech",
    "divehi",
    "estonian",
    "georgian",
    "greek",
    "hebrew",
    "hindi",
    "hungarian",
    "indic",
    "japanese",
    "kazakh",
    "korean",
    "latvian",
    "lithuanian",
    "macedonian",
    "maltese",
    "maori",
    "pashto",
    "persian",
    "polish",
    "romanian",
    "serbian",
    "slovak",
    "slovenian",
    "tatar",
    "thai",
    "turkish",
    "ukrainian",
    "urdu",
    "vietnamese",
];

/// A bound expression.
#[derive(Debug, Clone)]
pub(in crate::sandbox::query) struct Typed {
    /// SQLite text; binds as tightly as a name, so that it can stand anywhere.
    pub sql: String,
    pub data_type: SqlType,
    pub nullable: bool,
    /// How it is compared, when it is text.
    pub collation: Collated,
    /// The value, when it is a literal that conversions can fold.
    pub constant: Constant,
    /// Text that is JSON already (`JSON_QUERY`, a nested FOR JSON).
    pub json: bool,
    /// It has an aggregate of the query that it stands in.
    pub aggregate: bool,
    /// It has a window function.
    pub window: bool,
    /// It is a column with IDENTITY, for SELECT INTO.
    pub identity: Option<Identity>,
    /// Columns outside aggregates.
    pub uses: Vec<Use>,
}

/// A reference to a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox::query) struct Use {
    /// The frame that it is of.
    pub frame: usize,
    /// Where it stands.
    pub at: usize,
    /// As error texts name it.
    pub name: String,
}

/// A literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::sandbox::query) enum Constant {
    #[default]
    None,
    /// NULL, which takes every type.
    Null,
    Int(i64),
    Exact(i128, u8),
    /// A text literal.
    Text,
}

/// A collation and how much it weighs ("Collation precedence", Learn).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::sandbox::query) enum Collated {
    /// A literal, a variable, a function of them.
    #[default]
    Default,
    /// A column's.
    Implicit(Ident),
    /// `COLLATE`'s.
    Explicit(Ident),
    /// Two columns' that differ: an error where it is needed (Msg 468).
    Conflict(Ident, Ident),
}

impl Collated {
    /// What comes of two operands; two explicit ones that differ yield them as an error.
    pub fn combine(&self, other: &Self) -> Result<Self, (Ident, Ident)> {
        Ok(match (self, other) {
            (Self::Explicit(a), Self::Explicit(b)) if a != b => return Err((a.clone(), b.clone())),
            (Self::Explicit(_), _) => self.clone(),
            (_, Self::Explicit(_)) => other.clone(),
            (Self::Conflict(..), _) => self.clone(),
            (_, Self::Conflict(..)) => other.clone(),
            (Self::Implicit(a), Self::Implicit(b)) if a != b => Self::Conflict(a.clone(), b.clone()),
            (Self::Implicit(_), _) => self.clone(),
            _ => other.clone(),
        })
    }

    /// The collation, if operands agree on one.
    pub fn name(&self) -> Option<&Ident> {
        match self {
            Self::Implicit(name) | Self::Explicit(name) => Some(name),
            Self::Default | Self::Conflict(..) => None,
        }
    }

    /// Whether `varchar` text of this collation is of another code page than 1252. The sandbox has no other
    /// one, and keeps every character of such text.
    pub fn is_wide(&self) -> bool {
        let Some(name) = self.name().map(Ident::folded) else { return false };
        name.ends_with("_utf8") || OTHER_CODE_PAGES.iter().any(|prefix| name.starts_with(prefix))
    }
}

impl Typed {
    /// An expression of a type that is not a literal and uses no column.
    pub fn new(sql: impl Into<String>, data_type: SqlType, nullable: bool) -> Self {
        Self {
            sql: sql.into(),
            data_type,
            nullable,
            collation: Collated::Default,
            constant: Constant::None,
            json: false,
            aggregate: false,
            window: false,
            identity: None,
            uses: Vec::new(),
        }
    }

    /// NULL without a type of its own.
    pub fn null() -> Self {
        Self { constant: Constant::Null, ..Self::new("NULL", SqlType::Int, true) }
    }

    /// Takes over what `part`, of which this is made, uses.
    pub fn with(mut self, part: &Typed) -> Self {
        self.absorb(part);
        self
    }

    /// The same in place.
    pub fn absorb(&mut self, part: &Typed) {
        self.aggregate |= part.aggregate;
        self.window |= part.window;
        for used in &part.uses {
            if !self.uses.contains(used) {
                self.uses.push(used.clone());
            }
        }
    }

    /// The same expression with other text.
    pub fn rewritten(&self, sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), constant: Constant::None, identity: None, ..self.clone() }
    }

    /// Whether it is a literal NULL.
    pub fn is_null(&self) -> bool {
        self.constant == Constant::Null
    }

    /// The SQLite collation with which it is compared, when it is text.
    pub fn sqlite_collation(&self) -> Option<&'static str> {
        let text = self.data_type.is_text() || self.data_type == SqlType::Variant;
        let of = |name: &Ident| Collation::of(name).unwrap_or_default();
        text.then(|| self.collation.name().map_or_else(Collation::default, of).sqlite_name())
    }

    /// What GROUP BY, PARTITION BY and ORDER BY go by: the text with its collation, the point in time of a
    /// `datetimeoffset`.
    pub fn key(&self) -> String {
        match self.data_type {
            SqlType::DateTimeOffset(_) => format!("t_utc({})", self.sql),
            _ => self.collated(),
        }
    }

    /// Its text with the collation that comparisons need.
    pub fn collated(&self) -> String {
        match self.sqlite_collation() {
            Some(collation) => format!("{} COLLATE {collation}", self.sql),
            None => self.sql.clone(),
        }
    }
}
