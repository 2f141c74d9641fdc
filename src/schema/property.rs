//! What extended properties are on.

use crate::name::{Ident, Name};

/// What an extended property is on, level by level, outermost first, each with its class in upper case: `SCHEMA` dbo,
/// `TABLE` t, `COLUMN` c. Without a level it is the database (Learn, "sp_addextendedproperty").
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Levels(pub Vec<(Box<str>, Ident)>);

impl Levels {
    /// Nothing but one thing outside of schemas, or a schema.
    #[must_use]
    pub fn outside(class: &str, name: &Ident) -> Self {
        Self(vec![(class.into(), name.clone())])
    }

    /// An object of a schema.
    #[must_use]
    pub fn object(class: &str, name: &Name) -> Self {
        Self::outside("SCHEMA", &name.schema).part(class, &name.object)
    }

    /// The same with one level more.
    #[must_use]
    pub fn part(mut self, class: &str, name: &Ident) -> Self {
        self.0.push((class.into(), name.clone()));
        self
    }

    /// The object of a schema that it is, or is a part of.
    #[must_use]
    pub fn object_name(&self) -> Option<Name> {
        match self.0.as_slice() {
            [(class, schema), (_, object), ..] if &**class == "SCHEMA" => {
                Some(Name { schema: schema.clone(), object: object.clone() })
            }
            _ => None,
        }
    }

    /// Whether it is something or a part of it.
    #[must_use]
    pub fn is_in(&self, whole: &Self) -> bool {
        self.0.starts_with(&whole.0)
    }
}
