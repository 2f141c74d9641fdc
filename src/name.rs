//! Names of database objects: compared without case, printed as written.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The schema that a one-part name belongs to.
pub const DEFAULT_SCHEMA: &str = "dbo";

/// One identifier, unescaped, without its delimiters.
///
/// Compared without case as the default collation of Azure SQL Database does
/// (SQL_Latin1_General_CP1_CI_AS; Learn, "Azure SQL Database collation").
#[derive(Clone, Default)]
pub struct Ident {
    /// Shared: catalogs, changes and findings hold copies of the names in statements.
    written: Arc<str>,
    /// Where it is another text.
    folded: Option<Arc<str>>,
}

impl Ident {
    /// An identifier from its unescaped text.
    #[must_use]
    pub fn new(text: impl AsRef<str>) -> Self {
        let written = text.as_ref();
        let is_folded = written.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        let folded = (!is_folded).then(|| written.to_lowercase()).filter(|folded| folded != written);
        Self { written: written.into(), folded: folded.map(Arc::from) }
    }

    /// The text as it was written, unescaped.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// The text that comparison uses.
    #[must_use]
    pub fn folded(&self) -> &str {
        self.folded.as_deref().unwrap_or(&self.written)
    }

    /// Whether this is the same identifier as `other`, without regard to case.
    #[must_use]
    pub fn is(&self, other: &str) -> bool {
        if other.is_ascii() { self.folded().eq_ignore_ascii_case(other) } else { self.folded() == other.to_lowercase() }
    }

    /// Whether nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.written.is_empty()
    }

    /// The identifier in brackets, `]` doubled: safe to splice into T-SQL.
    #[must_use]
    pub fn bracketed(&self) -> String {
        format!("[{}]", self.written.replace(']', "]]"))
    }
}

impl PartialEq for Ident {
    fn eq(&self, other: &Self) -> bool {
        self.folded() == other.folded()
    }
}

impl Eq for Ident {}

impl Hash for Ident {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.folded().hash(state);
    }
}

impl PartialOrd for Ident {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ident {
    fn cmp(&self, other: &Self) -> Ordering {
        self.folded().cmp(other.folded())
    }
}

impl From<&str> for Ident {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl fmt::Debug for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Plain where T-SQL allows it, in brackets otherwise.
impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_regular(&self.written) { f.write_str(&self.written) } else { f.write_str(&self.bracketed()) }
    }
}

/// A letter, `_` or `#` first; letters, digits, `@`, `$`, `#`, `_` after it. Keywords are not looked at.
fn is_regular(text: &str) -> bool {
    let mut chars = text.chars();
    let starts = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '#');
    starts && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '@' | '$' | '#'))
}

/// A schema and an object: the key of everything in a catalog.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Name {
    /// The schema; `dbo` where none was written.
    pub schema: Ident,
    /// The object in it.
    pub object: Ident,
}

impl Name {
    /// A name from its two unescaped parts.
    #[must_use]
    pub fn new(schema: impl AsRef<str>, object: impl AsRef<str>) -> Self {
        Self { schema: Ident::new(schema), object: Ident::new(object) }
    }

    /// An object in the default schema.
    #[must_use]
    pub fn dbo(object: impl AsRef<str>) -> Self {
        Self::new(DEFAULT_SCHEMA, object)
    }

    /// A name outside of schemas: of a schema itself, a principal, an external model, ….
    #[must_use]
    pub fn bare(object: Ident) -> Self {
        Self { schema: Ident::default(), object }
    }

    /// Whether the object is a temporary one (`#t`, `##t`), which never enters a catalog.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        self.object.as_str().starts_with('#')
    }

    /// Both parts in brackets: safe to splice into T-SQL.
    #[must_use]
    pub fn bracketed(&self) -> String {
        format!("{}.{}", self.schema.bracketed(), self.object.bracketed())
    }
}

/// Both parts; the object alone where the schema is empty, for what lives in none.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.schema.is_empty() { write!(f, "{}", self.object) } else { write!(f, "{}.{}", self.schema, self.object) }
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_compare_without_case_and_print_as_written() {
        assert_eq!(Ident::new("Chunks"), Ident::new("CHUNKS"));
        assert_eq!(Ident::new("Chunks").to_string(), "Chunks");
        assert_ne!(Ident::new("a b"), Ident::new("a  b"));
    }

    #[test]
    fn odd_identifiers_print_in_brackets() {
        assert_eq!(Name::dbo(r#"Doc "Chunks" ]v1"#).to_string(), r#"dbo.[Doc "Chunks" ]]v1]"#);
    }
}
