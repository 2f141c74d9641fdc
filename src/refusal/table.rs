//! The table of refusals: number, severity, engines, lint rule and wording of each.
//!
//! The wording is ours, shaped like the server's: match numbers, not texts.
//! A source in the doc line names the Learn page, or "measured" where only a published probe tells it;
//! "sys.messages" is the server's own list of messages.

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
            culprits: Vec::new(),
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

/// Every engine.
const ALL: &[Profile] = Profile::ALL;
/// The cloud and its container, which share an engine.
const CLOUD: &[Profile] = &[Profile::Azure, Profile::Container];
/// SQL Server 2025.
const BOX: &[Profile] = &[Profile::Sql2025];

/// `/// source` `NAME = number [+ also]…, class.state, engines, rule, text [, then number text];`
macro_rules! entries {
    ($($(#[$doc:meta])+ $name:ident = $number:literal $(+ $also:literal)*, $class:literal / $state:literal,
        $engines:ident, $rule:literal, $text:literal $(, then $then:literal $then_text:literal)?;)*) => {
        $($(#[$doc])+ pub const $name: Entry = Entry {
            number: $number, also: &[$($also),*], class: $class, state: $state, engines: $engines,
            rule: $rule, text: $text, then: entries!(@then $($then $then_text)?),
        };)*
        /// Every row.
        pub const TABLE: &[Entry] = &[$($name),*];
    };
    (@then) => { None };
    (@then $number:literal $text:literal) => { Some(($number, $text)) };
}

entries! {
    // ---- a security policy and a vector index on one table ----
    /// Measured on the container: CREATE SECURITY POLICY over a table with a vector index.
    POLICY_OVER_VECTOR_INDEX = 37579 + 42244, 16/1, ALL, "policy-and-vector-index",
        "The security policy '{}' cannot have a predicate on table '{}': the table has the vector index '{}'.";
    /// Measured on the container: CREATE VECTOR INDEX over a table with a predicate.
    VECTOR_INDEX_UNDER_POLICY = 42244 + 37579, 16/1, ALL, "policy-and-vector-index",
        "Cannot create vector index '{}' on table '{}': the security policy '{}' has a predicate on it.";

    // ---- CREATE VECTOR INDEX, in the order in which the engine checks ----
    /// Measured on SQL Server 2025: CREATE VECTOR INDEX inside a user transaction.
    VECTOR_INDEX_IN_TRANSACTION = 574, 16/0, ALL, "vector-index-in-transaction",
        "CREATE VECTOR INDEX statement cannot be used inside a user transaction.";
    /// Learn, SET QUOTED_IDENTIFIER; measured for vector indexes.
    WRONG_SET_OPTIONS = 1934, 16/1, ALL, "set-options-for-vector-index",
        "{} failed because these SET options have incorrect settings: '{}'.";
    /// Measured on SQL Server 2025: a temporary table as target.
    VECTOR_INDEX_ON_TEMPORARY_TABLE = 42220, 16/1, ALL, "vector-index-target",
        "Vector index '{}' cannot be created on '{}': temporary tables cannot have vector indexes.";
    /// Learn, CREATE VECTOR INDEX: "the target must be a table"; number of an object that is no table.
    VECTOR_INDEX_ON_OTHER = 1088, 16/12, ALL, "vector-index-target",
        "Cannot find the table '{}' because it is a {}, and a vector index needs a base table.";
    /// sys.messages: CREATE INDEX on an object that is not there.
    NO_TABLE_FOR_INDEX = 1088 + 208, 16/12, ALL, "missing-object",
        "Cannot find the object '{}' because it does not exist or you do not have permissions.";
    /// sys.messages: CREATE INDEX on a column that is not there.
    NO_COLUMN_FOR_INDEX = 1911, 16/1, ALL, "missing-object",
        "Column name '{}' does not exist in the target table or view '{}'.";
    /// Measured on SQL Server 2025: the column is not of type vector.
    NOT_A_VECTOR_COLUMN = 42215, 16/1, ALL, "vector-index-target",
        "Vector index '{}' cannot be created on column '{}': its type is {}, not vector.";
    /// sys.messages: the name of the index is taken on that table.
    INDEX_EXISTS = 1913, 16/1, ALL, "object-exists",
        "The operation failed because an index or statistics with name '{}' already exists on table '{}'.";
    /// Measured on Azure: a second vector index on a column, of any metric.
    SECOND_VECTOR_INDEX = 42230, 16/1, ALL, "second-vector-index",
        "Vector index '{}' cannot be created: column '{}' of table '{}' already has the vector index '{}'.";
    /// Measured on Azure: a heap, or a primary key that is not clustered.
    NO_CLUSTERED_KEY = 42254 + 42217, 16/1, CLOUD, "vector-index-without-clustered-key",
        "Vector index '{}' cannot be created: table '{}' has no clustered index.";
    /// Learn, CREATE VECTOR INDEX (SQL Server 2025): the clustered key has to be one 4-byte integer.
    NO_CLUSTERED_INT_KEY = 42217 + 42254, 16/1, BOX, "vector-index-without-clustered-key",
        "Vector index '{}' cannot be created: table '{}' needs a clustered primary key of a single int column.";
    /// Learn, CREATE VECTOR INDEX: at least 100 rows with a vector.
    TOO_FEW_VECTORS = 42266, 16/1, CLOUD, "vector-index-in-migration",
        "Vector index '{}' cannot be created: table '{}' has {} rows with a vector, and at least 100 are required.";
    /// Learn, PREVIEW_FEATURES (SQL Server 2025): vector indexes are a preview there.
    VECTOR_INDEX_IS_PREVIEW = 343, 15/1, BOX, "preview-features",
        "Unknown object type 'VECTOR' used in a CREATE, DROP, or ALTER statement: PREVIEW_FEATURES is not ON.";

    // ---- living with a vector index ----
    /// Learn, TRUNCATE TABLE and CREATE VECTOR INDEX.
    TRUNCATE_INDEXED = 42232, 16/1, ALL, "truncate-vector-indexed-table",
        "Cannot truncate table '{}' because it has the vector index '{}'.";
    /// Measured on Azure: ALTER INDEX of a vector index, by name or through ALL.
    ALTER_VECTOR_INDEX = 42250, 16/1, ALL, "alter-vector-index",
        "ALTER INDEX cannot be used on the vector index '{}' of table '{}'.";
    /// Measured on SQL Server 2025: sp_rename of a vector index.
    RENAME_VECTOR_INDEX = 290, 16/1, ALL, "alter-vector-index",
        "The vector index '{}' of table '{}' cannot be renamed.";
    /// Learn, CREATE VECTOR INDEX: the column stays while the index is there.
    COLUMN_UNDER_VECTOR_INDEX = 5074, 16/1, ALL, "drop-column-under-vector-index",
        "The index '{}' is dependent on column '{}' of table '{}'.",
        then 4922 "ALTER TABLE failed because one or more objects access this column.";
    /// Measured on SQL Server 2025: the clustered key stays while a vector index is there.
    KEY_UNDER_VECTOR_INDEX = 3768, 16/1, ALL, "drop-key-under-vector-index",
        "The constraint '{}' of table '{}' cannot be dropped: the vector index '{}' depends on it.",
        then 3727 "Could not drop constraint. See previous errors.";
    /// Learn, CREATE VECTOR INDEX (SQL Server 2025): a table with a vector index is read-only.
    WRITE_TO_INDEXED = 42231, 16/1, BOX, "write-to-vector-indexed-table",
        "Rows of table '{}' cannot be changed while it has the vector index '{}'.";

    // ---- vector columns ----
    /// Learn, vector data type: at most 1998 dimensions, 3996 for float16.
    TOO_MANY_DIMENSIONS = 2717, 15/2, ALL, "vector-dimensions",
        "The size ({}) given to the column '{}' exceeds the maximum allowed ({}).";
    /// Measured on Azure: a vector without dimensions.
    NO_DIMENSIONS = 1001, 15/1, ALL, "vector-dimensions",
        "Length or precision specification 0 is invalid in the column '{}'.";
    /// Learn, half-precision vectors: a preview on SQL Server 2025.
    FLOAT16_IS_PREVIEW = 195, 15/1, BOX, "preview-features",
        "'float16' is not a recognized vector base type in the column '{}': PREVIEW_FEATURES is not ON.";
    /// Measured on Azure: another number of dimensions, even in an empty table.
    ALTER_DIMENSIONS = 42204, 16/3, ALL, "alter-vector-column",
        "The vector dimensions {} and {} do not match: column '{}' of table '{}' cannot be altered.";
    /// Measured on SQL Server 2025: another base type.
    ALTER_BASE_TYPE = 42238, 16/1, ALL, "alter-vector-column",
        "Column '{}' of table '{}' cannot be altered from one vector base type to another.";
    /// Measured on Azure: a vector in a primary key, unique constraint or index key.
    VECTOR_IN_KEY = 1919, 16/1, ALL, "vector-column-constraint",
        "Column '{}' in table '{}' is of type vector, which is invalid as a key column of '{}'.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// Measured on Azure: a vector in a foreign key.
    VECTOR_IN_FOREIGN_KEY = 1776, 16/0, ALL, "vector-column-constraint",
        "Column '{}' of table '{}' is of type vector and cannot take part in the foreign key '{}'.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// Learn, vector data type: no check constraint on it.
    VECTOR_IN_CHECK = 1760, 16/1, ALL, "vector-column-constraint",
        "Constraints of type CHECK cannot be created on the vector column '{}' of table '{}'.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// Measured on Azure: a default, even NULL.
    VECTOR_DEFAULT = 1752, 16/1, ALL, "vector-column-constraint",
        "Column '{}' in table '{}' is of type vector, which is invalid for a default constraint.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// Measured on Azure: a vector as the key of an ordinary index or of statistics.
    VECTOR_IN_INDEX = 1978, 16/1, ALL, "vector-column-constraint",
        "Column '{}' in table '{}' is of type vector, which is invalid as a key of the index or statistics '{}'.";
    /// Measured on Azure: vector functions are not deterministic.
    PERSISTED_VECTOR_FUNCTION = 4936, 16/1, ALL, "vector-column-constraint",
        "Computed column '{}' in table '{}' cannot be persisted because the vector function {} is not deterministic.";
    /// Learn, vector data type: no alias type from it.
    ALIAS_OF_VECTOR = 42212, 16/1, ALL, "vector-column-constraint",
        "The type '{}' cannot be created from vector.";
    /// Measured on SQL Server 2025: COLLATE on a vector.
    COLLATED_VECTOR = 447, 16/0, ALL, "vector-column-constraint",
        "Expression type vector is invalid for COLLATE clause: column '{}' of table '{}'.";

    // ---- names that are taken ----
    /// sys.messages: one name space a schema for tables, views, modules, synonyms, constraints, ….
    OBJECT_EXISTS = 2714, 16/6, ALL, "object-exists",
        "There is already an object named '{}' in the database.";
    /// sys.messages: a column of that name is there.
    COLUMN_EXISTS = 2705, 16/4, ALL, "object-exists",
        "Column names in each table must be unique. Column name '{}' in table '{}' is specified more than once.";
    /// sys.messages: a type of that name is there.
    TYPE_EXISTS = 219, 16/1, ALL, "object-exists",
        "The type '{}' already exists, or you do not have permission to create it.";
    /// sys.messages: a user or role of that name is there.
    PRINCIPAL_EXISTS = 15023, 16/1, ALL, "object-exists",
        "User, group, or role '{}' already exists in the current database.";
    /// sys.messages: sp_rename to a name that is taken.
    RENAME_TO_EXISTING = 15335, 11/1, ALL, "object-exists",
        "Error: The new name '{}' is already in use as a {} name and would cause a duplicate that is not permitted.";
    /// sys.messages: a table has one primary key.
    SECOND_PRIMARY_KEY = 1779, 16/0, ALL, "second-key",
        "Table '{}' already has a primary key defined on it.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// sys.messages: a table has one clustered index.
    SECOND_CLUSTERED_INDEX = 1902, 16/3, ALL, "second-key",
        "Cannot create more than one clustered index on table '{}'. Drop the existing clustered index '{}' first.";
    /// sys.messages: a second DEFAULT on a column.
    SECOND_DEFAULT = 1781, 16/1, ALL, "second-key",
        "Column '{}' of table '{}' already has a DEFAULT bound to it.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// sys.messages: a primary key on a column that allows NULL.
    NULLABLE_PRIMARY_KEY = 8111, 16/1, ALL, "nullable-primary-key",
        "Cannot define PRIMARY KEY constraint on nullable column '{}' in table '{}'.",
        then 1750 "Could not create constraint or index. See previous errors.";

    // ---- things that are not there ----
    /// sys.messages: a name that stands for nothing.
    NO_OBJECT = 208, 16/1, ALL, "missing-object",
        "Invalid object name '{}'.";
    /// sys.messages: a column that is not there.
    NO_COLUMN = 207, 16/1, ALL, "missing-object",
        "Invalid column name '{}': table '{}' does not have it.";
    /// sys.messages: DROP of something that is not there.
    NOTHING_TO_DROP = 3701, 11/5, ALL, "missing-object",
        "Cannot drop the {} '{}', because it does not exist or you do not have permission.";
    /// sys.messages: TRUNCATE of a table that is not there.
    NOTHING_TO_TRUNCATE = 4701, 16/1, ALL, "missing-object",
        "Cannot find the object '{}' because it does not exist or you do not have permissions.";
    /// sys.messages: ALTER TABLE of a table that is not there.
    NO_TABLE_TO_ALTER = 4902, 16/1, ALL, "missing-object",
        "Cannot find the object '{}' because it does not exist or you do not have permissions.";
    /// sys.messages: ALTER TABLE … ALTER or DROP COLUMN of a column that is not there.
    NO_COLUMN_TO_ALTER = 4924, 16/1, ALL, "missing-object",
        "ALTER TABLE failed because column '{}' does not exist in table '{}'.";
    /// sys.messages: DROP CONSTRAINT of something else or nothing.
    NO_CONSTRAINT = 3728, 16/1, ALL, "missing-object",
        "'{}' is not a constraint of table '{}'.",
        then 3727 "Could not drop constraint. See previous errors.";
    /// sys.messages: a constraint to switch that is not there.
    NO_CONSTRAINT_TO_SWITCH = 4917, 16/0, ALL, "missing-object",
        "Constraint '{}' does not exist on table '{}'.",
        then 4916 "Could not enable or disable the constraint. See previous errors.";
    /// sys.messages: ALTER INDEX of an index that is not there.
    NO_INDEX = 2727, 11/1, ALL, "missing-object",
        "Cannot find index '{}' on table '{}'.";
    /// sys.messages: an object in a schema that is not there.
    NO_SCHEMA = 2760, 16/1, ALL, "missing-object",
        "The specified schema name '{}' either does not exist or you do not have permission to use it.";
    /// sys.messages: ALTER, DROP or TRANSFER of a securable that is not there.
    NO_SECURABLE = 15151, 16/1, ALL, "missing-object",
        "Cannot {} the {} '{}', because it does not exist or you do not have permission.";
    /// sys.messages: a predicate on, or a function of, something that is not there.
    NO_PREDICATE_OBJECT = 33268, 16/1, ALL, "missing-object",
        "Cannot find the object '{}' of the security policy '{}' because it does not exist or you do not have permissions.";
    /// sys.messages: a predicate to alter or drop that is not there.
    NO_PREDICATE = 33271, 16/1, ALL, "missing-object",
        "The security policy '{}' has no such predicate on '{}'.";
    /// sys.messages: sp_rename of something that is not there.
    NOTHING_TO_RENAME = 15225, 11/1, ALL, "missing-object",
        "No item by the name of '{}' could be found, given that @itemtype was input as '{}'.";
    /// sys.messages: a type that is not there.
    NO_TYPE = 2715, 16/6, ALL, "missing-object",
        "Column, parameter, or variable '{}': cannot find data type '{}'.";
    /// sys.messages: a foreign key to a table that is not there.
    NO_REFERENCED_TABLE = 1767, 16/0, ALL, "missing-object",
        "Foreign key '{}' references invalid table '{}'.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// sys.messages: a foreign key to a column that is not there.
    NO_REFERENCED_COLUMN = 1770, 16/0, ALL, "missing-object",
        "Foreign key '{}' references invalid column '{}' in referenced table '{}'.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// sys.messages: a foreign key from a column that is not there.
    NO_REFERENCING_COLUMN = 1769, 16/1, ALL, "missing-object",
        "Foreign key '{}' references invalid column '{}' in referencing table '{}'.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// sys.messages: the columns that a foreign key names are no key there.
    NO_REFERENCED_KEY = 1776, 16/0, ALL, "foreign-key-without-key",
        "There are no primary or candidate keys in the referenced table '{}' that match the column list in the foreign key '{}'.",
        then 1750 "Could not create constraint or index. See previous errors.";

    // ---- things that are in use ----
    /// sys.messages: a column that a constraint, index, computed column or module stands on.
    COLUMN_IN_USE = 5074, 16/1, ALL, "object-in-use",
        "The {} '{}' is dependent on column '{}' of table '{}'.",
        then 4922 "ALTER TABLE failed because one or more objects access this column.";
    /// sys.messages: DROP TABLE under a foreign key.
    TABLE_UNDER_FOREIGN_KEY = 3726, 16/1, ALL, "object-in-use",
        "Could not drop object '{}' because it is referenced by the foreign key '{}' of table '{}'.";
    /// sys.messages: TRUNCATE TABLE under a foreign key.
    TRUNCATE_UNDER_FOREIGN_KEY = 4712, 16/1, ALL, "object-in-use",
        "Cannot truncate table '{}' because it is referenced by the foreign key '{}' of table '{}'.";
    /// sys.messages: DROP of what a schema-bound module, policy or constraint refers to.
    DROP_IN_USE = 3729, 16/1, ALL, "object-in-use",
        "Cannot {} '{}' because it is being referenced by object '{}'.";
    /// sys.messages: DROP TYPE of a type in use.
    TYPE_IN_USE = 3732, 16/1, ALL, "object-in-use",
        "Cannot drop type '{}' because it is being referenced by object '{}'.";
    /// sys.messages: sp_rename of what a schema-bound object refers to.
    RENAME_IN_USE = 15336, 16/1, ALL, "object-in-use",
        "Object '{}' cannot be renamed because the object '{}' participates in enforced dependencies.";
    /// sys.messages: a key that a foreign key points at.
    KEY_IN_USE = 3725, 16/0, ALL, "object-in-use",
        "The constraint '{}' is being referenced by table '{}', foreign key constraint '{}'.",
        then 3727 "Could not drop constraint. See previous errors.";
    /// sys.messages: DROP INDEX of the index of a constraint.
    INDEX_OF_CONSTRAINT = 3723, 16/4, ALL, "object-in-use",
        "An explicit DROP INDEX is not allowed on index '{}' of table '{}'. It is being used for a constraint.";
    /// Measured: DROP DATABASE SCOPED CREDENTIAL while an external model uses it.
    CREDENTIAL_IN_USE = 46556, 16/1, ALL, "object-in-use",
        "Cannot drop the credential '{}' because it is used by the external model '{}'.";

    // ---- policies ----
    /// sys.messages; Learn, CREATE SECURITY POLICY: one predicate for a table and operation.
    SECOND_PREDICATE = 33262, 16/1, ALL, "overlapping-predicates",
        "A {} predicate for the same operation has already been defined on table '{}' in the security policy '{}'.";
    /// sys.messages; Learn, CREATE SECURITY POLICY: enabled policies must not overlap.
    SECOND_ENABLED_POLICY = 33264, 16/1, ALL, "overlapping-predicates",
        "The security policy '{}' cannot be enabled with a predicate on table '{}': the enabled policy '{}' has one.";
    /// sys.messages: a predicate on a temporary table.
    PREDICATE_ON_TEMPORARY_TABLE = 33263, 16/1, ALL, "overlapping-predicates",
        "Security predicates are not allowed on temporary objects: '{}'.";

    // ---- where and how a statement may stand ----
    /// Learn, batches: a module and CREATE SCHEMA start their batch.
    NOT_FIRST = 111, 15/1, ALL, "module-not-first",
        "'{}' must be the first statement in a query batch.";
    /// Learn, batches: a module or CREATE SCHEMA inside a block is a syntax error.
    INSIDE_A_BLOCK = 156 + 111, 15/1, ALL, "module-not-first",
        "Incorrect syntax near the keyword '{}': it cannot stand inside a block or a branch.";
    /// Learn, transact-SQL statements allowed in transactions; full-text DDL measured.
    NOT_IN_TRANSACTION = 574, 16/0, ALL, "not-allowed-in-transaction",
        "{} statement cannot be used inside a user transaction.";
    /// Learn, transact-SQL statements allowed in transactions: CREATE and ALTER DATABASE.
    NOT_IN_MULTI_STATEMENT_TRANSACTION = 226, 16/6, ALL, "not-allowed-in-transaction",
        "{} statement not allowed within multi-statement transaction.";
    /// Measured: there is no such statement.
    DROP_VECTOR_INDEX = 102, 15/1, ALL, "vector-index-syntax",
        "Incorrect syntax near 'VECTOR': write DROP INDEX name ON table.";
    /// Measured on SQL Server 2025: `DROP INDEX table.index` of a vector index.
    DROP_OLD_STYLE = 3766, 16/1, ALL, "vector-index-syntax",
        "Cannot drop the vector index '{}' of table '{}' in this form: write DROP INDEX name ON table.";
    /// Measured on SQL Server 2025: a relational index option on a vector index.
    VECTOR_INDEX_OPTION = 155, 15/1, ALL, "vector-index-syntax",
        "'{}' is not a recognized CREATE VECTOR INDEX option.";
    /// Measured on SQL Server 2025: a metric or type that is not known, or none.
    VECTOR_INDEX_VALUE = 153, 15/1, ALL, "vector-index-syntax",
        "Invalid usage of the option {} in the CREATE VECTOR INDEX statement: {}.";

    // ---- what Azure SQL Database does not have ----
    /// Learn, T-SQL differences: USE.
    USE_DATABASE = 40508, 16/1, CLOUD, "use-database",
        "USE statement is not supported to switch between databases: '{}'. Use a new connection instead.";
    /// Learn, T-SQL differences: names of three and four parts.
    OTHER_DATABASE = 40515, 15/1, CLOUD, "cross-database-name",
        "Reference to database and/or server name in '{}' is not supported in this version of SQL Server.";
    /// Learn, T-SQL differences: statements that are not supported.
    UNSUPPORTED_STATEMENT = 40510, 16/1, CLOUD, "unsupported-on-azure",
        "Statement '{}' is not supported in this version of SQL Server.";
    /// Learn, T-SQL differences: DBCC commands that are not supported.
    UNSUPPORTED_DBCC = 40518, 16/1, CLOUD, "unsupported-on-azure",
        "DBCC command '{}' is not supported in this version of SQL Server.";
    /// Learn, T-SQL differences: keywords and options that are not supported.
    UNSUPPORTED_OPTION = 40517, 16/1, CLOUD, "unsupported-on-azure",
        "Keyword or statement option '{}' is not supported in this version of SQL Server.";
    /// Learn, filegroups: Azure SQL Database has PRIMARY alone.
    NO_FILEGROUP = 208, 16/58, CLOUD, "unsupported-on-azure",
        "Invalid object name '{}': Azure SQL Database has the filegroup PRIMARY alone.";
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
        for entry in TABLE {
            assert!((11..=20).contains(&entry.class), "{} has an error's severity", entry.number);
            assert!(entry.text.ends_with('.'), "{} is a sentence", entry.number);
            assert!(!entry.engines.is_empty() && !entry.also.contains(&entry.number));
        }
    }
}
