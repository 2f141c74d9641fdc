//! What a table, a column, an index, a policy is: the definitions that the parser yields, the
//! catalog keeps, introspection reads back and diff compares. No collection of them and no SQL.

mod column;
mod constraint;
mod data_type;
mod index;
mod key_size;
mod module;
mod object;
mod permission;
mod policy;
mod property;
mod statistics;
mod table;

pub use self::column::{Column, Computed, DefaultValue, Generated, Identity};
pub use self::constraint::{Constraint, ConstraintKind, KeyColumn};
pub use self::data_type::{DataType, VectorBase};
pub use self::index::{HISTORY_RETENTION, Index, IndexKind, IndexOption, METRICS, is_one_of};
pub use self::key_size::KeySize;
pub use self::module::{FunctionKind, Module, ModuleKind, Parameter};
pub use self::object::{Credential, ExternalModel, Sequence, UserType};
pub use self::permission::{Permission, Securable};
pub use self::policy::{BlockOperation, Policy, Predicate, PredicateKind};
pub use self::property::Levels;
pub use self::statistics::Statistics;
pub use self::table::{Period, Table};

/// A piece of T-SQL kept as written: an expression, a body, a clause that is not modelled.
///
/// Equality is of the text. Whether two spellings mean the same is the normal form's business.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SqlText(pub Box<str>);

impl SqlText {
    /// Keeps a text.
    #[must_use]
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(text.as_ref().trim().into())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
