//! Vectors: columns, indexes, and policies over them.

use super::{ALL, BOX, CLOUD, Entry};

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
    /// Learn, SET QUOTED_IDENTIFIER, for indexes with a filter; measured for vector indexes.
    WRONG_SET_OPTIONS = 1934, 16/1, ALL, "set-options-for-index",
        "{} failed because these SET options have incorrect settings: '{}'.";
    /// Measured on SQL Server 2025: a temporary table as target; Learn, CREATE VECTOR INDEX, for table variables.
    VECTOR_INDEX_ON_TEMPORARY_TABLE = 42220, 16/1, ALL, "vector-index-target",
        "Vector index '{}' cannot be created on '{}': temporary tables and table variables cannot have vector indexes.";
    /// Learn, CREATE VECTOR INDEX: "the target must be a table"; number of an object that is no table.
    VECTOR_INDEX_ON_OTHER = 1088, 16/12, ALL, "vector-index-target",
        "Cannot find the table '{}' because it is a {}, and a vector index needs a base table.";
    /// sys.messages: CREATE INDEX on an object that is not there.
    NO_TABLE_FOR_INDEX = 1088 + 208, 16/12, ALL, "missing-object",
        "Cannot find the object '{}' because it does not exist or you do not have permissions.";
    /// sys.messages: CREATE INDEX on a column that is not there.
    NO_COLUMN_FOR_INDEX = 1911, 16/1, ALL, "missing-part",
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
        "The size ({}) given to the {} '{}' exceeds the maximum allowed ({}).";
    /// Measured on Azure: a vector without dimensions.
    NO_DIMENSIONS = 1001, 15/1, ALL, "vector-dimensions",
        "Length or precision specification 0 is invalid in the {} '{}'.";
    /// Measured on Azure: a variable or a name where the number of dimensions has to be.
    DIMENSIONS_ARE_NO_NUMBER = 102, 15/1, ALL, "vector-dimensions",
        "Incorrect syntax near '{}': the number of dimensions of a vector is a literal.";
    /// Learn, half-precision vectors: a preview on SQL Server 2025.
    FLOAT16_IS_PREVIEW = 195, 15/1, BOX, "preview-features",
        "'float16' is not a recognized vector base type in the {} '{}': PREVIEW_FEATURES is not ON.";
    /// Measured on Azure: another number of dimensions, even in an empty table.
    ALTER_DIMENSIONS = 42204, 16/3, ALL, "alter-vector-column",
        "The vector dimensions {} and {} do not match: column '{}' of table '{}' cannot be altered.";
    /// Measured on SQL Server 2025: another base type.
    ALTER_BASE_TYPE = 42238, 16/1, ALL, "alter-vector-column",
        "Column '{}' of table '{}' cannot be altered from one vector base type to another.";
    /// sys.messages; measured on Azure: a vector comes from text and goes to text, to bytes it does not (529).
    VECTOR_TO_OTHER_TYPE = 206, 16/2, ALL, "alter-vector-column",
        "Operand type clash: vector is incompatible with {}: column '{}' of table '{}' cannot be altered.";
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
    /// Measured on Azure: a partition function over vectors, or a table or index that is partitioned by one.
    VECTOR_IN_PARTITION = 7704, 16/1, ALL, "vector-column-constraint",
        "The type 'vector' is not valid for partitioning: '{}'.";
    /// Learn, vector data type: not in memory-optimized tables; sys.messages has the number for types there.
    VECTOR_IN_MEMORY = 10794, 16/1, ALL, "vector-column-constraint",
        "The type 'vector' is not supported with memory optimized tables: column '{}' of '{}'.";
    /// Learn, vector data type: no alias type from it.
    ALIAS_OF_VECTOR = 42212, 16/1, ALL, "vector-column-constraint",
        "The type '{}' cannot be created from vector.";
    /// Measured on SQL Server 2025: COLLATE on a vector.
    COLLATED_VECTOR = 447, 16/0, ALL, "vector-column-constraint",
        "Expression type vector is invalid for COLLATE clause: column '{}' of table '{}'.";
}
