//! Permissions and what they are on.

use std::fmt;

use crate::name::Ident;

/// GRANT or DENY.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permission {
    /// `GRANT` or `DENY`.
    pub deny: bool,
    /// `WITH GRANT OPTION`.
    pub with_grant_option: bool,
    /// The permission, upper case: `SELECT`, `EXECUTE`, …
    pub permission: Box<str>,
    /// Columns, where the permission is on some only.
    pub columns: Vec<Ident>,
    /// What it is on; `None` is the database.
    pub securable: Option<Securable>,
    /// To whom.
    pub principal: Ident,
}

/// What a permission is on. Displayed as `OBJECT::dbo.t`, `SCHEMA::rag`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Securable {
    /// `OBJECT`, `SCHEMA`, `TYPE`, `DATABASE SCOPED CREDENTIAL`, `EXTERNAL MODEL`, …; upper case.
    pub class: Box<str>,
    /// The parts of its name. What lives in a schema has two, `dbo` where none was written.
    pub name: Vec<Ident>,
}

impl fmt::Display for Securable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::", self.class)?;
        for (at, part) in self.name.iter().enumerate() {
            write!(f, "{}{part}", if at > 0 { "." } else { "" })?;
        }
        Ok(())
    }
}
