//! Objects and their parts: names that are taken, missing or in use.

use super::{ALL, Entry};

entries! {
    // ---- names that are taken ----
    /// sys.messages: one name space a schema for tables, views, modules, synonyms, constraints, ….
    OBJECT_EXISTS = 2714, 16/6, ALL, "object-exists",
        "There is already an object named '{}' in the database.";
    /// sys.messages: constraints share the name space of objects.
    CONSTRAINT_EXISTS = 2714, 16/5, ALL, "object-exists",
        "There is already an object named '{}' in the database.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// sys.messages: a schema of that name is there.
    SCHEMA_EXISTS = 2714, 16/6, ALL, "object-exists",
        "There is already an object named '{}' in the database.",
        then 2759 "CREATE SCHEMA failed due to previous errors.";
    /// sys.messages: a column of that name is there.
    COLUMN_EXISTS = 2705, 16/4, ALL, "object-exists",
        "Column names in each table must be unique. Column name '{}' in table '{}' is specified more than once.";
    /// sys.messages: a type of that name is there.
    TYPE_EXISTS = 219, 16/1, ALL, "object-exists",
        "The type '{}' already exists, or you do not have permission to create it.";
    /// sys.messages: a user or role of that name is there.
    PRINCIPAL_EXISTS = 15023, 16/1, ALL, "object-exists",
        "User, group, or role '{}' already exists in the current database.";
    /// sys.messages: ALTER SCHEMA … TRANSFER to a schema that has an object of that name.
    TRANSFER_TO_EXISTING = 15530, 16/1, ALL, "object-exists",
        "The object with name '{}' already exists in the target schema.";
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
    /// sys.messages: two primary keys in one CREATE TABLE.
    TWO_PRIMARY_KEYS = 8110, 16/0, ALL, "second-key",
        "Cannot add multiple PRIMARY KEY constraints to table '{}'.";
    /// sys.messages: two clustered keys, or indexes, in one CREATE TABLE.
    TWO_CLUSTERED_INDEXES = 8112 + 1902, 16/0, ALL, "second-key",
        "Cannot add more than one clustered index for constraints on table '{}'.";
    /// sys.messages: a second DEFAULT on a column.
    SECOND_DEFAULT = 1781, 16/1, ALL, "second-key",
        "Column '{}' of table '{}' already has a DEFAULT bound to it.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// sys.messages: a primary key on a column that allows NULL.
    NULLABLE_PRIMARY_KEY = 8111, 16/1, ALL, "nullable-primary-key",
        "Cannot define PRIMARY KEY constraint on nullable column '{}' in table '{}'.",
        then 1750 "Could not create constraint or index. See previous errors.";

    /// sys.messages: a column of a large type in a key.
    LARGE_KEY_COLUMN = 1919, 16/1, ALL, "unindexable-key",
        "Column '{}' in table '{}' is of a type that is invalid for use as a key column in the index '{}'.";
    /// sys.messages: columns of fixed length that together are too wide.
    KEY_TOO_WIDE = 1944, 16/1, ALL, "unindexable-key",
        "Index '{}' was not created: its key has at least {} bytes, and {} bytes are the most.";

    // ---- things that are not there ----
    /// sys.messages: a name that stands for nothing.
    NO_OBJECT = 208, 16/1, ALL, "missing-object",
        "Invalid object name '{}'.";
    /// sys.messages: a column that the target of an INSERT, UPDATE or MERGE does not have.
    NO_COLUMN_TO_WRITE = 207, 16/1, ALL, "missing-part",
        "Invalid column name '{}': '{}' has no such column.";
    /// sys.messages: a row without a value for a column that is NOT NULL and has no default.
    NO_VALUE = 515, 16/2, ALL, "missing-value",
        "Cannot insert the value NULL into column '{}', table '{}'; column does not allow nulls. INSERT fails.";
    /// sys.messages: DROP of something that is not there.
    NOTHING_TO_DROP = 3701, 11/5, ALL, "missing-object",
        "Cannot drop the {} '{}', because it does not exist or you do not have permission.";
    /// sys.messages: DROP INDEX of one that its table does not have.
    NO_INDEX_TO_DROP = 3701, 11/6, ALL, "missing-part",
        "Cannot drop the index '{}', because it does not exist or you do not have permission.";
    /// sys.messages: TRUNCATE of a table that is not there.
    NOTHING_TO_TRUNCATE = 4701, 16/1, ALL, "missing-object",
        "Cannot find the object '{}' because it does not exist or you do not have permissions.";
    /// sys.messages: UPDATE STATISTICS of a table that is not there.
    NO_TABLE_WITH_STATISTICS = 2706, 11/6, ALL, "missing-object",
        "Table '{}' does not exist.";
    /// sys.messages: ALTER TABLE of a table that is not there.
    NO_TABLE_TO_ALTER = 4902, 16/1, ALL, "missing-object",
        "Cannot find the object '{}' because it does not exist or you do not have permissions.";
    /// sys.messages: ALTER TABLE … ALTER or DROP COLUMN of a column that is not there.
    NO_COLUMN_TO_ALTER = 4924, 16/1, ALL, "missing-part",
        "ALTER TABLE failed because column '{}' does not exist in table '{}'.";
    /// sys.messages: DROP CONSTRAINT of something else or nothing.
    NO_CONSTRAINT = 3728, 16/1, ALL, "missing-part",
        "'{}' is not a constraint of table '{}'.",
        then 3727 "Could not drop constraint. See previous errors.";
    /// sys.messages: a constraint to switch that is not there.
    NO_CONSTRAINT_TO_SWITCH = 4917, 16/0, ALL, "missing-part",
        "Constraint '{}' does not exist on table '{}'.",
        then 4916 "Could not enable or disable the constraint. See previous errors.";
    /// sys.messages: ALTER INDEX of an index that is not there.
    NO_INDEX = 2727, 11/1, ALL, "missing-part",
        "Cannot find index '{}' on table '{}'.";
    /// sys.messages: an object in a schema that is not there.
    NO_SCHEMA = 2760, 16/1, ALL, "missing-object",
        "The specified schema name '{}' either does not exist or you do not have permission to use it.";
    /// sys.messages: ALTER, DROP or TRANSFER of a securable that is not there.
    NO_SECURABLE = 15151, 16/1, ALL, "missing-object",
        "Cannot {} the {} '{}', because it does not exist or you do not have permission.";
    /// sys.messages: a predicate whose function is not there.
    NO_PREDICATE_FUNCTION = 33270, 16/1, ALL, "missing-object",
        "Cannot find the object '{}' of the security policy '{}', or it is not an inline table-valued function.";
    /// sys.messages: a predicate on something that is not there.
    NO_PREDICATE_OBJECT = 33268, 16/1, ALL, "missing-object",
        "Cannot find the object '{}' of the security policy '{}' because it does not exist or you do not have permissions.";
    /// sys.messages: a predicate to alter or drop that is not there.
    NO_PREDICATE = 33261, 16/1, ALL, "missing-part",
        "The security policy '{}' does not contain such a predicate on table '{}'.";
    /// sys.messages: a default for a column that is not there.
    NO_COLUMN_FOR_DEFAULT = 1752, 16/0, ALL, "missing-part",
        "Column '{}' in table '{}' is invalid for creating a default constraint: it does not exist.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// sys.messages: sp_rename of a column or index that is not there.
    NO_PART_TO_RENAME = 15248, 11/1, ALL, "missing-part",
        "Either the parameter @objname is ambiguous or the claimed @objtype ({}) is wrong: '{}' is not in '{}'.";
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
    NO_REFERENCED_COLUMN = 1770, 16/0, ALL, "missing-part",
        "Foreign key '{}' references invalid column '{}' in referenced table '{}'.",
        then 1750 "Could not create constraint or index. See previous errors.";
    /// sys.messages: a foreign key from a column that is not there.
    NO_REFERENCING_COLUMN = 1769, 16/1, ALL, "missing-part",
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
        "Could not drop object '{}' because it is referenced by a foreign key of table '{}'.";
    /// sys.messages: TRUNCATE TABLE under a foreign key.
    TRUNCATE_UNDER_FOREIGN_KEY = 4712, 16/1, ALL, "object-in-use",
        "Cannot truncate table '{}' because it is referenced by a foreign key of table '{}'.";
    /// sys.messages: DROP of what a schema-bound module, policy or constraint refers to.
    DROP_IN_USE = 3729, 16/1, ALL, "object-in-use",
        "Cannot {} '{}' because it is being referenced by object '{}'.";
    /// sys.messages: DROP TYPE of a type in use.
    TYPE_IN_USE = 3732, 16/1, ALL, "object-in-use",
        "Cannot drop type '{}' because it is being referenced by object '{}'.";
    /// sys.messages: sp_rename of what a schema-bound object refers to.
    RENAME_IN_USE = 15336, 16/1, ALL, "object-in-use",
        "Object '{}' cannot be renamed because the object '{}' participates in enforced dependencies.";
    /// sys.messages: ALTER SCHEMA … TRANSFER of what a schema-bound object refers to.
    TRANSFER_IN_USE = 15348, 16/1, ALL, "object-in-use",
        "Cannot transfer the object '{}': the schema-bound object '{}' refers to it.";
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
    PREDICATE_ON_TEMPORARY_TABLE = 33269, 16/1, ALL, "predicate-target",
        "Security predicates are not allowed on temporary objects: '{}'.";
    /// sys.messages: a predicate on something that is neither a table nor a view.
    PREDICATE_ON_OTHER = 33263, 16/1, ALL, "predicate-target",
        "Security predicates can only be added to user tables and schema-bound views: '{}' is a {}.";
    /// sys.messages; Learn, CREATE SECURITY POLICY: the function is an inline table-valued one.
    PREDICATE_FUNCTION_KIND = 33270, 16/1, ALL, "predicate-target",
        "The function '{}' of the security policy '{}' is not an inline table-valued function.";
}
