//! Statements: where they may stand, and what Azure SQL Database does not have.

use super::{ALL, BOX, CLOUD, Entry};

entries! {
    // ---- where and how a statement may stand ----
    /// Learn, batches: a module and CREATE SCHEMA start their batch.
    NOT_FIRST = 111, 15/1, ALL, "module-not-first",
        "'{}' must be the first statement in a query batch.";
    /// Learn, batches: a module or CREATE SCHEMA inside a block is a syntax error.
    INSIDE_A_BLOCK = 156 + 111, 15/1, ALL, "module-not-first",
        "Incorrect syntax near the keyword '{}': it cannot stand inside a block or a branch.";
    /// Learn, MERGE: a semicolon ends it.
    MERGE_WITHOUT_END = 10713, 15/1, ALL, "merge-without-semicolon",
        "A MERGE statement must be terminated by a semi-colon (;).";
    /// Learn, transact-SQL statements allowed in transactions; full-text DDL measured.
    NOT_IN_TRANSACTION = 574, 16/0, ALL, "not-allowed-in-transaction",
        "{} statement cannot be used inside a user transaction.";
    /// Learn, transact-SQL statements allowed in transactions: CREATE and ALTER DATABASE.
    NOT_IN_MULTI_STATEMENT_TRANSACTION = 226, 16/6, ALL, "not-allowed-in-transaction",
        "{} statement not allowed within multi-statement transaction.";
    /// Learn, database engine errors: KILL.
    KILL_IN_TRANSACTION = 6115, 16/1, ALL, "not-allowed-in-transaction",
        "KILL command cannot be used inside user transactions.";
    /// Learn, database engine errors: BACKUP and RESTORE.
    BACKUP_IN_TRANSACTION = 3021, 16/0, BOX, "not-allowed-in-transaction",
        "Cannot perform a backup or restore operation within a transaction.";
    /// Measured: there is no such statement.
    DROP_VECTOR_INDEX = 102, 15/1, ALL, "vector-index-syntax",
        "Incorrect syntax near 'VECTOR': write DROP INDEX name ON table.";
    /// Measured on SQL Server 2025: `DROP INDEX table.index` of a vector index.
    DROP_OLD_STYLE = 3766, 16/1, ALL, "vector-index-syntax",
        "Cannot drop the vector index '{}' of table '{}' in this form: write DROP INDEX name ON table.";
    /// Measured on SQL Server 2025: a relational index option on a vector index.
    VECTOR_INDEX_OPTION = 155, 15/1, ALL, "vector-index-syntax",
        "'{}' is not a recognized CREATE VECTOR INDEX option.";
    /// Learn, CREATE VECTOR INDEX: one column and no clause of another kind of index.
    VECTOR_INDEX_CLAUSE = 102 + 156, 15/1, ALL, "vector-index-syntax",
        "Incorrect syntax near '{}': a vector index has one column, and the options METRIC, TYPE and MAXDOP alone.";
    /// Measured on SQL Server 2025: MAXDOP beyond what it may be.
    VECTOR_INDEX_THREADS = 304, 16/1, ALL, "vector-index-syntax",
        "'{}' is out of range for index option 'MAXDOP': it may be 0 to {}.";
    /// Measured: METRIC and TYPE take strings.
    VECTOR_INDEX_UNQUOTED = 102, 15/1, ALL, "vector-index-syntax",
        "Incorrect syntax in the options of vector index '{}': the values of METRIC and TYPE are strings in quotes.";
    /// Measured on SQL Server 2025: METRIC has to be given there. Learn, CREATE VECTOR INDEX: whoever writes options
    /// writes it.
    VECTOR_INDEX_WITHOUT_METRIC = 153, 15/1, ALL, "vector-index-syntax",
        "Invalid usage of the CREATE VECTOR INDEX statement: the vector index '{}' has no METRIC.";
    /// Measured on SQL Server 2025: a metric or type that is not known.
    VECTOR_INDEX_VALUE = 153, 15/1, ALL, "vector-index-syntax",
        "Invalid usage of the option {} in the CREATE VECTOR INDEX statement: {}.";

    // ---- external models ----
    /// Learn, DROP EXTERNAL MODEL: there is no IF EXISTS; measured.
    DROP_MODEL_IF_EXISTS = 156, 15/1, ALL, "drop-model-if-exists",
        "Incorrect syntax near the keyword 'IF': DROP EXTERNAL MODEL has no IF EXISTS.";
    /// Measured: API_FORMAT has to be there.
    MODEL_WITHOUT_FORMAT = 46505, 16/1, ALL, "external-model-syntax",
        "The external model '{}' has no API_FORMAT.";
    /// Measured: an API_FORMAT that is not known.
    MODEL_FORMAT = 46508, 16/1, ALL, "external-model-syntax",
        "The API_FORMAT '{}' of the external model '{}' is not Azure OpenAI, OpenAI, Ollama or ONNX Runtime.";
    /// Measured: EMBEDDINGS is all there is.
    MODEL_TYPE = 102, 15/1, ALL, "external-model-syntax",
        "Incorrect syntax near '{}': the MODEL_TYPE is EMBEDDINGS.";

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
    /// Learn, BULK INSERT: the cloud reads from storage alone.
    FILE_OF_SERVER = 4861, 16/1, CLOUD, "unsupported-on-azure",
        "Cannot bulk load because the file \"{}\" could not be opened: there are no files of a server.";
    /// Learn, filegroups: Azure SQL Database has PRIMARY alone.
    NO_FILEGROUP = 208, 16/58, CLOUD, "unsupported-on-azure",
        "Invalid object name '{}': Azure SQL Database has the filegroup PRIMARY alone.";
}
